//! What stands behind the end of a game: a note on what could have followed, `Black resigned. If 15.Bxd7+ Nxd7 16.Qb8+,
//! mate.`, or the next game. The same holds for the last sentence of a record that begins with `If`. The numbers of such a
//! note go on with the game, and its moves are none of it.

use scorebook_layout::{closing_words, first_ending};
use scorebook_lexicon::{Phrase, phrases};

use super::begin::number_before;
use crate::record::{Cell, Draft, Ending};
use crate::text::{Source, Span, line_before};

/// Most half-moves of a note.
const LONGEST: usize = 40;

/// Takes what stands behind the end of each game out of it: a note becomes a comment, another game a draft of its own.
pub(super) fn part(source: &Source, drafts: &mut Vec<Draft<'_>>) {
    let mut at = 0;
    while at < drafts.len() {
        let next = behind_end(source, &mut drafts[at]);
        at += 1;
        if let Some(next) = next {
            drafts.insert(at, next);
        }
    }
}

/// Ends one game where it ends, and returns the one behind it.
fn behind_end<'a>(source: &Source, draft: &mut Draft<'a>) -> Option<Draft<'a>> {
    let cells = &draft.mainline.cells;
    if draft.unordered.is_some() || cells.iter().any(|cell| cell.decided.is_some() || cell.joined) {
        return None;
    }
    let end = end(source, cells).or_else(|| mated(source, cells)).or_else(|| supposed(source, cells))?;
    if begins_again(source, &cells[end.last + 1..]) {
        let (ending, place) = end.said?;
        let mut next = Draft { span: draft.span, ..Draft::default() };
        next.mainline.cells = draft.mainline.cells.split_off(end.last + 1);
        next.span.start = next.mainline.cells.first()?.span.start;
        draft.span.end = place.end;
        next.ending = draft.ending.take().filter(|(_, other)| other.start > next.span.start);
        draft.ending = Some((ending, place));
        return Some(next);
    }
    if cells.len() - end.last <= LONGEST {
        close(source, draft, end);
    }
    None
}

/// Whether moves have the numbers of a game from its beginning.
fn begins_again(source: &Source, cells: &[Cell<'_>]) -> bool {
    let number = |cell: &Cell<'_>| number_before(source.text(), cell.span.start).or(cell.number);
    cells.first().and_then(number) == Some(1)
}

/// Where a game ends.
struct End {
    /// The index of its last move.
    last: usize,
    /// Where the text begins that is not of the game.
    note: usize,
    /// What says so.
    said: Option<(Ending, Span)>,
}

/// The end that words between two moves say; `None` where no move follows them.
fn end(source: &Source, cells: &[Cell<'_>]) -> Option<End> {
    cells.windows(2).enumerate().find_map(|(last, pair)| {
        let start = pair[0].span.end;
        let (ending, place) = closing_words(source.text().get(start..pair[1].span.start)?)?;
        let due = last as u32 / 2 + 1;
        let number = number_before(source.text(), pair[1].span.start).or(pair[1].number);
        let goes_on = number.is_none_or(|number| number >= due || number == 1);
        let place = Span::new(start + place.start, start + place.end);
        goes_on.then_some(End { last, note: place.start, said: Some((ending, place)) })
    })
}

/// The end at a mate, where words follow: `Qxf7# Well played!`
fn mated(source: &Source, cells: &[Cell<'_>]) -> Option<End> {
    let is_mate = |cell: &Cell<'_>| cell.text.trim_end_matches(['!', '?']).ends_with(['#', '‡']);
    let last = cells.iter().position(is_mate)?;
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let is_talk = |cell: &Cell<'_>| {
        !cell.text.contains(|c: char| c.is_ascii_digit() || matches!(c, '-' | 'x' | '×'))
            && cell.text.split_whitespace().all(is_word)
    };
    let note = cells.get(last + 1)?.span.start;
    let is_behind = note >= cells[last].span.end && source.text().get(cells[last].span.end..note).is_some();
    (is_behind && cells[last + 1..].iter().all(is_talk)).then_some(End { last, note, said: None })
}

/// The end before the last sentence, which supposes a move: `If 7.Bb3 then d5`.
fn supposed(source: &Source, cells: &[Cell<'_>]) -> Option<End> {
    /// Most moves of such a sentence.
    const MOST: usize = 12;
    let text = source.text();
    let until = cells.last()?.span.end;
    let from = cells.len().saturating_sub(MOST).max(1);
    (from..cells.len()).find_map(|at| {
        let line = line_before(text, cells[at].span.start);
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '.' | '…');
        let led = line.trim_end_matches(is_number).to_lowercase();
        let mut known = phrases(Phrase::Supposed).chain(phrases(Phrase::About));
        let phrase = known.find(|phrase| {
            led.strip_suffix(phrase).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        })?;
        let note = text[..cells[at].span.start].to_lowercase().rfind(phrase)?;
        // A sentence begins with it, and does not say that the game ended so: `After 24.Rd7 Black resigned.`
        let before = text.get(..note)?.trim_end();
        let is_first = text[note..].starts_with(char::is_uppercase) || before.ends_with(['.', ';', '!', '?']);
        let behind = text.get(note..until).map(|_| text[note..].lines().next().unwrap_or_default())?;
        if !is_first || first_ending(behind).is_some() {
            return None;
        }
        let own = text.get(note..until)?;
        let is_one = !own.contains("\n\n") && !goes_on_behind(own);
        (is_one && cells[at - 1].span.end <= note).then_some(End { last: at - 1, note, said: None })
    })
}

/// Whether a sentence ends in a text, and a number of a move stands behind it: `folgt dxc6. 5. 0-0`.
fn goes_on_behind(text: &str) -> bool {
    let is_number = |behind: &str| {
        let word = behind.split_whitespace().next().unwrap_or_default();
        word.starts_with(|c: char| c.is_ascii_digit()) && !word.starts_with("0-0")
    };
    text.match_indices(['.', ';', '!', '?'])
        .any(|(at, _)| text[at + 1..].starts_with(char::is_whitespace) && is_number(&text[at + 1..]))
}

/// Ends the main line of a draft.
fn close(source: &Source, draft: &mut Draft<'_>, end: End) {
    let cells = &mut draft.mainline.cells;
    let moves = cells.split_off(end.last + 1);
    let stated = end.said.as_ref().map_or(end.note, |(_, place)| place.end);
    let until = moves.iter().map(|cell| cell.span.end).max().unwrap_or(stated).max(stated);
    let rest = source.text().get(until..).unwrap_or_default();
    let note = Span::new(end.note, until + rest.find('\n').unwrap_or(rest.len()));
    let text = squeezed(source.slice(note));
    let first = moves.first().map_or(note.end, |cell| cell.span.start);
    // What has been made a comment of this text already is in the note.
    if let Some(cell) = cells.last_mut() {
        cell.comments.retain(|comment| !text.contains(&squeezed(comment)));
        cell.comments.push(text);
    }
    draft.findings.retain(|finding| finding.span.start < note.start || finding.span.start >= note.end);
    let Some((ending, place)) = end.said else {
        draft.explained.push(note);
        return;
    };
    // Words before the moves say what they are; moves at once behind a result are left over, and so is another game.
    let told = source.slice(Span::new(place.end, first)).chars().filter(|c| c.is_alphabetic()).count();
    let begins = source.slice(note).split_whitespace().any(|word| word == "1" || word.starts_with("1."));
    let is_note = !begins && (told > 1 || !matches!(ending, Ending::Marker(_)));
    draft.explained.push(if is_note { note } else { place });
    draft.ending = Some((ending, place));
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
