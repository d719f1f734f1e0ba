//! The draft of a game: its heading, cells, comments and ending, and what is said of them.

use shakmaty::Color;

use super::marks::{Kind, Mark, is_like_capture};
use super::path::{Entry, Found, Step, doubtful};
use crate::finding::{Finding, code};
use crate::heading::{Heading, tag_pair};
use crate::move_words::of_a_move;
use crate::numbered_rows::Assembly;
use crate::segment::Segmenter;
use crate::text::{Source, Span};
use crate::words::{Row, rows};
use crate::{Draft, Ending, leading_ending};
use scorebook_lexicon::is_small;
use scorebook_pgn::glyph;

/// Most lines above a game that are read as its heading, and most bytes of such a line.
const HEADING: usize = 8;
const LINE: usize = 100;
/// Most lines of remarks between the last move and a line that says how the game ended.
const REMARKS: usize = 8;
/// Most characters of the words that say how a game ended.
const ENDING: usize = 120;
/// Signs that stand behind the last move, before the result: stops, check, and what the move is worth.
const BEHIND: &str = ",.;:!?+#)†‡±∓⩲⩱∞⊕□△⌓−–—=";
/// Fewest words of a note.
const WORDS: usize = 3;

/// The game of a path, with the lines `above` it as its heading.
pub(super) fn draft<'a>(
    source: &'a Source,
    marks: &[Mark<'a>],
    found: &Found,
    above: &[Row<'_>],
    segmenter: &mut Segmenter<'a, '_>,
) -> Draft<'a> {
    let text = source.text();
    let (first, last) = (found.steps[0], found.steps[found.steps.len() - 1]);
    let (from, end) = (marks[first.start()].word.start, marks[last.moved].word.span().end);
    let mut heading = Heading::default();
    above.iter().for_each(|row| heading.read(*row));
    let start = above.first().map_or(from, |row| row.start);
    let mut assembly = Assembly::new(source, segmenter, heading, Span::new(start, end));
    let mut explained = Vec::new();
    let mut before: Option<Step> = None;
    for &step in &found.steps {
        if let Some(before) = before {
            let mut from = before.moved;
            // `14 Ce5 !`
            if let Some(nag) = marks.get(from + 1).and_then(praise)
                && let Some(cell) = assembly.draft.mainline.cells.last_mut()
            {
                cell.nags.push(nag);
                from += 1;
            }
            let note = Span::new(marks[from].word.span().end, marks[step.start()].word.start);
            // What may be a move that is too many is not explained by the words behind it.
            let doubt = doubtful(marks, from + 1, marks[before.moved].depth);
            let begin =
                doubt.filter(|&at| at < step.start()).map_or(note.start, |at| marks[at].word.span().end);
            explained.extend(notes(text, Span::new(begin.min(note.end), note.end)));
            explained.extend(opener(text, note).filter(|_| step.number_at.is_some()));
            explained.extend(asides(&marks[from + 1..step.start()], marks[before.moved].depth));
            say(&mut assembly, source.slice(note), note.start);
        }
        assembly.push(&[marks[step.moved].word], step.number, step.side);
        before = Some(step);
    }
    // Where remarks stand behind moves, one may stand behind the last, or it is the only one.
    let remark = marks[last.moved + 1..].iter().take_while(|mark| !mark.begins_line);
    let is_note = |behind: &&Mark<'_>| {
        !explained.is_empty() || !notes(text, Span::new(end, behind.word.span().end)).is_empty()
    };
    if let Some(behind) = remark.clone().last().filter(is_note)
        && doubtful(marks, last.moved + 1, marks[last.moved].depth).is_none()
        && remark.clone().all(|mark| matches!(mark.kind, Kind::Word { .. } | Kind::Sign))
    {
        // Its last signs are no word of their own: `(a nice move)`.
        let until = behind.word.span().end;
        let signs = text[until..].find(|c: char| c.is_whitespace() || c.is_alphanumeric());
        let remark = Span::new(end, until + signs.unwrap_or(text.len() - until));
        explained.push(remark);
        say(&mut assembly, source.slice(remark), end);
    }
    // So may the rest of its paragraph, with which nothing goes on.
    let said = explained.last().map_or(end, |span| span.end.max(end));
    if let Some(below) = remark_below(text, said, found).filter(|_| ending(text, end).is_none()) {
        say(&mut assembly, source.slice(below), end);
        explained.push(below);
    }
    let ended = ending(text, end).or_else(|| {
        let (said, behind) = ending_below(text, end, found.until)?;
        let remark = Span::new(end.max(explained.last().map_or(end, |span| span.end)), behind.start);
        explained.extend(notes(text, remark));
        say(&mut assembly, source.slice(remark), end);
        Some((said, behind))
    });
    if let Some((said, place)) = &ended
        && let Some(note) = aftermath(text, said, !last.side, place.end)
    {
        say(&mut assembly, source.slice(note), note.start);
        explained.push(note);
    }
    let mut draft = assembly.draft;
    if let Some((ending, place)) = ended {
        draft.ending = Some((ending, place));
        draft.span.end = place.end;
    } else if inside(found) == Entry::Sentence && !goes_on_behind(marks, found) && !is_in_sentences(found) {
        let why = "the game may have ended before this move, which begins a sentence of a note";
        let place = marks[last.start()].word.span().join(marks[last.moved].word.span());
        draft.findings.push(Finding::new(&code::L305, place, why).text(source.slice(place)));
    }
    for step in found.steps.iter().filter(|step| step.entry == Entry::Within) {
        let why = "this move stands within a sentence, which may speak of what was not played";
        let place = marks[step.start()].word.span().join(marks[step.moved].word.span());
        draft.findings.push(Finding::new(&code::L332, place, why).text(source.slice(place)));
    }
    if let Some(next) = found.goes_on {
        let why = match next < last.moved {
            true => "this move stands alone on its line, and another with its number is read behind it",
            false => {
                "the game may go on here: the note behind the last move names a move with the next number"
            }
        };
        let place = marks[next].word.span();
        draft.findings.push(Finding::new(&code::L306, place, why).text(source.slice(place)));
    }
    draft.explained = explained;
    draft
}

/// The parts of the text between two moves that are notes: all of it if it has words, but for lines of moves alone,
/// which may be rows of the game whose numbers are misread.
pub(super) fn notes(text: &str, between: Span) -> Vec<Span> {
    let Some(note) = text.get(between.start..between.end) else { return Vec::new() };
    // Scripts without capitals may be written without blanks, too: a word has about two letters there.
    let letters = |word: &str| word.chars().filter(|&c| is_small(c)).count();
    let is_worn = |word: &str| is_like_capture(word) || word.chars().skip(1).any(char::is_uppercase);
    let is_word =
        |word: &&str| letters(word) > 1 && !word.contains(|c: char| c.is_ascii_digit()) && !is_worn(word);
    let count = |word: &str| match word.contains(char::is_lowercase) {
        true => 1,
        false => letters(word) / 2,
    };
    if note.split_whitespace().filter(is_word).map(count).sum::<usize>() < WORDS {
        // Not what stands on a line of moves.
        let is_whole = |row: &Row<'_>| {
            let (before, behind) = (&text[..row.start], &text[row.span().end..]);
            let blank = [' ', '\t'];
            before.trim_end_matches(blank).ends_with('\n')
                && behind.trim_start_matches(blank).starts_with(['\n', '\r'])
        };
        return rows(note, between.start)
            .filter(|row| is_caption(row.text) && is_whole(row))
            .map(Row::span)
            .collect();
    }
    let talks =
        |row: &Row<'_>| row.text.split_whitespace().any(|word| is_word(&word)) || is_plain_talk(row.text);
    rows(note, between.start).filter(talks).map(Row::span).collect()
}

/// Whether a line begins with two words that are none of a move: `Position after 4… f5`.
fn is_caption(line: &str) -> bool {
    let is_word = |word: &str| word.chars().all(char::is_alphabetic) && !of_a_move(word);
    let words: Vec<&str> = line.split_whitespace().take(2).collect();
    matches!(words.as_slice(), [first, second] if is_word(first) && is_word(second))
}

/// The words with which the line of a numbered move begins, if they are those of a sentence, however short: `So, 5.Qc2`.
fn opener(text: &str, between: Span) -> Option<Span> {
    let note = text.get(between.start..between.end)?;
    let line = note.rfind('\n').map(|at| between.start + at + 1);
    let begin = if is_plain_talk(note) { between.start } else { line? };
    is_plain_talk(&text[begin..between.end]).then(|| Span::new(begin, between.end))
}

/// Whether a text has nothing but words of a sentence, with a vowel and no capital within: `So,`, `He continues`.
pub(super) fn is_plain_talk(line: &str) -> bool {
    let is_word = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let tail = word.char_indices().nth(1).map_or("", |(at, _)| &word[at..]);
        // `y`, `à`
        let is_short = tail.is_empty() && word.chars().all(char::is_lowercase);
        (!tail.is_empty() || is_short)
            && tail.chars().all(char::is_lowercase)
            && (word.to_lowercase().contains(['a', 'e', 'i', 'o', 'u', 'y']) || !word.is_ascii())
    };
    let is_sign = |word: &str| !word.contains(char::is_alphanumeric);
    line.contains(char::is_alphabetic) && line.split_whitespace().all(|word| is_word(word) || is_sign(word))
}

/// The NAG of a sign by itself.
fn praise(mark: &Mark<'_>) -> Option<u8> {
    glyph(mark.word.text.as_bytes()).filter(|_| mark.kind == Kind::Sign)
}

/// What stands in brackets between two moves.
fn asides(between: &[Mark<'_>], depth: usize) -> impl Iterator<Item = Span> {
    between.iter().filter(move |mark| mark.depth > depth).map(|mark| mark.word.span())
}

/// Whether the moves behind a sentence begin with Black's answer, are several, and no sentence goes on behind them: they are
/// played, and not told.
fn goes_on_behind(marks: &[Mark<'_>], found: &Found) -> bool {
    let joined = found.steps.iter().rev().take_while(|step| step.entry == Entry::Next).count();
    let last = found.steps.last().map_or(0, |step| step.moved + 1);
    let next = marks.get(last..).and_then(|behind| behind.iter().find(|mark| mark.kind != Kind::Sign));
    let first = found.steps.iter().rev().nth(joined);
    let answers = first.is_some_and(|step| step.side.is_black());
    answers && joined > 0 && !next.is_some_and(|mark| matches!(mark.kind, Kind::Word { small: true }))
}

/// Whether moves of the game mostly begin sentences: it is printed in a paragraph with its notes, and so is its last move.
fn is_in_sentences(found: &Found) -> bool {
    /// Fewest earlier moves that do.
    const USUAL: usize = 3;
    let begin = |entry: Entry| found.steps.iter().filter(|step| step.entry == entry).count();
    begin(Entry::Sentence) > USUAL && begin(Entry::Sentence) > begin(Entry::Row)
}

/// How the last run of adjacent moves begins.
fn inside(found: &Found) -> Entry {
    found.steps.iter().rev().map(|step| step.entry).find(|&entry| entry != Entry::Next).unwrap_or(Entry::Row)
}

/// Adds a note as a comment, if it has words.
fn say(assembly: &mut Assembly<'_, '_, '_>, note: &str, at: usize) {
    let words: Vec<&str> =
        note.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).collect();
    let text = note.trim_matches(|c: char| c.is_whitespace() || ",;.|…/".contains(c));
    if !words.is_empty() && !text.is_empty() {
        let text = text.split_whitespace().filter(|word| *word != "|").collect::<Vec<_>>().join(" ");
        assembly.comment_at(at, text);
    }
}

/// The short lines above byte `from`, and what stands before it on its own line.
pub(super) fn above(text: &str, after: usize, from: usize) -> Vec<Row<'_>> {
    let Some(before) = text.get(after..from) else { return Vec::new() };
    let short = rows(before, after).filter(|row| !row.is_blank() && row.text.len() <= LINE);
    let mut lines: Vec<Row<'_>> = short.collect();
    // However many tag pairs stand together.
    let is_pair = |row: &&Row<'_>| tag_pair(row.text.trim()).is_some();
    let pairs = lines.iter().rev().take_while(is_pair).count();
    lines.drain(..lines.len().saturating_sub(HEADING.max(pairs)));
    lines
}

/// The ending that is stated directly behind byte `end`, before the next line of words.
pub(super) fn ending(text: &str, end: usize) -> Option<(Ending, Span)> {
    let rest = text.get(end..)?;
    let lead = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || BEHIND.contains(c)).len();
    let line = rest[lead..].lines().next()?;
    let until = line.char_indices().nth(ENDING).map_or(line.len(), |(at, _)| at);
    let line = &line[..until];
    let (ending, place) = leading_ending(line)?;
    Some((ending, Span::new(end + lead + place.start, end + lead + place.end)))
}

/// The lines of the paragraph below byte `said` that are a remark on the last move: a line of a sentence, and those behind it, without
/// figures, and without anything that may be the end of the game.
fn remark_below(text: &str, said: usize, found: &Found) -> Option<Span> {
    let behind = text.get(said..found.until).filter(|_| found.goes_on.is_none())?;
    let is_remark = |row: &Row<'_>| {
        !row.is_blank()
            && !row.text.contains(|c: char| c.is_ascii_digit())
            && leading_ending(row.text.trim()).is_none()
    };
    let is_talk = |row: &Row<'_>| is_plain_talk(row.text) || !notes(text, row.span()).is_empty();
    let mut below = rows(behind, said);
    let is_free = below.next()?.is_blank();
    let lines: Vec<Row<'_>> = below.take_while(is_remark).collect();
    let begins = lines.first().is_some_and(is_talk);
    lines.iter().map(|row| row.span()).reduce(Span::join).filter(|_| is_free && begins)
}

/// The rest of the paragraph in which the side to move resigns: what might have followed.
fn aftermath(text: &str, ending: &Ending, turn: Color, end: usize) -> Option<Span> {
    let resigns = matches!(ending, Ending::Resigns(Some(side)) if *side == turn);
    let rest =
        text.get(end..)?.lines().next().filter(|rest| resigns && rest.contains(char::is_alphabetic))?;
    Some(Span::new(end, end + rest.len()))
}

/// The ending that a line behind byte `end` states and nothing else, before byte `until`.
fn ending_below(text: &str, end: usize, until: usize) -> Option<(Ending, Span)> {
    let behind = text.get(end..until)?;
    let below = rows(behind, end).skip(1).filter(|row| !row.is_blank()).take(REMARKS);
    below.into_iter().find_map(|row| {
        let line = row.text.trim();
        let (said, place) = leading_ending(line)?;
        let rest = line[place.end..].trim_matches(|c: char| !c.is_alphanumeric());
        rest.is_empty().then(|| (said, row.span()))
    })
}
