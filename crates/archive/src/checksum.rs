//! Two checksums, which together allow one wrong byte to be corrected.
//!
//! CRC-32C and CRC-32 (IEEE) are linear: a wrong byte changes each by a value that depends only on its place
//! and the difference. The first tells which byte would explain the difference, the second confirms it. A
//! false correction has a probability of 2^-64 per place.

use std::borrow::Cow;

use super::bytes::{Cursor, Malformed};

/// CRC-32C and CRC-32 of some bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Checksum {
    pub castagnoli: u32,
    pub ieee: u32,
}

/// The result of comparing bytes with their checksums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Checked {
    /// Intact.
    Sound,
    /// Intact, but one of the checksums is wrong.
    SoundBytes,
    /// One byte, at this place, was wrong and is corrected.
    Healed { at: usize, bytes: Vec<u8> },
    /// Damaged beyond correction.
    Damaged,
}

impl Checksum {
    pub fn of(bytes: &[u8]) -> Checksum {
        let mut ieee = flate2::Crc::new();
        ieee.update(bytes);
        Checksum { castagnoli: crc32c::crc32c(bytes), ieee: ieee.sum() }
    }

    pub fn to_bytes(self) -> [u8; 8] {
        (u64::from(self.castagnoli) | u64::from(self.ieee) << 32).to_le_bytes()
    }

    pub fn read(cursor: &mut Cursor<'_>) -> Result<Checksum, Malformed> {
        Ok(Checksum { castagnoli: cursor.u32()?, ieee: cursor.u32()? })
    }

    /// The bytes, corrected if necessary, and whether they or the checksum were wrong; `None` if they cannot
    /// be corrected.
    pub fn mend(self, bytes: &[u8]) -> Option<(Cow<'_, [u8]>, bool)> {
        match self.check(bytes) {
            Checked::Sound => Some((Cow::Borrowed(bytes), false)),
            Checked::SoundBytes => Some((Cow::Borrowed(bytes), true)),
            Checked::Healed { bytes, .. } => Some((Cow::Owned(bytes), true)),
            Checked::Damaged => None,
        }
    }

    /// Compares the bytes with the checksums and corrects one wrong byte.
    pub fn check(self, bytes: &[u8]) -> Checked {
        let found = Checksum::of(bytes);
        if found == self {
            return Checked::Sound;
        }
        // One of them wrong by a byte of its own while the other agrees: the bytes are sound.
        let small = |a: u32, b: u32| (a ^ b).to_le_bytes().iter().filter(|&&byte| byte != 0).count() <= 1;
        let (castagnoli, ieee) = (found.castagnoli == self.castagnoli, found.ieee == self.ieee);
        if castagnoli && small(found.ieee, self.ieee) || ieee && small(found.castagnoli, self.castagnoli) {
            return Checked::SoundBytes;
        }
        self.heal(bytes, found)
    }

    fn heal(self, bytes: &[u8], found: Checksum) -> Checked {
        let table = table(CASTAGNOLI);
        let by_top = by_top_byte(&table);
        let mut syndrome = found.castagnoli ^ self.castagnoli;
        for at in (0..bytes.len()).rev() {
            // `syndrome` is what the damage did to the checksum just after the byte at `at`.
            let change = by_top[(syndrome >> 24) as usize];
            if table[usize::from(change)] == syndrome && change != 0 {
                let mut mended = bytes.to_vec();
                mended[at] ^= change;
                if Checksum::of(&mended) == self {
                    return Checked::Healed { at, bytes: mended };
                }
            }
            // One byte back: the last step was `s >> 8 ^ table[s & 255]`.
            let low = by_top[(syndrome >> 24) as usize];
            syndrome = (syndrome ^ table[usize::from(low)]) << 8 | u32::from(low);
        }
        Checked::Damaged
    }
}

/// The reversed polynomial of CRC-32C.
const CASTAGNOLI: u32 = 0x82f6_3b78;

const fn table(polynomial: u32) -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut value = index as u32;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 == 1 { value >> 1 ^ polynomial } else { value >> 1 };
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
}

/// The index of the table's entry with that top byte; each top byte occurs once.
fn by_top_byte(table: &[u32; 256]) -> [u8; 256] {
    let mut index = [0; 256];
    for (i, value) in (0..=u8::MAX).zip(table) {
        index[(value >> 24) as usize] = i;
    }
    index
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_one_byte_is_mended(
            bytes in proptest::collection::vec(any::<u8>(), 1..2000),
            place in any::<prop::sample::Index>(),
            change in 1..=255u8,
        ) {
            let sum = Checksum::of(&bytes);
            prop_assert_eq!(sum.check(&bytes), Checked::Sound);
            let at = place.index(bytes.len());
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            prop_assert_eq!(sum.check(&damaged), Checked::Healed { at, bytes });
        }

        #[test]
        fn worse_damage_is_never_taken_for_a_byte(
            bytes in proptest::collection::vec(any::<u8>(), 2..500),
            places in any::<(prop::sample::Index, prop::sample::Index)>(),
            changes in (1..=255u8, 1..=255u8),
        ) {
            let (a, b) = (places.0.index(bytes.len()), places.1.index(bytes.len()));
            prop_assume!(a != b);
            let sum = Checksum::of(&bytes);
            let mut damaged = bytes.clone();
            damaged[a] ^= changes.0;
            damaged[b] ^= changes.1;
            prop_assert_eq!(sum.check(&damaged), Checked::Damaged);
        }

        #[test]
        fn a_damaged_checksum_does_not_condemn_the_bytes(
            bytes in proptest::collection::vec(any::<u8>(), 0..500), at in 0..8usize, change in 1..=255u8,
        ) {
            let mut sum = Checksum::of(&bytes);
            let flip = u32::from(change) << (at % 4 * 8);
            if at < 4 { sum.castagnoli ^= flip } else { sum.ieee ^= flip }
            prop_assert_eq!(sum.check(&bytes), Checked::SoundBytes);
        }
    }
}
