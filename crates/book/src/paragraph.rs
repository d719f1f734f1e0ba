//! Paragraphs in one line, as text from the web has them: they are broken into lines, between score and prose where words tell
//! where one begins.

use std::ops::Range;

use crate::rows::MOVE_WORDS;

/// A line of more characters without a wide gap is a paragraph.
const LONGEST: usize = 160;
/// Spaces that make a wide gap.
const GAP: &str = "   ";
/// Characters of the lines that a paragraph is broken into.
const WIDTH: usize = 72;

/// Whether a text has paragraphs that are not broken into lines.
#[must_use]
pub fn in_one_line(text: &str) -> bool {
    text.lines().any(is_paragraph)
}

fn is_paragraph(line: &str) -> bool {
    line.len() > LONGEST && line.split(GAP).any(|part| part.chars().count() > LONGEST)
}

/// The parts of a line, as byte ranges: the line itself, its heading and the first moves behind it, or the lines of a paragraph.
pub(crate) fn lines(line: &str) -> Vec<Range<usize>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if !is_paragraph(line) {
        let first = (HEADING..words.len())
            .find(|at| begins(&words, *at) && words[..*at].iter().all(|word| !is_number(word)));
        let Some(first) = first.map(|at| words[at].as_ptr() as usize - line.as_ptr() as usize) else {
            return vec![0..line.len()];
        };
        return vec![0..line[..first].trim_end().len(), first..line.len()];
    }
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut width = 0;
    for (at, word) in words.iter().enumerate() {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        let end = start + word.len();
        width += 1 + word.chars().count();
        match parts.last_mut() {
            Some(part) if width <= WIDTH && !changes(&words, at) => part.end = end,
            _ => {
                parts.push(start..end);
                width = word.chars().count();
            }
        }
    }
    parts
}

/// Whether prose ends before a word, and the number of a move begins with it; or a sentence of prose begins with it behind a move.
fn changes(words: &[&str], at: usize) -> bool {
    let (before, word) = (words[at - 1], words[at]);
    let Some(behind) = words.get(at + 1) else { return false };
    let scores = is_number(word) && behind.starts_with(|c: char| c.is_uppercase() || c == '0');
    let answers = is_number(word) && behind.starts_with('.');
    let opens = word.starts_with(char::is_uppercase) && is_word(&word.to_lowercase()) && is_word(behind);
    scores && is_word(before) || answers || opens && !is_word(before) || begins(words, at)
}

/// Words of a heading, at least.
const HEADING: usize = 3;

/// Whether a game begins with a word, behind the end of a sentence or bracket: with the number 1 and what may be a move.
fn begins(words: &[&str], at: usize) -> bool {
    let is_closed = words[at - 1].ends_with(['.', ')', ':', ';', '-', '\u{2014}']);
    let behind =
        words.get(at + 1).is_some_and(|word| word.starts_with(['P', 'K', 'N', 'p', 'e', 'd', 'c', 'f']));
    is_closed && matches!(words[at], "1" | "1." | "1," | "1)") && behind && !is_score(words[at - 1])
}

/// Whether a word is the end of a move: a square or a man.
fn is_score(word: &str) -> bool {
    let core = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
    core.ends_with(|c: char| c.is_ascii_digit()) && !core.chars().all(|c| c.is_ascii_digit())
        || core.len() < 3 && !word.ends_with(')')
}

/// A word of prose, with a mark behind it or not.
fn is_word(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
    word.len() >= 2
        && word.chars().all(char::is_lowercase)
        && !MOVE_WORDS.contains(&word)
        && !ENDS.contains(&word)
}

/// Short words of moves.
const ENDS: [&str; 9] = ["to", "tks", "ch", "sq", "st", "nd", "rd", "th", "on"];

/// `12`, `12.`, `12,` and `12)`.
fn is_number(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    (1..=3).contains(&digits) && matches!(&word[digits..], "" | "." | "," | ")")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(line: &str) -> Vec<&str> {
        lines(line).into_iter().map(|part| &line[part]).collect()
    }

    #[test]
    fn a_paragraph_is_broken_into_lines() {
        let line = "12. Kt to K B 3 Kt to Q B 3 ".repeat(10);
        let parts = broken(line.trim());
        assert!(parts.len() > 3 && parts.iter().all(|part| part.chars().count() <= WIDTH), "{parts:?}");
        assert_eq!(parts.join(" "), line.trim());
    }

    #[test]
    fn score_and_prose_stand_in_lines_of_their_own() {
        let line = "5 P-KB3 P-B3 6 B-K3 P-QR3 And here again P-K4 is an alternative. This game casts some doubts on the line \
                    that Black adopts. 7 Q-Q2 P-QKt4 8 Castles PxP This does not look good.";
        assert_eq!(
            broken(line),
            [
                "5 P-KB3 P-B3 6 B-K3 P-QR3",
                "And here again P-K4 is an alternative. This game casts some doubts on",
                "the line that Black adopts.",
                "7 Q-Q2 P-QKt4 8 Castles PxP",
                "This does not look good.",
            ]
        );
    }

    #[test]
    fn a_heading_stands_in_a_line_of_its_own() {
        let line = "White, Brown. Black, Smith. (Sixth game of the match.) 1 P - K 4 P - Q B 4";
        assert_eq!(broken(line), [&line[..54], &line[55..]]);
        for line in
            ["20 R to K sq. 1 P to K 4", "1 P to K 4 P to K 4", "10 B to B sq. K to Kt sq. 1 P to K 4"]
        {
            assert_eq!(broken(line), [line]);
        }
    }

    #[test]
    fn a_table_of_several_parts_is_no_paragraph() {
        let row =
            "1 P to K 4      P to K 4      20 R to K sq     B to Q 3".replace("      ", &" ".repeat(60));
        assert!(row.len() > LONGEST);
        assert_eq!(broken(&row), [&row]);
    }
}
