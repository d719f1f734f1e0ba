//! Output formats, one module each.

pub mod csv;
pub mod json;
pub mod lines;
pub mod moves;
pub(crate) mod movetext;
pub mod pgn;
pub mod report;
pub mod sarif;
pub mod stored;

pub use scorebook_export::proof;

use std::borrow::Cow;

use crate::convert::asked::Asked;
use crate::finding::Finding;
use crate::game::{Game, Line, Ply, Verdict};
use crate::text::{PageNumber, Span};

/// A finding with its place in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// The finding.
    pub finding: Finding,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The page, if the file has pages.
    pub page: Option<PageNumber>,
    /// The text of that line; of a long one, what stands near the place.
    pub context: String,
    /// How many characters of the line stand before it.
    pub cut: usize,
}

/// One game to be written.
#[derive(Copy, Clone, Debug)]
pub struct Record<'a> {
    /// The game.
    pub game: &'a Game,
    /// The verdict.
    pub verdict: Verdict,
    /// The notation that it was read in.
    pub notation: &'static str,
    /// The name of the file it comes from.
    pub file: &'a str,
    /// Its first line there, from 1.
    pub line: usize,
    /// All findings of the game.
    pub findings: &'a [Located],
    /// For each ply, the byte range and the text of its cell.
    pub cells: &'a [(Span, String)],
    /// The chances of the last half-moves, where these are guessed.
    pub guessed: &'a [f32],
    /// The chances of the half-moves, where all that the record may say was weighed.
    pub chances: &'a [f32],
    /// The chance that the whole game is right, where it was weighed.
    pub chance: Option<f32>,
    /// What a person is asked.
    pub asked: &'a [Asked],
    /// The text that could not be read.
    pub rest: Option<&'a str>,
    /// What is written as comments.
    pub comments: Comments,
}

/// What movetext has as comments.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Comments {
    /// The notes of the record, and the findings at their half-moves.
    #[default]
    All,
    /// The notes of the record.
    Notes,
    /// Nothing.
    None,
}

impl<'a> Record<'a> {
    /// The moves, without comments if none are wanted.
    #[must_use]
    pub fn line(&self) -> Cow<'a, Line> {
        match self.comments {
            Comments::All | Comments::Notes => Cow::Borrowed(&self.game.line),
            Comments::None => Cow::Owned(without_comments(&self.game.line)),
        }
    }

    /// The chance that the game is right up to and with half-move `ply` (from 1), if that is guessed.
    #[must_use]
    pub fn guessed(&self, ply: usize) -> Option<f32> {
        let held = self.game.line.plies.len() - self.guessed.len();
        self.guessed.get(ply.checked_sub(held + 1)?).copied()
    }

    /// Whether an illegal move of it is kept as written.
    #[must_use]
    pub fn keeps_illegal(&self) -> bool {
        self.findings.iter().any(|located| located.finding.code.id == "M120")
    }

    /// The findings at half-move `ply`, from 1.
    pub fn at_ply(&self, ply: u32) -> impl Iterator<Item = &'a Finding> + use<'a> {
        self.findings.iter().map(|located| &located.finding).filter(move |finding| finding.ply == Some(ply))
    }
}

/// A line of moves without its comments and those of its variations.
fn without_comments(line: &Line) -> Line {
    let bare = |ply: &Ply| Ply {
        mv: ply.mv,
        nags: ply.nags.clone(),
        comments: Vec::new(),
        variations: ply.variations.iter().map(without_comments).collect(),
    };
    Line { comments: Vec::new(), plies: line.plies.iter().map(bare).collect() }
}
