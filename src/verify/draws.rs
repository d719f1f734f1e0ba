//! Repetition, the fifty and seventy-five moves, dead positions.

use super::board::Board;
use crate::finding::{Code, code};

/// What the mainline has come by.
#[derive(Debug, Default)]
pub(super) struct Draws {
    /// The key of every position of the mainline.
    keys: Vec<u64>,
    /// Already said: threefold, fivefold.
    said: u8,
}

impl Draws {
    pub(super) fn start(&mut self, board: &Board) {
        self.keys.reserve(256);
        self.keys.push(board.key());
    }

    /// After a move: what can be claimed, or is so, from now on.
    #[inline(always)]
    pub(super) fn after(&mut self, board: &Board) -> Option<&'static Code> {
        self.keys.push(board.key());
        // The third time comes with the eighth half-move at the earliest.
        if board.halfmoves() < 8 { None } else { self.look(board) }
    }

    /// After a side has passed.
    pub(super) fn passed(&mut self, board: &Board) {
        self.keys.push(board.key());
    }

    #[inline(never)]
    fn look(&mut self, board: &Board) -> Option<&'static Code> {
        let halfmoves = board.halfmoves() as usize;
        let since = self.keys.len().saturating_sub(halfmoves + 1);
        let window = &self.keys[since..];
        let (&key, before) = window.split_last()?;
        let times = 1 + before.iter().rev().skip(1).step_by(2).filter(|&&k| k == key).count();
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
