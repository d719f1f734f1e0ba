//! Several searches for one game: at a glance, in full, and where that goes badly by the printed numbers.

use rayon::prelude::*;
use shakmaty::{Chess, Move, Position};

use super::ways::ABOVE;
use super::{Begin, Evidence, Known, Positions, Reading, Step, Work, search};
use crate::grid::{Grid, SCORE};
use crate::prices::Prices;

/// Reads the game that starts with a token, or somewhere behind a place, up to where others begin.
#[must_use]
pub fn read(evidence: &Evidence, prices: &Prices, start: Begin, until: u32) -> Option<Reading> {
    read_knowing(evidence, prices, start, until, KnownMoves::default())
}

/// Reads a game as far as a narrow beam goes: most games of clean print need no wider one.
#[must_use]
pub fn glance(evidence: &Evidence, prices: &Prices, start: Begin, until: u32) -> Option<Reading> {
    glance_counted(evidence, prices, start, until).0
}

/// The same, and what it has cost.
#[must_use]
pub fn glance_counted(
    evidence: &Evidence,
    prices: &Prices,
    start: Begin,
    until: u32,
) -> (Option<Reading>, Work) {
    let narrow = prices.narrow();
    let mut positions = Positions::new();
    let known = Known::moves(KnownMoves::default());
    let reading = search(evidence, &narrow, start, until, known, None, &mut positions);
    (reading.map(|reading| as_wide(reading, &narrow, prices)), positions.work)
}

/// A reading by a narrow beam, of which no rival is known.
fn as_wide(mut reading: Reading, narrow: &Prices, prices: &Prices) -> Reading {
    let far = reading.margins.iter_mut().filter(|margin| **margin >= narrow.beam);
    far.for_each(|margin| *margin = prices.beam);
    reading
}

/// The search that a reading comes of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// By the order of the print.
    Order,
    /// By its numbers.
    Numbers,
    /// By its order, with the numbers as a help.
    Both,
}

/// Reads a game by one search only, such as the one that has read it before.
#[must_use]
pub fn read_once(
    evidence: &Evidence,
    prices: &Prices,
    start: Begin,
    until: u32,
    known_moves: KnownMoves<'_>,
    attempt: Attempt,
) -> Option<Reading> {
    let grid = (attempt != Attempt::Order).then(|| by_numbers(evidence, start, until));
    let numbers = grid.as_ref().map(|grid| Numbers { grid, strict: attempt == Attempt::Numbers });
    search(evidence, prices, start, until, Known::moves(known_moves), numbers, &mut Positions::new())
}

/// What is known of a game's moves from elsewhere: a person's decisions, or another record of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownMoves<'m> {
    /// The half-moves that the game begins with, and their cells: a person has seen them.
    pub steps: &'m [Step],
    /// By half-move; `None` where nothing is known.
    pub moves: &'m [Option<Move>],
    /// Whether the game ends with them.
    pub end: bool,
    /// The half-moves that it has at least, where any game has as many.
    pub least: usize,
    /// Half-moves that are read at the most, if not 0: what stands behind is left open.
    pub most: usize,
    /// The half-moves, from the first to before the last of these, that a person has said without a cell: they are known moves
    /// that may stand anywhere, or nowhere.
    pub anywhere: (usize, usize),
    /// The sides a column of which the print has lost.
    pub lost: [bool; 2],
}

/// Reads a game of which some half-moves are known.
#[must_use]
pub fn read_knowing(
    evidence: &Evidence,
    prices: &Prices,
    start: Begin,
    until: u32,
    known_moves: KnownMoves<'_>,
) -> Option<Reading> {
    let glanced = (known_moves.moves.is_empty() && known_moves.steps.is_empty())
        .then(|| glance(evidence, prices, start, until))
        .flatten();
    match glanced {
        Some(good) if good.is_good() => Some(good),
        glanced => look_again(evidence, prices, start, until, known_moves, glanced.as_ref()),
    }
}

/// What each legal move would cost behind known half-moves, in nats, with as many half-moves behind it as are asked, the
/// cheapest first; those that lead nowhere are left out. `None` if they would take more work than `most`, as the first of them tells.
#[must_use]
pub fn outlook(
    evidence: &Evidence,
    prices: &Prices,
    (start, until): (Begin, u32),
    steps: &[Step],
    ahead: usize,
    lost: [bool; 2],
    most: Work,
) -> Option<Vec<(Move, f32)>> {
    let narrow = prices.narrow();
    let mut position = Chess::default();
    steps.iter().for_each(|step| position.play_unchecked(step.m));
    let legal = position.legal_moves();
    let costs = |some: &[Move]| -> (Vec<(Move, f32)>, Work) {
        let mut positions = Positions::new();
        let mut moves = vec![None; steps.len() + 1];
        let cost = |&m: &Move| {
            moves[steps.len()] = Some(m);
            let known = KnownMoves {
                steps,
                moves: &moves,
                end: false,
                least: steps.len() + 1,
                most: steps.len() + 1 + ahead,
                lost,
                ..KnownMoves::default()
            };
            let reading = search(evidence, &narrow, start, until, Known::moves(known), None, &mut positions)?;
            Some((m, reading.cost))
        };
        (some.iter().filter_map(cost).collect(), positions.work)
    };
    // What the first takes, the others take, too.
    let (first, others) = legal.split_at(legal.len().min(1));
    let (mut found, work) = costs(first);
    if work.saturating_mul(legal.len() as Work) > most {
        return None;
    }
    let share = others.len().div_ceil(rayon::current_num_threads()).max(1);
    found.par_extend(others.par_chunks(share).flat_map_iter(|some| costs(some).0));
    found.sort_by(|a, b| a.1.total_cmp(&b.1));
    Some(found)
}

/// Reads a game that is no good at a glance: in each way with a narrow beam, and in the one that went best with a wide one; in the
/// others only where that goes badly, too.
#[must_use]
pub fn look_again(
    evidence: &Evidence,
    prices: &Prices,
    start: Begin,
    until: u32,
    known_moves: KnownMoves<'_>,
    glanced: Option<&Reading>,
) -> Option<Reading> {
    look_again_within(evidence, prices, (start, until), known_moves, glanced, Work::MAX).0
}

/// The same with `most` work, and what it has cost: a search that would take more is broken off, and what the others found holds.
#[must_use]
pub fn look_again_within(
    evidence: &Evidence,
    prices: &Prices,
    (start, until): (Begin, u32),
    known_moves: KnownMoves<'_>,
    glanced: Option<&Reading>,
    most: Work,
) -> (Option<Reading>, Work) {
    let mut positions = Positions::within(most);
    let reading = look_among(&mut positions, evidence, prices, (start, until), known_moves, glanced);
    (reading, positions.work)
}

fn look_among(
    positions: &mut Positions,
    evidence: &Evidence,
    prices: &Prices,
    (start, until): (Begin, u32),
    known_moves: KnownMoves<'_>,
    glanced: Option<&Reading>,
) -> Option<Reading> {
    let narrow = prices.narrow();
    let mut grid = None;
    let mut read = |prices: &Prices, attempt: Attempt, known: f32| {
        let numbers = (attempt != Attempt::Order).then(|| Numbers {
            grid: grid.get_or_insert_with(|| by_numbers(evidence, start, until)),
            strict: attempt == Attempt::Numbers,
        });
        let known = Known { cost: known, ..Known::moves(known_moves) };
        search(evidence, prices, start, until, known, numbers, positions)
    };
    // The parts of the page may stand in another order than they were read in: the numbers tell. Where they are the rule,
    // there are fewer ways between cells, and a beam holds more readings; where that goes badly too, they are a help.
    let mut tried: Vec<(Attempt, Reading)> = Vec::new();
    for attempt in [Attempt::Order, Attempt::Numbers, Attempt::Both] {
        let least = tried.iter().map(|one| one.1.cost).fold(f32::INFINITY, f32::min);
        let reading = match glanced {
            Some(glanced) if attempt == Attempt::Order => Some(glanced.clone()),
            _ => read(&narrow, attempt, hopeless(least)),
        };
        let Some(reading) = reading else { continue };
        let is_poor = reading.is_poor();
        tried.push((attempt, reading));
        if !is_poor {
            break;
        }
    }
    // Of ways that cost the same, the one that takes the least time.
    let by_cost = |a: &(Attempt, Reading), b: &(Attempt, Reading)| a.1.cost.total_cmp(&b.1.cost);
    tried.sort_by(by_cost);
    let least = tried.first()?.1.cost;
    let equal = tried.iter().take_while(|one| one.1.cost < least + SAME).count();
    tried[..equal].sort_by_key(|one| one.0 == Attempt::Numbers);
    let mut best: Option<Reading> = None;
    // What a narrow beam finds in the ways that a wide one finds no better in.
    let mut settled = f32::INFINITY;
    for (attempt, narrow) in &tried {
        if best.is_some() && (narrow.cost > hopeless(least) || (narrow.cost - settled).abs() < SAME) {
            continue;
        }
        let known = best.as_ref().map_or(f32::INFINITY, |best| best.cost);
        let Some(other) = read(prices, *attempt, known) else { continue };
        if other.cost > narrow.cost - SAME {
            settled = narrow.cost;
        }
        if best.as_ref().is_none_or(|best| other.cost < best.cost) {
            best = Some(other);
        }
        if best.as_ref().is_some_and(|best| !best.is_poor()) {
            break;
        }
    }
    best.or_else(|| Some(as_wide(tried.swap_remove(0).1, &narrow, prices)))
}

/// Costs that differ by less, in nats, are the same.
const SAME: f32 = 0.5;

/// A wide beam makes no way better than another that is dearer by this factor and so much more, in nats, with a narrow one.
const WORSE: (f32, f32) = (4.0, 3.0);

/// What a way costs with a narrow beam that no wide one makes better than another that costs `least`.
fn hopeless(least: f32) -> f32 {
    WORSE.0 * least.max(0.0) + WORSE.1
}

/// Reads a game that goes badly with a beam that is too wide for all that may be games, and then searches beside its half-moves
/// as long as a cheaper reading is found there.
#[must_use]
pub fn deepened(
    evidence: &Evidence,
    prices: &Prices,
    start: Begin,
    until: u32,
    known_moves: KnownMoves<'_>,
    reading: Reading,
) -> Reading {
    deepened_within(evidence, prices, (start, until), known_moves, reading, Work::MAX).0
}

/// The same with `most` work, and what it has cost.
#[must_use]
pub fn deepened_within(
    evidence: &Evidence,
    prices: &Prices,
    (start, until): (Begin, u32),
    known_moves: KnownMoves<'_>,
    mut reading: Reading,
    most: Work,
) -> (Reading, Work) {
    let mut positions = Positions::within(most);
    let mut grid = None;
    let mut search = |prices: &Prices, reading: &Reading, path: Option<&[Step]>| {
        let numbers = (reading.attempt != Attempt::Order).then(|| Numbers {
            grid: grid.get_or_insert_with(|| by_numbers(evidence, start, until)),
            strict: reading.attempt == Attempt::Numbers,
        });
        let known = Known { game: known_moves, cost: reading.cost, path };
        let other = search(evidence, prices, start, until, known, numbers, &mut positions)?;
        (other.cost < reading.cost - GAINED).then_some(other)
    };
    let is_worth = |reading: &Reading| reading.is_poor() && reading.steps.len() >= SHORT;
    if is_worth(&reading)
        && let Some(other) = search(&prices.wide(), &reading, None)
    {
        reading = other;
    }
    let far = prices.far();
    for _ in 0..FORKED {
        if !is_worth(&reading) || reading.tail > LOST {
            break;
        }
        let Some(other) = search(&far, &reading, Some(&reading.steps)) else { break };
        reading = other;
    }
    (reading, positions.work)
}

/// A way that goes badly is searched anew beside its half-moves at the most so often.
const FORKED: usize = 3;
/// One that leaves more print unexplained, in nats, is no way through its game, and is not: more would be read into it.
const LOST: f32 = 12.0;
/// One of fewer half-moves is not.
const SHORT: usize = 8;
/// What that must gain, in nats.
const GAINED: f32 = 0.5;

/// Where the printed numbers put the moves of a game.
#[must_use]
pub fn by_numbers(evidence: &Evidence, start: Begin, until: u32) -> Grid {
    Grid::new(evidence, above(evidence, start.place(evidence)), until)
}

/// Where the score begins that holds a place: the parts of a page may come in the wrong order, and a game's first move
/// behind later ones.
fn above(evidence: &Evidence, place: u32) -> u32 {
    let rows = &evidence.print.rows;
    let first = evidence.print.row_of[place as usize] as usize;
    let mut begin = place;
    let mut other = 0;
    for row in (0..first).rev() {
        other = if evidence.rows.score[row] < SCORE { other + 1 } else { 0 };
        if other > OTHERS || place - rows[row].chars.start > ABOVE {
            break;
        }
        if other == 0 {
            begin = rows[row].chars.start;
        }
    }
    begin
}

/// Rows of another kind, such as names of players, that may stand between rows of score.
const OTHERS: usize = 2;

/// Where the printed numbers put the moves.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'g> {
    pub(super) grid: &'g Grid,
    /// Whether cells are looked for nowhere else, but right behind the last ones.
    pub(super) strict: bool,
}
