//! The exhaustive reading that verdicts are compared with.

use scorebook_notation::Notation;
use shakmaty::{Color, Move, Position};

use crate::print::{Print, Row};
use crate::spot::{Spot, named};

/// The complete readings of `cells`, at most `most` of them: every cell one move that it names.
pub fn readings(notation: &dyn Notation, cells: &[String], most: usize) -> Vec<Vec<Move>> {
    fn go(
        notation: &dyn Notation,
        cells: &[String],
        spot: &Spot,
        line: &mut Vec<Move>,
        found: &mut Vec<Vec<Move>>,
        (most, steps): (usize, &mut usize),
    ) {
        *steps += 1;
        if found.len() >= most || *steps > 20_000 {
            return;
        }
        let Some(cell) = cells.get(line.len()) else {
            found.push(line.clone());
            return;
        };
        for m in named(notation, cell, spot) {
            let mut next = spot.clone();
            next.play(m);
            line.push(m);
            go(notation, cells, &next, line, found, (most, steps));
            line.pop();
        }
    }
    let mut found = Vec::new();
    go(notation, cells, &Spot::start(), &mut Vec::new(), &mut found, (most, &mut 0));
    found
}

/// The game as a record in `notation`; `None` where it cannot say a move.
pub fn rows_of(notation: &dyn Notation, moves: &[Move]) -> Option<Vec<Row>> {
    let mut spot = Spot::start();
    let mut rows: Vec<Row> = Vec::new();
    for &m in moves {
        let text = notation.write(&spot.position, &spot.lineage, m)?;
        if spot.position.turn() == Color::White {
            rows.push(Row { number: (rows.len() + 1).to_string(), cells: Vec::new() });
        }
        rows.last_mut()?.cells.push(text);
        spot.play(m);
    }
    Some(rows)
}

/// Whether the numbers in print agree with the texts: every row but the last holds two of them, and no legible number
/// says another place.
pub fn is_even(rows: &[Row], print: Print) -> bool {
    if print == Print::Unnumbered {
        return true;
    }
    // A number with nothing behind it is the end.
    let rows =
        if rows.last().is_some_and(|row| row.cells.is_empty()) { &rows[..rows.len() - 1] } else { rows };
    let skipped =
        rows.iter().zip(1..).filter(|(row, at)| row.number.parse().is_ok_and(|number: usize| number != *at));
    // One number may be misprinted, a run of them is a row that is lost.
    if skipped.count() > 1 {
        return false;
    }
    let Some((last, before)) = rows.split_last() else { return true };
    before.iter().all(|row| row.cells.len() == 2) && (1..=2).contains(&last.cells.len())
}

/// A move number that stands before Black's move is none of its text.
pub fn without_number<'c>(row: &Row, cell: &'c str) -> &'c str {
    let rest = Some(row.number.as_str()).filter(|number| !number.is_empty());
    rest.and_then(|number| cell.strip_prefix(number)).filter(|rest| !rest.is_empty()).unwrap_or(cell)
}
