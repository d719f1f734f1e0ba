//! Scripts that set no blanks between their words: what they glue to a move is parted from it, `は1.e4 e5 2.Nf3と書かれて`.

use super::{Left, Out};

/// Sets blanks between moves and the words and stops of such a script.
pub(super) fn part(raw: &str, _: &mut Left) -> Option<Out> {
    if raw.is_ascii() || !raw.chars().any(is_unspaced) {
        return None;
    }
    let mut out = Out::default();
    let (mut done, mut at) = (0, 0);
    while let Some(found) = raw[at..].find(|c: char| c.is_ascii_alphanumeric()) {
        let start = at + found;
        let rest = &raw[start..];
        let end = start + rest.find(|c: char| !is_of_move(c)).unwrap_or(rest.len());
        let run = &raw[start..end];
        at = end;
        if !has_move(run) {
            continue;
        }
        // A man may be written in the script: `马f3`.
        let before = raw[..start].trim_end_matches([':', ',', ';', '.', '(']);
        let begins = run.starts_with(|c: char| c.is_ascii_digit()) && before.ends_with(is_unspaced);
        let ends = raw[end..].starts_with(is_unspaced);
        for place in [begins.then_some(start), ends.then_some(end)].into_iter().flatten() {
            out.copy(raw, done, place);
            out.put(" ", place, place);
            done = place;
        }
    }
    out.copy(raw, done, raw.len());
    (done > 0).then_some(out)
}

/// Whether a character is of a script without blanks: Han, Kana, Hangul (whose particles stand behind a word without one), Thai, or one of
/// their stops.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{0e00}'..='\u{0e7f}' | '\u{ff00}'..='\u{ffef}')
}

/// Whether a character may stand in a move or its number.
fn is_of_move(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '=' | '-' | '.' | '!' | '?')
}

/// Whether a text has a square, or castles.
fn has_move(run: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    run.as_bytes().windows(2).any(is_square) || run.contains("O-O") || run.contains("0-0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_from_moves() {
        let read = |raw: &str| part(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(read("手筋は1.e4 e5 2.O-Oと書く。").as_deref(), Some("手筋は 1.e4 e5 2.O-O と書く。"));
        assert_eq!(read("开局:1.e4 e5 2.马f3").as_deref(), Some("开局: 1.e4 e5 2.马f3"));
        assert_eq!(read("1. d4 d5 2. c4로 시작한다").as_deref(), Some("1. d4 d5 2. c4 로 시작한다"));
        assert_eq!(read("1.e4 e5 2.Nf3"), None);
        assert_eq!(read("炮二平五 1.马f3 e5"), None);
    }
}
