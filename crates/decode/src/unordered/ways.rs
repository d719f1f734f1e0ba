//! Candidate cells for the next move, each with a cost that depends on where it is on the page.
//!
//! A page is torn in one way for many moves: a displaced column is displaced to its end. So a kind of step costs less
//! when the last move of the same side was reached by it too.

use shakmaty::Color;
use smallvec::SmallVec;

use super::{Read, UnorderedGraph};
use crate::record::CellGeometry;

// Costs in thousandths of a nat, set by hand to rank the kinds of steps; the text of the cells weighs more than any of
// them.
/// A line with the number, but not the nearest one.
const NOT_NEXT: u32 = 900;
/// A line with the number, above the place where the reading is.
const BACK: u32 = 500;
/// Black's move after White's on the row, on the row below, at the same height of the next column.
const BESIDE: u32 = 0;
const BELOW: u32 = 150;
const ABREAST: u32 = 100;
/// At the same height, where the columns differ in length.
const ABREAST_UNEVEN: u32 = 700;
/// The row below the last move of the same side, without a number.
const COLUMN: u32 = 100;
/// The same, out of its run.
const NEXT_RUN: u32 = 1_000;
/// Any other row without a number near by.
const NEAR: u32 = 2_500;
/// Skipping a row without a number.
const SKIPPED: u32 = 1_500;
/// Skipping a row in the middle of a column.
const SKIPPED_IN_COLUMN: u32 = 3_500;
/// Upper limit of the cost of skipped rows.
const FARTHEST: u32 = 7_500;
/// White's move without a number, where White's have them.
const BARE_WHITE: u32 = 1_200;
/// Black's move with a number, where Black's have none.
const NUMBERED_BLACK: u32 = 2_500;
/// The same, where they have.
const NUMBERED_TOO: u32 = 100;
/// Taking a cell of another number.
const MISNUMBERED: u32 = 5_000;
/// Taking a cell without a number that the page's layout gives another number.
const GIVEN_ANOTHER: u32 = 1_500;
/// A cell of the other side.
const WRONG_SIDE: u32 = 3_500;
/// How many rows below are searched.
const LOOK_DOWN: u32 = 14;
/// Upper limit of the cost of a kind of step that also led to the side's last move.
const AS_BEFORE: u32 = 400;

/// The kind of step that led to the last move of a side, as far as the next one may repeat it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Habit {
    source: Option<Source>,
    /// How the cell's number differs from the move's.
    number: Numbered,
    wrong_side: bool,
}

/// Where a cell was searched from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// After the other side's last move on its row.
    Beside,
    /// By its number: how many nearer segments have the same number, and whether it is above the reading.
    Number(u8, bool),
    /// Below the other side's last move.
    Below,
    /// At the height of the other side's last move in the next column, or the one after.
    Abreast(u8),
    /// Down from the other side's last move.
    DownOther,
    /// Down from the side's own last move, inside or outside its run.
    Down(bool),
    /// At the start of the page.
    Start,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
enum Numbered {
    /// It does not differ, or there is none.
    #[default]
    Right,
    /// The page's layout gives it another number.
    GivenAnother,
    /// Its number is higher by this much.
    Off(i32),
}

/// A cell that may hold the next move.
#[derive(Copy, Clone)]
pub(super) struct Successor {
    pub(super) cell: u16,
    pub(super) cost: u32,
    pub(super) habit: Habit,
}

/// The candidate cells found so far, each cell once.
pub(super) struct Successors<'o> {
    order: &'o UnorderedGraph,
    pub(super) found: SmallVec<[Successor; 16]>,
    number: u32,
    side: Color,
    read: Read,
    /// The kind of step that led to the side's last move.
    before: Habit,
}

impl<'o> Successors<'o> {
    pub(super) fn new(
        order: &'o UnorderedGraph,
        number: u32,
        side: Color,
        read: Read,
        before: Habit,
    ) -> Successors<'o> {
        Successors { order, found: SmallVec::new(), number, side, read, before }
    }

    /// Adds a cell. `cost` applies unless its kind of step is the side's habit; `more` always applies.
    fn add(&mut self, cell: usize, habit: Habit, cost: u32, more: u32) {
        let Some(place) = self.order.places.get(cell).filter(|_| !self.read.has(cell)) else { return };
        let wrong_side = place.before == u8::MAX && self.side.is_white();
        let habit = Habit { wrong_side, ..habit };
        let cost = cost + if wrong_side { WRONG_SIDE } else { 0 };
        let cost = more + if habit == self.before { cost.min(AS_BEFORE) } else { cost };
        let way = Successor { cell: cell as u16, cost, habit };
        match self.found.iter_mut().find(|known| known.cell == way.cell) {
            Some(known) if known.cost <= cost => {}
            Some(known) => *known = way,
            None => self.found.push(way),
        }
    }

    /// The cells after the other side's last move on its row.
    pub(super) fn beside(&mut self, last: usize) {
        let places = &self.order.places;
        let place = &places[last];
        let habit = Habit { source: Some(Source::Beside), ..Habit::default() };
        let row = self.order.cells_of(place.row);
        for (cell, next) in places.iter().enumerate().take(row.end).skip(last + 1) {
            if next.segment == place.segment && next.from >= place.to {
                let letters =
                    (u32::from(place.behind) - u32::from(next.behind)).saturating_sub(letters_of(next));
                let bare = if self.side.is_white() { NEXT_RUN } else { BESIDE };
                self.add(cell, habit, bare, super::price_of_letters(letters));
            } else if next.segment == place.segment + 1 && next.first && next.numbers.is_empty() {
                self.add(cell, habit, BESIDE, 0);
            }
        }
    }

    /// The cells with the number.
    pub(super) fn numbered(&mut self, own: u16, other: u16) {
        let order = self.order;
        let Some(cells) = order.by_number.get(&self.number) else { return };
        let here = own.max(other);
        let fresh: SmallVec<[(u16, u32); 8]> =
            cells.iter().copied().filter(|&(cell, _)| !self.read.has(usize::from(cell))).collect();
        let ahead = fresh.iter().filter(|&&(cell, _)| cell >= here);
        let back = fresh.iter().rev().filter(|&&(cell, _)| cell < here);
        let (mut rank, mut segment, mut first) = (0_u32, None, true);
        for (&(cell, price), behind) in ahead.map(|c| (c, false)).chain(back.map(|c| (c, true))) {
            let place = &order.places[usize::from(cell)];
            // The count of all rows leads to it, wherever it is.
            if place.counted.contains(&(self.number, self.side)) {
                let habit = Habit { source: Some(Source::Number(0, false)), ..Habit::default() };
                self.add(usize::from(cell), habit, 0, price);
                continue;
            }
            if !first && segment != Some(place.segment) {
                rank += 1;
            }
            first = false;
            segment = Some(place.segment);
            let mut cost = (rank * NOT_NEXT).min(FARTHEST);
            if behind && own > 0 {
                cost += BACK;
            }
            // Black's own number, unless the numbers of both are usual.
            if self.side.is_black() && place.labelled && place.before != u8::MAX {
                cost += if order.black_numbered { NUMBERED_TOO } else { NUMBERED_BLACK };
            }
            if self.side.is_black() && Some(place.segment) == order.segment_of(other) {
                continue;
            }
            let source = Source::Number(rank.min(9) as u8, behind);
            self.add(usize::from(cell), Habit { source: Some(source), ..Habit::default() }, cost, price);
        }
    }

    /// Cells without a number, by their position relative to the last move of either side.
    pub(super) fn bare(&mut self, own: u16, other: u16) {
        let order = self.order;
        let bare = match (self.side, order.white_numbered) {
            (Color::White, true) => BARE_WHITE,
            _ => 0,
        };
        // Below the other side's last move: alternate lines.
        if let Some(row) = order.row_of(other) {
            let below = row + 1;
            if (below as usize) + 1 < order.rows.len() && self.is_bare(below) {
                let place = &order.places[usize::from(other) - 1];
                let after = order.places.get(order.cells_of(below).end);
                let numbered = |place: &CellGeometry| place.labelled || !place.numbers.is_empty();
                let alternates = after.is_none_or(numbered) && numbered(place);
                self.add_row(below, Source::Below, bare + if alternates { BELOW } else { NEAR }, 0);
            }
            if self.side.is_black() {
                self.abreast(usize::from(other) - 1);
            }
            self.down(row, None, bare + NEAR);
        }
        // Down the own column.
        if let Some(row) = order.row_of(own) {
            let place = &order.places[usize::from(own) - 1];
            let run = (!place.labelled).then_some(place.run);
            self.down(row, Some(run), bare + NEXT_RUN);
        } else if other == 0 {
            for row in 0..3.min(order.rows.len() as u32 - 1) {
                self.add_row(row, Source::Start, bare + NEAR * (row + 1), 0);
            }
        }
    }

    /// The first pieces of a row, as cells without a number or with another.
    fn add_row(&mut self, row: u32, source: Source, cost: u32, more: u32) {
        for cell in self.order.cells_of(row) {
            let place = &self.order.places[cell];
            if !place.first {
                continue;
            }
            let fits = place.numbers.iter().filter(|n| n.0 == self.number).map(|n| n.1).min();
            let (number, price, sure) = match (fits, place.numbers.first()) {
                (Some(price), _) => (Numbered::Right, 0, price),
                (None, Some(&(printed, _))) if place.labelled => {
                    (Numbered::Off(printed as i32 - self.number as i32), MISNUMBERED, 0)
                }
                (None, None) if place.labelled => (Numbered::GivenAnother, MISNUMBERED, 0),
                (None, Some(_)) => (Numbered::GivenAnother, GIVEN_ANOTHER, 0),
                (None, None) => (Numbered::Right, 0, 0),
            };
            let habit = Habit { source: Some(source), number, ..Habit::default() };
            self.add(cell, habit, cost + price, more + sure);
        }
    }

    /// Whether no cell of a row was read yet.
    fn is_fresh(&self, row: u32) -> bool {
        !self.order.cells_of(row).any(|cell| self.read.has(cell))
    }

    fn is_bare(&self, row: u32) -> bool {
        let cell = self.order.cells_of(row).start;
        self.order.places.get(cell).is_some_and(|place| !place.labelled)
    }

    /// Rows without numbers below `row`; where that is the row of the own last move, those of its `run` are its
    /// column.
    fn down(&mut self, row: u32, own: Option<Option<u32>>, base: u32) {
        let mut passed = 0;
        let rows = self.order.rows.len() as u32 - 1;
        let run = own.flatten();
        for next in row + 1..rows.min(row + 1 + LOOK_DOWN) {
            if !self.is_fresh(next) {
                continue;
            }
            if self.is_bare(next) {
                let place = &self.order.places[self.order.cells_of(next).start];
                let same = run == Some(place.run);
                let (cost, skipped) = if same { (COLUMN, SKIPPED_IN_COLUMN) } else { (base, SKIPPED) };
                let source = if own.is_some() { Source::Down(same) } else { Source::DownOther };
                self.add_row(next, source, cost, passed);
                passed += skipped;
            } else {
                passed += SKIPPED / 8;
            }
            if passed > FARTHEST {
                break;
            }
        }
    }

    /// The cell of the same height in the column without numbers that follows.
    fn abreast(&mut self, white: usize) {
        let order = self.order;
        let place = &order.places[white];
        if place.run_length < 2 {
            return;
        }
        let Some(&top) = order.runs.get(&place.run) else { return };
        let mut row = top + u32::from(place.run_length);
        // The next two runs of bare rows.
        let mut seen = 0;
        while seen < 2 && (row as usize) + 1 < order.rows.len() {
            let Some(head) = order.places.get(order.cells_of(row).start) else { return };
            if !head.labelled && head.run != place.run {
                let price = if seen == 0 { 0 } else { NEXT_RUN };
                let mut add = |height: u32, cost: u32| {
                    if height < u32::from(head.run_length) {
                        self.add_row(row + height, Source::Abreast(seen), price + cost, 0);
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

/// Approximate number of letters and digits of a cell.
fn letters_of(place: &CellGeometry) -> u32 {
    place.to - place.from
}
