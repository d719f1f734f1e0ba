//! What several pictures of one cell, seen by one network or several, say together.

use std::sync::Mutex;

use rustc_hash::FxHashMap;
use scorebook_search::Nats;

use crate::Posteriors;

/// A cell that says nothing of a text costs no more: it may be overwritten, or a slip.
pub const MOST: Nats = 12.0;

/// One cell as it was seen: several cuts by one recogniser or several.
#[derive(Debug, Default)]
pub struct Look {
    /// For each recogniser, its cuts.
    seen: Vec<Vec<Posteriors>>,
    priced: Mutex<FxHashMap<String, Nats>>,
}

impl Look {
    /// What one recogniser says of the cuts of a cell.
    #[must_use]
    pub fn of(cuts: &[Posteriors]) -> Look {
        Look { seen: vec![cuts.to_vec()], priced: Mutex::default() }
    }

    /// What an empty cell says: nothing, for sure.
    #[must_use]
    pub fn empty() -> Look {
        Look::of(&[Posteriors::new(Vec::new(), vec![1.0])])
    }

    /// The same with what another recogniser says of them.
    #[must_use]
    pub fn and(mut self, cuts: &[Posteriors]) -> Look {
        self.seen.push(cuts.to_vec());
        self.priced = Mutex::default();
        self
    }

    /// What a text costs, no more than [`MOST`]: of each recogniser the mean of the better half of its cuts; of several their mean.
    ///
    /// ```
    /// use scorebook_eye::{Look, Posteriors};
    /// let sure = Posteriors::new(vec!['a', 'b'], vec![0.0, 1.0, 0.0]);
    /// let blind = Posteriors::new(vec!['a', 'b'], vec![1.0, 0.0, 0.0]);
    /// // A cut that shows nothing does no harm.
    /// assert!(Look::of(&[sure, blind]).cost("a") < 0.01);
    /// ```
    #[must_use]
    pub fn cost(&self, text: &str) -> Nats {
        let priced = |priced: &Mutex<FxHashMap<String, Nats>>| priced.lock().ok()?.get(text).copied();
        if let Some(cost) = priced(&self.priced) {
            return cost;
        }
        let each = self.seen.iter().map(|cuts| better_half(cuts, text));
        let cost = (each.sum::<Nats>() / self.seen.len().max(1) as Nats).min(MOST);
        if let Ok(mut priced) = self.priced.lock() {
            priced.insert(text.to_owned(), cost);
        }
        cost
    }

    /// The plain reading of the first cut, for people.
    #[must_use]
    pub fn text(&self) -> String {
        self.seen.iter().flatten().next().map(Posteriors::best).unwrap_or_default()
    }
}

fn better_half(cuts: &[Posteriors], text: &str) -> Nats {
    let half = cuts.len().div_ceil(2);
    // One cut alone that costs so much brings the mean to the most.
    let most = MOST * half as Nats;
    let mut costs: Vec<Nats> = cuts.iter().map(|cut| cut.cost_within(text, most)).collect();
    costs.sort_unstable_by(Nats::total_cmp);
    costs.truncate(half);
    costs.iter().sum::<Nats>() / half.max(1) as Nats
}
