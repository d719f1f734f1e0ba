//! The order of cells on a torn page.
//!
//! The state is two pointers: the last cell read for White and the last for Black. The next move may be in the cell
//! with its number, after the other side's move on its row, on the row below, next to the last cell of its own side, or
//! at the same height in the other column. Each kind of step has a cost, and so have cells that are skipped and cells
//! left over at the end. One model serves rows, columns printed one after the other, blocks side by side, and notes
//! with moves between; legality decides.

mod end;
mod read;
mod ways;

use rustc_hash::FxHashMap;
use shakmaty::Color;
use smallvec::SmallVec;

use super::Cost;
use super::cell_graph::{CellGraph, Transition};
use crate::record::{CellGeometry, Draft};
pub(super) use read::read;
use ways::{Habit, Successor, Successors};

/// The state of a hypothesis: the cells read last, counted from 1; 0 is none.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ReadState {
    /// White's last cell.
    pub white: u16,
    /// Black's last cell.
    pub black: u16,
    /// Number of consecutive missing moves.
    lost: u8,
    /// Number of half-moves read.
    ply: u16,
    /// Number of cells read.
    taken: u16,
    /// The kind of step that led to White's last move.
    white_habit: IgnoredByEq<Habit>,
    /// The same for Black.
    black_habit: IgnoredByEq<Habit>,
    /// Rows that were read, so that no text becomes two moves.
    read: IgnoredByEq<Read>,
}

/// A set of cells: the first few hundred of a game; later ones are ignored.
#[derive(Copy, Clone, Debug, Default)]
struct Read([u64; 12]);

/// State that is ignored when hypotheses are compared: two with the same cells and the same position have nearly the
/// same future, so only the cheaper one is kept.
#[derive(Copy, Clone, Debug, Default)]
struct IgnoredByEq<T>(T);

impl<T> PartialEq for IgnoredByEq<T> {
    fn eq(&self, _: &IgnoredByEq<T>) -> bool {
        true
    }
}

impl<T> Eq for IgnoredByEq<T> {}

impl<T> std::hash::Hash for IgnoredByEq<T> {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Read {
    fn has(&self, cell: usize) -> bool {
        self.0.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    fn with(mut self, cells: std::ops::RangeInclusive<usize>) -> Read {
        for cell in cells {
            if let Some(word) = self.0.get_mut(cell / 64) {
                *word |= 1 << (cell % 64);
            }
        }
        self
    }
}

/// The paths through the cells of a torn draft.
pub struct UnorderedGraph {
    places: Vec<CellGeometry>,
    /// First cell of each row, by row; one more at the end.
    rows: Vec<u16>,
    /// The first row of each run, by run number.
    runs: FxHashMap<u32, u32>,
    by_number: FxHashMap<u32, SmallVec<[(u16, u32); 4]>>,
    /// Whether the page prints numbers before Black's moves too.
    black_numbered: bool,
    /// Whether White's moves usually have numbers.
    white_numbered: bool,
    /// Number of moves on the rows, with their most likely cuts.
    likely: u32,
}

// Costs in thousandths of a nat, as in `ways`.
/// Each letter of a skipped segment.
const LETTER: u32 = 900;
/// The most for one segment.
const LETTERS: u32 = 5_000;
/// Cost of a missing move.
const LOST_CELL: u32 = 2_000;
/// Most moves lost in a row.
const MOST_LOST: u8 = 2;

impl UnorderedGraph {
    /// The order of a torn draft.
    #[must_use]
    pub fn new(draft: &Draft<'_>) -> UnorderedGraph {
        let mut places: Vec<CellGeometry> =
            draft.unordered.as_ref().map(|unordered| unordered.places.clone()).unwrap_or_default();
        for (place, cell) in places.iter_mut().zip(&draft.mainline.cells) {
            // The side is known only for the first piece.
            if cell.side == Some(Color::Black) {
                place.before = u8::MAX;
            }
        }
        places.truncate(usize::from(u16::MAX) - 1);
        let mut rows = Vec::new();
        let mut runs = FxHashMap::default();
        let mut by_number: FxHashMap<u32, SmallVec<[(u16, u32); 4]>> = FxHashMap::default();
        for (index, place) in places.iter().enumerate() {
            while rows.len() <= place.row as usize {
                rows.push(index as u16);
            }
            runs.entry(place.run).or_insert(place.row);
            for &(number, price) in &place.numbers {
                by_number.entry(number).or_default().push((index as u16, price));
            }
        }
        rows.push(places.len() as u16);
        let mut order = UnorderedGraph {
            places,
            rows,
            runs,
            by_number,
            black_numbered: false,
            white_numbered: true,
            likely: 0,
        };
        // If Black's moves have numbers too, many numbers occur on two segments.
        let twice = order.by_number.values().filter(|cells| order.segments(cells).count() > 1).count();
        let numbered = order.by_number.len().max(1);
        order.black_numbered = twice * 5 >= numbered * 2;
        let bare = order.places.iter().filter(|place| place.first && place.numbers.is_empty()).count();
        order.white_numbered = numbered * 4 >= bare;
        order.likely = order.count_likely();
        order
    }

    /// Number of moves on the rows: one per segment, or two if it can be cut.
    fn count_likely(&self) -> u32 {
        let mut seen: FxHashMap<u32, bool> = FxHashMap::default();
        for place in &self.places {
            *seen.entry(place.segment).or_default() |= !place.first;
        }
        seen.values().map(|&cut| 1 + u32::from(cut)).sum()
    }

    /// The numbered segments among some cells.
    fn segments<'c>(&'c self, cells: &'c [(u16, u32)]) -> impl Iterator<Item = u32> + 'c {
        let mut last = None;
        cells.iter().filter_map(move |&(cell, _)| {
            let place = &self.places[usize::from(cell)];
            let fresh = place.labelled && last != Some(place.segment);
            last = Some(place.segment);
            fresh.then_some(place.segment)
        })
    }

    fn row_of(&self, pointer: u16) -> Option<u32> {
        Some(self.places.get(usize::from(pointer).checked_sub(1)?)?.row)
    }

    fn cells_of(&self, row: u32) -> std::ops::Range<usize> {
        let start = self.rows.get(row as usize).copied().unwrap_or(self.places.len() as u16);
        let end = self.rows.get(row as usize + 1).copied().unwrap_or(self.places.len() as u16);
        usize::from(start)..usize::from(end)
    }

    /// The part of a cell's segment after the cell, if no other cell covers it.
    fn remainder(&self, pointer: u16) -> u32 {
        let Some(place) = usize::from(pointer).checked_sub(1).and_then(|at| self.places.get(at)) else {
            return 0;
        };
        price_of_letters(u32::from(place.behind))
    }
}

impl CellGraph for UnorderedGraph {
    type State = ReadState;

    fn start(&self) -> ReadState {
        ReadState::default()
    }

    fn turns(&self, state: ReadState, ply: u32, side: Color, out: &mut Vec<Transition<ReadState>>) {
        let number = ply / 2 + 1;
        let (own, other) =
            if side.is_white() { (state.white, state.black) } else { (state.black, state.white) };
        let before = if side.is_white() { state.white_habit } else { state.black_habit };
        let mut ways = Successors::new(self, number, side, state.read.0, before.0);
        let mut left_behind = 0;
        if let Some(last) = usize::from(other).checked_sub(1) {
            ways.beside(last);
            left_behind = self.remainder(other);
        }
        let beside = ways.found.len();
        ways.numbered(own, other);
        ways.bare(own, other);
        for (index, Successor { cell, cost, habit }) in ways.found.into_iter().enumerate() {
            let at = cell + 1;
            // Skipping text after the last move on its row has a cost.
            let cost = if index < beside { cost } else { cost + left_behind };
            let taken = self.overlapping(usize::from(cell));
            let next = ReadState {
                lost: 0,
                ply: state.ply + 1,
                taken: state.taken + 1,
                read: IgnoredByEq(state.read.0.with(taken)),
                ..state
            };
            let next = match side {
                Color::White => ReadState { white: at, white_habit: IgnoredByEq(habit), ..next },
                Color::Black => ReadState { black: at, black_habit: IgnoredByEq(habit), ..next },
            };
            out.push(Transition { cell: Some(u32::from(cell)), next, cost: Cost::new(cost) });
        }
        // A missing move, if the record continues.
        let goes_on = self.by_number.contains_key(&number.saturating_add(1))
            || self.by_number.contains_key(&number.saturating_add(2));
        if state.lost < MOST_LOST && goes_on {
            let next = ReadState { lost: state.lost + 1, ply: state.ply + 1, ..state };
            out.push(Transition { cell: None, next, cost: Cost::new(LOST_CELL + left_behind) });
        }
    }

    fn stop(&self, state: ReadState) -> Cost {
        self.price_of_stopping(state)
    }

    fn coverage(&self, state: ReadState) -> u64 {
        u64::from(state.white) << 32 | u64::from(state.black) << 16 | u64::from(state.taken)
    }

    fn finished(&self, state: ReadState) -> bool {
        self.is_over(state)
    }
}

impl UnorderedGraph {
    fn segment_of(&self, pointer: u16) -> Option<u32> {
        Some(self.places.get(usize::from(pointer).checked_sub(1)?)?.segment)
    }

    /// The cells that overlap a cell.
    fn overlapping(&self, cell: usize) -> std::ops::RangeInclusive<usize> {
        let place = &self.places[cell];
        let shares = |other: &CellGeometry| {
            other.segment == place.segment && other.from < place.to && other.to > place.from
        };
        let mut from = cell;
        while from > 0 && shares(&self.places[from - 1]) {
            from -= 1;
        }
        let mut to = cell;
        while self.places.get(to + 1).is_some_and(shares) {
            to += 1;
        }
        from..=to
    }
}

/// The cost of skipping this many letters of a segment.
fn price_of_letters(letters: u32) -> u32 {
    (letters * LETTER).min(LETTERS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Cell, CellLine, Unordered};

    /// A page of rows with one numbered move each.
    fn page(numbers: impl Iterator<Item = u32>) -> Draft<'static> {
        let place = |(row, number)| CellGeometry {
            row,
            segment: row,
            to: 5,
            first: true,
            labelled: true,
            numbers: [(number, 0)].into_iter().collect(),
            run_length: 1,
            run: row,
            ..CellGeometry::default()
        };
        let places: Vec<CellGeometry> = (0..).zip(numbers).map(place).collect();
        let cells = vec![Cell::default(); places.len()];
        Draft {
            mainline: CellLine { cells, ..CellLine::default() },
            unordered: Some(Unordered { places }),
            ..Draft::default()
        }
    }

    #[test]
    fn a_column_out_of_its_place_surprises_once() {
        // White's moves 1 to 8, and below them three of Black's with numbers, although Black's usually have
        // none.
        let draft = page((1..=8).chain(1..=3));
        let order = UnorderedGraph::new(&draft);
        let mut state = order.start();
        let mut costs = Vec::new();
        for (ply, cell) in [0, 8, 1, 9, 2, 10].into_iter().enumerate() {
            let mut turns = Vec::new();
            let side = if ply % 2 == 0 { Color::White } else { Color::Black };
            order.turns(state, ply as u32, side, &mut turns);
            let turn = turns.into_iter().find(|turn| turn.cell == Some(cell)).expect("a way to the cell");
            costs.push(turn.cost.millinats());
            state = turn.next;
        }
        assert!(costs[1] > 2_000, "{costs:?}");
        assert!(costs[3] < costs[1] / 2 && costs[5] < costs[1] / 4, "{costs:?}");
    }
}
