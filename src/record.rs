//! The physical layout of a record, with PGN as tokens beside the other layouts.

pub use scorebook_layout::*;

/// PGN as tokens, and as a layout.
pub mod pgn {
    pub use scorebook_layout::pgn::Pgn;
    pub use scorebook_pgn::*;
}
