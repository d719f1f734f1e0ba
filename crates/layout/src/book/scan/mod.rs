//! Games of raw scans: columns torn apart, numbers lost or in blocks of their own, two moves run together,
//! page heads and notes in between.
//!
//! Lines are labelled ([`page`]), rows are split into numbers and pieces ([`row`]), and headings and numbers
//! define [`region`]s. A region becomes an [unordered](crate::Unordered) draft: all pieces that may be moves, with their
//! geometry. Legality decides the order.

mod boilerplate;
mod columns;
mod continuations;
pub mod label;
mod move_span;
mod numbers;
pub mod page;
pub mod region;
pub mod row;
mod row_numbering;
mod rows;
mod split_moves;
pub mod title;

use std::borrow::Cow;
use std::ops::Range;

use rayon::prelude::*;
use shakmaty::Color;
use smallvec::SmallVec;

use self::page::{ScanLine, ScanLineKind};
use self::row_numbering::RowLabel;
use self::title::Title;
use super::{heading, line, start};
use crate::finding::{Finding, code};
use crate::text::Span;
use crate::{Cell, CellGeometry, CellLine, Draft, Ending, Unordered};

/// Cost of the number of another move on the row, in thousandths of a nat.
const BY_ROW: u32 = 700;
/// Cost of a row that the row numbering excludes, in thousandths of a nat.
const NOT_COUNTED: u32 = 2_000;
/// Fewest rows of a game.
const FEWEST_ROWS: usize = 4;
/// Lines above and below a heading that may belong to it.
const HEADING: usize = 12;

/// The games of a scanned book.
#[must_use]
pub fn cut<'a>(text: &'a str, plain: &[line::BookLine]) -> Vec<Draft<'a>> {
    let lines = page::read_lines(text, plain);
    let regions = region::find(text, &lines);
    regions.par_iter().with_max_len(1).filter_map(|region| draft(text, &lines, region)).collect()
}

/// The game of a region, if it has one.
fn draft<'a>(text: &'a str, lines: &[ScanLine], region: &region::GameRegion) -> Option<Draft<'a>> {
    let laid = layout_region(text, lines, region.lines.clone(), OrderSource::RowNumbering);
    let cells = laid.0.cells.iter().map(|cell| cell.span);
    let (first, last) = (cells.clone().map(|s| s.start).min()?, cells.map(|s| s.end).max()?);
    if laid.1.places.last().is_none_or(|place| (place.row as usize) < FEWEST_ROWS) {
        return None;
    }
    let span = Span::new(lines[region.lines.start].span.start.min(first), last);
    let head = head_lines(lines, region);
    let (tags, _) = heading::tags(&said(text, lines, head.clone(), region.heading.as_ref()));
    let (start, mut findings) = start(text, head.map(|line| lines[line].span));
    findings.push(Finding::new(
        &code::L301,
        span,
        "the order of the moves is uncertain; legality decides it",
    ));
    let mut draft = with_cells(Draft { tags, start, findings, span, ..Draft::default() }, laid);
    draft.alternative_layout = alternative_layout(&draft, text, lines, region.lines.clone());
    Some(draft)
}

/// The same draft without row numbering, if that is different.
pub(super) fn alternative_layout<'a>(
    draft: &Draft<'a>,
    text: &'a str,
    lines: &[ScanLine],
    range: Range<usize>,
) -> Option<Box<Draft<'a>>> {
    let laid = layout_region(text, lines, range, OrderSource::Neighbours);
    (draft.unordered.as_ref() != Some(&laid.1)).then(|| {
        let Draft { tags, start, findings, span, .. } = draft.clone();
        Box::new(with_cells(Draft { tags, start, findings, span, ..Draft::default() }, laid))
    })
}

/// A draft with the cells of its region.
fn with_cells<'a>(
    head: Draft<'a>,
    (mainline, unordered, ending): (CellLine<'a>, Unordered, Option<(Ending, Span)>),
) -> Draft<'a> {
    Draft { mainline, unordered: Some(unordered), ending, ..head }
}

/// The lines that may name the game.
fn head_lines(
    lines: &[ScanLine],
    region: &region::GameRegion,
) -> impl Iterator<Item = usize> + Clone + use<> {
    let head = region.heading.as_ref().map_or(region.lines.start, |title| title.line);
    let rows = |line: &ScanLine| matches!(line.kind, ScanLineKind::Row(_));
    let top = (head.saturating_sub(HEADING)..head).rev().take_while(|&at| !rows(&lines[at])).last();
    let end =
        (head..lines.len().min(head + HEADING)).take_while(|&at| at == head || !rows(&lines[at])).last();
    top.unwrap_or(head)..end.map_or(head, |end| end + 1)
}

/// The contents of a heading; players on two lines are joined.
fn said<'t>(
    text: &'t str,
    lines: &[ScanLine],
    head: impl Iterator<Item = usize>,
    title: Option<&'t Title>,
) -> Vec<&'t str> {
    let players = title.and_then(|title| Some((title.line..=title.last, title.players.as_deref()?)));
    head.filter_map(|line| match &players {
        Some((range, players)) if *range.start() == line => Some(*players),
        Some((range, _)) if range.contains(&line) => None,
        _ => Some(text[lines[line].span.range()].trim()),
    })
    .collect()
}

/// The source of information about the order of rows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OrderSource {
    /// Each row and its neighbours.
    Neighbours,
    /// The row numbering of the whole region.
    RowNumbering,
}

/// The cells of a region with their geometry, and its ending.
#[must_use]
pub fn layout_region<'a>(
    text: &'a str,
    lines: &[ScanLine],
    range: Range<usize>,
    by: OrderSource,
) -> (CellLine<'a>, Unordered, Option<(Ending, Span)>) {
    let mut rows = rows::collect(lines, range.clone());
    let spent = columns::give(lines, range.clone(), &mut rows);
    numbers::from_lines(lines, range.clone(), &spent, &mut rows);
    numbers::from_neighbours(&mut rows);
    let ending = rows::mark_ends(lines, range.clone(), &mut rows);
    let twice = rows::are_numbered_twice(&rows);
    for row in &mut rows {
        row.said = vec![RowLabel::default(); row.segments.len()];
    }
    if by == OrderSource::RowNumbering {
        for (row, said) in row_numbering::count(text, lines, range, &rows, twice).into_iter().enumerate() {
            rows[row].said = said;
        }
    }
    rows::put_black_behind(&mut rows);
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
            // The two moves of a row have one number, if both have any.
            let own = twice && rows::is_pair(row.segments);
            let said = &row.said[at];
            let counted = said.half_move();
            if said.is_none() {
                numbers.iter_mut().for_each(|number| number.1 += NOT_COUNTED);
            }
            let given = row
                .given
                .iter()
                .copied()
                .filter(|given| (at == 0 || own) && counted.is_none_or(|(number, _)| number == given.0));
            let others = row.segments.iter().filter(|_| own).filter_map(|other| other.label);
            let others = others.map(|label| (label.value, label.price + BY_ROW));
            for (number, price) in said.numbers().chain(given).chain(others) {
                match numbers.iter_mut().find(|known| known.0 == number) {
                    Some(known) => known.1 = known.1.min(price),
                    None => numbers.push((number, price)),
                }
            }
            let start = segment.pieces.iter().map(|piece| piece.from).min().unwrap_or(segment.from);
            for piece in &segment.pieces {
                let first = piece.from == start;
                let body = &line[piece.from..piece.to];
                let letters = |range: Range<usize>| {
                    line[range].chars().filter(|c| c.is_ascii_alphanumeric()).count().min(200) as u8
                };
                let place = Span::new(span.start + piece.from, span.start + piece.to);
                // The piece's own place overlaps others.
                let mut body = match segment.man {
                    Some(man) => Cow::Owned(format!("{} {}", &text[man.range()], body.trim())),
                    None => Cow::Borrowed(body),
                };
                let wrapped = segment.wrapped.filter(|_| piece.to == segment.to);
                if let Some(end) = wrapped {
                    body = Cow::Owned(format!("{body} {}", &text[end.range()]));
                }
                cells.push(Cell {
                    text: body,
                    span: place,
                    joined: wrapped.is_some() || segment.man.is_some(),
                    number: segment.label.filter(|_| first).map(|label| label.value),
                    side: (first && (segment.leaders || said.is_black().unwrap_or(row.black)))
                        .then_some(Color::Black),
                    ..Cell::default()
                });
                places.push(CellGeometry {
                    row: index as u32,
                    segment: segment_id,
                    from: piece.from as u32,
                    to: piece.to as u32,
                    before: letters(segment.from..piece.from),
                    behind: match letters(piece.to..segment.to) {
                        // A footnote mark.
                        0..=2 => 0,
                        more => more,
                    },
                    first,
                    labelled: segment.is_numbered(),
                    numbers: if first { numbers.clone() } else { SmallVec::new() },
                    run: row.run.0,
                    height: row.run.1,
                    run_length: row.run.2,
                    ends: row.ends && at + 1 == row.segments.len(),
                    counted: if first { said.half_moves().collect() } else { SmallVec::new() },
                });
            }
        }
    }
    (CellLine { comments: Vec::new(), cells }, Unordered { places }, ending)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::NoSense;

    /// The first pieces of a text's rows, with their possible numbers.
    fn rows(text: &str) -> Vec<(String, Vec<u32>)> {
        let lines = page::read_lines(text, &line::read(text, &NoSense));
        let (mainline, unordered, _) = layout_region(text, &lines, 0..lines.len(), OrderSource::Neighbours);
        let first = unordered.places.iter().zip(&mainline.cells).filter(|(place, _)| place.first);
        first
            .map(|(place, cell)| (cell.text.to_string(), place.numbers.iter().map(|n| n.0).collect()))
            .collect()
    }

    fn numbers(text: &str) -> Vec<Vec<u32>> {
        rows(text).into_iter().map(|row| row.1).collect()
    }

    #[test]
    fn numbers_come_from_the_neighbours() {
        // Lost, misread and illegible numbers.
        assert_eq!(
            numbers("9 P to K 4 P to K 4\nKt to B 3 Kt to B 3\n11 B to B 4 B to B 4\n12 Castles Castles\n"),
            [vec![9], vec![10], vec![11], vec![12]]
        );
        assert_eq!(
            numbers("9 P to K 4\n1O Kt to B 3\nI ; B to B 4\n19 Castles\n13 P to B 3\n"),
            [vec![9], vec![10], vec![1, 11], vec![19, 12], vec![13]]
        );
    }

    /// The first number of each row of a column, and whether the row is Black's.
    fn column_numbers(text: &str) -> Vec<(Option<u32>, bool)> {
        let lines = page::read_lines(text, &line::read(text, &NoSense));
        let (mainline, unordered, _) = layout_region(text, &lines, 0..lines.len(), OrderSource::Neighbours);
        let first = unordered.places.iter().zip(&mainline.cells).filter(|(place, _)| place.first);
        first.map(|(place, cell)| (place.numbers.first().map(|n| n.0), cell.side.is_some())).collect()
    }

    /// White's and Black's moves of move numbers `from` to `to`.
    fn both(from: u32, to: u32) -> Vec<(Option<u32>, bool)> {
        let side = |black| (from..=to).map(move |number| (Some(number), black));
        side(false).chain(side(true)).collect()
    }

    #[test]
    fn columns_are_numbered_by_their_length() {
        let bare = |count: usize| "P to K 4\n".repeat(count);
        let numbered = |range: Range<u32>| range.map(|n| format!("{n} P to Q 3\n")).collect::<String>();
        // The first numbers are lost, and Black has none.
        let text = format!("WHITE\n{}{}BLACK\n{}", bare(4), numbered(5..9), bare(8));
        assert_eq!(column_numbers(&text), both(1, 8));
        // Numbers in the middle are lost.
        let text = format!("WHITE\n{}{}{}BLACK\n{}", numbered(1..4), bare(5), numbered(9..11), bare(10));
        assert_eq!(column_numbers(&text), both(1, 10));
        // All numbers are on lines of their own below.
        let text = format!("{}1\n2\n3\n4\n5\nBLACK\n{}", bare(5), bare(5));
        assert_eq!(column_numbers(&text), both(1, 5));
        // Rows of two moves.
        let text = format!("{}3 P to Q 3   P to Q 3\n", "P to K 4   P to K 4\n".repeat(2));
        assert_eq!(column_numbers(&text)[0], (None, false));
        let text = format!("{}4 P to Q 3   P to Q 3\n", "P to K 4   P to K 4\n".repeat(3));
        assert_eq!(column_numbers(&text)[0], (Some(1), false));
        // Other lengths give no information.
        let text = format!("WHITE\n{}{}BLACK\n{}", bare(3), numbered(5..9), bare(7));
        assert_eq!(column_numbers(&text)[..3], [(None, false); 3]);
        assert_eq!(column_numbers(&text)[7..], [(None, false); 7]);
    }

    #[test]
    fn the_moves_of_a_row_share_their_numbers() {
        let row = |first: u32, second: u32| format!("{first}. P. takes P.  {second}. P. takes P.\n");
        let text = format!("{}{}{}", row(14, 14), row(15, 36), row(16, 16));
        let lines = page::read_lines(&text, &line::read(&text, &NoSense));
        let (_, unordered, _) = layout_region(&text, &lines, 0..lines.len(), OrderSource::Neighbours);
        let numbers: Vec<Vec<u32>> =
            unordered.places.iter().map(|place| place.numbers.iter().map(|n| n.0).collect()).collect();
        assert_eq!(numbers, [vec![14], vec![14], vec![15, 36], vec![36, 15], vec![16], vec![16]]);
    }

    #[test]
    fn marks_of_check_may_stand_on_the_next_line() {
        let text = "51 K to B sq\n\nR to Kt 8,\n\nch\n\n52 K to Kt 2\n\nR to Kt 7\n\nch\n";
        let said: Vec<String> = rows(text).into_iter().map(|row| row.0).collect();
        assert_eq!(said, ["K to B sq", "R to Kt 8, ch", "K to Kt 2", "R to Kt 7"]);
        let text = "11 Kt to Q Kt\n\nS^\n\n12 P to K 4\n\n13 Q to K\n\n14\n\nB to K 3\n";
        let said: Vec<String> = rows(text).into_iter().map(|row| row.0).collect();
        assert_eq!(said, ["Kt to Q Kt S", "P to K 4", "Q to K", "B to K 3"]);
    }

    #[test]
    fn blacks_column_goes_behind_whites() {
        let text = "P to K 4\nKt to Q B 3\nB to B 4\nKt to B 3\n\nWHITE\n\n1 P to K 4\n\n2 Kt to K B 3\n\n3 B to B 4\n\n4 P \
                    to Q 3\n";
        let rows = rows(text);
        assert_eq!(rows[0], ("P to K 4".to_owned(), vec![1]));
        assert_eq!(rows[4].0, "P to K 4");
        assert_eq!(rows[7].0, "Kt to B 3");
    }
}
