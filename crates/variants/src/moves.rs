//! Moves as plain data.

use crate::geometry::Square;
use crate::kinds::PieceKind;

/// What happens to the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// It stays what it is.
    Same,
    /// A pawn becomes a piece of choice.
    Promote(PieceKind),
    /// A piece takes its promoted form, as in shogi.
    Upgrade,
    /// A promoted piece turns back.
    Demote,
}

/// A piece from the hand that enters behind the one that moves, or a wall that is set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gate {
    /// Which kind.
    pub kind: PieceKind,
    /// Where.
    pub at: Square,
}

/// One move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A piece goes from a square to another (or promotes where it stands, in sittuyin).
    Step {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// What it becomes.
        change: Change,
        /// What enters behind it.
        gate: Option<Gate>,
    },
    /// A capture in passing.
    EnPassant {
        /// From where.
        from: Square,
        /// To where; the piece captured stands elsewhere.
        to: Square,
        /// The wall that is set.
        gate: Option<Gate>,
    },
    /// Castling, by the squares where king and rook stand before.
    Castle {
        /// The king's square.
        king: Square,
        /// The rook's square.
        rook: Square,
        /// What enters on one of the two squares.
        gate: Option<Gate>,
    },
    /// A piece from the hand; or a wall alone, where a turn is a move or a wall.
    Drop {
        /// Which kind is in hand.
        kind: PieceKind,
        /// Whether it enters promoted.
        promoted: bool,
        /// To where.
        to: Square,
    },
    /// No piece moves.
    Pass,
}

impl Move {
    /// An ordinary move.
    #[must_use]
    pub const fn step(from: Square, to: Square) -> Move {
        Move::Step { from, to, change: Change::Same, gate: None }
    }

    /// The square that a piece leaves, if one does.
    #[must_use]
    pub fn from(self) -> Option<Square> {
        match self {
            Move::Step { from, .. } | Move::EnPassant { from, .. } => Some(from),
            Move::Castle { king, .. } => Some(king),
            Move::Drop { .. } | Move::Pass => None,
        }
    }

    /// The square where the piece arrives; of castling, the rook's square.
    #[must_use]
    pub fn to(self) -> Option<Square> {
        match self {
            Move::Step { to, .. } | Move::EnPassant { to, .. } | Move::Drop { to, .. } => Some(to),
            Move::Castle { rook, .. } => Some(rook),
            Move::Pass => None,
        }
    }

    /// What enters with the move.
    #[must_use]
    pub fn gate(self) -> Option<Gate> {
        match self {
            Move::Step { gate, .. } | Move::EnPassant { gate, .. } | Move::Castle { gate, .. } => gate,
            Move::Drop { .. } | Move::Pass => None,
        }
    }

    /// The square of the wall that is set with the move.
    #[must_use]
    pub fn wall(self) -> Option<Square> {
        self.gate().filter(|gate| gate.kind == PieceKind::WALL).map(|gate| gate.at)
    }

    /// The square of the wall that is the whole turn.
    #[must_use]
    pub fn lone_wall(self) -> Option<Square> {
        match self {
            Move::Drop { kind: PieceKind::WALL, to, .. } => Some(to),
            _ => None,
        }
    }

    /// The same move without the wall that is set.
    #[must_use]
    pub(crate) fn without_wall(self) -> Move {
        if self.wall().is_some() { self.with_gate(None) } else { self }
    }

    /// The same move with what enters with it.
    #[must_use]
    pub(crate) fn with_gate(self, gate: Option<Gate>) -> Move {
        match self {
            Move::Step { from, to, change, .. } => Move::Step { from, to, change, gate },
            Move::EnPassant { from, to, .. } => Move::EnPassant { from, to, gate },
            Move::Castle { king, rook, .. } => Move::Castle { king, rook, gate },
            other => other,
        }
    }
}
