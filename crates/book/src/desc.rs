//! The meaning of a text independent of a position: a pattern of a move.

use shakmaty::{Bitboard, Role};

/// A half of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wing {
    /// Files a to d.
    Queen,
    /// Files e to h.
    King,
}

/// What the text states about a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Taking {
    /// Not a capture.
    Quiet,
    /// A capture.
    Takes,
    /// Not stated.
    Unsaid,
}

/// What the text states about check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing.
    None,
    /// Check.
    Check,
    /// Mate.
    Mate,
}

/// A piece as described in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Man {
    /// Its role.
    pub role: Role,
    /// `K` or `Q` before it: by birth or by current square.
    pub wing: Option<Wing>,
    /// Its possible files, one bit each, a first.
    pub files: u8,
}

impl Man {
    /// A piece of this role.
    #[must_use]
    pub const fn of(role: Role) -> Man {
        Man { role, wing: None, files: 0xff }
    }
}

/// The pattern of a move. Squares are as seen by White unless `absolute`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Desc {
    /// The moving piece; the king when castling.
    pub man: Man,
    /// Whether it is a capture.
    pub taking: Taking,
    /// Its possible origins.
    pub from: u64,
    /// Its possible targets.
    pub to: u64,
    /// The captured piece.
    pub victim: Option<Man>,
    /// Castling; `Some(None)` if the side is not stated.
    pub castle: Option<Option<Wing>>,
    /// Check or mate.
    pub mark: Mark,
    /// The promotion piece.
    pub promotion: Option<Role>,
    /// Whether squares are algebraic, and not counted from the mover's side.
    pub absolute: bool,
}

impl Desc {
    /// A pattern with only the mover.
    #[must_use]
    pub const fn of(man: Man) -> Desc {
        Desc {
            man,
            taking: Taking::Unsaid,
            from: !0,
            to: !0,
            victim: None,
            castle: None,
            mark: Mark::None,
            promotion: None,
            absolute: false,
        }
    }
}

/// One way to read the text at some offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Said {
    /// End of the move's text.
    pub end: u32,
    /// Cost of this reading, in nats.
    pub cost: f32,
    /// The move.
    pub desc: Desc,
}

/// The squares of some files on one rank, 1 to 8, from White's side.
#[must_use]
pub fn squares(files: u8, rank: u32) -> u64 {
    u64::from(files) << (8 * (rank.clamp(1, 8) - 1))
}

/// The mask of a square.
#[must_use]
pub fn mask(bits: u64) -> Bitboard {
    Bitboard(bits)
}
