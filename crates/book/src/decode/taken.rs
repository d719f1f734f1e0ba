//! The cells of the half-moves that a game is known to begin with. They are not read again, and to pass over them costs nothing.

use std::ops::Range;

use super::{Evidence, Search, Step};
use crate::prices::Prices;

/// Cells, by place.
#[derive(Default)]
pub(super) struct Taken {
    cells: Vec<Range<u32>>,
    /// Of each, the weight of those before it; behind them that of all.
    before: Vec<f32>,
}

impl Taken {
    /// The cells of half-moves.
    pub(super) fn new(steps: &[Step], evidence: &Evidence, prices: &Prices) -> Taken {
        let mut cells: Vec<Range<u32>> =
            steps.iter().map(|step| step.cell.clone()).filter(|cell| !cell.is_empty()).collect();
        cells.sort_unstable_by_key(|cell| cell.start);
        let weight = |cell: &Range<u32>| evidence.rows.passed(cell.start, cell.end) * prices.passed;
        let sum = |sum: &mut f32, weight: f32| {
            let before = *sum;
            *sum += weight;
            Some(before)
        };
        let before = cells.iter().map(weight).chain([0.0]).scan(0.0, sum).collect();
        Taken { cells, before }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

impl Search<'_> {
    /// Whether a character is part of a cell that is not read again.
    pub(super) fn is_taken(&self, at: u32) -> bool {
        let cells = &self.taken.cells;
        let behind = cells.partition_point(|cell| cell.start <= at);
        behind > 0 && at < cells[behind - 1].end
    }

    /// The weight of such cells between two characters.
    pub(super) fn taken_between(&self, from: u32, to: u32) -> f32 {
        let Taken { cells, before } = &self.taken;
        let at = |place: u32| before[cells.partition_point(|cell| cell.start < place)];
        (at(to) - at(from)).max(0.0)
    }

    /// The weight of all of them.
    pub(super) fn taken_weight(&self) -> f32 {
        self.taken.before.last().copied().unwrap_or_default()
    }
}
