//! Repetition, the fifty and seventy-five moves, dead positions.

use super::board::Board;
use crate::finding::{Code, code};

/// What the mainline has come by.
#[derive(Debug, Default)]
pub(super) struct Draws {
    /// Keys since the last capture or pawn move.
    keys: Vec<u64>,
    /// Already said: threefold, fivefold.
    said: u8,
}

impl Draws {
    pub(super) fn start(&mut self, board: &Board) {
        self.keys.clear();
        self.said = 0;
        self.keys.push(board.key());
    }

    /// After a move: what can be claimed, or is so, from now on.
    #[inline]
    pub(super) fn after(&mut self, board: &Board) -> Option<&'static Code> {
        let halfmoves = board.halfmoves();
        if halfmoves == 0 {
            self.keys.clear();
            self.keys.push(board.key());
            return None;
        }
        let key = board.key();
        self.keys.push(key);
        if self.keys.len() <= 8 {
            return None;
        }
        let times = self.keys.iter().rev().step_by(2).filter(|&&k| k == key).count();
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
