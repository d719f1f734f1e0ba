//! Layouts of records, with PGN tokens as one of them.

pub use scorebook_layout::*;

/// PGN as tokens and as a layout.
pub mod pgn {
    pub use scorebook_layout::pgn::{Pgn, are_words, first_pair};
    pub use scorebook_pgn::*;
}
