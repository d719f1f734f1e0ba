//! Games of raw scans: columns torn apart, numbers lost or in blocks of their own, two moves run into
//! one, page heads and notes between.
//!
//! Lines are labelled ([`page`]), rows fall into numbers and pieces ([`row`]), headings and counts make
//! [`region`]s. A region becomes a [torn](crate::record::Torn) draft: all pieces that may be moves, each
//! with what the page says of its place. What can be played decides the order.

pub mod label;
pub mod page;
pub mod region;
pub mod row;

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::Color;
use smallvec::SmallVec;

use self::label::Label;
use self::page::{Kind, Line};
use self::row::Segment;
use super::cells::Printed;
use super::{heading, line, start};
use crate::finding::{Finding, code};
use crate::record::{Cell, Draft, Ending, Place, Strand, Torn};
use crate::text::Span;

/// A row of a region, and what stands around it.
struct Row<'l> {
    line: usize,
    segments: &'l [Segment],
    /// Numbers that others than its own label give to its first piece.
    given: SmallVec<[(u32, u32); 2]>,
    /// Which run of like rows it is in, its height there, and the length of the run.
    run: (u32, u16, u16),
    /// Whether the game is said to be over behind it.
    ends: bool,
}

/// A number that stands on a line of its own above the row.
const ABOVE: u32 = 100;
/// A number out of a block, given to the row of the same height.
const IN_BLOCK: u32 = 200;
/// A number that its neighbours tell.
const BY_NEIGHBOURS: u32 = 700;
/// Lines of prose that part two runs.
const PARTED: usize = 2;

/// Rows that a game has at least.
const FEWEST_ROWS: usize = 4;
/// Lines above and below a heading that may belong to it.
const HEADING: usize = 12;

/// The games of a scanned book.
#[must_use]
pub fn cut<'a>(text: &'a str, plain: &[line::Line]) -> Vec<Draft<'a>> {
    let lines = page::read_lines(text, plain);
    let mut drafts = Vec::new();
    for region in region::find(text, &lines) {
        let (strand, torn, ending) = lay(text, &lines, region.lines.clone());
        let (Some(first), Some(last)) = (strand.cells.first(), strand.cells.last()) else { continue };
        if torn.places.last().is_none_or(|place| (place.row as usize) < FEWEST_ROWS) {
            continue;
        }
        let span = Span::new(lines[region.lines.start].span.start.min(first.span.start), last.span.end);
        let head = head_lines(&lines, &region);
        let (tags, _) = heading::tags(
            &head.clone().map(|line| text[lines[line].span.range()].trim()).collect::<Vec<_>>(),
        );
        let (start, mut findings) = start(text, head.map(|line| lines[line].span));
        findings.push(Finding::new(
            &code::L301,
            span,
            "the order of the moves is not certain in print; what can be played decides it",
        ));
        drafts.push(Draft { tags, start, strand, torn: Some(torn), ending, findings, span });
    }
    drafts
}

/// The lines that may name the game.
fn head_lines(lines: &[Line], region: &region::Region) -> impl Iterator<Item = usize> + Clone + use<> {
    let head = region.heading.unwrap_or(region.lines.start);
    let rows = |line: &Line| matches!(line.kind, Kind::Row(_));
    let top = (head.saturating_sub(HEADING)..head).rev().take_while(|&at| !rows(&lines[at])).last();
    let end =
        (head..lines.len().min(head + HEADING)).take_while(|&at| at == head || !rows(&lines[at])).last();
    top.unwrap_or(head)..end.map_or(head, |end| end + 1)
}

/// The places of cells that the plain reader cut.
#[must_use]
pub fn places(printed: &[Printed]) -> Torn {
    let mut places: Vec<Place> = Vec::new();
    let (mut row, mut segment, mut line) = (0, 0, usize::MAX);
    for cell in printed {
        let same_row = cell.line == line;
        if !same_row && line != usize::MAX {
            row += 1;
        }
        line = cell.line;
        let second =
            same_row && cell.side == Some(Color::Black) && places.last().is_some_and(|last| last.first);
        if !second {
            segment += 1;
        }
        places.push(Place {
            row,
            segment,
            from: cell.span.start as u32,
            to: cell.span.end as u32,
            first: !second,
            labelled: cell.number.is_some(),
            numbers: cell.number.filter(|_| !second).map(|number| (number, 0)).into_iter().collect(),
            ends: cell.ending.is_some(),
            run_length: 1,
            ..Place::default()
        });
    }
    let mut start = 0;
    let alike = |a: &Place, b: &Place| a.labelled == b.labelled && a.row != b.row;
    for end in 1..=places.len() {
        if end < places.len() && alike(&places[end - 1], &places[end]) {
            continue;
        }
        for (height, place) in places[start..end].iter_mut().enumerate() {
            place.run = start as u32;
            place.height = height as u16;
            place.run_length = (end - start) as u16;
        }
        start = end;
    }
    Torn { places }
}

/// The cells of a region with their places, and its ending.
#[must_use]
pub fn lay<'a>(
    text: &'a str,
    lines: &[Line],
    range: Range<usize>,
) -> (Strand<'a>, Torn, Option<(Ending, Span)>) {
    let mut rows = collect(lines, range.clone());
    give_numbers(lines, range.clone(), &mut rows);
    give_neighbours(&mut rows);
    let ending = mark_ends(lines, range, &mut rows);
    let mut cells = Vec::new();
    let mut places = Vec::new();
    let mut segment_id = 0;
    for (index, row) in rows.iter().enumerate() {
        let span = lines[row.line].span;
        let line = &text[span.range()];
        for (at, segment) in row.segments.iter().enumerate() {
            segment_id += 1;
            let mut numbers: SmallVec<[(u32, u32); 2]> = SmallVec::new();
            if let Some(label) = segment.label {
                numbers.push((label.value, label.price));
            }
            if at == 0 {
                for &(number, price) in &row.given {
                    if numbers.iter().all(|known| known.0 != number) {
                        numbers.push((number, price));
                    }
                }
            }
            let start = segment.pieces.iter().map(|piece| piece.from).min().unwrap_or(segment.from);
            for piece in &segment.pieces {
                let first = piece.from == start;
                let body = &line[piece.from..piece.to];
                let letters = |range: Range<usize>| {
                    line[range].chars().filter(|c| c.is_ascii_alphanumeric()).count().min(200) as u8
                };
                cells.push(Cell {
                    text: Cow::Borrowed(body),
                    span: Span::new(span.start + piece.from, span.start + piece.to),
                    number: segment.label.filter(|_| first).map(|label| label.value),
                    side: (first && segment.leaders).then_some(Color::Black),
                    ..Cell::default()
                });
                places.push(Place {
                    row: index as u32,
                    segment: segment_id,
                    from: piece.from as u32,
                    to: piece.to as u32,
                    before: letters(segment.from..piece.from),
                    behind: match letters(piece.to..segment.to) {
                        // The mark of a footnote.
                        0..=2 => 0,
                        more => more,
                    },
                    first,
                    labelled: segment.label.is_some(),
                    numbers: if first { numbers.clone() } else { SmallVec::new() },
                    run: row.run.0,
                    height: row.run.1,
                    run_length: row.run.2,
                    ends: row.ends && at + 1 == row.segments.len(),
                });
            }
        }
    }
    (Strand { comments: Vec::new(), cells }, Torn { places }, ending)
}

/// The rows, in runs: rows that all have numbers, or all have none, one under the other.
fn collect(lines: &[Line], range: Range<usize>) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut kinds: Vec<u8> = Vec::new();
    let mut parted = true;
    let mut prose = 0;
    let mut run = 0;
    for line in range {
        match &lines[line].kind {
            Kind::Row(segments) => {
                // A row that holds two moves or more stands for itself.
                let lone = segments.len() == 1 && is_lone(&segments[0]);
                let kind = if !lone { 2 } else { u8::from(segments[0].label.is_some()) };
                if parted || prose >= PARTED || kinds.last() != Some(&kind) {
                    run += 1;
                }
                kinds.push(kind);
                rows.push(Row { line, segments, given: SmallVec::new(), run: (run, 0, 0), ends: false });
                parted = false;
                prose = 0;
            }
            Kind::ColumnHead => parted = true,
            Kind::Prose => prose += 1,
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

/// Whether a segment is at its likeliest one move.
fn is_lone(segment: &Segment) -> bool {
    segment.pieces.iter().all(|piece| piece.from == segment.pieces[0].from)
}

/// Gives numbers that stand on lines of their own to the rows below.
fn give_numbers(lines: &[Line], range: Range<usize>, rows: &mut [Row<'_>]) {
    let mut pending: Vec<Label> = Vec::new();
    let mut block = 0;
    let mut popped = 0;
    let mut row = 0;
    for line in range {
        match &lines[line].kind {
            Kind::Numbers(numbers) => {
                if popped > 0 {
                    pending.clear();
                    popped = 0;
                }
                pending.extend(numbers);
                block = pending.len();
            }
            Kind::Row(segments) => {
                if segments[0].label.is_none()
                    && let Some(label) = pending.get(popped)
                {
                    let price = if block == 1 { ABOVE } else { IN_BLOCK };
                    rows[row].given.push((label.value, label.price + price));
                    popped += 1;
                } else if segments[0].label.is_some() {
                    pending.clear();
                    popped = 0;
                }
                row += 1;
            }
            Kind::Prose => {
                pending.clear();
                popped = 0;
            }
            _ => {}
        }
    }
}

/// A number that does not fit between its neighbours is taken for the one that does.
fn give_neighbours(rows: &mut [Row<'_>]) {
    let labels: Vec<(usize, u32)> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| row.segments[0].label.map(|label| (index, label.value)))
        .collect();
    for stride in [1, 2] {
        for at in stride..labels.len().saturating_sub(stride) {
            let (before, own, after) = (labels[at - stride].1, labels[at], labels[at + stride].1);
            if after == before + 2 && own.1 != before + 1 {
                rows[own.0].given.push((before + 1, BY_NEIGHBOURS));
            }
        }
    }
    // A row between 9 and 11 that has lost its number.
    for at in 1..rows.len().saturating_sub(1) {
        let value = |row: &Row<'_>| row.segments[0].label.map(|label| label.value);
        if value(&rows[at]).is_none()
            && let (Some(before), Some(after)) = (value(&rows[at - 1]), value(&rows[at + 1]))
            && after == before + 2
        {
            rows[at].given.push((before + 1, BY_NEIGHBOURS));
        }
    }
}

/// Marks the rows behind which the game is said to be over; gives the last such word.
fn mark_ends(lines: &[Line], range: Range<usize>, rows: &mut [Row<'_>]) -> Option<(Ending, Span)> {
    const NEAR: usize = 14;
    let mut found: Option<(Ending, Span)> = None;
    let mut last: Option<usize> = None;
    let mut next = 0;
    for line in range {
        match &lines[line].kind {
            Kind::Row(_) => {
                last = Some(next);
                next += 1;
                if let Some(ending) = &lines[line].ending {
                    rows[next - 1].ends = true;
                    found = Some((ending.clone(), lines[line].span));
                }
            }
            Kind::End(ending) => {
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
