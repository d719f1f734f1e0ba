//! Dashes that copying has lost: those of `0-0` and `1-0` in the text of a PDF, `5.0 0 Se7`. A blank becomes the dash that it stands for;
//! all other places stay those of the file.

use std::sync::LazyLock;

use regex::Regex;

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
