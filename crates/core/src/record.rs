//! The parts of a record before decoding: cells, lines of cells, drafts.
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
    /// The text; parts on several lines are joined.
    pub text: Cow<'a, str>,
    /// Its byte range in the source.
    pub span: Span,
    /// Whether a part of it is in another place on a torn page.
    pub joined: bool,
    /// The move number printed with it.
    pub number: Option<u32>,
    /// The side it is printed for, if the layout tells.
    pub side: Option<Color>,
    /// NAGs in PGN movetext.
    pub nags: Vec<u8>,
    /// Comments after the cell.
    pub comments: Vec<String>,
    /// Variations that replace this move (PGN RAVs).
    pub variations: Vec<CellLine<'a>>,
    /// The move given by a correction, in any notation.
    pub decided: Option<String>,
    /// All texts that a recogniser has offered for the cell, the likeliest first, which is also `text`; empty where the text
    /// is known.
    pub alternatives: Vec<Alternative<'a>>,
}

/// One of several texts that a cell may have.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Alternative<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// The negative natural logarithm of its probability, in thousandths (of a nat).
    pub cost: u32,
}

/// One of several records of the same game: the sheet of one player, or the transcript of one recogniser.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sheet<'a> {
    /// Its name, for people.
    pub name: String,
    /// What it says.
    pub line: CellLine<'a>,
}

/// A sequence of cells: the main line or a variation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CellLine<'a> {
    /// Comments before the first cell.
    pub comments: Vec<String>,
    /// The cells in playing order.
    pub cells: Vec<Cell<'a>>,
}

impl Cell<'_> {
    /// The same with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Cell<'static> {
        Cell {
            text: Cow::Owned(self.text.into_owned()),
            variations: self.variations.into_iter().map(CellLine::into_owned).collect(),
            span: self.span,
            joined: self.joined,
            number: self.number,
            side: self.side,
            nags: self.nags,
            comments: self.comments,
            decided: self.decided,
            alternatives: self.alternatives.into_iter().map(Alternative::into_owned).collect(),
        }
    }
}

impl Alternative<'_> {
    /// The same with a text of its own.
    #[must_use]
    pub fn into_owned(self) -> Alternative<'static> {
        Alternative { text: Cow::Owned(self.text.into_owned()), cost: self.cost }
    }
}

impl Sheet<'_> {
    /// The same with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Sheet<'static> {
        Sheet { name: self.name, line: self.line.into_owned() }
    }
}

impl CellLine<'_> {
    /// The same with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> CellLine<'static> {
        let cells = self.cells.into_iter().map(Cell::into_owned).collect();
        CellLine { comments: self.comments, cells }
    }
}

/// The starting position of a game, as stated by the record.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Start {
    /// The usual starting position.
    #[default]
    Array,
    /// A FEN and its place.
    Fen(String, Span),
    /// The starting position without these pieces (odds, "Remove White's Q's Kt."), as FEN, and its place.
    Odds(String, Span),
}

/// How a game ended, as stated by the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// "Resigns", "gives up", with the side if it is stated.
    Resigns(Option<Color>),
    /// "and wins", with the side if it is stated.
    Wins(Option<Color>),
    /// "Drawn", "drawn by perpetual check".
    Drawn,
    /// "Exceeded the time limit", with the side if it is stated.
    Time(Option<Color>),
    /// "Abandoned", "unfinished".
    Unfinished,
    /// A PGN termination marker: `1-0`, `0-1`, `1/2-1/2`, `*`.
    Marker(Outcome),
}

impl Ending {
    /// The outcome, if `turn` is to move. Without a stated side, the side to move resigns or has lost on
    /// time, and the side that moved last wins. `None` if neither is known.
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

/// The order of cells on a torn page is uncertain: White's column may be printed after Black's, numbers may
/// be lost, notes may be in between. This is what is known about the order.
///
/// The cells of the main line are then in source order, and some may not belong to the game. Their numbers and
/// sides are those printed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Unordered {
    /// The geometry of each cell.
    pub places: Vec<CellGeometry>,
}

/// The position of a cell on its page. Cells of one segment may overlap, since each is one way to cut it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CellGeometry {
    /// Its row in the region, from 0.
    pub row: u32,
    /// Its segment: the part of a row with at most one number.
    pub segment: u32,
    /// Byte offset of its start in the line.
    pub from: u32,
    /// Byte offset of its end in the line.
    pub to: u32,
    /// Number of letters and digits before it in the segment.
    pub before: u8,
    /// Number of letters and digits after it in the segment.
    pub behind: u8,
    /// Whether it is at the start of its segment.
    pub first: bool,
    /// Whether there is a number before its segment.
    pub labelled: bool,
    /// The move numbers it may have, each with its cost in thousandths of a nat.
    pub numbers: SmallVec<[(u32, u32); 2]>,
    /// The run of similar rows (all numbered, or none) that contains its row.
    pub run: u32,
    /// Index of its row in the run.
    pub height: u16,
    /// Number of rows in the run.
    pub run_length: u16,
    /// Whether the record says after it that the game is over.
    pub ends: bool,
    /// The move numbers and sides that follow from counting all rows.
    pub counted: SmallVec<[(u32, Color); 2]>,
}

/// One game as cut out of a record, not yet decoded.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Draft<'a> {
    /// Tags from headings or tag pairs.
    pub tags: Tags,
    /// Its starting position.
    pub start: Start,
    /// The main line.
    pub mainline: CellLine<'a>,
    /// Set if the order of the cells is uncertain.
    pub unordered: Option<Unordered>,
    /// How many of its first cells are those of another game, to which the print refers.
    pub borrowed: usize,
    /// The stated ending, and its place.
    pub ending: Option<(Ending, Span)>,
    /// Findings of the layout.
    pub findings: Vec<Finding>,
    /// The part of the source it was cut from.
    pub span: Span,
    /// Parts of the text that are understood but are not moves of the main line: tag pairs, comments,
    /// variations, other columns of a table.
    pub explained: Vec<Span>,
    /// Whether each cell stands in a column of its own side in a table, so that an empty one is a lost move.
    pub is_table: bool,
    /// Whether the structure of the record says where the game begins and ends: an object of JSON, a game's own rows of a table.
    pub is_delimited: bool,
    /// Whether each line says by itself what it is, as in the logs of programs: there are no sentences.
    pub is_protocol: bool,
    /// The name of the record that the main line is, if there are several.
    pub name: String,
    /// Further records of the same game, to be read together with the main line.
    pub sheets: Vec<Sheet<'a>>,
    /// The name of its notation, where the record says it.
    pub notation: Option<String>,
    /// The same text with the cells in another order, to be tried if this order leaves doubts.
    pub alternative_layout: Option<Box<Draft<'a>>>,
}

impl Draft<'_> {
    /// Whether a recogniser has offered several texts for some of its cells.
    #[must_use]
    pub fn has_alternatives(&self) -> bool {
        let lines = std::iter::once(&self.mainline).chain(self.sheets.iter().map(|sheet| &sheet.line));
        lines.flat_map(|line| &line.cells).any(|cell| !cell.alternatives.is_empty())
    }

    /// The same with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Draft<'static> {
        Draft {
            borrowed: self.borrowed,
            mainline: self.mainline.into_owned(),
            alternative_layout: self.alternative_layout.map(|other| Box::new(other.into_owned())),
            tags: self.tags,
            start: self.start,
            unordered: self.unordered,
            ending: self.ending,
            findings: self.findings,
            span: self.span,
            explained: self.explained,
            is_table: self.is_table,
            is_delimited: self.is_delimited,
            is_protocol: self.is_protocol,
            name: self.name,
            sheets: self.sheets.into_iter().map(Sheet::into_owned).collect(),
            notation: self.notation,
        }
    }
}
