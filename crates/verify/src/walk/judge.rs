//! A move that is not plain SAN, or cannot be played.

use shakmaty::{Move, Position};

use super::GameVerifier;
use crate::finding::{Candidate, Finding, Fix, code};
use crate::line::{Back, LineState};
use crate::nonstandard_san::{self, Verdict};
use crate::notation::spelling::san as write_san;
use crate::pgn::san::CheckMark;
use crate::text::Span;

impl GameVerifier<'_, '_, '_> {
    pub(super) fn judge(&mut self, span: Span) {
        let LineState::Board(board) = &self.line.now else { return };
        let chess = &board.to_chess();
        let text = &self.bytes[span.range()];
        let shown = self.text(span);
        let about = |walk: &Self, code, message: String| {
            walk.finding(code, span, message).fen(nonstandard_san::fen(chess))
        };
        let finding = match nonstandard_san::judge(text, board, chess, &mut self.notations) {
            Verdict::Readable(mv) => return self.readable(mv, span),
            Verdict::Likely(mv, others) => {
                let (correct, others) = (write_san(chess, mv), nonstandard_san::sans(chess, &others));
                let fix = Fix { span, replacement: correct.clone(), safe: false };
                let message =
                    format!("`{shown}` is {correct} in SAN, or in other notations {}", others.join(" or "));
                let candidates = others.into_iter().map(Candidate::new);
                let finding =
                    about(self, &code::N202, message).fix(fix).chosen(correct).candidates(candidates);
                self.ledger.push(self.line.place().mark(finding));
                // Nobody has proven which it is.
                self.ledger.broken = true;
                return self.accept(mv, span);
            }
            Verdict::Glued(first, second, at) => {
                let mut after = chess.clone();
                after.play_unchecked(first);
                let (one, two) = (write_san(chess, first), write_san(&after, second));
                let fix = Fix { span, replacement: format!("{one} {two}"), safe: true };
                let message = format!("`{shown}` is two moves, {one} and {two}");
                let finding = about(self, &code::S114, message).fix(fix).chosen(one);
                self.ledger.push(self.line.place().mark(finding));
                self.accept(first, Span::new(span.start, span.start + at));
                self.accept(second, Span::new(span.start + at, span.end));
                return;
            }
            Verdict::Over(_) | Verdict::Illegal(..) if self.marked(chess, span).is_some() => {
                if let Some(m) = self.marked(chess, span) {
                    self.keep_illegal(chess, m, span);
                }
                return;
            }
            Verdict::Over(how) => {
                if let (Some(made), LineState::Board(board)) = (self.line.made, &self.line.now)
                    && board.is_check()
                    && made.mark != CheckMark::Mate
                {
                    self.mate_unmarked(made);
                }
                let message = format!("`{shown}` comes after {how}: the game was over");
                about(self, &code::M203, message)
            }
            Verdict::Ambiguous(moves) => {
                let names = nonstandard_san::sans(chess, &moves);
                let message = format!("`{shown}` could be {}", names.join(" or "));
                about(self, &code::M202, message).candidates(names.into_iter().map(Candidate::new))
            }
            Verdict::NoPromotion(moves) => {
                let names = nonstandard_san::sans(chess, &moves);
                let message = format!("`{shown}` does not state the promotion piece");
                about(self, &code::M204, message).candidates(names.into_iter().map(Candidate::new))
            }
            Verdict::Illegal(reasons, near) => {
                let names = nonstandard_san::sans(chess, &near);
                let reason =
                    if reasons.is_empty() { "no legal move fits".to_owned() } else { reasons.join("; ") };
                let mut finding = about(self, &code::M201, format!("`{shown}` cannot be played: {reason}"));
                if let [only] = names.as_slice() {
                    finding = finding.fix(Fix { span, replacement: only.clone(), safe: false });
                }
                finding.candidates(names.into_iter().map(Candidate::new))
            }
            Verdict::Unreadable => {
                self.line.numbering.unsure = true;
                about(self, &code::N201, format!("`{shown}` is not a move in any notation"))
            }
        };
        self.ledger.push(self.line.place().mark(finding));
        self.line.lose();
        if self.line.numbering.drift != 0 {
            self.realign(self.line.numbering.drift);
        }
        self.line.made = None;
        self.line.advance();
        self.count_ply();
    }

    /// Makes a move that is written otherwise than in SAN, but sure.
    pub(super) fn readable(&mut self, mv: Move, span: Span) {
        let LineState::Board(board) = &self.line.now else { return };
        if self.options.count_only {
            self.ledger.push(Finding::new(&code::N202, span, String::new()));
            return self.accept(mv, span);
        }
        let (correct, fen) = (board.san(mv), board.fen());
        let fix = Fix { span, replacement: correct.clone(), safe: true };
        let message = format!("`{}` is {correct} in SAN", self.text(span));
        let finding = self.finding(&code::N202, span, message).fen(fen).fix(fix).chosen(correct);
        self.ledger.push(self.line.place().mark(finding));
        self.accept(mv, span);
    }

    /// Makes a move that `e.p.` is stuck to though it does not capture in passing.
    pub(super) fn not_in_passing(&mut self, mv: Move, span: Span) {
        let LineState::Board(board) = &self.line.now else { return };
        let fix = Fix { span, replacement: board.san(mv), safe: false };
        let finding = self.finding(&code::N209, span, "the move is not an en passant capture").fix(fix);
        self.ledger.push(self.line.place().mark(finding));
        self.accept(mv, span);
    }

    /// Makes a move that was understood on the slow way; its marks are part of the fix.
    pub(super) fn accept(&mut self, mv: Move, span: Span) {
        let LineState::Board(board) = &mut self.line.now else { return };
        self.line.back = Back::Step(board.play(mv));
        // The finding that spelled it has the right mark already.
        self.made(mv, span, CheckMark::Mate);
    }
}
