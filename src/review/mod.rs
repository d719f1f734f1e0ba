//! What a person must decide, as one page: every doubt with its source, its board, the ways to read it
//! and how far the game then goes.
//!
//! [`game`] turns a proven game into what the page shows of it, [`ahead`] looks how far each other
//! reading leads, [`page`] writes the page, [`serve`] keeps one open that writes decisions straight to
//! the corrections file.

mod ahead;
mod book;
mod cut;
mod data;
mod doubt;
mod likeness;
mod page;
#[cfg(feature = "server")]
pub mod serve;
mod source;

pub use book::{Book, Room, SourceView};
pub use cut::{Cut, Pictures};
pub use data::{DoubtView, GameView, Remark};
pub use page::page;
