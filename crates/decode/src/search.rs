//! The one search: cheapest readings of a whole game, layer by layer, within a beam.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::{Chess, EnPassantMode, Move, Position, Role, zobrist::Zobrist64};
use smallvec::SmallVec;

use super::beam::{self, Probation, Standing};
use super::decided;
use super::late_repair::{self, RepairPath, STUCK_COST, StuckPath};
use super::lattice::{Edge, Lattice, ROOT, Vertex};
use super::order::{Order, Transition};
use super::reader::{How, Reader, ScoredMove, Weighings};
use super::{Bends, Cost};
use crate::lineage::Lineage;
use crate::notation::pseudo;
use crate::record::Cell;
use crate::skeleton::{Mark, Scene};

/// How wide and how far the search looks.
#[derive(Copy, Clone, Debug)]
pub struct Bounds {
    /// Readings kept after each half-move.
    pub beam: usize,
    /// Readings kept beside them for what they may still prove ([`beam`](super::beam)).
    pub beside: usize,
    /// Readings this much dearer than the cheapest of their layer are dropped.
    pub window: Cost,
    /// The same for readings that are not on probation ([`beam`](super::beam)).
    pub narrow: Cost,
    /// How the record marks its moves.
    pub habits: MarkHabits,
    /// Whether a false mark may be bent (else it rules the move out).
    pub bend_marks: bool,
    /// Whether moves against the rules are made as written.
    pub as_written: bool,
    /// How often errors that show later are looked for ([`late_repair`](super::late_repair)).
    pub late_repairs: usize,
    /// Where all readings cost more, the search ends.
    pub ceiling: Cost,
}

/// What it costs that a mark is not there. Marks are forgotten, the more easily the less a record
/// cares for them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MarkHabits {
    /// A check without a mark, or a mate marked as a mere check.
    pub unmarked_check: Cost,
    /// A capture in passing that is not said to be one.
    pub unmarked_en_passant: Cost,
}

impl Default for MarkHabits {
    fn default() -> MarkHabits {
        // Every second one: the evidence is weak until the record shows its habit.
        MarkHabits { unmarked_check: Cost::new(700), unmarked_en_passant: Cost::new(700) }
    }
}

/// Where a line starts: a position and how it came about.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The position.
    pub position: Chess,
    /// The births of its pieces.
    pub lineage: Lineage,
    /// The move just made.
    pub last: Option<Move>,
}

impl GameState {
    /// The start of a game.
    #[must_use]
    pub fn new(position: &Chess) -> GameState {
        GameState { position: position.clone(), lineage: Lineage::new(position), last: None }
    }

    /// The seat as a scene to hold skeletons against.
    #[must_use]
    pub fn scene(&self) -> Scene<'_> {
        Scene { position: &self.position, lineage: &self.lineage, last: self.last }
    }

    /// Makes a move.
    pub fn play(&mut self, m: Move) {
        self.lineage.play(&self.position, m);
        self.position.play_unchecked(m);
        self.last = Some(m);
    }
}

/// A live hypothesis.
struct Live<S> {
    vertex: u32,
    position: Chess,
    lineage: Lineage,
    last: Option<Move>,
    state: S,
    cost: Cost,
    /// The hash of the position.
    hash: u64,
    /// Cells on the way here that could not be read.
    guesses: u8,
    /// Why it is on probation, and for how many more moves.
    trial: (Probation, u8),
}

/// Cells that cannot be read, in a game that is read on: with more the rest proves nothing.
const MOST_GUESSES: u8 = 3;

/// What a move against the rules costs when it is made as written.
const ILLEGAL: Cost = Cost::new(8_000);

/// Reads `cells` in `order` from `start`.
pub fn search<O: Order>(
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
        layer.cheapest = Cost::NEVER;
        layer.leader = live.iter().map(|hypothesis| hypothesis.cost).min().unwrap_or_default();
        if layer.leader > bounds.ceiling {
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
    /// The place of the hypothesis among the live ones.
    parent: u32,
    /// Its turn among those of the layer.
    turn: u32,
    weighed: ScoredMove,
    total: Cost,
    trial: (Probation, u8),
}

/// Working memory of one layer.
struct Layer<S> {
    /// The state of each vertex of the lattice.
    states: Vec<S>,
    found: Vec<Extension>,
    /// The turns of all hypotheses, one hypothesis after the other.
    turns: Vec<Transition<S>>,
    weighings: Weighings,
    /// The cheapest found so far.
    cheapest: Cost,
    /// The cheapest hypothesis before the move.
    leader: Cost,
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
        }
    }

    /// Finds the moves that may follow the hypothesis at `place`; the cost of the cheapest that a cell says.
    #[allow(clippy::too_many_arguments)]
    fn expand<O: Order<State = S>>(
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
        // As written, even a king may have been taken; then the game is over.
        let king = hypothesis.position.board().king_of(hypothesis.position.turn());
        if self.turns.len() == first || king.is_none() {
            return Cost::NEVER;
        }
        let mut legal = hypothesis.position.legal_moves();
        // Only after an illegal move can a king be taken: as written, if it is written.
        if bounds.as_written {
            legal.retain(|m| m.capture() != Some(Role::King));
        }
        let scene =
            Scene { position: &hypothesis.position, lineage: &hypothesis.lineage, last: hypothesis.last };
        let near = hypothesis.cost.above(self.leader) <= beam::NEAR;
        let mut best = Cost::NEVER;
        for (at, turn) in self.turns.iter().enumerate().skip(first) {
            // Moves are lost where no cell says them.
            if turn.cell.is_none() && (!near || best < beam::WORN) {
                continue;
            }
            // What is too dear before the cell is weighed is too dear after.
            let before = hypothesis.cost + turn.cost;
            let narrow = !near && hypothesis.trial.0 == Probation::None;
            if before.above(self.cheapest) > if narrow { bounds.narrow } else { bounds.window } {
                continue;
            }
            self.weighings.clear();
            match turn.cell.map(|cell| &cells[cell as usize]) {
                Some(Cell { decided: Some(said), .. }) => {
                    let own = reader.senses(said, hypothesis.position.turn());
                    decided::weigh(said, &own, scene, &legal, &mut self.weighings);
                }
                Some(cell) => {
                    reader.weigh(cell, scene, &legal, &mut self.weighings);
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
                if total.above(self.cheapest) > if narrow { bounds.narrow } else { bounds.window } {
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
        best
    }

    /// The hypothesis of a change, unless what is alive knows it.
    fn inject<O: Order<State = S>>(
        &mut self,
        change: RepairPath<S>,
        order: &O,
        lattice: &mut Lattice,
        live: &[Live<S>],
    ) -> Option<Live<S>> {
        let state = change.steps.last()?.state;
        let hash = hash_of(&change.seat.position);
        if live.iter().any(|other| other.hash == hash && other.state == state && other.cost <= change.cost) {
            return None;
        }
        Some(Live {
            vertex: late_repair::add(&change, order, lattice, &mut self.states),
            position: change.seat.position,
            lineage: change.seat.lineage,
            last: change.seat.last,
            state,
            cost: change.cost,
            hash,
            guesses: 0,
            trial: (Probation::Lost, beam::TRIAL),
        })
    }

    /// Plays what was found, charges the marks, merges what reaches the same position at the same
    /// place, and keeps the best.
    fn settle<O: Order<State = S>>(
        &mut self,
        lattice: &mut Lattice,
        live: Vec<Live<S>>,
        order: &O,
        layer: u32,
        bounds: &Bounds,
    ) -> Vec<Live<S>> {
        let start = lattice.edges.len();
        let parents: Vec<u32> = live.iter().map(|hypothesis| hypothesis.vertex).collect();
        // Marks only add: what is too dear before them is too dear after.
        let cheapest = self.cheapest;
        let (found, turns) = (&self.found, &self.turns);
        // The cost and the place in one number: quickly sorted.
        let mut kept: Vec<u64> = (0_u64..)
            .zip(found)
            .filter(|(_, found)| found.total.above(cheapest) <= bounds.window)
            .map(|(at, found)| u64::from(found.total.millinats()) << 32 | at)
            .collect();
        if kept.len() > bounds.beam * 4 {
            kept.sort_unstable();
            if kept[bounds.beam * 4] >> 32 == u64::from(cheapest.millinats()) {
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
        // What stands at the same place, by a hash of it: the places themselves are too large to be copied.
        let mut merged: FxHashMap<u64, SmallVec<[u32; 2]>> = FxHashMap::default();
        merged.reserve(kept.len());
        let mut live: Vec<Option<Live<S>>> = live.into_iter().map(Some).collect();
        for found in kept.into_iter().map(|at| &found[at as u32 as usize]) {
            let Transition { cell, next: state, .. } = turns[found.turn as usize];
            let slot = &mut live[found.parent as usize];
            // The usual case is one hypothesis and one move: no copy then.
            let parent = if alone { slot.take() } else { slot.as_ref().map(Live::copy) };
            let Some(Live { mut position, mut lineage, guesses, .. }) = parent else { continue };
            lineage.play(&position, found.weighed.mv);
            let mover = position.turn();
            position.play_unchecked(found.weighed.mv);
            let Some((mark_cost, mark_bend)) =
                weigh_mark(found.weighed.mark, &position, mover, found.weighed.mv, bounds)
            else {
                continue;
            };
            let how = How { bends: found.weighed.how.bends.and(mark_bend), ..found.weighed.how };
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
        // `vertex` holds the best edge and `to` the place in `next` until the order is known.
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
        // Edges to dropped vertices go; a vertex's best edge moves up with the others.
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

/// Illegal moves that the cell describes exactly, made as written.
fn weigh_illegal(
    reader: &mut dyn Reader,
    cell: &Cell<'_>,
    scene: Scene<'_>,
    legal: &[Move],
    out: &mut Weighings,
) {
    let illegal = pseudo::illegal_moves(scene.position, legal);
    let mut found = Weighings::new();
    reader.weigh(cell, scene, &illegal, &mut found);
    out.extend(found.into_iter().filter(|weighed| weighed.how.is_unbent()).map(|weighed| ScoredMove {
        cost: weighed.cost + ILLEGAL,
        how: How { illegal: true, ..weighed.how },
        ..weighed
    }));
}

/// What the mark of a move costs now that the move is made, and whether it had to be bent; `None`
/// when the mark rules the move out.
pub(super) fn weigh_mark(
    mark: Mark,
    after: &Chess,
    mover: shakmaty::Color,
    m: Move,
    bounds: &Bounds,
) -> Option<(Cost, Bends)> {
    let unmarked = bounds.habits.unmarked_check;
    let free = |cost| Some((cost, Bends::NONE));
    match mark {
        Mark::None => free(if after.is_check() { unmarked } else { Cost::EXACT }),
        _ if mark.holds_after(after, mover, m) => {
            free(if mark == Mark::Check && after.is_checkmate() { unmarked } else { Cost::EXACT })
        }
        _ if !bounds.bend_marks => None,
        // A check of another sort than the one said is a smaller slip than no check at all.
        _ if after.is_check() => Some((Cost::new(1_200), Bends::MARK)),
        _ => Some((Bends::MARK.cost(), Bends::MARK)),
    }
}
