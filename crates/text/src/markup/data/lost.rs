//! Moves that stand in data where no value was read: in a statement, row or record that is broken.

use std::ops::Range;

use super::{Out, is_descriptive};

/// Fewest moves in a row.
const FEWEST: usize = 4;

/// Where moves stand in a row, and nothing but signs, names, numbers and results between them: each place from its first move to its last.
/// A number 1 begins another row. Men on their squares are no moves: one must be a pawn's, a capture, or have a number.
///
/// ```
/// let text = "INSRT INTO games VALUES ('Anna', '1. e4 e5 2. Nf3 Nc6 1-0')";
/// let rows = scorebook_text::moves_in_rows(text);
/// assert_eq!(rows.iter().map(|row| &text[row.clone()]).collect::<Vec<_>>(), ["e4 e5 2. Nf3 Nc6"]);
/// ```
#[must_use]
pub fn moves_in_rows(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut count, mut is_told, mut row) = (0, false, 0..0);
    let mut end = |count: &mut usize, is_told: &mut bool, row: &Range<usize>| {
        if *count >= FEWEST && *is_told {
            found.push(row.clone());
        }
        (*count, *is_told) = (0, false);
    };
    let parts = |c: char| c.is_whitespace() || "\"'`,;()[]{}<>|=\\".contains(c);
    for word in text.split(parts).filter(|word| !word.is_empty()) {
        // `\n` ends a line.
        let is_behind = text[..word.as_ptr() as usize - text.as_ptr() as usize].ends_with('\\');
        let word = if is_behind { word.trim_start_matches('n') } else { word };
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|byte| *byte == b'.').count();
        let is_numbered = digits > 0 && (dots > 0 || word.len() == digits);
        let own = if is_numbered { &word[digits + dots..] } else { word };
        if is_numbered && dots == 1 && word[..digits] == *"1" {
            end(&mut count, &mut is_told, &row);
        }
        is_told |= is_numbered && dots > 0;
        let at = own.as_ptr() as usize - text.as_ptr() as usize;
        if is_move(own) {
            row = if count == 0 { at..at + own.len() } else { row.start..at + own.len() };
            count += 1;
            let is_mans = own.starts_with(|c: char| c.is_uppercase()) && !own.contains(['x', '-']);
            is_told |= !is_mans;
        } else if own.contains(char::is_alphabetic) && own != "null" && !is_name(text, word) {
            end(&mut count, &mut is_told, &row);
        }
    }
    end(&mut count, &mut is_told, &row);
    found
}

/// Whether a word is the name of an element, or of a value, and so stands between moves.
fn is_name(text: &str, word: &str) -> bool {
    let at = word.as_ptr() as usize - text.as_ptr() as usize;
    let behind = text[at + word.len()..].trim_start_matches(['"', '\'', ' ']);
    text[..at].ends_with('<') || behind.starts_with([':', '=']) || word.ends_with(':')
}

/// Whether a word is a move and nothing else: it ends with a square or a promotion, castles, or is one of the English.
fn is_move(word: &str) -> bool {
    let bare = word.trim_end_matches(['+', '#', '!', '?', ':']);
    let own = match bare.as_bytes() {
        [_, .., b'1' | b'8', b'=', b'Q' | b'R' | b'B' | b'N'] => &bare[..bare.len() - 2],
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1' | b'8', b'q' | b'r' | b'b' | b'n'] => &bare[..4],
        _ => bare,
    };
    let ends = matches!(own.as_bytes(), [.., b'a'..=b'h', b'1'..=b'8']);
    let castles = ["O-O", "O-O-O", "0-0", "0-0-0"].contains(&own);
    let is_short = own.chars().count() <= 7 && own.chars().filter(char::is_ascii_digit).count() <= 2;
    castles
        || ends && is_short && !own.starts_with(|c: char| c.is_ascii_digit())
        || own.contains('-') && is_descriptive(own)
}

/// The places of moves in a row of which nothing stands in the JSON.
pub(in super::super) fn places(raw: &str, out: &Out) -> Vec<usize> {
    let mut read = out.places();
    read.sort_unstable();
    let mut found = Vec::new();
    let mut at = 0;
    for (start, end) in read.into_iter().chain([(raw.len(), raw.len())]) {
        if let Some(gap) = raw.get(at..start) {
            found.extend(moves_in_rows(gap).into_iter().map(|row| at + row.start));
        }
        at = at.max(end);
    }
    found
}
