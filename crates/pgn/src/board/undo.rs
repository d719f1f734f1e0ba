//! The undo record of a move.

use shakmaty::{CastlingMode, Move, Role};

use super::square;
use super::{Board, State, role_of};
use crate::international::Move16;

/// An undo record in sixteen bytes, small because all moves of the main line are kept.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Undo {
    pub(super) rights: u64,
    halfmoves: u32,
    passed: u8,
    from: u8,
    to: u8,
    /// The code of the captured piece; in the upper half the kind of the move.
    told: u8,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Normal,
    Promotion,
    EnPassant,
    /// `from` is the king's square, `to` the rook's.
    Castle,
    Pass,
}

impl Undo {
    /// The undo record for a state; the kind of the move is not yet set.
    #[inline(always)]
    pub(super) const fn to(state: &State) -> Undo {
        let State { rights, halfmoves, passed, .. } = *state;
        Undo { rights, halfmoves, passed, from: 0, to: 0, told: 0 }
    }

    /// The same, with the kind of the move.
    #[inline(always)]
    pub(super) const fn by(self, deed: Deed, from: u8, to: u8, victim: u8) -> Undo {
        Undo { from, to, told: victim | (deed as u8) << 4, ..self }
    }

    #[inline(always)]
    pub(super) const fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    #[inline(always)]
    pub(super) const fn passed(&self) -> u8 {
        self.passed
    }

    #[inline(always)]
    pub(super) const fn origin(&self) -> u8 {
        self.from
    }

    #[inline(always)]
    pub(super) const fn goal(&self) -> u8 {
        self.to
    }

    #[inline(always)]
    pub(super) const fn victim(&self) -> u8 {
        self.told & 15
    }

    #[inline(always)]
    pub(super) const fn deed(&self) -> Deed {
        match self.told >> 4 {
            0 => Deed::Normal,
            1 => Deed::Promotion,
            2 => Deed::EnPassant,
            3 => Deed::Castle,
            _ => Deed::Pass,
        }
    }

    /// Whether the move captured a piece on its target square.
    #[inline(always)]
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        self.told & 15 != 0
    }

    /// The move as 16 bits, castling according to `mode`; `None` for a promotion, whose piece is not stored
    /// here, and for a null move.
    #[inline(always)]
    #[must_use]
    pub fn word(&self, mode: CastlingMode) -> Option<Move16> {
        let (from, to) = (square(self.from), square(self.to));
        match self.deed() {
            Deed::Normal => Move16::plain(from, to),
            Deed::EnPassant => Move16::of(Move::EnPassant { from, to }, mode),
            Deed::Castle => Move16::of(Move::Castle { king: from, rook: to }, mode),
            Deed::Promotion | Deed::Pass => None,
        }
    }
}

impl Board {
    /// The move that led to this position, from its undo record; `None` for a promotion, whose piece is not stored there, and
    /// for a null move.
    #[must_use]
    pub fn made(&self, undo: &Undo) -> Option<Move> {
        let (from, to) = (square(undo.from), square(undo.to));
        match undo.deed() {
            Deed::Normal => {
                let role = role_of(self.on(undo.to)).unwrap_or(Role::Pawn);
                Some(Move::Normal { role, from, capture: role_of(undo.victim()), to, promotion: None })
            }
            Deed::EnPassant => Some(Move::EnPassant { from, to }),
            Deed::Castle => Some(Move::Castle { king: from, rook: to }),
            Deed::Promotion | Deed::Pass => None,
        }
    }
}
