//! The order of cells on a torn page.
//!
//! A place in the record is two pointers: the last cell read for White and the last for Black. The
//! next move may stand in the cell with its number, beside the other side's move, or next to the last
//! cell of its own side; each way has a price, so has what is passed over and what is left at the end.
//! One model serves rows, columns printed one after the other, blocks side by side, and notes with
//! moves between; legality decides.

use rustc_hash::FxHashMap;
use shakmaty::Color;
use smallvec::SmallVec;

use super::Cost;
use super::order::{Order, Turn};
use crate::record::{Cell, Draft};

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
    /// Cells read: no cell is two moves.
    read: Read,
}

/// A set of cells, the first few hundred of a game; later ones are not remembered.
#[derive(Copy, Clone, Debug, Default)]
struct Read([u64; 6]);

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

    fn with(mut self, cell: usize) -> Read {
        if let Some(word) = self.0.get_mut(cell / 64) {
            *word |= 1 << (cell % 64);
        }
        self
    }
}

/// What is known of a cell.
#[derive(Copy, Clone, Debug)]
struct Place {
    number: Option<u32>,
    side: Option<Color>,
    row: u32,
    ends: bool,
    /// How many cells in a row stand one under the other that all have numbers, or all have none.
    run: u16,
    /// Which of them this is.
    in_run: u16,
}

/// The ways through the cells of a torn draft.
pub struct TornOrder {
    places: Vec<Place>,
    by_number: FxHashMap<u32, SmallVec<[u16; 4]>>,
    /// Whether the page prints a number before White's moves only.
    numbers_are_white: bool,
}

// Prices in thousandths of a nat: guesses that order the ways sensibly; the text of the cells weighs
// more than any of them.
/// Another line than the next with that number.
const JUMP: u32 = 1_000;
/// A cell whose number was passed over.
const PASSED: u32 = 350;
/// A cell that repeats a number that was read already: a sign that what was read was a variation.
const REPEATED: u32 = 700;
/// A cell without a number next to the last of its side.
const NEXT: u32 = 500;
/// Passing over a cell without a number that stands next.
const SKIPPED: u32 = 3_500;
/// A cell that bears another number.
const MISNUMBERED: u32 = 5_000;
/// A cell without a number behind one with another number.
const ANOTHERS: u32 = 2_500;
/// A cell of the other side's column by its row.
const WRONG_SIDE: u32 = 3_500;
/// Black's move with a number, where numbers stand before White's.
const NUMBERED_BLACK: u32 = 2_500;
/// White's move without a number, where White's have them.
const BARE_WHITE: u32 = 1_200;
/// A move that is in no cell.
const LOST_CELL: u32 = 2_000;
/// Ending where the record does not say so.
const NO_END: u32 = 1_500;
/// A numbered cell left over that could have gone on.
const LEFT_OVER: u32 = 8_000;
/// How many unnumbered cells a pointer may pass over.
const REACH: usize = 3;
/// How far down a column is looked for a cell without a number.
const LOOK_DOWN: usize = 16;
/// Looking down ends where passing over cells has cost so much.
const MOST_PASSED: u32 = 7_500;
/// The most that passing over cells costs.
const FARTHEST: u32 = 3_500;
/// Fewer half-moves than half of this are a game only if there are no more cells.
const FRAGMENT: usize = 60;
/// Most moves lost in a row.
const MOST_LOST: u8 = 2;

impl TornOrder {
    /// The order of a torn draft.
    #[must_use]
    pub fn new(draft: &Draft<'_>) -> TornOrder {
        let cells: &[Cell<'_>] = &draft.strand.cells;
        let rows = draft.torn.as_ref().map(|torn| torn.rows.as_slice()).unwrap_or_default();
        let places: Vec<Place> = cells
            .iter()
            .enumerate()
            .take(usize::from(u16::MAX) - 1)
            .map(|(index, cell)| Place {
                number: cell.number,
                side: cell.side,
                row: rows.get(index).copied().unwrap_or(index as u32),
                ends: false,
                run: 1,
                in_run: 0,
            })
            .collect();
        let mut order = TornOrder { places, by_number: FxHashMap::default(), numbers_are_white: false };
        order.find_runs();
        for (index, place) in order.places.iter().enumerate() {
            if let Some(number) = place.number {
                order.by_number.entry(number).or_default().push(index as u16);
            }
        }
        // Where Black's moves have numbers too, many stand before two cells.
        let twice = order.by_number.values().filter(|cells| cells.len() > 1).count();
        let bare = order.places.iter().filter(|place| place.number.is_none()).count();
        order.numbers_are_white = twice * 5 < order.by_number.len() * 2 && bare * 4 > order.places.len();
        if let Some((_, span)) = &draft.ending {
            // The ending stands after the last cell before it.
            let last = cells.iter().rposition(|cell| cell.span.end <= span.end);
            if let Some(place) = last.and_then(|last| order.places.get_mut(last)) {
                place.ends = true;
            }
        }
        order
    }

    fn find_runs(&mut self) {
        let mut start = 0;
        for end in 1..=self.places.len() {
            let same = self.places.get(end).is_some_and(|next| {
                let last = &self.places[end - 1];
                next.number.is_some() == last.number.is_some() && next.row != last.row
            });
            if !same {
                for (at, place) in self.places[start..end].iter_mut().enumerate() {
                    place.run = (end - start) as u16;
                    place.in_run = at as u16;
                }
                start = end;
            }
        }
    }

    /// How many numbers go on from where a reading stands.
    fn left_over(&self, state: Pointers) -> u32 {
        let first = u32::from(state.ply) / 2 + 1;
        let read = |cell: u16| state.read.has(usize::from(cell));
        let goes_on =
            |n: u32| self.by_number.get(&n).is_some_and(|cells| cells.iter().any(|&cell| !read(cell)));
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

    /// Whether the record says after the last cell that the game is over.
    fn says_end(&self, state: Pointers) -> bool {
        let last = state.white.max(state.black);
        usize::from(last).checked_sub(1).and_then(|at| self.places.get(at)).is_some_and(|place| place.ends)
    }

    /// The ways from the other side's last cell.
    fn beside(&self, other: usize, ways: &mut Ways<'_>) {
        let place = self.places[other];
        let mut passed = 0;
        for cell in other + 1..self.places.len().min(other + 1 + LOOK_DOWN) {
            let next = self.places[cell];
            if next.row == place.row {
                ways.add(cell, passed);
            } else if next.number.is_none() {
                // Alternating lines, or a column that starts here.
                let alternates = place.run == 1;
                ways.add(cell, passed + if alternates { 150 } else { NEXT * 2 });
            } else if cell == other + 1 {
                ways.add(cell, NEXT);
            }
            passed += ways.skip(cell);
            if passed > MOST_PASSED {
                break;
            }
        }
        if ways.side.is_black() && place.number.is_some() {
            let head = other + usize::from(place.run - place.in_run);
            if let Some(first) = self.places.get(head).filter(|first| first.number.is_none()) {
                let mut add = |height: usize, cost: u32| {
                    if height < usize::from(first.run) {
                        ways.add(head + height, cost);
                    }
                };
                let height = usize::from(place.in_run);
                if first.run == place.run {
                    add(height, 100);
                } else {
                    add(height, NEXT);
                    if first.run > place.run {
                        add(height + usize::from(first.run - place.run), NEXT * 2);
                    }
                }
            }
        }
    }

    /// The ways from the own side's last cell, down its column.
    fn below(&self, own: usize, ways: &mut Ways<'_>) {
        let place = self.places[own];
        let mut passed = 0;
        for cell in own + 1..self.places.len().min(own + 1 + LOOK_DOWN) {
            let next = self.places[cell];
            if next.number.is_none() {
                let same = place.number.is_none() && cell - own <= usize::from(place.run - 1 - place.in_run);
                ways.add(cell, passed + if same { NEXT / 2 } else { NEXT * 2 });
            } else if cell == own + 1 {
                ways.add(cell, NEXT);
            }
            passed += ways.skip(cell);
            if passed > MOST_PASSED {
                break;
            }
        }
    }

    /// What passing from `from` (counted from 1) on to `to` costs for half-move `ply`.
    fn passing(&self, from: u16, to: u16, ply: u32) -> u32 {
        let number = ply / 2 + 1;
        if to < from {
            return JUMP;
        }
        let passed = &self.places[usize::from(from)..usize::from(to)];
        let mut cost = 0;
        for place in passed.iter().take(40) {
            cost += match place.number {
                Some(n) if n < number => REPEATED / 4,
                Some(n) if n == number => PASSED,
                Some(_) => PASSED / 3,
                None => PASSED / 4,
            };
        }
        cost
    }
}

/// The ways found so far, each cell once.
struct Ways<'p> {
    places: &'p [Place],
    found: SmallVec<[(u16, u32); 12]>,
    number: u32,
    side: Color,
    read: Read,
    numbers_are_white: bool,
}

impl Ways<'_> {
    /// What it costs to pass over a cell.
    fn skip(&self, cell: usize) -> u32 {
        let place = &self.places[cell];
        if self.read.has(cell) {
            return 0;
        }
        match place.number {
            Some(number) if number == self.number => PASSED,
            Some(_) => PASSED / 3,
            None => {
                // It goes with the number before it.
                let before = cell.checked_sub(1).and_then(|at| self.places[at].number);
                if before.is_some_and(|number| number != self.number) { PASSED } else { SKIPPED }
            }
        }
    }

    fn add(&mut self, cell: usize, cost: u32) {
        let at = cell as u16;
        let Some(place) = self.places.get(cell).filter(|_| !self.read.has(cell)) else {
            return;
        };
        let mut cost = cost;
        if self.numbers_are_white {
            match (self.side, place.number, place.side) {
                (Color::Black, Some(_), None) => cost += NUMBERED_BLACK,
                (Color::White, None, None) => cost += BARE_WHITE,
                _ => {}
            }
        }
        if place.side.is_some_and(|printed| printed != self.side) {
            cost += WRONG_SIDE;
        }
        if place.number.is_some_and(|printed| printed != self.number) {
            cost += MISNUMBERED;
        }
        if place.number.is_none() && place.run == 1 {
            let before = cell.checked_sub(1).and_then(|at| self.places[at].number);
            if before.is_some_and(|number| number != self.number) {
                cost += ANOTHERS;
            }
        }
        match self.found.iter_mut().find(|(known, _)| *known == at) {
            Some((_, known)) => *known = cost.min(*known),
            None => self.found.push((at, cost)),
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
        let mut ways = Ways {
            places: &self.places,
            found: SmallVec::new(),
            number,
            side,
            read: state.read,
            numbers_are_white: self.numbers_are_white,
        };
        // The cells that bear the number.
        for &cell in self.by_number.get(&number).into_iter().flatten() {
            ways.add(usize::from(cell), self.passing(own.max(other), cell, ply).min(FARTHEST));
        }
        if let Some(other) = usize::from(other).checked_sub(1) {
            self.beside(other, &mut ways);
        }
        if let Some(own) = usize::from(own).checked_sub(1) {
            self.below(own, &mut ways);
        } else if other == 0 {
            // The first move of a column that has lost its numbers.
            for (step, cell) in (0..self.places.len().min(REACH)).enumerate() {
                ways.add(cell, NEXT * 3 + step as u32 * NEXT);
            }
        }
        for (cell, cost) in ways.found {
            let at = cell + 1;
            let next =
                Pointers { lost: 0, ply: state.ply + 1, read: state.read.with(usize::from(cell)), ..state };
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
            out.push(Turn { cell: None, next, cost: Cost::new(LOST_CELL) });
        }
    }

    fn stop(&self, state: Pointers) -> Cost {
        let ends = self.says_end(state);
        let left = self.left_over(state);
        let left = if ends { left / 4 } else { left };
        Cost::new(left * LEFT_OVER + if ends { 0 } else { NO_END } + u32::from(state.lost) * 20_000)
    }

    fn finished(&self, state: Pointers) -> bool {
        // A few moves out of many cells are a fragment, whatever the numbers say.
        if usize::from(state.ply) * 2 < self.places.len().min(FRAGMENT) {
            return false;
        }
        let left = self.left_over(state);
        left <= 1 || (self.says_end(state) && left <= 12)
    }
}
