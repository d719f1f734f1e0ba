//! Which cell bears which half-move, by the printed numbers alone.
//!
//! A scanner puts the parts of a page in an order of its own: a column of White's moves before one of Black's, the rows
//! of two tables by turns. A chain of states, White's last number and Black's, says what it costs that a cell is the
//! move of a number; what comes out are places to look at, each at a price: the board decides.

mod chain;

use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::decode::Evidence;
use crate::number::Label;
use crate::token::STRONG;

/// Where a half-move may stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The token, as an index of all; `None` where the print reads as no move.
    pub token: Option<u32>,
    /// The worn print that stands there, as an index of all.
    pub worn: Option<u32>,
    /// What it costs that the half-move stands there and not in the likeliest place, in nats.
    pub cost: f32,
}

/// What a cell may be: a side's move of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    side: usize,
    number: u16,
    /// What it costs beside the cheapest way to count, in nats.
    cost: f32,
}

/// The places of a game's half-moves.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// By side and number.
    places: [FxHashMap<u16, SmallVec<[Place; 4]>>; 2],
    /// Cells by start: start, end and what they may be.
    cells: Vec<(u32, u32, SmallVec<[Held; 4]>)>,
    /// Cells by start, with their weights and likeliest numbers.
    numbered: Vec<(u32, f32, u16)>,
    /// By number, the weight of the first cells whose numbers come later.
    later: Vec<Vec<f32>>,
}

/// A cell of score, in reading order.
struct Cell<'e> {
    token: Option<u32>,
    worn: Option<u32>,
    label: &'e Label,
    start: u32,
    end: u32,
    row: u32,
    weight: f32,
}

/// The chance from which on a row is score, and holds cells.
pub(crate) const SCORE: f32 = 0.3;
/// No region that is numbered has more cells.
const MOST_CELLS: usize = 500;
/// Half-moves that cost more beside the cheapest way to count are not looked for in a cell.
const FAR: f32 = 3.0;
/// What it costs that a half-move stands in a cell where the numbers put others, in nats.
const AGAINST: f32 = 3.5;
/// The same in a cell that is no move of the game, by the numbers.
const AGAINST_NONE: f32 = 1.0;

impl Grid {
    /// The places of the half-moves that are printed between two characters.
    #[must_use]
    pub fn new(evidence: &Evidence, from: u32, until: u32) -> Grid {
        let mut cells = cells(evidence, from, until);
        let mut chain = chain::count(&cells);
        if let Some(end) = restart(&chain.best) {
            cells.truncate(end);
            chain = chain::count(&cells);
        }
        let mut grid = Grid::default();
        for ((cell, held), best) in cells.iter().zip(chain.held).zip(&chain.best) {
            for one in &held {
                let place = Place { token: cell.token, worn: cell.worn, cost: one.cost };
                grid.places[one.side].entry(one.number).or_default().push(place);
            }
            if let Some((_, number)) = best {
                grid.numbered.push((cell.start, cell.weight, *number));
            }
            grid.cells.push((cell.start, cell.end, held));
        }
        grid.sum();
        grid
    }

    /// Where a side's move of a number may stand.
    #[must_use]
    pub fn places(&self, side: usize, number: u16) -> &[Place] {
        self.places[side].get(&number).map_or(&[], |places| places.as_slice())
    }

    /// What the numbers say against a half-move at a place, in nats; `None` if they say nothing of the place.
    #[must_use]
    pub fn against(&self, place: u32, side: usize, number: u16) -> Option<f32> {
        let at = self.cells.partition_point(|cell| cell.0 <= place).checked_sub(1)?;
        let (_, end, held) = &self.cells[at];
        if place >= *end {
            return None;
        }
        let own = held.iter().find(|one| (one.side, one.number) == (side, number)).map(|one| one.cost);
        let least = held.iter().map(|one| one.cost).fold(f32::INFINITY, f32::min);
        let other = if least < AGAINST_NONE { AGAINST } else { AGAINST_NONE };
        Some(own.map_or(other, |own| own.min(other)))
    }

    /// What each cell may be, a line a cell, to look at.
    #[must_use]
    pub fn trace(&self, evidence: &Evidence) -> String {
        let mut out = String::new();
        for (start, end, held) in &self.cells {
            let row = evidence.print.row_of[*start as usize];
            let _ = write!(out, "row {row} [{}]", evidence.print.excerpt(*start..*end));
            for one in held {
                let side = ["", "..."][one.side];
                let _ = write!(out, " {}{side} {:.1}", one.number, one.cost);
            }
            out.push('\n');
        }
        out
    }

    /// The weight of the cells before a character whose numbers come later than `number`.
    #[must_use]
    pub fn later(&self, number: u16, until: u32) -> f32 {
        let before = self.numbered.partition_point(|cell| cell.0 < until);
        self.later.get(usize::from(number)).map_or(0.0, |sums| sums[before])
    }

    fn sum(&mut self) {
        let most = self.numbered.iter().map(|cell| cell.2).max().unwrap_or(0);
        let sums = |number: u16| {
            let weights = self.numbered.iter().map(|cell| if cell.2 > number { cell.1 } else { 0.0 });
            let add = weights.scan(0.0, |sum, weight| {
                *sum += weight;
                Some(*sum)
            });
            std::iter::once(0.0).chain(add).collect()
        };
        self.later = (0..most).map(sums).collect();
    }
}

/// The cells of score between two characters: moves, and print between them that is worn.
fn cells(evidence: &Evidence, from: u32, until: u32) -> Vec<Cell<'_>> {
    let (cut, worn) = (&evidence.tokens.cut, &evidence.rows.worn);
    let cell = |start: u32, end: u32, label| {
        let row = evidence.print.row_of[start as usize];
        Cell { token: None, worn: None, label, start, end, row, weight: evidence.rows.passed(start, end) }
    };
    let first = cut.partition_point(|cut| cut.0 < from);
    let moves = cut[first..]
        .iter()
        .take_while(|cut| cut.0 < until)
        .filter(|cut| cut.2 > STRONG)
        .filter(|cut| evidence.rows.chance(&evidence.print, cut.0) > SCORE)
        .filter_map(|&(start, end, _)| {
            let token = evidence.tokens.within(start, start + 1).next()?;
            let behind = worn.partition_point(|worn| worn.start <= start);
            let holds = behind.checked_sub(1).filter(|&at| worn[at].end >= end);
            let label = &evidence.tokens.all[token].label;
            Some(Cell {
                token: Some(token as u32),
                worn: holds.map(|at| at as u32),
                ..cell(start, end, label)
            })
        });
    let first = worn.partition_point(|worn| worn.start < from);
    let unread = (first..)
        .zip(&worn[first..])
        .take_while(|(_, worn)| worn.start < until)
        .filter(|(_, worn)| worn.is_unread)
        .map(|(at, worn)| Cell { worn: Some(at as u32), ..cell(worn.start, worn.end, &worn.label) });
    let mut cells: Vec<Cell<'_>> = moves.chain(unread).collect();
    cells.sort_by_key(|cell| cell.start);
    cells.truncate(MOST_CELLS);
    cells
}

/// The cell where the numbers begin again, with 1, 2 and 3: the next game's.
fn restart(best: &[Option<(usize, u16)>]) -> Option<usize> {
    let whites = best.iter().enumerate().filter_map(|(at, said)| match said {
        Some((0, number)) => Some((at, *number)),
        _ => None,
    });
    let whites: Vec<(usize, u16)> = whites.collect();
    let begins = whites.windows(3).filter(|three| three.iter().map(|one| one.1).eq(1..=3));
    begins.map(|three| three[0].0).nth(1)
}

#[cfg(test)]
mod tests {
    use super::Grid;
    use crate::book;
    use crate::columns;
    use crate::decode::Evidence;
    use crate::grammar::Grammar;
    use crate::print::Print;

    const WHITE: [&str; 8] = ["P-K4", "Kt-KB3", "P-Q4", "PxP", "QxB", "B-QB4", "Q-QKt3", "Kt-B3"];
    const BLACK: [&str; 8] = ["P-K4", "P-Q3", "B-Kt5", "BxKt", "PxP", "Kt-KB3", "Q-K2", "P-B3"];

    fn evidence(text: &str) -> Evidence {
        let grammar = Grammar::of(text);
        book::evidence(Print::new(text, &columns::pieces(text, grammar)), grammar)
    }

    /// The texts of the likeliest places of a side's moves, by number from 1.
    fn texts(text: &str, side: usize) -> Vec<String> {
        let evidence = evidence(text);
        let grid = Grid::new(&evidence, 0, evidence.print.chars.len() as u32 - 1);
        let likeliest = |number: u16| {
            let places = grid.places(side, number).iter();
            places.min_by(|a, b| a.cost.total_cmp(&b.cost)).map(|place| {
                let start = place.token.map_or(0, |token| evidence.tokens.all[token as usize].start);
                let end = grid.cells.iter().find(|cell| cell.0 == start).map_or(start, |cell| cell.1);
                evidence.print.excerpt(start..end).trim().to_owned()
            })
        };
        (1..=8).filter_map(likeliest).collect()
    }

    #[test]
    fn two_halves_of_a_table_are_read_by_turns() {
        let cell = |n: usize| format!("{n} {}\n{}\n", WHITE[n - 1], BLACK[n - 1]);
        let text: String = (1..=4).map(|n| cell(n) + &cell(n + 4)).collect();
        assert_eq!(texts(&text, 0), WHITE, "{text}");
        assert_eq!(texts(&text, 1), BLACK, "{text}");
    }

    #[test]
    fn a_lost_cell_shifts_nothing_for_sure() {
        let white: String = (1..=8).map(|n| format!("{n} {}\n", WHITE[n - 1])).collect();
        let black: String =
            BLACK.iter().filter(|text| **text != "BxKt").map(|text| format!("{text}\n")).collect();
        let evidence = evidence(&format!("{white}{black}9 P-KR3\nP-KR3\n"));
        let grid = Grid::new(&evidence, 0, evidence.print.chars.len() as u32 - 1);
        for (number, text) in (1..=8).zip(BLACK).filter(|(_, text)| *text != "BxKt") {
            let stands = |cell: &(u32, u32, _)| evidence.print.excerpt(cell.0..cell.1).trim() == text;
            let cells = grid.cells.iter().skip(8).filter(|cell| stands(cell));
            let against = cells.filter_map(|cell| grid.against(cell.0, 1, number));
            let least = against.fold(f32::INFINITY, f32::min);
            assert!(least < 2.0, "{text}: {least}");
        }
    }
}
