//! Recovers the numbers of columns. A column of moves without some or all of its numbers is numbered by its
//! length and by the columns before and after it (7 rows without a number, then 8 to 19: the first are 1 to
//! 7), and Black's column by White's of the same length.

use std::ops::Range;

use super::numbers::{labels, rising};
use super::page::{ScanLine, ScanLineKind};
use super::rows::{PARTED, ScanRow, is_lone};

/// Cost, in thousandths of a nat, of a number that follows from a column's length.
const BY_LENGTH: u32 = 150;
/// Fewest rows of a column.
const FEWEST: usize = 3;
/// Most columns between White's and Black's, unless they are short.
const BETWEEN: usize = 2;
const SHORT: usize = 5;

/// Rows below each other, separated from others by heads, prose or rows of two moves.
struct MoveColumn {
    rows: Range<usize>,
    /// Rows whose numbers are consistent, with the numbers.
    anchors: Vec<(usize, u32)>,
    /// Whether each row has one move.
    lone: bool,
}

/// Numbers the rows of columns; returns the lines of numbers that this uses.
pub(super) fn give(lines: &[ScanLine], range: Range<usize>, rows: &mut [ScanRow<'_>]) -> Vec<usize> {
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
            // A pair of columns without numbers between numbered ones.
            let pair = columns.get(at + 1).is_some_and(|next| is_bare(next) && next.rows.len() == length);
            let fits = next.is_none_or(|next| next as usize == known as usize + length + 1);
            let block = block(lines, &range, rows, column);
            let counted = block == (known + 1..=known + length as u32).collect::<Vec<u32>>();
            (length >= FEWEST && (pair && fits || counted || fits && next.is_some()))
                .then(|| known + 1..known + 1 + length as u32)
        } else {
            let numbers = numbered(column, known);
            numbers.map(|numbers| {
                // The rows after the last number continue to the next one.
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
        // Black's column has the same length.
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

/// The end of the rows of two moves without numbers, if there are as many as numbers missing before the next
/// one.
fn pairs(columns: &[MoveColumn], at: usize, known: u32, rows: &[ScanRow<'_>]) -> usize {
    let column = &columns[at];
    let next = columns[at..].iter().find_map(|later| later.anchors.first().copied());
    let Some((row, number)) = next else { return column.rows.start };
    let until = row.min(column.rows.end);
    let bare = &rows[column.rows.start..until];
    let fits = row == until && number as usize == known as usize + bare.len() + 1;
    let alike = bare.iter().all(|row| row.segments.len() <= 2 && row.segments[0].label.is_none());
    if fits && alike && bare.len() >= FEWEST { until } else { column.rows.start }
}

fn is_bare(column: &MoveColumn) -> bool {
    column.lone && column.anchors.is_empty()
}

fn settle(row: &mut ScanRow<'_>, number: u32, black: bool) {
    row.settled = true;
    row.black = black;
    if row.segments[0].label.is_none_or(|label| label.value != number) {
        row.given.push((number, BY_LENGTH));
    }
}

/// The columns of a region.
fn columns(lines: &[ScanLine], rows: &[ScanRow<'_>]) -> Vec<MoveColumn> {
    let labels = labels(rows);
    let sure = rising(rows, &labels);
    let mut anchors = sure.into_iter().map(|at| labels[at]).peekable();
    let mut columns: Vec<MoveColumn> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let lone = row.segments.len() == 1 && is_lone(&row.segments[0]);
        let parted = index == 0 || {
            let between = &lines[rows[index - 1].line + 1..row.line];
            between.iter().any(|line| matches!(line.kind, ScanLineKind::ColumnHead))
                || between.iter().filter(|line| matches!(line.kind, ScanLineKind::Prose)).count() >= PARTED
        };
        match columns.last_mut() {
            Some(last) if !parted && last.lone == lone => last.rows.end = index + 1,
            _ => columns.push(MoveColumn { rows: index..index + 1, anchors: Vec::new(), lone }),
        }
        let Some(last) = columns.last_mut() else { continue };
        let Some(anchor) = anchors.next_if(|anchor| anchor.0 == index) else { continue };
        // Between two consecutive numbers there is another column.
        let before = last.anchors.last().copied();
        match before.filter(|before| lone && anchor.1 == before.1 + 1 && index - before.0 > FEWEST) {
            Some((row, _)) => {
                last.rows.end = row + 1;
                columns.push(MoveColumn { rows: row + 1..index, anchors: Vec::new(), lone });
                columns.push(MoveColumn { rows: index..index + 1, anchors: vec![anchor], lone });
            }
            None => last.anchors.push(anchor),
        }
    }
    columns
}

/// The numbers of a column's rows, if its own numbers determine them: between any two, there are as many rows
/// as numbers.
fn numbered(column: &MoveColumn, known: u32) -> Option<Range<u32>> {
    let (&(first, number), &(last, end)) = (column.anchors.first()?, column.anchors.last()?);
    let even = column
        .anchors
        .windows(2)
        .all(|pair| (pair[1].0 - pair[0].0) as u32 == pair[1].1.wrapping_sub(pair[0].1));
    let leading = (first - column.rows.start) as u32;
    let fits = even && leading + known + 1 == number;
    let rows = (last + 1 - column.rows.start) as u32;
    (fits && rows as usize >= FEWEST).then_some(known + 1..end + 1)
}

/// The numbers on lines of their own after a column, before the next row.
fn block(lines: &[ScanLine], range: &Range<usize>, rows: &[ScanRow<'_>], column: &MoveColumn) -> Vec<u32> {
    behind(lines, range, rows, column).flat_map(|(_, numbers)| numbers).collect()
}

fn behind<'l>(
    lines: &'l [ScanLine],
    range: &Range<usize>,
    rows: &[ScanRow<'_>],
    column: &MoveColumn,
) -> impl Iterator<Item = (usize, Vec<u32>)> + use<'l> {
    let from = rows[column.rows.end - 1].line + 1;
    let to = rows.get(column.rows.end).map_or(range.end, |row| row.line);
    (from..to).filter_map(|line| match &lines[line].kind {
        ScanLineKind::Numbers(numbers) => Some((line, numbers.iter().map(|label| label.value).collect())),
        _ => None,
    })
}

/// Removes lines of numbers that belong to the rows of a column.
fn spend(
    lines: &[ScanLine],
    range: &Range<usize>,
    rows: &[ScanRow<'_>],
    column: &MoveColumn,
    numbers: &Range<u32>,
    spent: &mut Vec<usize>,
) {
    for (line, values) in behind(lines, range, rows, column) {
        if values.iter().all(|value| numbers.contains(value)) {
            spent.push(line);
        }
    }
}
