//! A game of a chunk, read as far as it is needed.

use std::cell::{OnceCell, RefCell};

use scorebook_charset::Assumed;

use crate::archive::{Stored, next_game};
use crate::game::{Tag, Tags};
use crate::international::Move16;
use crate::pgn::{Lexer, Token, TokenKind};
use crate::query::Game;
use crate::shown::Shown;
use crate::text::Span;
use crate::verify::{GameReport, Options, Prover};

/// What games of a chunk share.
pub(super) struct Shared<'b> {
    /// The chunk.
    pub bytes: &'b [u8],
    pub assumed: Assumed,
    pub options: Options,
    prover: RefCell<Prover>,
}

impl<'b> Shared<'b> {
    pub fn new(bytes: &'b [u8], assumed: Option<Assumed>) -> Shared<'b> {
        let options = Options { moves: true, assumed, ..Options::default() };
        Shared { bytes, assumed: assumed.unwrap_or_default(), options, prover: RefCell::default() }
    }
}

/// A game with its tokens.
pub(super) struct SelectedGame<'b> {
    shared: &'b Shared<'b>,
    pub span: Span,
    pub tags: Tags,
    pub tokens: Vec<Token>,
    /// Half-moves of the main line, legal or not.
    pub plies: u32,
    pub is_game: bool,
    report: OnceCell<GameReport>,
}

impl<'b> SelectedGame<'b> {
    /// Reads the game that `lexer` has begun. `tokens` is room for its tokens.
    pub fn read(lexer: &mut Lexer<'_>, shared: &'b Shared<'b>, mut tokens: Vec<Token>) -> SelectedGame<'b> {
        tokens.clear();
        let mut game = SelectedGame {
            shared,
            span: Span::at(lexer.offset()),
            tags: Tags::with_room(),
            tokens,
            plies: 0,
            is_game: false,
            report: OnceCell::new(),
        };
        let bytes = shared.bytes;
        let mut depth = 0_u32;
        while let Some(token) = lexer.next_token() {
            match token.kind {
                TokenKind::Tag(tag) => {
                    let name = String::from_utf8_lossy(bytes.get(tag.name.range()).unwrap_or_default());
                    let value = tag.unescaped(bytes);
                    let value = shared.assumed.decode(&value);
                    game.tags.push(Tag { name: name.as_ref().into(), value: value.as_ref().into() });
                    game.is_game = true;
                }
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Symbol | TokenKind::Null => {
                    game.plies += u32::from(depth == 0);
                    game.is_game = true;
                }
                TokenKind::Result { .. } => game.is_game = true,
                _ => {}
            }
            game.tokens.push(token);
        }
        if let (Some(first), Some(last)) = (game.tokens.first(), game.tokens.last()) {
            game.span = Span::new(first.span.start, last.span.end);
        }
        game
    }

    /// The chunk that it is in.
    pub fn bytes(&self) -> &'b [u8] {
        self.shared.bytes
    }

    /// The text of a token.
    pub fn text(&self, token: Token) -> std::borrow::Cow<'b, str> {
        self.decoded(&self.shared.bytes[token.span.range()])
    }

    /// Bytes of the chunk as text.
    pub fn decoded<'t>(&self, bytes: &'t [u8]) -> std::borrow::Cow<'t, str> {
        self.shared.assumed.decode(bytes)
    }

    /// Whether it was proven, and not to its end.
    pub fn is_broken_off(&self) -> bool {
        self.report.get().is_some_and(|report| !report.proven)
    }

    /// The game with its notes, if it is proven to its end.
    pub fn stored(&self) -> Option<Stored> {
        let mut lexer = Lexer::new(&self.shared.bytes[self.span.range()]);
        next_game(&mut lexer, self.shared.assumed)?.1.ok()
    }

    /// What is proven of it; proven when it is first asked for.
    pub fn report(&self) -> &GameReport {
        self.report.get_or_init(|| {
            let mut lexer = Lexer::new(&self.shared.bytes[self.span.range()]);
            lexer.begin_game();
            self.shared.prover.borrow_mut().game(&mut lexer, &self.shared.options)
        })
    }
}

impl Game for SelectedGame<'_> {
    fn tags(&self) -> &Tags {
        &self.tags
    }

    fn plies(&self) -> u32 {
        self.plies
    }

    fn moves(&self) -> Vec<Move16> {
        self.report().moves.clone()
    }

    fn shown(&self) -> Shown {
        let mut shown = Shown::of_fen(self.tags.get("FEN"));
        let (mut depth, mut plies) = (0_u32, 0);
        for token in &self.tokens {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Symbol | TokenKind::Null => plies += usize::from(depth == 0),
                TokenKind::Comment { .. } if depth == 0 => shown.comment(plies, &self.comment(*token)),
                _ => {}
            }
        }
        shown
    }

    fn any_finding(&self, passes: &mut dyn FnMut(&str) -> bool) -> bool {
        self.report().findings.iter().any(|finding| passes(finding.code.id))
    }

    fn any_comment(&self, passes: &mut dyn FnMut(&str) -> bool) -> bool {
        self.tokens.iter().any(|token| {
            matches!(token.kind, TokenKind::Comment { .. } | TokenKind::LineComment)
                && passes(&self.comment(*token))
        })
    }
}
