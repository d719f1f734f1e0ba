//! What several pictures of one cell, seen by one network or several, say together.

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use crate::Posteriors;

/// Negative logarithms of chances.
pub type Nats = f64;

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

    /// The same with what another recogniser says of them.
    #[must_use]
    pub fn and(mut self, cuts: &[Posteriors]) -> Look {
        self.seen.push(cuts.to_vec());
        self.priced = Mutex::default();
        self
    }

    /// What a text costs: of each recogniser the mean of the better half of its cuts; of several their mean.
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
        let cost = each.sum::<Nats>() / self.seen.len().max(1) as Nats;
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
    let mut costs: Vec<Nats> = cuts.iter().map(|cut| cut.cost(text)).collect();
    costs.sort_unstable_by(Nats::total_cmp);
    costs.truncate(costs.len().div_ceil(2));
    costs.iter().sum::<Nats>() / costs.len().max(1) as Nats
}
