//! Places of a print with the same text around them: what repeats is read once.

use rustc_hash::FxHashMap;

/// Characters before a place that its reading may depend on.
const BEFORE: usize = 2;
/// Characters behind it: more than any move has in words.
const BEHIND: usize = 160;

/// For each character, the first one that has the same characters around it.
#[must_use]
pub fn first_alike(chars: &[char]) -> Vec<u32> {
    /// A large odd number: what differs is mostly told apart before it is compared.
    const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
    let length = BEFORE + BEHIND;
    let mut first: Vec<u32> = (0..chars.len() as u32).collect();
    let mut known: FxHashMap<u64, u32> = FxHashMap::default();
    let highest = (1..length).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let mut hash = 0_u64;
    for (end, &c) in chars.iter().enumerate() {
        if end >= length {
            hash = hash.wrapping_sub(u64::from(chars[end - length]).wrapping_mul(highest));
        }
        hash = hash.wrapping_mul(BASE).wrapping_add(u64::from(c));
        let Some(start) = (end + 1).checked_sub(length) else { continue };
        let other = *known.entry(hash).or_insert(start as u32) as usize;
        if other < start && chars[other..other + length] == chars[start..=end] {
            first[start + BEFORE] = (other + BEFORE) as u32;
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_is_found_and_nothing_else() {
        let text: Vec<char> = ("1. e4 e5 2. Nf3 Nc6 ".repeat(40) + "3. Bb5 a6").chars().collect();
        let first = first_alike(&text);
        assert!(first.iter().filter(|at| **at < 30).count() > 500);
        for (at, &other) in first.iter().enumerate().filter(|(at, other)| **other as usize != *at) {
            let around = |at: usize| &text[at - BEFORE..at + BEHIND];
            assert_eq!(around(at), around(other as usize));
        }
        let never: Vec<char> = (0..600).map(|n| char::from_u32(0x4e00 + n).unwrap_or(' ')).collect();
        assert!(first_alike(&never).iter().enumerate().all(|(at, other)| at == *other as usize));
        assert!(first_alike(&[]).is_empty());
    }
}
