//! Score sheets: their cells, and the game that they say.

mod cells;
mod find;
mod grid;
mod ink;
mod read;
mod whole;

pub use find::{Sheet, find};
pub use grid::{Grid, GridError};
pub use read::{Game, HalfMove, read};
pub use whole::read_picture;
