//! The characters of a book in reading order, with lines, pages and byte offsets.

use std::ops::Range;
use std::sync::OnceLock;

use crate::alike::first_alike;
use crate::clocks;
use crate::leaders;
use crate::scanner::{self, Alternative, ScannedWord};

/// A line of print, or a part of it separated by a column gap.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its characters, as a range of [`Print::chars`], without the line break.
    pub chars: Range<u32>,
    /// The page, from 1.
    pub page: u32,
    /// Its first column on the page, in characters.
    pub left: u32,
    /// Whether an empty line or a new block precedes it.
    pub opens: bool,
}

/// A book as one sequence of characters.
#[derive(Clone, Debug, Default)]
pub struct Print {
    /// All characters; each row ends with `\n`.
    pub chars: Vec<char>,
    /// The byte offset of each character in the source.
    pub bytes: Vec<u32>,
    /// The index of each character's row.
    pub row_of: Vec<u32>,
    /// The rows in reading order.
    pub rows: Vec<Row>,
    /// How sure the program that read a scan is of each character, in percent ([`UNKNOWN`](scanner::UNKNOWN) where it
    /// does not say); empty if it says nothing.
    pub sure: Vec<u8>,
    /// Other readings of words, by place.
    pub alternatives: Vec<Alternative>,
    /// See [`Print::first_alike`].
    alike: OnceLock<Vec<u32>>,
}

/// A part of a source line.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Byte range in the source.
    pub bytes: Range<usize>,
    /// The page, from 1.
    pub page: u32,
    /// Its start on the line, in characters.
    pub left: u32,
    /// Whether an empty line or a new block precedes it.
    pub opens: bool,
}

impl Print {
    /// For each character, the first one that has the same text around it: as far as any move reaches.
    pub(crate) fn first_alike(&self) -> &[u32] {
        self.alike.get_or_init(|| first_alike(&self.chars))
    }

    /// Joins pieces of `text` in the given order.
    #[must_use]
    pub fn new(text: &str, pieces: &[Piece]) -> Print {
        let mut print = Print::default();
        for piece in pieces {
            let start = print.chars.len() as u32;
            let row = print.rows.len() as u32;
            for (at, c) in text[piece.bytes.clone()].char_indices() {
                print.push(plain(c), piece.bytes.start + at, row);
            }
            let end = print.chars.len() as u32;
            print.push('\n', piece.bytes.end, row);
            print.rows.push(Row {
                chars: start..end,
                page: piece.page,
                left: piece.left,
                opens: piece.opens,
            });
        }
        leaders::restore(&mut print);
        clocks::blank(&mut print);
        print
    }

    /// The same print with what the program that read it says of its words, which come in the order of the text.
    #[must_use]
    pub fn scanned(mut self, words: &[ScannedWord]) -> Print {
        scanner::tell(&mut self, words);
        self
    }

    /// How sure the program that read a scan is of the letters and figures of some characters: of the least sure, in
    /// percent.
    #[must_use]
    pub fn sureness(&self, chars: Range<u32>) -> Option<u8> {
        let sure = self.sure.get(chars.start as usize..chars.end as usize)?;
        let text = &self.chars[chars.start as usize..chars.end as usize];
        let letters = text.iter().zip(sure).filter(|(c, _)| c.is_alphanumeric());
        letters.map(|(_, sure)| *sure).filter(|sure| *sure != scanner::UNKNOWN).min()
    }

    fn push(&mut self, c: char, byte: usize, row: u32) {
        self.chars.push(c);
        self.bytes.push(byte as u32);
        self.row_of.push(row);
    }

    /// The byte range of some characters in the source.
    #[must_use]
    pub fn span(&self, chars: Range<u32>) -> Range<usize> {
        let last = self.bytes.len().saturating_sub(1);
        let end = (chars.end.max(1) - 1) as usize;
        let from = self.bytes.get(chars.start as usize).copied().unwrap_or_default() as usize;
        let to = self.bytes.get((end + 1).min(last)).copied().unwrap_or_default() as usize;
        // A jump to another column would include the text in between.
        let direct = self.bytes.get(end.min(last)).copied().unwrap_or_default() as usize;
        from..if to > direct && to < direct + 5 { to } else { direct + 1 }
    }

    /// The text of a row.
    #[must_use]
    pub fn text(&self, row: usize) -> String {
        self.rows[row].chars.clone().map(|at| self.chars[at as usize]).collect()
    }

    /// The words of some characters, by place.
    pub(crate) fn words(&self, chars: Range<u32>) -> Vec<Range<u32>> {
        let mut out: Vec<Range<u32>> = Vec::new();
        for at in chars.filter(|at| !self.chars[*at as usize].is_whitespace()) {
            match out.last_mut().filter(|word| word.end == at) {
                Some(word) => word.end += 1,
                None => out.push(at..at + 1),
            }
        }
        out
    }

    /// The text of some characters, with spaces and line breaks as single spaces.
    #[must_use]
    pub fn excerpt(&self, chars: Range<u32>) -> String {
        let text: String = chars.filter_map(|at| self.chars.get(at as usize)).collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Unifies characters that print and OCR use interchangeably.
pub(crate) fn plain(c: char) -> char {
    match c {
        '\u{2013}' | '\u{2014}' | '\u{2012}' | '\u{2015}' | '\u{2212}' | '\u{ad}' | '\u{2010}'
        | '\u{2011}' => '-',
        '\u{2018}' | '\u{2019}' | '\u{b4}' | '`' | '\u{2032}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{d7}' => 'x',
        '\t' | '\u{a0}' | '\r' | '\u{c}' => ' ',
        '\n' => ' ',
        c => c,
    }
}
