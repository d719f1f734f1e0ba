//! A plain move in one go: seen, found and made.

use super::tables::PAWN;
use super::{Board, Undo};
use crate::fast_san;

/// What came of a text; small enough to be handed over in a register.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Taken(u32);

impl Taken {
    /// Nothing was made, or nothing is to be said.
    pub const NOTHING: Taken = Taken(0);
    const ODD: u32 = 1 << 8;
    const MATE: u32 = 1 << 9;

    /// The bytes of the move that was made; `None` when none was, and nothing was changed.
    #[inline(always)]
    #[must_use]
    pub const fn length(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some((self.0 & 0xff) as usize) }
    }

    /// Whether the move is marked as mate, or something of its spelling is to be remarked on.
    #[inline(always)]
    #[must_use]
    pub const fn is_special(self) -> bool {
        self.0 > 0xff
    }

    /// Whether something of its spelling is to be remarked on; that a mate is one is left to be seen.
    #[inline(always)]
    #[must_use]
    pub const fn is_odd(self) -> bool {
        self.0 & Taken::ODD != 0
    }
}

impl Board {
    /// Makes the plain move that a text begins with, given as its first eight bytes, the first lowest,
    /// if there is one. What takes it back is written to `undo`.
    #[inline(always)]
    pub fn take(&mut self, word: u64, undo: &mut Undo) -> Taken {
        if self.state.turn == 0 { self.take_for::<0>(word, undo) } else { self.take_for::<1>(word, undo) }
    }

    /// The same for the side `US`, which is to move. A function of its own for each side: squares and
    /// masks of a side are then known to the compiler, and the loop over moves keeps its registers.
    #[inline(never)]
    fn take_for<const US: u8>(&mut self, word: u64, undo: &mut Undo) -> Taken {
        let Some(seen) = fast_san::read(word) else { return Taken::NOTHING };
        let over_disambiguated = if seen.role == PAWN {
            let Some(found) = self.find_pawn::<US>(&seen) else { return Taken::NOTHING };
            self.step_for::<US, true>(US << 3 | PAWN, found.from, seen.to, undo);
            false
        } else {
            let Some(found) = self.find_man::<US>(&seen) else { return Taken::NOTHING };
            self.step_for::<US, false>(US << 3 | seen.role, found.from, seen.to, undo);
            found.over_disambiguated
        };
        let odd = (undo.is_capture() != seen.capture) | (self.is_check() != seen.check) | over_disambiguated;
        let special = if odd { Taken::ODD } else { 0 } | if seen.mate { Taken::MATE } else { 0 };
        Taken(seen.len as u32 | special)
    }
}
