//! Texts by the order in which they first came.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

/// Distinct texts, end to end, each found by its hash.
#[derive(Default)]
pub(super) struct Interner {
    text: String,
    ends: Vec<usize>,
    /// A table with free places, a power of two of them: the upper half of a text's hash, and its place
    /// from 1; 0 is free.
    table: Vec<u64>,
}

impl Interner {
    /// The text that came at that place; nothing for one that did not.
    pub fn get(&self, place: u32) -> &str {
        let place = place as usize;
        let start = place.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.ends.get(place).and_then(|&end| self.text.get(start..end)).unwrap_or_default()
    }

    /// The place of a text, its own from now on if it is new.
    pub fn place(&mut self, text: &str) -> u32 {
        if self.table.len() < self.ends.len() * 2 + 2 {
            self.grow();
        }
        let hash = FxBuildHasher.hash_one(text.as_bytes());
        let (mut at, upper) = (self.home(hash), hash & !u64::from(u32::MAX));
        loop {
            let entry = self.table[at];
            if entry == 0 {
                break;
            }
            let place = (entry as u32).wrapping_sub(1);
            if entry & !u64::from(u32::MAX) == upper && self.get(place) == text {
                return place;
            }
            at = (at + 1) & (self.table.len() - 1);
        }
        let place = self.ends.len() as u32;
        self.table[at] = upper | u64::from(place + 1);
        self.text.push_str(text);
        self.ends.push(self.text.len());
        place
    }

    /// Where a text of that hash is looked for first.
    fn home(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.table.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.table);
        self.table = vec![0; (old.len() * 2).max(64)];
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let mut at = self.home(entry);
            while self.table[at] != 0 {
                at = (at + 1) & (self.table.len() - 1);
            }
            self.table[at] = entry;
        }
    }

    /// All of them with their places, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        (0..self.ends.len() as u32).map(|place| (self.get(place), place))
    }

    /// Forgets all, but not the room that they took.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.table.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_text_has_one_place(texts in proptest::collection::vec("[a-c]{0,3}", 0..400)) {
            let mut interner = Interner::default();
            let mut known: Vec<String> = Vec::new();
            for round in 0..2 {
                for text in &texts {
                    let place = interner.place(text);
                    let expected = known.iter().position(|other| other == text);
                    prop_assert_eq!(place as usize, expected.unwrap_or(known.len()));
                    if expected.is_none() {
                        known.push(text.clone());
                    }
                }
                let all: Vec<&str> = interner.iter().map(|(text, _)| text).collect();
                prop_assert_eq!(&all, &known);
                if round == 0 {
                    interner.clear();
                    known.clear();
                }
            }
        }
    }
}
