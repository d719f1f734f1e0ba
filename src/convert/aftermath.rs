//! What stands behind the end of a game: a note on what could have followed, `Black resigned. If 15.Bxd7+ Nxd7 16.Qb8+,
//! mate.`, or the next game. The same holds for the last sentence of a record that begins with `If`, and for a choice of moves with which
//! it ends. The numbers of such a note go on with the game, and its moves are none of it.

use scorebook_layout::reference::reference;
use scorebook_layout::{closing_words, first_ending};
use scorebook_lexicon::{Phrase, is_phrase_behind, is_small, phrase_before};

use super::begin::number_before;
use crate::record::{Cell, Draft, Ending};
use crate::text::{Source, Span, line_before};

/// Most half-moves of a note.
const LONGEST: usize = 40;

/// Takes what stands behind the end of each game out of it: a note becomes a comment, another game a draft of its own.
pub(super) fn part(source: &Source, drafts: &mut Vec<Draft<'_>>) {
    for draft in std::mem::take(drafts) {
        let cells = &draft.mainline.cells;
        if draft.unordered.is_some() || cells.iter().any(|cell| cell.decided.is_some()) {
            drafts.push(draft);
            continue;
        }
        let first = drafts.len();
        drafts.extend(games(source, draft));
        for draft in &mut drafts[first..] {
            let cells = &draft.mainline.cells;
            if cells.iter().any(|cell| cell.joined) {
                continue;
            }
            let end = ends(source, cells).next().or_else(|| mated(source, cells));
            let end = end.or_else(|| supposed(source, cells));
            let is_over = draft.ending.is_some();
            let end = end.or_else(|| (!is_over).then(|| chosen(source, cells)).flatten());
            let is_note = |end: &End| {
                cells.len() - end.last <= LONGEST
                    && Parting::of(cells).is_at(end)
                    && !plays_on(source, draft, end)
            };
            if let Some(end) = end.filter(is_note) {
                close(source, draft, end);
            }
        }
    }
}

/// The games of a draft: one begins behind the end of another where the number 1 stands, or where the print refers to its first
/// moves.
fn games<'a>(source: &Source, mut draft: Draft<'a>) -> Vec<Draft<'a>> {
    let cells = &draft.mainline.cells;
    let parting = Parting::of(cells);
    let begins = |end: &End| number(source, &cells[end.last + 1]) == Some(1) && parting.is_at(end);
    let parted: Vec<End> = match going_back(source, cells) {
        going_back if going_back.is_empty() => ends(source, cells).filter(begins).collect(),
        going_back => going_back.into_iter().filter(|end| parting.is_at(end)).collect(),
    };
    let mut found = Vec::with_capacity(parted.len() + 1);
    // From the last one on, so that each move is taken once.
    for end in parted.into_iter().rev() {
        let mut next = Draft { span: draft.span, ending: draft.ending.take(), ..Draft::default() };
        next.mainline.cells = draft.mainline.cells.split_off(end.last + 1);
        next.span.start = next.mainline.cells.first().map_or(end.note, |cell| cell.span.start);
        draft.span.end = end.said.as_ref().map_or(end.note, |(_, place)| place.end);
        draft.ending = end.said;
        // What stands above a game is none of the comments of the one before.
        let above = squeezed(source.slice(Span::new(end.note, next.span.start.max(end.note))));
        if let Some(cell) = draft.mainline.cells.last_mut() {
            cell.comments.retain(|comment| !above.contains(&squeezed(comment)));
        }
        found.push(next);
    }
    found.push(draft);
    found.reverse();
    found
}

/// Where the text can be parted between two moves: columns side by side have no such places.
struct Parting {
    /// Where the moves up to each one end.
    ends: Vec<usize>,
    /// Where the moves from each one on start.
    starts: Vec<usize>,
}

impl Parting {
    fn of(cells: &[Cell<'_>]) -> Parting {
        let (mut ends, mut starts) = (Vec::with_capacity(cells.len()), vec![0; cells.len()]);
        let (mut end, mut start) = (0, usize::MAX);
        for cell in cells {
            end = cell.span.end.max(end);
            ends.push(end);
        }
        for (own, cell) in starts.iter_mut().zip(cells).rev() {
            start = cell.span.start.min(start);
            *own = start;
        }
        Parting { ends, starts }
    }

    /// Whether all moves up to an end stand before it, and all others behind it.
    fn is_at(&self, end: &End) -> bool {
        let behind = self.starts.get(end.last + 1).is_none_or(|start| *start >= end.note);
        self.ends.get(end.last).is_some_and(|own| *own <= end.note) && behind
    }
}

/// The number printed before a move.
fn number(source: &Source, cell: &Cell<'_>) -> Option<u32> {
    number_before(source.text(), cell.span.start).or(cell.number)
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

/// The ends that words between two moves say, where the game seems to go on, or another one begins.
fn ends<'c>(source: &'c Source, cells: &'c [Cell<'_>]) -> impl Iterator<Item = End> + use<'c> {
    // Numbers count from the beginning of the game to which the moves belong.
    let mut first = 0;
    cells.windows(2).enumerate().filter_map(move |(last, pair)| {
        let start = pair[0].span.end;
        let (ending, place) = closing_words(source.text().get(start..pair[1].span.start)?)?;
        let due = (last - first) as u32 / 2 + 1;
        let printed = number(source, &pair[1]);
        if printed == Some(1) {
            first = last + 1;
        }
        let goes_on = printed.is_none_or(|number| number >= due || number == 1);
        let place = Span::new(start + place.start, start + place.end);
        goes_on.then_some(End { last, note: place.start, said: Some((ending, place)) })
    })
}

/// The ends before headings, and before lines that refer to the first moves of another game, where the numbers go back.
fn going_back(source: &Source, cells: &[Cell<'_>]) -> Vec<End> {
    let mut first = 0;
    let mut found = Vec::new();
    for (last, pair) in cells.windows(2).enumerate() {
        let start = pair[0].span.end;
        let Some(gap) = source.text().get(start..pair[1].span.start).filter(|gap| gap.contains('\n')) else {
            continue;
        };
        let due = (last - first) as u32 / 2 + 1;
        let goes_back = number(source, &pair[1]).is_some_and(|number| number <= due);
        let own = gap.split("\n\n").next().unwrap_or_default();
        let said = closing_words(own).or_else(|| first_ending(own));
        // Behind an end, and below a heading, another game begins, whatever its first number is.
        let is_headed = said.is_some() && gap[own.len()..].contains(char::is_alphabetic);
        if goes_back && (is_headed || gap.lines().any(|line| reference(line).is_some())) {
            first = last + 1;
            let said =
                said.map(|(ending, place)| (ending, Span::new(start + place.start, start + place.end)));
            found.push(End { last, note: said.as_ref().map_or(start, |(_, place)| place.start), said });
        }
    }
    found
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

/// The end before the last sentence, which supposes a move, or gives an example: `If 7.Bb3 then d5`.
fn supposed(source: &Source, cells: &[Cell<'_>]) -> Option<End> {
    /// Most moves of such a sentence.
    const MOST: usize = 12;
    let text = source.text();
    let until = cells.last()?.span.end;
    let of_sentence = cells.len().saturating_sub(MOST).max(1);
    let from = cells.len().saturating_sub(LONGEST).max(1);
    // `After 7.Nb3 he castled` supposes nothing where the whole game is told so.
    let kinds: &[Phrase] =
        if is_told(text, cells) { &[Phrase::Supposed] } else { &[Phrase::Supposed, Phrase::About] };
    (from..cells.len()).find_map(|at| {
        let before = text.get(..cells[at].span.start)?;
        let shown = phrase_before(before, &[Phrase::Shown, Phrase::Example]);
        let supposed = || phrase_before(before, kinds);
        let note = shown.or_else(|| (at >= of_sentence).then(supposed)?)?;
        // A sentence begins with it, and does not say that the game ended so: `After 24.Rd7 Black resigned.`
        let is_first = shown.is_some()
            || text[note..].starts_with(char::is_uppercase)
            || text[..note].trim_end().ends_with(['.', ';', '!', '?']);
        // The stop of an abbreviation ends no sentence.
        let own = text.get(cells[at].span.start..until)?;
        let is_end = first_ending(text[note..].lines().next().unwrap_or_default()).is_some();
        let is_one = is_first && !is_end && !text[note..until].contains("\n\n") && !goes_on_behind(own);
        is_one.then_some(End { last: at - 1, note, said: None })
    })
}

/// The end before a choice, whose moves have the same number: `It goes on with 3...Bb4 4.Nd5 or 3...g6`, or the last of several lines
/// with a move each. None of them was played.
fn chosen(source: &Source, cells: &[Cell<'_>]) -> Option<End> {
    /// Most moves of the first one.
    const MOST: usize = 8;
    let text = source.text();
    let until = cells.last()?.span.end;
    let behind = text.get(until..)?;
    // The number of the other move is the next one, in this line or in the following one.
    let other = until + behind.find(|c: char| c.is_ascii_digit())?;
    let gap = &text[until..other];
    let digits = text[other..].find(|c: char| !c.is_ascii_digit())?;
    let signs = text[other + digits..].find(|c: char| !matches!(c, '.' | '…' | ' '))?;
    let label = (&text[other..other + digits], is_of_black(&text[other + digits..][..signs]));
    let is_or =
        phrase_before(&text[..other], &[Phrase::Or]).is_some_and(|at| at >= until) && !gap.contains('\n');
    let is_line = gap.trim_matches([',', ';', ' ']) == "\n";
    let move_behind = text[other + digits + signs..].split_whitespace().next()?;
    let from = cells.len().saturating_sub(if is_line { 1 } else { MOST }).max(1);
    let at = (from..cells.len()).rev().find(|&at| {
        let start = cells[at].span.start;
        let before = text[..start].trim_end_matches(['.', '…', ' ']);
        let number = &before[before.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
        let own = (number, is_of_black(&text[before.len()..start]));
        // Both begin a line, or stand in one.
        let head = line_before(text, start);
        let is_alone = head.trim_start().starts_with(|c: char| c.is_ascii_digit()) && head.trim().len() < 10;
        own == label
            && (is_or && text.get(start..until).is_some_and(|own| !own.contains('\n')) || is_line && is_alone)
    })?;
    let before = text[..cells[at].span.start].trim_end_matches(['.', '…', ' ']);
    let note = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    (move_behind.trim_end_matches(['.', ',', ';']) != cells[at].text).then_some(End {
        last: at - 1,
        note,
        said: None,
    })
}

/// Whether what stands behind the number of a move says that it is Black's: `...`, ` … `.
fn is_of_black(signs: &str) -> bool {
    signs.contains('…') || signs.matches('.').count() > 1
}

/// Whether a game is told in sentences: words stand between most of its moves.
fn is_told(text: &str, cells: &[Cell<'_>]) -> bool {
    let is_word = |word: &str| word.chars().filter(|&c| is_small(c)).count() > 1;
    let has_words = |pair: &&[Cell<'_>]| {
        let between = text.get(pair[0].span.end..pair[1].span.start).unwrap_or_default();
        between.split_whitespace().any(is_word)
    };
    2 * cells.windows(2).filter(has_words).count() > cells.len()
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

/// Whether the score goes on behind words that say an end, with the number that is due and to an end of its own: `Here White
/// resigned himself to the loss of a pawn. 11.P-KR3 …`. The audit tells of these words. A note is shorter, and says that it is one.
fn plays_on(source: &Source, draft: &Draft<'_>, end: &End) -> bool {
    /// Fewest half-moves; on a line of their own up to a result in figures.
    const FEWEST: usize = 8;
    const FEWEST_ON_LINES: usize = 3;
    // Nobody plays on whose time is up.
    if matches!(end.said, Some((Ending::Time(_), _))) {
        return false;
    }
    let text = source.text();
    let moves = &draft.mainline.cells[end.last + 1..];
    let (Some(first), Some(last)) = (moves.first(), moves.iter().map(|cell| cell.span.end).max()) else {
        return false;
    };
    let behind = text.get(last..).unwrap_or_default();
    let has_end = draft.ending.as_ref().is_some_and(|(_, place)| place.start >= last)
        || first_ending(behind.lines().next().unwrap_or_default()).is_some();
    let due = end.last.div_ceil(2) as u32 + 1;
    // `gibt auf. 5.` is no phrase before a move.
    let note = phrase_before(&text[..first.span.start], &[Phrase::Before, Phrase::About]);
    let said = end.said.as_ref().map_or(end.note, |(_, place)| place.end);
    let is_note = note.is_some_and(|at| at >= said) || is_phrase_behind(behind);
    // `White resigned; he is lost.`, and below it `33.Rxd4 … 35.Kh2 Rd1 0-1`
    let in_figures = draft.ending.as_ref().is_some_and(|(ending, place)| {
        matches!(ending, Ending::Marker(_))
            && place.start >= last
            && text[last..place.start].trim().is_empty()
    });
    let is_on_lines = in_figures && begins_line(source, first);
    let fewest = if is_on_lines { FEWEST_ON_LINES } else { FEWEST };
    let goes_on = moves.len() >= fewest && has_end && number(source, first) == Some(due) && !is_note;
    goes_on || are_rows(source, moves, due)
}

/// Whether a move begins its line, with a number before it.
fn begins_line(source: &Source, cell: &Cell<'_>) -> bool {
    let line = line_before(source.text(), cell.span.start);
    !line.contains(char::is_alphabetic) && line.contains(|c: char| c.is_ascii_digit())
}

/// Whether moves behind an end are rows of the record, which go on with the number that is due: a note has no rows.
fn are_rows(source: &Source, moves: &[Cell<'_>], due: u32) -> bool {
    /// Half-moves of a row.
    const ROW: usize = 2;
    let rows = || moves.iter().step_by(ROW);
    moves.len() > ROW
        && rows().zip(due..).all(|(cell, due)| number(source, cell) == Some(due) && begins_line(source, cell))
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
