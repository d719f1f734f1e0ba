//! Fast path for castling from e1 or e8 with a rook in its corner.

use super::tables::{KING, ROOK};
use super::undo::{Deed, Undo};
use super::{Board, attacks, between, bit};

impl Board {
    /// Castles on the queen's side if `long`, otherwise on the king's side, if king and rook are on their
    /// starting squares and the move is legal and not check; otherwise returns false and changes nothing.
    /// Writes what is needed to take it back to `undo`.
    pub fn castle_from_home(&mut self, long: bool, undo: &mut Undo) -> bool {
        let us = self.state.turn;
        let home = us * 56;
        let (king, rook) = (home + 4, if long { home } else { home + 7 });
        let (king_to, rook_to) = if long { (home + 2, home + 3) } else { (home + 6, home + 5) };
        let occupied = self.occupied();
        let usual = self.of(us, KING) == bit(king) && self.state.rights & bit(rook) != 0;
        if !usual || self.state.checkers != 0 || between(king, rook) & occupied != 0 {
            return false;
        }
        // The square that the king crosses is the rook's target.
        let safe = |to: u8| self.attackers(to, 1 - us, occupied & !bit(king)) == 0;
        if !safe(rook_to) || !safe(king_to) {
            return false;
        }
        let (kings, rooks) = (bit(king) | bit(king_to), bit(rook) | bit(rook_to));
        let occupied = occupied ^ kings ^ rooks;
        let other = self.king(1 - us);
        if attacks(ROOK, rook_to) & bit(other) != 0 && between(rook_to, other) & occupied == 0 {
            return false;
        }
        *undo = self.way_back(Deed::Castle, king, rook, 0);
        let lost = self.state.rights & (0xff << home);
        self.state.rights &= !lost;
        self.state.watch &= !(0xff << home);
        for (role, from, to) in [(KING, king, king_to), (ROOK, rook, rook_to)] {
            let code = us << 3 | role;
            self.toggle(code, from);
            self.toggle(code, to);
            self.put(from, 0);
            self.put(to, code);
        }
        self.state.halfmoves += 1;
        self.state.checkers = 0;
        self.hand_over();
        true
    }
}

#[cfg(test)]
mod tests {
    use scorebook_random::Random;
    use shakmaty::{CastlingSide, Chess, Position};

    use super::super::{Board, Undo};
    use crate::san::Written;

    /// The fast path equals the general one, except for castling that gives check.
    #[test]
    fn castles_as_others_do() {
        let mut random = Random::new(1951);
        let (mut done, mut refused) = (0, 0);
        for _ in 0..3000 {
            let mut chess = Chess::default();
            for _ in 0..60 {
                let legal = chess.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let board = Board::from(&chess);
                for (long, side) in [(false, CastlingSide::KingSide), (true, CastlingSide::QueenSide)] {
                    let (mut quick, mut slow) = (board, board);
                    let mut way_back = Undo::default();
                    let castled = quick.castle_from_home(long, &mut way_back);
                    let step = board.resolve(&Written::Castle { side });
                    let undo = step.ok().map(|step| slow.play(step.mv)).filter(|_| !slow.is_check());
                    assert_eq!(castled.then_some(way_back), undo, "{}", board.fen());
                    assert_eq!(quick, if castled { slow } else { board }, "{}", board.fen());
                    done += usize::from(castled);
                    refused += usize::from(!castled);
                    quick.undo(&way_back);
                    assert!(!castled || quick == board, "{}", board.fen());
                }
                let at = random.below(legal.len());
                // Kings and rooks rarely move here.
                let calm = legal[at].role() as u8 % 2 == 1 || random.below(16) == 0;
                let at = if calm { at } else { (at + 7) % legal.len() };
                chess.play_unchecked(legal[at]);
            }
        }
        assert!(done > 200 && refused > 1000, "{done} {refused}");
    }
}
