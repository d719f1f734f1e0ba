//! What is left of cells in a table: specks where the rows above and below have their cells.

use std::ops::Range;

use super::{SCORE, Traces, Worn, cells};
use crate::number::Label;
use crate::print::Print;
use crate::token::{STRONG, Tokens};

/// How far from its column a cell may start, in characters.
const ASTRAY: u32 = 4;
/// Rows above and below in which the columns are looked for.
const NEAR: usize = 3;

/// Most letters and figures of a speck.
const MOST: usize = 3;

/// Specks in a row that holds fewer cells than the rows above and below it, each where a cell of theirs starts; `worn` are the
/// worn cells that are known of the row.
pub(super) fn find(
    print: &Print,
    tokens: &Tokens,
    score: &[f32],
    moves: &[usize],
    row: usize,
    worn: &[Worn],
) -> Vec<Worn> {
    let unread = worn.iter().filter(|cell| cell.is_unread).count();
    let Some(usual) = cells(moves, score, row).filter(|usual| moves[row] + unread < *usual) else {
        return Vec::new();
    };
    let is_like = |other: &usize| score[*other] >= SCORE && moves[*other] == usual;
    let above = (row.saturating_sub(NEAR)..row).rev().find(is_like);
    let below = (row + 1..(row + 1 + NEAR).min(moves.len())).find(is_like);
    let (Some(above), Some(below)) = (above, below) else { return Vec::new() };
    let [columns, below] = [above, below].map(|other| starts(print, tokens, other));
    // In running text the moves stand anywhere.
    if columns.iter().zip(&below).any(|(above, below)| above.abs_diff(*below) > ASTRAY) {
        return Vec::new();
    }
    let own = &print.rows[row];
    let mut taken: Vec<Range<u32>> = strong(tokens, &own.chars).collect();
    taken.extend(worn.iter().map(|cell| cell.start..cell.end));
    let place = |column: u32| (own.chars.start + column.saturating_sub(own.left)).min(own.chars.end);
    let specks = columns.iter().enumerate().filter_map(|(at, &column)| {
        let next = columns.get(at + 1).map_or(own.chars.end, |next| place(next.saturating_sub(ASTRAY)));
        let cell = place(column.saturating_sub(ASTRAY))..next;
        let is_free = taken.iter().all(|taken| taken.end <= cell.start || cell.end <= taken.start);
        speck(print, &cell).filter(|_| is_free && column + ASTRAY >= own.left)
    });
    let specks = specks.map(|Range { start, end }| Worn {
        start,
        end,
        in_row: true,
        is_unread: true,
        label: Label::default(),
        said: Vec::new(),
        traces: Traces::None,
        beside: 0.0,
    });
    specks.collect()
}

/// The moves of a row that read well.
fn strong<'t>(tokens: &'t Tokens, row: &Range<u32>) -> impl Iterator<Item = Range<u32>> + use<'t> {
    let first = tokens.cut.partition_point(|cut| cut.0 < row.start);
    let end = row.end;
    let cuts = tokens.cut[first..].iter().take_while(move |cut| cut.0 < end);
    cuts.filter(|cut| cut.2 > STRONG).map(|cut| cut.0..cut.1)
}

/// The columns of the page where the moves of a row start.
fn starts(print: &Print, tokens: &Tokens, row: usize) -> Vec<u32> {
    let own = &print.rows[row];
    strong(tokens, &own.chars).map(|cell| own.left + cell.start - own.chars.start).collect()
}

/// The first print of a cell, if it is neither a number nor the mark of a note.
fn speck(print: &Print, cell: &Range<u32>) -> Option<Range<u32>> {
    let chars = &print.chars[cell.start as usize..cell.end as usize];
    let first = chars.iter().position(|c| !c.is_whitespace())?;
    let length = chars[first..].windows(2).position(|pair| pair == [' ', ' ']);
    let length = length.unwrap_or(chars.len() - first);
    let text = &chars[first..first + length];
    let is_number = text.iter().all(|c| c.is_ascii_digit() || matches!(c, '.' | ' '));
    let is_mark = text.first() == Some(&'(');
    // What is longer was looked at as a whole: it is a word, as `Resigns`.
    let is_long = text.iter().filter(|c| c.is_alphanumeric()).count() > MOST;
    let start = cell.start + first as u32;
    (!is_number && !is_mark && !is_long).then_some(start..start + length as u32)
}
