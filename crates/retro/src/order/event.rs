//! Captures, captured pieces, and the state of a search.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Piece, Role, Square};

use crate::capture_interval::MissingPawn;

/// A piece of the starting position, other than a pawn, that may have moved.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub piece: Piece,
    pub home: Square,
    /// The squares that it can have visited.
    pub(super) within: Bitboard,
    /// Whether it is on the board.
    pub(super) safe: bool,
}

/// A piece that a pawn took: one of the starting position, or a pawn that is gone or what it became; by its place
/// in a list.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum CapturedPiece {
    Origin(usize),
    MissingPawn(usize),
}

impl CapturedPiece {
    pub(super) fn bit(self) -> Square {
        let (CapturedPiece::Origin(at) | CapturedPiece::MissingPawn(at)) = self;
        Square::new(at as u32 % 32 + if matches!(self, CapturedPiece::MissingPawn(_)) { 32 } else { 0 })
    }
}

/// A capture of a plan: its side, the index of the pawn, and which of the pawn's captures it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PawnCapture {
    pub color: Color,
    pub journey: usize,
    pub nth: usize,
}

/// Whether some order leads to the position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum OrderFound {
    Yes,
    No,
    /// There are too many orders to examine.
    Unknown,
}

/// How far a game has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OrderState {
    /// Captures done of each journey, by colour.
    pub(super) done: [ArrayVec<u8, 8>; 2],
    /// Victims, as squares of an imaginary board.
    pub(super) dead: Bitboard,
    pub(super) origins: ArrayVec<Bitboard, 32>,
    pub(super) missing_pawns: ArrayVec<MissingPawn, 16>,
}

impl OrderState {
    /// Whether each piece has at least the squares that it has in `other`.
    pub(super) fn covers(&self, other: &OrderState) -> bool {
        let covers = |a: &[Bitboard], b: &[Bitboard]| a.iter().zip(b).all(|(a, b)| b.is_subset(*a));
        covers(&self.origins, &other.origins)
            && self.missing_pawns.iter().zip(&other.missing_pawns).all(|(a, b)| a.covers(b))
    }
}

/// A condition on the order.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Demand {
    /// This capture took a piece of this kind, or the pawn from this square.
    pub victim: Option<(PawnCapture, Sort)>,
    /// The first came before the second.
    pub order: Option<(PawnCapture, PawnCapture)>,
}

/// A victim, as described to a person.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sort {
    /// A piece of the starting position; bishops by the colour of their squares.
    Man(Role, bool),
    /// The pawn from that square, or what it became.
    Pawn(Square),
}

/// How a victim is described to a person.
pub(super) fn sort(origins: &[Origin], missing_pawns: &[(Color, Square)], victim: CapturedPiece) -> Sort {
    match victim {
        CapturedPiece::Origin(n) => {
            let Origin { piece, home, .. } = origins[n];
            Sort::Man(piece.role, piece.role == Role::Bishop && home.is_dark())
        }
        CapturedPiece::MissingPawn(n) => Sort::Pawn(missing_pawns[n].1),
    }
}
