//! Weighted edit distance for words damaged by OCR.

use std::sync::LazyLock;

use smallvec::SmallVec;

/// Groups of letters that OCR confuses; substitutions inside a group are cheap.
const LOOK_ALIKE: [&str; 9] =
    ["il1tjfr!|", "o0cegqd", "nuhrmk", "vyw", "aoeus", "gq9y", "bhk6", "s583z", "pf"];

/// Thin letters that OCR adds and drops.
const THIN: &str = "il1tfj!|'.,";

/// What one letter costs that is read as another, of the first 128.
static SWAPS: LazyLock<Box<[[f32; 128]; 128]>> = LazyLock::new(|| {
    let mut costs = Box::new([[1.0; 128]; 128]);
    for (a, row) in (0_u8..).zip(costs.iter_mut()) {
        for (b, cost) in (0_u8..).zip(row.iter_mut()) {
            *cost = swap_cost(a.into(), b.into());
        }
    }
    costs
});

fn swap_cost(a: char, b: char) -> f32 {
    if a == b {
        0.0
    } else if LOOK_ALIKE.iter().any(|g| g.contains(a) && g.contains(b)) {
        0.5
    } else {
        1.0
    }
}

fn swap(a: char, b: char) -> f32 {
    let known = SWAPS.get(a as usize).and_then(|row| row.get(b as usize));
    known.copied().unwrap_or_else(|| swap_cost(a, b))
}

fn gap(c: char) -> f32 {
    if THIN.contains(c) { 0.5 } else { 0.9 }
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
    distance_within(a, b, f32::INFINITY).unwrap_or(f32::INFINITY)
}

/// The same, if it is at most `limit`.
#[must_use]
pub fn distance_within(a: &str, b: &str, limit: f32) -> Option<f32> {
    if limit.is_finite() && apart(a, b) > limit + ROUNDED {
        return None;
    }
    let b: SmallVec<[(char, f32); 64]> = b.chars().map(|c| (c, gap(c))).collect();
    let mut sum = 0.0;
    let mut row: SmallVec<[f32; 64]> = std::iter::once(0.0)
        .chain(b.iter().map(|&(_, gap)| {
            sum += gap;
            sum
        }))
        .collect();
    for x in a.chars() {
        let own = gap(x);
        let mut diagonal = row[0];
        row[0] += own;
        let mut least = row[0];
        for (j, &(y, gap)) in b.iter().enumerate() {
            let best = (diagonal + swap(x, y)).min(row[j] + gap).min(row[j + 1] + own);
            diagonal = row[j + 1];
            row[j + 1] = best;
            least = least.min(best);
        }
        // It only grows.
        if least > limit {
            return None;
        }
    }
    Some(row[b.len()]).filter(|cost| *cost <= limit)
}

/// Sums of costs differ by less from what they should be.
const ROUNDED: f32 = 0.01;

/// What the letters alone cost at least, wherever they stand: a swap puts one in the place of another, a gap adds or drops one,
/// and neither costs less than a half.
fn apart(a: &str, b: &str) -> f32 {
    let mut counts = [0i16; 32];
    a.chars().for_each(|c| counts[c as usize % 32] += 1);
    b.chars().for_each(|c| counts[c as usize % 32] -= 1);
    let differing: u16 = counts.iter().map(|count| count.unsigned_abs()).sum();
    f32::from(differing) * 0.25
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

/// Whether the damage of `word` relative to `key`, which has so many characters, is at most `limit`.
#[must_use]
pub fn is_within(word: &str, key: &str, length: usize, limit: f32) -> bool {
    let n = word.chars().count();
    if n == 0 || n.abs_diff(length) > 3 {
        return false;
    }
    let length = length.max(1) as f32;
    distance_within(word, key, limit * length + ROUNDED).is_some_and(|cost| cost / length <= limit)
}

/// The key most similar to `word` (folded), if its damage is at most `limit`.
#[must_use]
pub fn nearest<'k>(word: &str, keys: &[&'k str], limit: f32) -> Option<(&'k str, f32)> {
    let mut best: Option<(&str, f32)> = None;
    let n = word.chars().count();
    for &key in keys {
        // a damaged word of three letters or fewer is not evidence
        let cap = if key.len() <= 3 { 0.0 } else { limit };
        let m = key.chars().count();
        if n == 0 || n.abs_diff(m) > 3 {
            continue;
        }
        let most = best.map_or(cap, |(_, best)| cap.min(best));
        let Some(cost) = distance_within(word, key, most * m.max(1) as f32 + ROUNDED) else { continue };
        let d = cost / m.max(1) as f32;
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

    #[test]
    fn a_limit_tells_the_same_as_the_damage() {
        let words =
            ["white", "wfflte", "black", "bkick", "", "resigns", "resi9ns", "matt", "mate", "ſchwarz"];
        for (a, b) in words.iter().flat_map(|a| words.map(|b| (*a, b))) {
            for limit in [0.0, 0.1, 0.2, 0.25, 0.3, 0.5, 1.0] {
                let within = is_within(a, b, b.chars().count(), limit);
                assert_eq!(within, damage(a, b) <= limit, "{a} {b} {limit}");
            }
        }
    }

    #[test]
    fn a_limit_changes_no_distance() {
        let words =
            ["white", "wfflte", "black", "bkick", "", "the british chess magazine", "tbe britifh cheſs"];
        for (a, b) in words.iter().flat_map(|a| words.map(|b| (a, b))) {
            let cost = distance(a, b);
            for limit in [0.0, 0.9, 2.5, 30.0] {
                assert_eq!(distance_within(a, b, limit), (cost <= limit).then_some(cost), "{a} {b} {limit}");
            }
        }
    }
}
