//! Repetition, the fifty and seventy-five moves, dead positions.

use super::board::Board;
use crate::finding::{Code, code};

/// Positions that are kept.
const LONGEST: usize = 1 << 16;

/// What the mainline has come by.
#[derive(Debug, Default)]
pub(super) struct Draws {
    /// The key of every position of the mainline.
    keys: Vec<u64>,
    /// Already said: threefold, fivefold.
    said: u8,
}

impl Draws {
    /// Forgets the game before, and gives room back that only a giant among games needs.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.keys.shrink_to(1024);
        self.said = 0;
    }

    pub(super) fn start(&mut self, board: &Board) {
        self.keys.push(board.key());
    }

    /// After a move: what can be claimed, or is so, from now on.
    #[inline(always)]
    pub(super) fn after(&mut self, board: &Board) -> Option<&'static Code> {
        self.keys.push(board.key());
        if self.keys.len() >= LONGEST {
            self.forget(board);
        }
        // The third time comes with the eighth half-move at the earliest.
        if board.halfmoves() < 8 { None } else { self.look(board) }
    }

    /// After a side has passed.
    pub(super) fn passed(&mut self, board: &Board) {
        self.keys.push(board.key());
    }

    /// Forgets what no position can repeat any more, lest a giant among games take much memory.
    #[cold]
    fn forget(&mut self, board: &Board) {
        let since = self.keys.len().saturating_sub(board.halfmoves() as usize + 1);
        self.keys.drain(..since);
        if self.keys.len() >= LONGEST {
            // The game is drawn many times over.
            self.keys.drain(..LONGEST / 2);
        }
    }

    #[inline(never)]
    fn look(&mut self, board: &Board) -> Option<&'static Code> {
        let halfmoves = board.halfmoves() as usize;
        let since = self.keys.len().saturating_sub(halfmoves + 1);
        let window = &self.keys[since..];
        let (&key, before) = window.split_last()?;
        // Every other one, from the last but one on.
        let mut times = 1;
        let mut rest = before;
        while let [head @ .., again, _] = rest {
            times += u32::from(*again == key);
            rest = head;
        }
        if times >= 3 && self.said == 0 {
            self.said = 1;
            return Some(&code::R201);
        }
        if times >= 5 && self.said == 1 {
            self.said = 2;
            return Some(&code::R202);
        }
        match halfmoves {
            100 => Some(&code::R203),
            150 => Some(&code::R204),
            _ => None,
        }
    }
}
