//! Two games side by side: each row has the same number twice.

use super::token::{Line, LineKind, Token};
use crate::words::{Gap, Word};

/// Fewest rows with the same number twice.
const FEWEST: usize = 2;

/// The lines of the left game and of the right one; `None` if there is only one game.
pub(super) fn parted<'a>(body: &[Line<'a>]) -> Option<[Vec<Line<'a>>; 2]> {
    let score = || body.iter().filter(|line| line.kind == LineKind::Score);
    let column = score().filter_map(|line| Some(second(line)?.1)).min()?;
    (score().filter_map(second).count() >= FEWEST).then_some(())?;
    let mut games = [Vec::new(), Vec::new()];
    for line in score() {
        let at = match second(line) {
            Some((at, _)) => at,
            // Only one of the games has this row.
            None if starts_behind(line, column) => 0,
            None => second_behind_one(line, column).unwrap_or(line.tokens.len()),
        };
        let (left, right) = line.tokens.split_at(at);
        for (game, tokens) in games.iter_mut().zip([left, right]) {
            if !tokens.is_empty() {
                game.push(Line { row: line.row, tokens: tokens.to_vec(), kind: line.kind });
            }
        }
    }
    // A block of later moves has other numbers, and the rows that only the longer game has stand below the others.
    let has_both = |line: &&Line<'a>| {
        second(line).is_some() || second_behind_one(line, column).is_some() && !starts_behind(line, column)
    };
    score().skip_while(has_both).all(|line| second(line).is_none()).then_some(games)
}

/// The token of the second number of a line, behind a gap and the same as the first, and its distance from the margin.
fn second(line: &Line<'_>) -> Option<(usize, usize)> {
    let Some(Token::Label { number, .. }) = line.tokens.first() else { return None };
    let same = line.tokens.iter().enumerate().skip(3).find_map(|(at, token)| match token {
        Token::Label { number: other, word, marked } if other == number && word.gap == Gap::Wide => {
            let is_last = at + 1 == line.tokens.len();
            (!is_last).then_some((at, margin(line, word), *marked))
        }
        _ => None,
    })?;
    // Two moves stand between the numbers, or the number is Black's.
    let between = line.tokens[1..same.0].iter().filter(|token| matches!(token, Token::Word(_))).count();
    (between >= 2 || same.2 && between > 3).then_some((same.0, same.1))
}

/// The token of the number of the right game where the left one has only White's move: it stands in the column of the
/// other second numbers.
fn second_behind_one(line: &Line<'_>, column: usize) -> Option<usize> {
    let Some(Token::Label { number, .. }) = line.tokens.first() else { return None };
    match line.tokens.get(2) {
        Some(Token::Label { number: other, word, .. })
            if other == number && word.gap == Gap::Wide && line.tokens.len() > 3 =>
        {
            margin(line, word).abs_diff(column) <= 2
        }
        _ => false,
    }
    .then_some(2)
}

fn starts_behind(line: &Line<'_>, column: usize) -> bool {
    let first = line.tokens.first().and_then(Token::of_move);
    first.is_some_and(|word| margin(line, &word) + 2 >= column)
}

/// Characters between the margin and a word: bytes would count a figurine for three.
fn margin(line: &Line<'_>, word: &Word<'_>) -> usize {
    line.row.text.get(..word.start - line.row.start).map_or(0, |before| before.chars().count())
}

/// The words of a line that say how the game in that column ended.
pub(super) fn ending<'a>(line: &Line<'a>, column: usize) -> Vec<Word<'a>> {
    let words: Vec<Word<'a>> = line.row.words().collect();
    let gap = words.iter().skip(1).position(|word| word.gap == Gap::Wide).map(|at| at + 1);
    match gap {
        Some(at) if column == 0 => words[..at].to_vec(),
        Some(at) => words[at..].to_vec(),
        None => words,
    }
}
