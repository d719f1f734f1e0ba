//! Repetition, the fifty and seventy-five moves, dead positions.

use super::board::{Board, Left, Undo};
use crate::finding::{Code, code};

/// Moves that are kept.
const LONGEST: usize = 1 << 12;

/// What the mainline has come by.
#[derive(Debug, Default)]
pub(super) struct Draws {
    /// The ways back through its moves.
    trail: Vec<Undo>,
    left: Left,
    said: Announced,
}

/// Which repetition has been said already.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum Announced {
    #[default]
    None,
    Threefold,
    Fivefold,
}

impl Announced {
    /// How often a position must have stood for the next to be said, and which that is.
    const fn next(self) -> Option<(usize, Announced, &'static Code)> {
        match self {
            Announced::None => Some((3, Announced::Threefold, &code::R201)),
            Announced::Threefold => Some((5, Announced::Fivefold, &code::R202)),
            Announced::Fivefold => None,
        }
    }
}

impl Draws {
    /// Forgets the game before, and gives room back that only a giant among games needs.
    pub(super) fn clear(&mut self) {
        self.trail.clear();
        self.trail.shrink_to(1024);
        self.left = Left::default();
        self.said = Announced::None;
    }

    /// After the move that `undo` takes back: what can be claimed, or is so, from now on.
    #[inline(always)]
    pub(super) fn after(&mut self, board: &Board, undo: &Undo) -> Option<&'static Code> {
        self.trail.push(*undo);
        // The third time comes with the eighth half-move at the earliest.
        if board.halfmoves() < 8 { None } else { self.look(board) }
    }

    /// After a side has passed.
    pub(super) fn passed(&mut self, undo: &Undo) {
        self.trail.push(*undo);
        self.forget();
    }

    /// Forgets the first half of a giant among games, lest it take much memory: it is drawn many times over.
    fn forget(&mut self) {
        if self.trail.len() >= LONGEST {
            self.trail.drain(..LONGEST / 2);
        }
    }

    #[inline(never)]
    fn look(&mut self, board: &Board) -> Option<&'static Code> {
        self.forget();
        if let Some((times, said, code)) = self.said.next()
            && self.left.returns(&self.trail, board.halfmoves())
            && board.times_stood(&self.trail, times) >= times
        {
            self.said = said;
            return Some(code);
        }
        match board.halfmoves() {
            100 => Some(&code::R203),
            150 => Some(&code::R204),
            _ => None,
        }
    }
}
