//! The print: the characters of a book in reading order, with their lines, pages and bytes.

use std::ops::Range;

/// One line of print, or one cell of a line that a column gap parts from its neighbours.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its characters, as a range of [`Print::chars`]; the line break behind it is not part.
    pub chars: Range<u32>,
    /// The page, from 1.
    pub page: u32,
    /// The column where it starts on the page, in characters.
    pub left: u32,
    /// Whether an empty line, or a new block, stands before it.
    pub opens: bool,
}

/// A book as one chain of characters.
#[derive(Clone, Debug, Default)]
pub struct Print {
    /// All characters; rows end with `\n`.
    pub chars: Vec<char>,
    /// The byte of the source where each character starts.
    pub bytes: Vec<u32>,
    /// The row of each character.
    pub row_of: Vec<u32>,
    /// The rows in reading order.
    pub rows: Vec<Row>,
}

/// A piece of a source line.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Bytes of the source.
    pub bytes: Range<usize>,
    /// The page, from 1.
    pub page: u32,
    /// Where it starts on the line, in characters.
    pub left: u32,
    /// Whether an empty line, or a new block, stands before it.
    pub opens: bool,
}

impl Print {
    /// Puts pieces of `text` together in their order.
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
        print
    }

    fn push(&mut self, c: char, byte: usize, row: u32) {
        self.chars.push(c);
        self.bytes.push(byte as u32);
        self.row_of.push(row);
    }

    /// The bytes of the source that some characters stand for.
    #[must_use]
    pub fn span(&self, chars: Range<u32>) -> Range<usize> {
        let last = self.bytes.len().saturating_sub(1);
        let end = (chars.end.max(1) - 1) as usize;
        let from = self.bytes.get(chars.start as usize).copied().unwrap_or_default() as usize;
        let to = self.bytes.get((end + 1).min(last)).copied().unwrap_or_default() as usize;
        // A jump to another column would make a span of what lies between.
        let direct = self.bytes.get(end.min(last)).copied().unwrap_or_default() as usize;
        from..if to > direct && to < direct + 5 { to } else { direct + 1 }
    }

    /// The text of a row.
    #[must_use]
    pub fn text(&self, row: usize) -> String {
        self.rows[row].chars.clone().map(|at| self.chars[at as usize]).collect()
    }

    /// The text of some characters, blanks and line breaks as single blanks.
    #[must_use]
    pub fn excerpt(&self, chars: Range<u32>) -> String {
        let text: String = chars.filter_map(|at| self.chars.get(at as usize)).collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// One form for signs that print and scanners vary without meaning.
fn plain(c: char) -> char {
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
