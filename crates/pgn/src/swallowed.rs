//! Finds games inside an unclosed comment.

use memchr::memchr_iter;

use super::lexer::MARKS;
use super::tag::{self, Likeness};

/// The offset of a tag pair in the text of a comment at which a game may begin: at the start of a line, or
/// after a result.
///
/// ```
/// use scorebook_pgn::swallowed_tag;
/// assert_eq!(swallowed_tag(b"good e5 1-0\n\n[Event \"x\"]\n\n1. d4"), Some(13));
/// assert_eq!(swallowed_tag(b"good e5 1-0 [Event \"x\"]"), Some(12));
/// assert_eq!(swallowed_tag("good e5\n\u{feff}[Event \"x\"]".as_bytes()), Some(11));
/// assert_eq!(swallowed_tag(b"see [Fine \"Endings\"], [%clk 0:01:00]"), None);
/// ```
#[must_use]
pub fn swallowed_tag(text: &[u8]) -> Option<usize> {
    memchr_iter(b'[', text)
        .find(|&at| may_begin_game(&text[..at]) && tag::likeness(text, at) == Likeness::Pair)
}

/// Whether a tag pair after this text would be at the start of a line or after a result.
#[inline]
#[must_use]
pub fn may_begin_game(before: &[u8]) -> bool {
    // Files that were joined have a byte order mark before each part.
    let before = MARKS.iter().fold(before, |text, mark| text.strip_suffix(*mark).unwrap_or(text));
    let last = before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    match last {
        Some(b'\n') => true,
        Some(b'0' | b'1' | b'2' | b'*') => behind_result(before.trim_ascii_end()),
        _ => false,
    }
}

fn behind_result(text: &[u8]) -> bool {
    let rest = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].iter().find_map(|marker| text.strip_suffix(*marker));
    rest.is_some_and(|rest| rest.last().is_none_or(u8::is_ascii_whitespace))
}
