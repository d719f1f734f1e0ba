//! The parts of a page, one read after the other, and how the numbers of the moves follow each other in them.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{CLEAR, moves_in, numbers_in};
use crate::decode::Evidence;
use crate::print::Print;

/// A part of a page: rows that are read one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The page, from 1.
    pub page: u32,
    /// Its rows in reading order.
    pub rows: Range<usize>,
    /// The rows that share their lines with another part: a gutter stands beside them.
    pub parted: usize,
    /// The columns of characters of those, from the leftmost to the rightmost.
    pub columns: Range<u32>,
}

/// The parts of each page in reading order, from where rows go back up the page, or along a line. `line_of` is the line of a
/// byte in the text.
#[must_use]
pub fn parts(print: &Print, line_of: &dyn Fn(usize) -> usize) -> Vec<Part> {
    let lines: Vec<usize> = print.rows.iter().map(|row| line_of(byte(print, row.chars.start))).collect();
    // The lines of a paragraph stand in one line of the text, all at its beginning.
    let mut places = FxHashMap::<usize, FxHashSet<u32>>::default();
    for (line, row) in lines.iter().zip(&print.rows) {
        places.entry(*line).or_default().insert(row.left);
    }
    let turns = |at: usize| {
        lines[at] < lines[at - 1]
            || lines[at] == lines[at - 1] && print.rows[at].left != print.rows[at - 1].left
    };
    let mut parts: Vec<Part> = Vec::new();
    for (at, row) in print.rows.iter().enumerate() {
        if parts.last().is_none_or(|part| part.page != row.page || turns(at)) {
            parts.push(Part { page: row.page, rows: at..at, parted: 0, columns: 0..0 });
        }
        let Some(part) = parts.last_mut() else { continue };
        part.rows.end = at + 1;
        if places[&lines[at]].len() > 1 {
            let own = row.left..row.left + (row.chars.end - row.chars.start);
            part.columns = match part.parted {
                0 => own,
                _ => part.columns.start.min(own.start)..part.columns.end.max(own.end),
            };
            part.parted += 1;
        }
    }
    parts
}

fn byte(print: &Print, at: u32) -> usize {
    print.bytes.get(at as usize).copied().unwrap_or_default() as usize
}

/// How many numbers of moves between two rows follow the one before (the same, or the next), and how many could: as the
/// parts are read, and line by line.
#[must_use]
pub fn follow(evidence: &Evidence, rows: Range<usize>) -> Option<[(usize, usize); 2]> {
    let print = &evidence.print;
    let (first, last) = (print.rows.get(rows.start)?, print.rows.get(rows.end.checked_sub(1)?)?);
    let mut numbers = numbers_in(evidence, &moves_in(evidence, first.chars.start..last.chars.end), CLEAR);
    let rises = |numbers: &[(u32, u16)]| {
        let follows = |pair: &&[(u32, u16)]| pair[1].1 == pair[0].1 || pair[1].1 == pair[0].1 + 1;
        (numbers.windows(2).filter(follows).count(), numbers.len().saturating_sub(1))
    };
    let read = rises(&numbers);
    numbers.sort_by_key(|(at, _)| byte(print, *at));
    Some([read, rises(&numbers)])
}
