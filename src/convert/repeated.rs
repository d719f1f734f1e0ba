//! Rows that are printed twice: the last rows of a page again at the head of the next one, or a row that was copied twice.
//! They have the same numbers and the same moves, and no game can go so. A headline may print the first moves of the game below it.

use super::begin::number_before;
use crate::finding::{Finding, code};
use crate::record::{Cell, Draft, Ending};
use crate::text::{Source, Span, line_before};
use shakmaty::Outcome;

/// Most half-moves that are printed twice.
const LONGEST: usize = 24;
/// Fewest.
const SHORTEST: usize = 2;

/// Leaves out rows that are printed twice, and says so.
pub(super) fn leave_out(source: &Source, drafts: &mut [Draft<'_>]) {
    for draft in drafts.iter_mut().filter(|draft| draft.unordered.is_none()) {
        let cells = &draft.mainline.cells;
        if cells.iter().any(|cell| cell.decided.is_some() || cell.joined || !cell.variations.is_empty()) {
            continue;
        }
        let number = |cell: &Cell<'_>| cell.number.or_else(|| number_before(source.text(), cell.span.start));
        // Only what stands before a place, and little behind it, is moved when rows are taken out: records are long.
        let mut behind = std::mem::take(&mut draft.mainline.cells);
        behind.reverse();
        let (mut cells, mut numbers) = (Vec::with_capacity(behind.len()), Vec::with_capacity(behind.len()));
        let mut at = 0;
        loop {
            while cells.len() <= at + LONGEST
                && let Some(cell) = behind.pop()
            {
                numbers.push(number(&cell));
                cells.push(cell);
            }
            if at >= cells.len() {
                break;
            }
            let Some(length) = repeated(&cells, &numbers, at) else {
                at += 1;
                continue;
            };
            numbers.drain(at..at + length);
            let mut again: Vec<Cell<'_>> = cells.drain(at..at + length).collect();
            let Some(span) = again.iter().map(|cell| cell.span).reduce(Span::join) else { break };
            if let Some(before) = cells.get_mut(at - 1) {
                again.iter_mut().for_each(|cell| before.comments.append(&mut cell.comments));
            }
            // What stands so far before it is as it was.
            at = at.saturating_sub(LONGEST + 1);
            // Line by line, as all text is accounted for.
            let is_same_line = |one: &Cell<'_>, other: &Cell<'_>| {
                !source.text().get(one.span.end..other.span.start).is_some_and(|gap| gap.contains('\n'))
            };
            let rows = again.chunk_by(is_same_line);
            draft
                .explained
                .extend(rows.filter_map(|row| row.iter().map(|cell| cell.span).reduce(Span::join)));
            let words = if length > SHORTEST { "these rows are" } else { "this row is" };
            let message =
                format!("{words} printed a second time, with the same numbers and moves: left out here");
            draft.findings.push(Finding::new(&code::L309, span, message).text(source.slice(span)));
        }
        cells.extend(behind.into_iter().rev());
        draft.mainline.cells = cells;
    }
}

/// Leaves out what has no end, and whose moves are the first ones of the game below it, which has an end, or all of them, or stands below
/// it without a word between; says so there.
pub(super) fn leave_out_headlines(source: &Source, drafts: &mut Vec<Draft<'_>>) {
    let mut kept: Vec<Draft<'_>> = Vec::with_capacity(drafts.len());
    for mut game in drafts.drain(..) {
        // The first moves may be told several times, each time a few more of them.
        while let Some(headline) =
            kept.pop_if(|above| is_headline(above, &game) || is_begun(source, above, &game))
        {
            let cells = headline.mainline.cells.iter().map(|cell| cell.span);
            let span = cells.reduce(Span::join).unwrap_or(headline.span);
            let message = "these are the first moves of the game below, printed above it: left out here";
            game.findings.push(Finding::new(&code::L309, span, message).text(source.slice(span)));
            // What stands before them on their line is said of the game.
            let start = span.start - line_before(source.text(), span.start).len();
            game.explained.push(headline.span.join(span).join(Span::at(start)));
            game.span = game.span.join(headline.span);
            game.mainline.comments.splice(0..0, headline.mainline.comments);
            if game.tags.is_empty() {
                game.tags = headline.tags;
            }
        }
        kept.push(game);
    }
    *drafts = kept;
}

/// Whether a draft is but the beginning of the one below it.
fn is_headline(above: &Draft<'_>, below: &Draft<'_>) -> bool {
    let is_ended = |draft: &Draft<'_>| {
        draft.ending.as_ref().is_some_and(|(ending, _)| {
            !matches!(ending, Ending::Unfinished | Ending::Marker(Outcome::Unknown))
        })
    };
    let (first, all) = (&above.mainline.cells, &below.mainline.cells);
    above.tags.is_empty()
        && above.unordered.is_none()
        && above.start == below.start
        && !is_ended(above)
        && (is_ended(below) && first.len() < all.len() || first.len() == all.len())
        && (SHORTEST..=LONGEST).contains(&first.len())
        && first.iter().zip(all).all(is_same)
}

/// Whether a draft is the beginning of the one below it, which a blank line parts from it: a position is shown between the two, or the
/// game begins again.
fn is_begun(source: &Source, above: &Draft<'_>, below: &Draft<'_>) -> bool {
    let (first, all) = (&above.mainline.cells, &below.mainline.cells);
    let gap = first.last().zip(all.first()).and_then(|(last, next)| {
        let end = above.ending.as_ref().map_or(last.span.end, |(_, place)| place.end.max(last.span.end));
        source.text().get(end..next.span.start)
    });
    let is_blank = |gap: &str| {
        let is_number = |c: char| c.is_whitespace() || c.is_ascii_digit() || matches!(c, '.' | '…');
        gap.trim_end_matches(is_number).is_empty() && gap.lines().any(|line| line.trim().is_empty())
    };
    above.ending.is_none()
        && above.unordered.is_none()
        && above.start == below.start
        && below.tags.is_empty()
        && (SHORTEST * 2..all.len()).contains(&first.len())
        && first.iter().zip(all).all(is_same)
        && gap.is_some_and(is_blank)
}

/// Whether two cells have the same move, though only one of them may be praised, or said to give check.
fn is_same((one, other): (&Cell<'_>, &Cell<'_>)) -> bool {
    const SIGNS: [char; 4] = ['!', '?', '+', '#'];
    one.text.trim_end_matches(SIGNS) == other.text.trim_end_matches(SIGNS)
}

/// How many half-moves from one on are printed a second time, up to where the game goes on.
fn repeated(cells: &[Cell<'_>], numbers: &[Option<u32>], at: usize) -> Option<usize> {
    let own = numbers[at]?;
    let from = at.saturating_sub(LONGEST);
    let firsts = (from..=at.checked_sub(SHORTEST)?).rev().filter(|&first| numbers[first] == Some(own));
    firsts.into_iter().find_map(|first| {
        let length = at - first;
        let second = cells.get(at..at + length)?;
        let is_same = cells[first..at].iter().zip(second).all(|(one, other)| one.text == other.text);
        // The row behind has the number that is due once.
        let last = numbers[first..at].iter().rev().copied().find_map(|number| number).unwrap_or(own);
        let next = numbers.get(at + length).copied().flatten();
        let is_due = next.is_none_or(|next| next == last.saturating_add(1));
        (is_same && is_due && length.is_multiple_of(2)).then_some(length)
    })
}
