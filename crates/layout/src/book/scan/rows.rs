//! The rows of a region: the runs they form, and after which of them the game is over.

use std::ops::Range;

use smallvec::SmallVec;

use super::page::{ScanLine, ScanLineKind};
use super::row::Segment;
use super::row_numbering::RowLabel;
use crate::Ending;
use crate::text::Span;

/// A row of a region and its surroundings.
pub(super) struct ScanRow<'l> {
    pub(super) line: usize,
    pub(super) segments: &'l [Segment],
    /// Numbers for its first piece from other sources than its label, with their costs.
    pub(super) given: SmallVec<[(u32, u32); 2]>,
    /// The run of similar rows it is in, its index there, and the length of the run.
    pub(super) run: (u32, u16, u16),
    /// Whether the record says after it that the game is over.
    pub(super) ends: bool,
    /// Whether its column determines its number.
    pub(super) settled: bool,
    /// Whether it is in Black's column.
    pub(super) black: bool,
    /// The row numbering of each segment.
    pub(super) said: Vec<RowLabel>,
}

/// Lines of prose that separate two runs.
pub(super) const PARTED: usize = 2;

/// Collects the rows and their runs: consecutive rows that all have numbers, or all have none.
pub(super) fn collect(lines: &[ScanLine], range: Range<usize>) -> Vec<ScanRow<'_>> {
    let mut rows: Vec<ScanRow<'_>> = Vec::new();
    let mut kinds: Vec<u8> = Vec::new();
    let mut parted = true;
    let mut prose = 0;
    let mut run = 0;
    for line in range {
        match &lines[line].kind {
            ScanLineKind::Row(segments) => {
                // A row with two or more moves is a run of its own.
                let lone = segments.len() == 1 && is_lone(&segments[0]);
                let kind = if !lone { 2 } else { u8::from(segments[0].is_numbered()) };
                if parted || prose >= PARTED || kinds.last() != Some(&kind) {
                    run += 1;
                }
                kinds.push(kind);
                rows.push(ScanRow {
                    line,
                    segments,
                    given: SmallVec::new(),
                    run: (run, 0, 0),
                    ends: false,
                    settled: false,
                    black: false,
                    said: Vec::new(),
                });
                parted = false;
                prose = 0;
            }
            ScanLineKind::ColumnHead => parted = true,
            ScanLineKind::Prose => prose += 1,
            _ => {}
        }
    }
    let mut start = 0;
    while start < rows.len() {
        let end = (start..rows.len()).find(|&at| rows[at].run.0 != rows[start].run.0).unwrap_or(rows.len());
        for (height, row) in rows[start..end].iter_mut().enumerate() {
            row.run.1 = height as u16;
            row.run.2 = (end - start) as u16;
        }
        start = end;
    }
    rows
}

/// Whether a segment is most likely one move.
pub(super) fn is_lone(segment: &Segment) -> bool {
    segment.pieces.iter().all(|piece| piece.from == segment.pieces[0].from)
}

/// Whether a row has two moves, each with a number.
pub(super) fn is_pair(segments: &[Segment]) -> bool {
    segments.len() == 2 && segments.iter().all(|segment| segment.is_numbered() && is_lone(segment))
}

/// Whether the page repeats the number before Black's move.
pub(super) fn are_numbered_twice(rows: &[ScanRow<'_>]) -> bool {
    let (mut same, mut other) = (0, 0);
    for row in rows.iter().filter(|row| is_pair(row.segments)) {
        let values = row.segments.iter().map(|segment| segment.label.map(|label| label.value));
        let [first, second] = values.collect::<SmallVec<[_; 2]>>()[..] else { continue };
        *if first == second { &mut same } else { &mut other } += 1;
    }
    same > 0 && same >= other * 2
}

/// If Black's column is before White's, moves it behind.
pub(super) fn put_black_behind(rows: &mut [ScanRow<'_>]) {
    /// Fewest rows of a column.
    const COLUMN: usize = 4;
    let bare = |row: &ScanRow<'_>| {
        row.segments.len() == 1 && !row.segments[0].is_numbered() && is_lone(&row.segments[0])
    };
    let count = rows.iter().take_while(|row| bare(row)).count();
    if count < COLUMN || rows.get(count).and_then(|row| row.segments[0].label).is_none_or(|l| l.value > 2) {
        return;
    }
    let white = rows[count..].iter().take_while(|row| row.segments[0].is_numbered()).count();
    // Another column after White's is Black's.
    let behind = rows[count + white..].iter().take_while(|row| bare(row)).count();
    let alone = rows[count..count + white].iter().all(|row| is_lone(&row.segments[0]));
    if white >= COLUMN && alone && behind < COLUMN {
        rows[..count + white].rotate_left(count);
    }
}

/// Marks the rows after which the text says that the game is over; returns the last such statement.
pub(super) fn mark_ends(
    lines: &[ScanLine],
    range: Range<usize>,
    rows: &mut [ScanRow<'_>],
) -> Option<(Ending, Span)> {
    const NEAR: usize = 14;
    let mut found: Option<(Ending, Span)> = None;
    let mut last: Option<usize> = None;
    let mut next = 0;
    for line in range {
        match &lines[line].kind {
            ScanLineKind::Row(_) => {
                last = Some(next);
                next += 1;
                if let Some(ending) = &lines[line].ending {
                    rows[next - 1].ends = true;
                    found = Some((ending.clone(), lines[line].span));
                }
            }
            ScanLineKind::End(ending) => {
                if let Some(row) = last.map(|last| &mut rows[last])
                    && line - row.line <= NEAR
                {
                    row.ends = true;
                    found = Some((ending.clone(), lines[line].span));
                }
            }
            _ => {}
        }
    }
    found
}
