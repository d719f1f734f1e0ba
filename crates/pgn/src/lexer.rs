//! The lexer.

use memchr::{memchr, memchr2};
use shakmaty::Outcome;

use super::class::{CLASS, CONTROL, DIGIT, HARD, INSIDE, PLAIN, SAN, SPACE, STOP, SYMBOL};
use super::tag::{self, Likeness};
use super::token::{Token, TokenKind};
use super::{Guess, PlainTag, TagToken, symbol};
use crate::text::Span;

/// How far the lexer looks for a brace to tell a comment that quotes a tag pair from one that was
/// never closed, in bytes.
pub const LOOK_AHEAD: usize = 64 << 10;

/// Where in a game the lexer is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// Between games.
    Between,
    /// Nothing of the game was read.
    Fresh,
    /// Comments or tags were read.
    Tags,
    /// Movetext was read.
    Moves,
    /// The termination marker was read.
    Ended,
}

/// Cuts PGN into tokens, game by game. See the [module](super) for the rules and an example.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    stage: Stage,
    /// Open variations of the game.
    depth: u32,
    /// Where the line of the termination marker ends, once that was read.
    tail: usize,
    /// From a `[` that was read to here no `]` stands.
    barren: usize,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of `bytes`.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Lexer<'a> {
        Lexer { bytes, at: 0, stage: Stage::Between, depth: 0, tail: 0, barren: 0 }
    }

    /// The bytes that are cut.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Where the next token is looked for.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// How many variations are open.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether plain movetext may follow, which a reader may take without the lexer's help; see
    /// [`Lexer::go_on`].
    #[inline]
    #[must_use]
    pub fn is_in_movetext(&self) -> bool {
        self.stage == Stage::Moves
    }

    /// Goes on at that offset, inside so many variations: what lies before it was movetext without a
    /// termination marker.
    #[inline]
    pub fn go_on(&mut self, at: usize, depth: u32) {
        self.at = at;
        self.depth = depth;
    }

    /// Goes to the next game; false at the end of the input. Tokens of the game before that were
    /// not taken are skipped.
    pub fn begin_game(&mut self) -> bool {
        while self.stage != Stage::Between && self.next_token().is_some() {}
        self.skip_space();
        self.depth = 0;
        self.stage = Stage::Fresh;
        self.at < self.bytes.len()
    }

    /// The next token of the game; `None` at its end.
    #[inline]
    pub fn next_token(&mut self) -> Option<Token> {
        self.skip_space();
        let start = self.at;
        let &first = self.bytes.get(start)?;
        let class = CLASS[usize::from(first)];
        if class == SAN && self.stage == Stage::Moves {
            // The fast path: a clean SAN move.
            let mut at = start + 1;
            let mut seen = 0;
            loop {
                let inside = self.bytes.get(at).map_or(STOP, |&b| INSIDE[usize::from(b)]);
                if inside == STOP {
                    break;
                }
                seen |= inside;
                at += 1;
            }
            // A lone `N` is a glyph and `ep` belongs to the move before it.
            let odd = at - start < 2 || self.bytes[start + 1] == b'p';
            if seen == PLAIN && !odd && self.bytes.get(at).is_none_or(|&b| CLASS[usize::from(b)] == SPACE) {
                self.at = at;
                return Some(Token { kind: TokenKind::Symbol, span: Span::new(start, at) });
            }
        }
        if class == DIGIT && self.stage == Stage::Moves {
            // `12.` and then something else.
            let mut value = u32::from(first - b'0');
            let mut at = start + 1;
            while let Some(&byte) = self.bytes.get(at).filter(|b| b.is_ascii_digit() && at < start + 4) {
                value = value * 10 + u32::from(byte - b'0');
                at += 1;
            }
            if self.bytes.get(at) == Some(&b'.')
                && self.bytes.get(at + 1).is_some_and(|&b| matches!(CLASS[usize::from(b)], SAN | SPACE))
            {
                self.at = at + 1;
                let kind = TokenKind::Number { value, dots: 1 };
                return Some(Token { kind, span: Span::new(start, at + 1) });
            }
        }
        if first == b'['
            && self.is_next_tag(start)
            && let Some(tag) = tag::plain(self.bytes, start, None)
        {
            self.stage = Stage::Tags;
            self.at = tag.span.end;
            return Some(Token { kind: TokenKind::Tag(tag.token), span: tag.span });
        }
        self.slow_token(start, first, class)
    }

    /// The next tag pair, perhaps of the name that is guessed, if it is plainly spelled and stands on the first line or on that
    /// after another tag; anything else is left to [`Lexer::next_token`], with nothing of it taken.
    #[inline(always)]
    pub fn plain_tag(&mut self, guess: Option<&Guess>) -> Option<PlainTag> {
        let start = match (self.stage, self.bytes.get(self.at..)?) {
            (Stage::Fresh, [b'[', ..]) if self.is_next_tag(self.at) => self.at,
            (Stage::Tags, [b'\n', b'[', ..]) if self.bytes[..self.at].last() == Some(&b']') => self.at + 1,
            (Stage::Tags, [b'\r', b'\n', b'[', ..]) if self.bytes[..self.at].last() == Some(&b']') => {
                self.at + 2
            }
            _ => return None,
        };
        let tag = tag::plain(self.bytes, start, guess)?;
        self.stage = Stage::Tags;
        self.at = tag.span.end;
        Some(tag)
    }

    /// Goes to the first move number where the movetext plainly begins: with a 1 after the tags and an
    /// empty line. Nothing of the movetext is taken.
    #[inline(always)]
    pub fn plain_movetext(&mut self) -> bool {
        let space = match self.rest(self.at) {
            [b'\n', b'\n', b'1', b'.', ..] => 2,
            [b'\r', b'\n', b'\r', b'\n', b'1', b'.', ..] => 4,
            _ => return false,
        };
        let begins = self.stage == Stage::Tags;
        if begins {
            self.at += space;
            self.stage = Stage::Moves;
        }
        begins
    }

    /// The termination marker and its span, if it is plainly spelled, after white space and at the end of
    /// its line; anything else is left to [`Lexer::next_token`], with nothing of it taken.
    #[inline(always)]
    pub fn plain_result(&mut self) -> Option<(Outcome, Span)> {
        let (before, rest) = self.bytes.split_at_checked(self.at)?;
        let (outcome, len) = symbol::plain_result(rest)?;
        let end = match rest.get(len..)? {
            [b'\n', ..] => 0,
            [b'\r', b'\n', ..] => 1,
            _ => return None,
        };
        if self.stage != Stage::Moves || self.depth > 0 || !matches!(before, [.., b' ' | b'\n']) {
            return None;
        }
        let span = Span::new(self.at, self.at + len);
        (self.at, self.tail, self.stage) = (span.end, span.end + end, Stage::Ended);
        Some((outcome, span))
    }

    /// Whether a `[` plainly continues with the tag section: on the first line, or on that after
    /// another tag.
    #[inline(always)]
    fn is_next_tag(&self, start: usize) -> bool {
        match self.stage {
            Stage::Fresh => start == 0 || self.bytes[start - 1] == b'\n',
            Stage::Tags => {
                matches!(self.bytes[..start], [.., b']', b'\n'] | [.., b']', b'\r', b'\n'])
            }
            _ => false,
        }
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if CLASS[usize::from(byte)] != SPACE {
                break;
            }
            self.at += 1;
        }
    }

    /// Anything but a clean SAN move in movetext.
    fn slow_token(&mut self, start: usize, first: u8, class: u8) -> Option<Token> {
        if self.stage == Stage::Between || self.ends_before(start, first, class) {
            self.stage = Stage::Between;
            return None;
        }
        let headless =
            (self.stage == Stage::Tags && matches!(class, SAN | SYMBOL) && begins_line(self.bytes, start))
                .then(|| tag::headless(self.bytes, start))
                .flatten();
        let (kind, end) = match class {
            _ if let Some((tag, end)) = headless => (TokenKind::Tag(tag), end),
            SAN | SYMBOL => self.symbol(start),
            DIGIT => self.number(start),
            CONTROL => (TokenKind::Control, self.run(start, |b| CLASS[usize::from(b)] == CONTROL)),
            _ => self.punctuation(start, first),
        };
        self.at = end;
        self.advance(kind, end);
        Some(Token { kind, span: Span::new(start, end) })
    }

    /// Whether the game ended before the token at `start`.
    fn ends_before(&self, start: usize, first: u8, class: u8) -> bool {
        if first == b'[' {
            return match self.stage {
                Stage::Between | Stage::Fresh => false,
                Stage::Tags => {
                    self.bytes[start..].starts_with(b"[Event \"") && after_empty_line(self.bytes, start)
                }
                Stage::Moves => {
                    begins_line(self.bytes, start) && tag::likeness(self.bytes, start) == Likeness::Pair
                }
                Stage::Ended => {
                    self.bytes.get(start + 1).is_some_and(u8::is_ascii_alphabetic)
                        || tag::likeness(self.bytes, start) != Likeness::None
                }
            };
        }
        if self.stage != Stage::Ended {
            return false;
        }
        match first {
            b'{' | b';' | b'$' => false,
            b'%' => !begins_line(self.bytes, start),
            // The rest of the line is litter of this game, but a move number begins another.
            _ => {
                start >= self.tail
                    || (class == DIGIT && matches!(self.number(start).0, TokenKind::Number { .. }))
            }
        }
    }

    /// Notes what the token means for the course of the game.
    #[inline]
    fn advance(&mut self, kind: TokenKind, end: usize) {
        match kind {
            TokenKind::Open => self.depth = self.depth.saturating_add(1),
            TokenKind::Close => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.stage = match (self.stage, kind) {
            (Stage::Ended, _) => Stage::Ended,
            (_, TokenKind::Result { .. }) if self.depth == 0 => {
                // Games may follow each other on one line.
                if self.tail < end {
                    self.tail = end + memchr(b'\n', &self.bytes[end..]).unwrap_or(self.bytes.len() - end);
                }
                Stage::Ended
            }
            (Stage::Moves, _) => Stage::Moves,
            (
                _,
                TokenKind::Tag(_)
                | TokenKind::Comment { .. }
                | TokenKind::LineComment
                | TokenKind::Escape
                | TokenKind::Control
                | TokenKind::Invisible
                | TokenKind::Stray,
            ) => Stage::Tags,
            _ => Stage::Moves,
        };
    }

    fn run(&self, start: usize, inside: impl Fn(u8) -> bool) -> usize {
        let mut end = start + 1;
        while self.bytes.get(end).is_some_and(|&b| inside(b)) {
            end += 1;
        }
        end
    }

    fn rest(&self, at: usize) -> &'a [u8] {
        self.bytes.get(at..).unwrap_or_default()
    }

    fn symbol(&self, start: usize) -> (TokenKind, usize) {
        let rest = self.rest(start);
        match rest[0] {
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

    fn number(&self, start: usize) -> (TokenKind, usize) {
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

    fn punctuation(&mut self, start: usize, first: u8) -> (TokenKind, usize) {
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
                    // `$-1`, `$x`: what is stuck to the sign goes with it.
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
        // Where the next brace stands that is known to close.
        let mut closing = 0;
        while let Some(found) = memchr2(b'}', b'\n', self.rest(at)) {
            at += found + 1;
            if self.bytes[at - 1] == b'}' {
                return (TokenKind::Comment { closed: true }, at);
            }
            if self.bytes.get(at) == Some(&b'[')
                && at > closing
                && tag::likeness(self.bytes, at) == Likeness::Pair
            {
                match closes_within(self.rest(at)) {
                    Some(near) => closing = at + near,
                    None => return (TokenKind::Comment { closed: false }, trim_end(self.bytes, start, at)),
                }
            }
        }
        (TokenKind::Comment { closed: false }, trim_end(self.bytes, start, self.bytes.len()))
    }
}

/// Where the next brace is, if it closes: see [`LOOK_AHEAD`].
fn closes_within(rest: &[u8]) -> Option<usize> {
    let near = &rest[..rest.len().min(LOOK_AHEAD)];
    memchr2(b'{', b'}', near).filter(|&at| near[at] == b'}')
}

/// `end`, without the white space before it.
fn trim_end(bytes: &[u8], start: usize, end: usize) -> usize {
    start + bytes[start..end].trim_ascii_end().len()
}

/// Whether only spaces stand before `at` on its line.
fn begins_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
    before.is_none_or(|&b| b == b'\n' || b == b'\r')
}

fn begins_at_margin(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| matches!(bytes[before], b'\n' | b'\r'))
}

/// Whether `at` is the first byte of a line that follows an empty one.
pub(super) fn after_empty_line(bytes: &[u8], at: usize) -> bool {
    let mut ends = 0;
    for &byte in bytes[..at].iter().rev() {
        match byte {
            b'\n' => ends += 1,
            b'\r' | b' ' | b'\t' if ends > 0 => {}
            b'\r' => {}
            _ => return ends > 1,
        }
        if ends > 1 {
            return true;
        }
    }
    true
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
