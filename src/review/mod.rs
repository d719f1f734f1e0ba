//! What a person must decide, as one page: every doubt with its source, its board, the possible readings, and
//! how far the game can then be read.
//!
//! [`game`] makes the data of a proven game, [`ahead`] decodes the game with other readings, [`page`] writes
//! the page, [`serve`] runs a server that writes corrections directly to the corrections file.

mod ahead;
mod answers;
mod book;
mod cut;
mod data;
mod doubt;
mod likeness;
#[cfg(feature = "server")]
mod listener;
mod page;
mod recording;
#[cfg(feature = "server")]
pub mod serve;
mod source;

pub use book::{Book, Room, SourceView};
pub use cut::{Cut, Pictures};
pub use data::{DoubtView, GameView, Remark, UnitText};
pub use page::page;
pub use recording::{Recording, beside};
