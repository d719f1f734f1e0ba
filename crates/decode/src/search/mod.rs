//! The search: the cheapest readings of a whole game, layer by layer, within a beam.

mod bounds;
mod state;
mod weigh;

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::{Chess, EnPassantMode, Move, Position, Role, zobrist::Zobrist64};
use smallvec::SmallVec;

pub use self::bounds::{Bounds, MarkHabits};
pub use self::state::GameState;
use self::weigh::weigh_illegal;
pub(super) use self::weigh::weigh_mark;
use super::Cost;
use super::beam::{self, Probation, Standing};
use super::cell_graph::{CellGraph, Transition};
use super::decided;
use super::late_repair::{self, RepairPath, STUCK_COST, StuckPath};
use super::lattice::{Edge, Lattice, ROOT, Vertex};
use super::reader::{Provenance, Reader, ScoredMove, Weighings};
use crate::lineage::Lineage;
use crate::pass::Passing;
use crate::record::Cell;
use crate::skeleton::Scene;

/// A live hypothesis.
struct Live<S> {
    vertex: u32,
    position: Chess,
    lineage: Lineage,
    last: Option<Move>,
    state: S,
    cost: Cost,
    /// Hash of the position.
    hash: u64,
    /// Number of cells on the way here that could not be read.
    guesses: u8,
    /// Why it is on probation, and for how many more moves.
    trial: (Probation, u8),
}

/// Most unreadable cells in a game; with more, the rest proves nothing.
const MOST_GUESSES: u8 = 3;

/// Cost of an illegal move that is kept as written.
const ILLEGAL: Cost = Cost::new(8_000);

/// Reads `cells` in `order` from `start`.
pub fn search<O: CellGraph>(
    cells: &[Cell<'_>],
    order: &O,
    reader: &mut dyn Reader,
    start: &GameState,
    bounds: &Bounds,
) -> Lattice {
    let mut lattice = Lattice::default();
    let state = order.start();
    lattice.vertices.push(Vertex {
        cost: Cost::EXACT,
        best: ROOT,
        stop: order.stop(state),
        unplayed: Cost::EXACT,
        finished: order.finished(state),
        layer: 0,
    });
    let mut live = vec![Live {
        vertex: 0,
        position: start.position.clone(),
        lineage: start.lineage,
        last: start.last,
        state,
        cost: Cost::EXACT,
        hash: hash_of(&start.position),
        guesses: 0,
        trial: (Probation::None, 0),
    }];
    let mut layer = Layer::new();
    layer.states.push(state);
    let mut repairs = bounds.late_repairs;
    for ply in 0.. {
        layer.begin(live.iter().map(|hypothesis| hypothesis.cost).min().unwrap_or_default(), bounds);
        if bounds.ends(layer.leader, ply) {
            break;
        }
        let mut troubled = None;
        for (at, hypothesis) in live.iter().enumerate() {
            let best = layer.expand(at, hypothesis, cells, order, reader, ply, bounds);
            if hypothesis.cost == layer.leader && best >= STUCK_COST && best.is_possible() {
                troubled = troubled.or(Some(hypothesis.vertex));
            }
        }
        if layer.found.is_empty() {
            break;
        }
        if let Some(vertex) = troubled.filter(|_| repairs > 0) {
            repairs -= 1;
            let unmarked = bounds.habits.unmarked_check;
            let past = StuckPath { cells, order, lattice: &lattice, states: &layer.states, start, unmarked };
            for change in past.changes(vertex, reader) {
                let Some(hypothesis) = layer.inject(change, order, &mut lattice, &live) else { continue };
                layer.expand(live.len(), &hypothesis, cells, order, reader, ply, bounds);
                live.push(hypothesis);
            }
        }
        live = layer.settle(&mut lattice, live, order, ply + 1, bounds);
    }
    if repairs < bounds.late_repairs {
        lattice.put_in_order();
    }
    lattice
}

/// A move found from a live hypothesis, not yet a vertex.
struct Extension {
    /// Index of the hypothesis among the live ones.
    parent: u32,
    /// Index of its transition in the layer.
    turn: u32,
    weighed: ScoredMove,
    total: Cost,
    trial: (Probation, u8),
}

/// Working memory for one layer.
struct Layer<S> {
    /// The state of each vertex of the lattice.
    states: Vec<S>,
    found: Vec<Extension>,
    /// The transitions of all hypotheses, one hypothesis after the other.
    turns: Vec<Transition<S>>,
    weighings: Weighings,
    /// The least cost found so far.
    cheapest: Cost,
    /// The cost of the cheapest hypothesis before the move.
    leader: Cost,
    /// What costs more has no room in the beam: so many cheaper moves were found ([`tighten`](Layer::tighten)).
    limit: Cost,
    /// From so many moves on the limit is sought again.
    full: usize,
}

impl<S: Copy + Eq + std::hash::Hash> Layer<S> {
    fn new() -> Layer<S> {
        Layer {
            states: Vec::new(),
            found: Vec::new(),
            turns: Vec::new(),
            weighings: Weighings::new(),
            cheapest: Cost::NEVER,
            leader: Cost::EXACT,
            limit: Cost::NEVER,
            full: 0,
        }
    }

    /// Before the moves of a layer are sought.
    fn begin(&mut self, leader: Cost, bounds: &Bounds) {
        self.cheapest = Cost::NEVER;
        self.leader = leader;
        self.limit = Cost::NEVER;
        self.full = bounds.beam * 8;
    }

    /// Drops the moves that have no room in the beam, now that so many were found, and finds out what has none.
    fn tighten(&mut self, bounds: &Bounds) {
        let room = bounds.beam * 4;
        if !bounds.is_plain() || self.found.len() < self.full || room == 0 {
            return;
        }
        let mut totals: Vec<Cost> = self.found.iter().map(|found| found.total).collect();
        let (_, &mut last, _) = totals.select_nth_unstable(room - 1);
        self.limit = self.limit.min(last);
        let limit = self.limit;
        self.found.retain(|found| found.total <= limit);
        self.full = (self.found.len() * 2).max(bounds.beam * 8);
    }

    /// Finds the moves that can follow the hypothesis at `place`; returns the least cost of a move read from
    /// a cell.
    #[allow(clippy::too_many_arguments)]
    fn expand<O: CellGraph<State = S>>(
        &mut self,
        place: usize,
        hypothesis: &Live<S>,
        cells: &[Cell<'_>],
        order: &O,
        reader: &mut dyn Reader,
        ply: u32,
        bounds: &Bounds,
    ) -> Cost {
        let first = self.turns.len();
        order.turns(hypothesis.state, ply, hypothesis.position.turn(), &mut self.turns);
        // With illegal moves kept, even a king may have been captured; then the game is over.
        let king = hypothesis.position.board().king_of(hypothesis.position.turn());
        if self.turns.len() == first || king.is_none() {
            return Cost::NEVER;
        }
        let mut legal = hypothesis.position.legal_moves();
        // A king can only be captured after an illegal move; such a capture is kept as written too.
        if bounds.as_written {
            legal.retain(|m| m.capture() != Some(Role::King));
        }
        let scene =
            Scene { position: &hypothesis.position, lineage: &hypothesis.lineage, last: hypothesis.last };
        let near = hypothesis.cost.above(self.leader) <= beam::NEAR;
        let mut best = Cost::NEVER;
        for (at, turn) in self.turns.iter().enumerate().skip(first) {
            // A move is assumed missing only if no cell fits.
            if turn.cell.is_none() && (!near || best < beam::WORN) {
                continue;
            }
            // If it is too expensive before scoring the cell, it is so after.
            let before = hypothesis.cost + turn.cost;
            let narrow = !near && hypothesis.trial.0 == Probation::None;
            if before.above(self.cheapest) > if narrow { bounds.narrow } else { bounds.window } {
                continue;
            }
            let most =
                if bounds.is_plain() { (self.cheapest + bounds.window).min(self.limit) } else { Cost::NEVER };
            if before > most {
                continue;
            }
            let most = if most == Cost::NEVER { most } else { most.above(before) };
            self.weighings.clear();
            match turn.cell.map(|cell| &cells[cell as usize]) {
                Some(Cell { decided: Some(said), .. }) => {
                    let own = reader.senses(said, hypothesis.position.turn());
                    decided::weigh(said, &own, scene, &legal, &mut self.weighings);
                }
                Some(cell) => {
                    reader.weigh_within(cell, scene, &legal, most, &mut self.weighings);
                    if bounds.as_written && self.weighings.iter().all(|weighed| weighed.cost >= ILLEGAL) {
                        weigh_illegal(reader, cell, scene, &legal, &mut self.weighings);
                    }
                }
                None => reader.weigh_lost(scene, &legal, &mut self.weighings),
            }
            if hypothesis.guesses >= MOST_GUESSES {
                self.weighings.retain(|weighed| !weighed.how.guessed);
            }
            for &weighed in &self.weighings {
                let edge = turn.cost + weighed.cost;
                let total = hypothesis.cost + edge;
                self.cheapest = self.cheapest.min(total);
                if turn.cell.is_some() {
                    best = best.min(edge);
                }
                let in_place = turn.cost <= beam::IN_PLACE;
                let trial = match hypothesis.trial {
                    _ if near && turn.cell.is_none() => (Probation::Lost, beam::TRIAL),
                    _ if near && in_place && weighed.cost >= beam::DEAR => (Probation::Dear, beam::TRIAL),
                    (trial, left @ 2..) if edge < beam::CLEAN => (trial, left - 1),
                    _ => (Probation::None, 0),
                };
                let narrow = trial.0 == Probation::None && hypothesis.trial.0 == Probation::None;
                if total > self.limit
                    || total.above(self.cheapest) > if narrow { bounds.narrow } else { bounds.window }
                {
                    continue;
                }
                self.found.push(Extension {
                    trial,
                    parent: place as u32,
                    turn: at as u32,
                    weighed: ScoredMove { cost: edge, ..weighed },
                    total,
                });
            }
        }
        self.tighten(bounds);
        best
    }

    /// Adds the hypothesis of a change, unless it is already alive.
    fn inject<O: CellGraph<State = S>>(
        &mut self,
        change: RepairPath<S>,
        order: &O,
        lattice: &mut Lattice,
        live: &[Live<S>],
    ) -> Option<Live<S>> {
        let state = change.steps.last()?.state;
        let hash = hash_of(&change.game_state.position);
        if live.iter().any(|other| other.hash == hash && other.state == state && other.cost <= change.cost) {
            return None;
        }
        Some(Live {
            vertex: late_repair::add(&change, order, lattice, &mut self.states),
            position: change.game_state.position,
            lineage: change.game_state.lineage,
            last: change.game_state.last,
            state,
            cost: change.cost,
            hash,
            guesses: 0,
            trial: (Probation::Lost, beam::TRIAL),
        })
    }

    /// Plays the extensions, adds the costs of marks, merges those with the same position and the same state,
    /// and keeps the best.
    fn settle<O: CellGraph<State = S>>(
        &mut self,
        lattice: &mut Lattice,
        live: Vec<Live<S>>,
        order: &O,
        layer: u32,
        bounds: &Bounds,
    ) -> Vec<Live<S>> {
        let start = lattice.edges.len();
        let parents: Vec<u32> = live.iter().map(|hypothesis| hypothesis.vertex).collect();
        // Marks only add costs: what is too expensive before them is too expensive after.
        let cheapest = self.cheapest;
        let (found, turns) = (&self.found, &self.turns);
        // Cost and index packed into one number, which sorts fast.
        let mut kept: Vec<u64> = (0_u64..)
            .zip(found)
            .filter(|(_, found)| found.total.above(cheapest) <= bounds.window)
            .map(|(at, found)| u64::from(found.total.millinats()) << 32 | at)
            .collect();
        // What was dropped for want of room would follow.
        let room = bounds.beam * 4;
        if kept.len() > room || kept.len() == room && self.limit != Cost::NEVER {
            kept.sort_unstable();
            if kept.get(room).is_some_and(|at| at >> 32 == u64::from(cheapest.millinats())) {
                lattice.cut.push(layer);
            }
            let mut stays = beam::thin(bounds.beam, bounds.beside);
            kept.retain(|&at| {
                let Extension { turn, trial, .. } = found[at as u32 as usize];
                let coverage = order.coverage(turns[turn as usize].next);
                stays(Standing { position: 0, coverage, trial: trial.0 })
            });
        }
        let alone = kept.len() == 1;
        let mut next: Vec<Live<S>> = Vec::with_capacity(kept.len());
        // Vertices by a hash of position and state.
        let mut merged: FxHashMap<u64, SmallVec<[u32; 2]>> = FxHashMap::default();
        merged.reserve(kept.len());
        let mut live: Vec<Option<Live<S>>> = live.into_iter().map(Some).collect();
        for found in kept.into_iter().map(|at| &found[at as u32 as usize]) {
            let Transition { cell, next: state, .. } = turns[found.turn as usize];
            let slot = &mut live[found.parent as usize];
            // Usually there is one hypothesis with one move: then nothing is copied.
            let parent = if alone { slot.take() } else { slot.as_ref().map(Live::copy) };
            let Some(Live { mut position, mut lineage, guesses, .. }) = parent else { continue };
            lineage.play(&position, found.weighed.mv);
            let mover = position.turn();
            position.play_or_pass(found.weighed.mv);
            let Some((mark_cost, mark_bend)) =
                weigh_mark(found.weighed.mark, &position, mover, found.weighed.mv, bounds)
            else {
                continue;
            };
            let how = Provenance { bends: found.weighed.how.bends.and(mark_bend), ..found.weighed.how };
            let unsaid = how.en_passant_unsaid;
            let mark_cost = if unsaid { mark_cost + bounds.habits.unmarked_en_passant } else { mark_cost };
            let cost = found.total + mark_cost;
            let index = next.len();
            let hash = hash_of(&position);
            let index = if alone {
                index
            } else {
                let same = merged.entry(FxBuildHasher.hash_one((hash, &lineage, state))).or_default();
                let twin = same.iter().map(|&at| at as usize).find(|&at| {
                    let Live { hash: other, lineage: births, state: stands, .. } = &next[at];
                    *other == hash && *births == lineage && *stands == state
                });
                twin.unwrap_or_else(|| {
                    same.push(index as u32);
                    index
                })
            };
            let edge = Edge {
                from: parents[found.parent as usize],
                to: index as u32,
                cell,
                mv: found.weighed.mv,
                cost: found.weighed.cost + mark_cost,
                surprise: Cost::EXACT,
                how,
            };
            let edge_index = lattice.edges.len() as u32;
            lattice.edges.push(edge);
            if index == next.len() {
                next.push(Live {
                    vertex: edge_index,
                    position,
                    lineage,
                    last: Some(edge.mv),
                    state,
                    cost,
                    hash,
                    guesses: guesses + u8::from(how.guessed),
                    trial: found.trial,
                });
            } else if cost < next[index].cost {
                next[index].cost = cost;
                next[index].vertex = edge_index;
                next[index].last = Some(edge.mv);
                next[index].state = state;
                next[index].trial = found.trial;
            }
        }
        self.found.clear();
        self.turns.clear();
        // `vertex` holds the best edge, and `to` the index in `next`, until the order is known.
        let base = lattice.vertices.len() as u32;
        let mut rank: Vec<u32> = (0..next.len() as u32).collect();
        if next.len() > bounds.beam {
            rank.sort_by_key(|&index| next[index as usize].cost);
            if next[rank[bounds.beam] as usize].cost == next[rank[0] as usize].cost {
                lattice.cut.push(layer);
            }
            beam::keep(&mut rank, bounds.beam, bounds.beside, |index| {
                let Live { hash, state, trial, .. } = next[index as usize];
                Standing { position: hash, coverage: order.coverage(state), trial: trial.0 }
            });
        }
        let mut places = vec![ROOT; next.len()];
        for (place, &index) in rank.iter().enumerate() {
            places[index as usize] = base + place as u32;
        }
        // Removes edges to dropped vertices, and adjusts the best edges of the others.
        let mut kept = start;
        let mut moved = vec![ROOT; lattice.edges.len() - start];
        for at in start..lattice.edges.len() {
            let mut edge = lattice.edges[at];
            edge.to = places[edge.to as usize];
            if edge.to != ROOT {
                moved[at - start] = kept as u32;
                lattice.edges[kept] = edge;
                kept += 1;
            }
        }
        lattice.edges.truncate(kept);
        lattice.layers.push(kept as u32);
        let mut slots: Vec<Option<Live<S>>> = next.into_iter().map(Some).collect();
        let mut kept = Vec::with_capacity(rank.len());
        for &index in &rank {
            let Some(mut hypothesis) = slots[index as usize].take() else { continue };
            let best = moved[hypothesis.vertex as usize - start];
            hypothesis.vertex = lattice.vertices.len() as u32;
            lattice.vertices.push(Vertex {
                cost: hypothesis.cost,
                best,
                stop: order.stop(hypothesis.state),
                unplayed: Cost::EXACT,
                finished: order.finished(hypothesis.state),
                layer,
            });
            self.states.push(hypothesis.state);
            kept.push(hypothesis);
        }
        kept
    }
}

fn hash_of(position: &Chess) -> u64 {
    let hash: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
    hash.0
}

impl<S: Copy> Live<S> {
    fn copy(&self) -> Live<S> {
        Live {
            vertex: self.vertex,
            position: self.position.clone(),
            lineage: self.lineage,
            last: self.last,
            state: self.state,
            cost: self.cost,
            hash: self.hash,
            guesses: self.guesses,
            trial: self.trial,
        }
    }
}
