//! Numbers and strings in bytes: little-endian fixed widths, LEB128 for the rest.

/// Bytes that end too early or have an invalid value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// Appends numbers and strings.
pub(super) trait Put {
    fn varint(&mut self, value: u64);
    fn string(&mut self, value: &[u8]);
}

impl Put for Vec<u8> {
    /// Seven bits per byte, lowest first; the top bit is set on all but the last.
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.push(value as u8);
    }

    /// The length, then the bytes.
    fn string(&mut self, value: &[u8]) {
        self.varint(value.len() as u64);
        self.extend_from_slice(value);
    }
}

/// Reads numbers and strings from the front.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a>(pub &'a [u8]);

impl<'a> Cursor<'a> {
    pub fn take(&mut self, len: usize) -> Result<&'a [u8], Malformed> {
        let (head, tail) = self.0.split_at_checked(len).ok_or(Malformed)?;
        self.0 = tail;
        Ok(head)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        self.take(N)?.try_into().map_err(|_| Malformed)
    }

    pub fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.array::<1>()?[0])
    }

    pub fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_le_bytes)
    }

    pub fn varint(&mut self) -> Result<u64, Malformed> {
        // Most numbers are of one byte.
        if let Some((&byte, rest)) = self.0.split_first()
            && byte & 0x80 == 0
        {
            self.0 = rest;
            return Ok(u64::from(byte));
        }
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift).ok_or(Malformed)?;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Malformed)
    }

    /// A count that is consistent with the bytes left, at `least` bytes each.
    pub fn count(&mut self, least: usize) -> Result<usize, Malformed> {
        let count = usize::try_from(self.varint()?).map_err(|_| Malformed)?;
        (count.saturating_mul(least) <= self.0.len()).then_some(count).ok_or(Malformed)
    }

    pub fn string(&mut self) -> Result<&'a [u8], Malformed> {
        let len = self.count(1)?;
        self.take(len)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Small for numbers near 0 of either sign.
pub(super) const fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// Undoes [`zigzag`].
pub(super) const fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_come_back(value in any::<u64>(), signed in any::<i64>()) {
            let mut bytes = Vec::new();
            bytes.varint(value);
            bytes.varint(zigzag(signed));
            let mut cursor = Cursor(&bytes);
            prop_assert_eq!(cursor.varint(), Ok(value));
            prop_assert_eq!(cursor.varint().map(unzigzag), Ok(signed));
            prop_assert!(cursor.is_empty());
        }

        #[test]
        fn cut_bytes_are_malformed(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let mut cursor = Cursor(&bytes);
            while cursor.string().is_ok() && !cursor.is_empty() {}
        }
    }
}
