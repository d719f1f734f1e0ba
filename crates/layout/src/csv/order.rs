//! Rows and cells of a table that stand out of their place.

use std::collections::BTreeMap;

use scorebook_lexicon::sides_of_letters;

use super::row::TableRow;
use super::{Column, Field, MoveSense};
use crate::finding::{Finding, code};
use crate::shape::{is_blank, is_move};
use crate::text::Span;

/// The span of a row.
fn span(row: &[Field<'_>]) -> Span {
    let first = row.first().map(|field| field.span).unwrap_or_default();
    row.iter().filter(|field| !is_blank(field)).map(|field| field.span).reduce(Span::join).unwrap_or(first)
}

/// The rows with the sides in words, if their column has the letters of a language in which one letter is that of the other side
/// in another: `b` and `n` are White and Black in French. `None` if it has not.
pub(super) fn with_sides<'a>(
    data: &[Vec<Field<'a>>],
    columns: &BTreeMap<usize, Column>,
) -> Option<Vec<Vec<Field<'a>>>> {
    let (&at, _) = columns.iter().find(|(_, column)| **column == Column::Side)?;
    let text = |row: &Vec<Field<'a>>| {
        row.get(at).map(|field| field.text.trim().to_lowercase()).filter(|text| !text.is_empty())
    };
    let mut letters: Vec<String> = Vec::new();
    for letter in data.iter().filter_map(text) {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    let [one, other] = letters.as_slice() else { return None };
    let sides = sides_of_letters(one, other)?;
    let mut out = data.to_vec();
    for row in &mut out {
        let Some(letter) = text(row) else { continue };
        let side = if letter == *one { sides[0] } else { sides[1] };
        row[at].text = side.fold_wb("white", "black").into();
    }
    Some(out)
}

/// The rows in the order of their numbers, with a finding, if they are printed in another one; `None` if they are not, or if
/// their numbers are not those of one game.
pub(super) fn by_numbers<'a>(
    data: &[Vec<Field<'a>>],
    columns: &BTreeMap<usize, Column>,
    told: &mut Vec<Finding>,
) -> Option<Vec<Vec<Field<'a>>>> {
    let of = |wanted: &Column| columns.values().any(|column| column == wanted);
    if of(&Column::Moves) || of(&Column::Game) || of(&Column::Ply) {
        return None;
    }
    // A row without a number stays below the one above it.
    let mut runs: Vec<(u32, &[Vec<Field<'a>>])> = Vec::new();
    let mut from = 0;
    let numbers: Vec<Option<u32>> = data.iter().map(|fields| TableRow { fields, columns }.number()).collect();
    for at in 1..=data.len() {
        if at == data.len() || numbers[at].is_some() {
            match numbers[from] {
                Some(number) => runs.push((number, &data[from..at])),
                None if data[from..at].iter().flatten().all(is_blank) => {}
                None => return None,
            }
            from = at;
        }
    }
    let first = runs.windows(2).position(|pair| pair[1].0 < pair[0].0)?;
    let mut counted: Vec<u32> = runs.iter().map(|run| run.0).collect();
    counted.sort_unstable();
    // Each number stands once, or once for each side.
    let last = *counted.last()?;
    let each = |number: u32| counted.iter().filter(|other| **other == number).count();
    let times = each(1);
    let is_whole = (1..=2).contains(&times)
        && (1..=last).all(|number| each(number) == times || number == last && each(number) <= times);
    // Where each number stands once more behind the others, the table is two games.
    let begins = runs.windows(2).filter(|pair| pair[1].0 == 1 && pair[0].0 != 1).count();
    if !is_whole || times == 2 && begins > 0 && runs[0].0 == 1 {
        return None;
    }
    let message = format!(
        "row {} stands above row {}: the rows are read in the order of their numbers",
        runs[first].0,
        runs[first + 1].0
    );
    told.push(Finding::new(&code::L308, span(runs[first + 1].1.first()?), message));
    runs.sort_by_key(|run| run.0);
    Some(runs.into_iter().flat_map(|run| run.1.iter().cloned()).collect())
}

/// The rows with their moves in the columns of moves, with a finding for each row whose cells stand too far right; `None` if
/// there is none.
pub(super) fn put_back<'a>(
    data: &[Vec<Field<'a>>],
    columns: &BTreeMap<usize, Column>,
    sense: &dyn MoveSense,
    told: &mut Vec<Finding>,
) -> Option<Vec<Vec<Field<'a>>>> {
    let place = |wanted: &Column| columns.iter().find(|(_, column)| *column == wanted).map(|(&at, _)| at);
    let (white, black) = (place(&Column::WhiteMove)?, place(&Column::BlackMove)?);
    let (first, second) = (white.min(black), white.max(black));
    let mut out: Option<Vec<Vec<Field<'a>>>> = None;
    for (at, row) in data.iter().enumerate() {
        let own = |at: &usize| *at == first || *at == second;
        let cells: Vec<usize> = (first..row.len())
            .filter(|at| own(at) || !columns.contains_key(at))
            .filter(|&at| !is_blank(&row[at]) && is_move(&row[at].text, sense))
            .collect();
        let is_beside = cells.iter().any(|at| !own(at));
        let is_free = [first, second].iter().any(|&at| row.get(at).is_none_or(is_blank));
        let [one, other] = cells[..] else { continue };
        if !is_beside || !is_free || row.len() <= second {
            continue;
        }
        let rows = out.get_or_insert_with(|| data.to_vec());
        let (left, right) = (row[one].clone(), row[other].clone());
        let empty = |at: usize| Field { text: "".into(), span: Span::at(row[at].span.start) };
        (rows[at][one], rows[at][other]) = (empty(one), empty(other));
        (rows[at][first], rows[at][second]) = (left, right);
        let message = "a cell of this row stands beside its column, which is empty here; the moves are read in their order";
        told.push(Finding::new(&code::L341, span(row), message));
    }
    out
}
