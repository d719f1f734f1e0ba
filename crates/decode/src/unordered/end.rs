//! Costs of ending a game on a torn page.

use super::{ReadState, UnorderedGraph};
use crate::Cost;

// Costs in thousandths of a nat, as in `ways`.
/// Ending where the record does not say so.
const NO_END: u32 = 1_500;
/// A remaining cell with the next number.
const LEFT_OVER: u32 = 8_000;
/// An unread cell that is likely a move.
const UNREAD: u32 = 2_500;
/// The same after the record has said that the game is over.
const UNREAD_BEHIND: u32 = 600;
/// A reading with fewer half-moves than half of this is complete only if there are no more rows.
const FRAGMENT: usize = 40;

impl UnorderedGraph {
    /// The cost of stopping in this state.
    pub(super) fn price_of_stopping(&self, state: ReadState) -> Cost {
        let end = self.said_end(state);
        let left = match end {
            // After the end come notes and other games; a number before it, in another column, belongs to the
            // game.
            Some(end) => (self.left_over(state, usize::MAX) / 4).max(self.left_over(state, end)),
            None => self.left_over(state, usize::MAX),
        };
        let last = self.remainder(if state.ply % 2 == 1 { state.white } else { state.black });
        let unread = self.likely.saturating_sub(u32::from(state.taken));
        let last = last + unread * if end.is_some() { UNREAD_BEHIND } else { UNREAD };
        let silent = if end.is_some() { 0 } else { NO_END };
        Cost::new(left * LEFT_OVER + silent + u32::from(state.lost) * 20_000 + last)
    }

    /// Whether a reading in this state is complete.
    pub(super) fn is_over(&self, state: ReadState) -> bool {
        // A few moves out of many cells are a fragment, whatever the numbers say.
        if usize::from(state.ply) * 2 < self.rows.len().min(FRAGMENT) {
            return false;
        }
        let left = self.left_over(state, usize::MAX);
        left <= 1 || (self.said_end(state).is_some() && left <= 12)
    }

    /// Number of cells before `end` whose numbers continue the reading.
    fn left_over(&self, state: ReadState, end: usize) -> u32 {
        let first = u32::from(state.ply) / 2 + 1;
        let goes_on = |n: u32| {
            self.by_number.get(&n).is_some_and(|cells| {
                cells.iter().any(|&(cell, price)| {
                    price < 600 && usize::from(cell) < end && !state.read.0.has(usize::from(cell))
                })
            })
        };
        let mut left = 0;
        let mut gap = 0;
        for number in first.. {
            if goes_on(number) {
                left += 1;
                gap = 0;
            } else {
                gap += 1;
                if gap > 2 {
                    break;
                }
            }
        }
        left
    }

    /// The cell after which the record says that the game is over: the one read last, or one beside it.
    fn said_end(&self, state: ReadState) -> Option<usize> {
        let last = if state.ply % 2 == 1 { state.white } else { state.black };
        [last, state.white.max(state.black)]
            .into_iter()
            .filter_map(|pointer| usize::from(pointer).checked_sub(1))
            .find(|&at| self.places.get(at).is_some_and(|place| place.ends))
    }
}
