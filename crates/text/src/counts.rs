//! How many characters stand between two places of a text, however far apart: a file may be one line, and each of its findings tells a
//! column of it.

use std::sync::{Arc, OnceLock};

/// The characters are counted up to each multiple of so many bytes, once that is asked.
const STEP: usize = 1 << 12;

/// Counts of the characters of one text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts(OnceLock<Arc<[usize]>>);

impl Counts {
    /// How many characters of `text`, always the same one, begin from `start` on and before `end`.
    pub(crate) fn between(&self, text: &str, start: usize, end: usize) -> usize {
        let bytes = text.as_bytes();
        if end - start <= STEP {
            return begun(&bytes[start..end]);
        }
        let counts = self.0.get_or_init(|| {
            let chunks = bytes.chunks(STEP).scan(0, |sum, chunk| {
                let before = *sum;
                *sum += begun(chunk);
                Some(before)
            });
            chunks.collect()
        });
        let before = |place: usize| {
            let step = (place / STEP).min(counts.len() - 1);
            counts[step] + begun(&bytes[step * STEP..place])
        };
        before(end) - before(start)
    }
}

/// How many characters begin in some bytes of UTF-8.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| (byte as i8) >= -0x40).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_over_any_stretch() {
        let text = "é♘x—".repeat(3000);
        let counts = Counts::default();
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for start in [0, 1, 2, 500, 5000, places.len() - 1] {
            for end in (start..places.len()).step_by(997).chain([places.len() - 1]) {
                assert_eq!(counts.between(&text, places[start], places[end]), end - start);
            }
        }
    }
}
