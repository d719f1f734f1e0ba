//! The letters in which a sheet is written.

use scorebook_notation::languages;
use scorebook_notation::san::{SAN, San};
use scorebook_search::Grammar;
use shakmaty::Role;

/// The letters of the men of one language.
#[derive(Clone, Copy, Debug)]
pub struct Letters(&'static San);

impl Letters {
    /// English first, then all languages whose letters are Latin.
    pub fn all() -> impl Iterator<Item = Letters> {
        let latin = |san: &San| Role::ALL.iter().all(|&role| san.alphabet.letter(role).is_ascii());
        std::iter::once(&SAN).chain(languages::ALL.iter().copied().filter(move |san| latin(san))).map(Letters)
    }

    /// The letters of a notation such as `san` or `san-de`; `None` if it is no algebraic notation in Latin letters.
    ///
    /// ```
    /// use scorebook_eye::Letters;
    /// assert_eq!(Letters::named("san-pt").map(Letters::name), Some("san-pt"));
    /// assert!(Letters::named("english").is_none());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Letters> {
        Letters::all().find(|letters| letters.0.name == name || letters.0.aliases.contains(&name))
    }

    /// The name of the notation.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// How moves are written in these letters.
    #[must_use]
    pub fn grammar(self) -> Grammar {
        Grammar::algebraic(self.0.alphabet.letters())
    }
}
