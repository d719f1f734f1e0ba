//! How alike two words sound: each is spelled in sounds by the rules of its language (`data/sounds.tsv`), and the sounds of the two
//! are aligned; sounds that are made in the same place or in the same way are near each other.

use rustc_hash::FxHashMap;
use scorebook_search::Nats;

/// A word that sounds just like another.
const SAME: Nats = 1.6;
/// What a whole sound adds, lost, added or another one; in a long word each counts for less.
const APART: Nats = 3.2;
/// Words of so many sounds are the measure.
const USUAL_LENGTH: f32 = 3.0;
/// Words that are farther apart are no forms of each other.
const FARTHEST: Nats = 5.6;

const TABLE: &str = include_str!("../data/sounds.tsv");

/// What follows a spelling.
#[derive(Copy, Clone)]
enum Next {
    Sign(char),
    Consonant,
    Vowel,
    End,
}

/// A spelling and its sounds.
struct Rule {
    spelling: Vec<char>,
    at_begin: bool,
    next: Vec<Next>,
    sounds: &'static str,
}

/// The rules of a language, by the first sign of the spelling.
pub(crate) struct Spelling {
    rules: FxHashMap<char, Vec<Rule>>,
}

impl Spelling {
    pub(crate) fn of(language: &str) -> Spelling {
        let mut own = Vec::new();
        let mut common = Vec::new();
        for row in TABLE.lines().filter(|row| !row.starts_with('#')) {
            let fields: Vec<&'static str> = row.split('\t').collect();
            let &[of, spelling, sounds] = fields.as_slice() else { continue };
            if of == language {
                own.push(rule(spelling, sounds));
            } else if of == "*" {
                common.push(rule(spelling, sounds));
            }
        }
        let mut rules: FxHashMap<char, Vec<Rule>> = FxHashMap::default();
        for rule in own.into_iter().chain(common) {
            if let Some(&first) = rule.spelling.first() {
                rules.entry(first).or_default().push(rule);
            }
        }
        for rules in rules.values_mut() {
            // The order of what is equally long stays: the rules of the language are before those of all.
            rules.sort_by_key(|rule| {
                std::cmp::Reverse((rule.spelling.len() + rule.next.len(), rule.at_begin))
            });
        }
        Spelling { rules }
    }

    /// The sounds of a word; a sign that no rule knows has none.
    pub(crate) fn sounds(&self, word: &str) -> Vec<char> {
        let signs: Vec<char> = word.chars().collect();
        let mut sounds: Vec<char> = Vec::with_capacity(signs.len());
        let mut at = 0;
        while at < signs.len() {
            let rules = self.rules.get(&signs[at]).map_or(&[][..], Vec::as_slice);
            let Some(rule) = rules.iter().find(|rule| rule.fits(&signs, at)) else {
                at += 1;
                continue;
            };
            for sound in rule.sounds.chars() {
                if sounds.last() != Some(&sound) {
                    sounds.push(sound);
                }
            }
            at += rule.spelling.len();
        }
        sounds
    }
}

fn rule(spelling: &'static str, sounds: &'static str) -> Rule {
    let (spelling, behind) = spelling.split_once('|').unwrap_or((spelling, ""));
    let at_begin = spelling.starts_with('^');
    let at_end = spelling.ends_with('$');
    let spelling = spelling.trim_start_matches('^').trim_end_matches('$').chars().collect();
    let mut next: Vec<Next> = behind
        .chars()
        .map(|sign| match sign {
            'C' => Next::Consonant,
            'V' => Next::Vowel,
            '$' => Next::End,
            sign => Next::Sign(sign),
        })
        .collect();
    if at_end {
        next.push(Next::End);
    }
    Rule { spelling, at_begin, next, sounds }
}

impl Rule {
    fn fits(&self, signs: &[char], at: usize) -> bool {
        let behind = at + self.spelling.len();
        if self.at_begin && at > 0 || signs.get(at..behind) != Some(self.spelling.as_slice()) {
            return false;
        }
        self.next.iter().enumerate().all(|(by, next)| match (next, signs.get(behind + by)) {
            (Next::End, sign) => sign.is_none(),
            (Next::Sign(wanted), sign) => sign == Some(wanted),
            (Next::Consonant, sign) => sign.is_some_and(|sign| sign.is_alphabetic() && !is_vowel_sign(*sign)),
            (Next::Vowel, sign) => sign.is_some_and(|sign| is_vowel_sign(*sign)),
        })
    }
}

fn is_vowel_sign(sign: char) -> bool {
    "aeiouyáàâäéèêëíìïóòöœúùüаеёиоуыэюя".contains(sign)
}

/// Where a vowel is made, as how far the mouth is open and how far back the tongue lies, from 0 to 1.
fn vowel(sound: char) -> Option<(f32, f32)> {
    Some(match sound {
        'i' => (0.0, 0.0),
        'I' => (0.2, 0.1),
        'A' => (0.35, 0.05),
        'e' => (0.5, 0.1),
        '@' => (0.5, 0.5),
        'a' => (1.0, 0.5),
        'Y' => (0.8, 0.3),
        'V' => (0.75, 0.6),
        'W' => (0.8, 0.75),
        'o' => (0.6, 1.0),
        'O' => (0.45, 0.9),
        'Q' => (0.55, 0.75),
        'u' => (0.0, 1.0),
        _ => return None,
    })
}

/// Whether a sound is a vowel.
pub(crate) fn is_vowel(sound: char) -> bool {
    vowel(sound).is_some()
}

/// How a consonant is made: the place, from the lips (0) to the throat, the manner, and whether the voice sounds.
fn consonant(sound: char) -> Option<(u8, Manner, bool)> {
    use Manner::*;
    Some(match sound {
        'p' => (0, Stop, false),
        'b' => (0, Stop, true),
        't' => (2, Stop, false),
        'd' => (2, Stop, true),
        'k' => (4, Stop, false),
        'g' => (4, Stop, true),
        'C' => (3, Affricate, false),
        'J' => (3, Affricate, true),
        'f' => (1, Fricative, false),
        'v' => (1, Fricative, true),
        'T' => (2, Fricative, false),
        's' => (2, Fricative, false),
        'z' => (2, Fricative, true),
        'S' => (3, Fricative, false),
        'Z' => (3, Fricative, true),
        'h' => (5, Fricative, false),
        'm' => (0, Nasal, true),
        'n' => (2, Nasal, true),
        'N' => (4, Nasal, true),
        'l' => (2, Glide, true),
        'r' => (3, Glide, true),
        'j' => (3, Glide, true),
        'w' => (0, Glide, true),
        _ => return None,
    })
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Manner {
    Stop,
    Affricate,
    Fricative,
    Nasal,
    Glide,
}

/// What it counts that one sound is heard for another: 0 to 1.
fn apart(a: char, b: char) -> f32 {
    if a == b {
        return 0.0;
    }
    if let (Some(a), Some(b)) = (vowel(a), vowel(b)) {
        return (0.15 + 0.55 * ((a.0 - b.0).abs() + (a.1 - b.1).abs())).min(0.8);
    }
    let (Some(a), Some(b)) = (consonant(a), consonant(b)) else {
        // The glides are vowels that are said shortly.
        return if matches!((a, b), ('j', 'i') | ('i', 'j') | ('w', 'u') | ('u', 'w')) { 0.2 } else { 1.2 };
    };
    let place = (0.15 * f32::from(a.0.abs_diff(b.0))).min(0.4) + if a.0 == b.0 { 0.0 } else { 0.05 };
    let manner = match (a.1, b.1) {
        (a, b) if a == b => 0.0,
        (Manner::Stop, Manner::Affricate) | (Manner::Affricate, Manner::Stop) => 0.2,
        (Manner::Fricative, Manner::Affricate) | (Manner::Affricate, Manner::Fricative) => 0.2,
        (Manner::Stop, Manner::Fricative) | (Manner::Fricative, Manner::Stop) => 0.3,
        (Manner::Stop, Manner::Nasal) | (Manner::Nasal, Manner::Stop) => 0.45,
        (Manner::Nasal, Manner::Glide) | (Manner::Glide, Manner::Nasal) => 0.4,
        _ => 0.6,
    };
    let voice = if a.2 == b.2 { 0.0 } else { 0.2 };
    (place + manner + voice).clamp(0.15, 1.0)
}

/// What it counts that a sound is lost or added; at the end of a word endings come and go.
fn alone(sound: char, is_last: bool) -> f32 {
    let weight: f32 = match sound {
        '@' | 'h' | 'j' => 0.35,
        'r' | 'I' | 'w' => 0.5,
        _ if vowel(sound).is_some() => 0.6,
        _ => 0.75,
    };
    if is_last && matches!(sound, 's' | 'z' | 't' | 'd' | 'n' | '@') { weight.min(0.4) } else { weight }
}

/// What it costs that one of the two was heard for the other; `None` if they are not alike.
pub(crate) fn price(a: &[char], b: &[char]) -> Option<Nats> {
    let longest = a.len().max(b.len());
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let scale = APART / (longest as f32 / USUAL_LENGTH).max(1.0).sqrt();
    // Each sound that one has more than the other counts.
    if SAME + scale * 0.35 * a.len().abs_diff(b.len()) as f32 > FARTHEST {
        return None;
    }
    let mut row: Vec<f32> = Vec::with_capacity(b.len() + 1);
    row.push(0.0);
    for (at, &sound) in b.iter().enumerate() {
        row.push(row[at] + alone(sound, at + 1 == b.len()));
    }
    for (above, &sound) in a.iter().enumerate() {
        let lost = alone(sound, above + 1 == a.len());
        let mut corner = row[0];
        row[0] += lost;
        for (at, &other) in b.iter().enumerate() {
            let through = corner + apart(sound, other);
            corner = row[at + 1];
            row[at + 1] = through.min(corner + lost).min(row[at] + alone(other, at + 1 == b.len()));
        }
    }
    let price = SAME + scale * row[b.len()];
    (price <= FARTHEST).then_some(price)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_words(language: &str, a: &str, b: &str) -> Option<Nats> {
        let spelling = Spelling::of(language);
        price(&spelling.sounds(a), &spelling.sounds(b))
    }

    #[test]
    fn words_are_spelled_in_sounds() {
        for (language, word, sounds) in [
            ("english", "knight", "nYt"),
            ("english", "takes", "tAks"),
            ("english", "queen", "kwin"),
            ("english", "castle", "kes@l"),
            ("german", "springer", "SpriN@"),
            ("french", "cavalier", "kavalje"),
            ("spanish", "hache", "aCe"),
            ("russian", "конь", "kon"),
        ] {
            assert_eq!(Spelling::of(language).sounds(word).iter().collect::<String>(), sounds, "{word}");
        }
    }

    #[test]
    fn alike_words_are_cheap() {
        assert!(of_words("english", "knight", "night").is_some_and(|price| price < 2.0));
        assert!(of_words("english", "tea", "dee") < of_words("english", "tea", "bee"));
        assert!(of_words("english", "edge", "aitch").is_some_and(|price| price < 4.0));
        assert!(of_words("english", "pun", "pawn").is_some_and(|price| price < 3.3));
        assert!(of_words("german", "laufe", "läufer").is_some_and(|price| price < 3.5));
        assert!(of_words("english", "bishop", "queen").is_none());
    }
}
