//! The numbers of columns: a column of moves that has lost some of its numbers, or all, is told by its
//! length and by what stands before and behind it (7 rows without a number, then 8 to 19: the first
//! are 1 to 7), and Black's column by White's of the same length.

use std::ops::Range;

use super::numbers::{labels, rising};
use super::page::{Kind, Line};
use super::rows::{PARTED, Row, is_lone};

/// What it costs to take the number that a column's length gives.
const BY_LENGTH: u32 = 150;
/// Fewer rows are no column.
const FEWEST: usize = 3;
/// So many columns may stand between White's and Black's, if they are not short.
const BETWEEN: usize = 2;
const SHORT: usize = 5;

/// Rows one under another, parted from others by heads, by prose or by rows of two moves.
struct Column {
    rows: Range<usize>,
    /// Rows whose numbers count on, with those.
    anchors: Vec<(usize, u32)>,
    /// Whether each row is one move.
    lone: bool,
}

/// Gives numbers to the rows of columns; returns the lines of numbers that these account for.
pub(super) fn give(lines: &[Line], range: Range<usize>, rows: &mut [Row<'_>]) -> Vec<usize> {
    let columns = columns(lines, rows);
    let mut spent = Vec::new();
    // White's moves are numbered up to here.
    let mut known = 0;
    let mut done = vec![false; columns.len()];
    for at in 0..columns.len() {
        let column = &columns[at];
        if !column.lone {
            let until = pairs(&columns, at, known, rows);
            for (row, number) in rows[column.rows.start..until].iter_mut().zip(known + 1..) {
                settle(row, number, false);
            }
            let length = (until - column.rows.start) as u32;
            known = column.anchors.last().map_or(known + length, |anchor| anchor.1);
            continue;
        }
        if done[at] {
            continue;
        }
        let length = column.rows.len();
        let next = columns[at + 1..].iter().find_map(|later| later.anchors.first().map(|anchor| anchor.1));
        let numbers = if column.anchors.is_empty() {
            // A pair of columns without any number between what is numbered.
            let pair = columns.get(at + 1).is_some_and(|next| is_bare(next) && next.rows.len() == length);
            let fits = next.is_none_or(|next| next as usize == known as usize + length + 1);
            let block = block(lines, &range, rows, column);
            let counted = block == (known + 1..=known + length as u32).collect::<Vec<u32>>();
            (length >= FEWEST && (pair && fits || counted || fits && next.is_some()))
                .then(|| known + 1..known + 1 + length as u32)
        } else {
            let numbers = numbered(column, known);
            numbers.map(|numbers| {
                // What stands behind the last number goes on to the next one.
                let end = known + length as u32;
                let rest = numbers.end..end + 1;
                let goes_on =
                    next == Some(end + 1) || block(lines, &range, rows, column) == rest.collect::<Vec<u32>>();
                if goes_on { numbers.start..end + 1 } else { numbers }
            })
        };
        let Some(numbers) = numbers else {
            known = column.anchors.last().map_or(known, |anchor| anchor.1);
            continue;
        };
        let covered = numbers.len();
        for (row, number) in
            rows[column.rows.start..column.rows.start + covered].iter_mut().zip(numbers.clone())
        {
            settle(row, number, false);
        }
        spend(lines, &range, rows, column, &numbers, &mut spent);
        known = numbers.end - 1;
        if covered < length {
            continue;
        }
        // Black's column is as long.
        let reach = if length < SHORT { 1 } else { 1 + BETWEEN };
        let black = (at + 1..columns.len().min(at + 1 + reach))
            .take_while(|&later| columns[later].lone)
            .find(|&later| is_bare(&columns[later]) && columns[later].rows.len() == length);
        if let Some(black) = black.filter(|_| length >= FEWEST) {
            done[black] = true;
            for (row, number) in rows[columns[black].rows.clone()].iter_mut().zip(numbers) {
                settle(row, number, true);
            }
        }
    }
    spent
}

/// Up to where rows of two moves that have lost their numbers are as many as numbers up to the next one.
fn pairs(columns: &[Column], at: usize, known: u32, rows: &[Row<'_>]) -> usize {
    let column = &columns[at];
    let next = columns[at..].iter().find_map(|later| later.anchors.first().copied());
    let Some((row, number)) = next else { return column.rows.start };
    let until = row.min(column.rows.end);
    let bare = &rows[column.rows.start..until];
    let fits = row == until && number as usize == known as usize + bare.len() + 1;
    let alike = bare.iter().all(|row| row.segments.len() <= 2 && row.segments[0].label.is_none());
    if fits && alike && bare.len() >= FEWEST { until } else { column.rows.start }
}

fn is_bare(column: &Column) -> bool {
    column.lone && column.anchors.is_empty()
}

fn settle(row: &mut Row<'_>, number: u32, black: bool) {
    row.settled = true;
    row.black = black;
    if row.segments[0].label.is_none_or(|label| label.value != number) {
        row.given.push((number, BY_LENGTH));
    }
}

/// The columns of a region.
fn columns(lines: &[Line], rows: &[Row<'_>]) -> Vec<Column> {
    let labels = labels(rows);
    let sure = rising(rows, &labels);
    let mut anchors = sure.into_iter().map(|at| labels[at]).peekable();
    let mut columns: Vec<Column> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let lone = row.segments.len() == 1 && is_lone(&row.segments[0]);
        let parted = index == 0 || {
            let between = &lines[rows[index - 1].line + 1..row.line];
            between.iter().any(|line| matches!(line.kind, Kind::ColumnHead))
                || between.iter().filter(|line| matches!(line.kind, Kind::Prose)).count() >= PARTED
        };
        match columns.last_mut() {
            Some(last) if !parted && last.lone == lone => last.rows.end = index + 1,
            _ => columns.push(Column { rows: index..index + 1, anchors: Vec::new(), lone }),
        }
        let Some(last) = columns.last_mut() else { continue };
        let Some(anchor) = anchors.next_if(|anchor| anchor.0 == index) else { continue };
        // Between two numbers that follow each other stands another column.
        let before = last.anchors.last().copied();
        match before.filter(|before| lone && anchor.1 == before.1 + 1 && index - before.0 > FEWEST) {
            Some((row, _)) => {
                last.rows.end = row + 1;
                columns.push(Column { rows: row + 1..index, anchors: Vec::new(), lone });
                columns.push(Column { rows: index..index + 1, anchors: vec![anchor], lone });
            }
            None => last.anchors.push(anchor),
        }
    }
    columns
}

/// The numbers of a column's rows from the first on, where its own numbers leave no other way: as many
/// rows between two of them as numbers.
fn numbered(column: &Column, known: u32) -> Option<Range<u32>> {
    let (&(first, number), &(last, end)) = (column.anchors.first()?, column.anchors.last()?);
    let even = column.anchors.windows(2).all(|pair| (pair[1].0 - pair[0].0) as u32 == pair[1].1 - pair[0].1);
    let leading = (first - column.rows.start) as u32;
    let fits = even && leading + known + 1 == number;
    let rows = (last + 1 - column.rows.start) as u32;
    (fits && rows as usize >= FEWEST).then_some(known + 1..end + 1)
}

/// The numbers that stand by themselves behind a column, before the next row.
fn block(lines: &[Line], range: &Range<usize>, rows: &[Row<'_>], column: &Column) -> Vec<u32> {
    behind(lines, range, rows, column).flat_map(|(_, numbers)| numbers).collect()
}

fn behind<'l>(
    lines: &'l [Line],
    range: &Range<usize>,
    rows: &[Row<'_>],
    column: &Column,
) -> impl Iterator<Item = (usize, Vec<u32>)> + use<'l> {
    let from = rows[column.rows.end - 1].line + 1;
    let to = rows.get(column.rows.end).map_or(range.end, |row| row.line);
    (from..to).filter_map(|line| match &lines[line].kind {
        Kind::Numbers(numbers) => Some((line, numbers.iter().map(|label| label.value).collect())),
        _ => None,
    })
}

/// Numbers that stand among or behind the rows of a column are its own.
fn spend(
    lines: &[Line],
    range: &Range<usize>,
    rows: &[Row<'_>],
    column: &Column,
    numbers: &Range<u32>,
    spent: &mut Vec<usize>,
) {
    for (line, values) in behind(lines, range, rows, column) {
        if values.iter().all(|value| numbers.contains(value)) {
            spent.push(line);
        }
    }
}
