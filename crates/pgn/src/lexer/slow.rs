//! The slow path of the lexer: where a token of each kind ends.

use memchr::{memchr, memchr2};
use shakmaty::Outcome;

use super::{Lexer, MARKS, Stage, begins_line};
use crate::class::{CLASS, CONTROL, HARD, INSIDE, STOP};
use crate::tag::{self, Likeness};
use crate::{TagToken, TokenKind, symbol};

/// Bytes within which a brace must follow to tell a comment that quotes a tag pair from one that was
/// never closed.
pub const LOOK_AHEAD: usize = 64 << 10;

impl Lexer<'_> {
    /// The token that begins at `start` with a letter or a byte that is not ASCII, and its end.
    pub(super) fn symbol(&self, start: usize) -> (TokenKind, usize) {
        let rest = self.rest(start);
        match rest[0] {
            // A byte order mark that was encoded twice.
            0xc3 if rest.starts_with("\u{ef}\u{bb}\u{bf}".as_bytes()) => {
                return (TokenKind::Invisible, start + 6);
            }
            0xc2 | 0xe2 | 0xef => {
                if let Some((kind, len)) = symbol::result(rest) {
                    return (kind, start + len);
                }
                if let Some((_, len)) = symbol::informant(rest) {
                    return (TokenKind::Glyph(None), start + len);
                }
                if rest.starts_with(b"\xef\xbb\xbf") {
                    return (TokenKind::Invisible, start + 3);
                }
                if rest.starts_with(b"\xc2\xa0") {
                    return (TokenKind::Invisible, start + 2);
                }
                if rest.starts_with("…".as_bytes()) {
                    return (TokenKind::Dots, start + 3);
                }
            }
            b'e' | b'E' if rest.get(1) == Some(&b'.') => {
                if let Some(len) = en_passant(rest) {
                    return (TokenKind::EnPassant, start + len);
                }
            }
            _ => {}
        }
        let mut seen = 0;
        let mut end = start;
        while let Some(&byte) = self.bytes.get(end) {
            let inside = INSIDE[usize::from(byte)];
            // A no-break space ends a symbol like any other space, and so does a byte order mark.
            let space = match byte {
                0xc2 => self.rest(end).starts_with(b"\xc2\xa0"),
                0xef => self.rest(end).starts_with(b"\xef\xbb\xbf"),
                _ => false,
            };
            if inside == STOP || space && end > start {
                break;
            }
            seen |= inside;
            end += 1;
        }
        match self.bytes.get(end) {
            // `e8(Q)`
            Some(b'(')
                if matches!(
                    self.rest(end + 1),
                    [b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', ..]
                ) =>
            {
                end = self.run(end + 2, |b| matches!(b, b'+' | b'#'));
            }
            // `exd6e.p.`: the last letter of the symbol is the e of `e.p.`
            Some(b'.') if matches!(self.bytes[end - 1], b'e' | b'E') => {
                if let Some(len) = en_passant(self.rest(end - 1)) {
                    end = self.run(end - 2 + len, |b| matches!(b, b'+' | b'#'));
                }
            }
            // `e42.`: the digits after the square are the number of the next move.
            Some(b'.') => {
                let digits = self.bytes[start..end].iter().rev().take_while(|b| b.is_ascii_digit()).count();
                let head = &self.bytes[start..end - digits];
                let ends = matches!(head, [.., b'+' | b'#' | b'O'] | [.., b'=', b'Q' | b'R' | b'B' | b'N']);
                let own = usize::from(!ends);
                if digits > own && !head.is_empty() {
                    end -= digits - own;
                }
            }
            _ => {}
        }
        // A control byte has perhaps taken the place of the rest of a move.
        let cut = self.bytes.get(end).is_some_and(|&b| CLASS[usize::from(b)] == CONTROL);
        if &self.bytes[start..end] == b"N" && cut {
            return (TokenKind::Symbol, end);
        }
        if &self.bytes[start..end] == b"D" {
            return (TokenKind::Glyph(None), end);
        }
        if seen & HARD != 0 {
            end -= symbol::glued_result(&self.bytes[start..end]);
        }
        (symbol::special(&self.bytes[start..end]), end)
    }

    /// The token that begins at `start` with a digit, and its end.
    pub(super) fn number(&self, start: usize) -> (TokenKind, usize) {
        let rest = self.rest(start);
        if matches!(
            rest,
            [b'0' | b'1', b'-' | b'/' | b':' | 0xe2, ..] | [b'0', b'.', ..] | [b'0' | b'1', b' ', b'-', ..]
        ) && let Some((kind, len)) = symbol::result(rest)
        {
            return (kind, start + len);
        }
        let mut end = start;
        let mut value = 0u32;
        while let Some(&byte) = self.bytes.get(end).filter(|b| b.is_ascii_digit()) {
            value = value.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
            end += 1;
        }
        if self.bytes.get(end) == Some(&b'-') && value == 0 {
            // Castling with zeros.
            return self.symbol_from(start);
        }
        let digits = &self.bytes[start..end];
        if digits == b"0000"
            && self.bytes.get(end).is_none_or(|&b| INSIDE[usize::from(b)] == STOP && b != b'.')
        {
            return (TokenKind::Null, end);
        }
        let numeric =
            digits.len() >= 4 && digits.len() <= 5 && digits[..4].iter().all(|b| (b'1'..=b'8').contains(b));
        if numeric && self.bytes.get(end) != Some(&b'.') {
            // ICCF numeric notation.
            return self.symbol_from(start);
        }
        if digits.len() == 1
            && let [b'a'..=b'i', b'1'..=b'9', b'a'..=b'i', rest @ ..] = self.rest(end)
            && !rest.first().is_some_and(u8::is_ascii_digit)
        {
            // A move of shogi by its squares: `7g7f`.
            return self.symbol_from(start);
        }
        let mut dots = 0u32;
        loop {
            let rest = self.rest(end);
            if rest.first() == Some(&b'.') {
                dots = dots.saturating_add(1);
                end += 1;
            } else if rest.first() == Some(&0xe2) && rest.starts_with("…".as_bytes()) {
                dots = dots.saturating_add(3);
                end += 3;
            } else {
                return (TokenKind::Number { value, dots }, end);
            }
        }
    }

    /// A symbol that begins with a digit.
    fn symbol_from(&self, start: usize) -> (TokenKind, usize) {
        (TokenKind::Symbol, self.run(start, |b| INSIDE[usize::from(b)] != STOP))
    }

    /// The token that begins at `start` with a sign or a bracket, and its end.
    pub(super) fn punctuation(&mut self, start: usize, first: u8) -> (TokenKind, usize) {
        let next = start + 1;
        match first {
            b'{' => self.brace_comment(start),
            b';' => (TokenKind::LineComment, self.line_end(start)),
            b'%' if begins_at_margin(self.bytes, start) => (TokenKind::Escape, self.line_end(start)),
            b'(' => (TokenKind::Open, next),
            b')' => (TokenKind::Close, next),
            b'$' => {
                let mut end = self.run(start, |b| b.is_ascii_digit());
                if end == next {
                    // `$-1`, `$x`: the token extends to the next space.
                    end = self.run(start, |b| b.is_ascii_alphanumeric() || b == b'-');
                }
                let digits = std::str::from_utf8(&self.bytes[next..end]).unwrap_or_default();
                (TokenKind::Nag(digits.parse().ok()), end)
            }
            b'.' => (TokenKind::Dots, self.run(start, |b| b == b'.')),
            b'*' => (TokenKind::Result { outcome: Outcome::Unknown, canonical: true }, next),
            b'[' => self.bracket(start),
            b'!' | b'?' => {
                let end = self.run(start, |b| matches!(b, b'!' | b'?'));
                (TokenKind::Glyph(symbol::glyph(&self.bytes[start..end])), end)
            }
            b'+' if promoted_man(self.rest(start)) => (TokenKind::Symbol, self.symbol(next).1),
            b'-' | b'+' | b'=' | b'/' | b'~' | b'#' => {
                let end = self.run(start, |b| matches!(b, b'-' | b'+' | b'=' | b'/' | b'~' | b'#'));
                let run = &self.bytes[start..end];
                if run == b"--" {
                    return (TokenKind::Null, end);
                }
                match symbol::glyph(run) {
                    Some(nag) => (TokenKind::Glyph(Some(nag)), end),
                    None => (TokenKind::Stray, end),
                }
            }
            _ => (TokenKind::Stray, self.run(start, |b| b == first)),
        }
    }

    fn bracket(&mut self, start: usize) -> (TokenKind, usize) {
        let wanted = match self.stage {
            Stage::Moves | Stage::Ended => None,
            _ if begins_line(self.bytes, start) || self.bytes[start - 1] == b']' => Some(Likeness::Letter),
            _ => Some(Likeness::Pair),
        };
        if wanted.is_some_and(|wanted| tag::likeness(self.bytes, start) >= wanted) {
            let (tag, end) = tag::read(self.bytes, start);
            return (TokenKind::Tag(TagToken { ..tag }), end.max(start + 1));
        }
        // To the closing bracket on the line, or else only the bracket itself.
        if start >= self.barren {
            let end = memchr2(b']', b'\n', self.rest(start)).map_or(self.bytes.len(), |at| start + at);
            if self.bytes.get(end) == Some(&b']') {
                return (TokenKind::Stray, end + 1);
            }
            self.barren = end;
        }
        (TokenKind::Stray, start + 1)
    }

    fn line_end(&self, start: usize) -> usize {
        let rest = self.rest(start);
        let end = memchr(b'\n', rest).unwrap_or(rest.len());
        start + if end > 0 && rest[end - 1] == b'\r' { end - 1 } else { end }
    }

    fn brace_comment(&self, start: usize) -> (TokenKind, usize) {
        let mut at = start + 1;
        // Offset of the next brace, known to close.
        let mut closing = 0;
        while let Some(found) = memchr2(b'}', b'\n', self.rest(at)) {
            at += found + 1;
            if self.bytes[at - 1] == b'}' {
                return (TokenKind::Comment { closed: true }, at);
            }
            // The text of another file, with its byte order mark, may have been appended.
            let tag = at + byte_order_marks(self.rest(at));
            if self.bytes.get(tag) == Some(&b'[')
                && at > closing
                && tag::likeness(self.bytes, tag) == Likeness::Pair
            {
                match closes_within(self.rest(tag)) {
                    Some(near) => closing = tag + near,
                    None => return (TokenKind::Comment { closed: false }, trim_end(self.bytes, start, at)),
                }
            }
        }
        (TokenKind::Comment { closed: false }, trim_end(self.bytes, start, self.bytes.len()))
    }
}

/// Length of the byte order marks that `rest` begins with, also of those that were encoded twice.
pub(super) fn byte_order_marks(rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some(mark) = MARKS.iter().find(|mark| rest[at..].starts_with(mark)) {
        at += mark.len();
    }
    at
}

/// Offset in `rest` of its first brace within [`LOOK_AHEAD`] bytes, if that closes a comment.
fn closes_within(rest: &[u8]) -> Option<usize> {
    let near = &rest[..rest.len().min(LOOK_AHEAD)];
    memchr2(b'{', b'}', near).filter(|&at| near[at] == b'}')
}

/// The end of `start..end` without the white space at its end.
fn trim_end(bytes: &[u8], start: usize, end: usize) -> usize {
    start + bytes[start..end].trim_ascii_end().len()
}

fn begins_at_margin(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| matches!(bytes[before], b'\n' | b'\r'))
}

/// Whether a move of a promoted piece of shogi begins here: `+Bx66`, `+R-51`, `+Pe4`.
fn promoted_man(rest: &[u8]) -> bool {
    matches!(rest, [b'+', b'A'..=b'Z', b'x' | b'-' | b'*' | b'@' | b'a'..=b'p' | b'1'..=b'9', ..])
}

/// Length of `e.p.`, `e.p`, `e. p.` at the start of `text`.
fn en_passant(text: &[u8]) -> Option<usize> {
    let spelled = |pattern: &[u8]| text.get(..pattern.len()).is_some_and(|t| t.eq_ignore_ascii_case(pattern));
    if spelled(b"e.p.") {
        Some(4)
    } else if spelled(b"e.p") && !text.get(3).is_some_and(u8::is_ascii_alphanumeric) {
        Some(3)
    } else {
        None
    }
}
