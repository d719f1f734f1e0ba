//! The lexer: the stages of a game and the fast path. [`slow`] reads the tokens that the fast path does not.

mod slow;

use memchr::{memchr, memmem};
use shakmaty::Outcome;

use super::class::{CLASS, CONTROL, DIGIT, INSIDE, PLAIN, SAN, SPACE, STOP, SYMBOL};
use super::tag::{self, Likeness};
use super::token::{Token, TokenKind};
use super::{Guess, PlainTag, symbol};
use crate::text::Span;

pub use slow::LOOK_AHEAD;

/// The part of a game that was read last.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// Between games.
    Between,
    /// At the start of a game, before its first token.
    Fresh,
    /// In the tag section.
    Tags,
    /// In the movetext.
    Moves,
    /// After the termination marker.
    Ended,
}

/// How tag pairs of the roster begin.
const ROSTER: [&[u8]; 7] =
    [b"[Event \"", b"[Site \"", b"[Date \"", b"[Round \"", b"[White \"", b"[Black \"", b"[Result \""];

/// Cuts PGN into tokens, game by game. See the [module](super) for the rules and an example.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Where the game begins.
    begun: usize,
    stage: Stage,
    /// Number of open variations.
    depth: u32,
    /// End of the line that holds the termination marker; 0 before that was read.
    tail: usize,
    /// No `]` lies between the last `[` and this offset.
    barren: usize,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of `bytes`.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Lexer<'a> {
        Lexer { bytes, at: 0, begun: 0, stage: Stage::Between, depth: 0, tail: 0, barren: 0 }
    }

    /// The input.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The offset from which the next token is looked for, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// Number of open variations.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// True in movetext. A caller may then read plain movetext itself and report how far it came with
    /// [`Lexer::go_on`].
    #[inline]
    #[must_use]
    pub fn is_in_movetext(&self) -> bool {
        self.stage == Stage::Moves
    }

    /// Continues at byte `at`, inside `depth` variations. The caller has read the movetext before `at`, and no
    /// termination marker was in it.
    #[inline]
    pub fn go_on(&mut self, at: usize, depth: u32) {
        self.at = at;
        self.depth = depth;
    }

    /// Moves to the next game; false at the end of the input. Unread tokens of the current game are
    /// skipped.
    pub fn begin_game(&mut self) -> bool {
        while self.stage != Stage::Between && self.next_token().is_some() {}
        self.skip_space();
        self.depth = 0;
        self.begun = self.at;
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
            // A lone `N` is a glyph, and `ep` is a suffix of the move before it.
            let odd = at - start < 2 || self.bytes[start + 1] == b'p';
            if seen == PLAIN && !odd && self.bytes.get(at).is_none_or(|&b| CLASS[usize::from(b)] == SPACE) {
                self.at = at;
                return Some(Token { kind: TokenKind::Symbol, span: Span::new(start, at) });
            }
        }
        if class == DIGIT && self.stage == Stage::Moves {
            // `12.` followed by a move or a space.
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

    /// The next tag pair, if it has the standard form and is on the first line of the game or on the line after
    /// another tag; otherwise `None`, and the lexer does not move. `guess`: the name it is likely to have.
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

    /// Moves to the first move number if `1.` follows the tags and an empty line; otherwise false, and the lexer
    /// does not move.
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

    /// The termination marker and its span, if it has the standard form, follows white space and ends its line;
    /// otherwise `None`, and the lexer does not move.
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

    /// Whether a `[` at `start` is on the first line of the game or on the line after another tag.
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

    /// The token at `start`, when the fast path did not match.
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
                    after_empty_line(self.bytes, start)
                        && (self.bytes[start..].starts_with(b"[Event \"") || self.repeats_roster(start))
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
            return matches!(first, 0xef | 0xc3) && self.marked_game(start);
        }
        match first {
            b'{' | b';' | b'$' => false,
            b'%' => !begins_line(self.bytes, start),
            // The rest of the line belongs to this game, but a move number begins another.
            _ => {
                start >= self.tail
                    || (class == DIGIT && matches!(self.number(start).0, TokenKind::Number { .. }))
            }
        }
    }

    /// Whether a byte order mark at `start`, perhaps encoded twice, stands where a tag pair behind it begins another game: files
    /// that were joined have one before each part.
    #[cold]
    fn marked_game(&self, start: usize) -> bool {
        let at = start + slow::byte_order_marks(self.rest(start));
        let is_pair = at > start && self.bytes.get(at) == Some(&b'[');
        is_pair
            && match self.stage {
                Stage::Moves => {
                    begins_line(self.bytes, start) && tag::likeness(self.bytes, at) == Likeness::Pair
                }
                Stage::Tags => after_empty_line(self.bytes, start) && self.rest(at).starts_with(b"[Event \""),
                _ => false,
            }
    }

    /// Whether the tag pair at `start` has a name of the roster that the section has had before: a game without movetext
    /// ends here, and the next begins.
    #[cold]
    fn repeats_roster(&self, start: usize) -> bool {
        let rest = &self.bytes[start..];
        let Some(opening) = ROSTER.iter().find(|opening| rest.starts_with(opening)) else { return false };
        let section = self.bytes.get(self.begun..start).unwrap_or_default();
        memmem::find_iter(section, opening).any(|at| begins_line(section, at))
    }

    /// Updates stage and depth after a token.
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
}

/// A byte order mark, and one that was encoded twice.
pub(super) const MARKS: [&[u8]; 2] = [b"\xef\xbb\xbf", "\u{ef}\u{bb}\u{bf}".as_bytes()];

/// Whether only spaces and tabs come before `at` on its line.
fn begins_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
    before.is_none_or(|&b| b == b'\n' || b == b'\r')
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
