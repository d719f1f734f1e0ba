//! Tokens.

use shakmaty::Outcome;

use super::TagToken;
use crate::text::Span;

/// A token: kind and byte range.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its byte range in the input of the lexer.
    pub span: Span,
}

impl Token {
    /// The bytes of the token.
    #[must_use]
    pub fn text<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        bytes.get(self.span.range()).unwrap_or_default()
    }

    /// The text of a comment (brace or rest of line) without delimiters.
    #[must_use]
    pub fn comment<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let text = self.text(bytes);
        match self.kind {
            TokenKind::Comment { closed: true } => text.get(1..text.len() - 1).unwrap_or_default(),
            TokenKind::Comment { closed: false } | TokenKind::LineComment | TokenKind::Escape => {
                text.get(1..).unwrap_or_default()
            }
            _ => text,
        }
    }
}

/// The kinds of tokens.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `[Name "value"]`, with its defect if there is one.
    Tag(TagToken),
    /// `12.`, `12...`, `12`: the number (saturating), and the number of dots directly after it.
    Number {
        /// The number.
        value: u32,
        /// The dots.
        dots: u32,
    },
    /// Dots alone: `...`.
    Dots,
    /// A run of symbol characters: a move, or other text.
    Symbol,
    /// `--`, `Z0` and the like: a null move.
    Null,
    /// `e.p.` that is not attached to a move.
    EnPassant,
    /// `$7`. `None` if no number from 0 to 255 follows `$`.
    Nag(Option<u8>),
    /// A glyph: `!`, `?!`, `+-`, with its NAG if it has one.
    Glyph(Option<u8>),
    /// `{…}`, possibly unclosed.
    Comment {
        /// Whether the closing brace is there.
        closed: bool,
    },
    /// `;` to the end of the line.
    LineComment,
    /// `%` in the first column, to the end of the line.
    Escape,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`, and other forms of these (`1/2`, `½-½`, `1:0`).
    Result {
        /// The outcome.
        outcome: Outcome,
        /// Whether it has the standard form.
        canonical: bool,
    },
    /// NUL and other control bytes.
    Control,
    /// A byte order mark or a no-break space: invisible, but not white space in PGN.
    Invisible,
    /// Unexpected bytes.
    Stray,
}
