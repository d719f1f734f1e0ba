//! How much may be searched for the games of a passage.
//!
//! A game may begin at many places of a text that is no book: at each `1. e4` of a page that has nothing else. Each place is
//! searched up to where the next game begins, so that the same print is searched again for each of them. Therefore the places
//! of a passage compete: those that look most like a beginning are searched first, and what is searched of a passage in vain
//! is counted, in all stages together. When the count is used up, the other places of the passage are given up, and this is said.
//! No single search does more work than its promise is worth. A long text of which much was searched and in which no game was found
//! anywhere is given up as a whole.
//!
//! The count is of work ([`Work`]) and not of time: the same text gives the same games on any machine.

use std::collections::{BTreeMap, HashMap, HashSet};

use rayon::prelude::*;

use super::twins::Likeness;
use crate::decode::Work;

/// Work that is done in vain, in all passages together, before the first game is found: a book has games in most of its passages.
const HOPELESS: Work = 8 * ALLOWED;
/// So many passages are searched at the same time before the first game is found.
const AT_FIRST: usize = 8;
/// Characters of a passage.
const PASSAGE: u32 = 2000;
/// Work that may be done in vain for the places of one passage, in all stages.
const ALLOWED: Work = 900_000;
/// The same for each character, where a text has no more of them than a passage.
const ALLOWED_EACH: Work = ALLOWED / PASSAGE as Work;
/// Most characters of a text that is too short for a book: other readers of records read it too. It has only this share of the
/// work, in per cent, and a text of so many characters has all of it.
const SHORT_TEXT: usize = 6_000;
const SHARE: Work = 30;
/// See `SHORT_TEXT`.
const LONG_TEXT: usize = 24_000;
/// A search at a place where a game begins for sure counts as this part of the work of a passage at the most: a dear one leaves
/// room for others.
const SURE: Work = 4;
/// Most places of a passage that are searched at the same time. What they cost is known only after that.
const ABREAST: usize = 4;
/// The work of one search at a place that promises nothing.
const LEAST: Work = 1_300_000;
/// What more it may be for each nat that a glance has gained.
const EACH_GAINED: f32 = 20_000.0;

/// A place that may be searched.
pub(super) trait Place {
    /// Its first character.
    fn at(&self) -> u32;
    /// Whether a game begins there for sure.
    fn is_sure(&self) -> bool;
}

/// What came of a search.
pub(super) struct Searched<T> {
    /// What was found.
    pub found: T,
    /// What it has cost.
    pub work: Work,
    /// Whether it was not in vain: its cost does not count.
    pub pays: bool,
    /// Whether next to nothing was read: print that is like it is not searched.
    pub is_hopeless: bool,
}

/// The most work of a search at a place where a glance has gained so many nats.
pub(super) fn worth(gained: f32) -> Work {
    LEAST + (gained.max(0.0) * EACH_GAINED) as Work
}

/// What may be searched in vain.
pub(super) struct Budget {
    /// What each passage has at first.
    allowed: Work,
    /// What is left of it, by passage.
    left: BTreeMap<u32, Work>,
    /// What was searched in vain, in all passages.
    vain: Work,
    /// Whether a game was found anywhere.
    has_paid: bool,
}

impl Budget {
    /// That of a text of so many characters.
    pub(super) fn of(chars: usize) -> Budget {
        let longer = (chars.clamp(SHORT_TEXT, LONG_TEXT) - SHORT_TEXT) as Work;
        let part = SHARE + (100 - SHARE) * longer / (LONG_TEXT - SHORT_TEXT) as Work;
        let allowed = ALLOWED.min(chars as Work * ALLOWED_EACH);
        Budget { allowed: allowed * part / 100, left: BTreeMap::new(), vain: 0, has_paid: false }
    }

    /// Searches at `places`, the most promising first, as far as the work of each passage allows. Returns what was found, in
    /// the order of `places`, with `None` for places that are given up, and the work of all searches. A place whose print is
    /// like that of one that was searched in vain is given up, too.
    pub(super) fn search<P: Place + Sync, T: Send>(
        &mut self,
        places: &[P],
        promise: impl Fn(&P) -> f32,
        likeness: impl Fn(&P) -> Option<Likeness>,
        search: impl Fn(&P) -> Searched<T> + Sync,
    ) -> (Vec<Option<T>>, Work) {
        let mut done_work = 0;
        let mut passages: BTreeMap<u32, Passage> = BTreeMap::new();
        for (at, place) in places.iter().enumerate() {
            passages.entry(place.at() / PASSAGE).or_default().waiting.push(at);
        }
        for Passage { waiting, .. } in passages.values_mut() {
            waiting.sort_by(|&a, &b| promise(&places[a]).total_cmp(&promise(&places[b])).then(b.cmp(&a)));
        }
        let mut found: Vec<Option<T>> = Vec::new();
        found.resize_with(places.len(), || None);
        // What the print that was searched is like, and whether next to nothing was read there.
        let mut known: HashMap<Likeness, bool> = HashMap::new();
        let is_hopeless = |known: &HashMap<Likeness, bool>, at: usize| {
            likeness(&places[at]).and_then(|likeness| known.get(&likeness).copied()).unwrap_or(false)
        };
        loop {
            let mut next: Vec<(u32, usize)> = Vec::new();
            for Passage { waiting, .. } in passages.values_mut() {
                while waiting.last().is_some_and(|&at| is_hopeless(&known, at)) {
                    waiting.pop();
                }
            }
            // Of places that are alike one is searched first.
            let mut asked: HashSet<Likeness> = HashSet::new();
            for number in self.next_passages(&passages, |at| promise(&places[at])) {
                let Some(passage) = passages.get_mut(&number) else { continue };
                let from = passage.waiting.len() - passage.abreast(self.left_of(number));
                let chosen: Vec<usize> = passage.waiting.drain(from..).collect();
                for at in chosen.into_iter().rev() {
                    let waits = likeness(&places[at])
                        .is_some_and(|likeness| !known.contains_key(&likeness) && !asked.insert(likeness));
                    if waits {
                        passage.waiting.push(at);
                    } else {
                        next.push((number, at));
                    }
                }
            }
            if next.is_empty() || self.vain >= HOPELESS && !self.has_paid {
                return (found, done_work);
            }
            let done: Vec<(u32, usize, Searched<T>)> = next
                .into_par_iter()
                .with_max_len(1)
                .map(|(number, at)| (number, at, search(&places[at])))
                .collect();
            for (number, at, searched) in done {
                done_work += searched.work;
                if let Some(likeness) = likeness(&places[at]) {
                    known.insert(likeness, searched.is_hopeless && !searched.pays);
                }
                if !searched.pays {
                    let most = if places[at].is_sure() { self.allowed / SURE } else { Work::MAX };
                    let work = searched.work.min(most);
                    self.left.insert(number, self.left_of(number).saturating_sub(work));
                    self.vain += work;
                }
                self.has_paid |= searched.pays;
                if let Some(passage) = passages.get_mut(&number) {
                    passage.dearest = Some(passage.dearest.unwrap_or_default().max(searched.work));
                }
                found[at] = Some(searched.found);
            }
        }
    }
}

impl Budget {
    /// What is left for a passage.
    fn left_of(&self, number: u32) -> Work {
        self.left.get(&number).copied().unwrap_or(self.allowed)
    }

    /// The passages that are searched next. As long as no game was found these are few, the most promising first, and of equal ones
    /// some from all over the text: a book may begin with many pages that have none.
    fn next_passages(&self, passages: &BTreeMap<u32, Passage>, promise: impl Fn(usize) -> f32) -> Vec<u32> {
        let waiting = passages.iter().filter(|&(&number, passage)| passage.abreast(self.left_of(number)) > 0);
        let mut next: Vec<(u32, f32)> = waiting
            .filter_map(|(&number, passage)| Some((number, promise(*passage.waiting.last()?))))
            .collect();
        if !self.has_paid && next.len() > AT_FIRST {
            next.sort_by_key(|(number, _)| number.reverse_bits());
            next.sort_by(|a, b| b.1.total_cmp(&a.1));
            next.truncate(AT_FIRST);
            next.sort_by_key(|(number, _)| *number);
        }
        next.into_iter().map(|(number, _)| number).collect()
    }
}

/// The places of a passage.
#[derive(Default)]
struct Passage {
    /// Those that are left, the most promising last.
    waiting: Vec<usize>,
    /// The work of the dearest search of this stage.
    dearest: Option<Work>,
}

impl Passage {
    /// How many places are searched next: the first alone, and then as many as the work that is left suffices for.
    fn abreast(&self, left: Work) -> usize {
        let most = match self.dearest {
            _ if left == 0 => 0,
            None => 1,
            Some(dearest) => (left / dearest.max(1)).clamp(1, ABREAST as Work) as usize,
        };
        most.min(self.waiting.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::twins::Sums;

    struct At(u32);

    /// From here on, games begin for sure.
    const SURELY: u32 = 100 * PASSAGE;

    impl Place for At {
        fn at(&self) -> u32 {
            self.0
        }

        fn is_sure(&self) -> bool {
            self.0 >= SURELY
        }
    }

    fn searched(places: &[At], work: Work, pays: bool) -> Vec<bool> {
        let search = |_: &At| Searched { found: (), work, pays, is_hopeless: false };
        let mut budget = Budget::of(LONG_TEXT);
        budget
            .search(places, |place| place.0 as f32, |_| None, search)
            .0
            .iter()
            .map(Option::is_some)
            .collect()
    }

    #[test]
    fn a_passage_is_searched_as_long_as_its_work_allows() {
        let places: Vec<At> = (0..20).map(At).chain([At(PASSAGE)]).collect();
        // Little work, and work that pays, is no reason to give up.
        assert!(searched(&places, 1, false).iter().all(|done| *done));
        assert!(searched(&places, ALLOWED, true).iter().all(|done| *done));
        // The most promising places are searched, and other passages have work of their own.
        let done = searched(&places, ALLOWED / 4, false);
        assert_eq!(done.iter().filter(|done| **done).count(), 4 + 1);
        assert!(done[16..].iter().all(|done| *done));
    }

    #[test]
    fn print_like_that_of_a_hopeless_place_is_not_searched() {
        let places: Vec<At> = (0..40).map(|at| At(at * PASSAGE / 4)).collect();
        let search =
            |of: &At| Searched { found: (), work: 1, pays: false, is_hopeless: of.0.is_multiple_of(PASSAGE) };
        let likeness = |of: &At| Some(Sums::of(&['a', 'b', 'c', 'd']).likeness(of.0 * 4 / PASSAGE % 4, 4));
        let (found, _) = Budget::of(LONG_TEXT).search(&places, |place| -(place.0 as f32), likeness, search);
        let done = |at: &usize| found[*at].is_some();
        let hopeless: Vec<usize> = (0..40).step_by(4).collect();
        assert_eq!(hopeless.iter().filter(|at| done(at)).count(), 1);
        assert!((0..40).filter(|at| !hopeless.contains(at)).all(|at| done(&at)));
    }

    #[test]
    fn a_text_without_a_game_is_given_up() {
        // One place in each of many passages; one of them, or none, is that of a game.
        let places: Vec<At> = (0..90).map(|passage| At(passage * PASSAGE)).collect();
        let count = |of_game: Option<u32>| {
            let pays = |place: &At| of_game == Some(place.0 / PASSAGE);
            let search =
                |place: &At| Searched { found: (), work: ALLOWED, pays: pays(place), is_hopeless: false };
            let promise = |place: &At| f32::from(u8::from(pays(place)));
            let mut budget = Budget::of(90 * PASSAGE as usize);
            budget.search(&places, promise, |_| None, search).0.iter().flatten().count()
        };
        assert_eq!(count(None), (HOPELESS / ALLOWED) as usize);
        assert_eq!(count(Some(70)), 90);
    }

    #[test]
    fn all_stages_share_the_work_of_a_passage() {
        let places: Vec<At> = (0..20).map(At).collect();
        let vain = |work| move |_: &At| Searched { found: (), work, pays: false, is_hopeless: false };
        let mut budget = Budget::of(LONG_TEXT);
        let searched = |found: &[Option<()>]| found.iter().flatten().count();
        assert_eq!(searched(&budget.search(&places, |_| 0.0, |_| None, vain(ALLOWED / 40)).0), 20);
        assert_eq!(searched(&budget.search(&places, |_| 0.0, |_| None, vain(ALLOWED / 4)).0), 2);
        assert_eq!(searched(&budget.search(&places, |_| 0.0, |_| None, vain(1)).0), 0);
        // A short text has less.
        let found =
            Budget::of(PASSAGE as usize / 10).search(&places, |_| 0.0, |_| None, vain(ALLOWED / 40)).0;
        assert_eq!(searched(&found), 2);
        // However dear they are, some places where games begin for sure are searched.
        let sure: Vec<At> = (SURELY..SURELY + 20).map(At).collect();
        let found = Budget::of(PASSAGE as usize).search(&sure, |_| 0.0, |_| None, vain(ALLOWED * 2)).0;
        assert_eq!(searched(&found), SURE as usize);
    }
}
