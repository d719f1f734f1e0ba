//! Hypotheses that are not in the beam yet, and what they may cost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Way;
use super::cells::Numbering;
use super::enter::Entry;

/// What a candidate reads.
#[derive(Clone, Copy)]
pub(super) enum Enters {
    /// A token of the print.
    Token { token: u32, numbering: Numbering },
    /// A worn cell, and how the print leads to it.
    Worn { at: u32, way: Way },
    /// Nothing.
    Lost,
    /// The cell of a half-move that is known.
    Known,
}

/// A hypothesis that is not in the beam yet: its last move is not made.
pub(super) struct Candidate {
    /// The one that it goes on from, by its place in the beam.
    pub(super) parent: u32,
    pub(super) legal: u16,
    pub(super) enters: Enters,
    /// Its cell, from and to.
    pub(super) cell: (u32, u32),
    /// Where both sides' last cells end then.
    pub(super) ends: [u32; 2],
    pub(super) way: Way,
    pub(super) text: f32,
    pub(super) travel: f32,
    /// The weight of the print that is passed over on the way to its cell.
    pub(super) passed: f32,
    /// What all costs up to it; without what its move costs by what people play until that is asked.
    pub(super) cost: f32,
    /// What of its rank is for print that it has left behind for good.
    pub(super) debt: f32,
    /// Whether it was asked how likely people are to play its move.
    pub(super) is_weighed: bool,
}

impl Candidate {
    /// Its cell, as a side goes to it.
    pub(super) fn entry<'n>(&self, side: usize, numbering: Option<&'n Numbering>) -> Entry<'n> {
        Entry { side, cell: self.cell.0..self.cell.1, way: self.way, passed: self.passed, numbering }
    }
}

/// What a hypothesis may read next, before it is asked which moves that may be.
#[derive(Clone, Copy)]
pub(super) struct Visit {
    pub(super) parent: u32,
    /// Its place among the candidates of equal rank.
    pub(super) turn: u32,
    pub(super) enters: Enters,
    pub(super) way: Way,
    /// What the way there costs.
    pub(super) travel: f32,
    /// The weight of the print that is passed over there.
    pub(super) passed: f32,
}

/// A candidate, or a visit.
#[derive(Clone, Copy)]
pub(super) enum Due {
    Visit(u32),
    Candidate(u32),
}

/// By rank, and of equals by turn; a visit by the least rank that comes of it.
type Key = u64;

/// Visits and candidates of a half-move, the cheapest next, and what none may cost more.
///
/// Which moves a text may say and how likely people are to play them is asked only of those that come up before all places are
/// taken.
pub(super) struct Candidates {
    pub(super) list: Vec<Candidate>,
    visits: Vec<Visit>,
    /// By key; in order once the first one is taken.
    sorted: Vec<(Key, Due)>,
    /// What came up later.
    later: BinaryHeap<Reverse<(Key, u32)>>,
    /// How many of the sorted are taken.
    taken: usize,
    turns: u32,
    /// The cost of the cheapest.
    pub(super) best: f32,
    /// How much dearer than the cheapest one may be.
    beam: f32,
    /// What one may cost in any case.
    most: f32,
    /// Both together.
    pub(super) limit: f32,
}

/// The key of a rank and a turn.
fn key(rank: f32, turn: u32) -> Key {
    let bits = rank.to_bits();
    // The bits of a number, as they sort.
    let bits = if rank.is_sign_negative() { !bits } else { bits | 1 << 31 };
    u64::from(bits) << 32 | u64::from(turn)
}

impl Candidates {
    pub(super) fn new(beam: f32, most: f32) -> Candidates {
        Candidates {
            list: Vec::new(),
            visits: Vec::new(),
            sorted: Vec::new(),
            later: BinaryHeap::new(),
            taken: 0,
            turns: 0,
            best: f32::INFINITY,
            beam,
            most,
            limit: most,
        }
    }

    /// Numbers for so many candidates, the first of them.
    pub(super) fn turns(&mut self, many: u32) -> u32 {
        let first = self.turns;
        self.turns += many;
        first
    }

    /// Notes what may come of a visit, at the `least` rank.
    pub(super) fn visit(&mut self, least: f32, visit: Visit) {
        self.sorted.push((key(least, visit.turn), Due::Visit(self.visits.len() as u32)));
        self.visits.push(visit);
    }

    /// Notes a candidate; nothing if it costs too much.
    pub(super) fn push(&mut self, rank: f32, turn: u32, candidate: Candidate) {
        if rank > self.limit {
            return;
        }
        if candidate.is_weighed && rank < self.best {
            self.best = rank;
            self.limit = self.most.min(self.best + self.beam);
        }
        self.later.push(Reverse((key(rank, turn), self.list.len() as u32)));
        self.list.push(candidate);
    }

    /// Makes it ready for the next half-move.
    pub(super) fn clear(&mut self, beam: f32, most: f32) {
        self.list.clear();
        self.visits.clear();
        self.sorted.clear();
        self.later.clear();
        (self.taken, self.turns) = (0, 0);
        (self.best, self.beam, self.most, self.limit) = (f32::INFINITY, beam, most, most);
    }

    /// Puts all in order; the cheapest may be so much cheaper than others that come up.
    pub(super) fn sort(&mut self, beam: f32) {
        self.limit = self.limit.min(self.best + beam);
        let last = key(self.limit, u32::MAX);
        self.sorted.retain(|one| one.0 <= last);
        let weighed = self.later.drain().filter(|one| one.0.0 <= last);
        self.sorted.extend(weighed.map(|Reverse((key, at))| (key, Due::Candidate(at))));
        self.sorted.sort_unstable_by_key(|one| one.0);
    }

    /// The cheapest that is left.
    pub(super) fn next(&mut self) -> Option<(u32, Due)> {
        let sorted = self.sorted.get(self.taken);
        let later = self.later.peek();
        match (sorted, later) {
            (Some(&(key, due)), later) if later.is_none_or(|later| key <= later.0.0) => {
                self.taken += 1;
                Some((key as u32, due))
            }
            _ => self.later.pop().map(|Reverse((key, at))| (key as u32, Due::Candidate(at))),
        }
    }

    pub(super) fn visited(&self, at: u32) -> Visit {
        self.visits[at as usize]
    }

    /// Puts a candidate back whose rank is known now.
    pub(super) fn put_back(&mut self, rank: f32, turn: u32, at: u32) {
        if rank <= self.limit {
            self.later.push(Reverse((key(rank, turn), at)));
        }
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

#[cfg(test)]
mod tests {
    use super::{Candidate, Candidates, Due, Enters, Visit};
    use crate::decode::Way;

    fn candidate() -> Candidate {
        Candidate {
            parent: 0,
            legal: 0,
            enters: Enters::Lost,
            cell: (0, 0),
            ends: [0; 2],
            way: Way::Lost,
            text: 0.0,
            travel: 0.0,
            passed: 0.0,
            cost: 0.0,
            debt: 0.0,
            is_weighed: true,
        }
    }

    #[test]
    fn the_cheapest_comes_next_whenever_it_came_up() {
        let mut all = Candidates::new(9.0, f32::INFINITY);
        for rank in [4.0, 2.0, 20.0, -1.0] {
            let turn = all.turns(1);
            all.push(rank, turn, candidate());
        }
        let turn = all.turns(2);
        let (enters, way) = (Enters::Lost, Way::Lost);
        all.visit(1.0, Visit { parent: 0, turn, enters, way, travel: 0.0, passed: 0.0 });
        all.sort(9.0);
        let mut seen = Vec::new();
        while let Some((turn, due)) = all.next() {
            match due {
                Due::Candidate(at) => seen.push(at),
                Due::Visit(_) => {
                    all.push(3.0, turn, candidate());
                    // Of equals, the first comes first.
                    all.push(2.0, turn + 1, candidate());
                }
            }
        }
        // 20 was dearer than the cheapest by more than the beam allows, and was not even noted.
        assert_eq!(seen, [2, 1, 4, 3, 0]);
        assert_eq!(all.limit, 8.0);
    }
}
