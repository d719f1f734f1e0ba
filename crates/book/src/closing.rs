//! Words that say that a game ends.

use scorebook_lexicon::{MarkMeaning, Saying, ending_of, mark_of, side_of};

/// Whether a word says how the game ends: with a capital, or as the last of its row.
pub(crate) fn is_closing(word: &[char], rest: &[char]) -> bool {
    let lower: String = word.iter().filter(|c| c.is_alphabetic()).flat_map(|c| c.to_lowercase()).collect();
    let is_capital = word.first().is_some_and(|c| c.is_uppercase());
    let is_last = || !rest.iter().any(|c| c.is_alphanumeric());
    let says_end = || is_ending(&lower) || lower == "game" || side_of(&lower).is_some();
    is_capital && says_end() || is_ending(&lower) && is_last()
}

/// Whether a word in lower case says that a game has ended. `wins` and `lost` are words of notes as well.
pub(crate) fn is_ending(lower: &str) -> bool {
    let ended = ending_of(lower)
        .is_some_and(|saying| matches!(saying, Saying::Resigns | Saying::Drawn | Saying::Unfinished));
    ended || mark_of(lower) == Some(MarkMeaning::Mate)
}

#[cfg(test)]
mod tests {
    use super::is_closing;

    #[test]
    fn games_end_in_all_languages() {
        let closes = |word: &str, rest: &str| {
            is_closing(&word.chars().collect::<Vec<_>>(), &rest.chars().collect::<Vec<_>>())
        };
        for word in ["Resigns", "Tablas", "Aufgegeben", "Abandonan", "Remis", "Unentschieden", "Weiß", "Mate"]
        {
            assert!(closes(word, " and so on"), "{word}");
        }
        assert!(closes("tablas", ".") && closes("remis", "") && !closes("remis", " is offered"));
        assert!(!closes("tables", ".") && !closes("Tables", ""), "a table is no ending");
    }
}
