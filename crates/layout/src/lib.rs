//! The layout of a record: cuts a text into games, and games into cells.
//!
//! A layout does not know chess notation. It asks a [`MoveSense`] whether a text looks like a move.
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
//! let cells: Vec<_> = drafts[0].mainline.cells.iter().map(|cell| &*cell.text).collect();
//! assert_eq!(cells, ["P-K4", "P-K4", "Kt-KB3", "Kt-QB3"]);
//! ```

mod anchor;
mod annotated;
mod blocks;
pub mod book;
mod bracketed_note;
mod columns;
mod csv;
pub mod diagram;
mod dialogue;
pub mod digits;
mod ending;
mod engine_log;
pub mod epd;
pub mod finding;
pub mod grid;
mod heading;
mod inner;
pub mod json;
#[cfg(test)]
mod layouts_test;
pub mod leftover;
mod meter;
mod move_words;
mod numbered_rows;
pub mod odds;
mod pairs;
pub mod pgn;
mod plain;
mod positions;
pub mod reference;
pub mod restart;
mod running;
mod segment;
mod shape;
mod stand;
mod style12;
#[cfg(test)]
mod testing;
pub mod turbo;
pub mod twins;
mod words;

pub use annotated::{Annotated, Exercises, Playable, beginnings, playable, playable_from};
pub use blocks::Blocks;
pub use columns::Columns;
pub use csv::{CSV, Column, Csv};
pub use dialogue::Dialogue;
pub use digits::Digits;
pub use ending::{closing_words, first_ending, is_only_lost, leading_ending, marker};
pub use engine_log::EngineLog;
pub use epd::Epd;
pub use json::Json;
pub use pairs::Pairs;
pub use plain::{Plain, roman};
pub use positions::Positions;
pub use running::Running;
pub use style12::Style12;
pub use turbo::Turbo;

use scorebook_core::game;
pub use scorebook_core::record::*;
use scorebook_text::{self as text, Source};

/// Judges whether a text looks like a move. Implemented outside this crate, with the notations.
pub trait MoveSense: Sync {
    /// From 0 (not a move) to 1 (certainly a move).
    fn likeness(&self, text: &str) -> f32;

    /// Whether a move of several words may have this one between blanks, if nothing in the text is a bracket or `&`; `false` saves
    /// asking for all texts that the words of prose make.
    fn may_contain(&self, _word: &str) -> bool {
        true
    }

    /// The position in which a game starts, for layouts that ask what can be played; `None` if legality is not known, or the
    /// position is none.
    fn board(&self, _start: &Start) -> Option<Box<dyn Board>> {
        None
    }
}

/// The positions that a record may have reached. Implemented outside this crate.
pub trait Board {
    /// The positions after `text` as the next move; `None` if it cannot be played.
    fn after(&self, text: &str) -> Option<Box<dyn Board>>;

    /// The positions after a move that `text` can be with one slip of the pen or the press, where it is none in the notations so far;
    /// `None` if there is none, or slips are not known.
    fn after_slip(&self, _text: &str) -> Option<Box<dyn Board>> {
        None
    }

    /// Equal for equal positions that the same notations have reached.
    fn key(&self) -> u64;

    /// The positions: numbers that are equal for equal ones.
    fn positions(&self) -> Vec<u64>;
}

/// A layout: one file and one line in [`TABLE`].
pub trait Layout: Sync {
    /// Its name for `--layout`.
    fn name(&self) -> &'static str;
    /// One line for people.
    fn title(&self) -> &'static str;
    /// How likely it is that the source has this layout, from 0 to 1.
    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32;
    /// Whether a score of at least [`CERTAIN`] leaves no doubt, so that no other layout is asked: it was given for signs
    /// that no other text has, or for moves that can be played.
    fn is_proof(&self) -> bool {
        false
    }
    /// The games, in source order.
    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>>;

    /// The offset at which the first bytes of a longer record can be cut, so that the text before it can be
    /// read separately: the start of the last game. `None` if the record must be read as a whole.
    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        let _ = head;
        None
    }
}

/// All layouts; of equal scores in [`Layout::sniff`] the first is chosen.
pub static TABLE: &[&dyn Layout] = &[
    &Positions,
    &Epd,
    &Json,
    &EngineLog,
    &Style12,
    &Dialogue,
    &Exercises,
    &pgn::Pgn,
    &Turbo,
    &Digits,
    &Plain,
    &CSV,
    &Columns,
    &Blocks,
    &Pairs,
    &Running,
    &book::PrintedBook,
    &Annotated,
];

/// The layout with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Layout> {
    TABLE.iter().copied().find(|layout| layout.name() == name)
}

/// A score that leaves no doubt, of the layouts of which that holds ([`Layout::is_proof`]).
pub const CERTAIN: f32 = 0.98;

/// The layouts with their scores, best first; only one if it is certain.
#[must_use]
pub fn sniff(source: &Source, sense: &dyn MoveSense) -> Vec<(&'static dyn Layout, f32)> {
    let mut ranked: Vec<(&'static dyn Layout, f32)> = Vec::with_capacity(TABLE.len());
    for &layout in TABLE {
        let score = layout.sniff(source, sense);
        if score >= CERTAIN && layout.is_proof() {
            return vec![(layout, score)];
        }
        ranked.push((layout, score));
    }
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}
