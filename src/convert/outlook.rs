//! What the reader of books makes of each legal move at a half-move of a game: by the print there, by what people play, and by
//! how the print then goes on.

use scorebook_book::Book;
use scorebook_book::decode::{self, Step};
use shakmaty::{Chess, Move};

use super::{Unit, held, printed, together};
use crate::decode::Reading;
use crate::record::Draft;
use crate::text::Span;

/// Half-moves that are looked ahead.
const AHEAD: usize = 10;

/// The most work for one half-move: nobody waits longer for a page.
const MOST_WORK: u64 = 10_000_000;

/// What the reader of books says of the legal moves of a position.
#[derive(Clone, Debug)]
pub enum Outlook {
    /// Nothing: the game is not of a printed book.
    Unasked,
    /// Nothing, for it would take too long.
    TooDear,
    /// The cost in nats of each, the cheapest first.
    Costs(Vec<(Move, f32)>),
}

/// What each legal move costs as the next one behind so many half-moves of a game.
pub(super) fn outlook(unit: &Unit, draft: &Draft<'_>, reading: &Reading, before: usize) -> Outlook {
    let Some(book) = unit.printed.get() else { return Outlook::Unasked };
    if reading.game.start != Chess::default() || before > reading.cells.len() {
        return Outlook::Unasked;
    }
    let evidence = &book.evidence;
    let mut steps: Vec<Step> = Vec::new();
    for (at, m) in reading.game.moves().take(before).enumerate() {
        let printed = reading.cells[at].and_then(|_| unit.chars(book, reading.spans[at]));
        let mut step = Step::known(m, printed.unwrap_or(0..0), 0.0);
        if !step.cell.is_empty() {
            step.passed = held::passed(&steps, &step.cell, evidence);
        }
        steps.push(step);
    }
    let place = Some(together::place(reading)).filter(|place| !place.is_empty()).unwrap_or(draft.span);
    let Some(start) = unit.chars(book, place).map(|chars| chars.start) else { return Outlook::Unasked };
    let until = until(book, place);
    let lost = held::lost_columns(&steps, 0, 1);
    let reach = (evidence.begin(start), until);
    match decode::outlook(evidence, &book.prices, reach, &steps, AHEAD, lost, MOST_WORK) {
        None => Outlook::TooDear,
        Some(costs) if costs.is_empty() => Outlook::Unasked,
        Some(costs) => Outlook::Costs(costs),
    }
}

/// Where the game that stands in a place may end.
fn until(book: &Book, place: Span) -> u32 {
    let last = (book.evidence.print.chars.len() as u32).saturating_sub(1);
    let beside = book.games.iter().filter(|game| together::shares(printed::place(book, game), place));
    beside.map(|game| game.until).max().unwrap_or(last)
}
