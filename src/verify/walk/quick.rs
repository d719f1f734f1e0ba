//! The quick way through plain movetext: numbers, clean moves, plain comments, NAGs, variations and
//! castling straight from the bytes.
//!
//! Everything else ends it, with nothing of it taken, and goes the whole way: token, text,
//! skeleton. Both ways say the same of the same text.

use shakmaty::Color;

use super::{MOST_OPEN, Walk, comment};
use crate::text::Span;
use crate::verify::board::Undo;
use crate::verify::game::Packed;
use crate::verify::glimpse;
use crate::verify::line::{Back, Line, Made, Stand};
use crate::verify::san::{self, CheckMark};

/// A move number as it is expected, with its dots, to be compared with eight bytes of text at once.
#[derive(Copy, Clone)]
struct Number {
    value: u32,
    /// How many digits.
    len: u32,
    /// Before a move of White: `12.`
    white: u64,
    /// Before a move of Black: `12...`
    black: u64,
}

impl Number {
    /// Numbers of more digits are left to the whole way.
    const LONGEST: u32 = 4;

    #[inline]
    fn new(value: u32) -> Number {
        let (digits, len) = match DIGITS.get(value as usize) {
            Some(&digits) => (u64::from(digits) & 0xff_ffff, digits >> 24),
            None => spell_long(value),
        };
        let dots = 0x2e << (8 * len);
        Number { value, len, white: digits | dots, black: digits | dots | dots << 8 | dots << 16 }
    }

    /// The next one.
    #[inline(always)]
    fn next(self) -> Number {
        let last = 8 * (self.len - 1);
        if (self.white >> last) as u8 == b'9' {
            return Number::new(self.value.saturating_add(1));
        }
        let one = 1 << last;
        Number { value: self.value + 1, white: self.white + one, black: self.black + one, ..self }
    }

    /// Bytes of the number and its dots, if `word` begins with them.
    #[inline(always)]
    fn begins(self, word: u64, black: bool) -> Option<usize> {
        let (wanted, len) = if black { (self.black, self.len + 3) } else { (self.white, self.len + 1) };
        if self.len > Number::LONGEST {
            return None;
        }
        ((word ^ wanted) << (64 - 8 * len) == 0).then_some(len as usize)
    }
}

/// The digits of a number, the first lowest, and how many; no more than one above
/// [`Number::LONGEST`] are looked at.
const fn spell(value: u32) -> (u64, u32) {
    let (mut digits, mut len, mut rest) = (0, 0, value);
    loop {
        digits = digits << 8 | (b'0' as u32 + rest % 10) as u64;
        len += 1;
        rest /= 10;
        if rest == 0 || len > Number::LONGEST {
            return (digits, len);
        }
    }
}

#[cold]
#[inline(never)]
fn spell_long(value: u32) -> (u64, u32) {
    spell(value)
}

/// The digits of small numbers, and how many in the highest byte.
static DIGITS: [u32; 256] = {
    let mut table = [0; 256];
    let mut value = 0;
    while value < 256 {
        let (digits, len) = spell(value as u32);
        table[value] = digits as u32 | len << 24;
        value += 1;
    }
    table
};

#[inline(always)]
fn load(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[inline(always)]
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// Where the NAG that is at `at` ends; `None` if it is none from 0 to 255.
#[inline(never)]
fn nag(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = bytes.get(at + 1..at + 5)?;
    let len = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    let value = digits[..len].iter().fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0'));
    (len > 0 && value <= 255).then_some(at + 1 + len)
}

/// Where the castling that is at `at` ends; `None` if anything is stuck to it.
#[inline]
fn castling(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let len = if rest.starts_with(b"O-O-O") {
        5
    } else if rest.starts_with(b"O-O") {
        3
    } else {
        return None;
    };
    rest.get(len).is_some_and(|&byte| is_space(byte) || byte == b')').then_some(at + len)
}

/// What a line has at hand while its moves are plain; [`Line::take`] brings it home.
struct Run {
    ply: u32,
    number: Number,
    black: bool,
    waiting: Option<Span>,
    /// Where it began.
    first: u32,
    /// The way back from the move made last.
    undo: Undo,
    /// The move made last; nothing where none was made.
    made: Span,
    check: bool,
    mate: bool,
}

impl Run {
    fn new(line: &Line) -> Run {
        Run {
            ply: line.ply,
            number: Number::new(line.number),
            black: line.turn.is_black(),
            waiting: line.waiting,
            first: line.ply,
            undo: Undo::default(),
            made: Span::default(),
            check: false,
            mate: false,
        }
    }
}

impl Line {
    /// Takes over where a run is.
    fn take(&mut self, run: &Run) {
        self.ply = run.ply;
        self.number = run.number.value;
        self.turn = if run.black { Color::Black } else { Color::White };
        self.waiting = run.waiting;
        if run.made.end > 0 {
            self.any = true;
            self.back = Back::Step(run.undo);
            let mark = match (run.check, run.mate) {
                (false, _) => CheckMark::None,
                (_, false) => CheckMark::Check,
                _ => CheckMark::Mate,
            };
            self.made = Some(Made { span: run.made, mark, en_passant: false });
        }
    }
}

impl Walk<'_, '_, '_> {
    /// Takes what is plain.
    #[inline]
    pub(super) fn quick(&mut self) {
        let wanted = !self.options.whole_way;
        if wanted && self.begun && self.marker.is_none() && self.too_deep == 0 && self.lexer.is_in_movetext()
        {
            self.plain_lines();
        }
    }

    /// Moves, and what opens and closes variations.
    fn plain_lines(&mut self) {
        let bytes = self.bytes;
        let mut at = self.lexer.offset();
        loop {
            at = self.plain_moves(at);
            let end = match bytes.get(at) {
                Some(b'(') if self.outer.len() < MOST_OPEN => {
                    self.open(Span::new(at, at + 1));
                    at + 1
                }
                Some(b')') if !self.outer.is_empty() => {
                    self.close(Span::new(at, at + 1));
                    at + 1
                }
                Some(b'O') => {
                    let Some(end) = castling(bytes, at) else { break };
                    self.symbol(Span::new(at, end));
                    end
                }
                _ => break,
            };
            self.span.end = end;
            at = end;
        }
        // The lexer counts what the lines count, as long as none is too deep.
        self.lexer.go_on(at, self.outer.len() as u32);
    }

    /// Moves with their numbers, comments and NAGs from `at` on; returns where they end. A function of
    /// its own, so that its few variables stay in registers.
    #[inline(never)]
    fn plain_moves(&mut self, mut at: usize) -> usize {
        let (bytes, mainline) = (self.bytes, self.outer.is_empty());
        let identities = self.options.identities;
        let lost = !matches!(self.line.now, Stand::Board(_));
        let mut run = Run::new(&self.line);
        let mut end = self.span.end;
        while let Some(mut word) = load(bytes, at) {
            let letter = word as u8;
            if !letter.is_ascii_alphabetic() {
                if is_space(letter) {
                    at += 1;
                    continue;
                }
                if letter == b'{' {
                    let Some(plain) = comment::plain(bytes, at) else { break };
                    let side = if run.black { Color::White } else { Color::Black };
                    if let Some(clock) = plain.clock
                        && mainline
                        && (run.made.end > 0 || self.line.any)
                        && !self.clocks.shows(side, clock)
                    {
                        break;
                    }
                    (at, end) = (plain.end, plain.end);
                    continue;
                }
                if letter == b'$' {
                    let Some(behind) = nag(bytes, at) else { break };
                    (at, end) = (behind, behind);
                    continue;
                }
                if lost || run.waiting.is_some() {
                    break;
                }
                let Some(len) = run.number.begins(word, run.black) else { break };
                let next = at + len + usize::from(is_space((word >> (8 * len)) as u8));
                let Some(after) = load(bytes, next) else { break };
                if !(after as u8).is_ascii_alphabetic() {
                    break;
                }
                run.waiting = Some(Span::new(at, at + len));
                end = at + len;
                (at, word) = (next, after);
            }
            let Stand::Board(board) = &mut self.line.now else { break };
            let Some(seen) = glimpse::read(word) else { break };
            let Some(found) = board.find(&seen) else { break };
            let span = Span::new(at, at + seen.len);
            board.step_noting(found.from, seen.to, &mut run.undo);
            run.made = span;
            (run.check, run.mate) = (seen.check, seen.mate);
            let odd = (run.undo.is_capture() != seen.capture) | (board.is_check() != seen.check);
            if odd | found.overdone || (seen.mate && board.has_move()) {
                self.line.take(&run);
                self.remark_on(span, found.overdone);
            }
            if mainline {
                if identities {
                    self.moves.push(Packed::plain(found.from, seen.to));
                }
                let Stand::Board(board) = &self.line.now else { break };
                let claim = self.draws.after(board);
                let bare = run.undo.is_capture() & (board.men_count() <= 4);
                if claim.is_some() | bare {
                    self.line.take(&run);
                    self.draw(claim, bare, span);
                }
            }
            run.ply += 1;
            if run.black {
                run.number = run.number.next();
            }
            run.black = !run.black;
            run.waiting = None;
            end = span.end;
            // Nearly always one space, seen already: a glimpse ends within its word.
            at = span.end + usize::from((word >> (8 * seen.len)) as u8 == b' ');
        }
        self.line.take(&run);
        if mainline {
            self.mainline_plies += run.ply - run.first;
        }
        self.span.end = end;
        at
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
