//! Which cell bears which half-move, by the printed numbers alone.
//!
//! A scanner puts the parts of a page in an order of its own: a column of White's moves before one of Black's, the rows
//! of two tables by turns. The numbers say where each of White's moves stands, wherever that is; Black's stand behind
//! them, cell by cell or column by column. What comes out are places to look at, each at a price: the board decides.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::decode::Evidence;

/// Where a half-move may stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The token.
    pub token: u32,
    /// What it costs that the half-move stands there, in nats.
    pub cost: f32,
}

/// The places of a game's half-moves.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// By side and number.
    places: [FxHashMap<u16, SmallVec<[Place; 4]>>; 2],
    /// Cells that bear a number: start, weight, number; by start.
    cells: Vec<(u32, f32, u16)>,
    /// By number, the weight of the first cells whose numbers come later.
    later: Vec<Vec<f32>>,
}

/// A cell of score, in reading order.
struct Cell {
    token: u32,
    start: u32,
    row: u32,
    weight: f32,
}

/// Moves of the cut that are weaker are no cells.
const STRONG: f32 = 1.5;
/// The chance that its row is score, for a cell.
const SCORE: f32 = 0.3;
/// No game has more moves.
const MOST: u16 = 200;
/// No region that is numbered has more cells.
const MOST_CELLS: usize = 700;
/// A cell with a clean number is not the move of that number.
const NOT_NUMBERED: f32 = 4.0;
/// A cell without a number is the next move of White's, as the first of its row, and elsewhere.
const UNLABELLED: [f32; 2] = [1.0, 2.0];
/// Numbers that are not printed between two moves: the first, and each more.
const GAP: [f32; 2] = [1.0, 0.4];
/// Going to another part of the score.
const ELSEWHERE: f32 = 1.5;
/// The price of a place whose number is clean, of one whose number is not, and of Black's.
const CLEAN: f32 = 0.3;
/// See `CLEAN`.
const WORN: f32 = 1.2;
/// See `CLEAN`.
const REPLY: f32 = 0.8;
/// What a place costs more that another way of counting gives.
const OTHER: f32 = 0.7;

impl Grid {
    /// The places of the half-moves that are printed between two characters.
    #[must_use]
    pub fn new(evidence: &Evidence, from: u32, until: u32) -> Grid {
        let mut cells = cells(evidence, from, until);
        let mut numbers = numbered(evidence, &cells);
        let end = restart(&numbers).unwrap_or(cells.len());
        cells.truncate(end);
        numbers.truncate(end);
        let mut grid = Grid::default();
        for (cell, number) in cells.iter().zip(&numbers) {
            if let &Some((number, label)) = number {
                let cost = if label < 0.5 { CLEAN } else { WORN };
                grid.add(0, number, Place { token: cell.token, cost });
                grid.cells.push((cell.start, cell.weight, number));
            }
        }
        grid.fill(&cells, &numbers);
        grid.replies(&cells, &numbers);
        grid.sum();
        grid
    }

    /// Where a side's move of a number may stand.
    #[must_use]
    pub fn places(&self, side: usize, number: u16) -> &[Place] {
        self.places[side].get(&number).map_or(&[], |places| places.as_slice())
    }

    /// The weight of the cells before a character whose numbers come later than `number`.
    #[must_use]
    pub fn later(&self, number: u16, until: u32) -> f32 {
        let before = self.cells.partition_point(|cell| cell.0 < until);
        self.later.get(usize::from(number)).map_or(0.0, |sums| sums[before])
    }

    fn sum(&mut self) {
        let most = self.cells.iter().map(|cell| cell.2).max().unwrap_or(0);
        let sums = |number: u16| {
            let weights = self.cells.iter().map(|cell| if cell.2 > number { cell.1 } else { 0.0 });
            let add = weights.scan(0.0, |sum, weight| {
                *sum += weight;
                Some(*sum)
            });
            std::iter::once(0.0).chain(add).collect()
        };
        self.later = (0..most).map(sums).collect();
    }

    fn add(&mut self, side: usize, number: u16, place: Place) {
        let places = self.places[side].entry(number).or_default();
        match places.iter_mut().find(|known| known.token == place.token) {
            Some(known) => known.cost = known.cost.min(place.cost),
            None => places.push(place),
        }
    }

    /// White's moves whose numbers are worn away: the cells of the rows between their neighbours', at the same place of
    /// the row.
    fn fill(&mut self, cells: &[Cell], numbers: &[Option<(u16, f32)>]) {
        let mut found = Vec::new();
        for (at, number) in numbers.iter().enumerate() {
            let Some((number, _)) = *number else { continue };
            let known: Option<(usize, u16)> = (0..at).rev().find_map(|k| {
                let before = numbers[k]?.0;
                (before + 2 == number).then_some((k, before))
            });
            if let Some((from, before)) = known.filter(|_| self.places(0, number - 1).is_empty()) {
                let slot = slot(cells, at);
                let between = (from + 1..at).filter(|&k| {
                    numbers[k].is_none() && cells[k].row > cells[from].row && cells[k].row < cells[at].row
                });
                let alike = between.filter(|&k| slot == self::slot(cells, k)).take(3);
                found.extend(alike.map(|k| (before + 1, Place { token: cells[k].token, cost: WORN })));
            }
        }
        for (number, place) in found {
            self.add(0, number, place);
        }
    }

    /// Black's moves: a run of cells without numbers answers a run of White's.
    fn replies(&mut self, cells: &[Cell], numbers: &[Option<(u16, f32)>]) {
        let mut pending: Vec<Vec<u16>> = Vec::new();
        let mut replies = Vec::new();
        let mut at = 0;
        while at < cells.len() {
            let run = |of: &dyn Fn(usize) -> bool| (at..cells.len()).take_while(|&k| of(k)).count();
            match numbers[at] {
                Some((number, _)) => {
                    let next = |k: usize| numbers[k].is_some_and(|n| n.0 == number + (k - at) as u16);
                    let length = run(&next).max(1);
                    pending.push((number..number + length as u16).collect());
                    at += length;
                }
                None => {
                    let length = run(&|k| numbers[k].is_none());
                    let tokens: Vec<u32> = cells[at..at + length].iter().map(|cell| cell.token).collect();
                    self.answer(&tokens, &mut pending);
                    replies.extend(&cells[at..at + length]);
                    at += length;
                }
            }
        }
        // What answers a later move is left for it as well.
        for cell in replies {
            let least = self.places[1]
                .iter()
                .filter(|(_, places)| places.iter().any(|place| place.token == cell.token))
                .map(|(number, _)| *number)
                .min();
            if let Some(number) = least {
                self.cells.push((cell.start, cell.weight, number));
            }
        }
        self.cells.sort_unstable_by_key(|cell| cell.0);
    }

    /// A run of Black's cells answers the run of White's right before it, or the first or the one of its length that has
    /// no answer yet.
    fn answer(&mut self, tokens: &[u32], pending: &mut Vec<Vec<u16>>) {
        let Some(last) = pending.len().checked_sub(1) else { return };
        let alike = (0..pending.len()).rev().find(|&run| pending[run].len() == tokens.len());
        let chosen = alike.unwrap_or(last);
        let mut tries: SmallVec<[(usize, f32); 3]> = SmallVec::new();
        for run in [chosen, last, 0] {
            if !tries.iter().any(|other| other.0 == run) {
                tries.push((run, REPLY + OTHER * tries.len() as f32));
            }
        }
        for (run, cost) in tries {
            let run = &pending[run];
            for (&number, &token) in run.iter().zip(tokens) {
                self.add(1, number, Place { token, cost });
            }
            // A cell may be lost before the others.
            if run.len() != tokens.len() && run.len().abs_diff(tokens.len()) <= 3 {
                for (&number, &token) in run.iter().rev().zip(tokens.iter().rev()) {
                    self.add(1, number, Place { token, cost: cost + OTHER });
                }
            }
        }
        let mut rest = tokens.len();
        let taken = rest.min(pending[chosen].len());
        pending[chosen].drain(..taken);
        rest -= taken;
        pending.retain(|run| !run.is_empty());
        if rest > 0 && !pending.is_empty() {
            self.answer(&tokens[tokens.len() - rest..], pending);
        }
    }
}

/// The cells of score between two characters.
fn cells(evidence: &Evidence, from: u32, until: u32) -> Vec<Cell> {
    let cut = &evidence.tokens.cut;
    let first = cut.partition_point(|cut| cut.0 < from);
    cut[first..]
        .iter()
        .take_while(|cut| cut.0 < until)
        .filter(|cut| cut.2 > STRONG)
        .filter(|cut| evidence.rows.chance(&evidence.print, cut.0) > SCORE)
        .filter_map(|&(start, end, _)| {
            let token = evidence.tokens.within(start, start + 1).next()? as u32;
            let row = evidence.print.row_of[start as usize];
            Some(Cell { token, start, row, weight: evidence.rows.passed(start, end) })
        })
        .take(MOST_CELLS)
        .collect()
}

/// White's number of each cell with what its label costs, or `None` for one that has none: the cheapest way to count.
fn numbered(evidence: &Evidence, cells: &[Cell]) -> Vec<Option<(u16, f32)>> {
    // By the last number of White's: the cost, and for each cell where it came from.
    let mut best = vec![f32::INFINITY; usize::from(MOST) + 1];
    best[0] = 0.0;
    let mut from: Vec<FxHashMap<u16, (u16, f32)>> = Vec::with_capacity(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        let label = &evidence.tokens.all[cell.token as usize].label;
        let values: SmallVec<[(u16, f32); 4]> = if label.apart || label.dots {
            SmallVec::new()
        } else {
            label.values.iter().copied().filter(|value| value.1 < 2.0 && value.0 <= MOST).collect()
        };
        let clean = values.iter().map(|value| value.1).fold(f32::INFINITY, f32::min);
        let mut next = best.clone();
        if clean < 1.0 {
            next.iter_mut().for_each(|cost| *cost += NOT_NUMBERED - 2.0 * clean);
        }
        let mut came = FxHashMap::default();
        let mut offer = |to: u16, cost: f32, before: u16, label: f32| {
            if cost < next[usize::from(to)] {
                next[usize::from(to)] = cost;
                came.insert(to, (before, label));
            }
        };
        let least = best.iter().copied().fold(f32::INFINITY, f32::min);
        let cheapest = best.iter().position(|cost| *cost == least).unwrap_or(0) as u16;
        for &(number, worn) in &values {
            // From the numbers shortly before it, or from wherever it is cheapest.
            for gap in 1..=4u16.min(number) {
                let before = number - gap;
                let skipped = if gap > 1 { GAP[0] + GAP[1] * f32::from(gap - 2) } else { 0.0 };
                offer(number, best[usize::from(before)] + skipped + worn, before, worn);
            }
            offer(number, least + ELSEWHERE + worn, cheapest, worn);
        }
        if values.is_empty() {
            let opens = at == 0 || cells[at - 1].row != cell.row;
            let cost = UNLABELLED[usize::from(!opens)];
            for before in 0..MOST {
                let step = best[usize::from(before)] + cost;
                if step.is_finite() {
                    offer(before + 1, step, before, cost);
                }
            }
        }
        best = next;
        from.push(came);
    }
    let least = best.iter().copied().fold(f32::INFINITY, f32::min);
    let mut number = best.iter().position(|cost| *cost == least).unwrap_or(0) as u16;
    let mut out = vec![None; cells.len()];
    for (at, came) in from.iter().enumerate().rev() {
        if let Some(&(before, label)) = came.get(&number) {
            out[at] = Some((number, label));
            number = before;
        }
    }
    out
}

/// The cell where the numbers begin again: the next game's.
fn restart(numbers: &[Option<(u16, f32)>]) -> Option<usize> {
    let mut numbered =
        numbers.iter().enumerate().filter_map(|(at, number)| Some((at, number.as_ref()?.0))).peekable();
    let mut seen = false;
    while let Some((at, number)) = numbered.next() {
        let begins = number == 1 && numbered.peek().is_some_and(|next| next.1 == 2);
        if begins && seen {
            return Some(at);
        }
        seen |= begins;
    }
    None
}

/// How many cells of its row stand before a cell.
fn slot(cells: &[Cell], at: usize) -> usize {
    cells[..at].iter().rev().take_while(|cell| cell.row == cells[at].row).count()
}
