//! Corrections that a person makes to the reading of a record, kept in a CSV file beside it.
//!
//! A correction is tied to its source by file, line, text and hashes of the text around it ([`anchor`]), so
//! that it survives edits elsewhere. Text that is not a move is blanked out before a layout reads it; games
//! are split and cells corrected after cutting ([`apply`]); a corrected cell has a skeleton of exactly one
//! move. A row that no longer applies gives a finding.

mod anchor;
mod apply;
mod decisions;
mod file;
mod lines;
mod resolve;

pub use anchor::{Anchor, Index, Relocation};
pub use apply::{Part, cells, joined, own_cells, starts, tags};
pub use decisions::Decisions;
pub use file::{COLUMNS, Fault, read, write};
pub use lines::masked;
pub use resolve::{Resolved, Standing, resolve};
pub(crate) use resolve::{said, stale};

/// The kind of a correction.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CorrectionKind {
    /// This cell means this move.
    Move,
    /// The print is wrong here; the value is the move that was played, if it is known.
    Misprint,
    /// This cell is not a move of the game.
    Junk,
    /// Moves are missing before this cell; several are separated by semicolons.
    Missing,
    /// Moves are missing after this cell.
    MissingAfter,
    /// These lines are not score.
    NotScore,
    /// A game starts here; with the value `whole`, the quoted text is exactly one game.
    Game,
    /// A tag of the game here, as `Name=value`.
    Tag,
    /// Reviewed, and correct as it is.
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

    /// Whether the value must not be empty.
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
    /// Its place in the source.
    pub anchor: Anchor,
    /// Its kind.
    pub kind: CorrectionKind,
    /// The value: a move, moves or a tag; empty for kinds that need none.
    pub value: String,
    /// A note for people.
    pub note: String,
    /// Its row in the file, from 1, including the heading; 0 if it is not from a file.
    pub row: usize,
}

impl Correction {
    /// The name and the value of a `tag` correction.
    #[must_use]
    pub fn tag(&self) -> Option<(&str, &str)> {
        let (name, value) = self.value.split_once('=')?;
        let name = name.trim();
        let named = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        named.then_some((name, value.trim()))
    }

    /// Whether it says that the quoted text is exactly one game.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.kind == CorrectionKind::Game && self.value == "whole"
    }

    /// What it determines at its place; two corrections of the same aspect may contradict each other.
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

    /// Whether two corrections of the same aspect agree.
    #[must_use]
    pub fn agrees(&self, other: &Correction) -> bool {
        let moves = |kind| matches!(kind, CorrectionKind::Move | CorrectionKind::Misprint);
        (self.kind == other.kind || moves(self.kind) && moves(other.kind))
            && self.value.trim() == other.value.trim()
    }
}
