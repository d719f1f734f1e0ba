//! Games that are cut in two though they go on: their numbers begin again at 1, on a second sheet or behind an adjournment, or a line
//! between them was taken for a heading (the head of a page), and the numbers behind it are those that are due. Legality decides: the
//! second part is no game from the array, and it can be played from the end of the first.

use super::begin::number_before;
use super::readings::Readings;
use crate::decode::{Options, Reading};
use crate::finding::{Finding, Severity, code};
use crate::game::Verdict;
use crate::record::{Draft, Ending, Start};
use crate::text::{Source, Span};
use shakmaty::Outcome;

/// Fewest half-moves of either part.
const SHORTEST: usize = 6;
/// Most half-moves of the whole: a text of parts without end is no game, and each part is read with all before it.
const LONGEST: usize = 1200;

/// Joins the parts of such games.
pub(super) fn join(source: &Source, drafts: &mut Vec<Draft<'_>>, options: Options, readings: &Readings) {
    // As written, whatever follows can be played.
    if options.as_written {
        return;
    }
    let mut joined: Vec<Draft<'_>> = Vec::with_capacity(drafts.len());
    for draft in drafts.drain(..) {
        let whole = joined.last().and_then(|first| both(source, first, &draft, options, readings));
        match whole {
            Some(whole) => {
                joined.pop();
                joined.push(whole);
            }
            None => joined.push(draft),
        }
    }
    *drafts = joined;
}

/// The game of which two drafts are the parts; `None` if they are not.
fn both<'a>(
    source: &Source,
    first: &Draft<'a>,
    second: &Draft<'a>,
    options: Options,
    readings: &Readings,
) -> Option<Draft<'a>> {
    let is_open = may_go_on(first) && second.start == Start::Array && second.borrowed == 0;
    if !is_open || first.unordered.is_some() || second.unordered.is_some() || is_named(second) {
        return None;
    }
    let is_due = first.ending.is_none() && goes_on(source, first, second);
    let shortest = if is_due { 1 } else { SHORTEST };
    if first.mainline.cells.len().min(second.mainline.cells.len()) < shortest
        || first.mainline.cells.len() + second.mainline.cells.len() > LONGEST
    {
        return None;
    }
    let begins = second.mainline.cells.first()?;
    if !is_due && number_before(source.text(), begins.span.start).or(begins.number) != Some(1) {
        return None;
    }
    let mut decoder = readings.decoder(options);
    let begun = readings.decode(&mut decoder, first);
    if begun.game.line.plies.len() < first.mainline.cells.len() || begun.verdict == Verdict::Incomplete {
        return None;
    }
    // What is mostly read from the array is a game of its own; where the numbers go on, all of it is to be read.
    let least = if is_due {
        second.mainline.cells.len()
    } else {
        let apart = readings.decode(&mut decoder, second);
        let least = SHORTEST.max(sure(&apart) * 2);
        if is_read(&apart, second) || second.mainline.cells.len() < least {
            return None;
        }
        least
    };
    let place = begins.span;
    let mut whole = first.clone();
    let half_moves = first.mainline.cells.len();
    let begun = u32::try_from(half_moves / 2).ok()?;
    // Where the rows below go on with the numbers of those above, only the 1 is misprinted.
    let below = second.mainline.cells.iter().filter_map(|cell| cell.number).find(|number| *number != 1);
    let begins_again = !is_due && below != Some(begun.saturating_add(2));
    for cell in &second.mainline.cells {
        let mut cell = cell.clone();
        cell.number = cell.number.map(|number| number.saturating_add(if begins_again { begun } else { 0 }));
        whole.mainline.cells.push(cell);
    }
    whole.ending = second.ending.clone();
    whole.span = Span::new(first.span.start, second.span.end.max(first.span.end));
    whole.explained.extend(second.explained.iter().copied());
    whole.findings.extend(second.findings.iter().cloned());
    let result = second.tags.iter().filter(|tag| whole.tags.get(&tag.name).is_none()).cloned();
    let result: Vec<_> = result.collect();
    result.into_iter().for_each(|tag| whole.tags.push(tag));
    let gained = sure(&readings.decode(&mut decoder, &whole)).saturating_sub(half_moves);
    if gained < least {
        return None;
    }
    if is_due {
        let message = "the numbers behind this line are those that are due: it is passed over";
        let end = first.mainline.cells.last().map_or(place.start, |cell| cell.span.end);
        let line =
            source.text().get(end..place.start).and_then(|gap| Some(end + gap.find(char::is_alphanumeric)?));
        whole.findings.push(Finding::new(&code::L316, Span::at(line.unwrap_or(place.start)), message));
    } else if begins_again {
        let message = "the numbers begin again, and the moves go on from the end of those above: they are read as one game";
        whole.findings.push(Finding::new(&code::L314, place, message));
    }
    Some(whole)
}

/// Whether the numbers of a part are those that are due behind another: the first of them, but one.
fn goes_on(source: &Source, first: &Draft<'_>, second: &Draft<'_>) -> bool {
    /// First cells that are looked at.
    const LOOKED_AT: usize = 6;
    let begun = first.mainline.cells.len();
    let numbers = second.mainline.cells.iter().take(LOOKED_AT).enumerate().filter_map(|(at, cell)| {
        let printed = number_before(source.text(), cell.span.start).or(cell.number)?;
        Some((printed, (begun + at) / 2 + 1))
    });
    let is_due = |(printed, due): &(u32, usize)| *printed > 1 && usize::try_from(*printed) == Ok(*due);
    // The number of a page may stand before the first.
    let (due, others): (Vec<_>, Vec<_>) = numbers.partition(is_due);
    !due.is_empty() && others.len() < due.len().min(2)
}

/// The half-moves of a reading that are not in doubt.
fn sure(reading: &Reading) -> usize {
    let doubts = reading.findings.iter().filter(|finding| finding.severity >= Severity::Warning);
    reading.held().saturating_sub(doubts.count())
}

/// Whether nothing says that a game is over.
fn may_go_on(draft: &Draft<'_>) -> bool {
    matches!(draft.ending, None | Some((Ending::Unfinished | Ending::Marker(Outcome::Unknown), _)))
}

/// Whether a draft has players of its own.
fn is_named(draft: &Draft<'_>) -> bool {
    draft.tags.get("White").or(draft.tags.get("Black")).is_some()
}

/// Whether all of a draft is read as it stands.
fn is_read(reading: &Reading, draft: &Draft<'_>) -> bool {
    reading.game.line.plies.len() == draft.mainline.cells.len()
        && matches!(reading.verdict, Verdict::Verified | Verdict::Settled)
}
