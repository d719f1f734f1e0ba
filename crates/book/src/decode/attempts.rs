//! Several searches for one game: at a glance, in full, and where that goes badly by the printed numbers.

use shakmaty::Move;

use super::ways::ABOVE;
use super::{Begin, Evidence, Positions, Reading, search};
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
    let narrow = prices.narrow();
    let mut reading =
        search(evidence, &narrow, start, until, KnownMoves::default(), None, None, &mut Positions::new())?;
    let far = reading.margins.iter_mut().filter(|margin| **margin >= narrow.beam);
    far.for_each(|margin| *margin = prices.beam);
    Some(reading)
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
    search(evidence, prices, start, until, known_moves, numbers, None, &mut Positions::new())
}

/// What is known of a game's moves from elsewhere: a person's decisions, or another record of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownMoves<'m> {
    /// By half-move; `None` where nothing is known.
    pub moves: &'m [Option<Move>],
    /// Whether the game ends with them.
    pub end: bool,
    /// The half-moves that it has at least, where any game has as many.
    pub least: usize,
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
    let glanced = known_moves.moves.is_empty().then(|| glance(evidence, prices, start, until)).flatten();
    match glanced {
        Some(good) if good.is_good() => Some(good),
        glanced => look_again(evidence, prices, start, until, known_moves, glanced.as_ref()),
    }
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
    let narrow = prices.narrow();
    let mut positions = Positions::new();
    let mut grid = None;
    let mut read = |prices: &Prices, attempt: Attempt| {
        let numbers = (attempt != Attempt::Order).then(|| Numbers {
            grid: grid.get_or_insert_with(|| by_numbers(evidence, start, until)),
            strict: attempt == Attempt::Numbers,
        });
        search(evidence, prices, start, until, known_moves, numbers, None, &mut positions)
    };
    // The parts of the page may stand in another order than they were read in: the numbers tell. Where they are the rule,
    // there are fewer ways between cells, and a beam holds more readings; where that goes badly too, they are a help.
    let mut tried: Vec<(f32, Attempt)> = Vec::new();
    for attempt in [Attempt::Order, Attempt::Numbers, Attempt::Both] {
        let (cost, is_poor) = match glanced {
            Some(glanced) if attempt == Attempt::Order => (glanced.cost, glanced.is_poor()),
            _ => match read(&narrow, attempt) {
                Some(reading) => (reading.cost, reading.is_poor()),
                None => continue,
            },
        };
        tried.push((cost, attempt));
        if !is_poor {
            break;
        }
    }
    tried.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Option<Reading> = None;
    for (_, attempt) in tried {
        let Some(other) = read(prices, attempt) else { continue };
        if best.as_ref().is_none_or(|best| other.cost < best.cost) {
            best = Some(other);
        }
        if best.as_ref().is_some_and(|best| !best.is_poor()) {
            break;
        }
    }
    best
}

/// Searches beside the half-moves of a reading that goes badly, as long as a cheaper one is found there.
#[must_use]
pub fn deepened(
    evidence: &Evidence,
    prices: &Prices,
    start: Begin,
    until: u32,
    known_moves: KnownMoves<'_>,
    mut reading: Reading,
) -> Reading {
    let far = prices.far();
    let mut positions = Positions::new();
    let mut grid = None;
    for _ in 0..FORKED {
        if !reading.is_poor() || reading.tail > LOST || reading.steps.len() < SHORT {
            break;
        }
        let numbers = (reading.attempt != Attempt::Order).then(|| Numbers {
            grid: grid.get_or_insert_with(|| by_numbers(evidence, start, until)),
            strict: reading.attempt == Attempt::Numbers,
        });
        let path = Some(&reading.steps[..]);
        match search(evidence, &far, start, until, known_moves, numbers, path, &mut positions) {
            Some(other) if other.cost < reading.cost - GAINED => reading = other,
            _ => break,
        }
    }
    reading
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
