//! Finds where the games of a book start and end.

use std::ops::Range;

use shakmaty::Color;

use super::cells::Printed;
use super::line::{BookLine, BookLineKind};
use super::shape::Shape;
use crate::reference::reference;

/// The part of the book with one game.
#[derive(Clone, Debug)]
pub struct GameLines {
    /// Its cells.
    pub cells: Range<usize>,
    /// Its heading: line indices before the first cell.
    pub heading: Range<usize>,
    /// Whether its first moves are printed with an earlier game.
    pub is_borrowed: bool,
}

/// Most lines of a heading.
const LONGEST_HEADING: usize = 40;
/// A second move must follow within so many cells of the first.
const SECOND_WITHIN: usize = 8;

/// Finds the games.
pub fn find(text: &str, lines: &[BookLine], cells: &[Printed]) -> Vec<GameLines> {
    let mut regions: Vec<GameLines> = Vec::new();
    let borrowed = borrowed(text, lines);
    let names = headings(text, lines);
    let mut open = false;
    for (index, cell) in cells.iter().enumerate() {
        let last_line = if index == 0 { 0 } else { cells[index - 1].line + 1 };
        let before = last_line.min(cell.line)..cell.line;
        let from = regions.last().map_or(0, |region| region.cells.start);
        let is_borrowed = borrowed.iter().any(|line| before.contains(line));
        let named = names.iter().any(|&line| before.contains(&line));
        let starts = if is_borrowed {
            true
        } else if starts_game(cells, index) {
            !open || is_new(lines, &cells[from..index], cell, &before, named)
        } else {
            named && starts_unnumbered(cells, index, &names)
        };
        if !starts {
            continue;
        }
        if let Some(last) = regions.last_mut() {
            last.cells.end = index;
        }
        let top = before.start.max(cell.line.saturating_sub(LONGEST_HEADING));
        regions.push(GameLines { cells: index..cells.len(), heading: top..cell.line, is_borrowed });
        open = true;
    }
    regions
}

/// A cell numbered 1 with a move numbered 2 soon after.
fn starts_game(cells: &[Printed], index: usize) -> bool {
    let cell = &cells[index];
    cell.number == Some(1)
        && cell.side != Some(Color::Black)
        && cells[index + 1..].iter().take(SECOND_WITHIN).any(|next| matches!(next.number, Some(2 | 3)))
}

/// Whether the cell begins a column of moves without numbers after a heading with two names.
fn starts_unnumbered(cells: &[Printed], index: usize, names: &[usize]) -> bool {
    let line = cells[index].line;
    let end = names.iter().copied().find(|&name| name > line).unwrap_or(usize::MAX);
    let near: Vec<&Printed> =
        cells[index..].iter().take(16).take_while(|c| c.line < end && c.line < line + 70).collect();
    // A numbered start among the next cells will begin the game.
    let numbered = (0..near.len().min(8)).any(|i| starts_game(cells, index + i));
    let moves = near.iter().filter(|cell| cell.shape > Shape::None).count();
    let low = near.iter().filter_map(|cell| cell.number).min().is_none_or(|n| n <= 12);
    !numbered && moves >= 8 && low
}

/// Whether a cell numbered 1 begins another game, and is not Black's column of the current one.
fn is_new(lines: &[BookLine], open: &[Printed], cell: &Printed, before: &Range<usize>, named: bool) -> bool {
    if !cell.lone || named {
        return true;
    }
    let black = open.iter().any(|cell| cell.side == Some(Color::Black));
    let head = lines[before.clone()].iter().any(|line| line.kind == BookLineKind::ColumnHead);
    black
        || (head && open.len() > 24)
        || lines[before.clone()].iter().filter(|l| l.kind == BookLineKind::Prose).count() > 12
}

/// The lines that refer to the first moves of another game.
fn borrowed(text: &str, lines: &[BookLine]) -> Vec<usize> {
    let refers = |line: &BookLine| reference(&text[line.span.range()]).is_some();
    (0..lines.len()).filter(|&at| refers(&lines[at])).collect()
}

/// Lines that name two players and nothing else.
fn headings(text: &str, lines: &[BookLine]) -> Vec<usize> {
    lines
        .iter()
        .enumerate()
        .filter(|(_, line)| {
            matches!(line.kind, BookLineKind::Prose)
                && super::heading::versus(&text[line.span.range()]).is_some()
        })
        .map(|(index, _)| index)
        .collect()
}
