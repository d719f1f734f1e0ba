//! Repetition, the fifty and seventy-five moves, dead positions.

use super::board::{Board, Left, Undo};
use crate::finding::{Code, code};

/// Number of moves that are kept.
const LONGEST: usize = 1 << 12;

/// What the mainline needs to detect draws.
#[derive(Debug, Default)]
pub(super) struct Draws {
    /// Undo records of its moves, oldest first.
    trail: Vec<Undo>,
    left: Left,
    said: Announced,
}

/// Which repetition has been reported already.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum Announced {
    #[default]
    None,
    Threefold,
    Fivefold,
}

impl Announced {
    /// How often a position must have occurred for the next report, and which that is.
    const fn next(self) -> Option<(usize, Announced, &'static Code)> {
        match self {
            Announced::None => Some((3, Announced::Threefold, &code::R201)),
            Announced::Threefold => Some((5, Announced::Fivefold, &code::R202)),
            Announced::Fivefold => None,
        }
    }
}

impl Draws {
    /// Forgets the previous game, and frees memory that only an extremely long game needs.
    pub(super) fn clear(&mut self) {
        self.trail.clear();
        self.trail.shrink_to(1024);
        self.left = Left::default();
        self.said = Announced::None;
    }

    /// Called after the move that `undo` takes back: which draw can be claimed, or holds, from now on.
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

    /// Forgets the first half of an extremely long game to bound memory: such a game is long drawn.
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
