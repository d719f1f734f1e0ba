//! Finds where a long text can be cut between games.

use memchr::{memchr2, memrchr, memrchr2};

use super::lexer::{LOOK_AHEAD, Lexer, after_empty_line};
use super::tag::{self, Likeness};

/// The result of [`last_cut`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A game starts at this offset, whatever is before and after: lexing both parts separately gives the
    /// tokens of the whole.
    At(usize),
    /// There is no such offset; read more.
    None,
}

/// The last offset in `text` at which a game certainly starts.
///
/// `more`: whether the input continues after `text`. An offset is certain if its line begins a tag pair after
/// a termination marker (or is `[Event "` after an empty line), and no comment is open there: the last brace
/// before it is not `{`, or the next one (within [`LOOK_AHEAD`]) is not `}`, so that even an open comment
/// would end there.
///
/// ```
/// use scorebook_pgn::{Cut, last_cut};
/// let text = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 {\n\n[Event \"quoted\"]\n} *\n\n";
/// assert_eq!(last_cut(text, false), Cut::At(22));
/// ```
#[must_use]
pub fn last_cut(text: &[u8], more: bool) -> Cut {
    // The look-ahead of every candidate must be inside the text.
    let mut end = if more { text.len().saturating_sub(LOOK_AHEAD) } else { text.len() };
    while let Some(newline) = memrchr(b'\n', &text[..end]) {
        end = newline;
        let at = newline + 1;
        if text.get(at) == Some(&b'[') && begins_game(text, at) && is_outside_comment(text, at) {
            return Cut::At(at);
        }
    }
    Cut::None
}

fn begins_game(text: &[u8], at: usize) -> bool {
    if tag::likeness(text, at) != Likeness::Pair {
        return false;
    }
    if text[at..].starts_with(b"[Event \"") && after_empty_line(text, at) {
        return true;
    }
    // After movetext, every tag pair begins a game; after tags or comments it may not.
    let before = text[..at].trim_ascii_end();
    let marker: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
    let Some(rest) = marker.iter().find_map(|marker| before.strip_suffix(*marker)) else { return false };
    if !rest.last().is_none_or(u8::is_ascii_whitespace) {
        return false;
    }
    let line = &before[memrchr(b'\n', before).map_or(0, |at| at + 1)..];
    // A tag pair that lost its quotes and its bracket may end like a game: `[A 1-0`.
    !line.starts_with(b"%")
        && !line.trim_ascii_start().starts_with(b"[")
        && !line.contains(&b';')
        && !line.contains(&b'"')
        // If this marker were inside an unclosed comment, the game might have no movetext.
        && memrchr2(b'{', b'}', before).is_none_or(|last| before[last] == b'}')
}

fn is_outside_comment(text: &[u8], at: usize) -> bool {
    let Some(last) = memrchr2(b'{', b'}', &text[..at]) else { return true };
    if text[last] == b'}' {
        return true;
    }
    let near = &text[at..text.len().min(at + LOOK_AHEAD)];
    memchr2(b'{', b'}', near).is_none_or(|next| near[next] == b'{')
}

/// The last offset at which a game starts in `text`, which begins with a game and continues after its end.
///
/// The lexer reads all of it, which is slower than [`last_cut`] but also finds games without a sign: after an
/// unclosed comment, without tags, or on the line of another game (only if they begin with a number, a letter
/// or `*` after white space, which have the same meaning everywhere).
///
/// ```
/// use scorebook_pgn::{LOOK_AHEAD, last_start};
/// let games = "1. e4 e5 *\n1. d4 { never closed\n";
/// let text = [games, "[Event \"a\"]\n[Site \"b\"]\n\n1. c4 ", &"{ }".repeat(LOOK_AHEAD)].concat();
/// assert_eq!(last_start(text.as_bytes()), Some(games.len()));
/// ```
#[must_use]
pub fn last_start(text: &[u8]) -> Option<usize> {
    let mut lexer = Lexer::new(text);
    let mut last = None;
    while lexer.begin_game() && lexer.offset() + LOOK_AHEAD <= text.len() {
        let at = lexer.offset();
        if at > 0 && lexes_alike(text[at - 1], text[at]) {
            last = Some(at);
        }
    }
    last
}

/// Whether a text that begins with `first` is lexed the same at the start of a text and after `before`.
fn lexes_alike(before: u8, first: u8) -> bool {
    before == b'\n' || before.is_ascii_whitespace() && (first.is_ascii_alphanumeric() || first == b'*')
}

/// The first offset at which a game starts in `text`, which begins inside a game.
#[must_use]
pub fn first_game(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'\n', text)
        .map(|newline| newline + 1)
        .find(|&at| text.get(at) == Some(&b'[') && begins_game(text, at))
}
