//! What takes a move back.

use super::State;
use crate::verify::game::Packed;

/// What takes a move back, in two words: so it is written, handed on and kept at once.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Undo {
    pub(super) rights: u64,
    /// From the lowest bit: the half-moves counted (32 bits), the square passed over (8), from (8), to (8),
    /// the victim's code (4), the deed.
    rest: u64,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Normal,
    Promotion,
    EnPassant,
    /// From is the king's square, to the rook's.
    Castle,
    Pass,
}

impl Undo {
    /// The way back to a state, from a deed not yet told.
    #[inline(always)]
    pub(super) const fn to(state: &State) -> Undo {
        Undo { rights: state.rights, rest: state.halfmoves as u64 | (state.passed as u64) << 32 }
    }

    /// The same from that deed.
    #[inline(always)]
    pub(super) const fn by(self, deed: Deed, from: u8, to: u8, victim: u8) -> Undo {
        let told = (from as u64) << 40 | (to as u64) << 48 | (victim as u64) << 56 | (deed as u64) << 60;
        Undo { rights: self.rights, rest: self.rest | told }
    }

    #[inline(always)]
    pub(super) const fn halfmoves(&self) -> u32 {
        self.rest as u32
    }

    #[inline(always)]
    pub(super) const fn passed(&self) -> u8 {
        (self.rest >> 32) as u8
    }

    #[inline(always)]
    pub(super) const fn origin(&self) -> u8 {
        (self.rest >> 40) as u8
    }

    #[inline(always)]
    pub(super) const fn goal(&self) -> u8 {
        (self.rest >> 48) as u8
    }

    #[inline(always)]
    pub(super) const fn victim(&self) -> u8 {
        (self.rest >> 56) as u8 & 15
    }

    #[inline(always)]
    pub(super) const fn deed(&self) -> Deed {
        match self.rest >> 60 {
            0 => Deed::Normal,
            1 => Deed::Promotion,
            2 => Deed::EnPassant,
            3 => Deed::Castle,
            _ => Deed::Pass,
        }
    }

    /// Whether a man was taken where the move went.
    #[inline(always)]
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        self.rest & 15 << 56 != 0
    }

    /// The move, if it was none but from a square to another.
    #[inline(always)]
    pub(in crate::verify) const fn plain(&self) -> Packed {
        Packed::plain(self.origin(), self.goal())
    }
}
