//! Verifies PGN games, with a board and a strict SAN reader built for speed.

pub use scorebook_pgn::{board, fast_san, san};
pub use scorebook_verify::*;
