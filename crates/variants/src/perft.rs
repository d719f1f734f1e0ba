//! Counts move sequences.

use crate::position::Position;

/// The number of sequences of `depth` legal moves.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.into_iter().map(|mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}
