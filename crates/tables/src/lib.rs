//! Chess games as tables in [Arrow](https://arrow.apache.org) record batches: one row per game; moves, clocks
//! and evaluations as lists; findings as a list of structs.
//!
//! The columns of tag pairs have the names and types of the data set `Lichess/standard-chess-games` on
//! Hugging Face; see [`columns`]. A value that does not fit its column is in the column `tags`, so that no
//! tag pair is lost.
//!
//! ```
//! use scorebook_core::game::Tags;
//! use scorebook_tables::{Batch, Row, Shown, Strings};
//!
//! let mut tags = Tags::default();
//! tags.set("White", "Morphy");
//! tags.set("WhiteElo", "2690");
//! let row = Row {
//!     source: "opera.pgn", offset: Some(0), tags: &tags, movetext: "1. e4 e5 1-0", moves: &[], plies: 2,
//!     shown: &Shown::default(), reading: None, findings: &[], base: 0,
//! };
//! let mut batch = Batch::new(Strings::Plain);
//! batch.push(&row);
//! let table = batch.finish();
//! assert_eq!(table.num_rows(), 1);
//! assert!(table.column_by_name("WhiteElo").is_some());
//! ```

#[cfg(feature = "files")]
mod arrow_file;
mod batch;
mod column;
pub mod columns;
#[cfg(feature = "files")]
mod files;
mod row;
pub mod values;

pub use arrow_array as arrow;
pub use arrow_schema as schema;
pub use batch::Batch;
pub use columns::{Strings, schema as schema_of};
#[cfg(feature = "files")]
pub use files::{FileFormat, TableWriter};
pub use row::Row;
pub use scorebook_core::shown::Shown;
