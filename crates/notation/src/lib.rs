//! Notations: what the text of a move can mean. One file per notation, one line each in [`TABLE`].
//!
//! A notation converts a text into [skeletons](scorebook_core::skeleton), one per possible meaning, and a
//! move into a text. It does not test legality.
//!
//! ```
//! use scorebook_core::{lineage::Lineage, skeleton::Scene};
//! use scorebook_notation::find;
//! use shakmaty::{Chess, Color, Position};
//!
//! let english = find("english").unwrap();
//! let (position, lineage) = (Chess::default(), Lineage::new(&Chess::default()));
//! let scene = Scene { position: &position, lineage: &lineage, last: None };
//! let senses = english.read("Kt-KB3", Color::White);
//! let fits = |m: &shakmaty::Move| senses.iter().any(|sense| sense.skeleton.admits(scene, *m));
//! let moves: Vec<_> = position.legal_moves().into_iter().filter(fits).collect();
//! assert_eq!(find("san").unwrap().write(&position, &lineage, moves[0]).as_deref(), Some("Nf3"));
//! ```

pub mod algebraic;
pub mod bell;
pub mod castling_words;
pub mod coordinates;
pub mod decimal;
pub mod descriptive;
pub mod detect;
mod english;
pub mod figurine;
pub mod french;
pub mod iccf;
pub mod international;
pub mod italian;
pub mod languages;
pub mod long;
pub mod portuguese;
pub mod reason;
pub mod romance;
pub mod san;
pub mod scan;
pub mod shortest;
pub mod smith;
pub mod spanish;
pub mod spelling;
pub mod turbo;
pub mod uci;

use shakmaty::{Chess, Color, Move};
use smallvec::SmallVec;

pub use scorebook_core::pseudo;
use scorebook_core::{lineage, pass, skeleton, words};

use crate::lineage::Lineage;
use crate::skeleton::{Deed, Mark, Skeleton};

/// How usual a meaning of a text is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Habit {
    /// The standard meaning.
    #[default]
    Plain,
    /// "QR" means the rook nearest to the queen's side, not the one born there.
    ByStanding,
    /// A form that the notation does not allow but people write (lower case, no `=`, …).
    Lenient,
    /// Every piece keeps its birth name, even pawns.
    OriginalName,
}

/// One meaning of a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sense {
    /// The pattern of the move.
    pub skeleton: Skeleton,
    /// How usual this meaning is.
    pub habit: Habit,
}

impl From<Skeleton> for Sense {
    fn from(skeleton: Skeleton) -> Sense {
        Sense { skeleton, habit: Habit::Plain }
    }
}

/// The meanings of a cell, the likeliest first; empty if it is not a move in the notation.
pub type Senses = SmallVec<[Sense; 2]>;

/// What the texts of a notation consist of; decides which notations can be confused.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Family {
    /// SAN as in PGN.
    Pgn,
    /// SAN with other piece letters.
    Letters,
    /// Two squares.
    Squares,
    /// Anything else.
    #[default]
    Other,
}

/// A notation. Implementations have their own file and a line in [`TABLE`].
pub trait Notation: Sync {
    /// Its name for `--from` and `--to`.
    fn name(&self) -> &'static str;

    /// Other names accepted by `--from` and `--to`.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// One line for people, with an example.
    fn title(&self) -> &'static str;

    /// The meanings of `text` as a move of `side`. Spaces, dots and the kind of dash are ignored. Glyphs
    /// (`!?`) and footnotes attached to the move are removed.
    fn read(&self, text: &str, side: Color) -> Senses;

    /// The shortest text that denotes `m` and no other legal move of `position`; `None` if the notation
    /// cannot express it or does not write.
    fn write(&self, position: &Chess, lineage: &Lineage, m: Move) -> Option<String>;

    /// What its texts consist of.
    fn family(&self) -> Family {
        Family::Other
    }

    /// The characters of its moves, used to find misspellings. Empty if its texts are words.
    fn signs(&self) -> String {
        String::new()
    }

    /// The letters of pawn, knight, bishop, rook, queen and king, if its moves are such a letter and a square.
    fn letters(&self) -> Option<[&'static str; 6]> {
        None
    }

    /// Whether to try it when the notation of a record is unknown. False if another entry of the table reads
    /// the same texts.
    fn guessable(&self) -> bool {
        true
    }

    /// Whether a move of several words may have this one; where not, no text without brackets and `&` in which it stands
    /// between blanks is a move. A layout asks this of the words of prose before it asks of all texts that they make.
    fn may_contain(&self, word: &str) -> bool {
        let _ = word;
        true
    }

    /// Whether `--to` offers the notation, that is, whether [`write`](Notation::write) is implemented.
    fn writes(&self) -> bool {
        true
    }
}

/// The meaning of a text that is the same in every notation: a null move, or castling in words.
#[must_use]
pub fn in_any_notation(text: &str) -> Senses {
    if matches!(text, "--" | "Z0" | "z0" | "null" | "Null" | "NULL" | "pass" | "@@@@" | "0000" | "<>") {
        return Senses::from_iter([Sense::from(Skeleton { deed: Deed::Pass, mark: Mark::None })]);
    }
    castling_words::senses(text)
}

/// The meanings of a text in a notation, or those that it has in every notation.
///
/// ```
/// use scorebook_notation::{find, read};
/// use shakmaty::Color;
/// let german = find("san-de").unwrap();
/// assert_eq!(read(german, "Rochade", Color::White).len(), 1);
/// assert_eq!(read(german, "Sf3", Color::White)[0], german.read("Sf3", Color::White)[0]);
/// ```
#[must_use]
pub fn read(notation: &dyn Notation, text: &str, side: Color) -> Senses {
    let senses = notation.read(text, side);
    if senses.is_empty() { in_any_notation(text) } else { senses }
}

/// Whether a move of several words may have this one in any of the notations that are tried, or in `said`. See
/// [`Notation::may_contain`].
///
/// ```
/// use scorebook_notation::may_contain;
/// assert!(may_contain(None, "knight") && may_contain(None, "Rochade"));
/// assert!(!may_contain(None, "house"));
/// ```
#[must_use]
pub fn may_contain(said: Option<&dyn Notation>, word: &str) -> bool {
    castling_words::may_contain(word)
        || said.is_some_and(|notation| notation.may_contain(word))
        || guessable().any(|notation| notation.may_contain(word))
}

/// The notations to try when that of a record is unknown, in the order of [`TABLE`].
///
/// ```
/// assert!(scorebook_notation::guessable().any(|notation| notation.name() == "san-de"));
/// ```
pub fn guessable() -> impl Iterator<Item = &'static dyn Notation> {
    TABLE.iter().copied().filter(|notation| notation.guessable())
}

/// All notations; the order decides between equally good ones.
pub static TABLE: &[&dyn Notation] = &[
    &san::SAN,
    &english::ENGLISH,
    &english::ENGLISH_N,
    &english::STAUNTON,
    &english::ENGLISH_1977,
    &english::ENGLISH_SQUARES,
    &spanish::SPANISH,
    &french::FRENCH,
    &portuguese::PORTUGUESE,
    &italian::ITALIAN,
    &uci::Uci,
    &smith::Smith,
    &long::Long,
    &coordinates::Coordinates,
    &iccf::Iccf,
    &international::International,
    &decimal::Decimal,
    &bell::Bell,
    &turbo::Turbo,
    &figurine::FIGURINE,
    &languages::GERMAN,
    &languages::FRENCH,
    &languages::SPANISH,
    &languages::DUTCH,
    &languages::PORTUGUESE,
    &languages::POLISH,
    &languages::CZECH,
    &languages::HUNGARIAN,
    &languages::ROMANIAN,
    &languages::ICELANDIC,
    &languages::FINNISH,
    &languages::ESTONIAN,
    &languages::TURKISH,
    &languages::VIETNAMESE,
    &languages::INDONESIAN,
    &languages::BASQUE,
    &languages::LATVIAN,
    &languages::LITHUANIAN,
    &languages::ESPERANTO,
    &languages::RUSSIAN,
    &languages::UKRAINIAN,
    &languages::SERBIAN,
    &languages::BULGARIAN,
    &languages::GREEK,
    &san::LOWER,
];

/// Other names that people type, and the notations that they mean.
const CALLED: &[(&str, &str)] = &[
    ("numeric", "iccf"),
    ("iccf-numeric", "iccf"),
    ("coordinate", "coordinates"),
    ("figurines", "figurine"),
    ("figurine-algebraic", "figurine"),
    ("english-descriptive", "english"),
    ("english-algebraic", "san"),
    ("spanish-descriptive", "spanish"),
    ("french-descriptive", "french"),
    ("algebraic-notation", "san"),
    ("standard-algebraic-notation", "san"),
    ("short-algebraic", "san"),
    ("long-algebraic-notation", "long"),
    ("descriptive-notation", "english"),
    ("english-notation", "english"),
    ("figurine-notation", "figurine"),
    ("alg", "san"),
    ("desc", "english"),
    ("german", "san-de"),
    ("deutsch", "san-de"),
    ("francais", "san-fr"),
    ("français", "san-fr"),
    ("espanol", "san-es"),
    ("español", "san-es"),
    ("italiano", "san-es"),
    ("nederlands", "san-nl"),
    ("polski", "san-pl"),
    ("danish", "san-de"),
    ("norwegian", "san-de"),
    ("swedish", "san-de"),
    ("croatian", "san-de"),
    ("slovene", "san-de"),
    ("french-algebraic", "san-fr"),
    ("spanish-algebraic", "san-es"),
    ("italian-algebraic", "san-es"),
    ("catalan", "san-es"),
    ("dutch", "san-nl"),
    ("portuguese-algebraic", "san-pt"),
    ("polish", "san-pl"),
    ("czech", "san-cs"),
    ("slovak", "san-cs"),
    ("hungarian", "san-hu"),
    ("romanian", "san-ro"),
    ("icelandic", "san-is"),
    ("finnish", "san-fi"),
    ("estonian", "san-et"),
    ("turkish", "san-tr"),
    ("afrikaans", "san-fi"),
    ("azerbaijani", "san-tr"),
    ("vietnamese", "san-vi"),
    ("indonesian", "san-id"),
    ("malay", "san-id"),
    ("basque", "san-eu"),
    ("latvian", "san-lv"),
    ("lithuanian", "san-lt"),
    ("esperanto", "san-eo"),
    ("russian", "san-ru"),
    ("ukrainian", "san-uk"),
    ("serbian", "san-sr"),
    ("bulgarian", "san-bg"),
    ("greek", "san-el"),
];

/// The notation with this name or alias, in letters of any size, with `-`, `_` or blanks between its words; `German`, `Numeric`
/// and other names that people type are known.
///
/// ```
/// let name = |text| scorebook_notation::find(text).map(|notation| notation.name());
/// assert_eq!(name("SAN"), Some("san"));
/// assert_eq!(name("Long Algebraic"), name("long-algebraic"));
/// assert_eq!(name("german"), Some("san-de"));
/// assert_eq!(name("klingon"), None);
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Notation> {
    let plain = name.trim().to_ascii_lowercase().replace(['_', ' '], "-");
    let called = CALLED.iter().find(|(called, _)| *called == plain).map_or(plain.as_str(), |(_, own)| own);
    TABLE.iter().copied().find(|notation| notation.name() == called || notation.aliases().contains(&called))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Words as records and prose have them.
    fn word() -> impl Strategy<Value = String> {
        let words = "e4 Nf3 exd6 K4 P-K4 Kt takes pawn to King Queen's B Bishop check mates gives and double en passant pass e p ep in \
                     passing castles Castling short O-O o o-o 0-0 one two squares square third the threat house children \
                     around alpaso al paso petit roque grand kurze Rochade rokada enroque corto per pr por e2 e7e8 Q x 4 th \
                     bead cafe dead Springer Läufer move best kingside side hello kino photo s' Q's his adverse rook's fourth \
                     Bifhop the fame from at on Ktx PxP NxBch dis ch. =Q e.p. !? kino, castle: house.";
        let known: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        prop_oneof![
            4 => prop::sample::select(known),
            1 => "[a-hkqrbnsptxol]{4,7}",
            1 => "[A-HKQRBNSPTDLCFa-z][a-hkqrbnsptxo]{3,6}",
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn a_word_that_no_move_has_is_in_no_move(words in prop::collection::vec(word(), 2..6)) {
            let text = words.join(" ");
            for notation in TABLE {
                let foreign = words.iter().find(|word| !notation.may_contain(word.trim_end_matches(['.', ',', ';', ':', '!', '?'])));
                if let Some(foreign) = foreign {
                    prop_assert!(notation.read(&text, Color::White).is_empty(), "{}: {text}: {foreign}", notation.name());
                }
            }
            if let Some(foreign) = words.iter().find(|word| !castling_words::may_contain(word)) {
                prop_assert!(castling_words::senses(&text).is_empty(), "{text}: {foreign}");
            }
        }

        #[test]
        fn no_move_begins_with_nine_figures(figures in "[1-8]( ?[0-9]){8,12}", rest in word()) {
            for notation in TABLE {
                let text = format!("{figures} {rest}");
                prop_assert!(notation.read(&text, Color::White).is_empty(), "{}: {text}", notation.name());
            }
        }
    }

    #[test]
    fn prose_is_foreign_to_moves() {
        for word in ["house", "children", "spoke", "because", "position"] {
            assert!(!may_contain(None, word), "{word}");
        }
        for word in
            ["takes", "bishop", "adversary's", "Rochade", "Kurze", "fourth", "check", "passant", "bead"]
        {
            assert!(may_contain(None, word), "{word}");
        }
    }
}
