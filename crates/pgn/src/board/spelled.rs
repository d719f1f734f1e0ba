//! What the text of a move in SAN says, in one number.

use shakmaty::{Bitboard, CastlingSide, Move, Role};

use super::{Board, Undo};
use crate::san::Disambiguation;

/// A legal move as SAN spells it. Two are equal if, and only if, their texts are: games have few different ones.
///
/// ```
/// use scorebook_pgn::board::Board;
/// use scorebook_pgn::san;
/// let mut board = Board::default();
/// let mv = board.resolve(&san::read(b"Nf3").unwrap().0).unwrap().mv;
/// let (_, spelled) = board.play_spelled(mv);
/// let mut out = String::new();
/// spelled.write(&mut out);
/// assert_eq!(out, "Nf3");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpelledMove(u32);

/// The man, from the pawn 1, in the lowest bits; castling has a number of its own.
const CASTLING: u32 = 7;
/// Where the target begins; of castling, whether it is long.
const TARGET: u32 = 3;
/// Where the man begins that a pawn becomes, or 0.
const PROMOTION: u32 = 9;
/// Where the file and the rank of the origin begin, each from 1, or 0 if it is not said.
const FILE: u32 = 12;
const RANK: u32 = 16;
const CAPTURE: u32 = 1 << 20;
const CHECK: u32 = 1 << 21;
const MATE: u32 = 1 << 22;

impl SpelledMove {
    /// The number, of less than 24 bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Appends the text.
    pub fn write(self, out: &mut String) {
        let field = |from: u32, bits: u32| (self.0 >> from & ((1 << bits) - 1)) as u8;
        let (mut text, mut len) = ([0; 8], 0);
        let mut put = |byte: u8| {
            text[len & 7] = byte;
            len += 1;
        };
        if self.0 & 7 == CASTLING {
            let long = field(TARGET, 1) == 1;
            (if long { &b"O-O-O"[..] } else { b"O-O" }).iter().for_each(|&byte| put(byte));
        } else {
            const MEN: [u8; 8] = *b"\0\0NBRQK\0";
            let (man, to, promotion) = (field(0, 3), field(TARGET, 6), field(PROMOTION, 3));
            if man > 1 {
                put(MEN[usize::from(man)]);
            }
            let (file, rank) = (field(FILE, 4), field(RANK, 4));
            if file > 0 {
                put(b'a' - 1 + file);
            }
            if rank > 0 {
                put(b'0' + rank);
            }
            if self.0 & CAPTURE != 0 {
                put(b'x');
            }
            put(b'a' + (to & 7));
            put(b'1' + (to >> 3));
            if promotion > 0 {
                put(b'=');
                put(MEN[usize::from(promotion)]);
            }
        }
        if self.0 & (CHECK | MATE) != 0 {
            put(if self.0 & MATE != 0 { b'#' } else { b'+' });
        }
        // All bytes are ASCII.
        out.push_str(std::str::from_utf8(&text[..len]).unwrap_or_default());
    }
}

impl Board {
    /// A legal move as SAN spells it, without its mark of check.
    #[inline]
    fn spelled(&self, mv: Move) -> SpelledMove {
        if let Some(side) = mv.castling_side() {
            return SpelledMove(CASTLING | u32::from(side == CastlingSide::QueenSide) << TARGET);
        }
        let (role, to) = (mv.role(), mv.to());
        let mut bits = role as u32 | u32::from(to) << TARGET;
        if mv.is_capture() {
            bits |= CAPTURE;
        }
        if let Some(promotion) = mv.promotion() {
            bits |= (promotion as u32) << PROMOTION;
        }
        if let Some(from) = mv.from() {
            let (mut file, mut rank) = (role == Role::Pawn && mv.is_capture(), false);
            if role != Role::Pawn {
                let rivals = self.rivals(role as u8, u8::from(from), u8::from(to));
                let said = Disambiguation::needed(from, rivals).mask;
                file = !said.is_superset(Bitboard::from(from.rank()));
                rank = !said.is_superset(Bitboard::from(from.file()));
            }
            if file {
                bits |= (u32::from(from.file()) + 1) << FILE;
            }
            if rank {
                bits |= (u32::from(from.rank()) + 1) << RANK;
            }
        }
        SpelledMove(bits)
    }

    /// Plays a legal move, and tells how SAN spells it.
    pub fn play_spelled(&mut self, mv: Move) -> (Undo, SpelledMove) {
        let mut spelled = self.spelled(mv);
        let undo = self.play(mv);
        if self.is_check() {
            spelled.0 |= if self.has_move() { CHECK } else { MATE };
        }
        (undo, spelled)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use shakmaty::fen::Fen;
    use shakmaty::san::SanPlus;
    use shakmaty::{CastlingMode, Chess, Position};

    use super::*;

    /// All moves of the positions of random games.
    #[test]
    fn numbers_are_equal_where_the_texts_of_shakmaty_are() {
        let mut random = scorebook_random::Random::new(8);
        let (mut texts, mut numbers) = (HashMap::new(), HashMap::new());
        for fen in scorebook_random::STARTS {
            let fen: Fen = fen.parse().unwrap();
            let start: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
            for _ in 0..20 {
                let mut position = start.clone();
                for _ in 0..120 {
                    let board = Board::from(&position);
                    let legal = position.legal_moves();
                    for &mv in &legal {
                        let (_, spelled) = { board }.play_spelled(mv);
                        let mut text = String::new();
                        spelled.write(&mut text);
                        assert_eq!(text, SanPlus::from_move(position.clone(), mv).to_string());
                        assert!(spelled.bits() < 1 << 24);
                        assert_eq!(*texts.entry(spelled).or_insert_with(|| text.clone()), text);
                        assert_eq!(*numbers.entry(text).or_insert(spelled), spelled);
                    }
                    if legal.is_empty() {
                        break;
                    }
                    position.play_unchecked(*random.pick(&legal));
                }
            }
        }
        assert!(texts.len() > 2000, "{}", texts.len());
    }
}
