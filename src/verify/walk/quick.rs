//! The quick way through plain movetext: numbers, clean moves, plain comments, NAGs, variations and
//! castling straight from the bytes.
//!
//! Everything else ends it, with nothing of it taken, and goes the whole way: token, text,
//! skeleton. Both ways say the same of the same text.

use shakmaty::{CastlingSide, Color};

use super::{MOST_OPEN, Walk, comment};
use crate::text::Span;
use crate::verify::board::{Board, Taken, Undo};
use crate::verify::game::Packed;
use crate::verify::glimpse;
use crate::verify::line::{Back, Line, Made, Stand};
use crate::verify::san::{self, CheckMark, Written};

/// Move numbers of more digits are left to the whole way.
const MOST_DIGITS: u32 = 4;

/// Games that claim to have come so far are left to the whole way: counting on could come to the end
/// of the numbers.
const FAR: u32 = u32::MAX / 2;

/// The digits of a number and its dots (one before a move of White, three before one of Black), the
/// first lowest, and in the highest byte how many bits they take; 0 for a number of more than
/// [`MOST_DIGITS`].
const fn spell(value: u32, black: bool) -> u64 {
    let (dots, bits) = if black { (0x2e_2e2e, 24) } else { (0x2e, 8) };
    let (mut text, mut bits, mut rest) = (dots, bits, value);
    let most = bits + 8 * MOST_DIGITS as u64;
    loop {
        if bits == most {
            return 0;
        }
        text = text << 8 | (b'0' as u32 + rest % 10) as u64;
        bits += 8;
        rest /= 10;
        if rest == 0 {
            return text | bits << 56;
        }
    }
}

#[cold]
#[inline(never)]
fn spell_long(value: u32, black: bool) -> u64 {
    spell(value, black)
}

/// Small numbers, spelled, before moves of White and of Black.
static SPELLED: [[u64; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut value = 0;
    while value < 256 {
        table[0][value] = spell(value as u32, false);
        table[1][value] = spell(value as u32, true);
        value += 1;
    }
    table
};

/// Bytes of the number `value` and its dots, if `word` begins with them.
#[inline(always)]
fn number(word: u64, value: u32, black: bool) -> Option<usize> {
    let spelled = match SPELLED[usize::from(black)].get(value as usize) {
        Some(&spelled) => spelled,
        None => spell_long(value, black),
    };
    // What is above the text is not looked at.
    let bits = spelled >> 56;
    (spelled != 0 && (word ^ spelled) << (64 - bits) == 0).then_some((bits / 8) as usize)
}

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

/// What a line has at hand while its moves are plain.
struct Run {
    /// The half-move to come.
    ply: u32,
    /// Where it began.
    first: u32,
    /// The way back from the move made last.
    undo: Undo,
    /// The move made last; nothing where none was made.
    made: Span,
}

impl Line {
    /// Takes over the move that a run made last. The line stands behind it then, but for its ply, number
    /// and side, which are those of the move itself: findings about it are placed by them.
    fn take(&mut self, run: &Run, bytes: &[u8]) {
        let Stand::Board(board) = &self.now else { return };
        self.turn = !board.turn();
        self.number = board.fullmoves() - u32::from(self.turn.is_black());
        self.any = true;
        self.back = Back::Step(run.undo);
        let mark = match bytes.get(run.made.end.saturating_sub(1)) {
            Some(b'+') => CheckMark::Check,
            Some(b'#') => CheckMark::Mate,
            _ => CheckMark::None,
        };
        self.made = Some(Made { span: run.made, mark, en_passant: false });
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
                _ => break,
            };
            self.span.end = end;
            at = end;
        }
        // The lexer counts what the lines count, as long as none is too deep.
        self.lexer.go_on(at, self.outer.len() as u32);
    }

    /// Moves with their numbers, comments and NAGs from `at` on; returns where they end. A function of
    /// its own, with few variables, so that they stay in registers.
    #[inline(never)]
    fn plain_moves(&mut self, mut at: usize) -> usize {
        let (bytes, mainline) = (self.bytes, self.outer.is_empty());
        let ply = self.line.ply;
        let mut run = Run { ply, first: ply, undo: Undo::default(), made: Span::default() };
        let mut black = self.line.turn.is_black();
        let mut waiting = self.line.waiting;
        let mut end = self.span.end;
        // The line's number and side are the board's until the run ends.
        let lost = match &self.line.now {
            Stand::Board(board) => board.fullmoves() > FAR,
            _ => true,
        };
        while let Some(mut word) = load(bytes, at) {
            let mut letter = word as u8;
            if !glimpse::is_letter(letter) {
                if is_space(letter) {
                    at += 1;
                    continue;
                }
                if letter == b'{' {
                    let plain = comment::plain(bytes, at, word);
                    if plain.end == 0 {
                        break;
                    }
                    let side = if black { Color::White } else { Color::Black };
                    if let Some(clock) = plain.clock
                        && mainline
                        && (!run.made.is_empty() || self.line.any)
                        && !self.clocks.shows(side, clock.seconds())
                    {
                        break;
                    }
                    end = plain.end;
                    at = end + usize::from(bytes.get(end) == Some(&b' '));
                    continue;
                }
                if letter == b'$' {
                    let Some(behind) = nag(bytes, at) else { break };
                    (at, end) = (behind, behind);
                    continue;
                }
                let Stand::Board(board) = &self.line.now else { break };
                if lost || waiting.is_some() {
                    break;
                }
                let Some(len) = number(word, board.fullmoves(), black) else { break };
                let next = at + len + usize::from(is_space((word >> (8 * len)) as u8));
                let Some(after) = load(bytes, next) else { break };
                letter = after as u8;
                if !glimpse::is_letter(letter) {
                    break;
                }
                end = at + len;
                waiting = Some(Span::new(at, end));
                (at, word) = (next, after);
            }
            let Stand::Board(board) = &mut self.line.now else { break };
            if lost {
                break;
            }
            let (len, special, packed);
            if letter == b'O' {
                let Some(behind) = castling(bytes, at) else { break };
                let side = if behind - at > 3 { CastlingSide::QueenSide } else { CastlingSide::KingSide };
                let Some(made) = castle(board, side) else { break };
                (packed, run.undo) = made;
                (len, special) = (behind - at, Taken::NOTHING);
            } else {
                special = board.take(word, &mut run.undo);
                let Some(taken) = special.len() else { break };
                (len, packed) = (taken, run.undo.plain());
            }
            end = at + len;
            run.made = Span::new(at, end);
            waiting = None;
            if special.is_special() {
                self.look_at(&run, special.is_odd());
            }
            if mainline {
                if self.options.identities {
                    self.moves.push(packed);
                }
                let Stand::Board(board) = &self.line.now else { break };
                let claim = self.draws.after(board);
                let bare = board.men_count() <= 4 && run.undo.is_capture();
                if claim.is_some() | bare {
                    self.stand_at(&run);
                    self.draw(claim, bare, run.made);
                }
            }
            run.ply = run.ply.wrapping_add(1);
            black = !black;
            // Nearly always one space, seen already: a move ends within its word.
            at = end + usize::from((word >> (8 * len)) as u8 == b' ');
        }
        if !run.made.is_empty() {
            self.stand_at(&run);
            self.line.advance();
            self.line.ply = run.ply;
        }
        self.line.waiting = waiting;
        if mainline {
            self.mainline_plies += run.ply.wrapping_sub(run.first);
        }
        self.span.end = end;
        at
    }

    /// Brings the line to the move that the run made last.
    fn stand_at(&mut self, run: &Run) {
        self.line.take(run, self.bytes);
        self.line.ply = run.ply;
    }

    /// A move marked as mate, or one of whose spelling something is to be said, was made just now.
    #[cold]
    #[inline(never)]
    fn look_at(&mut self, run: &Run, odd: bool) {
        let Stand::Board(board) = &self.line.now else { return };
        if !odd && !board.has_move() {
            return;
        }
        self.stand_at(run);
        let text = &self.bytes[run.made.range()];
        let Some((written, mark)) = san::read(text) else { return };
        let Stand::Board(before) = self.line.before() else { return };
        if let Ok(step) = before.resolve(&written) {
            self.remark(run.made, &written, mark, step.mv, step.overdone);
        }
    }
}

/// Castles, if that is legal and gives no check; the move, and what takes it back.
#[inline(never)]
fn castle(board: &mut Board, side: CastlingSide) -> Option<(Packed, Undo)> {
    let step = board.resolve(&Written::Castle { side }).ok()?;
    let undo = board.play(step.mv);
    if board.is_check() {
        board.undo(&undo);
        return None;
    }
    Some((Packed::from(step.mv), undo))
}
