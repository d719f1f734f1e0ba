//! Columns of a page: where a gutter parts print that is read one part after the other.
//!
//! A gap down the page may part two columns of the page, two halves of a table, or White's moves from Black's. Which it
//! is the numbers of the moves tell: in the right order they rise by one with two moves between them.

use std::ops::Range;

use crate::grammar::Grammar;
use crate::gutter::{self, Gutter};
use crate::page;
use crate::print::{Piece, Print};
use crate::seam;
use crate::token::Tokens;

/// The pieces of a text in the order in which its columns are read.
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
        page.cut(&Block::whole(page.lines.len()), 0, &mut out);
        at = end;
    }
    page::indent(&mut out);
    out
}

/// A move that is surely printed: its byte, and the number before it.
struct MoveMark {
    byte: usize,
    /// The number before it on its line, with its byte.
    number: Option<(u16, usize)>,
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
            let byte = |at: u32| print.bytes[at as usize] as usize;
            let number =
                label.filter(|_| !token.label.apart).map(|(value, _)| (*value, byte(token.label.start)));
            Some(MoveMark { byte: byte(start), number })
        })
        .collect()
}

/// A line of a page with the place of each of its characters.
struct Line {
    piece: Piece,
    /// Byte and character of the line, by column from its left.
    chars: Vec<(usize, char)>,
    moves: Vec<MoveAt>,
}

/// A move on a line.
struct MoveAt {
    column: u32,
    /// The number before it, with its column.
    number: Option<(u16, u32)>,
}

struct Page {
    lines: Vec<Line>,
}

/// A part of a page: some lines, and the columns of each that belong to it.
#[derive(Clone)]
struct Block {
    lines: Range<usize>,
    /// One for each of `lines`.
    columns: Vec<Range<u32>>,
}

impl Block {
    fn whole(lines: usize) -> Block {
        Block { lines: 0..lines, columns: vec![0..u32::MAX; lines] }
    }

    fn part(&self, lines: Range<usize>) -> Block {
        let first = self.lines.start;
        let columns = self.columns[lines.start - first..lines.end - first].to_vec();
        Block { lines, columns }
    }

    /// The parts of the block that a gutter leaves, with its lines cut into bands at some of them.
    fn parted(&self, gutter: &Gutter, cuts: &[Cut]) -> Parts {
        let first = self.lines.start;
        let lines = first + gutter.lines.start..first + gutter.lines.end;
        let mut bands = Vec::new();
        let mut start = lines.start;
        let mut head = start..start;
        for cut in cuts {
            if start < cut.head {
                bands.push(self.band(gutter, head, start..cut.head));
            }
            (head, start) = (cut.head..cut.rows, cut.rows);
        }
        bands.push(self.band(gutter, head, start..lines.end));
        Parts {
            above: self.part(first..lines.start),
            whole: self.part(lines.clone()),
            bands,
            below: self.part(lines.end..self.lines.end),
        }
    }

    fn band(&self, gutter: &Gutter, head: Range<usize>, lines: Range<usize>) -> Band {
        let offset = self.lines.start + gutter.lines.start;
        let (mut left, mut right) = (self.part(lines.clone()), self.part(lines.clone()));
        let at = &gutter.at[lines.start - offset..lines.end - offset];
        for (at, (left, right)) in at.iter().zip(left.columns.iter_mut().zip(right.columns.iter_mut())) {
            left.end = (*at).clamp(left.start, left.end);
            right.start = left.end;
        }
        Band { head: self.part(head), left, right }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, &Range<u32>)> {
        self.lines.clone().zip(&self.columns)
    }
}

/// Where one game's part of a table ends and the next one's begins: the first line of the heading between them, and the
/// first line of rows.
#[derive(Clone, Copy)]
struct Cut {
    head: usize,
    rows: usize,
}

/// Whether print runs into a gutter on a line that gives so much.
fn is_pierced(give: f32) -> bool {
    give < -0.5
}

/// Where print runs into a gutter, by what each of its lines gives: such lines stand between what it parts.
fn pierced(gives: &[f32], first: usize) -> Vec<Cut> {
    let mut cuts: Vec<Cut> = Vec::new();
    for (line, _) in (first..).zip(gives).filter(|(_, give)| is_pierced(**give)) {
        match cuts.last_mut().filter(|cut| cut.rows == line) {
            Some(cut) => cut.rows += 1,
            None => cuts.push(Cut { head: line, rows: line + 1 }),
        }
    }
    cuts
}

/// What a gutter parts a block into.
struct Parts {
    above: Block,
    /// All bands, uncut.
    whole: Block,
    bands: Vec<Band>,
    below: Block,
}

/// Lines that are read one side of the gutter after the other.
struct Band {
    /// The heading above them, which the gutter does not part.
    head: Block,
    left: Block,
    right: Block,
}

/// What a line that a gutter parts well is worth, of what a move in its right order is.
const STRAIGHT: f32 = 0.15;

/// Gutters in gutters.
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
                    let column =
                        |at: usize| piece.left + chars.partition_point(|(byte, _)| *byte < at) as u32;
                    let number = mark.number.map(|(number, byte)| (number, column(byte)));
                    MoveAt { column: column(mark.byte), number }
                })
                .collect();
            Line { piece: piece.clone(), chars, moves }
        });
        Page { lines: lines.collect() }
    }

    /// Puts out a block in reading order.
    fn cut(&self, block: &Block, depth: usize, out: &mut Vec<Piece>) {
        if depth < DEEPEST {
            let blanks: Vec<_> =
                block.iter().map(|(line, columns)| self.lines[line].blanks(columns)).collect();
            let seams = seam::find(&blanks).into_iter().map(Gutter::from);
            let parting = gutter::find(&blanks).into_iter().chain(seams).flat_map(|gutter| {
                let gives = seam::gives(&blanks[gutter.lines.clone()], &gutter.at);
                let first = block.lines.start + gutter.lines.start;
                let all: f32 = gives.iter().sum();
                let free: f32 = gives.iter().filter(|give| !is_pierced(**give)).sum();
                let bands =
                    [(all, Vec::new()), (all, self.restarts(block, &gutter)), (free, pierced(&gives, first))];
                let some = |(at, (_, cuts)): &(usize, (f32, Vec<Cut>))| *at == 0 || !cuts.is_empty();
                let bands = bands.into_iter().enumerate().filter(some);
                bands
                    .map(|(_, (straight, cuts))| (straight, block.parted(&gutter, &cuts)))
                    .collect::<Vec<_>>()
            });
            let gains = parting.map(|(straight, parts)| {
                let gain = self.gain(&parts);
                (if gain > 0.0 { (gain + STRAIGHT * straight).max(0.05) } else { gain }, parts)
            });
            if let Some((_, parts)) = gains.filter(|part| part.0 > 0.0).max_by(|a, b| a.0.total_cmp(&b.0)) {
                self.cut(&parts.above, depth + 1, out);
                for band in &parts.bands {
                    self.cut(&band.head, depth + 1, out);
                    self.open(&band.left, depth + 1, out);
                    self.open(&band.right, depth + 1, out);
                }
                self.cut(&parts.below, depth + 1, out);
                return;
            }
        }
        for (line, columns) in block.iter() {
            out.extend(self.lines[line].part(columns));
        }
    }

    /// Puts out a block of its own: its first line opens it.
    fn open(&self, block: &Block, depth: usize, out: &mut Vec<Piece>) {
        let first = out.len();
        self.cut(block, depth, out);
        if let Some(piece) = out.get_mut(first) {
            piece.opens = true;
        }
    }

    /// Where games begin left of a gutter: what stands right of it may be the rest of each.
    fn restarts(&self, block: &Block, gutter: &Gutter) -> Vec<Cut> {
        let offset = block.lines.start + gutter.lines.start;
        let mut cuts: Vec<Cut> = Vec::new();
        let mut first = offset;
        for (line, at) in (offset..).zip(&gutter.at) {
            let columns = &block.columns[line - block.lines.start];
            let mut moves = self.lines[line].moves.iter().filter(|m| columns.contains(&m.column)).peekable();
            let begins = moves
                .peek()
                .is_some_and(|first| first.column < *at && first.number.is_some_and(|number| number.0 == 1));
            if begins {
                let heading = (first..line).rev().take_while(|&line| {
                    let column = gutter.at[line - offset];
                    let columns = &block.columns[line - block.lines.start];
                    self.lines[line]
                        .extent(columns)
                        .is_none_or(|own| own.start >= column || own.end <= column)
                });
                cuts.push(Cut { head: heading.last().unwrap_or(line), rows: line });
            }
            if moves.peek().is_some() {
                first = line + 1;
            }
        }
        cuts
    }

    /// The numbers of the moves of a block, in the order of its lines.
    fn numbers<'p>(&'p self, block: &'p Block) -> impl Iterator<Item = Option<u16>> + 'p {
        block.iter().flat_map(|(line, columns)| {
            let inside = self.lines[line].moves.iter().filter(|m| columns.contains(&m.column));
            // A number that the columns cut off is none.
            inside.map(|m| m.number.filter(|number| columns.contains(&number.1)).map(|number| number.0))
        })
    }

    /// How much better print on both sides of a gutter reads one side after the other, than across.
    fn gain(&self, parts: &Parts) -> f32 {
        let (mut left, mut right) = (0, 0);
        let mut apart: Vec<Option<u16>> = Vec::new();
        for band in &parts.bands {
            apart.extend(self.numbers(&band.head));
            let before = apart.len();
            apart.extend(self.numbers(&band.left));
            left += apart.len() - before;
            let before = apart.len();
            apart.extend(self.numbers(&band.right));
            right += apart.len() - before;
        }
        let across: Vec<Option<u16>> = self.numbers(&parts.whole).collect();
        let lines = parts.whole.lines.len();
        let bands = &parts.bands;
        if left + right < 4 || left == 0 || right == 0 {
            // Prose on one side at least.
            let prose = |side: fn(&Band) -> &Block| bands.iter().all(|band| self.is_wide(side(band)));
            let (a, b) = (prose(|band| &band.left), prose(|band| &band.right));
            let moves_beside = (a && right > left) || (b && left > right);
            return if (a && b) || moves_beside { 0.1 + lines as f32 / 1000.0 } else { 0.0 };
        }
        // Notes in columns: their numbers tell little.
        let prose = |side: fn(&Band) -> &Block| bands.iter().all(|band| self.is_prose(side(band)));
        let notes = lines >= LEAST_NOTES && prose(|band| &band.left) && prose(|band| &band.right);
        let least = if notes { 0.1 + lines as f32 / 1000.0 } else { f32::MIN };
        (chain(&apart) - chain(&across) - 1.0 - ROW * self.rows(bands) as f32).max(least)
    }

    /// Lines with one move on each side of the gutter, the right one without a number: most likely a row of a table.
    fn rows(&self, bands: &[Band]) -> usize {
        let is_row = |(line, left, right): (usize, &Range<u32>, &Range<u32>)| {
            let count = |columns: &Range<u32>| {
                self.lines[line].moves.iter().filter(|m| columns.contains(&m.column)).count()
            };
            let numbered =
                |m: &MoveAt| right.contains(&m.column) && m.number.is_some_and(|n| right.contains(&n.1));
            count(left) == 1 && count(right) == 1 && !self.lines[line].moves.iter().any(numbered)
        };
        let lines = bands.iter().flat_map(|band| {
            band.left.iter().zip(&band.right.columns).map(|((line, left), right)| (line, left, right))
        });
        lines.filter(|line| is_row(*line)).count()
    }

    /// Whether most of the lines of a block are longer than moves are.
    fn is_wide(&self, block: &Block) -> bool {
        let lines = block.iter().filter_map(|(line, columns)| self.lines[line].part(columns));
        let widths: Vec<usize> = lines.map(|piece| piece.bytes.len()).collect();
        widths.iter().filter(|width| **width > 20).count() * 2 > widths.len().max(1)
    }

    /// Whether most of the lines of a block hold words of prose.
    fn is_prose(&self, block: &Block) -> bool {
        let lines = block.iter().filter_map(|(line, columns)| self.lines[line].words(columns));
        let (all, prose) =
            lines.fold((0, 0), |(all, prose), words| (all + 1, prose + usize::from(words >= 3)));
        prose * 2 > all
    }
}

/// Fewer lines of notes on both sides of a gutter may be a river through one column.
const LEAST_NOTES: usize = 5;

/// What it costs to part what looks like a row.
const ROW: f32 = 0.5;

/// What it costs to take a number for another sign, as the mark of a note.
const NO_NUMBER: f32 = 0.8;
/// Numbers in succession that may be such signs.
const MOST_SIGNS: usize = 3;

/// How well numbers go on along moves in some order, where some may be the marks of notes.
fn chain(moves: &[Option<u16>]) -> f32 {
    let numbers: Vec<(usize, u16)> =
        moves.iter().enumerate().filter_map(|(at, number)| Some((at, (*number)?))).collect();
    // The best chain that ends with each number.
    let mut best = vec![0.0f32; numbers.len()];
    for (index, &(place, number)) in numbers.iter().enumerate() {
        let before = numbers[..index].iter().enumerate().rev().take(MOST_SIGNS + 1);
        let through = before.map(|(from, &(earlier, last))| {
            let signs = (index - from - 1) as f32;
            best[from] - NO_NUMBER * signs + step(number.wrapping_sub(last), place - earlier)
        });
        best[index] = through.fold(f32::MIN, f32::max).max(-NO_NUMBER * index as f32);
    }
    let behind = |index: usize| NO_NUMBER * (numbers.len() - 1 - index) as f32;
    best.iter().enumerate().map(|(index, score)| score - behind(index)).fold(f32::MIN, f32::max)
}

/// How well a number stands so much above the one before it, so many moves on.
fn step(rise: u16, moves: usize) -> f32 {
    match (rise, moves) {
        (0, 1) => 1.0,
        (1, 1) => 0.6,
        (1, 2) => 1.0,
        (1, _) => 0.3,
        (2, 3 | 4) => 0.3,
        _ => -1.0,
    }
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

    /// Its blanks within some columns.
    fn blanks(&self, columns: &Range<u32>) -> Vec<Range<u32>> {
        let left = self.piece.left;
        let printed = self.chars.iter().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
        // No gutter parts a move from its number.
        let bound = self.moves.iter().filter_map(|m| Some(m.number?.1..m.column)).flatten();
        let mut printed: Vec<u32> = printed.map(|(at, _)| left + at as u32).chain(bound).collect();
        printed.sort_unstable();
        printed.dedup();
        gutter::blanks(printed.into_iter().filter(|column| columns.contains(column)))
    }

    /// The words of small letters within some columns; `None` where nothing stands.
    fn words(&self, columns: &Range<u32>) -> Option<usize> {
        let extent = self.extent(columns)?;
        let left = self.piece.left;
        let text: String = self.chars[(extent.start - left) as usize..(extent.end - left) as usize]
            .iter()
            .map(|c| c.1)
            .collect();
        let is_word = |word: &&str| word.len() > 1 && word.chars().all(char::is_lowercase);
        Some(text.split(|c: char| !c.is_alphanumeric()).filter(is_word).count())
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
