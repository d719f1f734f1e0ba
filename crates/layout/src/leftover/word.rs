//! What the words of a line may be: part of a move, part of a sentence, or the rest of a worn move.

use scorebook_lexicon::is_small;
use std::ops::Range;

use crate::annotated::is_novelty;
use crate::book::shape::{Shape, shape};
use crate::meter::is_meter;
use crate::move_words::{abbreviates_check, is_sign, of_a_move};
use crate::words::{Word, words};

/// Whether a word has the shape of a worn move.
pub(super) fn is_worn(word: &str) -> bool {
    shape(word) > Shape::None && !is_long(word)
}

/// Whether a text is only white space and punctuation. This is the usual case, and fast.
pub(super) fn is_bare(text: &str) -> bool {
    text.bytes().all(|b| !b.is_ascii_alphanumeric() && b.is_ascii())
}

/// Whether a text has a letter, a figure or a figurine.
pub(super) fn is_text(text: &str) -> bool {
    text.contains(char::is_numeric) || has_letter(text)
}

/// Whether a text has a letter or a figurine.
pub(super) fn has_letter(text: &str) -> bool {
    text.contains(|c: char| c.is_alphabetic() || matches!(c, '\u{2654}'..='\u{265F}'))
}

/// Whether a text is only a move number and the signs around it.
pub(super) fn is_number(text: &str) -> bool {
    text.len() < 16
        && text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace() || matches!(b, b'.' | b')'))
        && text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).count() <= 1
        && text.bytes().filter(u8::is_ascii_digit).count() <= 3
}

/// Most bytes of a move number with its sign.
const NUMBER: usize = 4;

/// Whether a short text between moves may be the rest of one: not a sign of check, a time or a number.
pub(super) fn is_odd(word: &str) -> bool {
    // A number misread by OCR, `I` or `IO`.
    if word.len() <= NUMBER
        && word.chars().all(|c| matches!(c, 'I' | 'l' | 'i' | 'O' | 'o' | '.') || c.is_ascii_digit())
    {
        return false;
    }
    if abbreviates_check(word) {
        return false;
    }
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let lower = word.chars().all(|c| !c.is_uppercase());
    let word_or_sign =
        lower && letters > 1 && !word.contains(|c: char| c.is_ascii_digit()) && of_a_move(word);
    letters > 0 && (!word_or_sign || is_consonants(word))
}

/// Two consonants that are not a sign of check or mate in any language.
fn is_consonants(word: &str) -> bool {
    let letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
    letters.len() == 2
        && letters
            .bytes()
            .all(|b| b.is_ascii_lowercase() && !matches!(b, b'a' | b'e' | b'i' | b'o' | b'u' | b'y'))
        && !is_sign(&letters)
}

/// Whether a word between two moves is neither a number (possibly worn), nor a word of a sentence, nor a sign of the move
/// before it.
pub(super) fn is_strange(word: &str) -> bool {
    is_odd(word) && !is_long(word)
}

/// Whether a word has letters and digits, as moves do: `A5CB`.
pub(super) fn is_mixed(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic)
}

/// Whether a word has digits, or a capital within it, as moves do and words of prose do not: `Q-Rt3`, `P—R`.
pub(super) fn is_garbled(word: &str) -> bool {
    is_mixed(word) || word.chars().skip(1).any(char::is_uppercase)
}

/// Whether a sentence ends at the end of a text.
pub(super) fn stops(text: &str) -> bool {
    text.trim_end().ends_with(['.', ':', '!', '?', ')', ']', '}'])
}

/// A word of three letters or more that occurs in no move.
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
    let tail = || word.chars().filter(|c| c.is_alphabetic()).skip(1);
    let (written, capitals) = (tail().all(is_small), tail().all(char::is_uppercase));
    // `ДdB` and `PxPO-O` are not words.
    let known = written || shape(word) == Shape::None && capitals;
    !of_a_move(word) && !OF_MOVES.contains(&plain.as_str()) && known
}

/// The words of a line outside `notes`, split at the signs that separate the fields of a table.
pub(super) fn pieces<'a>(line: &'a str, start: usize, notes: &[Range<usize>]) -> Vec<Word<'a>> {
    let mut out = Vec::new();
    let end = start + line.len();
    let mut at = start;
    let inside = notes.iter().filter(|note| note.start < end && note.end > start);
    let bounds = inside.map(|note| (note.start.max(start), note.end.min(end))).chain([(end, end)]);
    for (from, to) in bounds {
        if from > at {
            // Text that programs print next to moves is not a word of one.
            for word in words(&line[at - start..from - start], at).filter(|word| !is_meter(word.text)) {
                split(word, &mut out);
            }
        }
        at = at.max(to);
    }
    for at in (0..out.len()).rev() {
        if is_novelty(out[at].text, out.get(at + 1)) {
            out.remove(at);
        }
    }
    out
}

/// Splits a word at `;`, `,`, `"` and `|`, and omits parts without a letter or digit.
fn split<'a>(word: Word<'a>, out: &mut Vec<Word<'a>>) {
    let mut at = 0;
    for text in word.text.split([';', ',', '"', '|', '*', '\'']) {
        if is_text(text) {
            out.push(Word { text, start: word.start + at, gap: word.gap });
        }
        at += text.len() + 1;
    }
}
