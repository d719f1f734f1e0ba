//! Hypotheses that are not in the beam yet, and what they may cost.

use super::{Hypothesis, Way};

/// A hypothesis that is not in the beam yet: its last move is not made.
pub(super) struct Candidate {
    /// As it was before the move, but with its new cost, pointers and explanation.
    pub(super) hypothesis: Hypothesis,
    pub(super) legal: u16,
    pub(super) cell: std::ops::Range<u32>,
    pub(super) way: Way,
    pub(super) text: f32,
    pub(super) travel: f32,
    /// The weight of the print that is passed over on the way to its cell.
    pub(super) passed: f32,
    /// What it costs, with print that it has left behind for good.
    pub(super) rank: f32,
}

/// Candidates, and what none may cost more.
pub(super) struct Candidates {
    pub(super) list: Vec<Candidate>,
    /// The cost of the cheapest.
    pub(super) best: f32,
    /// How much dearer than the cheapest one may be.
    beam: f32,
    /// What one may cost in any case.
    most: f32,
    /// Both together.
    pub(super) limit: f32,
}

impl Candidates {
    pub(super) fn new(beam: f32, most: f32) -> Candidates {
        Candidates { list: Vec::new(), best: f32::INFINITY, beam, most, limit: most }
    }

    pub(super) fn push(&mut self, candidate: Candidate) {
        if candidate.rank < self.best {
            self.best = candidate.rank;
            self.limit = self.most.min(self.best + self.beam);
        }
        self.list.push(candidate);
    }

    /// Makes it ready for the next half-move.
    pub(super) fn clear(&mut self, beam: f32, most: f32) {
        self.list.clear();
        (self.best, self.beam, self.most, self.limit) = (f32::INFINITY, beam, most, most);
    }

    /// Writes the places of those within `beam` of the cheapest, the cheapest first; of equals, the first.
    pub(super) fn cheapest(&self, beam: f32, order: &mut Vec<u64>) {
        let limit = self.limit.min(self.best + beam);
        let within = |(at, candidate): (usize, &Candidate)| {
            let rank = candidate.rank;
            // The bits of a number, as they sort.
            let bits = rank.to_bits();
            let key = if rank.is_sign_negative() { !bits } else { bits | 1 << 31 };
            (rank <= limit).then_some(u64::from(key) << 32 | at as u64)
        };
        order.clear();
        order.extend(self.list.iter().enumerate().filter_map(within));
        order.sort_unstable();
        order.iter_mut().for_each(|key| *key &= u64::from(u32::MAX));
    }
}

/// Readings that cost so much more than another, in nats, say nothing of it.
pub(super) const OVER: f32 = 3.0;

/// Half-moves that cost so much each, so many of them, are no print that can be read.
const BADLY: f32 = 2.5;
/// See `BADLY`.
const LONG: usize = 16;
/// The parts of the usual places and of the usual range there.
const LITTLE: (f32, f32) = (0.2, 0.6);

/// How wide a beam is, by how the print went so far: where all is lost a wide beam finds nothing either.
#[derive(Default)]
pub(super) struct Pace {
    /// By half-move, the cost of the cheapest hypothesis.
    costs: Vec<f32>,
}

impl Pace {
    /// The part of the usual places, and of the usual range of costs, behind one more half-move.
    pub(super) fn step(&mut self, cost: f32) -> (f32, f32) {
        self.costs.push(cost);
        let last = self.costs.len() - 1;
        let is_lost = last >= LONG && cost - self.costs[last - LONG] > BADLY * LONG as f32;
        if is_lost { LITTLE } else { (1.0, 1.0) }
    }
}
