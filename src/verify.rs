//! Holds PGN games to proof, with the board and the strict SAN that it is read with.

pub use scorebook_pgn::{board, fast_san, san};
pub use scorebook_verify::*;
