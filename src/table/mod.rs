//! Games as tables: rows of what `verify` has proven, `convert` has read, and archives hold.
//!
//! The columns are those of [`columns`]. Rows are put into a [`Batch`] on whatever thread has the game.

mod movetext;
mod owned;
mod proven;

pub use owned::Owned;
pub use proven::{Told, classify, verdict};
pub use scorebook_tables::*;
