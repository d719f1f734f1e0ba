//! Castling in the words of many languages, whatever notation the other moves are in: `Roq.`, `Arrocco`, `kurze
//! Rochade`, `CastleKingside`.

use shakmaty::CastlingSide;

use super::scan::{kept_of_word, peel};
use super::{Habit, Sense, Senses};
use crate::skeleton::Skeleton;

/// Words that say that the king castles.
const CASTLES: &[&str] = &[
    "castle",
    "castles",
    "castling",
    "roq",
    "roque",
    "roquent",
    "arrocco",
    "arrocca",
    "rochade",
    "rochiert",
    "rochirt",
    "enroque",
    "enroca",
    "rokade",
    "rokeert",
    "rokad",
    "rochada",
    "рокировка",
    "рокировк",
    "roszada",
    "rošáda",
    "rosáda",
    "rokada",
    "leroiroque",
    "rroque",
    "elreyenroca",
];

/// Of these, those that English descriptive notation reads itself where no side is said; elsewhere they are a remark: `O-O (castle)`.
const ENGLISH: &[&str] = &["castle", "castles", "castling"];

/// Words beside them for the king's side; letters alone.
const SHORT: &[&str] = &[
    "short",
    "kingside",
    "petit",
    "court",
    "roi",
    "tr",
    "kurze",
    "kurz",
    "kleine",
    "kl",
    "corto",
    "re",
    "piccolo",
    "rey",
    "chico",
    "menor",
    "pequeno",
    "korte",
    "kort",
    "короткая",
    "короткую",
    "коротк",
    "krótka",
    "malá",
    "kis",
];

/// Words beside them for the queen's side.
const LONG: &[&str] = &[
    "long",
    "queenside",
    "grand",
    "dame",
    "td",
    "lange",
    "lang",
    "grosse",
    "große",
    "gr",
    "lungo",
    "donna",
    "grande",
    "largo",
    "dama",
    "maior",
    "lång",
    "длинная",
    "длинную",
    "длинн",
    "długa",
    "velká",
    "nagy",
];

/// Letters before the word for castling that stand for one of these words.
const LETTERS: [(&str, CastlingSide); 3] =
    [("p", CastlingSide::KingSide), ("k", CastlingSide::KingSide), ("g", CastlingSide::QueenSide)];

/// Letters behind it that do: `Roque R`.
const LETTERS_BEHIND: [(&str, CastlingSide); 2] =
    [("r", CastlingSide::KingSide), ("d", CastlingSide::QueenSide)];

/// Words that say nothing: `côté du roi`, `в длинную сторону`.
const PARTICLES: &[&str] = &["del", "de", "du", "la", "di", "côté", "cote", "tour", "lado", "в", "сторону"];

/// What letters say that are put together of these words, `rochadelang`: one for castling, and none for the other side.
#[derive(Copy, Clone, Default)]
struct Said {
    castles: bool,
    wing: Option<CastlingSide>,
}

impl Said {
    /// What further letters say beside this; `None` if they are no such words.
    fn and(self, letters: &str) -> Option<Said> {
        if letters.is_empty() {
            return Some(self);
        }
        let behind =
            |words: &'static [&'static str]| words.iter().filter_map(|word| letters.strip_prefix(word));
        let castling = behind(CASTLES).filter(|_| !self.castles);
        castling
            .map(|rest| (rest, Said { castles: true, ..self }))
            .chain(behind(SHORT).filter_map(|rest| Some((rest, self.to(CastlingSide::KingSide)?))))
            .chain(behind(LONG).filter_map(|rest| Some((rest, self.to(CastlingSide::QueenSide)?))))
            .chain(LETTERS.iter().filter_map(|(letter, wing)| {
                Some((letters.strip_prefix(letter)?, self.to(*wing).filter(|_| !self.castles)?))
            }))
            .chain(LETTERS_BEHIND.iter().filter_map(|(letter, wing)| {
                let rest = letters.strip_prefix(letter).filter(|rest| rest.is_empty() && self.castles)?;
                Some((rest, self.to(*wing)?))
            }))
            .chain(behind(PARTICLES).map(|rest| (rest, self)))
            .find_map(|(rest, said)| said.and(rest))
    }

    /// This, and a side of the board; `None` if the other one, or one, is said already.
    fn to(self, wing: CastlingSide) -> Option<Said> {
        self.wing.is_none().then_some(Said { wing: Some(wing), ..self })
    }
}

/// Most bytes of such words.
const LONGEST: usize = 96;

/// Whether a word may be a part of such words.
#[must_use]
pub fn may_contain(word: &str) -> bool {
    let Some(kept) = kept_of_word(word) else { return true };
    let kept = kept.to_lowercase();
    let words = [CASTLES, SHORT, LONG, PARTICLES].into_iter().flatten();
    // Its last letters may have been taken off.
    let is_begun = |at: usize| {
        let (whole, begun) = kept.split_at(at);
        Said::default().and(whole).is_some() && words.clone().any(|known| known.starts_with(begun))
    };
    words.clone().any(|known| known.contains(&kept))
        || kept.len() <= LONGEST && (1..=kept.len()).any(is_begun)
}

/// The meaning of a text that says in words that the king castles; none for any other.
///
/// ```
/// use scorebook_notation::castling_words::senses;
/// assert_eq!(senses("Roq.").len(), 1);
/// assert_eq!(senses("kl. Rochade+").len(), 1);
/// assert_eq!(senses("Roque (TR)").len(), 1);
/// assert!(senses("Rogers").is_empty());
/// ```
#[must_use]
pub fn senses(text: &str) -> Senses {
    let peeled = peel(text);
    // What is taken off as a note, `Roque (TR)`, may be the side.
    let beside =
        text.get(peeled.core.len()..).and_then(|end| end.trim_start().strip_prefix('(')?.split_once(')'));
    let beside = beside.filter(|_| text.starts_with(peeled.core)).map_or("", |(inside, _)| inside);
    let said = |of: &str| wing_of(&format!("{}{of}", peeled.core));
    let Some(wing) = said(beside).or_else(|| said("")) else { return Senses::new() };
    let skeleton = Skeleton::castle(wing).marked(peeled.mark);
    Senses::from_iter([Sense { skeleton, habit: Habit::Lenient }])
}

/// The side to which a text of letters says that the king castles, if it names one; `None` if it says anything else.
pub(crate) fn wing_of(text: &str) -> Option<Option<CastlingSide>> {
    said(text).filter(|said| said.castles).map(|said| said.wing)
}

/// Whether a text is the English word alone, `Castles`, which names no side. It is a move of English descriptive notation first.
pub(crate) fn is_bare(text: &str) -> bool {
    ENGLISH.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// What a text of letters says; `None` if it says anything else.
fn said(text: &str) -> Option<Said> {
    let is_plain = |c: char| c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '\'' | '(' | ')');
    // Most texts have figures.
    if !text.chars().all(is_plain) {
        return None;
    }
    let letters: String = text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let is_short = letters.len() <= LONGEST;
    let is_bare = ENGLISH.contains(&letters.as_str());
    (is_short && !is_bare).then(|| Said::default().and(&letters)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Deed;

    fn wing(text: &str) -> Option<Option<CastlingSide>> {
        let sense = senses(text).into_iter().next()?;
        match sense.skeleton.deed {
            Deed::Castle(wing) => Some(wing),
            _ => None,
        }
    }

    #[test]
    fn sides_in_many_languages() {
        let short = "castlekingside castleskingside castlesshort shortcastle shortcastling castleshort kingsidecastle kingsidecastling petitroque proque proq roquepetit roqueduroi roqueroi roquecôtéroi roquecoteroi kurzerochade krochade kleinerochade klrochade rochadekurz kurzrochiert rochiertkurz arroccocorto arroccodire arroccopiccolo enroquecorto enroquerey enroquechico roquemenor pequenoroque roquepequeno korterokade rokadekort kortrokad короткаярокировка рокировкакороткая рокировкавкороткую рокировкавкороткуюсторону короткрокировка krótkaroszada malárošáda kisrosáda kisrochade roquetr RoqueCourt roquer enroquedelrey";
        let long = "castlequeenside castlesqueenside castleslong longcastle longcastling castlelong queensidecastle queensidecastling grandroque groque groq roquegrand roquedame roquedeladame roquecôtédame roquecotedame langerochade grosserochade großerochade grrochade rochadelang langrochiert rochiertlang arroccolungo arroccodidonna arroccogrande enroquelargo enroquedama enroquegrande roquemaior granderoque roquegrande langerokade rokadelang långrokad длиннаярокировка рокировкадлинная рокировкавдлинную рокировкавдлиннуюсторону długaroszada velkárošáda nagyrosáda roquetd roqued enroquedeladama";
        let either = "roq roque roquent leroiroque rroque arrocco arrocca rochade rochiert rochirt enroque enroca elreyenroca rokade rokeert rokad rochada рокировка roszada rošáda rokada";
        for (words, wanted) in
            [(short, Some(CastlingSide::KingSide)), (long, Some(CastlingSide::QueenSide)), (either, None)]
        {
            for word in words.split_whitespace() {
                assert_eq!(wing(word), Some(wanted), "{word}");
                assert!(may_contain(word), "{word}");
            }
        }
        assert_eq!(wing("Roque (côté de la dame)"), Some(Some(CastlingSide::QueenSide)));
        assert_eq!(wing("0-0 (court)"), None);
        for other in
            ["castle", "Castlemaine", "short long castles", "Rochester", "grand", "dame", "roqueroque"]
        {
            assert_eq!(wing(other), None, "{other}");
        }
    }
}
