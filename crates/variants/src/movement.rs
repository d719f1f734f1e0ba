//! How a piece moves, as data: a list of [`Movement`]s, one for each direction.

use crate::geometry::{Side, Square};

/// When a movement may be made at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum When {
    /// Always.
    Always,
    /// From the squares of the double-step region only (`i` in Betza's notation).
    DoubleStep,
    /// From the squares of the triple-step region only.
    TripleStep,
}

/// What may be between the first and the last square of a movement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hop {
    /// Nothing.
    None,
    /// Exactly one piece; behind it the ride goes on (`p`: the cannon).
    Over,
    /// Exactly one piece, and the landing is right behind it (`g`: the grasshopper).
    Behind,
}

/// One direction in which a piece moves, from White's side: for Black the board is turned round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Movement {
    /// Files of one step, to the right.
    pub files: i8,
    /// Ranks of one step, forward.
    pub ranks: i8,
    /// How many steps at the most, those before a hop counted too; 0 is any number. A leap is 1.
    pub range: u8,
    /// Whether it may go to an empty square.
    pub quiet: bool,
    /// Whether it may capture.
    pub capture: bool,
    /// From which squares.
    pub when: When,
    /// Over what.
    pub hop: Hop,
    /// Whether pieces on the path of the leap block it.
    pub lame: bool,
    /// Whether this is also an en passant capture, if the rules have one for this kind.
    pub en_passant: bool,
}

impl Movement {
    /// A leap that moves and captures.
    #[must_use]
    pub const fn leap(files: i8, ranks: i8) -> Movement {
        Movement {
            files,
            ranks,
            range: 1,
            quiet: true,
            capture: true,
            when: When::Always,
            hop: Hop::None,
            lame: false,
            en_passant: false,
        }
    }

    /// The files and ranks of one step for a side.
    #[must_use]
    pub fn step(&self, side: Side) -> (i8, i8) {
        (self.files * side.forward(), self.ranks * side.forward())
    }
}

/// The squares that a lame leap passes: straight steps first, then slanting ones.
pub fn lame_path(from: Square, files: i8, ranks: i8) -> impl Iterator<Item = Square> {
    let (mut files, mut ranks, mut at) = (files, ranks, Some(from));
    std::iter::from_fn(move || {
        let (f, r) = match files.abs().cmp(&ranks.abs()) {
            std::cmp::Ordering::Greater => (files.signum(), 0),
            std::cmp::Ordering::Less => (0, ranks.signum()),
            std::cmp::Ordering::Equal => (files.signum(), ranks.signum()),
        };
        (files, ranks) = (files - f, ranks - r);
        at = at.and_then(|square| square.offset(f, r));
        at.filter(|_| (files, ranks) != (0, 0))
    })
}
