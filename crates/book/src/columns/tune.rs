//! Rows that a gutter puts on the wrong side: a text that imitates a page by blanks prints a row of the next column further left
//! where its own column is short, and the numbers above and below tell where it belongs.

use super::block::Block;
use super::line::Line;
use crate::gutter::Gutter;

/// Numbered rows above and below one that are looked at.
const NEAR: usize = 2;

/// A gutter with each numbered row on the side where its number goes on; `None` if all are.
pub fn tuned(lines: &[Line], block: &Block, gutter: &Gutter) -> Option<Gutter> {
    let offset = block.lines.start + gutter.lines.start;
    let columns = |line: usize| &block.columns[line - block.lines.start];
    let sides = |line: usize, at: u32| {
        let own = columns(line);
        [own.start..at.clamp(own.start, own.end), at.clamp(own.start, own.end)..own.end]
    };
    // By side, the numbers of its rows with their lines.
    let mut numbers: [Vec<(usize, u16)>; 2] = [Vec::new(), Vec::new()];
    for (line, &at) in (offset..).zip(&gutter.at) {
        for (side, columns) in sides(line, at).iter().enumerate() {
            numbers[side].extend(lines[line].numbers(columns).map(|number| (line, number.0)));
        }
    }
    let at = (offset..).zip(&gutter.at).map(|(line, &at)| {
        // What is left of the gutter and goes on on its right comes last on its line.
        let is_astray =
            |number: &(u16, u32)| !fits(&numbers[0], line, number.0) && fits(&numbers[1], line, number.0);
        let [left, _] = sides(line, at);
        lines[line].numbers(&left).find(is_astray).map_or(at, |stray| stray.1)
    });
    gutter.moved(at.collect())
}

/// Whether a number goes on behind one of the rows above a line, or one of those below goes on behind it.
fn fits(numbers: &[(usize, u16)], line: usize, number: u16) -> bool {
    let own = numbers.partition_point(|other| other.0 < line);
    let next = numbers.partition_point(|other| other.0 <= line);
    let above = numbers[..own].iter().rev().take(NEAR).any(|other| other.1 + 1 == number);
    let below = numbers[next..].iter().take(NEAR).any(|other| other.1 == number + 1);
    above || below
}
