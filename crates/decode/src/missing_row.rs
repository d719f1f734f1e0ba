//! A row that the record lacks: the numbers jump and go on from there.
//!
//! What follows cannot be played from the position before it. A reading that bends it until it fits is worth less than one
//! that stops there and says why.

use shakmaty::Chess;

use crate::finding::{Finding, code};
use crate::game::mover_at;
use crate::record::Cell;
use crate::report::Track;

/// Fewest numbers behind the jump that go on from it: one may be a misprint.
const CONFIRMING: usize = 2;
/// Most moves that are missing and may be inferred from those behind.
const MOST_INFERRED: u32 = 3;

/// The place where moves are missing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct MissingRow {
    /// Index of the cell behind it.
    pub cell: usize,
    /// The number in print there, and the one that is due.
    pub printed: u32,
    due: i64,
    /// How many moves are missing.
    moves: u32,
}

impl MissingRow {
    /// The first jump of the numbers of `cells` that all later numbers confirm.
    pub(crate) fn find(cells: &[Cell<'_>], start: &Chess) -> Option<MissingRow> {
        let numbered = || cells.iter().enumerate().filter_map(|(at, cell)| Some((at, cell.number?)));
        let offset = |at: usize, number: u32| i64::from(number) - i64::from(mover_at(start, at as u32 + 1).0);
        let (first, number) = numbered().next()?;
        let usual = offset(first, number);
        let (cell, printed) = numbered().find(|&(at, number)| offset(at, number) != usual)?;
        let jump = offset(cell, printed) - usual;
        let later = || numbered().filter(|&(at, _)| at > cell);
        let confirmed = later().all(|(at, number)| offset(at, number) == usual + jump);
        let moves = u32::try_from(jump).ok().filter(|moves| *moves > 0)?;
        let found = MissingRow { cell, printed, due: i64::from(printed) - jump, moves };
        (confirmed && later().count() >= CONFIRMING).then_some(found)
    }

    /// Whether so few moves are missing that those behind may tell them.
    pub(crate) fn may_be_inferred(&self) -> bool {
        self.moves <= MOST_INFERRED
    }

    /// Whether a reading goes on behind it only by repairs, or not to the end, or changes for it what the cells `before` it say by
    /// themselves.
    pub(crate) fn is_bridged_badly(&self, track: &Track<'_>, before: &Track<'_>, cells: usize) -> bool {
        track.bent_from(self.cell) > 0 || track.len() < cells || track.bent_from(0) > before.bent_from(0)
    }

    /// The finding that the record is read up to here.
    pub(crate) fn finding(&self, cells: &[Cell<'_>], start: &Chess) -> Finding {
        let ply = self.cell as u32 + 1;
        let (number, side) = mover_at(start, ply);
        let (missing, they) = match self.moves {
            1 => ("a row is".to_owned(), "it"),
            moves => (format!("{moves} rows are"), "them"),
        };
        let words = format!(
            "move number {}, expected {}: {missing} missing before it, and what follows does not fit without {they}",
            self.printed, self.due
        );
        let cell = &cells[self.cell];
        Finding::new(&code::L310, cell.span, words).text(&*cell.text).at_ply(ply, number, side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(numbers: &[u32]) -> Vec<Cell<'static>> {
        let pair = |&number: &u32| {
            [Cell { text: "a".into(), number: Some(number), ..Cell::default() }, Cell::default()]
        };
        numbers.iter().flat_map(pair).collect()
    }

    #[test]
    fn numbers_that_jump_and_go_on() {
        let found =
            |numbers: &[u32]| MissingRow::find(&cells(numbers), &Chess::default()).map(|row| row.cell);
        assert_eq!(found(&[1, 2, 3, 5, 6, 7]), Some(6));
        assert_eq!(found(&[1, 2, 3, 10, 11, 12]), Some(6));
        assert_eq!(found(&[1, 2, 3, 4, 5]), None);
        // A misprint, and numbers that nothing confirms.
        assert_eq!(found(&[1, 2, 7, 4, 5, 6]), None);
        assert_eq!(found(&[1, 2, 3, 5]), None);
    }
}
