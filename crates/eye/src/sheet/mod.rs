//! Score sheets: their cells, and the game that they say.

mod grid;
mod read;

pub use grid::{Grid, GridError};
pub use read::{Game, HalfMove, looks, read};
