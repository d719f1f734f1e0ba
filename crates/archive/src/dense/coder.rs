//! A 64-bit range coder with a short end.

/// Least range.
const SMALLEST: u64 = 1 << 56;

/// Writes symbols with given probabilities.
pub(crate) struct Encoder<'a> {
    out: &'a mut Vec<u8>,
    /// Where in `out` its bytes begin.
    start: usize,
    low: u64,
    range: u64,
}

impl<'a> Encoder<'a> {
    pub fn new(out: &'a mut Vec<u8>) -> Encoder<'a> {
        let start = out.len();
        Encoder { out, start, low: 0, range: u64::MAX }
    }

    /// Writes the symbol that occupies `share` of `total` after `before`.
    pub fn encode(&mut self, before: u32, share: u32, total: u32) {
        let unit = self.range / u64::from(total);
        self.add(unit * u64::from(before));
        self.range = unit * u64::from(share);
        while self.range < SMALLEST {
            self.out.push((self.low >> 56) as u8);
            self.low <<= 8;
            self.range <<= 8;
        }
    }

    fn add(&mut self, value: u64) {
        let (low, over) = self.low.overflowing_add(value);
        self.low = low;
        if over {
            for byte in self.out[self.start..].iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
    }

    /// Ends with the fewest bytes that are in the range; zeros at the end are omitted.
    pub fn finish(mut self) {
        for bytes in 0..=8u32 {
            let mask = u64::MAX.checked_shr(8 * bytes).unwrap_or(0);
            let up = self.low.wrapping_neg() & mask;
            if up < self.range {
                self.add(up);
                let tail = self.low.to_be_bytes();
                self.out.extend_from_slice(&tail[..bytes as usize]);
                break;
            }
        }
        while self.out.len() > self.start && self.out.last() == Some(&0) {
            self.out.pop();
        }
    }
}

/// Reads symbols. After the last byte it reads zeros.
pub(crate) struct Decoder<'a> {
    bytes: std::slice::Iter<'a, u8>,
    code: u64,
    range: u64,
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut bytes = bytes.iter();
        let code = (0..8).fold(0, |code, _| code << 8 | u64::from(bytes.next().copied().unwrap_or(0)));
        Decoder { bytes, code, range: u64::MAX }
    }

    /// A number below `total` inside the share of the next symbol.
    pub fn peek(&self, total: u32) -> u32 {
        let unit = self.range / u64::from(total);
        (self.code / unit).min(u64::from(total) - 1) as u32
    }

    /// Reads one of two symbols: true if it is the first, which occupies `share` of `total`.
    #[inline]
    pub fn bit(&mut self, share: u32, total: u32) -> bool {
        let unit = self.range / u64::from(total);
        let bound = unit * u64::from(share);
        let first = self.code < bound;
        if first {
            self.range = bound;
        } else {
            self.code -= bound;
            self.range = unit * u64::from(total - share);
        }
        self.fill();
        first
    }

    /// Skips the symbol that occupies `share` of `total` after `before`.
    #[inline]
    pub fn skip(&mut self, before: u32, share: u32, total: u32) {
        let unit = self.range / u64::from(total);
        self.code = self.code.wrapping_sub(unit * u64::from(before));
        self.range = unit * u64::from(share);
        self.fill();
    }

    #[inline]
    fn fill(&mut self) {
        while self.range < SMALLEST {
            self.code = self.code << 8 | u64::from(self.bytes.next().copied().unwrap_or(0));
            self.range <<= 8;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn symbols_come_back(symbols in proptest::collection::vec(
            (proptest::collection::vec(1..70_000u32, 1..50), any::<prop::sample::Index>()), 0..200))
        {
            let mut out = vec![7, 255];
            let mut encoder = Encoder::new(&mut out);
            for (shares, index) in &symbols {
                let index = index.index(shares.len());
                let before = shares[..index].iter().sum();
                encoder.encode(before, shares[index], shares.iter().sum());
            }
            encoder.finish();
            prop_assert_eq!(&out[..2], &[7, 255]);
            let bits: f64 = symbols
                .iter()
                .map(|(s, i)| -(f64::from(s[i.index(s.len())]) / f64::from(s.iter().sum::<u32>())).log2())
                .sum();
            prop_assert!((out.len() - 2) as f64 <= bits / 8.0 + 1.01);
            let mut decoder = Decoder::new(&out[2..]);
            for (shares, index) in &symbols {
                let total = shares.iter().sum();
                let target = decoder.peek(total);
                let mut before = 0;
                let found = shares.iter().position(|&share| {
                    if target < before + share { return true }
                    before += share;
                    false
                });
                prop_assert_eq!(found, Some(index.index(shares.len())));
                decoder.skip(before, shares[index.index(shares.len())], total);
            }
        }

        #[test]
        fn any_bytes_decode_to_something(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let mut decoder = Decoder::new(&bytes);
            for total in 1..200 {
                let symbol = decoder.peek(total);
                prop_assert!(symbol < total);
                decoder.skip(symbol, 1, total);
            }
        }
    }
}
