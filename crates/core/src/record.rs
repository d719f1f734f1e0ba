//! What is cut out of a record before any move is understood: cells, strands, drafts.
//!
//! Layouts make drafts, corrections change them, the decoder reads them.

use std::borrow::Cow;

use shakmaty::{Color, KnownOutcome, Outcome};
use smallvec::SmallVec;

use crate::finding::Finding;
use crate::game::Tags;
use crate::text::Span;

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
    /// The array without these pieces (White's odds "Remove White's Q's Kt."), as FEN.
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
    Marker(Outcome),
}

impl Ending {
    /// The outcome that it means where `turn` is to move. Without a side it is the custom of print: who is to
    /// move resigns or has lost on time, who has moved wins. `None` where neither is known.
    #[must_use]
    pub fn outcome(&self, turn: Option<Color>) -> Option<Outcome> {
        let won_by = |winner: Color| Outcome::Known(KnownOutcome::Decisive { winner });
        match *self {
            Ending::Resigns(side) | Ending::Time(side) => side.or(turn).map(|side| won_by(!side)),
            Ending::Wins(side) => side.or(turn.map(|turn| !turn)).map(won_by),
            Ending::Drawn => Some(Outcome::Known(KnownOutcome::Draw)),
            Ending::Unfinished => Some(Outcome::Unknown),
            Ending::Marker(outcome) => Some(outcome),
        }
    }
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
    /// Letters and digits of the segment after it.
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
    /// Whether the game is said to be over after it.
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
