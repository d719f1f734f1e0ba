//! Games of raw scans: columns torn apart, numbers lost or in blocks of their own, two moves run into
//! one, page heads and notes between.
//!
//! Lines are labelled ([`page`]), rows fall into numbers and pieces ([`row`]), headings and counts make
//! [`region`]s. A region becomes a [torn](crate::record::Torn) draft: all pieces that may be moves, each
//! with what the page says of its place. What can be played decides the order.

mod columns;
mod halves;
pub mod label;
pub mod page;
mod piece;
pub mod region;
pub mod row;
mod stamp;
pub mod title;

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::Color;
use smallvec::SmallVec;

use self::label::Label;
use self::page::{Kind, Line};
use self::row::Segment;
use self::title::Title;
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
    /// Whether its column tells its number.
    settled: bool,
    /// Whether it stands in Black's column.
    black: bool,
}

/// A number that stands on a line of its own above the row.
const ABOVE: u32 = 100;
/// A number out of a block, given to the row of the same height.
const IN_BLOCK: u32 = 200;
/// The number that another move of the row bears.
const BY_ROW: u32 = 700;
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
        let cells = strand.cells.iter().map(|cell| cell.span);
        let (Some(first), Some(last)) = (cells.clone().map(|s| s.start).min(), cells.map(|s| s.end).max())
        else {
            continue;
        };
        if torn.places.last().is_none_or(|place| (place.row as usize) < FEWEST_ROWS) {
            continue;
        }
        let span = Span::new(lines[region.lines.start].span.start.min(first), last);
        let head = head_lines(&lines, &region);
        let (tags, _) = heading::tags(&said(text, &lines, head.clone(), region.heading.as_ref()));
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
    let head = region.heading.as_ref().map_or(region.lines.start, |title| title.line);
    let rows = |line: &Line| matches!(line.kind, Kind::Row(_));
    let top = (head.saturating_sub(HEADING)..head).rev().take_while(|&at| !rows(&lines[at])).last();
    let end =
        (head..lines.len().min(head + HEADING)).take_while(|&at| at == head || !rows(&lines[at])).last();
    top.unwrap_or(head)..end.map_or(head, |end| end + 1)
}

/// What the lines of a heading say; players that stand on two lines as if on one.
fn said<'t>(
    text: &'t str,
    lines: &[Line],
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

/// The cells of a region with their places, and its ending.
#[must_use]
pub fn lay<'a>(
    text: &'a str,
    lines: &[Line],
    range: Range<usize>,
) -> (Strand<'a>, Torn, Option<(Ending, Span)>) {
    let mut rows = collect(lines, range.clone());
    let spent = columns::give(lines, range.clone(), &mut rows);
    give_numbers(lines, range.clone(), &spent, &mut rows);
    give_neighbours(&mut rows);
    let ending = mark_ends(lines, range, &mut rows);
    put_black_behind(&mut rows);
    let twice = are_numbered_twice(&rows);
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
            // The two moves of a row have one number, where both have any.
            let own = twice && is_pair(row.segments);
            let given = row.given.iter().copied().filter(|_| at == 0 || own);
            let others = row.segments.iter().filter(|_| own).filter_map(|other| other.label);
            for (number, price) in given.chain(others.map(|label| (label.value, label.price + BY_ROW))) {
                if numbers.iter().all(|known| known.0 != number) {
                    numbers.push((number, price));
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
                // The man's own place overlaps others'.
                let body = match segment.man {
                    Some(man) => Cow::Owned(format!("{} {}", &text[man.range()], body.trim())),
                    None => Cow::Borrowed(body),
                };
                cells.push(Cell {
                    text: body,
                    span: place,
                    number: segment.label.filter(|_| first).map(|label| label.value),
                    side: (first && (segment.leaders || row.black)).then_some(Color::Black),
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
                    labelled: segment.is_numbered(),
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
                let kind = if !lone { 2 } else { u8::from(segments[0].is_numbered()) };
                if parted || prose >= PARTED || kinds.last() != Some(&kind) {
                    run += 1;
                }
                kinds.push(kind);
                rows.push(Row {
                    line,
                    segments,
                    given: SmallVec::new(),
                    run: (run, 0, 0),
                    ends: false,
                    settled: false,
                    black: false,
                });
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

/// Whether a row is two moves with a number each.
fn is_pair(segments: &[Segment]) -> bool {
    segments.len() == 2 && segments.iter().all(|segment| segment.is_numbered() && is_lone(segment))
}

/// Whether the page prints the number again before Black's move.
fn are_numbered_twice(rows: &[Row<'_>]) -> bool {
    let (mut same, mut other) = (0, 0);
    for row in rows.iter().filter(|row| is_pair(row.segments)) {
        let values = row.segments.iter().map(|segment| segment.label.map(|label| label.value));
        let [first, second] = values.collect::<SmallVec<[_; 2]>>()[..] else { continue };
        *if first == second { &mut same } else { &mut other } += 1;
    }
    same > 0 && same >= other * 2
}

/// Gives numbers that stand on lines of their own to the rows below.
fn give_numbers(lines: &[Line], range: Range<usize>, spent: &[usize], rows: &mut [Row<'_>]) {
    let mut pending: Vec<Label> = Vec::new();
    let mut block = 0;
    let mut popped = 0;
    let mut row = 0;
    for line in range {
        match &lines[line].kind {
            Kind::Numbers(numbers) if !spent.contains(&line) => {
                if popped > 0 {
                    pending.clear();
                    popped = 0;
                }
                pending.extend(numbers);
                block = pending.len();
            }
            Kind::Row(segments) => {
                if !segments[0].is_numbered()
                    && !rows[row].settled
                    && let Some(label) = pending.get(popped)
                {
                    let price = if block == 1 { ABOVE } else { IN_BLOCK };
                    rows[row].given.push((label.value, label.price + price));
                    popped += 1;
                } else if segments[0].is_numbered() {
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

/// A number that does not fit between its neighbours, or cannot be read, is taken for the one that does.
fn give_neighbours(rows: &mut [Row<'_>]) {
    let labels: Vec<(usize, u32)> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| row.segments[0].label.map(|label| (index, label.value)))
        .collect();
    let sure = rising(rows, &labels);
    for pair in sure.windows(2) {
        let ((above, first), (below, last)) = (labels[pair[0]], labels[pair[1]]);
        let missing = last.saturating_sub(first + 1) as usize;
        let numbered: Vec<usize> =
            (above + 1..below).filter(|&at| rows[at].segments[0].is_numbered()).collect();
        // Rows that have lost their numbers; in columns those are Black's.
        let between = if numbered.is_empty() { (above + 1..below).collect() } else { numbered };
        if missing > 0 && between.len() == missing {
            for (number, at) in (first + 1..).zip(between) {
                if !rows[at].settled && rows[at].segments[0].label.is_none_or(|label| label.value != number) {
                    rows[at].given.push((number, BY_NEIGHBOURS));
                }
            }
        }
    }
    for at in 0..labels.len() {
        let value = |step: isize| labels.get(at.checked_add_signed(step)?).map(|label| label.1);
        if let Some(number) = by_neighbours(&value) {
            let row = &mut rows[labels[at].0];
            if !row.settled && row.given.iter().all(|known| known.0 != number) {
                row.given.push((number, BY_NEIGHBOURS));
            }
        }
    }
}

/// The number that a label's neighbours tell, where it is not the label's own.
fn by_neighbours(value: &dyn Fn(isize) -> Option<u32>) -> Option<u32> {
    let own = value(0)?;
    // It counts on in a column beside another's.
    if value(-2).is_some_and(|before| own == before + 1) || value(2).is_some_and(|after| after == own + 1) {
        return None;
    }
    // One column, also where it has a count of its own beside another's.
    if let (Some(before), Some(after)) = (value(-1), value(1)) {
        if after == before + 2 {
            return (own != before + 1).then_some(before + 1);
        }
        // White's and Black's moves on rows of their own, each with the number.
        if after == before + 1 && own != before && own != after {
            let twice = value(-2) == Some(before) || value(2).is_some_and(|next| next != after);
            return Some(if twice { after } else { before });
        }
    }
    // Two columns that alternate: each has its own count.
    if let (Some(before), Some(after)) = (value(-2), value(2))
        && after == before + 2
    {
        return (own != before + 1).then_some(before + 1);
    }
    // The last of a column.
    let (before, first) = (value(-1)?, value(-2)?);
    let ends = value(1).is_none_or(|after| after < before);
    (before == first + 1 && ends && own > before + 1).then_some(before + 1)
}

/// The longest chain of labels that count on, as places among the labels: these are read right.
fn rising(rows: &[Row<'_>], labels: &[(usize, u32)]) -> Vec<usize> {
    /// Labels that are looked back over.
    const BACK: usize = 24;
    /// What a step is worth: to the next number, or over as many as there are rows.
    const NEXT: u32 = 4;
    const OVER: u32 = 1;
    let mut best: Vec<(u32, Option<usize>)> = Vec::with_capacity(labels.len());
    for (at, &(row, value)) in labels.iter().enumerate() {
        let mut own = (0, None);
        for before in at.saturating_sub(BACK)..at {
            let (above, smaller) = labels[before];
            let step = match value.checked_sub(smaller) {
                Some(1) => NEXT,
                // Black's number is White's.
                Some(0) => OVER,
                Some(more) if more as usize <= row - above => OVER,
                _ => continue,
            };
            if best[before].0 + step > own.0 {
                own = (best[before].0 + step, Some(before));
            }
        }
        // A worn number is followed more gladly than it is trusted.
        let worn = rows[row].segments[0].label.is_some_and(|label| label.price > 0);
        if worn {
            own.0 = own.0.saturating_sub(1);
        }
        best.push(own);
    }
    let mut chain = Vec::new();
    let mut at = (0..best.len()).max_by_key(|&at| best[at].0);
    while let Some(place) = at {
        chain.push(place);
        at = best[place].1;
    }
    chain.reverse();
    chain
}

/// Black's column may stand before White's: then it is put behind it.
fn put_black_behind(rows: &mut [Row<'_>]) {
    /// Fewer rows are no column.
    const COLUMN: usize = 4;
    let bare = |row: &Row<'_>| {
        row.segments.len() == 1 && !row.segments[0].is_numbered() && is_lone(&row.segments[0])
    };
    let count = rows.iter().take_while(|row| bare(row)).count();
    if count < COLUMN || rows.get(count).and_then(|row| row.segments[0].label).is_none_or(|l| l.value > 2) {
        return;
    }
    let white = rows[count..].iter().take_while(|row| row.segments[0].is_numbered()).count();
    // Another column behind White's is Black's.
    let behind = rows[count + white..].iter().take_while(|row| bare(row)).count();
    let alone = rows[count..count + white].iter().all(|row| is_lone(&row.segments[0]));
    if white >= COLUMN && alone && behind < COLUMN {
        rows[..count + white].rotate_left(count);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::testing::NoSense;

    /// The first pieces of a text's rows, with the numbers that they may bear.
    fn rows(text: &str) -> Vec<(String, Vec<u32>)> {
        let lines = page::read_lines(text, &line::read(text, &NoSense));
        let (strand, torn, _) = lay(text, &lines, 0..lines.len());
        let first = torn.places.iter().zip(&strand.cells).filter(|(place, _)| place.first);
        first
            .map(|(place, cell)| (cell.text.to_string(), place.numbers.iter().map(|n| n.0).collect()))
            .collect()
    }

    fn numbers(text: &str) -> Vec<Vec<u32>> {
        rows(text).into_iter().map(|row| row.1).collect()
    }

    #[test]
    fn numbers_come_from_the_neighbours() {
        // Lost, misread and illegible.
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
        let (strand, torn, _) = lay(text, &lines, 0..lines.len());
        let first = torn.places.iter().zip(&strand.cells).filter(|(place, _)| place.first);
        first.map(|(place, cell)| (place.numbers.first().map(|n| n.0), cell.side.is_some())).collect()
    }

    /// White's moves and Black's of the moves from `from` to `to`.
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
        // Those in the middle are lost.
        let text = format!("WHITE\n{}{}{}BLACK\n{}", numbered(1..4), bare(5), numbered(9..11), bare(10));
        assert_eq!(column_numbers(&text), both(1, 10));
        // All of them stand by themselves below.
        let text = format!("{}1\n2\n3\n4\n5\nBLACK\n{}", bare(5), bare(5));
        assert_eq!(column_numbers(&text), both(1, 5));
        // Rows of two moves.
        let text = format!("{}3 P to Q 3   P to Q 3\n", "P to K 4   P to K 4\n".repeat(2));
        assert_eq!(column_numbers(&text)[0], (None, false));
        let text = format!("{}4 P to Q 3   P to Q 3\n", "P to K 4   P to K 4\n".repeat(3));
        assert_eq!(column_numbers(&text)[0], (Some(1), false));
        // No other length tells anything.
        let text = format!("WHITE\n{}{}BLACK\n{}", bare(3), numbered(5..9), bare(7));
        assert_eq!(column_numbers(&text)[..3], [(None, false); 3]);
        assert_eq!(column_numbers(&text)[7..], [(None, false); 7]);
    }

    #[test]
    fn the_moves_of_a_row_share_their_numbers() {
        let row = |first: u32, second: u32| format!("{first}. P. takes P.  {second}. P. takes P.\n");
        let text = format!("{}{}{}", row(14, 14), row(15, 36), row(16, 16));
        let lines = page::read_lines(&text, &line::read(&text, &NoSense));
        let (_, torn, _) = lay(&text, &lines, 0..lines.len());
        let numbers: Vec<Vec<u32>> =
            torn.places.iter().map(|place| place.numbers.iter().map(|n| n.0).collect()).collect();
        assert_eq!(numbers, [vec![14], vec![14], vec![15, 36], vec![36, 15], vec![16], vec![16]]);
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
