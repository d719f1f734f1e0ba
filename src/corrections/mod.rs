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

pub use anchor::{Anchor, Index, Relocation};
pub use apply::{cells, starts, tags};
pub use decisions::Decisions;
pub use file::{COLUMNS, Fault, read, write};
pub use lines::masked;
pub use resolve::{Resolved, Standing, resolve};
pub(crate) use resolve::{said, stale};

/// What was decided at a place.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CorrectionKind {
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

impl CorrectionKind {
    /// All kinds.
    pub const ALL: [CorrectionKind; 9] = [
        CorrectionKind::Move,
        CorrectionKind::Misprint,
        CorrectionKind::Junk,
        CorrectionKind::Missing,
        CorrectionKind::MissingAfter,
        CorrectionKind::NotScore,
        CorrectionKind::Game,
        CorrectionKind::Tag,
        CorrectionKind::Leave,
    ];

    /// Its name in the file.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            CorrectionKind::Move => "move",
            CorrectionKind::Misprint => "misprint",
            CorrectionKind::Junk => "junk",
            CorrectionKind::Missing => "missing",
            CorrectionKind::MissingAfter => "missing-after",
            CorrectionKind::NotScore => "not-score",
            CorrectionKind::Game => "game",
            CorrectionKind::Tag => "tag",
            CorrectionKind::Leave => "leave",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<CorrectionKind> {
        CorrectionKind::ALL.into_iter().find(|kind| kind.as_str().eq_ignore_ascii_case(name.trim()))
    }

    /// Whether the value must say something.
    #[must_use]
    pub const fn needs_value(self) -> bool {
        matches!(
            self,
            CorrectionKind::Move
                | CorrectionKind::Missing
                | CorrectionKind::MissingAfter
                | CorrectionKind::Tag
        )
    }
}

/// One row of a corrections file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// Where.
    pub anchor: Anchor,
    /// What kind of decision.
    pub kind: CorrectionKind,
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
            CorrectionKind::Move
            | CorrectionKind::Misprint
            | CorrectionKind::Junk
            | CorrectionKind::Leave => (0, ""),
            CorrectionKind::Missing => (1, ""),
            CorrectionKind::MissingAfter => (2, ""),
            CorrectionKind::NotScore => (3, ""),
            CorrectionKind::Game => (4, ""),
            CorrectionKind::Tag => (5, self.tag().map_or("", |(name, _)| name)),
        }
    }

    /// Whether two that speak about the same say the same.
    #[must_use]
    pub fn agrees(&self, other: &Correction) -> bool {
        let moves = |kind| matches!(kind, CorrectionKind::Move | CorrectionKind::Misprint);
        (self.kind == other.kind || moves(self.kind) && moves(other.kind))
            && self.value.trim() == other.value.trim()
    }
}
