//! Digits between moves that are not move numbers: times, evaluations, or the rest of a move.

use super::{GameText, Leftover, LeftoverKind, ReadCell};
use crate::anchor::anchor;
use crate::ending;
use crate::text::Span;
use crate::words::{Word, rows, span_of, words};

/// How many gaps between two moves that were read contain more numbers than a move number.
pub(super) fn between(print: &GameText<'_>) -> usize {
    let are_figures = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        !text.contains(char::is_alphabetic) && words.nth(1).is_some()
    };
    let gap = |pair: &[ReadCell]| print.text.get(pair[0].span.end..pair[1].span.start).unwrap_or_default();
    print.read.windows(2).filter(|pair| are_figures(gap(pair))).count()
}

/// A digit between a move and the note after it, if no other move has one: the rest of the move, as in
/// `n-n 5 {a note} 6.`
pub(super) fn torn_off(print: &GameText<'_>) -> Option<Leftover> {
    let figure = |pair: &[ReadCell]| {
        let start = pair[0].span.end;
        let gap = print.text.get(start..pair[1].span.start)?;
        let (text, _) = gap.split_once(['(', '[', '{'])?;
        let own = text.trim();
        let bare = own.len() == 1 && own.bytes().all(|b| matches!(b, b'1'..=b'8'));
        // The number of the next move follows the note.
        let numbered = outside_notes(&gap[text.len()..]).contains(|c: char| c.is_ascii_digit());
        let at = start + text.len() - text.trim_start().len();
        (bare && numbered).then(|| Span::new(at, at + 1))
    };
    let mut figures = print.read.windows(2).filter_map(figure);
    let span = figures.next()?;
    figures.next().is_none().then_some(Leftover {
        span,
        kind: LeftoverKind::Numbered,
        behind: false,
        moves: 1,
    })
}

/// A text without its brackets and their contents.
fn outside_notes(text: &str) -> String {
    let mut depth = 0_usize;
    let outside = |c: &char| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && !matches!(c, ')' | ']' | '}')
    };
    text.chars().filter(outside).collect()
}

/// A text up to the first sign that begins a remark. Brackets around a number are none: `(17) 45`.
fn outside_remarks(text: &str) -> &str {
    let is_number = |open: usize| {
        let inside = text[open + 1..].split([')', ']']).next().unwrap_or_default();
        (1..=3).contains(&inside.len()) && inside.bytes().all(|b| b.is_ascii_digit())
    };
    let begins_remark = |&(at, c): &(usize, char)| match c {
        '*' | '{' | ';' => true,
        '(' | '[' => !is_number(at),
        _ => false,
    };
    text.char_indices().find(begins_remark).map_or(text, |(at, _)| &text[..at])
}

/// Whether a word is a numeric annotation glyph: `$1`.
fn is_glyph(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|code| !code.is_empty() && code.bytes().all(|b| b.is_ascii_digit()))
}

/// Digits after the last move that are not the next move number: the rest of a move, as in `17. 44`.
pub(super) fn behind(print: &GameText<'_>) -> Option<Leftover> {
    let last = *print.read.last()?;
    // Black's move has the number of White's only before dots: `5...`.
    let again = !last.ply.is_multiple_of(2);
    let last = last.span.end;
    let end = print.explained.iter().map(|span| span.start).find(|&start| start >= last);
    let end = end.unwrap_or(print.region.end).max(last);
    let numbers_due = |line: &str| {
        let first = line.split_whitespace().next().and_then(anchor);
        first.is_some_and(|found| found.number == print.due && (found.dotted || !again))
    };
    let mut lines = rows(&print.text[last..end], last);
    // On the line of the last move, or after the expected number on a later line.
    let own = lines.next()?;
    let row = if own.text.trim().is_empty() { lines.find(|row| numbers_due(row.text))? } else { own };
    // A line may end after the number.
    let broken = numbers_due(row.text) && row.text.split_whitespace().count() == 1;
    let below = lines.next().filter(|_| broken).map_or(row.span().end, |below| below.span().end);
    let line = outside_remarks(&print.text[row.start..below]);
    let mut words: Vec<Word<'_>> = words(line, row.start).collect();
    words.truncate(ending::find(&words).map_or(words.len(), |(at, ..)| at));
    if words.iter().any(|word| word.text.contains(char::is_alphabetic)) {
        return None;
    }
    words.retain(|word| word.text.contains(|c: char| c.is_ascii_digit()) && !is_glyph(word.text));
    let figures = words.iter().flat_map(|word| word.text.split(|c: char| !c.is_ascii_digit()));
    let figures = figures.filter(|text| !text.is_empty()).count();
    // The expected number alone is not the rest of a move.
    let unread = figures > usize::from(numbers_due(line));
    unread.then(|| Leftover { span: span_of(&words), kind: LeftoverKind::Numbered, behind: true, moves: 1 })
}
