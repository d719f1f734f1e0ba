//! Games as table rows: from `verify`, `convert` and archives.
//!
//! The columns are those of [`columns`]. Rows are added to a [`Batch`] on the thread that has the game.

mod movetext;
mod owned;
mod proven;

pub use owned::Owned;
pub use proven::{Told, classify, verdict};
pub use scorebook_tables::*;
