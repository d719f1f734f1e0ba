//! The order of cells on a torn page.
//!
//! A place in the record is two pointers: the last cell read for White and the last for Black. The
//! next move may stand in the cell with its number, behind the other side's move on its row, on the
//! row below, next to the last cell of its own side, or at the same height in the other column; each
//! way has a price, so has what is passed over and what is left at the end. One model serves rows,
//! columns printed one after the other, blocks side by side, and notes with moves between; legality
//! decides.

mod end;

use rustc_hash::FxHashMap;
use shakmaty::Color;
use smallvec::SmallVec;

use super::Cost;
use super::order::{Order, Turn};
use crate::record::{Draft, Place};

/// Where a hypothesis stands: cells read last, counted from 1; 0 is none.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Pointers {
    /// White's last cell.
    pub white: u16,
    /// Black's last cell.
    pub black: u16,
    /// Moves lost in a row.
    lost: u8,
    /// Half-moves read.
    ply: u16,
    /// Cells read.
    taken: u16,
    /// Rows read: no text is two moves.
    read: Read,
}

/// A set of cells, the first few hundred of a game; later ones are not remembered.
#[derive(Copy, Clone, Debug, Default)]
struct Read([u64; 12]);

/// Hypotheses that stand at the same cells with the same position have the same future, nearly: what
/// else they have read does not part them, and the cheaper one stands for both.
impl PartialEq for Read {
    fn eq(&self, _: &Read) -> bool {
        true
    }
}

impl Eq for Read {}

impl std::hash::Hash for Read {
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

/// The ways through the cells of a torn draft.
pub struct TornOrder {
    places: Vec<Place>,
    /// First cell of each row, by row; one more at the end.
    rows: Vec<u16>,
    /// The first row of each run, by run number.
    runs: FxHashMap<u32, u32>,
    by_number: FxHashMap<u32, SmallVec<[(u16, u32); 4]>>,
    /// Whether the page prints numbers before Black's moves too.
    black_numbered: bool,
    /// Whether White's moves have numbers as a rule.
    white_numbered: bool,
    /// How many moves the rows hold, as they are most likely cut.
    likely: u32,
}

// Prices in thousandths of a nat: guesses that order the ways sensibly; the text of the cells weighs
// more than any of them.
/// Another line with the number than the next.
const NOT_NEXT: u32 = 900;
/// A line with the number that stands before where the reading is.
const BACK: u32 = 500;
/// Black's move behind White's on the row, on the row below, at the same height of the next column.
const BESIDE: u32 = 0;
const BELOW: u32 = 150;
const ABREAST: u32 = 100;
/// Abreast, where the columns are not of the same length.
const ABREAST_UNEVEN: u32 = 700;
/// The row below the last of its own side, without a number.
const COLUMN: u32 = 100;
/// The same, out of its run.
const NEXT_RUN: u32 = 1_000;
/// Any other row without a number near by.
const NEAR: u32 = 2_500;
/// Passing over a row without a number.
const SKIPPED: u32 = 1_500;
/// Passing over a row in the middle of a column.
const SKIPPED_IN_COLUMN: u32 = 3_500;
/// The most that passing over rows costs.
const FARTHEST: u32 = 7_500;
/// White's move without a number, where White's have them.
const BARE_WHITE: u32 = 1_200;
/// Black's move with a number, where Black's have none.
const NUMBERED_BLACK: u32 = 2_500;
/// Taking a cell of another number.
const MISNUMBERED: u32 = 5_000;
/// Taking a cell without a number to which the page seems to give another.
const GIVEN_ANOTHER: u32 = 1_500;
/// A cell of the other side's.
const WRONG_SIDE: u32 = 3_500;
/// Each letter of a segment that is passed over.
const LETTER: u32 = 900;
/// The most for one segment.
const LETTERS: u32 = 5_000;
/// A move that is in no cell.
const LOST_CELL: u32 = 2_000;
/// How many rows are looked down.
const LOOK_DOWN: u32 = 14;
/// Most moves lost in a row.
const MOST_LOST: u8 = 2;

impl TornOrder {
    /// The order of a torn draft.
    #[must_use]
    pub fn new(draft: &Draft<'_>) -> TornOrder {
        let mut places: Vec<Place> = draft.torn.as_ref().map(|torn| torn.places.clone()).unwrap_or_default();
        for (place, cell) in places.iter_mut().zip(&draft.strand.cells) {
            // What is said of the side is said of the first piece only.
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
        let mut order = TornOrder {
            places,
            rows,
            runs,
            by_number,
            black_numbered: false,
            white_numbered: true,
            likely: 0,
        };
        // Where Black's moves have numbers too, many numbers stand before two segments.
        let twice = order.by_number.values().filter(|cells| order.segments(cells).count() > 1).count();
        let numbered = order.by_number.len().max(1);
        order.black_numbered = twice * 5 >= numbered * 2;
        let bare = order.places.iter().filter(|place| place.first && place.numbers.is_empty()).count();
        order.white_numbered = numbered * 4 >= bare;
        order.likely = order.count_likely();
        order
    }

    /// How many moves the rows hold: each segment one, or two where it can be cut.
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

    /// What of the segment of a cell is left behind it, if no one reads it.
    fn remainder(&self, pointer: u16) -> u32 {
        let Some(place) = usize::from(pointer).checked_sub(1).and_then(|at| self.places.get(at)) else {
            return 0;
        };
        (u32::from(place.behind) * LETTER).min(LETTERS)
    }
}

/// The ways found so far, each cell once.
struct Ways<'o> {
    order: &'o TornOrder,
    found: SmallVec<[(u16, u32); 16]>,
    number: u32,
    side: Color,
    read: Read,
}

impl Ways<'_> {
    fn add(&mut self, cell: usize, cost: u32) {
        let Some(place) = self.order.places.get(cell).filter(|_| !self.read.has(cell)) else { return };
        let mut cost = cost;
        if place.before == u8::MAX && self.side.is_white() {
            cost += WRONG_SIDE;
        }
        let at = cell as u16;
        match self.found.iter_mut().find(|(known, _)| *known == at) {
            Some((_, known)) => *known = cost.min(*known),
            None => self.found.push((at, cost)),
        }
    }

    /// The first pieces of a row, as cells without a number or with another.
    fn add_row(&mut self, row: u32, cost: u32) {
        for cell in self.order.cells_of(row) {
            let place = &self.order.places[cell];
            if !place.first {
                continue;
            }
            let fits = place.numbers.iter().filter(|n| n.0 == self.number).map(|n| n.1).min();
            let number = match fits {
                Some(price) => price,
                None if place.labelled => MISNUMBERED,
                None if !place.numbers.is_empty() => GIVEN_ANOTHER,
                None => 0,
            };
            self.add(cell, cost + number);
        }
    }

    /// Whether nothing of a row was read yet.
    fn is_fresh(&self, row: u32) -> bool {
        !self.order.cells_of(row).any(|cell| self.read.has(cell))
    }

    fn is_bare(&self, row: u32) -> bool {
        let cell = self.order.cells_of(row).start;
        self.order.places.get(cell).is_some_and(|place| !place.labelled)
    }

    /// Rows without numbers below `row`; those of the same run are its column.
    fn down(&mut self, row: u32, run: Option<u32>, base: u32) {
        let mut passed = 0;
        let rows = self.order.rows.len() as u32 - 1;
        for next in row + 1..rows.min(row + 1 + LOOK_DOWN) {
            if !self.is_fresh(next) {
                continue;
            }
            if self.is_bare(next) {
                let place = &self.order.places[self.order.cells_of(next).start];
                let cost = if run == Some(place.run) { COLUMN } else { base };
                self.add_row(next, cost + passed);
                passed += if run == Some(place.run) { SKIPPED_IN_COLUMN } else { SKIPPED };
            } else {
                passed += SKIPPED / 8;
            }
            if passed > FARTHEST {
                break;
            }
        }
    }
}

impl Order for TornOrder {
    type State = Pointers;

    fn start(&self) -> Pointers {
        Pointers::default()
    }

    fn turns(&self, state: Pointers, ply: u32, side: Color, out: &mut Vec<Turn<Pointers>>) {
        let number = ply / 2 + 1;
        let (own, other) =
            if side.is_white() { (state.white, state.black) } else { (state.black, state.white) };
        let mut ways = Ways { order: self, found: SmallVec::new(), number, side, read: state.read };
        // Behind the other side's move on its row.
        let mut left_behind = 0;
        if let Some(last) = usize::from(other).checked_sub(1) {
            let place = &self.places[last];
            for cell in last + 1..self.cells_of(place.row).end {
                let next = &self.places[cell];
                if next.segment == place.segment && next.from >= place.to {
                    let letters =
                        (u32::from(place.behind) - u32::from(next.behind)).saturating_sub(letters_of(next));
                    let bare = if side.is_white() { NEXT_RUN } else { BESIDE };
                    ways.add(cell, bare + (letters * LETTER).min(LETTERS));
                } else if next.segment == place.segment + 1 && next.first && next.numbers.is_empty() {
                    ways.add(cell, BESIDE);
                }
            }
            left_behind = self.remainder(other);
        }
        let beside = ways.found.len();
        // The cells that bear the number.
        if let Some(cells) = self.by_number.get(&number) {
            let here = own.max(other);
            let fresh: SmallVec<[(u16, u32); 8]> =
                cells.iter().copied().filter(|&(cell, _)| !state.read.has(usize::from(cell))).collect();
            let ahead = fresh.iter().filter(|&&(cell, _)| cell >= here);
            let back = fresh.iter().rev().filter(|&&(cell, _)| cell < here);
            let (mut rank, mut segment, mut first) = (0, None, true);
            for (&(cell, price), behind) in ahead.map(|c| (c, false)).chain(back.map(|c| (c, true))) {
                let place = &self.places[usize::from(cell)];
                if !first && segment != Some(place.segment) {
                    rank += 1;
                }
                first = false;
                segment = Some(place.segment);
                let mut cost = price + (rank * NOT_NEXT).min(FARTHEST);
                if behind && own > 0 {
                    cost += BACK;
                }
                // Black's own number, unless the numbers of both are usual.
                if side.is_black() && place.labelled && place.before != u8::MAX {
                    cost += if self.black_numbered { 100 } else { NUMBERED_BLACK };
                }
                if side.is_black() && Some(place.segment) == self.segment_of(other) {
                    continue;
                }
                ways.add(usize::from(cell), cost);
            }
        }
        let bare = match (side, self.white_numbered) {
            (Color::White, true) => BARE_WHITE,
            _ => 0,
        };
        // Below the other side's last move: alternate lines.
        if let Some(row) = self.row_of(other) {
            let below = row + 1;
            if (below as usize) + 1 < self.rows.len() && ways.is_bare(below) {
                let place = &self.places[usize::from(other) - 1];
                let after = self.places.get(self.cells_of(below).end);
                let numbered = |place: &Place| place.labelled || !place.numbers.is_empty();
                let alternates = after.is_none_or(numbered) && numbered(place);
                ways.add_row(below, bare + if alternates { BELOW } else { NEAR });
            }
            if side.is_black() {
                self.abreast(usize::from(other) - 1, &mut ways);
            }
            ways.down(row, None, bare + NEAR);
        }
        // Down the own column.
        if let Some(row) = self.row_of(own) {
            let place = &self.places[usize::from(own) - 1];
            let run = (!place.labelled).then_some(place.run);
            ways.down(row, run, bare + NEXT_RUN);
        } else if other == 0 {
            for row in 0..3.min(self.rows.len() as u32 - 1) {
                ways.add_row(row, bare + NEAR * (row + 1));
            }
        }
        for (index, (cell, cost)) in ways.found.into_iter().enumerate() {
            let at = cell + 1;
            // What stands behind the last move on its row is not passed over for nothing.
            let cost = if index < beside { cost } else { cost + left_behind };
            let taken = self.overlapping(usize::from(cell));
            let next = Pointers {
                lost: 0,
                ply: state.ply + 1,
                taken: state.taken + 1,
                read: state.read.with(taken),
                ..state
            };
            let next = match side {
                Color::White => Pointers { white: at, ..next },
                Color::Black => Pointers { black: at, ..next },
            };
            out.push(Turn { cell: Some(u32::from(cell)), next, cost: Cost::new(cost) });
        }
        // A lost move, where the record goes on.
        let goes_on =
            self.by_number.contains_key(&(number + 1)) || self.by_number.contains_key(&(number + 2));
        if state.lost < MOST_LOST && goes_on {
            let next = Pointers { lost: state.lost + 1, ply: state.ply + 1, ..state };
            out.push(Turn { cell: None, next, cost: Cost::new(LOST_CELL + left_behind) });
        }
    }

    fn stop(&self, state: Pointers) -> Cost {
        self.price_of_stopping(state)
    }

    fn coverage(&self, state: Pointers) -> u64 {
        u64::from(state.white) << 32 | u64::from(state.black) << 16 | u64::from(state.taken)
    }

    fn finished(&self, state: Pointers) -> bool {
        self.is_over(state)
    }
}

/// Letters and digits of a cell itself, near enough.
fn letters_of(place: &Place) -> u32 {
    place.to - place.from
}

impl TornOrder {
    fn segment_of(&self, pointer: u16) -> Option<u32> {
        Some(self.places.get(usize::from(pointer).checked_sub(1)?)?.segment)
    }

    /// The cells that share text with one.
    fn overlapping(&self, cell: usize) -> std::ops::RangeInclusive<usize> {
        let place = &self.places[cell];
        let shares =
            |other: &Place| other.segment == place.segment && other.from < place.to && other.to > place.from;
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

    /// The cell of the same height in the column without numbers that follows.
    fn abreast(&self, white: usize, ways: &mut Ways<'_>) {
        let place = &self.places[white];
        if place.run_length < 2 {
            return;
        }
        let Some(&top) = self.runs.get(&place.run) else { return };
        let mut row = top + u32::from(place.run_length);
        // The next two runs of bare rows.
        let mut seen = 0;
        while seen < 2 && (row as usize) + 1 < self.rows.len() {
            let Some(head) = self.places.get(self.cells_of(row).start) else { return };
            if !head.labelled && head.run != place.run {
                let price = if seen == 0 { 0 } else { NEXT_RUN };
                let mut add = |height: u32, cost: u32| {
                    if height < u32::from(head.run_length) {
                        ways.add_row(row + height, price + cost);
                    }
                };
                let height = u32::from(place.height);
                if head.run_length == place.run_length {
                    add(height, ABREAST);
                } else {
                    add(height, ABREAST_UNEVEN);
                    let (long, short) = (head.run_length, place.run_length);
                    if long > short {
                        add(height + u32::from(long - short), ABREAST_UNEVEN);
                    } else if height >= u32::from(short - long) {
                        add(height - u32::from(short - long), ABREAST_UNEVEN);
                    }
                }
                seen += 1;
            }
            row += u32::from(head.run_length.max(1));
        }
    }
}
