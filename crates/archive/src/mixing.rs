//! Numbers by adaptive models whose guesses are mixed: for clocks and evaluations.
//!
//! A number is written bit by bit; several contexts each guess every bit, and a small network that
//! learns as it goes weighs the guesses. Integers throughout, so every machine gets the same.

use std::cell::RefCell;

use super::dense::coder::{Decoder, Encoder};

/// Guesses for a bit, one a context.
pub(super) const CONTEXTS: usize = 6;

/// Binary logarithms of the slots that a context has: for the numbers of many games, and for those of one.
const MANY: u32 = 14;
const FEW: u32 = 11;

/// 4096 / (1 + e^(-x/2)) for x from -16 to 16.
const LOGISTIC: [i32; 33] = [
    1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1101, 1546, 2048, 2550, 2995, 3349, 3608, 3785,
    3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095,
];

/// A chance in 4096ths from its log odds in 256ths.
const fn squash(odds: i32) -> i32 {
    let odds = if odds < -2047 {
        1
    } else if odds > 2047 {
        4095
    } else {
        odds + 2048
    };
    let (at, between) = ((odds >> 7) as usize, odds & 127);
    (LOGISTIC[at] * (128 - between) + LOGISTIC[at + 1] * between + 64) >> 7
}

/// The log odds of each chance.
static STRETCH: [i16; 4096] = {
    let mut table = [2047; 4096];
    let mut next = 0;
    let mut odds = -2047;
    while odds <= 2047 {
        let chance = squash(odds as i32) as usize;
        while next <= chance {
            table[next] = odds;
            next += 1;
        }
        odds += 1;
    }
    table
};

/// Greatest count of the comparisons of a guess with a bit.
const MOST_SEEN: u16 = 120;

/// 2^32 divided by half of how much slower a guess learns that was held so often against a bit,
/// rounded up: numbers below 2^17 times this, less their lowest 32 bits, are the very quotients.
static PACES: [u32; MOST_SEEN as usize + 1] = {
    let mut table = [0; MOST_SEEN as usize + 1];
    let mut seen = 0;
    while seen < table.len() {
        table[seen] = (1u64 << 32).div_ceil(seen as u64 * 2 / 3 + 3) as u32;
        seen += 1;
    }
    table
};

/// One guess: a chance in 65536ths, and how often it was compared with a bit.
#[derive(Copy, Clone)]
struct Guess {
    chance: u16,
    seen: u16,
}

impl Guess {
    const NONE: Guess = Guess { chance: 1 << 15, seen: 0 };

    /// Goes to what the bit was, by two parts in as many as `seen` says.
    #[inline(always)]
    fn learn(&mut self, bit: bool) {
        let chance = u32::from(self.chance);
        let away = if bit { 65535 - chance } else { chance };
        let pace = u64::from(PACES[usize::from(self.seen.min(MOST_SEEN))]);
        let step = ((u64::from(away * 2) * pace) >> 32) as u32;
        let moved = if bit { chance + step } else { chance - step };
        self.chance = moved.clamp(32, 65503) as u16;
        self.seen = (self.seen + 1).min(MOST_SEEN);
    }
}

/// The count of comparisons that an inherited guess starts with.
const START: u16 = 2;

/// Nodes of one kind of question.
const NODES: u32 = 512;

/// Kinds of questions.
const KINDS: u32 = 4;

/// The models of some kinds of numbers.
pub(super) struct Models {
    /// The binary logarithm of a context's slots.
    slots: u32,
    guesses: Vec<Guess>,
    weights: Vec<[i32; CONTEXTS]>,
    /// Guesses without any context, which a context that is new begins with. Version 1 has none.
    plain: Vec<Guess>,
}

/// Either end of the coding.
pub(super) enum Coder<'a, 'b> {
    Write(&'a mut Encoder<'b>),
    Read(&'a mut Decoder<'b>),
}

impl Coder<'_, '_> {
    /// Codes a number below `total`, each as likely as another. When reading, `number` is ignored.
    pub fn even(&mut self, number: u32, total: u32) -> u32 {
        match self {
            Coder::Write(encoder) => {
                encoder.encode(number, 1, total);
                number
            }
            Coder::Read(decoder) => {
                let number = decoder.peek(total);
                decoder.skip(number, 1, total);
                number
            }
        }
    }
}

/// Models that a thread keeps room for: of clocks and of evaluations.
const MOST_SPARE: usize = 2;

/// What each guess counts at first.
const FIRST_WEIGHTS: [i32; CONTEXTS] = [(1 << 16) * 2 / (CONTEXTS as i32 + 1); CONTEXTS];

thread_local! {
    static SPARE: RefCell<Vec<Models>> = const { RefCell::new(Vec::new()) };
}

impl Models {
    /// The models of version 1.
    pub fn first() -> Models {
        Models {
            slots: MANY,
            guesses: vec![Guess::NONE; CONTEXTS << MANY],
            weights: vec![FIRST_WEIGHTS; 256],
            plain: Vec::new(),
        }
    }

    /// Models whose new contexts begin with what is known without context.
    pub fn inheriting() -> Models {
        Models::with_slots(MANY)
    }

    /// The same for the numbers of one game.
    pub fn of_one_game() -> Models {
        Models::with_slots(FEW)
    }

    fn with_slots(slots: u32) -> Models {
        let spare = SPARE.with_borrow_mut(|spare| {
            let at = spare.iter().position(|models| models.slots == slots)?;
            Some(spare.swap_remove(at))
        });
        let Some(mut models) = spare else {
            return Models {
                slots,
                guesses: vec![Guess::NONE; CONTEXTS << slots],
                weights: vec![FIRST_WEIGHTS; (NODES * KINDS) as usize],
                plain: vec![Guess::NONE; (NODES * KINDS) as usize],
            };
        };
        models.guesses.fill(Guess::NONE);
        models.weights.fill(FIRST_WEIGHTS);
        models.plain.fill(Guess::NONE);
        models
    }

    /// Gives room back to who makes models next in this thread: to find new room for a few numbers of
    /// one game costs more than to read them.
    pub fn spare(self) {
        if !self.plain.is_empty() {
            SPARE.with_borrow_mut(|spare| {
                spare.truncate(MOST_SPARE - 1);
                spare.push(self);
            });
        }
    }

    /// Codes a bit; `node` says which bit of the number it is. When reading, `bit` is ignored.
    fn bit(&mut self, coder: &mut Coder<'_, '_>, contexts: &[u32; CONTEXTS], node: u32, bit: bool) -> bool {
        let (log, rest) = (self.slots, 32 - self.slots);
        let salt = node.wrapping_mul(0x9e37_79b1);
        let plain =
            self.plain.get(node as usize).map_or(Guess::NONE, |plain| Guess { seen: START, ..*plain });
        let set = node as usize & (self.weights.len() - 1);
        let weights = &mut self.weights[set];
        // No two contexts share a slot: the guesses may be worked on apart, and put back.
        let (mut slots, mut guesses, mut odds) = ([0; CONTEXTS], [Guess::NONE; CONTEXTS], [0; CONTEXTS]);
        let mut sum = 0;
        for i in 0..CONTEXTS {
            let hash = (contexts[i] ^ salt).wrapping_mul(0x85eb_ca6b);
            slots[i] = (i << log) + ((hash ^ hash >> 15).wrapping_mul(0xc2b2_ae35) >> rest) as usize;
            let known = self.guesses[slots[i]];
            guesses[i] = if known.seen == 0 { plain } else { known };
            odds[i] = i32::from(STRETCH[usize::from(guesses[i].chance >> 4)]);
            sum += i64::from(odds[i]) * i64::from(weights[i]);
        }
        let chance = squash((sum >> 16).clamp(-2047, 2047) as i32).clamp(1, 4095);
        let share = chance as u32;
        let bit = match coder {
            Coder::Write(encoder) => {
                if bit {
                    encoder.encode(0, share, 4096);
                } else {
                    encoder.encode(share, 4096 - share, 4096);
                }
                bit
            }
            Coder::Read(decoder) => decoder.bit(share, 4096),
        };
        let error = (if bit { 4096 } else { 0 } - chance) * 6;
        for i in 0..CONTEXTS {
            weights[i] = (weights[i] + ((odds[i] * error + 0x4000) >> 15)).clamp(-(1 << 20), 1 << 20);
            guesses[i].learn(bit);
            self.guesses[slots[i]] = guesses[i];
        }
        if let Some(plain) = self.plain.get_mut(node as usize) {
            plain.learn(bit);
        }
        bit
    }

    /// Codes a number: how many bits it has, then the bits, the highest ones by the models.
    pub fn number(
        &mut self,
        coder: &mut Coder<'_, '_>,
        kind: u32,
        contexts: &[u32; CONTEXTS],
        value: u32,
    ) -> u32 {
        let kind = kind * NODES;
        // Up to 15 the whole number is one choice after another; above, its length, then its bits.
        let mut small = 0;
        while small < 12 {
            if self.bit(coder, contexts, kind + 1 + small, value == small) {
                return small;
            }
            small += 1;
        }
        let rest = value.wrapping_sub(12).wrapping_add(1);
        let mut length = 1;
        while length < 32
            && !self.bit(coder, contexts, kind + 16 + length, rest < 1u32.checked_shl(length).unwrap_or(0))
        {
            length += 1;
        }
        let mut found = 1u32;
        for place in (0..length - 1).rev() {
            let near = length - 1 - place;
            let node = if near <= 3 {
                64 + length * 8 + (found & ((1 << (near - 1)) - 1)) + (1 << (near - 1))
            } else {
                48 + place.min(12)
            };
            let bit = self.bit(coder, contexts, kind + node, rest >> place & 1 == 1);
            found = found << 1 | u32::from(bit);
        }
        found.wrapping_sub(1).wrapping_add(12)
    }

    /// Codes a yes or no.
    pub fn flag(
        &mut self,
        coder: &mut Coder<'_, '_>,
        kind: u32,
        contexts: &[u32; CONTEXTS],
        value: bool,
    ) -> bool {
        self.bit(coder, contexts, kind * NODES, value)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_come_back(values in proptest::collection::vec(prop_oneof![0..40u32, any::<u32>()], 0..200), first: bool) {
            let models = || if first { Models::first() } else { Models::inheriting() };
            let mut out = Vec::new();
            let mut encoder = Encoder::new(&mut out);
            let mut writing = models();
            let contexts = |last: u32| [0, last, last & 3, 7, last >> 4, 1];
            let mut last = 0;
            for &value in &values {
                let value = value & 0x7fff_ffff;
                writing.number(&mut Coder::Write(&mut encoder), 0, &contexts(last), value);
                last = value;
            }
            encoder.finish();
            let mut decoder = Decoder::new(&out);
            let mut reading = models();
            last = 0;
            for &value in &values {
                last = reading.number(&mut Coder::Read(&mut decoder), 0, &contexts(last), 0);
                prop_assert_eq!(last, value & 0x7fff_ffff);
            }
        }
    }
}
