//! The physical layout of a record: cuts a text into games, and games into cells.
//!
//! A layout knows nothing of chess notation. It only asks a [`MoveSense`] whether a piece of text
//! looks like the text of a move.

mod anchor;
mod aside;
mod blocks;
pub mod book;
mod columns;
mod csv;
mod ending;
mod heading;
#[cfg(test)]
mod layouts_test;
pub mod leftover;
pub mod odds;
mod pairs;
pub mod pgn;
pub mod restart;
mod running;
mod segment;
mod sheet;
#[cfg(test)]
mod testing;
mod turbo;
mod words;

pub use blocks::Blocks;
pub use columns::Columns;
pub use csv::{CSV, Column, Csv};
pub use pairs::Pairs;
pub use running::Running;
pub use turbo::Turbo;

use std::borrow::Cow;

use shakmaty::Color;
use smallvec::SmallVec;

use crate::finding::Finding;
use crate::game::Tags;
use crate::text::{Source, Span};

/// The text of one half-move as the record prints it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Cell<'a> {
    /// The text, joined where the record wraps it.
    pub text: Cow<'a, str>,
    /// Where it stands.
    pub span: Span,
    /// Whether a part of it stands elsewhere on a torn page.
    pub joined: bool,
    /// The move number printed with it.
    pub number: Option<u32>,
    /// The side that it is printed for, where the layout says so.
    pub side: Option<Color>,
    /// NAGs of PGN movetext.
    pub nags: Vec<u8>,
    /// Comments after the cell.
    pub comments: Vec<String>,
    /// Lines in place of this move (PGN RAVs).
    pub variations: Vec<Strand<'a>>,
    /// The move that a person has decided it means, in any notation.
    pub decided: Option<String>,
}

/// A run of cells: a game's mainline or a variation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Strand<'a> {
    /// Comments before the first cell.
    pub comments: Vec<String>,
    /// The cells in playing order.
    pub cells: Vec<Cell<'a>>,
}

/// Where a game starts, as the record says.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Start {
    /// The usual array.
    #[default]
    Array,
    /// A FEN, with its place.
    Fen(String, Span),
    /// The array without these men (White's odds "Remove White's Q's Kt."), as FEN.
    Odds(String, Span),
}

/// How a record says that the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// "Resigns", "gives up", with the side if it is said.
    Resigns(Option<Color>),
    /// "and wins", with the side if it is said.
    Wins(Option<Color>),
    /// "Drawn", "drawn by perpetual check".
    Drawn,
    /// "Exceeded the time limit", with the side if it is said.
    Time(Option<Color>),
    /// "Abandoned", "unfinished".
    Unfinished,
    /// A PGN termination marker: `1-0`, `0-1`, `1/2-1/2`, `*`.
    Marker(shakmaty::Outcome),
}

/// What is known of the order of cells that a torn page gives in no certain order: White's column
/// and Black's printed one after the other, numbers lost, notes in between.
///
/// The cells of the strand stand in the order of the record then, and some of them may be no part of
/// the game at all; their numbers and sides are what the print says of them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Torn {
    /// The place of each cell.
    pub places: Vec<Place>,
}

/// What the page says of a cell's place. Cells of one segment may overlap: each is a way to cut it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Place {
    /// Its row, counted in the region.
    pub row: u32,
    /// The part of the row with at most one number that it stands in.
    pub segment: u32,
    /// Its first byte in the line.
    pub from: u32,
    /// Behind its last byte.
    pub to: u32,
    /// Letters and digits of the segment before it.
    pub before: u8,
    /// Letters and digits of the segment behind it.
    pub behind: u8,
    /// Whether it begins its segment.
    pub first: bool,
    /// Whether a number stands before its segment.
    pub labelled: bool,
    /// The numbers that it may bear, each with its price in thousandths of a nat.
    pub numbers: SmallVec<[(u32, u32); 2]>,
    /// Which run of like rows its row is in: all numbered, or none, one under the other.
    pub run: u32,
    /// The height of its row in the run.
    pub height: u16,
    /// Rows in the run.
    pub run_length: u16,
    /// Whether the game is said to be over behind it.
    pub ends: bool,
    /// The numbers and sides that the count of all rows gives it.
    pub counted: SmallVec<[(u32, Color); 2]>,
}

/// One game as cut out of a record, before any move is understood.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Draft<'a> {
    /// Tags found in headings or tag pairs.
    pub tags: Tags,
    /// Where it starts.
    pub start: Start,
    /// The mainline.
    pub strand: Strand<'a>,
    /// Set where the playing order of the mainline's cells is not certain.
    pub torn: Option<Torn>,
    /// How it ends, and where that is said.
    pub ending: Option<(Ending, Span)>,
    /// What the layout has to say.
    pub findings: Vec<Finding>,
    /// The part of the source that the game was cut from.
    pub span: Span,
    /// Parts of the print that are understood as no moves of the mainline: tag pairs, comments, variations, the
    /// other columns of a table.
    pub explained: Vec<Span>,
    /// The same print with its cells in other places, for where these leave doubts.
    pub another: Option<Box<Draft<'a>>>,
}

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
