//! The settings of a conversion.

use std::sync::Arc;

use super::{Progress, Sheets, ruled};
use crate::corrections::Decisions;
use crate::decode::{NotationChoice, Options};
use crate::notation::Notation;
use crate::record::{Csv, Layout};
use crate::sink::Comments;
use crate::text::Charset;

/// The output format.
#[derive(Copy, Clone)]
pub enum Format {
    /// PGN.
    Pgn,
    /// One CSV row per half-move.
    Csv,
    /// One JSON object per game.
    Json,
    /// Movetext in a notation.
    Moves(&'static dyn Notation),
    /// Movetext in a notation of variants (such as USI).
    Ruled(scorebook_variants::Notation),
    /// A form of games of stones (go-moku).
    Stones(ruled::StonesForm),
    /// One row per game of an Arrow or Parquet table.
    #[cfg(feature = "arrow")]
    Table,
}

/// The layout of the inputs.
#[derive(Clone)]
pub enum LayoutChoice {
    /// Detect it for each file.
    Auto,
    /// This layout.
    Named(&'static dyn Layout),
    /// A table with these columns (`--columns`).
    Table(Csv),
}

/// Whether records are read as games that were read aloud.
#[derive(Copy, Clone, Debug, Default)]
pub enum SpokenChoice {
    /// Where that explains more than any other reading.
    #[default]
    Auto,
    /// Always, in the language that fits best.
    Always,
    /// Always, in this language.
    In(&'static scorebook_spoken::Language),
}

/// The settings of a conversion.
#[derive(Clone)]
pub struct Plan {
    /// Options of the decoder.
    pub options: Options,
    /// The character set of inputs that are not UTF-8, if the user has named it.
    pub charset: Option<Charset>,
    /// The layout.
    pub layout: LayoutChoice,
    /// The output.
    pub format: Format,
    /// The corrections that a person has made.
    pub decisions: Arc<Decisions>,
    /// Take games of PGN that have no defect straight from the lexer to the writer ([`convert`](super::convert)); the result
    /// is the same.
    pub direct: bool,
    /// Read each file as one unit, however long it is.
    pub whole: bool,
    /// Write fragments too: games without a beginning, or too short to be trusted.
    pub fragments: bool,
    /// What is written as comments among the moves.
    pub comments: Comments,
    /// Keep the places of half-moves, for [`crate::explained`].
    pub explain: bool,
    /// The rules by which games of variants are read.
    pub variants: ruled::Variants,
    /// Options for reading scans.
    pub scan: scorebook_source::Options,
    /// How pictures of score sheets are read.
    pub sheets: Sheets,
    /// Whether and in which language records are read as spoken games.
    pub spoken: SpokenChoice,
    /// Who is told how far the conversion has come.
    pub progress: Progress,
}

impl Plan {
    /// Whether a record is read though it looks like one of another game: its rules are named, or that its moves are numbers of
    /// squares, as those of draughts are.
    pub(super) fn reads_anything(&self) -> bool {
        let is_decimal =
            matches!(self.options.from, NotationChoice::Notation(notation) if notation.name() == "decimal");
        self.variants.usual.is_some() || is_decimal
    }
}
