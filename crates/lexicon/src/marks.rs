//! Words behind a move for check and mate.

/// What a word behind a move says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MarkMeaning {
    /// Check.
    Check,
    /// Mate.
    Mate,
    /// Double check.
    Double,
    /// Discovered check.
    Discovered,
}

/// A word for check or mate.
#[derive(Copy, Clone, Debug)]
pub struct MarkWord {
    /// The word.
    pub text: &'static str,
    /// What it says.
    pub meaning: MarkMeaning,
    /// ISO 639-1.
    pub language: &'static str,
}

const fn word(language: &'static str, text: &'static str, meaning: MarkMeaning) -> MarkWord {
    MarkWord { text, meaning, language }
}

/// The words for check and mate. Of two that end alike the longer stands first.
pub const MARK_WORDS: &[MarkWord] = &[
    word("en", "checkmates", MarkMeaning::Mate),
    word("en", "checkmate", MarkMeaning::Mate),
    word("en", "mates", MarkMeaning::Mate),
    word("en", "mate", MarkMeaning::Mate),
    word("en", "mating", MarkMeaning::Mate),
    word("de", "matt", MarkMeaning::Mate),
    word("it", "matto", MarkMeaning::Mate),
    word("fr", "mat", MarkMeaning::Mate),
    word("ru", "мат", MarkMeaning::Mate),
    word("en", "double", MarkMeaning::Double),
    word("en", "dble", MarkMeaning::Double),
    word("en", "dbl", MarkMeaning::Double),
    word("es", "doble", MarkMeaning::Double),
    word("en", "disch", MarkMeaning::Discovered),
    word("en", "disc", MarkMeaning::Discovered),
    word("en", "dis", MarkMeaning::Discovered),
    word("en", "discovered", MarkMeaning::Discovered),
    word("en", "discovering", MarkMeaning::Discovered),
    word("en", "discovers", MarkMeaning::Discovered),
    word("de", "schach", MarkMeaning::Check),
    word("sv", "schack", MarkMeaning::Check),
    word("sv", "sch", MarkMeaning::Check),
    word("da", "skak", MarkMeaning::Check),
    word("nl", "schaak", MarkMeaning::Check),
    word("pl", "szach", MarkMeaning::Check),
    word("cs", "šach", MarkMeaning::Check),
    word("hu", "sakk", MarkMeaning::Check),
    word("fi", "šakki", MarkMeaning::Check),
    word("fr", "échec", MarkMeaning::Check),
    word("fr", "echec", MarkMeaning::Check),
    word("fr", "éch", MarkMeaning::Check),
    word("fr", "ech", MarkMeaning::Check),
    word("en", "checks", MarkMeaning::Check),
    word("en", "check", MarkMeaning::Check),
    word("en", "checking", MarkMeaning::Check),
    word("en", "chk", MarkMeaning::Check),
    word("en", "ch", MarkMeaning::Check),
    word("es", "jaque", MarkMeaning::Check),
    word("es", "jaq", MarkMeaning::Check),
    word("it", "scacco", MarkMeaning::Check),
    word("it", "scac", MarkMeaning::Check),
    word("it", "sc", MarkMeaning::Check),
    word("pt", "xeque", MarkMeaning::Check),
    word("ru", "шах", MarkMeaning::Check),
];

/// Words between a move and the word for check: `Q takes P, giving check`.
pub const MARK_VERBS: &[&str] = &["gives", "giving"];

/// What a word in lower case says behind a move; `None` for all other words.
#[must_use]
pub fn mark_of(word: &str) -> Option<MarkMeaning> {
    MARK_WORDS.iter().find(|known| known.text == word).map(|known| known.meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_words_that_end_alike_the_longer_is_first() {
        for (at, word) in MARK_WORDS.iter().enumerate() {
            assert!(
                MARK_WORDS[at + 1..].iter().all(|later| !later.text.ends_with(word.text)),
                "{} hides a longer word",
                word.text
            );
        }
        assert_eq!(mark_of("matto"), Some(MarkMeaning::Mate));
    }
}
