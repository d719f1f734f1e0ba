//! How much may be searched for the games of a passage.
//!
//! A game may begin at many places of a text that is no book: at each `1. e4` of a page that has nothing else. Each place is
//! searched up to where the next game begins, so that the same print is searched again for each of them. Therefore the places
//! of a passage compete: those that look most like a beginning are searched first, and what is searched of a passage in vain
//! is counted. When the count is used up, the other places of the passage are given up, and this is said.
//!
//! The count is of work ([`Work`]) and not of time: the same text gives the same games on any machine.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::decode::Work;

/// Characters of a passage.
const PASSAGE: u32 = 2000;
/// Work that may be done in vain for the places of one passage, in each stage.
const ALLOWED: Work = 600_000;
/// Places of a passage that are searched at the same time. What they cost is known only after that.
const ABREAST: usize = 4;

/// A place that may be searched.
pub(super) trait Place {
    /// Its first character.
    fn at(&self) -> u32;
}

/// What came of a search.
pub(super) struct Searched<T> {
    /// What was found.
    pub found: T,
    /// What it has cost.
    pub work: Work,
    /// Whether it was not in vain: its cost does not count.
    pub pays: bool,
}

/// Searches at `places`, the most promising first, as far as the work of each passage allows. Returns what was found, in the
/// order of `places`, with `None` for places that are given up, and the work of all searches.
pub(super) fn within<P: Place + Sync, T: Send>(
    places: &[P],
    promise: impl Fn(&P) -> f32,
    search: impl Fn(&P) -> Searched<T> + Sync,
) -> (Vec<Option<T>>, Work) {
    let mut done_work = 0;
    // By passage: the places that are left, the most promising last, and the work that is left.
    let mut passages: BTreeMap<u32, (Vec<usize>, Work)> = BTreeMap::new();
    for (at, place) in places.iter().enumerate() {
        passages.entry(place.at() / PASSAGE).or_insert_with(|| (Vec::new(), ALLOWED)).0.push(at);
    }
    for (waiting, _) in passages.values_mut() {
        waiting.sort_by(|&a, &b| promise(&places[a]).total_cmp(&promise(&places[b])).then(b.cmp(&a)));
    }
    let mut found: Vec<Option<T>> = Vec::new();
    found.resize_with(places.len(), || None);
    loop {
        let mut next: Vec<(u32, usize)> = Vec::new();
        for (&passage, (waiting, left)) in &mut passages {
            if *left > 0 {
                let from = waiting.len().saturating_sub(ABREAST);
                next.extend(waiting.drain(from..).rev().map(|at| (passage, at)));
            }
        }
        if next.is_empty() {
            return (found, done_work);
        }
        let done: Vec<(u32, usize, Searched<T>)> = next
            .into_par_iter()
            .with_max_len(1)
            .map(|(passage, at)| (passage, at, search(&places[at])))
            .collect();
        for (passage, at, searched) in done {
            done_work += searched.work;
            if let Some((_, left)) = passages.get_mut(&passage).filter(|_| !searched.pays) {
                *left = left.saturating_sub(searched.work);
            }
            found[at] = Some(searched.found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct At(u32);

    impl Place for At {
        fn at(&self) -> u32 {
            self.0
        }
    }

    fn searched(places: &[At], work: Work, pays: bool) -> Vec<bool> {
        let search = |_: &At| Searched { found: (), work, pays };
        within(places, |place| place.0 as f32, search).0.iter().map(Option::is_some).collect()
    }

    #[test]
    fn a_passage_is_searched_as_long_as_its_work_allows() {
        let places: Vec<At> = (0..20).map(At).chain([At(PASSAGE)]).collect();
        // Little work, and work that pays, is no reason to give up.
        assert!(searched(&places, 1, false).iter().all(|done| *done));
        assert!(searched(&places, ALLOWED, true).iter().all(|done| *done));
        // The most promising places are searched, and other passages have work of their own.
        let done = searched(&places, ALLOWED / 4, false);
        assert_eq!(done.iter().filter(|done| **done).count(), ABREAST + 1);
        assert!(done[16..].iter().all(|done| *done));
    }
}
