//! Lines on which a game begins behind its heading, or ends before a remark: `Bell / Dunn: e4/e5 Nf3/Nf6 drawn.`

use super::habit::Habit;
use super::token::{Line, LineKind, Token, line};
use crate::anchor::anchor;
use crate::ending::marker;
use crate::heading::tag_pair;
use crate::segment::{Segmenter, trim};
use crate::words::{Row, Word};

/// Most words of a heading, and most places in it where the moves may begin.
const HEADING: usize = 24;
const PLACES: usize = 8;
/// Fewest tokens of such a game.
const SHORTEST: usize = 6;

/// The lines that a line is; `None` if it is one.
pub(super) fn parted<'a>(
    row: Row<'a>,
    habit: &Habit,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<Vec<Line<'a>>> {
    let words: Vec<Word<'a>> = row.words().collect();
    let begins = |at: &usize| {
        let is_first = anchor(words[*at].text).is_some_and(|found| found.number == 1 && !found.ellipsis);
        *at == 0 || words[*at - 1].text.ends_with([':', '.', ')', '-', '–', '—', ',']) || is_first
    };
    let places: Vec<usize> = (0..words.len().min(HEADING)).filter(begins).take(PLACES).collect();
    places.into_iter().find_map(|at| {
        // What is above has no moves, or it is a note.
        if has_moves(&words[..at], segmenter) {
            return None;
        }
        let cut = words[at].start - row.start;
        let head = Row { text: &row.text[..cut], start: row.start };
        // Tag pairs are read where they are.
        if has_tag_pair(head.text) {
            return None;
        }
        let rest = Row { text: &row.text[cut..], start: words[at].start };
        let mut out: Vec<Line<'a>> = Vec::new();
        if at > 0 {
            out.push(other(head));
        }
        let whole = score(rest, habit, segmenter).filter(|_| at > 0);
        if let Some(whole) = whole {
            out.push(whole);
            return Some(out);
        }
        let end = words[at..].iter().find(|word| marker(word.text).is_some())?.span().end - row.start;
        let behind = Row { text: &row.text[end..], start: row.start + end };
        let behind_words: Vec<Word<'a>> = behind.words().collect();
        if behind_words.is_empty() || has_moves(&behind_words, segmenter) {
            return None;
        }
        out.push(score(Row { text: &row.text[cut..end], start: rest.start }, habit, segmenter)?);
        out.push(other(behind));
        Some(out)
    })
}

/// Whether a text has a tag pair: `[Event “Opera”]`.
fn has_tag_pair(text: &str) -> bool {
    text.split_inclusive(']').any(|part| part.find('[').is_some_and(|at| tag_pair(&part[at..]).is_some()))
}

/// A line of words.
fn other(row: Row<'_>) -> Line<'_> {
    Line { row, tokens: Vec::new(), kind: LineKind::Other }
}

/// The line of a row, if it has nothing but moves.
fn score<'a>(row: Row<'a>, habit: &Habit, segmenter: &mut Segmenter<'a, '_>) -> Option<Line<'a>> {
    let line = line(row, habit, segmenter);
    let is_first = |number: u32| number == 1;
    let begins = match line.tokens.first() {
        Some(Token::Label { number, .. }) => is_first(*number),
        _ => true,
    };
    (line.kind == LineKind::Score && begins && line.tokens.len() >= SHORTEST).then_some(line)
}

/// Whether one of some words is a move with a square.
fn has_moves<'a>(words: &[Word<'a>], segmenter: &mut Segmenter<'a, '_>) -> bool {
    words.iter().any(|word| {
        let text = trim(word.text).trim_matches(['(', ')', '.', '"', '“', '”']);
        text.contains(|c: char| c.is_ascii_digit())
            && text.contains(char::is_alphabetic)
            && segmenter.text_likeness(text) >= 0.5
    })
}
