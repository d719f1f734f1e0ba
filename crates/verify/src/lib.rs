//! Holds PGN games to proof: structure, moves, marks, results, tags.
//!
//! One pass over the tokens of a game; every departure is a [`Finding`](crate::finding::Finding)
//! with its place, and where the text has one sure meaning a [`Fix`](crate::finding::Fix). After a
//! move that cannot be made the rest of its line is only looked over, and the next game is found.
//!
//! ```
//! use scorebook_pgn::Lexer;
//! use scorebook_verify::{Options, game};
//! let text = b"[Event \"x\"]\n\n1. e4 e5 2. Ke3 *";
//! let options = Options::default();
//! let mut lexer = Lexer::new(text);
//! assert!(lexer.begin_game());
//! let report = game(&mut lexer, &options);
//! let illegal = report.findings.iter().find(|finding| finding.code.id == "M201").unwrap();
//! assert_eq!((illegal.ply, illegal.text.as_str()), (Some(3), "Ke3"));
//! ```

mod clocks;
mod draws;
mod ends;
pub mod finding;
mod game;
mod levels;
mod line;
mod nonstandard_san;
mod numbering;
mod ruled;
mod start;
mod tags;
mod values;
mod variant;
mod walk;

pub use game::{GameReport, Identity, breaks};
pub use levels::Levels;

use scorebook_core::{international, lineage, skeleton, text};
use scorebook_notation as notation;
use scorebook_pgn::{self as pgn, board, san};
use scorebook_retro as position;

use crate::pgn::Lexer;

/// What to check.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Rules that a user's files describe; a tag `Variant` may name them.
    pub rules: &'static [scorebook_variants::Rules],
    /// Which codes are reported, and how gravely.
    pub levels: Levels,
    /// Whether to keep what duplicates are found by.
    pub identities: bool,
    /// Whether to keep the moves of the mainline.
    pub moves: bool,
    /// Whether to keep the final position.
    pub positions: bool,
    /// Whether to keep the changes that go with findings without being findings themselves.
    pub edits: bool,
    /// Whether to take the slow path for every token, also where the fast one is enough: the tests hold the
    /// quick way to it.
    pub force_slow_path: bool,
    /// Whether findings are only counted and weighed: their words are left out where they take long.
    pub count_only: bool,
    /// Whether text follows the bytes given, so that their end is no end of the input.
    pub more: bool,
}

/// Proves the game that `lexer` has begun, and takes its tokens up to its end.
#[must_use]
pub fn game(lexer: &mut Lexer<'_>, options: &Options) -> GameReport {
    Prover::default().game(lexer, options)
}

/// Proves one game after the other, with the same working memory.
#[derive(Debug, Default)]
pub struct Prover {
    tags: tags::TagSection,
    draws: draws::Draws,
    /// The lines that a variation branches from.
    outer: line::Lines,
    /// The line that moves are read for.
    line: Box<line::Line>,
    /// Lines that are done with.
    spare: line::Lines,
}

impl Prover {
    /// Proves the game that `lexer` has begun, and takes its tokens up to its end.
    #[must_use]
    pub fn game(&mut self, lexer: &mut Lexer<'_>, options: &Options) -> GameReport {
        self.tags.clear();
        self.draws.clear();
        self.outer.clear();
        self.outer.shrink_to(64);
        self.spare.truncate(64);
        *self.line = line::Line::default();
        walk::GameVerifier::new(lexer, options, self).run()
    }
}
