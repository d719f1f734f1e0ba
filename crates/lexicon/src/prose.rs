//! The letters of words in sentences.

/// Whether a letter is as the words of sentences have them: small, or of a script that has no capitals.
///
/// ```
/// use scorebook_lexicon::is_small;
/// assert!(is_small('a') && is_small('ж') && is_small('守') && is_small('ლ'));
/// assert!(!is_small('A') && !is_small('4') && !is_small('-') && !is_small('♘'));
/// ```
#[must_use]
pub fn is_small(c: char) -> bool {
    c.is_lowercase() || c.is_alphabetic() && !c.is_uppercase()
}
