//! Several searches for one game: at a glance, in full, and where that goes badly by the printed numbers.

use shakmaty::{Color, Move};

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
        search(evidence, &narrow, start, until, KnownMoves::default(), Lead::Order, &mut Positions::new())?;
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
    /// Down two columns: White's moves from the beginning on, Black's from this character on.
    Columns(u32),
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
    let mut grid = None;
    let lead = attempt.lead(|| grid.insert(by_numbers(evidence, start, until)));
    search(evidence, prices, start, until, known_moves, lead, &mut Positions::new())
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
        let lead = attempt.lead(|| grid.get_or_insert_with(|| by_numbers(evidence, start, until)));
        search(evidence, prices, start, until, known_moves, lead, &mut positions)
    };
    // The parts of the page may stand in another order than they were read in: the numbers tell. Where they are the rule,
    // there are fewer ways between cells, and a beam holds more readings; where that goes badly too, they are a help. Or each side's
    // moves stand in a column of their own: in a search for all ways these pay first what the others pay later.
    let mut tried: Vec<(f32, Attempt)> = Vec::new();
    let columns = replies(evidence, start, until).into_iter().map(Attempt::Columns);
    for attempt in [Attempt::Order, Attempt::Numbers, Attempt::Both].into_iter().chain(columns) {
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

/// Rows of score before those of Black's column at least, where White's moves stand in one before.
const LEAST_ROWS: usize = 4;
/// Where more moves stand on a row on the average, in tenths, the rows are no column.
const MOST_MOVES: usize = 13;
/// Columns that are tried.
const MOST_COLUMNS: usize = 3;

/// The first moves of columns in which Black's replies may stand, where White's stand in one by themselves; the likeliest first.
fn replies(evidence: &Evidence, start: Begin, until: u32) -> Vec<u32> {
    let (print, rows) = (&evidence.print, &evidence.rows);
    let begin = start.place(evidence);
    let first = print.row_of[begin as usize] as usize;
    let mut out = Vec::new();
    let (mut score, mut other) = (0, 0);
    for row in first..print.rows.len() {
        let here = &print.rows[row];
        let is_score = rows.score[row] >= SCORE;
        if here.chars.start >= until || other > OTHERS * 2 {
            break;
        }
        // Below the name of the side, below anything that is no score, below a blank.
        let signs = [rows.headed[row] == Some(Color::Black), other > 0, here.opens];
        let unlikely = signs.iter().position(|sign| *sign);
        let moves = rows.number(begin, here.chars.start) as usize;
        if let Some(unlikely) = unlikely.filter(|_| is_score && score >= LEAST_ROWS) {
            if moves * 10 > score * MOST_MOVES {
                break;
            }
            let head = here.chars.start..(here.chars.start + NEAR).min(here.chars.end);
            let tokens = &evidence.tokens.all[evidence.tokens.within(head.start, head.end)];
            out.extend(tokens.first().map(|token| (unlikely, token.start)));
        }
        (score, other) = if is_score { (score + 1, 0) } else { (score, other + 1) };
    }
    out.sort_by_key(|column| column.0);
    out.truncate(MOST_COLUMNS);
    out.into_iter().map(|column| column.1).collect()
}

/// The first move of a row stands in so many characters.
const NEAR: u32 = 8;

/// What leads a search through the print.
#[derive(Clone, Copy)]
pub(super) enum Lead<'g> {
    /// Its order.
    Order,
    /// Its numbers, or both.
    Numbers(Numbers<'g>),
    /// Columns, Black's from this character on.
    Columns(u32),
}

impl Attempt {
    /// What leads it; `grid` says where the numbers put the moves.
    fn lead<'g>(self, grid: impl FnOnce() -> &'g mut Grid) -> Lead<'g> {
        match self {
            Attempt::Order => Lead::Order,
            Attempt::Numbers => Lead::Numbers(Numbers { grid: grid(), strict: true }),
            Attempt::Both => Lead::Numbers(Numbers { grid: grid(), strict: false }),
            Attempt::Columns(place) => Lead::Columns(place),
        }
    }
}

/// Where the printed numbers put the moves.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'g> {
    pub(super) grid: &'g Grid,
    /// Whether cells are looked for nowhere else, but right behind the last ones.
    pub(super) strict: bool,
}
