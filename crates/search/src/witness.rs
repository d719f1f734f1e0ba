//! Who tells of a game: what each cell costs as the spelling of a move.

use shakmaty::{Chess, Move};

use crate::grammar::Spelling;
use crate::{Channel, Nats, Prices, Record, Written};

/// Somebody or something that tells of a game, in cells in the order of the half-moves: a score sheet, a picture of one, a known game.
///
/// The search asks it what each cell costs as each legal move, and knows nothing else of where a game comes from.
pub trait Witness {
    /// The number of its cells.
    fn cells(&self) -> usize;

    /// Whether a cell, if there is one, says anything.
    fn is_written(&self, cell: usize) -> bool;

    /// Whether what a written cell costs depends on whether the move gives check.
    fn heeds_check(&self, cell: usize) -> bool;

    /// What a written cell costs as a move with these spellings, in nats: no more than one costs that has nothing to do with the move.
    fn cost(&self, cell: usize, spellings: &[Spelling], gives_check: bool) -> Nats;

    /// What a cell says in texts, where it does: what says the same twice is less evidence.
    fn texts(&self, _cell: usize) -> Option<&[Written]> {
        None
    }

    /// Whether a person has said that a cell is this move of a position, or another one; `None` if nobody has said what it is.
    fn is_decided(&self, _cell: usize, _position: &Chess, _mv: Move) -> Option<bool> {
        None
    }

    /// Whether it tells of the game itself, and not of one that may be the same.
    fn is_of_the_game(&self) -> bool {
        true
    }

    /// What a cell costs behind the last half-move, where a written one mostly costs `usual`.
    fn unread(&self, cell: usize, usual: Nats) -> Nats {
        if self.is_written(cell) { usual } else { 0.0 }
    }
}

/// What one hand wrote of a game, and what is taken for what in its script.
#[derive(Copy, Clone)]
pub struct ByHand<'r> {
    record: &'r Record,
    channel: &'r Channel,
    misfit: Nats,
    misread: Nats,
    false_check: Nats,
}

impl<'r> ByHand<'r> {
    /// A record as a witness.
    #[must_use]
    pub fn new(record: &'r Record, channel: &'r Channel, prices: &Prices) -> ByHand<'r> {
        let misfit = record.misfit.unwrap_or(prices.misfit);
        ByHand { record, channel, misfit, misread: prices.misread, false_check: prices.false_check }
    }
}

impl Witness for ByHand<'_> {
    fn cells(&self) -> usize {
        self.record.cells.len()
    }

    fn is_written(&self, cell: usize) -> bool {
        self.record.is_written(cell)
    }

    /// Where a reading of the cell has a mark of check.
    fn heeds_check(&self, cell: usize) -> bool {
        self.record.cells[cell].iter().any(|written| written.check)
    }

    fn cost(&self, cell: usize, spellings: &[Spelling], gives_check: bool) -> Nats {
        let false_check = if gives_check { 0.0 } else { self.false_check };
        let mut least = self.misfit + false_check;
        for written in &self.record.cells[cell] {
            let marked = if written.check { false_check } else { 0.0 };
            for (spelling, price) in spellings {
                let before = written.cost + price + marked;
                if before < least {
                    let told = self.channel.cost(spelling, &written.text, least - before);
                    least = least.min(before + told + if told > 0.0 { self.misread } else { 0.0 });
                }
            }
        }
        least
    }

    fn texts(&self, cell: usize) -> Option<&[Written]> {
        self.record.cells.get(cell).map(|readings| &readings[..])
    }

    fn is_decided(&self, cell: usize, position: &Chess, mv: Move) -> Option<bool> {
        self.record.is_decided(cell as u32, position, mv)
    }

    /// Where a misfit has a price of its own, the record is trusted less.
    fn is_of_the_game(&self) -> bool {
        self.record.misfit.is_none()
    }
}
