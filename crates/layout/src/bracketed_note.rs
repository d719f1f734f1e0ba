//! Bracketed notes among the moves of running text: `(9 P-QKt3 is also played)`, `[2.f4 exf4]`, `(best)`.

use super::anchor::anchor;
use super::meter::is_meter;
use super::move_words::of_a_move;
use super::words::Word;

/// Most words of a note. A bracket that is not closed within them is not a note.
const LONGEST: usize = 400;
/// Most words in brackets inside a move: `B takes P (Q's Kt's 5th sq.)`.
const INSIDE: usize = 5;

/// The number of words in the bracketed note at the start of `words`. A note begins with a move number, is
/// long, or has a word that no move has. Brackets inside a move, `(ch)` or `(Q Kt 5)`, and letters of
/// footnotes are not notes.
pub(super) fn bracketed_note(words: &[Word<'_>]) -> Option<usize> {
    let open = words.first()?.text;
    if is_meter(open) {
        return Some(1);
    }
    if !open.starts_with(['(', '[']) {
        return None;
    }
    let mut depth = 0_i32;
    let end = words.iter().take(LONGEST).position(|word| {
        let opened = word.text.matches(['(', '[']).count() as i32;
        let closed = word.text.matches([')', ']']).count() as i32;
        depth += opened - closed;
        depth <= 0
    })?;
    let length = end + 1;
    // Text directly after the bracket belongs to the game.
    let whole = words[end].text.trim_end_matches([',', '.', ';', ':', '!', '?']).ends_with([')', ']']);
    let numbered = anchor(open.trim_start_matches(['(', '['])).is_some() && length > 1;
    let note = numbered || length > INSIDE || words[..length].iter().any(|word| !of_a_move(word.text));
    (whole && note).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn notes_and_parts_of_moves() {
        let length = |text| bracketed_note(&words(text, 0).collect::<Vec<_>>());
        assert_eq!(length("(9 P-QKt3 is also played) O-O"), Some(5));
        assert_eq!(length("[2.f4 exf4 (2...d5 3.exd5 e4) 3.Nf3 g5] 2...Nc6"), Some(7));
        assert_eq!(length("(The Marshall) 9 exd5"), Some(2));
        assert_eq!(length("(threatening 3. Nxe5) Nc6"), Some(3));
        assert_eq!(length("(best), P-K4"), Some(1));
        for part in
            ["(ch) P-K4", "(dis. ch.)", "(Q Kt 5) P-K4", "(K's Kt's 5th sq.)", "(a)", "(Queen) K-R1", "P-K4"]
        {
            assert_eq!(length(part), None, "{part}");
        }
        assert_eq!(length("(never closed P-K4"), None);
        assert_eq!(length("(K)xP better than that"), None);
    }
}
