//! Columns of a page: where a gutter parts print that is read one part after the other.
//!
//! A gap down the page may part two columns of the page, two halves of a table, or White's moves from Black's. Which it
//! is the numbers of the moves tell: in the right order they rise by one with two moves between them.

use std::ops::Range;

use crate::page;
use crate::print::{Piece, Print};
use crate::token::{Reader, Tokens};

/// The pieces of a text in the order in which its columns are read.
#[must_use]
pub fn pieces(text: &str, read: Reader) -> Vec<Piece> {
    let lines = page::lines(text);
    let print = Print::new(text, &lines);
    let tokens = Tokens::find(&print, read);
    let marks = marks(&print, &tokens);
    let mut out = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let page = lines[at].page;
        let end = at + lines[at..].iter().take_while(|line| line.page == page).count();
        let page = Page::new(text, &lines[at..end], &marks);
        page.cut(0..page.lines.len(), 0..u32::MAX, 0, &mut out);
        at = end;
    }
    out
}

/// A move that is surely printed: its byte, and the number before it.
struct MoveMark {
    byte: usize,
    number: Option<u16>,
}

fn marks(print: &Print, tokens: &Tokens) -> Vec<MoveMark> {
    tokens
        .cut
        .iter()
        .filter(|cut| cut.2 > 3.0)
        .filter_map(|&(start, ..)| {
            let range = tokens.within(start, start + 1);
            let token = tokens.all.get(range.start)?;
            let label = token.label.values.iter().min_by(|a, b| a.1.total_cmp(&b.1));
            let number = label.filter(|_| !token.label.apart).map(|(value, _)| *value);
            Some(MoveMark { byte: print.bytes[start as usize] as usize, number })
        })
        .collect()
}

/// A line of a page with the place of each of its characters.
struct Line {
    piece: Piece,
    /// Byte and character of the line, by column from its left.
    chars: Vec<(usize, char)>,
    /// Columns of the moves, with their numbers.
    moves: Vec<(u32, Option<u16>)>,
}

struct Page {
    lines: Vec<Line>,
}

/// Gutters that are looked at in one block.
const GUTTERS: usize = 8;
/// Fewer lines with print on both sides make no gutter.
const LEAST_LINES: usize = 3;
/// Gutters in gutters.
const DEEPEST: usize = 4;

impl Page {
    fn new(text: &str, pieces: &[Piece], marks: &[MoveMark]) -> Page {
        let lines = pieces.iter().map(|piece| {
            let chars: Vec<(usize, char)> =
                text[piece.bytes.clone()].char_indices().map(|(at, c)| (piece.bytes.start + at, c)).collect();
            let first = marks.partition_point(|mark| mark.byte < piece.bytes.start);
            let moves = marks[first..]
                .iter()
                .take_while(|mark| mark.byte < piece.bytes.end)
                .map(|mark| {
                    let column = chars.partition_point(|(byte, _)| *byte < mark.byte) as u32;
                    (piece.left + column, mark.number)
                })
                .collect();
            Line { piece: piece.clone(), chars, moves }
        });
        Page { lines: lines.collect() }
    }

    /// Puts out a block in reading order.
    fn cut(&self, lines: Range<usize>, columns: Range<u32>, depth: usize, out: &mut Vec<Piece>) {
        if depth < DEEPEST {
            let gutters = self.gutters(&lines, &columns).into_iter();
            let parting = gutters.map(|(at, band)| (self.gain(&band, &columns, at), at, band));
            if let Some((_, at, band)) =
                parting.filter(|part| part.0 > 0.0).max_by(|a, b| a.0.total_cmp(&b.0))
            {
                self.cut(lines.start..band.start, columns.clone(), depth + 1, out);
                self.block(band.clone(), columns.start..at, depth + 1, out);
                self.block(band.clone(), at..columns.end, depth + 1, out);
                self.cut(band.end..lines.end, columns, depth + 1, out);
                return;
            }
        }
        for line in &self.lines[lines] {
            out.extend(line.part(&columns));
        }
    }

    /// A block of its own: its first line opens it.
    fn block(&self, lines: Range<usize>, columns: Range<u32>, depth: usize, out: &mut Vec<Piece>) {
        let first = out.len();
        self.cut(lines, columns, depth, out);
        if let Some(piece) = out.get_mut(first) {
            piece.opens = true;
        }
    }

    /// Blank columns with print on both sides, and the lines that they run through, the most telling first.
    fn gutters(&self, lines: &Range<usize>, columns: &Range<u32>) -> Vec<(u32, Range<usize>)> {
        let inside = || self.lines[lines.clone()].iter();
        let left = inside().filter_map(|line| line.extent(columns)).map(|e| e.start).min();
        let right = inside().filter_map(|line| line.extent(columns)).map(|e| e.end).max();
        let (Some(left), Some(right)) = (left, right) else { return Vec::new() };
        let mut found: Vec<(usize, u32, Range<usize>)> = Vec::new();
        for at in left + 6..right.saturating_sub(6) {
            let mut start = lines.start;
            let mut both = 0;
            for index in lines.clone().chain([lines.end]) {
                let blank = index < lines.end && self.lines[index].blank(at);
                if blank {
                    both += usize::from(self.lines[index].both(at, columns));
                    continue;
                }
                if both >= LEAST_LINES {
                    found.push((both, at, start..index));
                }
                start = index + 1;
                both = 0;
            }
        }
        // Of neighbouring columns the last: the right side starts there.
        found.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)));
        let mut kept: Vec<(usize, u32, Range<usize>)> = Vec::new();
        for gutter in found {
            let near = |other: &(usize, u32, Range<usize>)| {
                let shares = other.2.start < gutter.2.end && gutter.2.start < other.2.end;
                shares && other.1.abs_diff(gutter.1) < 5
            };
            if kept.len() < GUTTERS && !kept.iter().any(near) {
                kept.push(gutter);
            }
        }
        kept.into_iter().map(|(_, at, band)| (at, band)).collect()
    }

    /// How much better print on both sides of a gutter reads one side after the other, than across.
    fn gain(&self, band: &Range<usize>, columns: &Range<u32>, at: u32) -> f32 {
        let moves = |columns: Range<u32>| {
            let lines = self.lines[band.clone()].iter();
            let inside = |m: &&(u32, Option<u16>)| columns.contains(&m.0);
            lines.flat_map(|line| line.moves.iter().filter(inside).map(|m| m.1)).collect::<Vec<_>>()
        };
        let (left, right) = (moves(columns.start..at), moves(at..columns.end));
        let across = chain(&moves(columns.clone()));
        let mut apart: Vec<Option<u16>> = left.clone();
        apart.extend(&right);
        let apart = chain(&apart);
        if left.len() + right.len() < 4 || left.is_empty() || right.is_empty() {
            // Prose on one side at least.
            let prose = |columns: Range<u32>| {
                let lines = self.lines[band.clone()].iter().filter_map(|line| line.part(&columns));
                let widths: Vec<usize> = lines.map(|piece| piece.bytes.len()).collect();
                widths.iter().filter(|width| **width > 20).count() * 2 > widths.len().max(1)
            };
            let (a, b) = (prose(columns.start..at), prose(at..columns.end));
            let moves_beside = (a && right.len() > left.len()) || (b && left.len() > right.len());
            return if (a && b) || moves_beside { 0.1 + band.len() as f32 / 1000.0 } else { 0.0 };
        }
        apart - across - 1.0
    }
}

/// How well numbers go on along moves in some order.
fn chain(moves: &[Option<u16>]) -> f32 {
    let mut score = 0.0;
    let mut last: Option<(u16, usize)> = None;
    for (at, number) in moves.iter().enumerate() {
        let Some(number) = *number else { continue };
        if let Some((before, place)) = last {
            let between = at - place;
            score += match (number.wrapping_sub(before), between) {
                (0, 1) => 1.0,
                (1, 1) => 0.6,
                (1, 2) => 1.0,
                (1, _) => 0.3,
                (2, 3 | 4) => 0.3,
                _ => -1.0,
            };
        }
        last = Some((number, at));
    }
    score
}

impl Line {
    /// The columns that print takes up within some columns.
    fn extent(&self, columns: &Range<u32>) -> Option<Range<u32>> {
        let left = self.piece.left;
        let inside = |at: usize| columns.contains(&(left + at as u32)) && !self.chars[at].1.is_whitespace();
        let first = (0..self.chars.len()).find(|&at| inside(at))?;
        let last = (0..self.chars.len()).rev().find(|&at| inside(at))?;
        Some(left + first as u32..left + last as u32 + 1)
    }

    fn blank_at(&self, column: u32) -> bool {
        column < self.piece.left
            || self.chars.get((column - self.piece.left) as usize).is_none_or(|(_, c)| c.is_whitespace())
    }

    /// Whether the line is blank at a column and right before it.
    fn blank(&self, column: u32) -> bool {
        self.blank_at(column - 1) && (self.blank_at(column) || self.blank_at(column.saturating_sub(2)))
    }

    fn both(&self, at: u32, columns: &Range<u32>) -> bool {
        self.extent(&(columns.start..at)).is_some() && self.extent(&(at..columns.end)).is_some()
    }

    /// What stands within some columns.
    fn part(&self, columns: &Range<u32>) -> Option<Piece> {
        let extent = self.extent(columns)?;
        let left = self.piece.left;
        let first = self.chars[(extent.start - left) as usize].0;
        let (last, c) = self.chars[(extent.end - 1 - left) as usize];
        Some(Piece {
            bytes: first..last + c.len_utf8(),
            page: self.piece.page,
            left: extent.start,
            opens: self.piece.opens,
        })
    }
}
