//! The physical layout of a record: cuts a text into games, and games into cells.
//!
//! A layout knows nothing of chess notation. It only asks a [`MoveSense`] whether a piece of text
//! looks like the text of a move.
//!
//! ```
//! use scorebook_layout::{MoveSense, sniff};
//! use scorebook_text::Source;
//!
//! /// A move is whatever has a hyphen.
//! struct Hyphen;
//! impl MoveSense for Hyphen {
//!     fn likeness(&self, text: &str) -> f32 {
//!         f32::from(text.contains('-'))
//!     }
//! }
//!
//! let source = Source::from_bytes("letter", b"1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n".to_vec());
//! let (layout, _) = sniff(&source, &Hyphen)[0];
//! assert_eq!(layout.name(), "pairs");
//! let drafts = layout.cut(&source, &Hyphen);
//! let cells: Vec<_> = drafts[0].strand.cells.iter().map(|cell| &*cell.text).collect();
//! assert_eq!(cells, ["P-K4", "P-K4", "Kt-KB3", "Kt-QB3"]);
//! ```

mod abroad;
mod anchor;
mod aside;
mod blocks;
pub mod book;
mod columns;
mod csv;
mod ending;
pub mod finding;
pub mod grid;
mod heading;
#[cfg(test)]
mod layouts_test;
pub mod leftover;
mod meter;
pub mod odds;
mod pairs;
pub mod pgn;
pub mod restart;
mod running;
mod segment;
mod shape;
mod sheet;
#[cfg(test)]
mod testing;
mod turbo;
mod words;

pub use blocks::Blocks;
pub use columns::Columns;
pub use csv::{CSV, Column, Csv};
pub use heading::side_name;
pub use pairs::Pairs;
pub use running::Running;
pub use turbo::Turbo;

use scorebook_core::game;
pub use scorebook_core::record::*;
use scorebook_text::{self as text, Source};

/// Judges whether a text looks like a move. Implemented by the notations, above this room.
pub trait MoveSense: Sync {
    /// From 0 (no move at all) to 1 (reads exactly as a move).
    fn likeness(&self, text: &str) -> f32;
}

/// A layout: one file and one line in [`TABLE`].
pub trait Layout: Sync {
    /// Its name for `--layout`.
    fn name(&self) -> &'static str;
    /// A line that tells people what it is.
    fn title(&self) -> &'static str;
    /// How likely the source is laid out so, from 0 to 1.
    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32;
    /// The games, in the order of the source.
    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>>;

    /// Where the bytes that are the head of a longer record may be cut, so that what comes before can be
    /// read by itself: the start of its last game. `None` when it must be read as a whole.
    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        let _ = head;
        None
    }
}

/// All layouts; ties of [`Layout::sniff`] go to the first.
pub static TABLE: &[&dyn Layout] =
    &[&pgn::Pgn, &Turbo, &CSV, &Columns, &Blocks, &Pairs, &Running, &book::Book];

/// The layout of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Layout> {
    TABLE.iter().copied().find(|layout| layout.name() == name)
}

/// The layouts by how likely the source is laid out so, the likeliest first.
#[must_use]
pub fn sniff(source: &Source, sense: &dyn MoveSense) -> Vec<(&'static dyn Layout, f32)> {
    let mut ranked: Vec<_> = TABLE.iter().map(|&layout| (layout, layout.sniff(source, sense))).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}
