//! Words that stand in moves, in the languages whose notations are read.

use scorebook_lexicon::{MARK_VERBS, MARK_WORDS, mark_of};

/// Signs of two letters behind a move, of check and mate mostly.
const SIGNS: &[&str] = &["ch", "cr", "dv", "mt", "sc", "sh", "sk", "sq", "sz"];

/// Longer abbreviations behind a move.
const ABBREVIATED: &[&str] = &["chk", "dis", "disc", "disch", "dbl", "dble", "e.p"];

/// Other words with more than two letters.
const OF_MOVES: &[&str] = &[
    "che", "passant", "kkt", "qkt", "king", "queen", "rook", "knight", "bishop", "pawn", "kings", "queens",
    "rooks", "knights", "bishops", "pawns", "castle", "castles", "rochade", "roque", "enroque", "square",
    "squares", "sqr", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "dame",
    "dama", "turm", "tour", "torre", "springer", "läufer", "alfil", "fou", "alfiere", "bispo", "cavalier",
    "caballo", "cavallo", "cavalo",
];

/// Words of moves that stand outside brackets only.
const OF_LONG_MOVES: &[&str] =
    &["takes", "retakes", "captures", "nimmt", "prend", "toma", "arrocco", "arrocca"];

/// The words of moves with more than two letters, in lowercase.
pub(crate) fn of_moves() -> impl Iterator<Item = &'static str> {
    let marks = MARK_WORDS.iter().map(|word| word.text).filter(|text| text.chars().count() > 2);
    marks.chain(ABBREVIATED.iter().chain(OF_MOVES).chain(OF_LONG_MOVES).copied())
}

/// Whether a word in brackets may be part of a move: a square, a piece, a sign, the letter of a footnote.
pub(crate) fn of_a_move(word: &str) -> bool {
    let plain: String = word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    plain.trim_end_matches('s').chars().count() <= 2
        || plain.contains(|c: char| c.is_ascii_digit())
        || ABBREVIATED.contains(&plain.as_str())
        || mark_of(&plain).is_some()
        || OF_MOVES.contains(&plain.as_str())
}

/// Whether a word of two letters is a sign of a move.
pub(crate) fn is_sign(word: &str) -> bool {
    SIGNS.contains(&word)
}

/// Whether a word abbreviates check, mate or en passant, with or without its full stops; the Spanish `j.` with its own only.
pub(crate) fn abbreviates_check(word: &str) -> bool {
    let plain = bare(word);
    is_sign(plain) && plain != "sq"
        || ABBREVIATED.contains(&plain)
        || word.trim_end_matches([',', ';']) == "j."
}

/// Whether a word says check or mate, or abbreviates it.
pub(crate) fn says_check(word: &str) -> bool {
    let plain = bare(word);
    abbreviates_check(word) || mark_of(plain).is_some() || MARK_VERBS.contains(&plain) || plain == "che"
}

fn bare(word: &str) -> &str {
    word.trim_end_matches(['.', ',', ';', '!', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_check() {
        for sign in ["ch", "ch.", "dis", "dbl.", "mate!", "Schach", "schach", "e.p."] {
            assert_eq!(says_check(sign), sign != "Schach", "{sign}");
        }
        assert!(abbreviates_check("dis.") && !abbreviates_check("double"));
        assert!(!says_check("and") && !says_check("sq.") && !says_check("e4"));
    }
}
