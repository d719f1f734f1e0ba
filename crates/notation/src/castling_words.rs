//! Castling in the words of many languages, whatever notation the other moves are in: `Roq.`, `Arrocco`, `kurze
//! Rochade`, `CastleKingside`.

use shakmaty::CastlingSide;

use super::scan::{kept_of_word, peel};
use super::{Habit, Sense, Senses};
use crate::skeleton::Skeleton;

/// Words for castling on the king's side; letters alone.
const SHORT: &[&str] = &[
    "castlekingside",
    "castleskingside",
    "castlesshort",
    "shortcastle",
    "shortcastling",
    "castleshort",
    "kingsidecastle",
    "kingsidecastling",
    "petitroque",
    "proque",
    "proq",
    "roquepetit",
    "roqueduroi",
    "roqueroi",
    "roquecôtéroi",
    "roquecoteroi",
    "kurzerochade",
    "krochade",
    "kleinerochade",
    "klrochade",
    "rochadekurz",
    "kurzrochiert",
    "rochiertkurz",
    "arroccocorto",
    "arroccodire",
    "arroccopiccolo",
    "enroquecorto",
    "enroquerey",
    "enroquechico",
    "roquemenor",
    "pequenoroque",
    "roquepequeno",
    "korterokade",
    "rokadekort",
    "kortrokad",
    "короткаярокировка",
    "рокировкакороткая",
    "рокировкавкороткую",
    "рокировкавкороткуюсторону",
    "короткрокировка",
    "krótkaroszada",
    "malárošáda",
    "kisrosáda",
    "kisrochade",
];

/// Words for castling on the queen's side.
const LONG: &[&str] = &[
    "castlequeenside",
    "castlesqueenside",
    "castleslong",
    "longcastle",
    "longcastling",
    "castlelong",
    "queensidecastle",
    "queensidecastling",
    "grandroque",
    "groque",
    "groq",
    "roquegrand",
    "roquedame",
    "roquedeladame",
    "roquecôtédame",
    "roquecotedame",
    "langerochade",
    "grosserochade",
    "großerochade",
    "grrochade",
    "rochadelang",
    "langrochiert",
    "rochiertlang",
    "arroccolungo",
    "arroccodidonna",
    "arroccogrande",
    "enroquelargo",
    "enroquedama",
    "enroquegrande",
    "roquemaior",
    "granderoque",
    "roquegrande",
    "langerokade",
    "rokadelang",
    "långrokad",
    "длиннаярокировка",
    "рокировкадлинная",
    "рокировкавдлинную",
    "рокировкавдлиннуюсторону",
    "długaroszada",
    "velkárošáda",
    "nagyrosáda",
];

/// Words for castling that leave the side open.
const EITHER: &[&str] = &[
    "roq",
    "roque",
    "roquent",
    "leroiroque",
    "rroque",
    "arrocco",
    "arrocca",
    "rochade",
    "rochiert",
    "rochirt",
    "enroque",
    "enroca",
    "elreyenroca",
    "rokade",
    "rokeert",
    "rokad",
    "rochada",
    "рокировка",
    "roszada",
    "rošáda",
    "rokada",
];

/// Whether a word may be a part of such words.
#[must_use]
pub fn may_contain(word: &str) -> bool {
    let Some(kept) = kept_of_word(word) else { return true };
    let kept = kept.to_ascii_lowercase();
    [SHORT, LONG, EITHER].into_iter().flatten().any(|known| known.contains(&kept))
}

/// The meaning of a text that says in words that the king castles; none for any other.
///
/// ```
/// use scorebook_notation::castling_words::senses;
/// assert_eq!(senses("Roq.").len(), 1);
/// assert_eq!(senses("kl. Rochade+").len(), 1);
/// assert!(senses("Rogers").is_empty());
/// ```
#[must_use]
pub fn senses(text: &str) -> Senses {
    let peeled = peel(text);
    let letters: String =
        peeled.core.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let plain =
        peeled.core.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '\'' | '(' | ')'));
    let wing = match letters.as_str() {
        _ if !plain => return Senses::new(),
        word if SHORT.contains(&word) => Some(CastlingSide::KingSide),
        word if LONG.contains(&word) => Some(CastlingSide::QueenSide),
        word if EITHER.contains(&word) => None,
        _ => return Senses::new(),
    };
    let skeleton = Skeleton::castle(wing).marked(peeled.mark);
    Senses::from_iter([Sense { skeleton, habit: Habit::Lenient }])
}
