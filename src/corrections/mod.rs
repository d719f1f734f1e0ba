//! What a person has decided about a record: corrections, kept in a CSV beside it.
//!
//! A correction is tied to its source by the file, the line, the text and a hash of the text around it
//! ([`anchor`]), so that it survives edits elsewhere. What is no move is taken out before a layout sees
//! it, games are parted and cells decided after it has cut them ([`apply`]); the decoder then finds
//! a decided cell to be a skeleton of exactly one move. A row that no longer applies is a finding.

mod anchor;
mod apply;
mod decisions;
mod file;
mod lines;
mod resolve;

pub use anchor::{Anchor, Index, Place};
pub use apply::{cells, starts, tags};
pub use decisions::Decisions;
pub use file::{COLUMNS, Fault, read, write};
pub use lines::masked;
pub use resolve::{Resolved, Standing, resolve};
pub(crate) use resolve::{said, stale};

/// What was decided at a place.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// This cell means this move.
    Move,
    /// The print is wrong here; the value is the move that was played, if it is known.
    Misprint,
    /// This cell is no move of the game.
    Junk,
    /// Before this cell a move is missing; several are parted by semicolons.
    Missing,
    /// After this cell a move is missing.
    MissingAfter,
    /// These lines are not score.
    NotScore,
    /// A game starts here.
    Game,
    /// A tag of the game here, as `Name=value`.
    Tag,
    /// Looked at, and left as it is.
    Leave,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 9] = [
        Kind::Move,
        Kind::Misprint,
        Kind::Junk,
        Kind::Missing,
        Kind::MissingAfter,
        Kind::NotScore,
        Kind::Game,
        Kind::Tag,
        Kind::Leave,
    ];

    /// Its name in the file.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Move => "move",
            Kind::Misprint => "misprint",
            Kind::Junk => "junk",
            Kind::Missing => "missing",
            Kind::MissingAfter => "missing-after",
            Kind::NotScore => "not-score",
            Kind::Game => "game",
            Kind::Tag => "tag",
            Kind::Leave => "leave",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str().eq_ignore_ascii_case(name.trim()))
    }

    /// Whether the value must say something.
    #[must_use]
    pub const fn needs_value(self) -> bool {
        matches!(self, Kind::Move | Kind::Missing | Kind::MissingAfter | Kind::Tag)
    }
}

/// One row of a corrections file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// Where.
    pub anchor: Anchor,
    /// What kind of decision.
    pub kind: Kind,
    /// The decision: a move, moves, a tag; empty where the kind says all.
    pub value: String,
    /// Anything that a person wants to remember.
    pub note: String,
    /// Its row in the file, from 1, the heading counted; 0 when it is not from a file.
    pub row: usize,
}

impl Correction {
    /// The name and the value of a tag.
    #[must_use]
    pub fn tag(&self) -> Option<(&str, &str)> {
        let (name, value) = self.value.split_once('=')?;
        let name = name.trim();
        let named = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        named.then_some((name, value.trim()))
    }

    /// What it speaks about at its place: two that speak about the same may contradict each other.
    #[must_use]
    pub fn subject(&self) -> (u8, &str) {
        match self.kind {
            Kind::Move | Kind::Misprint | Kind::Junk | Kind::Leave => (0, ""),
            Kind::Missing => (1, ""),
            Kind::MissingAfter => (2, ""),
            Kind::NotScore => (3, ""),
            Kind::Game => (4, ""),
            Kind::Tag => (5, self.tag().map_or("", |(name, _)| name)),
        }
    }

    /// Whether two that speak about the same say the same.
    #[must_use]
    pub fn agrees(&self, other: &Correction) -> bool {
        let moves = |kind| matches!(kind, Kind::Move | Kind::Misprint);
        (self.kind == other.kind || moves(self.kind) && moves(other.kind))
            && self.value.trim() == other.value.trim()
    }
}
