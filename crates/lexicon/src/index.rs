//! Words with what they mean, found by hash: readers ask about each word of a text, and of most words nothing is known.

use rustc_hash::FxHashMap;

/// What the words of a table mean.
pub(crate) struct Index<T>(FxHashMap<&'static str, T>);

impl<T: Copy> Index<T> {
    /// Of words that stand twice, the first counts.
    pub(crate) fn of(words: impl IntoIterator<Item = (&'static str, T)>) -> Index<T> {
        let mut index = FxHashMap::default();
        for (word, meaning) in words {
            index.entry(word).or_insert(meaning);
        }
        Index(index)
    }

    pub(crate) fn get(&self, word: &str) -> Option<T> {
        self.0.get(word).copied()
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.0.contains_key(word)
    }
}

impl Index<()> {
    /// Words that mean the same.
    pub(crate) fn set(words: impl IntoIterator<Item = &'static str>) -> Index<()> {
        Index::of(words.into_iter().map(|word| (word, ())))
    }
}

#[cfg(test)]
mod tests {
    use super::Index;

    #[test]
    fn the_first_of_equal_words_counts() {
        let index = Index::of([("mai", 5), ("set", 9), ("mai", 4)]);
        assert_eq!((index.get("mai"), index.get("set"), index.get("Mai")), (Some(5), Some(9), None));
        assert!(index.has("set") && !Index::set(["set"]).has("mai"));
    }
}
