//! Tests whether there is a legal move.

use super::tables::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::{Board, attacks, between, bit, first, squares};

impl Board {
    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_move(&self) -> bool {
        let us = self.state.turn;
        let (king, own) = (self.king(us), self.color(us));
        if self.state.checkers == 0 && self.has_free_pawn(king) {
            return true;
        }
        let without = self.occupied() & !bit(king);
        let flees = |to: u8| self.attackers(to, 1 - us, without) == 0;
        if squares(attacks(KING, king) & !own).any(flees) {
            return true;
        }
        let checkers = self.state.checkers;
        let goals = if checkers == 0 {
            !own
        } else if checkers & (checkers - 1) == 0 {
            between(king, first(checkers)) | checkers
        } else {
            return false;
        };
        let pieces = [KNIGHT, BISHOP, ROOK, QUEEN];
        pieces.into_iter().any(|role| squares(self.of(us, role)).any(|from| self.has_goal(role, from, goals)))
            || squares(self.of(us, PAWN)).any(|from| self.pawn_has_goal(from, goals))
            || (self.state.passed < 64 && self.can_pass(self.state.passed))
    }

    /// Whether a pawn not in line with its king, which therefore cannot be pinned, can step forward.
    fn has_free_pawn(&self, king: u8) -> bool {
        let us = self.state.turn;
        let free = !self.occupied();
        let may_step = if us == 0 { free >> 8 } else { free << 8 };
        self.of(us, PAWN) & may_step & !attacks(QUEEN, king) != 0
    }

    fn has_goal(&self, role: u8, from: u8, goals: u64) -> bool {
        let occupied = self.occupied();
        squares(attacks(role, from) & goals)
            .any(|to| between(from, to) & occupied == 0 && self.is_safe(self.state.turn, from, to))
    }

    fn pawn_has_goal(&self, from: u8, goals: u64) -> bool {
        let us = self.state.turn;
        let free = !self.occupied();
        let ahead = |mask: u64| if us == 0 { mask << 8 } else { mask >> 8 };
        let start = if us == 0 { 0xff << 16 } else { 0xff << 40 };
        let step = ahead(bit(from)) & free;
        let pushes = step | ahead(step & start) & free;
        let takes = attacks(us << 3 | PAWN, from) & self.color(1 - us);
        squares((pushes | takes) & goals).any(|to| self.is_safe(us, from, to))
    }
}
