//! What the words of a line may be: of a move, of a sentence, or what is left of a move.

use std::ops::Range;

use crate::book::shape::{Shape, shape};
use crate::bracketed_note::of_a_move;
use crate::meter::is_meter;
use crate::words::{Word, words};

/// Whether a word has the shape of a move that is worn.
pub(super) fn is_worn(word: &str) -> bool {
    shape(word) > Shape::None && !is_long(word)
}

/// Whether a short text among moves may be what is left of one: not a sign of check, a time or a figure.
pub(super) fn is_odd(word: &str) -> bool {
    // A number that a scanner has misread, `I` or `IO`.
    if word.chars().all(|c| matches!(c, 'I' | 'l' | 'i' | 'O' | 'o' | '.') || c.is_ascii_digit()) {
        return false;
    }
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let lower = word.chars().all(|c| !c.is_uppercase());
    letters > 0 && !(lower && letters > 1 && !word.contains(|c: char| c.is_ascii_digit()) && of_a_move(word))
}

/// Whether a sentence ends at the end of a text.
pub(super) fn stops(text: &str) -> bool {
    text.trim_end().ends_with(['.', ':', '!', '?', ')', ']', '}'])
}

/// A word of three letters or more that no move has.
pub(super) fn is_long(word: &str) -> bool {
    /// Words of moves that are long.
    const OF_MOVES: &[&str] = &["takes", "take", "his", "her", "the", "retakes", "captures", "two", "one"];
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    if letters < 3
        || word.contains(|c: char| c.is_ascii_digit() || matches!(c, '+' | '#' | '='))
        || word.chars().filter(|&c| c == '-').count() > 1
    {
        return false;
    }
    let plain: String = word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let written = word.chars().skip(1).all(|c| c.is_lowercase() || !c.is_alphabetic());
    !of_a_move(word) && !OF_MOVES.contains(&plain.as_str()) && (written || shape(word) == Shape::None)
}

/// The words of a line outside `notes`, cut at the signs that part the fields of a table.
pub(super) fn pieces<'a>(line: &'a str, start: usize, notes: &[Range<usize>]) -> Vec<Word<'a>> {
    let mut out = Vec::new();
    let end = start + line.len();
    let mut at = start;
    let inside = notes.iter().filter(|note| note.start < end && note.end > start);
    let bounds = inside.map(|note| (note.start.max(start), note.end.min(end))).chain([(end, end)]);
    for (from, to) in bounds {
        if from > at {
            // What programs print beside moves is none.
            for word in words(&line[at - start..from - start], at).filter(|word| !is_meter(word.text)) {
                split(word, &mut out);
            }
        }
        at = at.max(to);
    }
    out
}

/// Cuts a word at `;`, `,`, `"` and `|`, and leaves out what has neither letter nor digit.
fn split<'a>(word: Word<'a>, out: &mut Vec<Word<'a>>) {
    let mut at = 0;
    for text in word.text.split([';', ',', '"', '|', '*', '\'']) {
        if text.contains(char::is_alphanumeric) {
            out.push(Word { text, start: word.start + at, gap: word.gap });
        }
        at += text.len() + 1;
    }
}
