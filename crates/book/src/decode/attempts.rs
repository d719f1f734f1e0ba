//! Several searches for one game: at a glance, in full, and where that goes badly by the printed numbers and in the
//! styles of other pages.

use shakmaty::Move;

use super::{Begin, Evidence, Reading, search};
use crate::grid::Grid;
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
    let mut reading = search(evidence, &narrow, start, until, KnownMoves::default(), None)?;
    let far = reading.margins.iter_mut().filter(|margin| **margin >= narrow.beam);
    far.for_each(|margin| *margin = prices.beam);
    Some(reading)
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
    if known_moves.moves.is_empty()
        && let Some(quick) = glance(evidence, prices, start, until).filter(Reading::is_good)
    {
        return Some(quick);
    }
    let read = |grid| search(evidence, prices, start, until, known_moves, grid);
    let mut best = read(None)?;
    let again = prices.read_again || evidence.surcharge > CLEAN;
    if !again || !best.is_poor() {
        return Some(best);
    }
    // The parts of the page may stand in another order than they were read in: the numbers tell. They are a help at
    // first, and then the rule: a beam holds more readings of the cells where there are fewer ways between them.
    let grid = Grid::new(evidence, start.place(evidence), until);
    for strict in [false, true] {
        let other = read(Some(Numbers { grid: grid.clone(), strict }));
        if let Some(other) = other.filter(|other| other.cost < best.cost) {
            best = other;
        }
    }
    for style in &prices.styles {
        let found = search(evidence, style, start, until, known_moves, None);
        let judged = found.and_then(|found| judged(evidence, prices, start, until, found));
        if let Some(other) = judged.filter(|other| other.cost < best.cost) {
            best = other;
        }
    }
    Some(best)
}

/// A reading that was found with other prices, with what it costs by these.
fn judged(evidence: &Evidence, prices: &Prices, start: Begin, until: u32, found: Reading) -> Option<Reading> {
    let moves: Vec<Option<Move>> = found.steps.iter().map(|step| Some(step.m)).collect();
    let known = KnownMoves { moves: &moves, end: true, least: moves.len() };
    let judged = search(evidence, prices, start, until, known, None)?;
    // What else the print may say, the search that was free has seen.
    Some(Reading { margins: found.margins, rivals: found.rivals, ..judged })
}

/// Where the printed numbers put the moves.
pub(super) struct Numbers {
    pub(super) grid: Grid,
    /// Whether cells are looked for nowhere else, but right behind the last ones.
    pub(super) strict: bool,
}

/// The surcharge on misread signs from which on print is clean, and its numbers can be trusted.
const CLEAN: f32 = 1.0;

