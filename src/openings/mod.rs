//! Openings, by the positions that a game reaches (the crate `openings`), and what the tags say of them.

mod check;
mod counts;
mod fill;

pub use scorebook_openings::{Opening, classify, classify_words};

pub use check::check;
pub use counts::Counts;
pub use fill::fill;
