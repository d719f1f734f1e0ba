//! What people call White and Black.

use std::sync::LazyLock;

use shakmaty::Color;

use crate::index::Index;

/// The names of the sides in a language.
#[derive(Copy, Clone, Debug)]
pub struct SideNames {
    /// ISO 639-1.
    pub language: &'static str,
    /// Names of White, the usual one first.
    pub white: &'static [&'static str],
    /// Names of Black, the usual one first.
    pub black: &'static [&'static str],
}

const fn names(
    language: &'static str,
    white: &'static [&'static str],
    black: &'static [&'static str],
) -> SideNames {
    SideNames { language, white, black }
}

/// The names of the sides, in all languages; of some also the case in which one plays with them, `Белыми играл`, and old spellings.
pub const SIDES: &[SideNames] = &[
    names("en", &["white", "whites", "wh"], &["black", "blacks", "bl"]),
    names("de", &["weiss", "weiß"], &["schwarz"]),
    names("es", &["blancas", "blanca"], &["negras", "negra"]),
    names("fr", &["blancs", "blanc", "blanche", "blanches"], &["noirs", "noir", "noire", "noires"]),
    names("it", &["bianco"], &["nero"]),
    names("pt", &["brancas"], &["pretas"]),
    names("nl", &["wit"], &["zwart"]),
    names("sv", &["vit", "vita"], &["svart", "svarta"]),
    names("da", &["hvid", "hvide"], &["sort", "sorte"]),
    names("no", &["hvit", "hvite"], &["svart", "svarte"]),
    names("is", &["hvítur", "hvítt", "hvíti", "hvítu"], &["svartur", "svart", "svarti", "svörtu"]),
    names(
        "fi",
        &["valkea", "valkeat", "valkeilla", "valkoinen", "valkoiset", "valkoisilla"],
        &["musta", "mustat", "mustilla"],
    ),
    names("pl", &["białe", "biale", "białymi"], &["czarne", "czarnymi"]),
    names("cs", &["bílý", "bílí", "bílé", "bílými"], &["černý", "černí", "černé", "černými"]),
    names("sk", &["biely", "biele", "bielymi"], &["čierny", "čierne", "čiernymi"]),
    names("hu", &["világos", "világossal"], &["sötét", "sötéttel"]),
    names(
        "ru",
        &["белые", "белыми", "бѣлые", "бѣлыя", "бѣлыми"],
        &["чёрные", "черные", "чёрными", "черными", "черныя", "чорныя"],
    ),
    names("uk", &["білі", "білими"], &["чорні", "чорними"]),
    names("hr", &["bijeli", "beli", "bijele", "bijelim"], &["crni", "crne", "crnim"]),
    names("tr", &["beyaz"], &["siyah"]),
    names("ca", &["blanques"], &["negres"]),
    names("el", &["λευκά", "λευκός", "λευκοί"], &["μαύρα", "μαύρος", "μαύροι"]),
    names("lv", &["baltie"], &["melnie"]),
    names("zh", &["白方"], &["黑方"]),
    names("eo", &["blankaj", "blanko", "blankoj"], &["nigraj", "nigro", "nigroj"]),
    names("ro", &["albul", "alb", "albele"], &["negrul", "negru", "negrele"]),
    names("et", &["valged", "valge"], &["mustad"]),
    names("lt", &["baltieji"], &["juodieji"]),
    names("sl", &["belo"], &["črni", "črno"]),
    names("bg", &["бели", "белите", "белият"], &["черни", "черните", "черният"]),
    names("sr", &["бијели", "белим"], &["црни", "црним"]),
    names("mk", &["белиот"], &["црните", "црниот"]),
    names("be", &["белыя"], &["чорныя"]),
    names("id", &["putih"], &["hitam"]),
    names("he", &["לבן"], &["שחור"]),
];

/// The side that a word names, in whatever case; `None` for all other words.
#[must_use]
pub fn side_of(word: &str) -> Option<Color> {
    static INDEX: LazyLock<Index<Color>> = LazyLock::new(|| Index::of(SIDES.iter().flat_map(names_of_sides)));
    INDEX.get(&crate::lowered(word))
}

/// The names of both sides in a language.
fn names_of_sides(names: &SideNames) -> impl Iterator<Item = (&'static str, Color)> {
    let of = |names: &'static [&'static str], side| names.iter().map(move |name| (*name, side));
    of(names.white, Color::White).chain(of(names.black, Color::Black))
}

/// The side that a word names as the owner of something: `White's` moves, `ходы белых`.
///
/// ```
/// use scorebook_lexicon::owner_of;
/// use shakmaty::Color;
/// assert_eq!(owner_of("Black’s"), Some(Color::Black));
/// assert_eq!((owner_of("белых"), owner_of("Blanc")), (Some(Color::White), Some(Color::White)));
/// ```
#[must_use]
pub fn owner_of(word: &str) -> Option<Color> {
    /// Of languages that have a case for it.
    const OWNERS: &[(&[&str], Color)] = &[
        (&["weißen", "weissen", "белых", "бѣлыхъ", "білих", "białych", "bílého", "bieleho"], Color::White),
        (
            &["schwarzen", "чёрных", "черных", "черныхъ", "чорних", "czarnych", "černého", "čierneho"],
            Color::Black,
        ),
    ];
    let bare = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    let lower = crate::lowered(bare);
    side_of(bare).or_else(|| OWNERS.iter().find(|(words, _)| words.contains(&&*lower)).map(|(_, side)| *side))
}

/// The letters of both sides, White's first: those of the words of a language.
const LETTERS: &[(&str, &str)] = &[
    ("W", "B"),
    ("W", "S"),
    ("W", "Z"),
    ("B", "N"),
    ("B", "P"),
    ("V", "S"),
    ("H", "S"),
    ("B", "C"),
    ("B", "Č"),
    ("Б", "Ч"),
];

/// The sides that two letters name beside each other, whatever their case: `(W)` and `(B)`, `(č)` and `(b)`.
///
/// ```
/// use scorebook_lexicon::sides_of_letters;
/// use shakmaty::Color;
/// assert_eq!(sides_of_letters("B", "N"), Some([Color::White, Color::Black]));
/// assert_eq!(sides_of_letters("ч", "б"), Some([Color::Black, Color::White]));
/// assert_eq!(sides_of_letters("W", "W"), None);
/// ```
#[must_use]
pub fn sides_of_letters(first: &str, second: &str) -> Option<[Color; 2]> {
    let (first, second) = (first.to_uppercase(), second.to_uppercase());
    let is = |one: &str, other: &str| LETTERS.contains(&(one, other));
    match (is(&first, &second), is(&second, &first)) {
        (true, false) => Some([Color::White, Color::Black]),
        (false, true) => Some([Color::Black, Color::White]),
        _ => None,
    }
}

/// The side that one letter alone names: `(W)` in `Vogt (W) v. Staff`. `B` is Black's in one language and White's in others, so it
/// names none.
///
/// ```
/// use scorebook_lexicon::side_of_letter;
/// use shakmaty::Color;
/// assert_eq!(side_of_letter("W"), Some(Color::White));
/// assert_eq!(side_of_letter("B"), None);
/// ```
#[must_use]
pub fn side_of_letter(letter: &str) -> Option<Color> {
    let letter = letter.to_uppercase();
    let is_white = LETTERS.iter().any(|pair| pair.0 == letter);
    let is_black = LETTERS.iter().any(|pair| pair.1 == letter);
    match (is_white, is_black) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_names_both_sides_and_no_word_names_two() {
        for names in SIDES {
            assert!(!names.white.is_empty() && !names.black.is_empty(), "{}", names.language);
            assert!(names.white.iter().all(|word| side_of(word) == Some(Color::White)));
            assert!(names.black.iter().all(|word| side_of(word) == Some(Color::Black)));
        }
        assert_eq!(side_of("WEISS"), Some(Color::White));
        assert_eq!(side_of("must"), None);
    }
}
