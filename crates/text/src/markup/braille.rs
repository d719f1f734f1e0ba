//! Braille in its own characters, as far as it is plain: letters, signs of capitals, numbers, and ranks as lowered digits.
//!
//! `⠼⠃⠲ ⠠⠝⠋⠒` is `2. Nf3`. A record with any other sign stays as it is, and is refused by name ([`is_braille`]).

use super::{Left, Out};

/// The letters from a to z, as dots of the cell.
const LETTERS: &str = "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵";
/// The digits from 1 to 9 and 0 that are set a row lower.
const LOWERED: &str = "⠂⠆⠒⠲⠢⠖⠶⠦⠔⠴";
/// The sign before figures.
const NUMBER: char = '⠼';
/// Signs before a capital letter.
const CAPITALS: &[char] = &['⠠', '⠨'];
/// Signs that mean the same everywhere.
const SIGNS: &[(char, char)] = &[('⠤', '-'), ('⠌', '/'), ('⠬', '+'), ('⠀', ' ')];
/// The full stop.
const STOP: char = '⠲';

fn is_cell(c: char) -> bool {
    ('\u{2800}'..='\u{28ff}').contains(&c)
}

/// Whether a text is in braille: most characters are cells.
///
/// ```
/// assert!(scorebook_text::is_braille("⠼⠁⠲ ⠑⠲ ⠉⠢"));
/// assert!(!scorebook_text::is_braille("1. e4 c5"));
/// ```
#[must_use]
pub fn is_braille(text: &str) -> bool {
    let cells = text.chars().filter(|c| is_cell(*c)).count();
    cells > 4 && cells * 2 > text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Whether a text in braille has signs that are not read.
#[must_use]
pub fn is_unread_braille(text: &str) -> bool {
    is_braille(text) && strip(text, &mut Left::new()).is_none()
}

/// Writes the cells as letters and figures; `None` if there are none, or one is not plain.
pub(super) fn strip(raw: &str, _: &mut Left) -> Option<Out> {
    if !is_braille(raw) {
        return None;
    }
    let mut out = Out::default();
    // Figures follow; a capital follows.
    let (mut counts, mut capital) = (false, false);
    for (at, c) in raw.char_indices() {
        let end = at + c.len_utf8();
        let mut put = |c: char| out.put(c.encode_utf8(&mut [0; 4]), at, end);
        if !is_cell(c) {
            (counts, capital) = (false, false);
            out.copy(raw, at, end);
            continue;
        }
        if c == NUMBER {
            counts = true;
            continue;
        }
        if CAPITALS.contains(&c) {
            (counts, capital) = (false, true);
            continue;
        }
        if let Some(place) = LETTERS.chars().position(|letter| letter == c) {
            let place = u8::try_from(place).ok()?;
            if counts && place < 10 {
                put(char::from(b'0' + (place + 1) % 10));
                continue;
            }
            let letter = char::from(b'a' + place);
            put(if capital { letter.to_ascii_uppercase() } else { letter });
            (counts, capital) = (false, false);
            continue;
        }
        if let Some((_, sign)) = SIGNS.iter().find(|(own, _)| *own == c) {
            put(*sign);
            counts = false;
            continue;
        }
        let lowered = u8::try_from(LOWERED.chars().position(|digit| digit == c)?).ok()?;
        let follows_letter = out.text.ends_with(|c: char| c.is_ascii_alphabetic());
        let sign = match follows_letter {
            true => char::from(b'0' + (lowered + 1) % 10),
            // Behind a figure, or alone, it is a full stop.
            false
                if c == STOP && (counts || out.text.ends_with(|c: char| c.is_ascii_digit() || c == '.')) =>
            {
                '.'
            }
            false => return None,
        };
        out.put(sign.encode_utf8(&mut [0; 4]), at, end);
        counts = false;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(raw: &str) -> Option<String> {
        strip(raw, &mut Left::new()).map(|out| out.text)
    }

    #[test]
    fn plain_braille_is_print() {
        for (raw, text) in [
            ("⠼⠁⠲ ⠑⠲ ⠉⠢\n⠼⠃⠲ ⠠⠝⠋⠒ ⠠⠝⠉⠖\n", "1. e4 c5\n2. Nf3 Nc6\n"),
            ("⠼⠁⠚⠲⠀⠠⠃⠭⠋⠶⠬⠀⠼⠁⠤⠼⠚", "10. Bxf7+ 1-0"),
            ("⠼⠁⠲ ⠑⠼⠙ ⠑⠼⠑ ⠼⠃⠲ ⠨⠎⠋⠼⠉ ⠨⠎⠉⠼⠋", "1. e4 e5 2. Sf3 Sc6"),
            ("⠼⠙⠲ ⠠⠕⠤⠠⠕ ⠑⠶⠤⠑⠢", "4. O-O e7-e5"),
        ] {
            assert_eq!(print(raw).as_deref(), Some(text));
        }
    }

    #[test]
    fn other_signs_are_not_guessed() {
        for raw in ["⠼⠁⠲ ⠑⠲⠖ ⠉⠢ ⠙⠲", "⠷⠿⠁⠃⠉⠙⠑⠋"] {
            assert_eq!(print(raw), None, "{raw}");
            assert!(is_unread_braille(raw));
        }
        assert!(!is_unread_braille("1. e4 ⠉⠢"));
    }
}
