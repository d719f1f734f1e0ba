//! Examines 32 bytes at a time.

use wide::u8x16;

/// Number of bytes in a block.
const SIZE: usize = 32;

/// Thirty-two bytes of a text. The methods return a mask with one bit per byte, the first byte lowest.
#[derive(Copy, Clone, Debug)]
pub struct ByteBlock([u8x16; 2]);

impl ByteBlock {
    /// The bytes from `at` on, padded with zeros at the end of the text.
    #[inline(always)]
    #[must_use]
    pub fn load(bytes: &[u8], at: usize) -> ByteBlock {
        // A separate variable, so that the bytes usually go directly into registers.
        let copy;
        let chunk: &[u8; SIZE] = match bytes.get(at..).and_then(<[u8]>::first_chunk) {
            Some(chunk) => chunk,
            None => {
                copy = last(bytes, at);
                &copy
            }
        };
        let (halves, _) = chunk.as_chunks();
        ByteBlock([u8x16::new(halves[0]), u8x16::new(halves[1])])
    }

    /// The positions of braces and opening brackets.
    #[inline(always)]
    #[must_use]
    pub fn braces(self) -> u32 {
        mask(self.0, |lane| {
            // `[` and `{` differ in one bit.
            let opening = (lane | u8x16::splat(0x20)).simd_eq(u8x16::splat(b'{'));
            opening | lane.simd_eq(u8x16::splat(b'}'))
        })
    }

    /// The positions at which it differs from another block.
    #[inline(always)]
    #[must_use]
    pub fn differs(self, other: ByteBlock) -> u32 {
        let lane = |i: usize| self.0[i].simd_eq(other.0[i]).to_bitmask();
        !(lane(0) | lane(1) << 16)
    }

    /// Number of ASCII letters, digits and underscores at the start, up to fifteen, if a space and a quote
    /// follow.
    #[inline(always)]
    #[must_use]
    pub fn plain_name(self) -> Option<usize> {
        let [lane, next] = self.0;
        let within = |lane: u8x16, first: u8, last: u8| {
            let (above, most) = (lane - u8x16::splat(first), u8x16::splat(last - first));
            above.min(most).simd_eq(above)
        };
        let letter = within(lane | u8x16::splat(0x20), b'a', b'z');
        let name = letter | within(lane, b'0', b'9') | lane.simd_eq(u8x16::splat(b'_'));
        let len = name.to_bitmask().trailing_ones();
        let at = |lane: u8x16, byte: u8| lane.simd_eq(u8x16::splat(byte)).to_bitmask();
        let quotes = at(lane, b'"') | at(next, b'"') << 16;
        let behind = at(lane, b' ') & quotes >> 1;
        (len > 0 && behind >> len & 1 != 0).then_some(len as usize)
    }

    /// The positions of quotes, backslashes and control bytes.
    #[inline(always)]
    #[must_use]
    pub fn quotes(self) -> u32 {
        mask(self.0, |lane| {
            let (last, quote, slash) = (u8x16::splat(0x1f), u8x16::splat(b'"'), u8x16::splat(b'\\'));
            lane.max(last).simd_eq(last) | lane.simd_eq(quote) | lane.simd_eq(slash)
        })
    }
}

/// The bytes from `at` on, padded with zeros.
#[cold]
#[inline(never)]
fn last(bytes: &[u8], at: usize) -> [u8; SIZE] {
    let mut copy = [0; SIZE];
    let rest = bytes.get(at..).unwrap_or_default();
    copy[..rest.len()].copy_from_slice(rest);
    copy
}

/// A mask with a bit for each byte for which the lane of `of` is all ones.
#[inline(always)]
fn mask(lanes: [u8x16; 2], of: impl Fn(u8x16) -> u8x16) -> u32 {
    of(lanes[0]).to_bitmask() | of(lanes[1]).to_bitmask() << 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sees_each_byte_in_each_place() {
        let mask = |chunk: &[u8; SIZE], of: fn(u8) -> bool| {
            chunk.iter().rev().fold(0, |mask: u32, &byte| mask << 1 | u32::from(of(byte)))
        };
        for byte in 0..=u8::MAX {
            for at in 0..SIZE {
                let mut chunk = [b'a'; SIZE];
                chunk[(at + 9) % SIZE] = b'{';
                chunk[(at + 20) % SIZE] = b'\t';
                chunk[at] = byte;
                let block = ByteBlock::load(&chunk, 0);
                assert_eq!(block.braces(), mask(&chunk, |byte| matches!(byte, b'[' | b'{' | b'}')), "{byte}");
                let other: [u8; SIZE] = std::array::from_fn(|i| chunk[i] ^ u8::from(i == at));
                assert_eq!(block.differs(ByteBlock::load(&other, 0)), 1 << at, "{byte} at {at}");
                assert_eq!(
                    block.quotes(),
                    mask(&chunk, |byte| matches!(byte, b'"' | b'\\' | 0..0x20)),
                    "{byte}"
                );
            }
        }
    }

    #[test]
    fn names_end_with_a_space_and_a_quote() {
        for byte in 0..=u8::MAX {
            for (at, len) in (0..SIZE).flat_map(|at| (0..SIZE - 2).map(move |len| (at, len))) {
                let mut chunk = [b'n'; SIZE];
                (chunk[len], chunk[len + 1]) = (b' ', b'"');
                chunk[at] = byte;
                let name =
                    chunk.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
                let plain = (1..16).contains(&name) && chunk[name..].starts_with(b" \"");
                assert_eq!(
                    ByteBlock::load(&chunk, 0).plain_name(),
                    plain.then_some(name),
                    "{byte} at {at}, {len}"
                );
            }
        }
    }

    #[test]
    fn behind_the_end_stand_zeroes() {
        let text = [b'}'; 40];
        assert_eq!(ByteBlock::load(&text, 8).braces(), u32::MAX);
        assert_eq!(ByteBlock::load(&text, 9).braces(), u32::MAX >> 1);
        assert_eq!(ByteBlock::load(&text, 39).quotes(), !1);
        assert_eq!(ByteBlock::load(&text, 40).quotes(), u32::MAX);
        assert_eq!(ByteBlock::load(&text, 90).quotes(), u32::MAX);
    }
}
