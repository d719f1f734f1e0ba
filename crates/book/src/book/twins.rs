//! Places with the same print: what was searched in vain at one of them leads nowhere at the others.

/// The print from a place on, for its first characters, and how many of them are its own: equal for places with the same print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Likeness {
    sum: u64,
    length: u32,
}

/// More of the print makes no difference to a search in vain.
const MOST: u32 = 4_000;

/// The sums of a print from its beginning to each place, which give the sum of any piece of it.
pub(super) struct Sums {
    /// Before each character the sum of all before it, each weighed by its distance.
    sums: Vec<u64>,
    powers: Vec<u64>,
}

/// A prime: the sums are rests of it.
const PRIME: u64 = (1 << 61) - 1;
const BASE: u64 = 0x1234_5678_9abc_def1 % PRIME;

fn times(a: u64, b: u64) -> u64 {
    let whole = u128::from(a) * u128::from(b) % u128::from(PRIME);
    u64::try_from(whole).unwrap_or(u64::MAX)
}

impl Sums {
    pub(super) fn of(print: &[char]) -> Sums {
        let (mut sums, mut sum) = (Vec::with_capacity(print.len() + 1), 0);
        sums.push(sum);
        for &character in print {
            sum = (times(sum, BASE) + u64::from(u32::from(character)) + 1) % PRIME;
            sums.push(sum);
        }
        let mut powers = vec![1; MOST as usize + 1];
        for at in 1..powers.len() {
            powers[at] = times(powers[at - 1], BASE);
        }
        Sums { sums, powers }
    }

    /// What the print between two places is like.
    pub(super) fn likeness(&self, from: u32, until: u32) -> Likeness {
        let last = self.sums.len() as u32 - 1;
        let from = from.min(last);
        let length = until.clamp(from, last).min(from + MOST) - from;
        let (before, with) = (self.sums[from as usize], self.sums[(from + length) as usize]);
        let sum = (with + PRIME - times(before, self.powers[length as usize])) % PRIME;
        Likeness { sum, length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_pieces_of_a_print_are_alike_and_others_are_not() {
        let print: Vec<char> = "1. e4 e5\n1. e4 e5\n1. e4 c5\n".chars().collect();
        let sums = Sums::of(&print);
        assert_eq!(sums.likeness(0, 9), sums.likeness(9, 18));
        assert_ne!(sums.likeness(9, 18), sums.likeness(18, 27));
        assert_ne!(sums.likeness(0, 8), sums.likeness(9, 18));
        assert_eq!(sums.likeness(18, 27), sums.likeness(18, 99));
    }
}
