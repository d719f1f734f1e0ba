//! Dashes that are not there: those of `0-0` and `1-0` that copying the text of a PDF has lost, `5.0 0 Se7`, and those between the squares
//! of a move, `2 S g1 f3 S b8 c6`. A blank becomes the dash that it stands for; all other places stay those of the file.

use std::sync::LazyLock;

use regex::Regex;

use super::glance::is_square;
use crate::record::MoveSense;

/// Likeness from which a text is written as a move.
const LIKE: f32 = 0.5;

/// The dashes of castling, and of results, where a text has lost all of them.
pub(super) fn lost(text: &str, sense: &dyn MoveSense) -> Vec<(usize, char)> {
    static WHOLE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"0[-–—]0|[OОо][-–—][OОо]|o-o").ok());
    static RUN: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?:^|[\s.…|)])((?:0 ){1,5}0|(?:O ){1,5}O)(?:[\s|.,;:!?+)(]|$)").ok());
    static RESULT: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\s(?:1 0|0 1|½ ½)\s*(?:$|[\n(])").ok());
    let (Some(whole), Some(run), Some(result)) = (WHOLE.as_ref(), RUN.as_ref(), RESULT.as_ref()) else {
        return Vec::new();
    };
    if whole.is_match(text) {
        return Vec::new();
    }
    let mut signs = Vec::new();
    for found in run.captures_iter(text).filter_map(|found| found.get(1)) {
        if !is_behind_move(&text[..found.start()], sense) {
            continue;
        }
        let rest = &text[found.end()..];
        // The last one may be that of a result.
        let is_result = rest.strip_prefix(" 1").is_some_and(|rest| {
            rest.trim_start_matches([' ', '\r']).is_empty()
                || rest.starts_with(['\n', ' ']) && rest.trim_start().is_empty()
        });
        let count = found.as_str().len() / 2 + 1 - usize::from(is_result);
        // Five may be either side's longer castling.
        let dashes: &[usize] = match count {
            2 => &[0],
            3 => &[0, 1],
            4 => &[0, 2],
            6 => &[0, 1, 3, 4],
            _ => &[],
        };
        signs.extend(dashes.iter().map(|at| (found.start() + at * 2 + 1, '-')));
    }
    if !signs.is_empty() {
        let between = |found: regex::Match<'_>| {
            let trimmed = found.as_str().trim();
            let at = found.as_str().find(trimmed)? + found.start();
            Some((at + trimmed.find(' ')?, '-'))
        };
        signs.extend(result.find_iter(text).filter_map(between));
        signs.sort_unstable();
        signs.dedup();
    }
    signs
}

/// The dashes between the squares of each move, where a man stands before two of them, and never before one.
pub(super) fn between_squares(text: &str) -> Vec<(usize, char)> {
    /// Fewest men before two squares.
    const MEN: usize = 3;
    let mut signs = Vec::new();
    let mut men = 0;
    for line in text.split_inclusive('\n') {
        let words: Vec<(usize, &str)> = placed(text, line).collect();
        for run in words.chunk_by(|(at, word), (next, _)| at + word.len() + 1 == *next) {
            let mut at = 0;
            while at < run.len() {
                let is = |ahead: usize, kind: fn(&str) -> bool| {
                    run.get(at + ahead).is_some_and(|(_, word)| kind(word))
                };
                let dash = |ahead: usize| run[at + ahead].0 - 1;
                if is(0, is_man_and_square) {
                    return Vec::new();
                } else if is(0, is_man) && is(1, names_square) {
                    if !is(2, names_square) {
                        return Vec::new();
                    }
                    men += 1;
                    at += 1;
                } else if is(0, names_square) && is(1, names_square) {
                    signs.push((dash(1), '-'));
                    at += 2;
                } else if is(0, is_number) && is(1, is_nought) && is(2, is_nought) {
                    signs.push((dash(2), '-'));
                    if is(3, is_nought) {
                        signs.push((dash(3), '-'));
                    }
                    at += 3;
                } else {
                    at += 1;
                }
            }
        }
    }
    if men < MEN { Vec::new() } else { signs }
}

/// The words of a line of a text, with their places.
fn placed<'t>(text: &'t str, line: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    line.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

fn names_square(word: &str) -> bool {
    is_square(word.trim_end_matches(['+', '!', '?', ',', '.', ';', '#']).as_bytes())
}

fn is_man(word: &str) -> bool {
    word.chars().count() <= 2 && word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic)
}

fn is_man_and_square(word: &str) -> bool {
    let mut signs = word.chars();
    signs.next().is_some_and(char::is_uppercase) && names_square(signs.as_str())
}

fn is_number(word: &str) -> bool {
    let bare = word.trim_end_matches(['.', ')', '…']);
    !bare.is_empty() && bare.len() < 4 && bare.bytes().all(|b| b.is_ascii_digit()) && bare != "0"
}

fn is_nought(word: &str) -> bool {
    matches!(word, "0" | "O")
}

/// Whether a text ends with the number of a move, or with a move behind its number: elsewhere noughts are figures of a table, or of
/// the line of a server.
fn is_behind_move(text: &str, sense: &dyn MoveSense) -> bool {
    let line = text.rsplit('\n').next().unwrap_or_default();
    let mut words = line.split([' ', '\t', '|']).filter(|word| !word.is_empty()).rev();
    let Some(word) = words.next() else { return false };
    let is_number = |word: &str| {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        digits.len() < word.len() && digits.trim_start_matches(['.', '…', ')']).is_empty()
    };
    let is_signed = |word: &str| is_number(word) && (word.ends_with(['.', '…', ')']) || line.contains('|'));
    let bare = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…', ')']);
    let is_move = || sense.likeness(bare.trim_end_matches(['!', '?', '+'])) >= LIKE;
    is_signed(word) || is_move() && (bare.len() < word.len() || words.next().is_some_and(is_signed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::sense::NotationSense;
    use crate::decode::NotationChoice;

    fn spelled(text: &str, signs: &[(usize, char)]) -> String {
        let by = |(at, c)| signs.iter().find(|(place, _)| *place == at).map_or(c, |(_, sign)| *sign);
        text.char_indices().map(by).collect()
    }

    #[test]
    fn dashes_between_squares_are_found() {
        let read = |text: &str| spelled(text, &between_squares(text));
        assert_eq!(
            read("1 e2 e4 1 e7 e5\n2 S g1 f3 2 S b8 c6\n3 G f1 b5 3 a7 a6\n4 0 0 4 0 0 0"),
            "1 e2-e4 1 e7-e5\n2 S g1-f3 2 S b8-c6\n3 G f1-b5 3 a7-a6\n4 0-0 4 0-0-0"
        );
        for text in [
            "1. e4 e5 2. d4 d5 3. N f3 N c6 4. B b5 B b4",
            "1. e4 e5 2. Nf3 Nc6 3. S g1 f3 S b8 c6 G f1 b5",
            "A b1 c3",
        ] {
            assert_eq!(read(text), text);
        }
    }

    #[test]
    fn dashes_that_are_lost_are_found() {
        let sense = NotationSense::new(NotationChoice::Auto);
        let read = |text: &str| spelled(text, &lost(text, &sense));
        assert_eq!(
            read("4.Ba4 Nf6 5.0 0 Be7 6.Re1 b5 7.Bb3 0 0 1 0"),
            "4.Ba4 Nf6 5.0-0 Be7 6.Re1 b5 7.Bb3 0-0 1-0"
        );
        assert_eq!(read("7. 0 0 0 c5 0 1"), "7. 0-0-0 c5 0-1");
        assert_eq!(read("12.0 0 0 0"), "12.0-0 0-0");
        for text in [
            "Smith 0 0 1 0",
            "Anna Bert 1 0 39 0 0 1 P/e7-e5 (0:00) e5 0 0 0",
            "4.Ba4 Nf6 5.0-0 Be7 6.Re1 0 0",
            "1. e4 e5 1 0",
        ] {
            assert_eq!(read(text), text);
        }
    }
}
