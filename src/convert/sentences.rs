//! Moves in sentences of languages that are not read: `Le pion du roi deux cases`. They are named, so that nobody looks for
//! a mistake in the record.

/// A language, words for men and words for squares and steps, in small letters and by their beginnings.
const LANGUAGES: &[(&str, &[&str], &[&str])] = &[
    ("French", &["pion", "cavalier", "fou", "tour", "dame", "roi"], &["case", "pas"]),
    (
        "Spanish",
        &["peón", "peon", "caballo", "alfil", "torre", "roque", "dama", "rey"],
        &["casilla", "casa", "paso"],
    ),
    ("German", &["bauer", "springer", "läufer", "turm", "thurm", "dame", "könig"], &["feld", "schritt"]),
    (
        "Italian",
        &["pedone", "pedina", "cavallo", "alfiere", "torre", "rocco", "donna", "re"],
        &["casa", "case", "passi"],
    ),
    ("Portuguese", &["peão", "cavalo", "bispo", "torre", "dama", "rei"], &["casa"]),
    ("Dutch", &["pion", "paard", "loper", "toren", "dame", "koning"], &["veld", "stap"]),
    ("Russian", &["пешк", "кон", "слон", "ладь", "ферз", "корол"], &["пол", "клет", "шаг"]),
];

/// Fewest words for men, of so many kinds, and for squares.
const MEN: usize = 4;
const KINDS: usize = 3;
const SQUARES: usize = 2;
/// The words are at least this share of all.
const SHARE: usize = 5;

/// The language of a text that consists of moves in sentences.
///
/// ```
/// use scorebook::convert::sentences::language;
/// let text = "Le pion du roi deux cases. Le cavalier du roi à la troisième case de son fou.";
/// assert_eq!(language(&text.repeat(2)), Some("French"));
/// assert_eq!(language("The king's pawn two squares. The same."), None);
/// ```
#[must_use]
pub fn language(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let found = LANGUAGES.iter().map(|&(name, men, squares)| {
        let says = |stem: &str, word: &str| if stem.len() < 4 { word == stem } else { word.contains(stem) };
        let kinds = men.iter().filter(|stem| words.iter().any(|word| says(stem, word))).count();
        let named = words.iter().filter(|word| men.iter().any(|stem| says(stem, word))).count();
        let places = words.iter().filter(|word| squares.iter().any(|stem| word.starts_with(stem))).count();
        (name, kinds, named, places)
    });
    found
        .filter(|&(_, kinds, named, places)| {
            kinds >= KINDS && named >= MEN && places >= SQUARES && (named + places) * SHARE >= words.len()
        })
        .max_by_key(|&(_, _, named, places)| named + places)
        .map(|(name, ..)| name)
}

#[cfg(test)]
mod tests {
    use super::language;

    #[test]
    fn sentences_of_moves_are_told_from_prose() {
        for (text, wanted) in [
            (
                "El peón del rey dos casillas. El caballo del rey a la tercera casilla del alfil.",
                Some("Spanish"),
            ),
            (
                "Der Königsbauer zwei Schritte. Der Königsspringer auf das dritte Feld seines Läufers. Der Damenspringer auf das dritte Feld seines Läufers.",
                Some("German"),
            ),
            ("Пешка короля два поля. Конь короля на третье поле слона. Слон на поле коня.", Some("Russian")),
            ("Le roi est mort, vive le roi. La dame est partie dans la tour.", None),
            ("1. e4 e5 2. Nf3 Nc6", None),
        ] {
            assert_eq!(language(text), wanted, "{text}");
        }
    }
}
