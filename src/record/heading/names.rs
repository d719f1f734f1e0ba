//! Who plays: two names on a line.

/// Words of openings and events: what they stand in names no player.
const NO_NAMES: &[&str] = &[
    "attack",
    "championship",
    "chess",
    "club",
    "congress",
    "counter",
    "defence",
    "defense",
    "exhibition",
    "game",
    "gambit",
    "match",
    "opening",
    "partie",
    "section",
    "tournament",
    "turnier",
    "variation",
    "white",
    "black",
];

/// `Anderssen v. Kieseritzky`, `Aljechin – Bogoljubow`: the first, and all behind the sign.
pub(super) fn versus(line: &str) -> Option<(String, String)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let says = |word: &&str| matches!(word.to_lowercase().as_str(), "v." | "v" | "vs." | "vs" | "versus");
    let at = words.iter().position(says).or_else(|| dash(&words))?;
    let (white, black) = (words[..at].join(" "), words[at + 1..].join(" "));
    (!white.is_empty() && !black.is_empty() && white.chars().count() <= 40).then_some((white, black))
}

/// The dash between two names. A dash joins other things too: both must be names and nothing else, up to a comma.
fn dash(words: &[&str]) -> Option<usize> {
    let at = words.iter().position(|word| matches!(*word, "-" | "–" | "—" | "--"))?;
    let comma = words.iter().skip(at + 1).position(|word| word.ends_with(','));
    let end = comma.map_or(words.len(), |n| at + n + 2);
    (is_name(&words[..at].join(" ")) && is_name(&words[at + 1..end].join(" "))).then_some(at)
}

/// Two names over two columns: `Capablanca.        Em. Lasker.`
pub(super) fn abreast(line: &str) -> Option<(String, String)> {
    let line = line.trim();
    let gap = line.find("  ").or_else(|| line.find('\t'))?;
    let (white, black) = (line[..gap].trim(), line[gap..].trim());
    let inner = |name: &'_ str| name.trim_start_matches('(').trim_end_matches(['.', ')']).trim().to_owned();
    let (white, black) = match white.starts_with('(') && black.starts_with('(') {
        true => (inner(white), inner(black)),
        false => (white.to_owned(), black.to_owned()),
    };
    let is = |name: &str| is_name(name) && !name.contains("  ");
    (is(&white) && is(&black)).then(|| (bare(&white), bare(&black)))
}

/// Whether a text has the shape of a name: a few words with capitals, without figures.
fn is_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let particle = |word: &str| {
        matches!(word, "de" | "la" | "von" | "van" | "der" | "den" | "di" | "da" | "of" | "und" | "and" | "&")
    };
    let word = |word: &&str| {
        let plain = word.trim_matches(|c: char| !c.is_alphabetic());
        let capital = plain.chars().next().is_some_and(char::is_uppercase);
        (capital || particle(word)) && !NO_NAMES.contains(&plain.to_lowercase().as_str())
    };
    (1..=5).contains(&words.len())
        && words.iter().all(word)
        && words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 2)
        && !text.chars().any(|c| c.is_ascii_digit())
}

/// Whether a text names an event rather than a place.
pub(in crate::record) fn is_event(text: &str) -> bool {
    const EVENTS: &[&str] = &[
        "campeonato",
        "campionato",
        "championnat",
        "championship",
        "congress",
        "concours",
        "cup",
        "match",
        "meisterschaft",
        "olympiad",
        "open",
        "torneio",
        "torneo",
        "tournament",
        "tourney",
        "tournoi",
        "turnier",
        "wettkampf",
    ];
    text.to_lowercase()
        .split(|c: char| !c.is_alphabetic())
        .any(|word| EVENTS.iter().any(|event| word.ends_with(event)))
}

/// A name without its stop, but with that of an initial or a short title.
pub(super) fn bare(name: &str) -> String {
    let name = name.trim().trim_end_matches(',');
    let last = name.trim_end_matches('.').rsplit([' ', '.']).next().unwrap_or_default();
    if last.chars().count() > 3 { name.trim_end_matches('.').to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{abreast, versus};

    #[test]
    fn two_names_on_a_line() {
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(versus("Anderssen v. Kieseritzky"), pair("Anderssen", "Kieseritzky"));
        assert_eq!(versus("A. Aljechin – E. D. Bogoljubow"), pair("A. Aljechin", "E. D. Bogoljubow"));
        assert_eq!(
            versus("Steinitz - von Bardeleben, Hastings 1895"),
            pair("Steinitz", "von Bardeleben, Hastings 1895")
        );
        assert_eq!(versus("Sicilian Defence - Dragon"), None);
        assert_eq!(versus("Round 3 - Board 1"), None);
        assert_eq!(versus("a good move - and a strong one"), None);
        assert_eq!(abreast(" Capablanca.        Em. Lasker. "), pair("Capablanca", "Em. Lasker"));
        assert_eq!(abreast("(Mr. Bird)     (Mr. Steinitz)"), pair("Mr. Bird", "Mr. Steinitz"));
        assert_eq!(abreast("P-K4     P-K4"), None);
        assert_eq!(abreast("The Queen's Gambit   Declined"), None);
    }
}
