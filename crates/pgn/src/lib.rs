//! Reads PGN fast: tokens, strict SAN, and a compact board.
//!
//! [`Lexer`] splits bytes into tokens. It keeps the offset of everything and skips nothing silently.
//!
//! The lexer implements the grammar of the export and import formats of the PGN standard (Edwards, 1994,
//! <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>), and common deviations. It has no chess
//! rules: it does not decide whether a [`TokenKind::Symbol`] is a move. Every byte of the input is white
//! space or in exactly one token; unexpected bytes are [`TokenKind::Stray`].
//!
//! ```
//! use scorebook_pgn::{TokenKind, Lexer};
//! let text = b"[Event \"a \\\"b\\\"\"]\n\n1. e4 {best} e5 (1... c5) 2. P-KB4 1-0\n\n[Event \"c\"]\n\n*";
//! let mut lexer = Lexer::new(text);
//! let mut games = 0;
//! let mut symbols = Vec::new();
//! while lexer.begin_game() {
//!     games += 1;
//!     while let Some(token) = lexer.next_token() {
//!         match token.kind {
//!             TokenKind::Tag(tag) => assert!(tag.fault.is_none()),
//!             TokenKind::Symbol => symbols.push(std::str::from_utf8(token.text(text)).unwrap()),
//!             _ => {}
//!         }
//!     }
//! }
//! assert_eq!(games, 2);
//! assert_eq!(symbols, ["e4", "e5", "c5", "P-KB4"]);
//! ```
//!
//! # Games
//!
//! A game ends with its termination marker outside variations (comments and glyphs after the marker, and the
//! rest of its line, still belong to it), or before a tag pair after movetext, even inside variations. A line
//! that begins with `[Event "` after an empty line always begins a game, and so does, behind a tag section without
//! movetext, a tag of the roster that the section has had before.
//!
//! # Comments that are never closed
//!
//! An unclosed `{` must not swallow the following games. If a line inside a comment looks like a tag pair,
//! the next brace decides: `}` closes this comment, so the line is part of it; `{`, the end of the input, or
//! no brace within [`LOOK_AHEAD`] bytes means that the comment was never closed, and it ends before that
//! line.

mod block;
pub mod board;
mod class;
pub mod date;
pub mod fast_san;
mod lexer;
pub mod san;
mod split;
mod swallowed;
mod symbol;
mod tag;
mod token;

pub use block::ByteBlock;
pub use lexer::{LOOK_AHEAD, Lexer};
pub use split::{Cut, first_game, last_cut, last_start};
pub use swallowed::{may_begin_game, swallowed_tag};
pub use symbol::{glyph, informant, result_in};
pub use tag::{Guess, PlainTag, TagFault, TagToken, escape, unescape};
pub use token::{Token, TokenKind};

use scorebook_core::{international, skeleton, text};

use crate::text::Span;

/// The byte ranges of the games of a text, in order, from the first token to the last of each.
///
/// ```
/// let text = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
/// let games: Vec<_> = scorebook_pgn::games(text).collect();
/// assert_eq!(games.len(), 2);
/// assert!(text[games[1].range()].starts_with(b"[Event \"b\"]"));
/// ```
pub fn games(bytes: &[u8]) -> impl Iterator<Item = Span> + '_ {
    let mut lexer = Lexer::new(bytes);
    std::iter::from_fn(move || {
        if !lexer.begin_game() {
            return None;
        }
        let mut span = Span::at(lexer.offset());
        while let Some(token) = lexer.next_token() {
            span.end = token.span.end;
        }
        Some(span)
    })
}
