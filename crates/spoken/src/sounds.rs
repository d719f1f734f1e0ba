//! How alike two words sound.

use scorebook_search::Nats;

/// Words that sound alike letter for letter.
const SAME: Nats = 1.8;
/// Words that differ in one sound of five cost a fifth of this more.
const APART: Nats = 8.0;
/// Words that differ in more than this share of their sounds are no forms of each other.
const FARTHEST: f32 = 0.45;

/// The sounds of a word, coarsely: doubled letters count once, hard and soft consonants alike, accents are left out.
pub(crate) fn of(word: &str) -> Vec<char> {
    let mut text: String = word.to_lowercase();
    for (from, to) in [
        ("kn", "n"),
        ("wr", "r"),
        ("ght", "t"),
        ("ph", "f"),
        ("ck", "k"),
        ("sch", "s"),
        ("ch", "s"),
        ("sh", "s"),
        ("th", "t"),
        ("qu", "kw"),
        ("'", ""),
    ] {
        text = text.replace(from, to);
    }
    let mut sounds: Vec<char> = Vec::new();
    for sign in text.chars() {
        let sound = match sign {
            'c' | 'q' | 'k' | 'g' | 'к' | 'г' => 'k',
            'z' | 's' | 'x' | 'ß' | 'с' | 'з' | 'ш' | 'щ' | 'ц' | 'ч' => 's',
            'b' | 'p' | 'б' | 'п' => 'p',
            'd' | 't' | 'д' | 'т' => 't',
            'v' | 'f' | 'w' | 'в' | 'ф' => 'f',
            'y' | 'i' | 'j' | 'í' | 'ì' | 'и' | 'й' | 'ы' => 'i',
            'é' | 'è' | 'ê' | 'e' | 'ä' | 'е' | 'э' | 'ё' => 'e',
            'à' | 'á' | 'â' | 'a' | 'а' | 'я' => 'a',
            'ö' | 'ó' | 'ò' | 'o' | 'о' => 'o',
            'ü' | 'ú' | 'ù' | 'u' | 'у' | 'ю' => 'u',
            'ь' | 'ъ' => continue,
            other => other,
        };
        if sounds.last() != Some(&sound) {
            sounds.push(sound);
        }
    }
    sounds
}

fn is_vowel(sound: char) -> bool {
    matches!(sound, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// What it costs that one of the two was heard for the other; `None` if they are not alike.
pub(crate) fn price(a: &[char], b: &[char]) -> Option<Nats> {
    let longest = a.len().max(b.len());
    if longest == 0 || a.len().abs_diff(b.len()) as f32 > FARTHEST * longest as f32 {
        return None;
    }
    let single = |sound: char| if is_vowel(sound) { 0.6 } else { 1.0 };
    let mut row: Vec<f32> = std::iter::once(0.0)
        .chain(b.iter().scan(0.0, |sum, &sound| {
            *sum += single(sound);
            Some(*sum)
        }))
        .collect();
    for &sound in a {
        let mut corner = row[0];
        row[0] += single(sound);
        for (at, &other) in b.iter().enumerate() {
            let apart = match sound == other {
                true => 0.0,
                false if is_vowel(sound) && is_vowel(other) => 0.5,
                false => 1.0,
            };
            let through = corner + apart;
            corner = row[at + 1];
            row[at + 1] = through.min(corner + single(sound)).min(row[at] + single(other));
        }
    }
    let share = row[b.len()] / longest as f32;
    (share <= FARTHEST).then_some(SAME + APART * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_words_are_cheap() {
        let of_words = |a: &str, b: &str| price(&of(a), &of(b));
        assert!(of_words("knight", "night").is_some_and(|price| price < 2.0));
        assert!(of_words("bishop", "bischof").is_some_and(|price| price < 4.5));
        assert!(of_words("bishop", "queen").is_none());
    }
}
