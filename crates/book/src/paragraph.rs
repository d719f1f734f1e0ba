//! Paragraphs in one line, as text from the web has them: they are broken into lines, between score and prose where words tell
//! where one begins.

use std::ops::Range;

use crate::rows::prose::{MOVE_WORDS, SHORT_WORDS};

/// A line of more characters without a wide gap is a paragraph.
const LONGEST: usize = 160;
/// Spaces that make a wide gap.
const GAP: &str = "   ";
/// Characters of the lines that the score of a paragraph is broken into.
const WIDTH: usize = 72;
/// The same of its prose, whose moves are no score however many they are: mostly it stays whole.
const WIDTH_OF_PROSE: usize = 1000;

/// Whether a text has paragraphs that are not broken into lines.
#[must_use]
pub fn in_one_line(text: &str) -> bool {
    text.lines().any(is_paragraph)
}

fn is_paragraph(line: &str) -> bool {
    line.len() > LONGEST && line.split(GAP).any(|part| part.chars().count() > LONGEST)
}

/// Breaks the lines of a text, one after the other.
#[derive(Default)]
pub(crate) struct Breaker<'a> {
    /// The last number in the score.
    last: Option<Number<'a>>,
}

impl<'a> Breaker<'a> {
    /// The parts of the next line, as byte ranges: the line itself, its heading and the first moves behind it, or the lines of a
    /// paragraph.
    pub fn lines(&mut self, line: &'a str) -> Vec<Range<usize>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let start = |at: usize| words[at].as_ptr() as usize - line.as_ptr() as usize;
        if !is_paragraph(line) {
            if numbered(&words, 0).is_some() {
                (0..words.len()).for_each(|at| self.count(numbered(&words, at), at == 0));
            }
            let is_heading = |at: usize| words[..at].iter().all(|word| !is_number(word));
            let first = (HEADING..words.len()).find(|at| begins(&words, *at) && is_heading(*at));
            let first = first.map_or(0, start);
            let parts = [0..line[..first].trim_end().len(), first..line.len()];
            return parts.into_iter().filter(|part| !part.is_empty()).collect();
        }
        let mut kind = if self.last.is_some() && is_prose(&words) { Kind::Prose } else { Kind::Open };
        let mut parts: Vec<Range<usize>> = Vec::new();
        let mut width = 0;
        for (at, word) in words.iter().enumerate() {
            let change = self.change(&words, at, kind);
            kind = change.unwrap_or(kind);
            if kind != Kind::Prose {
                self.count(numbered(&words, at), change.is_some());
            }
            let characters = word.chars().count();
            let end = start(at) + word.len();
            match parts.last_mut().filter(|_| change.is_none() && width + 1 + characters <= kind.width()) {
                Some(part) => {
                    part.end = end;
                    width += 1 + characters;
                }
                None => {
                    parts.push(start(at)..end);
                    width = characters;
                }
            }
        }
        parts
    }

    /// Goes on to a number in the score; others are ranks of squares. `begins`: whether score begins with it.
    fn count(&mut self, number: Option<Number<'a>>, begins: bool) {
        let Some(number) = number else { return };
        if begins || self.last.is_none_or(|last| last.1 == number.1) && self.follows(number.0) {
            self.last = Some(number);
        }
    }

    /// Whether a number may come next in the score.
    fn follows(&self, number: u32) -> bool {
        number == 1 || self.last.is_none_or(|last| (last.0..=last.0 + 1).contains(&number))
    }

    /// What begins with a word, if it is something else than what stands before it.
    fn change(&self, words: &[&str], at: usize, kind: Kind) -> Option<Kind> {
        let number = numbered(words, at);
        let Some(before) = at.checked_sub(1).map(|before| words[before]) else {
            return number.map(|_| Kind::Score);
        };
        if kind == Kind::Score {
            return (opens(words, at) && ends(before)).then_some(Kind::Prose);
        }
        // Numbers with marks go on from those of the score; moves in prose mostly have none.
        let is_move = before.contains(|c: char| c.is_ascii_digit()) || before.ends_with(char::is_uppercase);
        let goes_on = |marks: &str| {
            !marks.is_empty() && self.last.is_some_and(|last| last.1 == marks) && ends(before) && !is_move
        };
        let is_behind = |(_, marks): Number<'_>| {
            goes_on(marks) || marks.len() < 2 && (is_word(before) || ends_a_sentence(before))
        };
        let scores = number.filter(|number| self.follows(number.0)).is_some_and(is_behind);
        let answers = is_number(words[at]) && words.get(at + 1).is_some_and(|behind| behind.starts_with('.'));
        if scores || answers || begins(words, at) {
            return Some(Kind::Score);
        }
        // Each sentence of a heading says something else.
        (kind == Kind::Open && closes(before)).then_some(Kind::Open)
    }
}

/// What stands in a part of a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Score or prose: a heading, or what goes on from the page before.
    Open,
    Score,
    Prose,
}

impl Kind {
    /// The most characters of a line.
    fn width(self) -> usize {
        if self == Kind::Prose { WIDTH_OF_PROSE } else { WIDTH }
    }
}

/// The number of a move, and the marks behind it.
type Number<'a> = (u32, &'a str);

/// The number of a move that stands at a word: `12. P-K4`, `12 Castles`, `12.Nf3`.
fn numbered<'a>(words: &[&'a str], at: usize) -> Option<Number<'a>> {
    let digits = words[at].bytes().take_while(u8::is_ascii_digit).count();
    let (number, behind) = words[at].split_at(digits);
    let number = number.parse().ok().filter(|_| digits < 4)?;
    let marks = behind.len() - behind.trim_start_matches(['.', ')', ',', '\u{2026}']).len();
    let (marks, glued) = behind.split_at(marks);
    let first = if glued.is_empty() { words.get(at + 1)?.chars().next() } else { glued.chars().next() };
    let is_move =
        first.is_some_and(|c| c.is_uppercase() || c == '0' || !glued.is_empty() && c.is_alphabetic());
    (is_move && (glued.is_empty() || !marks.is_empty())).then_some((number, marks))
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

/// Whether a paragraph begins as prose does, behind the mark of a note or not.
fn is_prose(words: &[&str]) -> bool {
    let first = usize::from(words[0].starts_with('(') && words.len() > 1);
    let letters = words[first].trim_end_matches(|c: char| c.is_ascii_punctuation());
    let is_plain = letters.len() > 3 && letters.chars().skip(1).all(char::is_lowercase);
    opens(words, first) || is_word(words[first]) || is_plain && !letters.starts_with("Castle")
}

/// Whether a sentence of prose begins with a word: `And here again`, `A Rook standing behind`.
fn opens(words: &[&str], at: usize) -> bool {
    let Some(behind) = words.get(at + 1) else { return false };
    let lower = words[at].to_lowercase();
    let is_plain = |word: &str| word.len() > 2 && word.chars().skip(1).all(|c| c.is_lowercase() || c == '-');
    match words[at] {
        "A" | "An" | "The" => is_plain(behind),
        word => word.starts_with(char::is_uppercase) && is_word(&lower) && is_word(behind),
    }
}

/// Whether a sentence of prose ends with a word: `mate.`
fn ends_a_sentence(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
    letters.len() < word.len() && letters.len() > 2 && letters.chars().all(char::is_lowercase)
}

/// Whether a sentence of a heading ends with a word, and not a short one or a title: `Brunswick.`
fn closes(word: &str) -> bool {
    let letters = word.trim_end_matches('.');
    letters.len() + 1 == word.len()
        && letters.len() > 3
        && letters.chars().all(char::is_alphabetic)
        && letters != "Messrs"
}

/// Whether a sentence, a move or the mark of a note ends with a word.
fn ends(word: &str) -> bool {
    word.ends_with(['.', '!', '?', ')', ']', ':', '\u{2026}'])
        || word.contains(|c: char| c.is_ascii_digit())
        || word.ends_with(char::is_uppercase)
        || !word.contains(char::is_alphanumeric)
}

/// A word of prose, with a mark behind it or not.
fn is_word(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
    word.len() >= 2
        && word.chars().all(|c| c.is_lowercase() || c == '-')
        && !MOVE_WORDS.contains(&word)
        && !SHORT_WORDS.contains(&word)
}

/// `12`, `12.`, `12,` and `12)`.
fn is_number(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    (1..=3).contains(&digits) && matches!(&word[digits..], "" | "." | "," | ")")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(line: &str) -> Vec<&str> {
        Breaker { last: Some((4, "")) }.lines(line).into_iter().map(|part| &line[part]).collect()
    }

    #[test]
    fn a_paragraph_is_broken_into_lines() {
        let line = "5. Kt to K B 3 Kt to Q B 3 ".repeat(10);
        let line = format!("4. P-B 3 Kt-B 3 {line}");
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
                "And here again P-K4 is an alternative. This game casts some doubts on the line that Black adopts.",
                "7 Q-Q2 P-QKt4 8 Castles PxP",
                "This does not look good.",
            ]
        );
    }

    #[test]
    fn prose_ends_where_the_numbers_of_the_score_go_on() {
        let line = "23. R-K1 PxB 24. PxP Kt-K2 * A Rook standing behind an advanced pawn may support its further advance, or may be exchanged. If 24 QxP, BxP, 25 RxB &c. \
                    25. Q-K2 R-B1 26. P-Q6 K-R2";
        assert_eq!(
            broken(line),
            [
                "23. R-K1 PxB 24. PxP Kt-K2 *",
                "A Rook standing behind an advanced pawn may support its further advance, or may be exchanged. If 24 QxP, BxP, 25 RxB &c.",
                "25. Q-K2 R-B1 26. P-Q6 K-R2",
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
