//! Reads, resolves and plays a plain move in one function.

use super::tables::PAWN;
use super::{Board, Undo};
use crate::fast_san;

/// The result for a text; fits into a register.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Taken(u32);

impl Taken {
    /// No move was made, or there is nothing to report.
    pub const NOTHING: Taken = Taken(0);
    const ODD: u32 = 1 << 8;
    const MATE: u32 = 1 << 9;

    /// Length in bytes of the move that was made; `None` if none was made, and nothing was changed.
    #[inline(always)]
    #[must_use]
    pub const fn length(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some((self.0 & 0xff) as usize) }
    }

    /// Whether the move is marked as mate, or its spelling must be reported.
    #[inline(always)]
    #[must_use]
    pub const fn is_special(self) -> bool {
        self.0 > 0xff
    }

    /// Whether its spelling must be reported; a mark of mate is still to be checked.
    #[inline(always)]
    #[must_use]
    pub const fn is_nonstandard(self) -> bool {
        self.0 & Taken::ODD != 0
    }
}

impl Board {
    /// Plays the plain move at the start of a text, if there is one. `word`: the first eight bytes of the
    /// text, the first lowest. Writes what is needed to take it back to `undo`.
    #[inline(always)]
    pub fn take(&mut self, word: u64, undo: &mut Undo) -> Taken {
        if self.state.turn == 0 { self.take_for::<0>(word, undo) } else { self.take_for::<1>(word, undo) }
    }

    /// The same for the side `US`, which is to move. A function for each side lets the compiler know squares
    /// and masks, and keeps registers free.
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
