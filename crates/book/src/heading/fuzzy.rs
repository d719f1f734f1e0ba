//! Weighted edit distance for words damaged by OCR.

use smallvec::SmallVec;

/// Groups of letters that OCR confuses; substitutions inside a group are cheap.
const LOOK_ALIKE: [&str; 9] =
    ["il1tjfr!|", "o0cegqd", "nuhrmk", "vyw", "aoeus", "gq9y", "bhk6", "s583z", "pf"];

/// Thin letters that OCR adds and drops.
const THIN: &str = "il1tfj!|'.,";

/// By ASCII character, its groups, one bit each, and whether it is thin.
const GROUPS: [(u16, bool); 128] = {
    let mut groups = [(0, false); 128];
    let mut at = 0;
    while at < LOOK_ALIKE.len() {
        let group = LOOK_ALIKE[at].as_bytes();
        let mut letter = 0;
        while letter < group.len() {
            groups[group[letter] as usize].0 |= 1 << at;
            letter += 1;
        }
        at += 1;
    }
    let thin = THIN.as_bytes();
    let mut letter = 0;
    while letter < thin.len() {
        groups[thin[letter] as usize].1 = true;
        letter += 1;
    }
    groups
};

/// The groups of a character, and whether it is thin.
fn groups(c: char) -> (u16, bool) {
    GROUPS.get(c as usize).copied().unwrap_or_default()
}

fn swap(a: char, b: char) -> f32 {
    if a == b {
        0.0
    } else if groups(a).0 & groups(b).0 != 0 {
        0.5
    } else {
        1.0
    }
}

fn gap(c: char) -> f32 {
    if groups(c).1 { 0.5 } else { 0.9 }
}

/// Lower-case letters and digits of `text` without diacritics; all else is removed.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'ā' => out.push('a'),
            'é' | 'è' | 'ê' | 'ë' | 'ě' | 'ē' => out.push('e'),
            'í' | 'ì' | 'î' | 'ï' => out.push('i'),
            'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' => out.push('o'),
            'ú' | 'ù' | 'û' | 'ü' | 'ů' => out.push('u'),
            'ç' | 'č' | 'ć' => out.push('c'),
            'ñ' | 'ń' | 'ň' => out.push('n'),
            'š' | 'ś' => out.push('s'),
            'ž' | 'ź' | 'ż' => out.push('z'),
            'ý' => out.push('y'),
            'ř' => out.push('r'),
            'ł' => out.push('l'),
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'ﬁ' => out.push_str("fi"),
            'ﬂ' => out.push_str("fl"),
            c if c.is_alphanumeric() => out.push(c),
            _ => {}
        }
    }
    out
}

/// Cost of reading `a` as `b`, both folded; 1 is about one dissimilar letter.
#[must_use]
pub fn distance(a: &str, b: &str) -> f32 {
    let b: SmallVec<[char; 24]> = b.chars().collect();
    let mut row: SmallVec<[f32; 24]> = std::iter::once(0.0)
        .chain(b.iter().scan(0.0, |s, &c| {
            *s += gap(c);
            Some(*s)
        }))
        .collect();
    for x in a.chars() {
        let mut diagonal = row[0];
        row[0] += gap(x);
        for (j, &y) in b.iter().enumerate() {
            let best = (diagonal + swap(x, y)).min(row[j] + gap(y)).min(row[j + 1] + gap(x));
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    row[b.len()]
}

/// Damage of `word` relative to `key` (folded), as a share of its length; 0 is intact.
#[must_use]
pub fn damage(word: &str, key: &str) -> f32 {
    let (n, m) = (word.chars().count(), key.chars().count());
    if n == 0 || n.abs_diff(m) > 3 {
        return 9.0;
    }
    distance(word, key) / m.max(1) as f32
}

/// The key most similar to `word` (folded), if its damage is at most `limit`.
#[must_use]
pub fn nearest<'k>(word: &str, keys: &[&'k str], limit: f32) -> Option<(&'k str, f32)> {
    let mut best: Option<(&str, f32)> = None;
    for &key in keys {
        let d = damage(word, key);
        // a damaged word of three letters or fewer is not evidence
        let cap = if key.len() <= 3 { 0.0 } else { limit };
        if d <= cap && best.is_none_or(|(_, b)| d < b) {
            best = Some((key, d));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_capitals_are_near() {
        assert!(damage(&fold("WfflTE"), "white") < 0.45);
        assert!(damage(&fold("Oame"), "game") < 0.2);
        assert!(damage(&fold("Bkick"), "black") < 0.45);
        assert!(damage("white", "black") > 0.6);
    }
}
