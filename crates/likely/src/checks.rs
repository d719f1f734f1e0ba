//! Tells which moves of a position give check, using masks.

use shakmaty::{Bitboard, Chess, Move, Position, Role, Square, attacks};

/// The squares from which the side to move gives check.
pub struct Checks {
    king: Option<Square>,
    /// For each role, the squares from which it attacks the king.
    on: [Bitboard; 6],
    /// Pieces whose moves open a line for another piece (discovered check).
    screens: Bitboard,
}

impl Checks {
    /// Those of a position.
    #[must_use]
    pub fn of(position: &Chess) -> Checks {
        let board = position.board();
        let us = position.turn();
        let Some(king) = board.king_of(!us) else {
            return Checks { king: None, on: [Bitboard::EMPTY; 6], screens: Bitboard::EMPTY };
        };
        let occupied = board.occupied();
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        let on = [
            attacks::pawn_attacks(!us, king),
            attacks::knight_attacks(king),
            diagonal,
            straight,
            diagonal | straight,
            Bitboard::EMPTY,
        ];
        let ours = board.by_color(us);
        let sliders = attacks::bishop_attacks(king, Bitboard::EMPTY) & (board.bishops() | board.queens())
            | attacks::rook_attacks(king, Bitboard::EMPTY) & (board.rooks() | board.queens());
        let between = (sliders & ours).into_iter().map(|slider| attacks::between(king, slider) & occupied);
        let screens = between.filter_map(Bitboard::single_square).collect::<Bitboard>() & ours;
        Checks { king: Some(king), on, screens }
    }

    /// Whether a legal move of the position gives check.
    #[must_use]
    pub fn gives(&self, position: &Chess, mv: Move) -> bool {
        let Some(king) = self.king else { return false };
        match mv {
            Move::Normal { role, from, to, promotion: None, .. } => {
                self.on[role as usize - Role::Pawn as usize].contains(to)
                    || self.screens.contains(from) && !attacks::ray(king, from).contains(to)
            }
            // More than one piece moves or changes.
            _ => {
                let mut after = position.clone();
                after.play_unchecked(mv);
                after.is_check()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scorebook_random::Random;

    #[test]
    fn masks_agree_with_playing() {
        let mut random = Random::new(1);
        let mut given = 0;
        for _ in 0..200 {
            let mut position = Chess::default();
            for _ in 0..120 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let checks = Checks::of(&position);
                for &mv in &legal {
                    let mut after = position.clone();
                    after.play_unchecked(mv);
                    assert_eq!(checks.gives(&position, mv), after.is_check(), "{position:?} {mv:?}");
                    given += u32::from(after.is_check());
                }
                position.play_unchecked(*random.pick(&legal));
            }
        }
        assert!(given > 1_000, "{given}");
    }
}
