//! Moves as text: one file a notation.

mod san;
mod uci;

use crate::moves::Move;
use crate::position::Position;

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// Standard algebraic notation as Fairy-Stockfish and pychess write it.
    San,
    /// Squares of departure and arrival: `e2e4`, `P@e4`, `e7e8q`.
    Uci,
}

impl Position<'_> {
    /// Writes a legal move.
    pub fn write_move(&self, notation: Notation, mv: Move) -> String {
        match notation {
            Notation::San => san::write(self, mv),
            Notation::Uci => uci::write(self, mv),
        }
    }
}
