//! What a text says of a move, before any position is asked: a pattern with blanks.

use shakmaty::{Bitboard, Role};

/// A half of the board, as seen by both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wing {
    /// Files a to d.
    Queen,
    /// Files e to h.
    King,
}

/// What the text says of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Taking {
    /// Nothing is taken.
    Quiet,
    /// Something is taken.
    Takes,
    /// The text does not say.
    Unsaid,
}

/// What the text says of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing.
    None,
    /// Check.
    Check,
    /// Mate.
    Mate,
}

/// A man, as a text names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Man {
    /// Its role.
    pub role: Role,
    /// `K` or `Q` before it: by birth or by place.
    pub wing: Option<Wing>,
    /// The files on which it stands, one bit each, a first.
    pub files: u8,
}

impl Man {
    /// A man of which no more is said.
    #[must_use]
    pub const fn of(role: Role) -> Man {
        Man { role, wing: None, files: 0xff }
    }
}

/// A pattern of a move. Squares are White's view unless `absolute`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Desc {
    /// Who moves; the king when castling.
    pub man: Man,
    /// Whether something is taken.
    pub taking: Taking,
    /// Squares it may come from.
    pub from: u64,
    /// Squares it may go to.
    pub to: u64,
    /// What is taken.
    pub victim: Option<Man>,
    /// Castling: `Some(None)` does not say the side.
    pub castle: Option<Option<Wing>>,
    /// Check or mate.
    pub mark: Mark,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
    /// Whether squares are as both sides name them (algebraic) or from the mover's side.
    pub absolute: bool,
}

impl Desc {
    /// A pattern of which only the mover is known.
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

/// One way to read the text that starts at some place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Said {
    /// Where the text of the move ends.
    pub end: u32,
    /// What it costs, in nats, to take the text for this.
    pub cost: f32,
    /// The move.
    pub desc: Desc,
}

/// The squares of some files on one rank, 1 to 8, from White's side.
#[must_use]
pub fn squares(files: u8, rank: u32) -> u64 {
    u64::from(files) << (8 * (rank.clamp(1, 8) - 1))
}

/// A board mask.
#[must_use]
pub fn mask(bits: u64) -> Bitboard {
    Bitboard(bits)
}
