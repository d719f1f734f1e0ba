//! Repairs errors that show only later.
//!
//! A missing move is often not noticed at once: the next cell of its column may be a legal move too, and only
//! a few cells later nothing fits. The same holds for a wrong piece of the same role, and for a cell that is
//! not a move. When a reading gets stuck, the moves before are examined: was a move of that side missing, did
//! a cell mean another move, or none? The cells that follow are read again in the same order, and the few
//! readings that get past the place where the original was stuck join the search.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use shakmaty::{Color, Move, Position};

use super::Cost;
use super::cell_graph::{CellGraph, Transition};
use super::lattice::{Edge, Lattice, Vertex};
use super::reader::{Provenance, Reader, ScoredMove, Weighings};
use super::search::GameState;
use crate::pass::Passing;
use crate::record::Cell;

/// A reading is stuck if its next move costs this much.
pub(super) const STUCK_COST: Cost = Cost::new(2_500);
/// Half-moves examined backwards for missing moves and for cells that are not moves.
const BACK: usize = 16;
/// Half-moves examined backwards for cells that mean another move.
const FAR_BACK: usize = 40;
/// Half-moves read ahead, greedily.
const AHEAD: usize = 4;
/// Most that a change, with the moves ahead, may cost above the stuck reading.
const DEAREST: Cost = Cost::new(16_000);
/// Steps that cost more are not considered ahead.
const FAR_OFF: Cost = Cost::new(3_600);
/// Changes of each kind and place that are tried first.
const SAMPLE: usize = 3;
/// Kinds and places of which all changes are then tried.
const MOST_GROUPS: usize = 8;
/// Most changes adopted at once.
const MOST: usize = 20;
/// Most changes of one kind and place that are tried.
const MOST_TRIED: usize = 60;

/// The stuck reading, from the start.
pub(super) struct StuckPath<'s, O: CellGraph> {
    pub(super) cells: &'s [Cell<'s>],
    pub(super) order: &'s O,
    pub(super) lattice: &'s Lattice,
    /// The state of each vertex of the lattice.
    pub(super) states: &'s [O::State],
    pub(super) start: &'s GameState,
    /// Cost of a check without a mark.
    pub(super) unmarked: Cost,
}

/// One move of a changed reading.
#[derive(Clone)]
pub(super) struct Step<S> {
    pub(super) cell: Option<u32>,
    pub(super) mv: Move,
    pub(super) cost: Cost,
    pub(super) how: Provenance,
    pub(super) state: S,
}

/// A changed reading that comes as far as the stuck one.
pub(super) struct RepairPath<S> {
    /// The vertex at which it branches off.
    pub(super) from: u32,
    /// Its moves from there.
    pub(super) steps: Vec<Step<S>>,
    pub(super) game_state: GameState,
    pub(super) cost: Cost,
}

/// Changes of one kind at one place, which all read the same cells afterwards.
struct ChangeGroup<S> {
    /// The changed half-move.
    at: usize,
    /// The moves that may have been played there, cheapest first.
    first: Vec<Step<S>>,
    /// The transitions to the following cells; missing ones at the end are searched.
    turns: Vec<Transition<S>>,
    /// The estimated cost of the best one tried.
    outlook: Cost,
}

/// The stuck reading, move by move.
struct Path<'l, S> {
    edges: Vec<&'l Edge>,
    seats: Vec<GameState>,
    /// For each cell, its move and the cost of its text.
    said: FxHashMap<u32, (Move, Cost)>,
    groups: Vec<ChangeGroup<S>>,
    limit: Cost,
}

impl<O: CellGraph> StuckPath<'_, O> {
    /// The changes of the reading that ends at `vertex` which get past it.
    pub(super) fn changes(&self, vertex: u32, reader: &mut dyn Reader) -> Vec<RepairPath<O::State>> {
        let mut path = self.path(vertex);
        let now = path.edges.len();
        for at in now.saturating_sub(FAR_BACK)..now {
            self.look_over(&mut path, at, reader);
        }
        let mut groups = std::mem::take(&mut path.groups);
        for group in &mut groups {
            for step in 0..group.first.len().min(SAMPLE) {
                let outlook = self.outlook(&path, group, step, reader);
                group.outlook = group.outlook.min(outlook);
            }
        }
        groups.retain(|group| group.outlook <= path.limit);
        groups.sort_by_key(|group| (group.outlook, Reverse(group.at)));
        groups.truncate(MOST_GROUPS);
        let mut tried: Vec<(Cost, usize, usize)> = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            for step in 0..group.first.len().min(MOST_TRIED) {
                let outlook = self.outlook(&path, group, step, reader);
                if outlook <= path.limit {
                    tried.push((outlook, index, step));
                }
            }
        }
        tried.sort();
        tried.truncate(MOST);
        tried
            .iter()
            .filter_map(|&(_, group, step)| self.change(&path, &groups[group], step, reader))
            .collect()
    }

    fn path(&self, vertex: u32) -> Path<'_, O::State> {
        let path = self.lattice.path(vertex);
        let edges: Vec<&Edge> = path.iter().map(|&edge| &self.lattice.edges[edge as usize]).collect();
        let mut seats = vec![self.start.clone()];
        let mut said = FxHashMap::default();
        for (ply, edge) in edges.iter().enumerate() {
            let mut game_state = seats[ply].clone();
            if let Some(cell) = edge.cell {
                let turn =
                    self.turn_to(cell, self.states[edge.from as usize], ply, game_state.position.turn());
                let text = edge.cost.above(turn.map_or(Cost::EXACT, |turn| turn.cost));
                said.insert(cell, (edge.mv, text));
            }
            game_state.play(edge.mv);
            seats.push(game_state);
        }
        let limit = self.lattice.vertices[vertex as usize].cost + DEAREST;
        Path { edges, seats, said, groups: Vec::new(), limit }
    }

    /// Collects the possible changes at half-move `at`.
    fn look_over(&self, path: &mut Path<'_, O::State>, at: usize, reader: &mut dyn Reader) {
        let now = path.edges.len();
        let cell_of = |ply: usize| path.edges.get(ply).and_then(|edge| edge.cell);
        let as_before: Vec<Option<u32>> = (at + 1..now).map(cell_of).collect();
        let mut first = Vec::new();
        let Some(cell) = path.edges[at].cell else {
            // Another move was missing, or one before it.
            self.lose(path, at, &mut first, reader);
            first.retain(|step| step.mv != path.edges[at].mv);
            let mut groups = vec![(at, first, as_before)];
            for earlier in
                (at.saturating_sub(BACK)..at).rev().filter(|earlier| (at - earlier).is_multiple_of(2))
            {
                let mut first = Vec::new();
                self.lose(path, earlier, &mut first, reader);
                let wanted = (earlier + 1..now)
                    .map(|ply| cell_of(if ply <= at && (at - ply).is_multiple_of(2) { ply - 2 } else { ply }))
                    .collect();
                groups.push((earlier, first, wanted));
            }
            for (at, first, wanted) in groups {
                self.group(path, at, first, &wanted);
            }
            return;
        };
        // The cell means another move.
        self.say(path, at, cell, &mut first, reader);
        first.retain(|step| step.mv != path.edges[at].mv);
        let near = at + BACK >= now;
        let lost = near.then(|| {
            // A move was missing before it.
            let mut first = Vec::new();
            self.lose(path, at, &mut first, reader);
            let wanted: Vec<Option<u32>> = (at + 1..now)
                .map(|ply| cell_of(if (ply - at).is_multiple_of(2) { ply - 2 } else { ply }))
                .collect();
            (first, wanted)
        });
        let none = cell_of(at + 2).filter(|_| near).map(|cell| {
            // The cell is not a move.
            let mut first = Vec::new();
            self.say(path, at, cell, &mut first, reader);
            first.sort_by_key(|step| step.cost);
            first.truncate(1);
            let wanted: Vec<Option<u32>> = (at + 1..now)
                .map(|ply| cell_of(if (ply - at).is_multiple_of(2) { ply + 2 } else { ply }))
                .collect();
            (first, wanted)
        });
        self.group(path, at, first, &as_before);
        for (first, wanted) in lost.into_iter().chain(none) {
            self.group(path, at, first, &wanted);
        }
    }

    /// Adds the group of changes that begin with one of `first` at half-move `at` and then read the `wanted`
    /// cells.
    fn group(
        &self,
        path: &mut Path<'_, O::State>,
        at: usize,
        mut first: Vec<Step<O::State>>,
        wanted: &[Option<u32>],
    ) {
        first.sort_by_key(|step| step.cost);
        let Some(begin) = first.first() else { return };
        // The transitions do not depend on the moves.
        let mut turns: Vec<Transition<O::State>> = Vec::new();
        let mut state = begin.state;
        for (ply, &cell) in (at + 1..).zip(wanted) {
            let side = path.seats[ply].position.turn();
            let Some(turn) = cell.and_then(|cell| self.turn_to(cell, state, ply, side)) else { break };
            turns.push(turn);
            state = turn.next;
        }
        // If a cell is not a move, the last cell of its column remains.
        if turns.len() + 2 >= wanted.len() {
            path.groups.push(ChangeGroup { at, first, turns, outlook: Cost::NEVER });
        }
    }

    /// Estimates the cost of a change, with the moves ahead.
    fn outlook(
        &self,
        path: &Path<'_, O::State>,
        group: &ChangeGroup<O::State>,
        step: usize,
        reader: &mut dyn Reader,
    ) -> Cost {
        let step = &group.first[step];
        let mut game_state = path.seats[group.at].clone();
        let mut total = self.lattice.vertices[path.edges[group.at].from as usize].cost + step.cost;
        let mut state = step.state;
        game_state.play(step.mv);
        let now = path.edges.len();
        let mut ply = group.at + 1;
        for turn in &group.turns {
            if total > path.limit {
                return Cost::NEVER;
            }
            // A cell usually means the same as before.
            let before = turn.cell.and_then(|cell| path.said.get(&cell));
            match before.filter(|(mv, _)| game_state.position.is_legal(*mv)) {
                Some(&(mv, text)) => {
                    total = total + turn.cost + text;
                    game_state.play(mv);
                }
                None => match self.read(*turn, &game_state, reader) {
                    Some(step) => {
                        total += step.cost;
                        game_state.play(step.mv);
                    }
                    None => return Cost::NEVER,
                },
            }
            state = turn.next;
            ply += 1;
        }
        while ply < now + AHEAD && total <= path.limit {
            match self.next(state, &game_state, ply, reader) {
                Some(step) => {
                    total += step.cost;
                    game_state.play(step.mv);
                    state = step.state;
                }
                None => return Cost::NEVER,
            }
            ply += 1;
        }
        total
    }

    /// Makes a change, scoring each of its cells.
    fn change(
        &self,
        path: &Path<'_, O::State>,
        group: &ChangeGroup<O::State>,
        step: usize,
        reader: &mut dyn Reader,
    ) -> Option<RepairPath<O::State>> {
        let from = path.edges[group.at].from;
        let mut game_state = path.seats[group.at].clone();
        let mut steps = vec![group.first[step].clone()];
        game_state.play(steps[0].mv);
        for ply in group.at + 1..path.edges.len() {
            let next = match group.turns.get(steps.len() - 1) {
                Some(turn) => self.read(*turn, &game_state, reader),
                None => self.next(steps[steps.len() - 1].state, &game_state, ply, reader),
            }?;
            game_state.play(next.mv);
            steps.push(next);
        }
        let cost = steps.iter().fold(self.lattice.vertices[from as usize].cost, |sum, step| sum + step.cost);
        (cost <= path.limit).then_some(RepairPath { from, steps, game_state, cost })
    }

    /// The transition from `state` to `cell`.
    fn turn_to(&self, cell: u32, state: O::State, ply: usize, side: Color) -> Option<Transition<O::State>> {
        let mut turns = Vec::new();
        self.order.turns(state, ply as u32, side, &mut turns);
        turns.into_iter().find(|turn| turn.cell == Some(cell))
    }

    /// All moves that `cell` can mean at half-move `at`.
    fn say(
        &self,
        path: &Path<'_, O::State>,
        at: usize,
        cell: u32,
        out: &mut Vec<Step<O::State>>,
        reader: &mut dyn Reader,
    ) {
        let (game_state, state) = (&path.seats[at], self.states[path.edges[at].from as usize]);
        let Some(turn) = self.turn_to(cell, state, at, game_state.position.turn()) else { return };
        self.weigh(turn, game_state, reader, out);
    }

    /// The moves that may be missing at half-move `at`.
    fn lose(
        &self,
        path: &Path<'_, O::State>,
        at: usize,
        out: &mut Vec<Step<O::State>>,
        reader: &mut dyn Reader,
    ) {
        let game_state = &path.seats[at];
        let mut turns = Vec::new();
        let state = self.states[path.edges[at].from as usize];
        self.order.turns(state, at as u32, game_state.position.turn(), &mut turns);
        let Some(turn) = turns.into_iter().find(|turn| turn.cell.is_none()) else { return };
        self.weigh(turn, game_state, reader, out);
    }

    fn weigh(
        &self,
        turn: Transition<O::State>,
        game_state: &GameState,
        reader: &mut dyn Reader,
        out: &mut Vec<Step<O::State>>,
    ) {
        let legal = game_state.position.legal_moves();
        let mut weighings = Weighings::new();
        match turn.cell.map(|cell| &self.cells[cell as usize]) {
            Some(cell) if cell.decided.is_some() => return,
            Some(cell) => reader.weigh(cell, game_state.scene(), &legal, &mut weighings),
            None => reader.weigh_lost(game_state.scene(), &legal, &mut weighings),
        }
        out.extend(weighings.iter().map(|&ScoredMove { mv, cost, how, .. }| {
            let mut after = game_state.position.clone();
            after.play_or_pass(mv);
            let marks = if after.is_check() { self.unmarked } else { Cost::EXACT };
            Step { cell: turn.cell, mv, cost: turn.cost + cost + marks, how, state: turn.next }
        }));
    }

    /// The cheapest move of the cell of a transition.
    fn read(
        &self,
        turn: Transition<O::State>,
        game_state: &GameState,
        reader: &mut dyn Reader,
    ) -> Option<Step<O::State>> {
        let mut steps = Vec::new();
        self.weigh(turn, game_state, reader, &mut steps);
        steps.into_iter().min_by_key(|step| step.cost)
    }

    /// The cheapest move of any nearby cell.
    fn next(
        &self,
        state: O::State,
        game_state: &GameState,
        ply: usize,
        reader: &mut dyn Reader,
    ) -> Option<Step<O::State>> {
        let mut turns = Vec::new();
        self.order.turns(state, ply as u32, game_state.position.turn(), &mut turns);
        turns.sort_by_key(|turn| turn.cost);
        let mut best: Option<Step<O::State>> = None;
        for turn in turns {
            if turn.cell.is_none() || turn.cost > (FAR_OFF) {
                continue;
            }
            if best.as_ref().is_some_and(|best| best.cost <= turn.cost) {
                break;
            }
            let Some(step) = self.read(turn, game_state, reader) else { continue };
            if best.as_ref().is_none_or(|best| step.cost < best.cost) {
                best = Some(step);
            }
        }
        best
    }
}

/// Adds the moves of a change to the lattice; the last vertex becomes the newest.
pub(super) fn add<O: CellGraph>(
    change: &RepairPath<O::State>,
    order: &O,
    lattice: &mut Lattice,
    states: &mut Vec<O::State>,
) -> u32 {
    let mut from = change.from;
    let Vertex { mut cost, mut layer, .. } = lattice.vertices[from as usize];
    for step in &change.steps {
        let to = lattice.vertices.len() as u32;
        cost += step.cost;
        layer += 1;
        lattice.edges.push(Edge {
            from,
            to,
            cell: step.cell,
            mv: step.mv,
            cost: step.cost,
            surprise: Cost::EXACT,
            how: step.how,
        });
        lattice.vertices.push(Vertex {
            cost,
            best: lattice.edges.len() as u32 - 1,
            stop: order.stop(step.state),
            unplayed: Cost::EXACT,
            finished: order.finished(step.state),
            layer,
        });
        states.push(step.state);
        from = to;
    }
    from
}
