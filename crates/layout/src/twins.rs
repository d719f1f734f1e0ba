//! A second notation beside the moves of a table: where it leads to the same positions, it says the same moves, and is understood.

use std::ops::Range;

use super::digits::SquareColumn;
use super::{Board, Draft, MoveSense};
use crate::text::Span;

/// Fewest half-moves by which two notations are known for the same game.
const FEWEST: usize = 4;

/// Whether two boards may show the same position.
pub(super) fn can_be_one(one: &dyn Board, other: &dyn Board) -> bool {
    let others = other.positions();
    one.positions().iter().any(|position| others.contains(position))
}

/// How many of these moves, in pairs of texts, lead to the same positions from the start of a game.
fn agreeing<'t>(
    draft: &Draft<'_>,
    pairs: impl Iterator<Item = (&'t str, &'t str)>,
    sense: &dyn MoveSense,
) -> usize {
    let mut boards = sense.board(&draft.start).zip(sense.board(&draft.start));
    let mut agreed = 0;
    for (one, other) in pairs {
        boards = boards.and_then(|(left, right)| left.after(one).zip(right.after(other)));
        if !boards.as_ref().is_some_and(|(left, right)| can_be_one(&**left, &**right)) {
            break;
        }
        agreed += 1;
    }
    agreed
}

/// Says of two games side by side that each is understood by the other, as far as they are the same moves.
pub(super) fn explain_each_other(drafts: &mut [Draft<'_>], sense: &dyn MoveSense) {
    let [one, other] = drafts else { return };
    let agreed = {
        let texts = |draft: &'_ Draft<'_>| -> Vec<String> {
            draft.mainline.cells.iter().map(|cell| cell.text.to_string()).collect()
        };
        let (left, right) = (texts(one), texts(other));
        agreeing(one, left.iter().map(String::as_str).zip(right.iter().map(String::as_str)), sense)
    };
    if agreed < FEWEST {
        return;
    }
    let spans = |draft: &Draft<'_>| -> Vec<Span> {
        draft.mainline.cells[..agreed].iter().map(|cell| cell.span).filter(|span| !span.is_empty()).collect()
    };
    let (left, right) = (spans(one), spans(other));
    one.explained.extend(right);
    other.explained.extend(left);
}

/// Says of a column of squares in numbers that it is understood, row by row, by each game of the same moves.
pub fn explain(drafts: &mut [Draft<'_>], column: &SquareColumn, sense: &dyn MoveSense) {
    let moves: Vec<&str> = column.rows.iter().flat_map(|row| row.moves.iter().map(String::as_str)).collect();
    for draft in drafts {
        let texts: Vec<String> = draft.mainline.cells.iter().map(|cell| cell.text.to_string()).collect();
        let agreed = agreeing(draft, texts.iter().map(String::as_str).zip(moves.iter().copied()), sense);
        if agreed < FEWEST {
            continue;
        }
        let mut before = 0;
        for row in &column.rows {
            let of_row: Range<usize> = before..before + row.moves.len();
            before = of_row.end;
            if !of_row.is_empty() && of_row.end <= agreed {
                draft.explained.push(row.span);
            }
        }
    }
}
