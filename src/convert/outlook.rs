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

/// The cost in nats of each legal move as the next one behind so many half-moves of a game, the cheapest first; `None` if the
/// game is not of a printed book.
pub(super) fn outlook(
    unit: &Unit,
    draft: &Draft<'_>,
    reading: &Reading,
    before: usize,
) -> Option<Vec<(Move, f32)>> {
    let book = unit.printed.get()?;
    if reading.game.start != Chess::default() || before > reading.cells.len() {
        return None;
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
    let start = unit.chars(book, place)?.start;
    let until = until(book, place);
    let lost = held::lost_columns(&steps, 0, 1);
    let costs = decode::outlook(evidence, &book.prices, evidence.begin(start), until, &steps, AHEAD, lost);
    Some(costs).filter(|costs| !costs.is_empty())
}

/// Where the game that stands in a place may end.
fn until(book: &Book, place: Span) -> u32 {
    let last = (book.evidence.print.chars.len() as u32).saturating_sub(1);
    let beside = book.games.iter().filter(|game| together::shares(printed::place(book, game), place));
    beside.map(|game| game.until).max().unwrap_or(last)
}
