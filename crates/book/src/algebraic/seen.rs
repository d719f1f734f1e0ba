//! What a book shows where signs of moves were printed, learned from its own games: in some every 5 is seen as `d`.

use std::collections::BTreeMap;

use super::trace::Sign;

/// Misreadings that are remembered.
const MOST: usize = 24;
/// Cases that make one known, and the least share of them among those of its sign.
const CASES: u32 = 3;
const SHARE: f32 = 0.02;
/// No misreading is cheaper, in nats.
const LEAST: f32 = 0.1;

/// A text of up to two characters that is seen where a sign was printed, with its price in tenths of a nat; the price is 0 in
/// places without any.
type Entry = (u8, [char; 2], u8);

/// The misreadings of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen([Entry; MOST]);

impl Seen {
    /// The ends of the texts at a place that the book shows for a sign, with prices.
    pub(crate) fn ends(&self, sign: Sign, chars: &[char], at: u32, mut out: impl FnMut(u32, f32)) {
        let text = chars.get(at as usize..).unwrap_or_default();
        let known = self.0.iter().take_while(|entry| entry.2 > 0);
        for (_, shown, tenths) in known.filter(|entry| usize::from(entry.0) == sign.index()) {
            let length = shown.iter().take_while(|c| **c != '\0').count();
            if text.starts_with(&shown[..length]) {
                out(at + length as u32, f32::from(*tenths) / 10.0);
            }
        }
    }
}

/// How often texts were seen where signs were printed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts(BTreeMap<(usize, [char; 2]), u32>);

impl Counts {
    /// Adds what was seen of a sign.
    pub(crate) fn add(&mut self, sign: Sign, seen: &[char]) {
        if (1..=2).contains(&seen.len()) && !seen.iter().any(|c| c.is_whitespace()) {
            let shown = [seen[0], seen.get(1).copied().unwrap_or_default()];
            *self.0.entry((sign.index(), shown)).or_default() += 1;
        }
    }

    /// Adds all of others.
    pub(crate) fn merge(mut self, other: Counts) -> Counts {
        for (key, cases) in other.0 {
            *self.0.entry(key).or_default() += cases;
        }
        self
    }

    /// The misreadings that the counts show; `printed` says how a sign is printed that can be misread.
    pub(crate) fn seen(&self, printed: impl Fn(usize) -> Option<char>) -> Seen {
        let mut all: BTreeMap<usize, u32> = BTreeMap::new();
        self.0.iter().for_each(|((sign, _), cases)| *all.entry(*sign).or_default() += cases);
        let mut found: Vec<(u32, Entry)> = Vec::new();
        for (&(sign, shown), &cases) in &self.0 {
            let Some(own) = printed(sign) else { continue };
            let share = cases as f32 / all[&sign] as f32;
            if cases < CASES || share < SHARE || shown == [own, '\0'] {
                continue;
            }
            let tenths = ((-share.ln()).max(LEAST) * 10.0).min(f32::from(u8::MAX)) as u8;
            found.push((cases, (sign as u8, shown, tenths.max(1))));
        }
        found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut seen = Seen::default();
        for (place, (_, entry)) in seen.0.iter_mut().zip(found) {
            *place = entry;
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Seen, Sign};

    #[test]
    fn a_sign_that_is_often_seen_as_another_becomes_cheap() {
        let mut counts = Counts::default();
        let (five, six) = (Sign::Rank(4), Sign::Rank(5));
        (0..5).for_each(|_| counts.add(five, &['5']));
        (0..5).for_each(|_| counts.add(five, &['d']));
        counts.add(six, &['b']);
        let seen = counts.seen(|sign| (sign == five.index()).then_some('5').or(Some('6')));
        let price = |sign, c| {
            let mut least = None;
            seen.ends(sign, &[c], 0, |_, price| least = Some(price));
            least
        };
        assert!(price(five, 'd').is_some_and(|price| price < 0.8));
        assert_eq!((price(six, 'b'), price(five, '5'), price(six, 'd')), (None, None, None));
        assert_eq!(Counts::default().seen(|_| None), Seen::default());
    }
}
