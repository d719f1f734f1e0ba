//! A second search beside a way that went badly.
//!
//! A misread move that is legal leads on for a while: until its game breaks down, the readings around it are cheaper than the
//! true one and crowd it out of the beam. Here what leaves the way at each half-move has a room of its own, so that every
//! fork comes to the place where the way breaks down.

use super::candidates::{Candidate, Candidates, Due};
use super::{Hypothesis, ROOMS as ALL, Search, Step};

/// How a hypothesis left the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fork {
    /// The half-move, from 1; 0 for the way itself.
    at: u16,
    /// Which of the moves there.
    branch: u16,
    /// Whether it goes on as the way does ever since.
    beside: bool,
}

impl Fork {
    /// Whether it left the way once, and goes on as the way does ever since.
    pub(super) fn is_beside(self) -> bool {
        self.beside
    }
}

/// Hypotheses that are kept of those that left the way at one half-move: where it was read without doubt, and elsewhere.
const ROOMS: (u16, u16) = (4, 24);
/// Of each branch at most so many.
const ALIKE: u16 = 2;
/// A half-move that cost less is without doubt, in nats.
const DOUBT: f32 = 1.2;

/// The rooms of one layer.
struct Rooms {
    /// By fork, what is left.
    left: Vec<u16>,
    /// By fork and branch, how many are in.
    branches: Vec<Vec<u16>>,
}

impl Rooms {
    /// Whether one more may enter.
    fn has_place(&self, fork: Fork) -> bool {
        let at = usize::from(fork.at);
        let alike = self.branches[at].get(usize::from(fork.branch));
        self.left[at] > 0 && alike.is_none_or(|&count| count < ALIKE)
    }

    fn enter(&mut self, fork: Fork) {
        let (at, branch) = (usize::from(fork.at), usize::from(fork.branch));
        self.left[at] -= 1;
        let branches = &mut self.branches[at];
        if branches.len() <= branch {
            branches.resize(branch + 1, 0);
        }
        branches[branch] += 1;
    }
}

impl Search<'_> {
    /// The cheapest of candidates in each room, the way itself among them.
    pub(super) fn in_rooms(
        &mut self,
        before: &[Hypothesis],
        candidates: &mut Candidates,
        path: &[Step],
    ) -> Vec<Hypothesis> {
        let mut buffers = std::mem::take(&mut self.buffers);
        buffers.seen.clear();
        candidates.sort(self.prices.beam);
        let now = self.ply as u16 + 1;
        let room = |step: &Step| if step.text + step.travel < DOUBT { ROOMS.0 } else { ROOMS.1 };
        let mut rooms = Rooms {
            left: (0..=self.ply + 1)
                .map(|at| at.checked_sub(1).and_then(|at| path.get(at)).map_or(ROOMS.0, room))
                .collect(),
            branches: vec![Vec::new(); self.ply + 2],
        };
        let mut beam = Vec::new();
        let mut on_path = path.get(self.ply);
        let mut branch = 0;
        while let Some((turn, due)) = candidates.next() {
            let at = match due {
                Due::Candidate(at) => at,
                Due::Visit(at) => {
                    let visit = candidates.visited(at);
                    self.look_at(&before[visit.parent as usize], &visit, [true; ALL], candidates);
                    continue;
                }
            };
            let candidate = &mut candidates.list[at as usize];
            let parent = &before[candidate.parent as usize];
            if !candidate.is_weighed {
                let rank = self.weigh(parent, candidate);
                candidates.put_back(rank, turn, at);
                continue;
            }
            let mut fork = parent.fork;
            let as_path = path.get(self.ply).is_some_and(|step| self.is(parent, candidate, step));
            let is_path = fork.at == 0 && as_path && on_path.is_some();
            if fork.at == 0 && !is_path {
                fork = Fork { at: now, branch, beside: true };
            } else {
                fork.beside &= as_path;
            }
            let beside = fork.at < now && fork.beside;
            if !is_path && !beside && !rooms.has_place(fork) {
                continue;
            }
            let Some(node) = self.moved(parent, candidate, &mut buffers.seen) else { continue };
            if is_path {
                on_path = None;
            } else if !beside {
                rooms.enter(fork);
                branch += u16::from(parent.fork.at == 0);
            }
            beam.push(Hypothesis { fork, ..self.stepped(parent, candidate, node) });
        }
        self.buffers = buffers;
        beam
    }

    /// Whether a candidate is a step of the way.
    fn is(&mut self, before: &Hypothesis, candidate: &Candidate, step: &Step) -> bool {
        candidate.way == step.way
            && candidate.cell == (step.cell.start, step.cell.end)
            && self.positions.listed(before.node).legal[candidate.legal as usize].m == step.m
    }
}
