//! The cheapest ways to count the cells of a game.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Cell, FAR, Held};

/// How far a game was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    /// White's last number.
    white: u16,
    /// Black's last number.
    black: u16,
    /// White's last numbers in other parts of the score, which may go on, the latest first: the parts of a table are read by
    /// turns.
    others: [u16; 2],
    /// The first number of the run of White's cells that ends here; 0 behind a cell of Black's.
    run: u16,
}

/// One more cell.
struct Edge {
    from: u32,
    to: u32,
    cost: f32,
    said: Option<(usize, u16)>,
}

/// The cells, counted.
pub(super) struct Chain {
    /// By cell, what it may be.
    pub held: Vec<SmallVec<[Held; 4]>>,
    /// By cell, what it is by the cheapest way to count: side and number.
    pub best: Vec<Option<(usize, u16)>>,
}

/// No game has more moves.
const MOST: u16 = 250;
/// Ways to count that are dearer than the best by more are given up, and all but the cheapest few.
const BEAM: f32 = 8.0;
/// See `BEAM`.
const WIDTH: usize = 40;
/// A cell with a clean number is not the move of that number.
const NOT_NUMBERED: f32 = 4.0;
/// A cell without a number is the next move of White's, as the first of its row, and elsewhere.
const UNLABELLED: [f32; 2] = [1.0, 2.0];
/// A number that is misread beyond likeness, at the most.
const MISREAD: f32 = 3.5;
/// Numbers that are not printed between two moves: the first, and each more.
const GAP: [f32; 2] = [1.0, 0.4];
/// Going to another part of the score.
const ELSEWHERE: f32 = 1.5;
/// Going by turns to where another part of the score ended.
const BY_TURNS: f32 = 0.3;
/// White goes on though the number of Black's moves is another.
const UNEVEN: f32 = 1.2;
/// A reply behind a run of White's moves answers its last one, or goes on where Black's moves ended.
const OTHER: f32 = 1.0;
/// The move of White's before a reply is lost.
const UNSAID: f32 = 1.5;
/// A reply that bears its number.
const NUMBERED_REPLY: f32 = 0.7;
/// A cell is no move of this game, if it looks in full like a move.
const NONE: f32 = 2.5;
/// The weight of a cell that looks in full like a move, in nats.
const FULL: f32 = 5.0;

/// Counts cells in every way that is cheap.
pub(super) fn count(cells: &[Cell<'_>]) -> Chain {
    let mut states = vec![State::default()];
    let mut costs = vec![0.0f32];
    let mut layers: Vec<(Vec<Edge>, usize)> = Vec::with_capacity(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        let opens = at == 0 || cells[at - 1].row != cell.row;
        let mut edges = Vec::new();
        let mut next: Vec<State> = Vec::new();
        let mut least: Vec<f32> = Vec::new();
        let mut known: FxHashMap<State, u32> = FxHashMap::default();
        for (from, (state, cost)) in states.iter().zip(&costs).enumerate() {
            ways(*state, cell, opens, &mut |to, more, said| {
                let to = *known.entry(to).or_insert_with(|| {
                    next.push(to);
                    least.push(f32::INFINITY);
                    next.len() as u32 - 1
                });
                least[to as usize] = least[to as usize].min(cost + more);
                edges.push(Edge { from: from as u32, to, cost: more, said });
            });
        }
        let mut order: Vec<u32> = (0..next.len() as u32).collect();
        order.sort_by(|a, b| least[*a as usize].total_cmp(&least[*b as usize]));
        let best = order.first().map_or(0.0, |first| least[*first as usize]);
        order.truncate(WIDTH);
        order.retain(|to| least[*to as usize] <= best + BEAM);
        let mut place = vec![u32::MAX; next.len()];
        for (rank, to) in order.iter().enumerate() {
            place[*to as usize] = rank as u32;
        }
        edges.retain_mut(|edge| {
            edge.to = place[edge.to as usize];
            edge.to != u32::MAX
        });
        layers.push((edges, states.len()));
        states = order.iter().map(|to| next[*to as usize]).collect();
        costs = order.iter().map(|to| least[*to as usize]).collect();
    }
    backward(&layers, &costs)
}

/// What each cell may be, from the costs of the ends back to the beginning.
fn backward(layers: &[(Vec<Edge>, usize)], ends: &[f32]) -> Chain {
    let mut forward: Vec<Vec<f32>> = vec![vec![0.0]];
    for (edges, _) in layers {
        let before = forward.last().map_or(&[][..], Vec::as_slice);
        let count = edges.iter().map(|edge| edge.to + 1).max().unwrap_or(0);
        let mut costs = vec![f32::INFINITY; count as usize];
        for edge in edges {
            let cost = &mut costs[edge.to as usize];
            *cost = cost.min(before[edge.from as usize] + edge.cost);
        }
        forward.push(costs);
    }
    let best = ends.iter().copied().fold(f32::INFINITY, f32::min);
    let mut behind = vec![0.0f32; ends.len()];
    let mut chain = Chain { held: vec![SmallVec::new(); layers.len()], best: vec![None; layers.len()] };
    for (at, (edges, count)) in layers.iter().enumerate().rev() {
        let mut before = vec![f32::INFINITY; *count];
        let mut least = f32::INFINITY;
        for edge in edges {
            let rest = edge.cost + behind[edge.to as usize];
            let cost = &mut before[edge.from as usize];
            *cost = cost.min(rest);
            let all = forward[at][edge.from as usize] + rest - best;
            if all < least {
                (least, chain.best[at]) = (all, edge.said);
            }
            let Some((side, number)) = edge.said.filter(|_| all < FAR) else { continue };
            let held = &mut chain.held[at];
            match held.iter_mut().find(|one| (one.side, one.number) == (side, number)) {
                Some(known) => known.cost = known.cost.min(all),
                None => held.push(Held { side, number, cost: all.max(0.0) }),
            }
        }
        behind = before;
    }
    chain
}

/// What a cell may be behind others, and what that costs.
fn ways(state: State, cell: &Cell<'_>, opens: bool, add: &mut impl FnMut(State, f32, Option<(usize, u16)>)) {
    let label = cell.label;
    let is_labelled = !label.apart && !label.dots && !label.values.is_empty();
    let clean = label.values.iter().map(|value| value.1).fold(f32::INFINITY, f32::min);
    // Not of this game.
    let ignored = if is_labelled { (NOT_NUMBERED - NONE - 2.0 * clean).max(0.0) } else { 0.0 };
    add(state, NONE * (cell.weight / FULL).min(1.0) + ignored, None);
    let uneven = if state.run == 0 && state.black != state.white { UNEVEN } else { 0.0 };
    let next = state.white + 1;
    let turns = || state.others.into_iter().enumerate().filter(|other| other.1 > 0);
    let mut white = |number: u16, cost: f32| {
        if !(1..MOST).contains(&number) {
            return;
        }
        let skipped = |from: u16| number.checked_sub(from).filter(|lost| *lost <= 3).map(gap);
        let here = skipped(next).map(|cost| (cost, state.others));
        let there = turns().filter_map(|(part, last)| {
            let mut others = state.others;
            others[part] = state.white;
            Some((skipped(last + 1)? + BY_TURNS, others))
        });
        let elsewhere = (ELSEWHERE, [state.white, state.others[0]]);
        let cheaper = |best: (f32, [u16; 2]), way: (f32, [u16; 2])| if way.0 < best.0 { way } else { best };
        let (way, others) =
            here.into_iter().chain(there).chain([elsewhere]).reduce(cheaper).unwrap_or(elsewhere);
        let run = if state.run > 0 && number == next { state.run } else { number };
        add(State { white: number, run, others, ..state }, cost + way + uneven, Some((0, number)));
    };
    if is_labelled {
        for &(number, worn) in label.values.iter().filter(|value| value.1 < 2.0) {
            white(number, worn);
        }
    }
    for number in std::iter::once(next).chain(turns().map(|(_, last)| last + 1)) {
        if !is_labelled {
            white(number, UNLABELLED[usize::from(!opens)]);
        } else if !label.values.iter().any(|value| value.0 == number && value.1 < 2.0) {
            white(number, label.cost(number).unwrap_or(MISREAD).min(MISREAD));
        }
    }
    let mut black = |number: u16, cost: f32| {
        if !(1..MOST).contains(&number) {
            return;
        }
        let labelled = match label.values.iter().find(|value| value.0 == number) {
            _ if !is_labelled => 0.0,
            Some((_, worn)) => NUMBERED_REPLY + worn,
            None => (NOT_NUMBERED - 2.0 * clean).max(1.0),
        };
        let white = state.white.max(number);
        add(State { white, black: number, run: 0, ..state }, cost + labelled, Some((1, number)));
    };
    let State { white: last, black: before, run, .. } = state;
    if run == 0 {
        // Down a column, or behind a move of White's that is lost.
        for lost in 0..=2 {
            let number = before + 1 + lost;
            let unsaid = if number > last { UNSAID } else { 0.0 };
            black(number, gap(lost) + unsaid);
        }
        return;
    }
    // The reply to a run of White's: to its first move, of which a few may have lost theirs, or to its last.
    black(run, 0.0);
    for lost in 1..=2u16.min(last - run) {
        black(run + lost, gap(lost));
    }
    if last > run + 2 {
        black(last, OTHER);
    }
    if before + 1 != run && before < last {
        black(before + 1, OTHER);
    }
}

/// What it costs that so many numbers are not printed.
fn gap(lost: u16) -> f32 {
    if lost == 0 { 0.0 } else { GAP[0] + GAP[1] * f32::from(lost - 1) }
}
