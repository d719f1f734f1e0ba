//! How much of a text is prose: words of small letters that moves do not have.

/// Words of moves, which are no prose.
pub(crate) const MOVE_WORDS: &[&str] = &[
    "from", "takes", "dis", "dbl", "double", "check", "mate", "pawn", "knight", "bishop", "rook", "queen",
    "king", "side", "passing", "square",
];

/// Words of nearly every English move.
pub(crate) const SHORT_WORDS: &[&str] =
    &["to", "takes", "tks", "from", "at", "sq", "ch", "st", "nd", "rd", "th"];

/// Words of moves where a book writes ranks and steps in words: `Q. to her fifth`, `K. P. two`. Other prose has longer words beside them.
const IN_WORDS: &[&str] =
    &["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "his", "her", "one", "two"];

/// How much of a text is prose.
pub(super) struct Prose {
    /// Words of prose.
    pub count: usize,
    /// Their share of its letters and digits.
    pub share: f32,
}

pub(super) fn prose(text: &str) -> Prose {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| {
        word.len() >= 3
            && word.chars().all(char::is_lowercase)
            && !MOVE_WORDS.contains(word)
            && !IN_WORDS.contains(word)
    });
    let (count, letters) =
        words.fold((0, 0), |(count, letters), word| (count + 1, letters + word.chars().count()));
    let all = text.chars().filter(|c| c.is_alphanumeric()).count();
    Prose { count, share: letters as f32 / all.max(1) as f32 }
}
