//! Limits and options of the search.

use crate::Cost;

/// Limits and options of the search.
#[derive(Copy, Clone, Debug)]
pub struct Bounds {
    /// Most readings kept after each half-move.
    pub beam: usize,
    /// Most readings kept in addition ([`beam`](super::beam)).
    pub beside: usize,
    /// Readings that cost this much more than the cheapest of their layer are dropped.
    pub window: Cost,
    /// The same for readings that are not on probation ([`beam`](super::beam)).
    pub narrow: Cost,
    /// What the record marks.
    pub habits: MarkHabits,
    /// Whether a wrong mark is a mismatch with a cost; otherwise it excludes the move.
    pub bend_marks: bool,
    /// Whether illegal moves are kept as written.
    pub as_written: bool,
    /// Most rounds of [`late_repair`](super::late_repair).
    pub late_repairs: usize,
    /// The search ends when all readings cost more.
    pub ceiling: Cost,
    /// It ends as well where all readings cost more than this and [`each`](Bounds::each) half-move: what is repaired all
    /// along is no reading, and could be searched to the end of any text.
    pub patience: Cost,
    /// What a half-move may cost on average.
    pub each: Cost,
}

impl Bounds {
    /// Whether the readings of a layer are kept by their cost alone, so that what costs too much need not be found.
    pub(super) fn is_plain(&self) -> bool {
        self.beside == 0 && self.late_repairs == 0 && !self.as_written
    }

    /// Whether the cheapest reading of so many half-moves, at this cost, ends the search.
    pub(super) fn ends(&self, leader: Cost, plies: u32) -> bool {
        let allowed = self.patience.millinats().saturating_add(self.each.millinats().saturating_mul(plies));
        leader > self.ceiling || leader.millinats() > allowed
    }
}

/// Costs of missing marks: lower for marks that the record often omits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MarkHabits {
    /// A check without a mark, or a mate with a mark of check.
    pub unmarked_check: Cost,
    /// An en passant capture that is not stated to be one.
    pub unmarked_en_passant: Cost,
}

impl Default for MarkHabits {
    fn default() -> MarkHabits {
        // Marks about every second check: neutral until the record shows its habit.
        MarkHabits { unmarked_check: Cost::new(700), unmarked_en_passant: Cost::new(700) }
    }
}
