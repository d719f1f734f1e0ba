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

/// Whether a word says that a line goes on in a known way, `&c.`, `etc.`: what stands before it is part of a note, for the moves of a
/// game are all told.
///
/// ```
/// use scorebook_lexicon::is_and_so_on;
/// assert!(is_and_so_on("&c.") && is_and_so_on("etc.,") && is_and_so_on("usw."));
/// assert!(!is_and_so_on("ch.") && !is_and_so_on("c.") && !is_and_so_on(""));
/// ```
#[must_use]
pub fn is_and_so_on(word: &str) -> bool {
    let bare: String = word.chars().filter(|c| !matches!(c, '.' | ',' | ';' | ')' | '!')).collect();
    AND_SO_ON.contains(&crate::lowered(&bare).as_ref())
}

/// As English and its neighbours have it, German, Dutch, Italian, Hungarian, Polish, Czech, Russian, the north, Finnish, Estonian.
const AND_SO_ON: [&str; 12] =
    ["&c", "etc", "usw", "enz", "ecc", "stb", "itd", "atd", "итд", "osv", "ym", "jne"];
