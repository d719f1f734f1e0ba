//! A line of a page: its characters and moves by column.

use std::ops::Range;

use crate::gutter;
use crate::print::Piece;
use crate::rows::prose::SHORT_WORDS;

/// A move that is surely printed: its byte, and the number before it.
pub struct MoveMark {
    pub byte: usize,
    /// The number before it on its line, with its byte.
    pub number: Option<(u16, usize)>,
}

/// A line of a page with the place of each of its characters.
pub struct Line {
    piece: Piece,
    /// Byte and character of the line, by column from its left.
    chars: Vec<(usize, char)>,
    pub moves: Vec<MoveAt>,
}

/// A move on a line.
pub struct MoveAt {
    pub column: u32,
    /// The number before it, with its column.
    pub number: Option<(u16, u32)>,
}

impl Line {
    /// `marks`: the moves of the text.
    pub fn new(text: &str, piece: &Piece, marks: &[MoveMark]) -> Line {
        let chars: Vec<(usize, char)> =
            text[piece.bytes.clone()].char_indices().map(|(at, c)| (piece.bytes.start + at, c)).collect();
        let first = marks.partition_point(|mark| mark.byte < piece.bytes.start);
        let moves = marks[first..]
            .iter()
            .take_while(|mark| mark.byte < piece.bytes.end)
            .map(|mark| {
                let column = |at: usize| piece.left + chars.partition_point(|(byte, _)| *byte < at) as u32;
                let number = mark.number.map(|(number, byte)| (number, column(byte)));
                MoveAt { column: column(mark.byte), number }
            })
            .collect();
        Line { piece: piece.clone(), chars, moves }
    }

    /// The columns that print takes up within some columns.
    pub fn extent(&self, columns: &Range<u32>) -> Option<Range<u32>> {
        let left = self.piece.left;
        let inside = |at: usize| columns.contains(&(left + at as u32)) && !self.chars[at].1.is_whitespace();
        let first = (0..self.chars.len()).find(|&at| inside(at))?;
        let last = (0..self.chars.len()).rev().find(|&at| inside(at))?;
        Some(left + first as u32..left + last as u32 + 1)
    }

    /// How many columns are blank before a column; all, where nothing stands before it.
    fn blank_before(&self, column: u32) -> usize {
        let before = &self.chars[..(column - self.piece.left) as usize];
        before.iter().rev().position(|(_, c)| !c.is_whitespace()).unwrap_or(usize::MAX)
    }

    /// Its blanks within some columns.
    pub fn blanks(&self, columns: &Range<u32>) -> Vec<Range<u32>> {
        let left = self.piece.left;
        let printed = self.chars.iter().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
        // No gutter parts a move from its number; one that stands farther from it than from what is before it is not its own, but
        // ends the line of another column.
        let bound = self.moves.iter().filter_map(|m| Some(m.number?.1..m.column));
        let bound =
            bound.filter(|columns| self.blank_before(columns.end) <= self.blank_before(columns.start));
        let bound = bound.flatten();
        let mut printed: Vec<u32> = printed.map(|(at, _)| left + at as u32).chain(bound).collect();
        printed.sort_unstable();
        printed.dedup();
        gutter::blanks(printed.into_iter().filter(|column| columns.contains(column)))
    }

    /// The numbers of its moves within some columns, with their columns.
    pub fn numbers(&self, columns: &Range<u32>) -> impl Iterator<Item = (u16, u32)> {
        let numbers = self.moves.iter().filter_map(|m| m.number);
        numbers.filter(move |number| columns.contains(&number.1))
    }

    /// Its rows of a table within some columns: from the number of a move up to where the reply behind it starts.
    pub fn rows(&self, columns: &Range<u32>) -> Vec<Range<u32>> {
        let inside: Vec<&MoveAt> = self.moves.iter().filter(|m| columns.contains(&m.column)).collect();
        let row = |(at, m): (usize, &&MoveAt)| {
            let head = m.number?.1;
            let reply = inside.get(at + 1).filter(|next| next.number.is_none());
            columns.contains(&head).then(|| head..reply.map_or(head, |reply| reply.column))
        };
        inside.iter().enumerate().filter_map(row).collect()
    }

    /// The words of small letters within some columns, but for those of moves; `None` where nothing stands.
    pub fn words(&self, columns: &Range<u32>) -> Option<usize> {
        let extent = self.extent(columns)?;
        let left = self.piece.left;
        let text: String = self.chars[(extent.start - left) as usize..(extent.end - left) as usize]
            .iter()
            .map(|c| c.1)
            .collect();
        let is_word = |word: &&str| {
            word.len() > 1 && word.chars().all(char::is_lowercase) && !SHORT_WORDS.contains(word)
        };
        Some(text.split(|c: char| !c.is_alphanumeric()).filter(is_word).count())
    }

    /// What stands within some columns.
    pub fn part(&self, columns: &Range<u32>) -> Option<Piece> {
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
