//! Moves of the international notation.

use shakmaty::{CastlingSide, Move, Role};

use super::{Board, attacks, between, bit, role_of, side_of, square, tables::KING};
use crate::international::{Move16, Move16Kind};
use crate::san::Written;

impl Board {
    /// The legal move that a word denotes; `None` if there is none, and for the null move. Castling is
    /// accepted in both forms: the king's two squares, or its own rook's square.
    #[must_use]
    pub fn word(&self, word: Move16) -> Option<Move> {
        let (from, to) = (word.from(), word.to());
        let code = self.on(u8::from(from));
        let role = role_of(code)?;
        if code >> 3 != self.state.turn || word.is_null() {
            return None;
        }
        let promotion = match word.kind() {
            Move16Kind::Castling => {
                let side = CastlingSide::from_king_side(to > from);
                let mv = self.resolve(&Written::Castle { side }).ok()?.mv;
                let Move::Castle { king, rook } = mv else { return None };
                return (king == from && (rook == to || side.king_to(self.turn()) == to)).then_some(mv);
            }
            Move16Kind::Promotion(promoted) => Some(promoted),
            Move16Kind::Plain | Move16Kind::EnPassant => None,
        };
        if role == Role::Pawn {
            let from_file = Some(from.file());
            let capture = from.file() != to.file();
            let mv = self.resolve(&Written::Pawn { from_file, capture, to, promotion }).ok()?.mv;
            let passes = matches!(mv, Move::EnPassant { .. });
            return (mv.from() == Some(from) && passes == (word.kind() == Move16Kind::EnPassant))
                .then_some(mv);
        }
        if word.kind() != Move16Kind::Plain {
            return None;
        }
        let (from, to) = (u8::from(from), u8::from(to));
        let (us, occupied) = (side_of(self.turn()), self.occupied());
        let goes = attacks(code, from) & bit(to) & !self.color(us) != 0 && between(from, to) & occupied == 0;
        let safe = || match code & 7 {
            KING => self.attackers(to, 1 - us, occupied & !bit(from)) == 0,
            _ => self.is_safe(us, from, to),
        };
        let capture = role_of(self.on(to));
        let (from, to) = (square(from), square(to));
        (goes && safe()).then_some(Move::Normal { role, from, capture, to, promotion: None })
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Position};

    use super::*;

    /// All words, in positions of random games.
    #[test]
    fn the_moves_of_words_are_those_of_shakmaty() {
        let (mut random, mut seen) = (0x2545_f491_4f6c_dd1du64, 0);
        for fen in scorebook_random::STARTS {
            let fen: shakmaty::fen::Fen = fen.parse().unwrap();
            let start = fen.into_position::<Chess>(CastlingMode::Chess960).unwrap();
            for _ in 0..4 {
                let mut position = start.clone();
                for _ in 0..60 {
                    let board = Board::from(&position);
                    for word in (0..=u16::MAX).filter_map(|bits| Move16::from_bits(bits).ok()) {
                        let expected = word.to_move(&position);
                        assert_eq!(board.word(word), expected, "{word} in {position:?}");
                        seen += usize::from(expected.is_some());
                    }
                    let legal = position.legal_moves();
                    if legal.is_empty() {
                        break;
                    }
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    position.play_unchecked(legal[(random % legal.len() as u64) as usize]);
                }
            }
        }
        assert!(seen > 20_000, "{seen}");
    }
}
