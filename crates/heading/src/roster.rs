//! The people of a book: how often each is named, and how each name is spelled best.

use rustc_hash::FxHashMap;

use super::names::words::MASTERS;
use super::names::{blurred, same_person, surname};

/// The names of a book, each with how often it stands there.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    names: Vec<(String, f32)>,
    /// How often a name's person is named, by tag.
    known: FxHashMap<String, f32>,
}

/// The parts of a tag that names allies.
fn people(tag: &str) -> impl Iterator<Item = &str> {
    tag.split(" and ")
}

impl Roster {
    /// Collects names, each with a weight.
    pub fn of<'t>(names: impl IntoIterator<Item = (&'t str, f32)>) -> Roster {
        let mut sums: FxHashMap<&str, f32> = FxHashMap::default();
        for (tag, weight) in names {
            for one in people(tag) {
                *sums.entry(one).or_default() += weight;
            }
        }
        let mut names: Vec<(String, f32)> = sums.into_iter().map(|(tag, n)| (tag.to_owned(), n)).collect();
        names.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Roster { names, known: FxHashMap::default() }
    }

    /// How often the person of a tag is named in the book, in any spelling; of allies, the one named least.
    pub fn count(&mut self, tag: &str) -> f32 {
        if let Some(&n) = self.known.get(tag) {
            return n;
        }
        let sum = |one: &str| -> f32 {
            self.names
                .iter()
                .filter(|(name, _)| name == one || same_person(name, one))
                .map(|name| name.1)
                .sum()
        };
        let n = people(tag).map(sum).fold(f32::INFINITY, f32::min);
        let n = if n.is_finite() { n } else { 0.0 };
        self.known.insert(tag.to_owned(), n);
        n
    }

    /// Whether a tag is only the given name of somebody.
    pub fn is_given_name(&self, tag: &str) -> bool {
        let family = tag.split(',').next().unwrap_or_default();
        if family.contains(' ') || family.is_empty() {
            return false;
        }
        let low = surname(tag);
        if family.len() < tag.len() && self.names.iter().any(|(name, n)| *n > 1.5 && surname(name) == low) {
            return false;
        }
        let given = |name: &str| {
            let given = name.split_once(", ").map(|(_, given)| given).unwrap_or_default();
            given.split([' ', '.']).any(|word| word.len() > 2 && surname(word) == low)
        };
        self.names.iter().any(|(name, n)| *n > 0.5 && given(name))
    }

    /// The best spelling of a name: that of the book's most frequent one of the same person, with the given name that is
    /// printed elsewhere if this one has none.
    #[must_use]
    pub fn spelling(&self, tag: &str) -> String {
        let parts: Vec<String> = people(tag).map(|one| self.one(one)).collect();
        parts.join(" and ")
    }

    fn one(&self, tag: &str) -> String {
        let own = self.names.iter().find(|(name, _)| name == tag).map_or(0.0, |name| name.1);
        let others = self.names.iter().filter(|(name, n)| *n > own && name != tag && same_person(name, tag));
        let best = others.max_by(|a, b| a.1.total_cmp(&b.1).then(a.0.len().cmp(&b.0.len())));
        let (family, given) =
            tag.split_once(", ").map_or((tag, None), |(family, given)| (family, Some(given)));
        let (family, found) = match best {
            Some((name, _)) => {
                name.split_once(", ").map_or((name.as_str(), None), |(family, given)| (family, Some(given)))
            }
            None => (family, None),
        };
        // What is printed here is kept, unless the other says more.
        let given = match (given, found) {
            (Some(own), Some(other)) if other.len() >= own.len() => Some(other),
            (None, other) => other,
            (own, _) => own,
        };
        let family = master(family).unwrap_or_else(|| family.to_owned());
        given.map_or(family.clone(), |given| format!("{family}, {given}"))
    }
}

/// The spelling of a master's surname that a scanner has blurred.
fn master(family: &str) -> Option<String> {
    let low = surname(family);
    let is = |name: &&&str| {
        let own = surname(name);
        own != low && own.len() > 3 && blurred(&own) == blurred(&low)
    };
    (low.len() > 2 && !MASTERS.iter().any(|name| surname(name) == low))
        .then(|| MASTERS.iter().find(is))
        .flatten()
        .map(|name| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_corrects_its_names() {
        let names = [
            "Blackburne, J. H.",
            "Blackbume, J. H.",
            "Blackburne, J. H.",
            "Baird, D.",
            "Bird, H.",
            "PoUock, W.",
            "Pollock, W.",
            "Pollock, W.",
            "Alekhine, Alexander",
        ];
        let mut roster = Roster::of(names.map(|name| (name, 1.0)));
        assert_eq!(roster.spelling("Blackbume, J. H."), "Blackburne, J. H.");
        assert_eq!(roster.spelling("Baird, D."), "Baird, D.");
        assert_eq!(roster.spelling("PoUock, W."), "Pollock, W.");
        assert_eq!(roster.spelling("Pollock"), "Pollock, W.");
        assert_eq!(roster.spelling("Bum, A."), "Burn, A.");
        assert!(roster.count("Pollock") > 2.0 && roster.count("Winter") == 0.0);
        assert!(roster.is_given_name("Alexander") && !roster.is_given_name("Bird"));
    }
}
