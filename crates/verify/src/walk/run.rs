//! Plain movetext straight from the bytes, eight at a time: numbers, clean moves, castling, plain comments, NAGs.

use std::num::NonZeroU64;

use shakmaty::CastlingMode;

use super::comment;
use crate::clocks::Clocks;
use crate::draws::Draws;
use crate::finding::Code;
use crate::international::Move16;
use crate::pgn::board::{Board, Taken, Undo};
use crate::pgn::fast_san;
use crate::text::Span;

/// Longer move numbers are left to the slow path.
const MOST_DIGITS: u32 = 4;

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
fn spell_long(value: u32, black: bool) -> Option<NonZeroU64> {
    NonZeroU64::new(spell(value, black))
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
        None => spell_long(value, black)?.get(),
    };
    // Bits above the text are ignored.
    let bits = spelled >> 56;
    ((word ^ spelled) << ((64 - bits) & 63) == 0).then_some((bits / 8) as usize)
}

#[inline(always)]
fn load(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// 1 for white space, 0 for other bytes.
static SPACE: [u8; 256] = {
    let mut table = [0; 256];
    (table[b' ' as usize], table[b'\n' as usize], table[b'\r' as usize], table[b'\t' as usize]) =
        (1, 1, 1, 1);
    table
};

#[inline(always)]
fn is_space(byte: u8) -> bool {
    SPACE[usize::from(byte)] != 0
}

/// Where the NAG that is at `at` ends; `None` if it is none from 0 to 255.
#[inline(never)]
fn nag(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = bytes.get(at + 1..at + 5)?;
    let len = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    let value = digits[..len].iter().fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0'));
    (len > 0 && value <= 255).then_some(at + 1 + len)
}

/// Length in bytes of the white space that `word` begins with: a space or the end of a line; longer white space is left.
/// No branch: line ends are unpredictable.
#[inline(always)]
fn space(word: u64) -> usize {
    let one = SPACE[usize::from(word as u8)];
    usize::from(one) + usize::from(word as u16 == u16::from_le_bytes(*b"\r\n"))
}

/// Where the text continues after that white space.
#[inline(always)]
pub(super) fn behind_space(bytes: &[u8], at: usize) -> usize {
    let next = bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |&pair| u16::from_le_bytes(pair));
    at + space(next.into())
}

/// Bytes of the castling that `word` begins with; `None` if anything is stuck to it.
#[inline(always)]
fn castling(word: u64) -> Option<usize> {
    const LONG: u64 = u64::from_le_bytes(*b"O-O-O\0\0\0");
    const SHORT: u64 = u64::from_le_bytes(*b"O-O\0\0\0\0\0");
    let len = if word << 24 == LONG << 24 {
        5
    } else if word << 40 == SHORT << 40 {
        3
    } else {
        return None;
    };
    let behind = (word >> (8 * len)) as u8;
    (is_space(behind) || behind == b')').then_some(len)
}

/// The state of a line while its moves are plain.
pub(super) struct Run {
    /// Where the text continues.
    pub(super) at: usize,
    /// Where what was taken ends.
    pub(super) end: usize,
    /// A move number without its move yet, if any.
    pub(super) waiting: Span,
    /// The last move, if any.
    pub(super) made: Span,
    /// Its undo record.
    pub(super) undo: Undo,
    /// The half-move to come.
    pub(super) ply: u32,
    /// Whether the line has had a move before.
    pub(super) begun: bool,
}

/// Why a run stops.
pub(super) enum Halt {
    /// Nothing plain follows.
    End,
    /// A move was made that needs a check: its spelling is `nonstandard`, or it is marked as mate.
    Special { nonstandard: bool },
    /// A move was made, and this draw is to be reported.
    Draw(Drawn),
}

/// What a move means for a draw: what can be claimed or holds, and whether few pieces are left since.
pub(super) type Drawn = (Option<&'static Code>, bool);

/// What the mainline records besides the position.
pub(super) struct Notes<'n> {
    pub(super) draws: &'n mut Draws,
    pub(super) clocks: &'n mut Clocks,
    /// Receives the moves, where they are wanted.
    pub(super) moves: Option<&'n mut Vec<Move16>>,
    /// How castling is kept among them.
    pub(super) castling: CastlingMode,
}

impl Notes<'_> {
    /// Records the move that led to `board`; returns what is to be reported.
    #[inline(always)]
    pub(super) fn moved(&mut self, board: &Board, undo: &Undo) -> Option<Drawn> {
        if let Some(moves) = &mut self.moves {
            moves.extend(undo.word(self.castling));
        }
        let claim = self.draws.after(board, undo);
        let bare = board.men_count() <= 4 && undo.is_capture();
        (claim.is_some() | bare).then_some((claim, bare))
    }
}

impl Run {
    /// Makes plain moves and skips their numbers, comments and NAGs, up to the first text that is not plain or that needs
    /// a report.
    ///
    /// A function of its own, with few variables, so that they stay in registers.
    #[inline(never)]
    pub(super) fn go<const MAINLINE: bool>(
        &mut self,
        bytes: &[u8],
        board: &mut Board,
        notes: &mut Notes<'_>,
    ) -> Halt {
        let Run { mut at, mut end, mut made, mut begun, .. } = *self;
        let mut waits = !self.waiting.is_empty();
        let before = board.halves();
        let halt = loop {
            let Some(mut word) = load(bytes, at) else { break Halt::End };
            // Where the number of this move is.
            let mut number_at = None;
            let mut letter = word as u8;
            if !fast_san::is_letter(letter) {
                if letter == b'{' {
                    let plain = comment::plain(bytes, at, word);
                    if plain.end == 0 {
                        break Halt::End;
                    }
                    if MAINLINE
                        && let Some(clock) = plain.clock()
                        && begun
                        && !notes.clocks.shows(!board.turn(), clock.seconds())
                    {
                        break Halt::End;
                    }
                    end = plain.end;
                    at = behind_space(bytes, end);
                    continue;
                }
                if is_space(letter) {
                    at += 1 + space(word >> 8);
                    continue;
                }
                if letter == b'$' {
                    let Some(behind) = nag(bytes, at) else { break Halt::End };
                    // The same again is to be looked at.
                    if bytes[..at].trim_ascii_end().ends_with(&bytes[at..behind]) {
                        break Halt::End;
                    }
                    end = behind;
                    at = behind_space(bytes, end);
                    continue;
                }
                if waits {
                    break Halt::End;
                }
                let spelled = number(word, board.fullmoves(), board.turn().is_black());
                let Some(len) = spelled else { break Halt::End };
                let next = at + len + space(word >> (8 * len));
                let Some(after) = load(bytes, next) else { break Halt::End };
                letter = after as u8;
                if !fast_san::is_letter(letter) {
                    break Halt::End;
                }
                end = at + len;
                number_at = Some(at);
                (at, word) = (next, after);
            }
            let (len, special) = if letter == b'O' {
                let castled = castling(word).filter(|&len| board.castle_from_home(len > 3, &mut self.undo));
                (castled, Taken::NOTHING)
            } else {
                let taken = board.take(word, &mut self.undo);
                (taken.length(), taken)
            };
            let Some(len) = len else {
                if let Some(start) = number_at {
                    self.waiting = Span::new(start, end);
                    waits = true;
                }
                break Halt::End;
            };
            (waits, begun) = (false, true);
            end = at + len;
            made = Span::new(at, end);
            // A move ends within its word.
            at = end + space(word >> (8 * len));
            if special.is_special() {
                break Halt::Special { nonstandard: special.is_nonstandard() };
            }
            if MAINLINE && let Some(drawn) = notes.moved(board, &self.undo) {
                break Halt::Draw(drawn);
            }
        };
        self.ply = self.ply.wrapping_add(board.halves().wrapping_sub(before));
        (self.at, self.end, self.made, self.begun) = (at, end, made, begun);
        if !waits {
            self.waiting = Span::default();
        }
        halt
    }
}
