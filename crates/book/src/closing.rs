//! Words that say that a game ends.

/// Words that may stand in a row of score: how a game ends.
const CLOSING: &[&str] = &[
    "resigns",
    "resigned",
    "drawn",
    "draw",
    "game",
    "mate",
    "mates",
    "white",
    "black",
    "stalemate",
    "abandoned",
];

/// Whether a word says how the game ends: with a capital, or as the last of its row.
pub(crate) fn is_closing(word: &[char], rest: &[char]) -> bool {
    let lower: String = word.iter().filter(|c| c.is_alphabetic()).map(|c| c.to_ascii_lowercase()).collect();
    let capital = word.first().is_some_and(|c| c.is_ascii_uppercase());
    let last = || ENDINGS.contains(&lower.as_str()) && !rest.iter().any(|c| c.is_alphanumeric());
    capital && CLOSING.contains(&lower.as_str()) || last()
}

/// Words that say that a game has ended.
pub(crate) const ENDINGS: &[&str] =
    &["resigns", "resigned", "drawn", "draw", "mate", "mates", "stalemate", "abandoned", "remis", "tables"];
