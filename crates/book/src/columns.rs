//! Columns of a page: decides where a gutter separates text that is read one part after the other.
//!
//! A vertical gap may separate two columns of the page, two halves of a table, or White's moves from Black's.
//! The move numbers decide: in the right order they rise by one for every two moves.

use std::ops::Range;

use crate::grammar::Grammar;
use crate::gutter::{self, Gutter};
use crate::page;
use crate::print::{Piece, Print};
use crate::token::Tokens;

/// The pieces of a text in reading order.
#[must_use]
pub fn pieces(text: &str, grammar: Grammar) -> Vec<Piece> {
    let lines = page::lines(text);
    let print = Print::new(text, &lines);
    let tokens = Tokens::find(&print, grammar);
    let marks = marks(&print, &tokens);
    let mut out = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let page = lines[at].page;
        let end = at + lines[at..].iter().take_while(|line| line.page == page).count();
        let page = Page::new(text, &lines[at..end], &marks);
        page.cut(&PageBlock::whole(page.lines.len()), 0, &mut out);
        at = end;
    }
    out
}

/// A clean move: its byte offset and the number before it.
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

/// A line of a page with the position of each of its characters.
struct PageLine {
    piece: Piece,
    /// Byte offset and character, by column from the left.
    chars: Vec<(usize, char)>,
    /// Column and number of each move.
    moves: Vec<(u32, Option<u16>)>,
}

struct Page {
    lines: Vec<PageLine>,
}

/// A part of a page: some lines, and the columns of each that belong to it.
#[derive(Clone)]
struct PageBlock {
    lines: Range<usize>,
    /// One range for each of `lines`.
    columns: Vec<Range<u32>>,
}

impl PageBlock {
    fn whole(lines: usize) -> PageBlock {
        PageBlock { lines: 0..lines, columns: vec![0..u32::MAX; lines] }
    }

    fn part(&self, lines: Range<usize>) -> PageBlock {
        let first = self.lines.start;
        let columns = self.columns[lines.start - first..lines.end - first].to_vec();
        PageBlock { lines, columns }
    }

    /// The parts on both sides of a gutter.
    fn parted(&self, gutter: &Gutter) -> Parts {
        let first = self.lines.start;
        let band = self.part(first + gutter.lines.start..first + gutter.lines.end);
        let (mut left, mut right) = (band.clone(), band.clone());
        for (at, (left, right)) in gutter.at.iter().zip(left.columns.iter_mut().zip(right.columns.iter_mut()))
        {
            left.end = (*at).clamp(left.start, left.end);
            right.start = left.end;
        }
        let above = self.part(first..band.lines.start);
        let below = self.part(band.lines.end..self.lines.end);
        Parts { above, band, left, right, below }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, &Range<u32>)> {
        self.lines.clone().zip(&self.columns)
    }
}

/// A block divided by a gutter.
struct Parts {
    above: PageBlock,
    /// `left` and `right` together.
    band: PageBlock,
    left: PageBlock,
    right: PageBlock,
    below: PageBlock,
}

/// Deepest nesting of gutters.
const DEEPEST: usize = 5;

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
            PageLine { piece: piece.clone(), chars, moves }
        });
        Page { lines: lines.collect() }
    }

    /// Appends a block in reading order.
    fn cut(&self, block: &PageBlock, depth: usize, out: &mut Vec<Piece>) {
        if depth < DEEPEST {
            let blanks: Vec<_> =
                block.iter().map(|(line, columns)| self.lines[line].blanks(columns)).collect();
            let parting = gutter::find(&blanks).into_iter().map(|gutter| block.parted(&gutter));
            let gains = parting.map(|parts| (self.gain(&parts), parts));
            if let Some((_, parts)) = gains.filter(|part| part.0 > 0.0).max_by(|a, b| a.0.total_cmp(&b.0)) {
                self.cut(&parts.above, depth + 1, out);
                self.open(&parts.left, depth + 1, out);
                self.open(&parts.right, depth + 1, out);
                self.cut(&parts.below, depth + 1, out);
                return;
            }
        }
        for (line, columns) in block.iter() {
            out.extend(self.lines[line].part(columns));
        }
    }

    /// Appends a block as a new one.
    fn open(&self, block: &PageBlock, depth: usize, out: &mut Vec<Piece>) {
        let first = out.len();
        self.cut(block, depth, out);
        if let Some(piece) = out.get_mut(first) {
            piece.opens = true;
        }
    }

    /// How much better the text reads if one side of a gutter is read after the other than across.
    fn gain(&self, parts: &Parts) -> f32 {
        let moves = |block: &PageBlock| {
            let inside = block.iter().flat_map(|(line, columns)| {
                self.lines[line].moves.iter().filter(|m| columns.contains(&m.0)).map(|m| m.1)
            });
            inside.collect::<Vec<_>>()
        };
        let (left, right) = (moves(&parts.left), moves(&parts.right));
        let across = chain(&moves(&parts.band));
        let mut apart: Vec<Option<u16>> = left.clone();
        apart.extend(&right);
        let apart = chain(&apart);
        if left.len() + right.len() < 4 || left.is_empty() || right.is_empty() {
            // At least one side is prose.
            let prose = |block: &PageBlock| {
                let lines = block.iter().filter_map(|(line, columns)| self.lines[line].part(columns));
                let widths: Vec<usize> = lines.map(|piece| piece.bytes.len()).collect();
                widths.iter().filter(|width| **width > 20).count() * 2 > widths.len().max(1)
            };
            let (a, b) = (prose(&parts.left), prose(&parts.right));
            let moves_beside = (a && right.len() > left.len()) || (b && left.len() > right.len());
            let lines = parts.band.lines.len() as f32;
            return if (a && b) || moves_beside { 0.1 + lines / 1000.0 } else { 0.0 };
        }
        apart - across - 1.0
    }
}

/// How consistent the numbers of moves are in an order.
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

impl PageLine {
    /// The columns with text within some columns.
    fn extent(&self, columns: &Range<u32>) -> Option<Range<u32>> {
        let left = self.piece.left;
        let inside = |at: usize| columns.contains(&(left + at as u32)) && !self.chars[at].1.is_whitespace();
        let first = (0..self.chars.len()).find(|&at| inside(at))?;
        let last = (0..self.chars.len()).rev().find(|&at| inside(at))?;
        Some(left + first as u32..left + last as u32 + 1)
    }

    /// Its spaces within some columns.
    fn blanks(&self, columns: &Range<u32>) -> Vec<Range<u32>> {
        let left = self.piece.left;
        let printed = self.chars.iter().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
        gutter::blanks(printed.map(|(at, _)| left + at as u32).filter(|column| columns.contains(column)))
    }

    /// The text within some columns.
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
