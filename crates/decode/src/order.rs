//! In which order the cells of a draft are read.

use std::hash::Hash;

use shakmaty::Color;

use super::Cost;

/// One way to continue: the cell that says the next move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Transition<S> {
    /// The cell, by its index; `None` where the record has lost the move.
    pub cell: Option<u32>,
    /// Where the order stands after it.
    pub next: S,
    /// What this way costs beside the exact one: cells passed over, numbers that do not agree.
    pub cost: Cost,
}

/// The cells of a game as a graph: what may be read next, at what price. The simplest order takes
/// them one after the other; a torn page has more ways, and legality decides among them.
pub trait Order {
    /// Where a hypothesis stands in the record.
    type State: Copy + Eq + Hash;

    /// Before the first cell.
    fn start(&self) -> Self::State;

    /// The ways to continue from `state` with half-move `ply` (from 0) by `side`.
    fn turns(&self, state: Self::State, ply: u32, side: Color, out: &mut Vec<Transition<Self::State>>);

    /// What it costs to stop here: nothing at the end, else a price for what is left unread.
    fn stop(&self, state: Self::State) -> Cost;

    /// Which cells a reading has come to: those of the same have paid for the same text.
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
    /// How many cells there are.
    pub cells: u32,
}

/// What each unread cell costs a reading that stops early: more than any bend of one cell.
pub const UNREAD_CELL: Cost = Cost::new(12_000);

impl Order for InSequence {
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
