//! The pass over the tokens of one game.

mod comment;
mod finish;
mod judge;
mod kept;
mod moves;
mod numbers;
mod prose;
mod quick;
mod run;
mod structure;

use shakmaty::{CastlingMode, Chess, Move, Outcome};

use super::clocks::Clocks;
use super::draws::Draws;
use super::game::{GameReport, Ledger};
use super::line::{Line, Lines};
use super::nonstandard_san::NotationSet;
use super::start::Start;
use super::tags::{Name, TagSection};
use super::{Options, Prover};
use crate::finding::{Code, Finding, code};
use crate::international::Move16;
use crate::pgn::{Lexer, PlainTag, Token, TokenKind};
use crate::position;
use crate::text::Span;

/// Variations kept open at once; deeper ones are not proven.
const MOST_OPEN: usize = 1 << 16;

/// How the game ended.
#[derive(Copy, Clone, Debug)]
pub(super) struct Marker {
    pub(super) outcome: Outcome,
    pub(super) span: Span,
}

/// One game on its way.
pub(super) struct GameVerifier<'l, 'a, 'o> {
    lexer: &'l mut Lexer<'a>,
    pub(super) bytes: &'a [u8],
    pub(super) options: &'o Options,
    pub(super) ledger: Ledger<'o>,
    pub(super) tags: &'o mut TagSection,
    pub(super) start: Start,
    /// The position to begin with in place of that of the tags.
    instead: Option<Box<Chess>>,
    /// The line that moves are read for.
    pub(super) line: &'o mut Box<Line>,
    /// The lines that it branches from, the mainline first.
    outer: &'o mut Lines,
    /// Lines that are done with, for others to use their memory.
    spare: &'o mut Lines,
    /// Variations beyond [`MOST_OPEN`].
    too_deep: usize,
    draws: &'o mut Draws,
    clocks: Clocks,
    pub(super) marker: Option<Marker>,
    /// A termination marker inside a variation, the last one.
    inner_marker: Option<Marker>,
    /// Whether a comment was not closed, which may have swallowed anything.
    open_comment: bool,
    /// Whether numbers gave the lie to the count of half-moves.
    pub(super) miscounted: bool,
    /// The notations that the moves which are no SAN may be written in.
    notations: NotationSet,
    litter: bool,
    /// Whether it is a piece of a game, of which nothing tells the position that it begins with.
    pub(super) fragment: bool,
    begun: bool,
    moves: Vec<Move16>,
    /// Moves of a game by a rules file, to compare games by.
    ruled_moves: Vec<u16>,
    /// Whether they are wanted.
    keeps_moves: bool,
    /// How castling is kept.
    castling: CastlingMode,
    /// Whether a wrong move number was seen, so that `fix` renumbers the rest too.
    renumber: bool,
    /// Half-moves of the mainline, proven or not.
    pub(super) mainline_plies: u32,
    span: Span,
}

impl<'l, 'a, 'o> GameVerifier<'l, 'a, 'o> {
    pub(super) fn new(
        lexer: &'l mut Lexer<'a>,
        options: &'o Options,
        prover: &'o mut Prover,
    ) -> GameVerifier<'l, 'a, 'o> {
        let bytes = lexer.bytes();
        let span = Span::at(lexer.offset());
        GameVerifier {
            lexer,
            bytes,
            options,
            ledger: Ledger::new(options),
            tags: &mut prover.tags,
            start: Start::Array,
            instead: None,
            line: &mut prover.line,
            outer: &mut prover.outer,
            spare: &mut prover.spare,
            too_deep: 0,
            draws: &mut prover.draws,
            clocks: Clocks::new(None),
            marker: None,
            inner_marker: None,
            open_comment: false,
            miscounted: false,
            notations: NotationSet::default(),
            litter: false,
            fragment: false,
            begun: false,
            moves: Vec::new(),
            ruled_moves: Vec::new(),
            keeps_moves: options.identities || options.moves,
            castling: CastlingMode::Standard,
            renumber: false,
            mainline_plies: 0,
            span,
        }
    }

    /// The same for a game that begins in this position, whatever its tags say.
    pub(super) fn starting_from(mut self, position: Chess) -> GameVerifier<'l, 'a, 'o> {
        self.instead = Some(Box::new(position));
        self
    }

    pub(super) fn run(&mut self) -> GameReport {
        if !self.options.force_slow_path {
            self.plain_tags();
            if self.lexer.plain_movetext() {
                self.begin();
            }
        }
        loop {
            self.quick();
            let Some(token) = self.lexer.next_token() else { break };
            self.span.end = token.span.end;
            self.token(token);
        }
        self.finish()
    }

    /// Takes the tags that are plainly spelled.
    #[inline(never)]
    fn plain_tags(&mut self) {
        while let Some(PlainTag { token, span, guessed }) = self.lexer.plain_tag(self.tags.guess()) {
            self.span.end = span.end;
            if guessed {
                self.tags.push_guessed(token, span, self.bytes, &mut self.ledger);
            } else {
                self.tags.push(token, span, self.bytes, &mut self.ledger);
            }
        }
    }

    /// The movetext begins, if it has not yet: where?
    #[inline(always)]
    fn begin(&mut self) {
        if !self.begun {
            self.begin_line();
        }
    }

    #[inline(never)]
    fn begin_line(&mut self) {
        self.begun = true;
        self.start = self.tags.start(self.bytes, self.options.rules, &mut self.ledger);
        if let Some(position) = self.instead.take() {
            self.start = Start::Position(position);
        }
        self.start.set(self.line);
        // Without tags it may be a piece of a game.
        self.line.numbering.unsure = matches!(self.start, Start::Unknown) || self.tags.is_empty();
        if let Some(variant) = self.tags.value(self.bytes, Name::Variant, self.options)
            && position::StartKind::named(&variant) == Some(position::StartKind::Chess960)
        {
            self.castling = CastlingMode::Chess960;
        }
        self.clocks = Clocks::new(self.tags.raw(self.bytes, Name::TimeControl).as_deref());
    }

    pub(super) fn first_byte(&self) -> usize {
        self.span.start
    }

    /// Keeps a move of the mainline, if moves are wanted.
    #[inline]
    fn keep(&mut self, mv: Move) {
        if self.keeps_moves {
            self.moves.extend(Move16::of(mv, self.castling));
        }
    }

    fn in_mainline(&self) -> bool {
        self.outer.is_empty() && self.too_deep == 0
    }

    fn text(&self, span: Span) -> String {
        const LONGEST: usize = 80;
        let text = self.bytes.get(span.range()).unwrap_or_default();
        let shown = String::from_utf8_lossy(&text[..text.len().min(LONGEST)]).into_owned();
        if text.len() > LONGEST { shown + "…" } else { shown }
    }

    fn finding(&self, code: &'static Code, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(code, span, message).text(self.text(span))
    }

    /// A finding at the move to come.
    fn say(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        let finding = self.line.place().mark(self.finding(code, span, message));
        self.ledger.push(finding);
    }

    /// A finding at the move made last, if there is one.
    fn say_last(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        let finding = self.finding(code, span, message);
        let finding = self.line.last_place().unwrap_or(self.line.place()).mark(finding);
        self.ledger.push(finding);
    }

    /// Anything but a symbol in movetext.
    fn token(&mut self, token: Token) {
        let span = token.span;
        if self.marker.is_some() {
            return self.after_marker(token);
        }
        match token.kind {
            TokenKind::Tag(tag) => self.tags.push(tag, span, self.bytes, &mut self.ledger),
            TokenKind::Comment { .. } | TokenKind::LineComment => self.comment(token),
            TokenKind::Escape => {}
            TokenKind::Control => self.control(span),
            TokenKind::Invisible => self.invisible(span),
            TokenKind::Symbol | TokenKind::Stray | TokenKind::Number { dots: 0, .. } if self.prose(span) => {}
            TokenKind::Stray => self.stray(span),
            TokenKind::Symbol => {
                self.begin();
                self.symbol(span);
                self.glued_move(span);
            }
            TokenKind::Number { value, dots } => self.number(value, dots, span),
            TokenKind::Dots => {
                self.begin();
                if self.line.waiting.is_none() && self.line.turn.is_white() {
                    self.say(&code::S101, span, "unexpected dots");
                }
            }
            TokenKind::Null => self.null(span),
            TokenKind::EnPassant => self.en_passant(span),
            TokenKind::Nag(nag) => {
                self.begin();
                if nag.is_some() && is_repeated(self.bytes, span) {
                    let finding = self.finding(&code::S129, span, "the same NAG stands before it");
                    let finding = finding.fix(self.removal(span));
                    self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
                }
                if nag.is_none() {
                    let shown = self.text(span);
                    let mut finding =
                        self.finding(&code::S112, span, format!("`{shown}` is not a NAG from $0 to $255"));
                    // A number that no NAG has, or none at all.
                    let says_nothing = shown[1..].bytes().all(|b| b.is_ascii_digit());
                    finding.fix = says_nothing.then(|| self.removal(span));
                    self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
                }
            }
            // After a number, `N` is not a novelty sign but a knight without its square.
            TokenKind::Glyph(Some(_)) if self.line.waiting.is_some() && self.bytes[span.range()] == *b"N" => {
                self.symbol(span);
            }
            TokenKind::Glyph(nag) => {
                self.begin();
                if nag.is_none() {
                    self.glyph(span);
                }
            }
            TokenKind::Open => self.open(span),
            TokenKind::Close => self.close(span),
            TokenKind::Result { outcome, canonical } => self.result(outcome, canonical, span),
        }
    }
}

/// Whether the NAG at `span` stands right before it too, with white space between.
fn is_repeated(bytes: &[u8], span: Span) -> bool {
    let before = bytes[..span.start].trim_ascii_end();
    before.len() < span.start
        && before.strip_suffix(&bytes[span.range()]).is_some_and(|rest| {
            // `$1` is no end of `$11`; a NAG begins with its `$`.
            !rest.is_empty()
        })
}
