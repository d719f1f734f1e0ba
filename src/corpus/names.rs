//! Compares player names loosely: `Müller, K.`, `Karsten Mueller` and `MULLER K` are equal.

/// The key of a player's name: usually the last word of the surname, in lower case and without diacritics.
/// Empty for an empty name.
#[must_use]
pub(super) fn surname(name: &str) -> String {
    let name = name.split_once('(').map_or(name, |(before, _)| before);
    let name = name.split_once(',').map_or(name, |(surname, _)| surname);
    let words: Vec<String> =
        name.split(|c: char| c.is_whitespace() || matches!(c, '.' | '-')).map(plain).collect();
    if words.concat() == "nn" {
        return String::new();
    }
    let last = words.iter().rev().find(|word| is_telling(word));
    let last = last.or_else(|| words.iter().rev().find(|word| !word.is_empty()));
    last.cloned().unwrap_or_default()
}

/// The first letter of a player's given name, as far as it is told; without diacritics, in lower case.
#[must_use]
pub(super) fn initial(name: &str) -> Option<char> {
    let name = name.split_once('(').map_or(name, |(before, _)| before);
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| c.is_whitespace() || matches!(c, '.' | '-')).map(plain);
        words.filter(|word| !word.is_empty() && !is_no_name(word)).collect()
    };
    let given = match name.split_once(',') {
        Some((_, given)) => words(given),
        None => {
            let mut words = words(name);
            let surname = words.iter().rposition(|word| is_telling(word));
            words.remove(surname.filter(|_| words.len() > 1)?);
            words
        }
    };
    given.first()?.chars().next().filter(|letter| letter.is_alphabetic())
}

/// Whether a word before a name is a title, or belongs to the surname.
fn is_no_name(word: &str) -> bool {
    const TITLES: [&str; 12] = ["gm", "im", "fm", "cm", "wgm", "wim", "wfm", "dr", "prof", "mr", "mrs", "jr"];
    const PARTICLES: [&str; 9] = ["van", "von", "de", "der", "den", "del", "della", "la", "le"];
    TITLES.contains(&word) || PARTICLES.contains(&word)
}

/// Whether a word is part of the surname, not an initial, a rating or `Jr`.
fn is_telling(word: &str) -> bool {
    word.chars().count() > 1
        && !word.bytes().all(|b| b.is_ascii_digit())
        && !matches!(word, "jr" | "sr" | "ii" | "iii")
}

/// Letters and digits in lower case without diacritics; `ä` and `ae` become `a`, likewise `ö`, `oe`, `ü`,
/// `ue`.
fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()) {
        match bare(c) {
            "" if c == 'e' && out.ends_with(['a', 'o', 'u']) => {}
            "" => out.push(c),
            letters => out.push_str(letters),
        }
    }
    out
}

/// A Latin letter without its diacritics; empty for other characters.
const fn bare(c: char) -> &'static str {
    match c {
        'à'..='å' | 'æ' | 'ā' | 'ă' | 'ą' => "a",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ð' | 'ď' | 'đ' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'œ' | 'ō' | 'ŏ' | 'ő' => "o",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ß' => "ss",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'þ' => "th",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_player_are_alike() {
        for (names, wanted) in [
            (&["Müller, K.", "Karsten Mueller", "MULLER K", "Muller, Karsten", "K. Müller"][..], "muller"),
            (&["Carlsen, Magnus", "Magnus Carlsen", "Carlsen M.", "GM Carlsen (2850)", "carlsen"], "carlsen"),
            (&["Vachier-Lagrave, Maxime", "Maxime Vachier Lagrave", "Vachier Lagrave,M"], "lagrave"),
            (&["van Foreest, Jorden", "Jorden van Foreest", "Foreest, J. van"], "foreest"),
            (&["Euwe, Max", "Max Euwe"], "euwe"),
            (&["Fritz 5", "Fritz"], "fritz"),
            (&["user123"], "user123"),
            (&["Каспаров, Г", "Гарри Каспаров"], "каспаров"),
            (&["", "?", "NN", "N.N.", " - "], ""),
        ] {
            for name in names {
                let found = surname(name);
                assert_eq!(found, wanted, "{name}");
            }
        }
        assert_ne!(surname("user123"), surname("user124"));
    }
}
