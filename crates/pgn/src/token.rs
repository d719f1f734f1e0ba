//! What the lexer cuts out.

use shakmaty::Outcome;

use super::TagToken;
use crate::text::Span;

/// A token and its place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands in the bytes given to the lexer.
    pub span: Span,
}

impl Token {
    /// The bytes of the token.
    #[must_use]
    pub fn text<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        bytes.get(self.span.range()).unwrap_or_default()
    }

    /// The text of a comment (brace or rest of line) without its delimiters, as bytes.
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
    /// `[Name "value"]`, with what is wrong with it.
    Tag(TagToken),
    /// `12.`, `12...`, `12`: the number (saturating) and how many dots are stuck to it.
    Number {
        /// The number.
        value: u32,
        /// The dots.
        dots: u32,
    },
    /// Dots on their own: `...`.
    Dots,
    /// A run of symbol characters: a move, or what stands in its place.
    Symbol,
    /// `--`, `Z0` and the like: a move that is none.
    Null,
    /// `e.p.` on its own, or stuck to no move.
    EnPassant,
    /// `$7`. `None` where no number from 0 to 255 follows the dollar sign.
    Nag(Option<u8>),
    /// A written glyph: `!`, `?!`, `+-`, with its NAG where it has one.
    Glyph(Option<u8>),
    /// `{…}`; not closed where the braces end before their closing one.
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
    /// `1-0`, `0-1`, `1/2-1/2`, `*`; not canonical where it is spelled otherwise (`1/2`, `½-½`, `1:0`).
    Result {
        /// What it says.
        outcome: Outcome,
        /// Whether it is spelled as the standard wants it.
        canonical: bool,
    },
    /// NUL and other control bytes.
    Control,
    /// A byte order mark, or a no-break space: invisible, but no white space of PGN.
    Invisible,
    /// Bytes that fit nothing.
    Stray,
}
