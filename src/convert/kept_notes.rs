//! The notes of games whose reader cuts only moves out of the text, as that of books does: what is printed between two half-moves is
//! written as the comment on the first of the two. So are, of all games in pages of a few kilobytes, the sentences above the first move and below the last.
//!
//! The layouts of articles keep notes themselves and say which part of the text each is; these games are left alone.

use rustc_hash::FxHashSet;
use scorebook_heading::{calendar, is_of_page};
use scorebook_lexicon::is_against_word;

use super::audit::Coverage;
use crate::decode::Reading;
use crate::record::{CellLine, Draft};
use crate::text::{Source, Span};

/// Fewest words of a note.
const FEWEST_WORDS: usize = 2;
/// Longer texts, in bytes, are books: what is said between their games is said of more than the next one.
const PAGE: usize = 64 << 10;
/// Fewest words of a line of which the next one is the rest.
const WRAPPED: usize = 6;
/// Fewest words of a line that tells something: that of a heading has fewer.
const PASSAGE: usize = 12;

/// Gives a game the notes between its moves, if its reader has kept none, and the passages above it and below it.
pub(super) fn keep(
    source: &Source,
    coverage: &Coverage,
    at: usize,
    draft: &Draft<'_>,
    reading: &mut Reading,
) {
    let text = source.text();
    let lacks_notes = lacks_notes(draft, reading);
    if !is_structured(draft) {
        keep_last(text, coverage, at, reading);
        if source.scan().is_none() && text.len() <= PAGE {
            keep_above(text, coverage, reading);
        }
        drop_headings(reading);
    }
    if !lacks_notes {
        return;
    }
    let mut own: Vec<Span> = reading.spans.clone();
    own.sort_unstable();
    for (ply, span) in reading.game.line.plies.iter_mut().zip(&reading.spans) {
        let next = own.partition_point(|other| other.start < span.end.max(span.start + 1));
        let Some(end) = own.get(next).map(|next| next.start) else { continue };
        let between = coverage.without_moves(Span::new(span.end, end), at);
        let note = between.iter().filter_map(|part| text.get(part.range())).flat_map(str::lines);
        ply.comments.extend(joined(note));
    }
}

/// Whether the parts of a record say themselves what each is.
fn is_structured(draft: &Draft<'_>) -> bool {
    draft.is_table || draft.is_delimited || draft.is_protocol || !draft.sheets.is_empty()
}

/// Gives the last move the rest of its line, or the sentences below it, that are no comment of it yet.
fn keep_last(text: &str, coverage: &Coverage, at: usize, reading: &mut Reading) {
    let Some(last) = reading.spans.iter().max_by_key(|span| span.end).copied() else { return };
    let is_last = reading.spans.last() == Some(&last) && reading.spans.len() == reading.game.line.plies.len();
    let is_sole = coverage.games() == 1 && text.len() <= PAGE;
    let Some(ply) = reading.game.line.plies.last_mut() else { return };
    if !is_last || reading.rest.is_some() || !ply.comments.is_empty() && !is_sole {
        return;
    }
    let known = squeezed(ply.comments.iter().map(String::as_str));
    let end = if is_sole { text.len() } else { passage_end(text, last.end) };
    let between = coverage.without_moves(Span::new(last.end, end), at);
    let own = passage_end(text, last.end);
    // Far below the game only sentences are said of it.
    let is_said = |line: &&str| {
        let place = line.as_ptr() as usize - text.as_ptr() as usize;
        place < own && known.is_empty() || is_passage(line) && !known.contains(&squeezed([*line]))
    };
    let lines = between.iter().filter_map(|part| text.get(part.range())).flat_map(str::lines);
    ply.comments.extend(joined(lines.filter(is_said)));
}

/// Where the passage ends that follows on a move: the rest of its line, and the sentences below it.
fn passage_end(text: &str, from: usize) -> usize {
    let mut end = from;
    // A blank line may part them.
    let mut blanks = 0;
    for (number, line) in text.get(from..).unwrap_or_default().split_inclusive('\n').enumerate() {
        let is_blank = line.trim().is_empty();
        blanks += usize::from(number > 0 && is_blank);
        if blanks > 1 || number > 0 && !is_blank && words(line) < PASSAGE {
            break;
        }
        end += line.len();
    }
    end
}

/// Gives a game the sentences between the passage below the game before and its own first move, where they are no comment yet. What is
/// said there in short lines is its heading.
fn keep_above(text: &str, coverage: &Coverage, reading: &mut Reading) {
    let Some(first) = reading.spans.iter().filter(|span| !span.is_empty()).min().copied() else { return };
    let from = coverage.end_before(first.start).map_or(0, |end| passage_end(text, end));
    let Some(above) = text.get(from..first.start) else { return };
    // The number of the move may stand behind a sentence on its line.
    let above = above.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
    let lines: Vec<&str> = above.lines().collect();
    let comments = std::mem::take(&mut reading.game.line.comments);
    let mut known = placed(comments, &lines).into_iter().peekable();
    // In the order of the text; the lines of a paragraph are one comment.
    let mut told: Vec<String> = Vec::new();
    let mut goes_on = false;
    for (at, line) in lines.iter().enumerate() {
        let is_rest = goes_on && words(line) > 0;
        let mut own: Vec<String> = Vec::new();
        while let Some(comment) = known.next_if(|(place, _)| *place == at) {
            own.push(comment.1);
        }
        if own.is_empty() && (is_rest || is_passage(line)) && !is_of_page(line) {
            own.push(trimmed(line).to_owned());
        }
        // A wrapped line is long, and no sentence ends with it.
        goes_on = !own.is_empty()
            && words(line) >= WRAPPED
            && !line.trim_end().ends_with(['.', ':', '!', '?', ')', ']', '”', '"']);
        match (is_rest && own.len() == 1, told.last_mut()) {
            (true, Some(last)) => join(last, &own[0]),
            _ => told.append(&mut own),
        }
    }
    told.extend(known.map(|(_, comment)| comment));
    reading.game.line.comments = told;
}

/// The comments with the lines that each is, in the order of the text; one that is none stands with the one before it.
fn placed(comments: Vec<String>, lines: &[&str]) -> Vec<(usize, String)> {
    /// Pages with more comments and lines are left as they are.
    const MOST: usize = 1 << 14;
    let few = comments.len() * lines.len() <= MOST;
    let prints: Vec<String> =
        if few { lines.iter().map(|line| squeezed([*line])).collect() } else { Vec::new() };
    let mut before = 0;
    let mut found: Vec<(usize, String)> = Vec::with_capacity(comments.len());
    for comment in comments {
        let own = squeezed([&*comment]);
        let is_line = |print: &String| own.len() * 2 > print.len() && print.contains(&own);
        before = prints.iter().position(is_line).unwrap_or(before);
        found.push((before, comment));
    }
    found.sort_by_key(|(place, _)| *place);
    found
}

/// Takes out of the comments above a game the lines of which its tags say every word.
fn drop_headings(reading: &mut Reading) {
    let tags = &reading.game.tags;
    if tags.get("White").and(tags.get("Black")).is_none() {
        return;
    }
    let mut known: FxHashSet<String> = FxHashSet::default();
    for tag in tags.iter() {
        known.extend(tokens(&tag.value));
    }
    let date = tags.get("Date").map(str::to_owned);
    let is_told = |comment: &str| {
        let is_dated = date.is_some() && calendar::within(comment) == date;
        let is_of_date =
            |word: &str| is_dated && (word.bytes().all(|b| b.is_ascii_digit()) || calendar::is_month(word));
        tokens(comment).all(|word| known.contains(&word) || is_against_word(&word) || is_of_date(&word))
    };
    reading.game.line.comments.retain(|comment| !is_told(comment));
}

/// The words and numbers of a text, in small letters.
fn tokens(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Whether a line tells something: many words in small letters.
fn is_passage(line: &str) -> bool {
    let plain = line.split_whitespace().filter(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.chars().count() > 1 && word.chars().all(|c| c.is_alphabetic() && !c.is_uppercase())
    });
    plain.count() * 3 >= PASSAGE * 2
}

/// The letters and figures of some texts.
fn squeezed<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().flat_map(str::chars).filter(|c| c.is_alphanumeric()).collect()
}

/// Whether the reader of a game has kept no note: none is there, and no part of the text is called one.
fn lacks_notes(draft: &Draft<'_>, reading: &Reading) -> bool {
    let is_bare = |line: &CellLine<'_>| {
        line.cells.iter().all(|cell| cell.comments.is_empty() && cell.variations.is_empty())
    };
    let plies = &reading.game.line.plies;
    draft.explained.is_empty()
        && !is_structured(draft)
        && is_bare(&draft.mainline)
        && reading.spans.len() == plies.len()
        && plies.iter().all(|ply| ply.comments.is_empty() && ply.variations.is_empty())
}

/// The lines of a note as one text, without lines that have no words and heads of pages; `None` if it has too few words.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut note = String::new();
    lines
        .map(trimmed)
        .filter(|line| words(line) > 0 && !is_of_page(line))
        .for_each(|line| join(&mut note, line));
    (words(&note) >= FEWEST_WORDS).then_some(note)
}

/// Adds a line to a note: `en-` at the end of a line and `deavoured` at the beginning of the next are one word.
fn join(note: &mut String, line: &str) {
    let is_parted = note.ends_with('-')
        && note.chars().rev().nth(1).is_some_and(char::is_alphabetic)
        && line.starts_with(char::is_lowercase);
    match is_parted {
        true => drop(note.pop()),
        false if note.is_empty() => {}
        false => note.push(' '),
    }
    note.push_str(line);
}

/// Makes one comment of those on a half-move that are lines of one sentence, as layouts have them that read line by line.
pub(super) fn join_lines(comments: &mut Vec<String>) {
    if comments.len() < 2 {
        return;
    }
    let goes_on = |note: &str, line: &str| {
        line.starts_with(char::is_lowercase)
            && note.split_whitespace().nth(FEWEST_WORDS - 1).is_some()
            && note.ends_with(|c: char| c.is_alphabetic() || matches!(c, '-' | ','))
    };
    let mut joined: Vec<String> = Vec::with_capacity(comments.len());
    for line in comments.drain(..) {
        match joined.last_mut().filter(|note| goes_on(note, &line)) {
            Some(note) => join(note, &line),
            None => joined.push(line),
        }
    }
    *comments = joined;
}

/// A line without what belongs to the table around it: bars, and the number of the move behind it.
fn trimmed(line: &str) -> &str {
    let is_frame = |c: char| c.is_whitespace() || matches!(c, '|' | '¦' | '·' | '•');
    let line = line.trim_matches(is_frame);
    let number = line.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '…' | ' ' | '\t'));
    let is_number = line.len() > number.len() && line[number.len()..].contains(|c: char| c.is_ascii_digit());
    let ends = number.is_empty() || number.ends_with(['.', '!', '?', ')', ']', '"', '”', '»', ';', ':', '|']);
    if is_number && ends { number.trim_end_matches(is_frame) } else { line }
}

/// How many words of a line have at least two letters and are not in capitals alone, as the heads of pages are.
fn words(line: &str) -> usize {
    let is_word = |word: &&str| {
        word.chars().filter(|c| c.is_alphabetic()).count() > 1
            && word.chars().any(|c| c.is_alphabetic() && !c.is_uppercase())
    };
    line.split_whitespace().filter(is_word).count()
}
