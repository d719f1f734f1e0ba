//! Outputs: one file each.

pub mod csv;
pub mod json;
pub mod lines;
pub mod moves;
pub(crate) mod movetext;
pub mod pgn;
pub mod proof;
pub mod report;
pub mod sarif;
pub mod stored;

use crate::finding::Finding;
use crate::game::{Game, Verdict};
use crate::text::{PageNumber, Span};

/// A finding with its place in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// What is said.
    pub finding: Finding,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The page, where the file tells pages.
    pub page: Option<PageNumber>,
    /// The text of that line.
    pub context: String,
}

/// One game as it goes out.
#[derive(Copy, Clone, Debug)]
pub struct Record<'a> {
    /// The game.
    pub game: &'a Game,
    /// How its reading went.
    pub verdict: Verdict,
    /// The notation that it was read in.
    pub notation: &'static str,
    /// The name of the file it comes from.
    pub file: &'a str,
    /// Its first line there, from 1.
    pub line: usize,
    /// What was found in it.
    pub findings: &'a [Located],
    /// The place and the text of each ply's cell.
    pub cells: &'a [(Span, String)],
    /// What could not be read, as the record has it.
    pub rest: Option<&'a str>,
}

impl<'a> Record<'a> {
    /// The findings at half-move `ply`, from 1.
    pub fn at_ply(&self, ply: u32) -> impl Iterator<Item = &'a Finding> + use<'a> {
        self.findings.iter().map(|located| &located.finding).filter(move |finding| finding.ply == Some(ply))
    }
}
