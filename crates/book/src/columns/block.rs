//! Parts of a page: some lines, and what a gutter makes of them.

use std::ops::Range;

use crate::gutter::Gutter;

/// A part of a page: some lines, and the columns of each that belong to it.
#[derive(Clone)]
pub struct Block {
    pub lines: Range<usize>,
    /// One for each of `lines`.
    pub columns: Vec<Range<u32>>,
}

impl Block {
    pub fn whole(lines: usize) -> Block {
        Block { lines: 0..lines, columns: vec![0..u32::MAX; lines] }
    }

    pub fn part(&self, lines: Range<usize>) -> Block {
        let first = self.lines.start;
        let columns = self.columns[lines.start - first..lines.end - first].to_vec();
        Block { lines, columns }
    }

    /// The parts of the block that a gutter leaves, with its lines cut into bands at some of them.
    pub fn parted(&self, gutter: &Gutter, cuts: &[Cut]) -> Parts {
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

    pub fn iter(&self) -> impl Iterator<Item = (usize, &Range<u32>)> {
        self.lines.clone().zip(&self.columns)
    }
}

/// Where one game's part of a table ends and the next one's begins: the first line of the heading between them, and the
/// first line of rows.
#[derive(Clone, Copy)]
pub struct Cut {
    pub head: usize,
    pub rows: usize,
}

/// What a gutter parts a block into.
pub struct Parts {
    pub above: Block,
    /// All bands, uncut.
    pub whole: Block,
    pub bands: Vec<Band>,
    pub below: Block,
}

impl Parts {
    /// Whether nearly the same lines are parted at the same columns.
    pub fn is_like(&self, other: &Parts) -> bool {
        let ends = |parts: &Parts| -> Vec<u32> {
            let columns = parts.bands.iter().flat_map(|band| &band.left.columns);
            columns.map(|columns| columns.end).collect()
        };
        let (own, others) = (ends(self), ends(other));
        let alike = own.iter().zip(&others).filter(|(a, b)| a == b).count();
        self.whole.lines == other.whole.lines && own.len() == others.len() && alike * 5 > own.len() * 4
    }
}

/// Lines that are read one side of the gutter after the other.
pub struct Band {
    /// The heading above them, which the gutter does not part.
    pub head: Block,
    pub left: Block,
    pub right: Block,
}
