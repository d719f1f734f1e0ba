//! The order in which the cells of a draft are read.

use std::hash::Hash;

use shakmaty::Color;

use super::Cost;

/// Graph edge: the next cell and its cost.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Transition<S> {
    /// Index of the cell; `None` where the move is missing in the record.
    pub cell: Option<u32>,
    /// The order's state after it.
    pub next: S,
    /// Extra cost over the exact path: skipped cells, numbers that do not agree.
    pub cost: Cost,
}

/// The cells of a game as a graph: which cell may be read next, and at what cost. The simplest order takes them one after
/// the other; a torn page allows several, and legality decides among them.
pub trait CellGraph {
    /// The position of a hypothesis in the record.
    type State: Copy + Eq + Hash;

    /// Before the first cell.
    fn start(&self) -> Self::State;

    /// The edges from `state` for half-move `ply` (from 0) of `side`.
    fn turns(&self, state: Self::State, ply: u32, side: Color, out: &mut Vec<Transition<Self::State>>);

    /// The cost of stopping here: 0 at the end, otherwise a cost for unread cells.
    fn stop(&self, state: Self::State) -> Cost;

    /// Coverage: readings with the same value have read the same cells and paid for the same text.
    fn coverage(&self, state: Self::State) -> u64 {
        let _ = state;
        0
    }

    /// Whether a reading that stops here has read the game to its end.
    fn finished(&self, state: Self::State) -> bool {
        self.stop(state) == Cost::EXACT
    }
}

/// One cell after the other.
#[derive(Copy, Clone, Debug)]
pub struct InSequence {
    /// Number of cells.
    pub cells: u32,
}

/// Cost of each unread cell when a reading stops early: more than any correction of one cell.
pub const UNREAD_CELL: Cost = Cost::new(12_000);

impl CellGraph for InSequence {
    type State = u32;

    fn start(&self) -> u32 {
        0
    }

    fn turns(&self, state: u32, _ply: u32, _side: Color, out: &mut Vec<Transition<u32>>) {
        if state < self.cells {
            out.push(Transition { cell: Some(state), next: state + 1, cost: Cost::EXACT });
        }
    }

    fn stop(&self, state: u32) -> Cost {
        Cost::new((self.cells - state).saturating_mul(UNREAD_CELL.millinats()))
    }
}
