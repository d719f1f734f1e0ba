//! What words around a move, or before a game, say of it.

use std::sync::LazyLock;

/// What a phrase says, by its place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// Behind a move: it is talked about, and was not played.
    Behind,
    /// Before a move: it is only named.
    Before,
    /// Before a move, at the beginning of a sentence: it is supposed.
    Supposed,
    /// Before a move: a sentence about what followed it, or could have.
    About,
    /// Before a game: it was played at odds.
    Odds,
}

/// The phrases of that kind, in small letters.
///
/// ```
/// use scorebook_lexicon::{Phrase, phrases};
/// assert!(phrases(Phrase::Before).any(|phrase| phrase == "instead of"));
/// assert!(phrases(Phrase::Supposed).any(|phrase| phrase == "wenn"));
/// ```
pub fn phrases(kind: Phrase) -> impl Iterator<Item = &'static str> {
    static ALL: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
        include_str!("phrases.tsv").lines().filter_map(|line| line.split_once('\t')).collect()
    });
    let is_of = move |name: &str| match kind {
        Phrase::Behind => name == "behind",
        // What is supposed is only named.
        Phrase::Before => matches!(name, "before" | "supposed"),
        Phrase::Supposed => name == "supposed",
        Phrase::About => name == "about",
        Phrase::Odds => name == "odds",
    };
    ALL.iter().filter(move |(name, _)| is_of(name)).map(|(_, phrase)| *phrase)
}
