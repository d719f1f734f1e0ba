//! Squares and men as data formats tell them, in columns or values of their own: `from`, `to`, `piece: "knight"`.

/// Heads of the column that says what a pawn becomes, in small letters.
pub const PROMOTIONS: &[&str] = &[
    "promotion",
    "promo",
    "prom",
    "promoted",
    "promotedto",
    "promotionpiece",
    "promotes",
    "umwandlung",
    "coronación",
    "coronacion",
    "promoción",
    "promocion",
    "promozione",
    "promotie",
    "promocja",
    "превращение",
];
/// Heads of the column of the man that moves, in small letters.
pub const MEN: &[&str] =
    &["piece", "man", "figur", "pièce", "piecetype", "pieza", "pezzo", "stuk", "figura", "фигура"];
/// Words for men in English, with their letters.
const WORDS: &[(&str, &str)] =
    &[("pawn", ""), ("knight", "N"), ("bishop", "B"), ("rook", "R"), ("queen", "Q"), ("king", "K")];
/// Values that say that there is none.
const NONE: &[&str] = &["", "-", "--", "none", "null", "no", "0", "false", "nan", "n/a", "nein", "non"];

/// The rank of a square, from 1; `None` if the text is none.
///
/// ```
/// use scorebook_text::told::rank;
/// assert_eq!((rank(" e2 "), rank("e9")), (Some(2), None));
/// ```
#[must_use]
pub fn rank(text: &str) -> Option<u8> {
    match text.trim().as_bytes() {
        [b'a'..=b'h' | b'A'..=b'H', rank @ b'1'..=b'8'] => Some(rank - b'0'),
        _ => None,
    }
}

/// The letter of a man: of a word, of `wN`, of a letter; `None` if there is none.
///
/// ```
/// use scorebook_text::told::letter;
/// assert_eq!((letter("white knight"), letter("wN"), letter("none")), (Some("N".into()), Some("N".into()), None));
/// ```
#[must_use]
pub fn letter(text: &str) -> Option<String> {
    let text = text.trim();
    let lower = text.to_lowercase();
    if NONE.contains(&lower.as_str()) {
        return None;
    }
    if let Some((_, letter)) =
        WORDS.iter().find(|(word, _)| lower == *word || lower.ends_with(&format!(" {word}")))
    {
        return Some((*letter).to_owned());
    }
    let mut chars = text.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(own), None, _) if own.is_alphabetic() => Some(own.to_uppercase().collect()),
        (Some('w' | 'b'), Some(own), None) if own.is_alphabetic() => Some(own.to_uppercase().collect()),
        _ => None,
    }
}
