//! The quick way through plain movetext: numbers and clean moves straight from the bytes.
//!
//! Everything else ends it, with nothing of it taken, and goes the whole way: token, text,
//! skeleton. Both ways say the same of the same text.

use super::{Walk, comment};
use crate::text::Span;
use crate::verify::game::Packed;
use crate::verify::glimpse;
use crate::verify::line::{Back, Made, Stand};
use crate::verify::san::{self, CheckMark};

/// A move number as it is expected, to be compared with eight bytes of text at once.
#[derive(Copy, Clone)]
struct Number {
    digits: u64,
    /// How many.
    len: u32,
}

impl Number {
    fn new(mut value: u32) -> Number {
        let mut number = Number { digits: 0, len: 0 };
        loop {
            number.digits = number.digits << 8 | u64::from(b'0') | u64::from(value % 10);
            number.len += 1;
            value /= 10;
            if value == 0 {
                return number;
            }
        }
    }

    /// The next one.
    #[inline(always)]
    fn next(self, value: u32) -> Number {
        let last = 8 * (self.len - 1);
        if (self.digits >> last) as u8 == b'9' {
            return Number::new(value);
        }
        Number { digits: self.digits + (1 << last), ..self }
    }

    /// Bytes of the number and its dots, if `word` begins with them.
    #[inline(always)]
    fn begins(self, word: u64, dots: u32) -> Option<usize> {
        let len = self.len + dots;
        if len > 7 {
            return None;
        }
        let dotted = self.digits | (0x002e_2e2e >> (8 * (3 - dots))) << (8 * self.len);
        let mask = !(u64::MAX << (8 * len));
        ((word ^ dotted) & mask == 0).then_some(len as usize)
    }
}

#[inline(always)]
fn load(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[inline(always)]
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

impl Walk<'_, '_, '_> {
    /// Takes what is plain.
    #[inline]
    pub(super) fn quick(&mut self) {
        let wanted = !self.options.whole_way;
        if wanted && self.begun && self.marker.is_none() && self.too_deep == 0 && self.lexer.is_in_movetext()
        {
            self.plain_moves();
        }
    }

    fn plain_moves(&mut self) {
        let (bytes, mainline) = (self.bytes, self.outer.is_empty());
        let mut at = self.lexer.offset();
        let mut number = Number::new(self.line.number);
        while let Some(mut word) = load(bytes, at) {
            if is_space(word as u8) {
                at += 1;
                continue;
            }
            if word as u8 == b'{' {
                let Some(end) = self.plain_comment(at) else { break };
                at = end;
                self.span.end = end;
                continue;
            }
            let Stand::Board(board) = &mut self.line.now else { break };
            let is_black = self.line.turn.is_black();
            if let Some(len) = number.begins(word, if is_black { 3 } else { 1 }) {
                let mut next = at + len;
                let Some(mut after) = load(bytes, next) else { break };
                if is_space(after as u8) {
                    next += 1;
                    let Some(behind) = load(bytes, next) else { break };
                    after = behind;
                }
                if !(after as u8).is_ascii_alphabetic() || self.line.waiting.is_some() {
                    break;
                }
                self.line.waiting = Some(Span::new(at, at + len));
                self.span.end = at + len;
                (at, word) = (next, after);
            }
            let Some(seen) = glimpse::read(word) else { break };
            let Some(found) = board.find(&seen) else { break };
            let span = Span::new(at, at + seen.len);
            at = span.end;
            self.span.end = at;
            let undo = board.step(found.from, seen.to);
            self.line.back = Back::Step(undo);
            let mark = match (seen.check, seen.mate) {
                (false, _) => CheckMark::None,
                (_, false) => CheckMark::Check,
                _ => CheckMark::Mate,
            };
            self.line.made = Some(Made { span, mark, en_passant: false });
            let odd = (undo.is_capture() != seen.capture) | (board.is_check() != seen.check);
            if odd | found.overdone || (seen.mate && board.has_move()) {
                self.remark_on(span, found.overdone);
            }
            if mainline {
                self.mainline_plies += 1;
                if self.options.identities {
                    self.moves.push(Packed::plain(found.from, seen.to));
                }
                let Stand::Board(board) = &self.line.now else { break };
                let claim = self.draws.after(board);
                let bare = undo.is_capture() & (board.men_count() <= 4);
                if claim.is_some() | bare {
                    self.draw(claim, bare, span);
                }
            }
            self.line.advance();
            if is_black {
                number = number.next(self.line.number);
            }
        }
        self.lexer.go_on(at);
    }

    /// Takes a comment that there is nothing to say of; returns its end.
    #[inline(always)]
    fn plain_comment(&mut self, at: usize) -> Option<usize> {
        let plain = comment::plain(self.bytes, at)?;
        if let Some(clock) = plain.clock
            && self.outer.is_empty()
            && self.line.any
            && !self.clocks.shows(!self.line.turn, clock)
        {
            return None;
        }
        Some(plain.end)
    }

    /// What is wrong with the spelling of the move that was just made.
    #[cold]
    fn remark_on(&mut self, span: Span, overdone: bool) {
        let text = &self.bytes[span.range()];
        let Some((written, mark)) = san::read(text) else { return };
        let Stand::Board(before) = self.line.before() else { return };
        if let Ok(step) = before.resolve(&written) {
            self.remark(span, &written, mark, step.mv, overdone);
        }
    }
}
