//! Castling from e1 or e8 with a rook in its corner, in one go.

use super::play::Deed;
use super::tables::{KEYS, KING, ROOK};
use super::{Board, Undo, attacks, between, bit};

impl Board {
    /// Castles to the queen's side where that is `long`, or else to the king's, if king and rook stand where
    /// they do in the array, it is legal and gives no check; false where nothing was done. What takes it back
    /// is written to `undo`.
    pub(in crate::verify) fn castle_from_home(&mut self, long: bool, undo: &mut Undo) -> bool {
        let us = self.state.turn;
        let home = us * 56;
        let (king, rook) = (home + 4, if long { home } else { home + 7 });
        let (king_to, rook_to) = if long { (home + 2, home + 3) } else { (home + 6, home + 5) };
        let occupied = self.occupied();
        let usual = self.of(us, KING) == bit(king) && self.state.rights & bit(rook) != 0;
        if !usual || self.state.checkers != 0 || between(king, rook) & occupied != 0 {
            return false;
        }
        // The square that the king crosses is the rook's goal.
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
        for rook in super::squares(lost) {
            self.state.key ^= KEYS.rights[usize::from(rook)];
        }
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
