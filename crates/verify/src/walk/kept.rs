//! Illegal moves that the record itself marks, and what follows them: `9. c2c4 {M120: illegal, kept as written}`, or the tag
//! `Reading "illegal"`, as `convert --as-written` writes them, or `Kept "illegal"`, as an archive does of a game that is incomplete. They are played as the men move, whatever check they leave.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position, Role};

use super::GameVerifier;
use crate::finding::code;
use crate::line::{Back, LineState};
use crate::notation::{pseudo, reason, spelling};
use crate::text::Span;

/// The comment that marks an illegal move, and the tags of a game that has some.
const NOTE: &[u8] = b"{M120";
const TAGS: [&[u8]; 2] = [b"[Reading \"illegal\"]", b"[Kept \"illegal\"]"];

impl GameVerifier<'_, '_, '_> {
    /// The illegal move that a text writes in long form, if the record marks it.
    pub(super) fn marked(&self, chess: &Chess, span: Span) -> Option<Move> {
        let behind = self.bytes.get(span.end..).unwrap_or_default().trim_ascii_start();
        let before = self.bytes.get(self.span.start..span.start).unwrap_or_default();
        if !behind.starts_with(NOTE) && !TAGS.iter().any(|tag| memchr::memmem::find(before, tag).is_some()) {
            return None;
        }
        let text = std::str::from_utf8(self.bytes.get(span.range())?).ok()?;
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        // A king that is taken is among the legal moves of a position that no game can have.
        pseudo::reachable(chess).into_iter().find(|&m| spelling::long(m) == text)
    }

    /// Plays an illegal move that the record marks; behind a king that is taken nothing is proven.
    pub(super) fn keep_illegal(&mut self, chess: &Chess, m: Move, span: Span) {
        let why = reason::breaks_rules(chess, m).unwrap_or_else(|| "breaks the rules".to_owned());
        let it = if m.is_castle() { "" } else { "it " };
        let message = format!("`{}` is illegal, as the record says: {it}{why}", self.text(span));
        let finding = self.finding(&code::M205, span, message);
        self.ledger.push(self.line.place().mark(finding));
        if m.capture() == Some(Role::King) {
            self.line.lose();
            self.line.made = None;
            self.line.advance();
            return self.count_ply();
        }
        self.go_on(chess, m);
    }

    /// A move behind an illegal one.
    pub(super) fn behind_illegal(&mut self, chess: &Chess, span: Span) {
        let text = self.bytes.get(span.range()).unwrap_or_default();
        let legal = SanPlus::from_ascii(text).ok().and_then(|san| san.san.to_move(chess).ok());
        match (legal.filter(|m| m.capture() != Some(Role::King)), self.marked(chess, span)) {
            (Some(m), _) => self.go_on(chess, m),
            (None, Some(m)) => self.keep_illegal(chess, m, span),
            (None, None) => {
                let message =
                    format!("`{}` cannot be played behind the illegal move before it", self.text(span));
                let finding = self.finding(&code::M201, span, message);
                self.ledger.push(self.line.place().mark(finding));
                self.line.lose();
                self.line.made = None;
                self.line.advance();
                self.count_ply();
            }
        }
    }

    fn go_on(&mut self, chess: &Chess, m: Move) {
        let mut after = chess.clone();
        after.play_unchecked(m);
        let before = std::mem::replace(&mut self.line.now, LineState::Kept(Box::new(after)));
        self.line.back = Back::Whole(Box::new(before));
        self.line.made = None;
        if self.outer.is_empty() {
            self.keep(m);
        }
        self.line.advance();
        self.count_ply();
    }
}
