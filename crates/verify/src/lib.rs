//! Verifies PGN games: structure, moves, marks, results, tags.
//!
//! One pass over the tokens of a game. Every defect is a [`Finding`](crate::finding::Finding) with its place,
//! and a [`Fix`](crate::finding::Fix) if the correct text is certain. After an illegal move, the rest of its
//! line is only checked for structure, and the next game is verified normally.
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
pub use values::date_parts;

use scorebook_charset::Assumed;
use scorebook_core::{international, lineage, skeleton, text};
use scorebook_notation as notation;
use scorebook_pgn::{self as pgn, board, san};
use scorebook_retro as position;

use crate::pgn::Lexer;

/// What to check.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Variants defined in the user's files; a tag `Variant` may name them.
    pub rules: &'static [scorebook_variants::Rules],
    /// Which codes are reported, and with which severity.
    pub levels: Levels,
    /// Whether to keep the identity of each game, for finding duplicates.
    pub identities: bool,
    /// Whether to keep the moves of the main line.
    pub moves: bool,
    /// Whether to keep the final position.
    pub positions: bool,
    /// Whether to keep edits that belong to findings without being findings.
    pub edits: bool,
    /// Whether to use the slow path for every token; tests compare it with the fast path.
    pub force_slow_path: bool,
    /// Whether findings are only counted; then messages that take long to make are omitted.
    pub count_only: bool,
    /// Whether the input continues after these bytes.
    pub more: bool,
    /// Whether these bytes are one game cut out of its input, so that nothing can be said of what stands behind it.
    pub alone: bool,
    /// The character set of the lines that are not UTF-8; Windows-1252 if nothing is known of the file.
    pub assumed: Option<Assumed>,
}

impl Options {
    /// The text of bytes of a line.
    fn decoded(&self, bytes: &[u8]) -> String {
        self.assumed.unwrap_or_default().decode(bytes).into_owned()
    }

    /// The same for a reader's eyes: of what is overlong only the beginning.
    fn excerpt(&self, bytes: &[u8]) -> String {
        const LONGEST: usize = 400;
        if bytes.len() <= LONGEST {
            return self.decoded(bytes);
        }
        // No letter is cut in two: a byte that continues with one is no beginning of a piece.
        let end = (LONGEST - 3..=LONGEST).rev().find(|&at| bytes[at] & 0xc0 != 0x80).unwrap_or(LONGEST);
        self.decoded(&bytes[..end]) + "…"
    }
}

/// Verifies the game that `lexer` has begun, and reads its tokens up to its end.
#[must_use]
pub fn game(lexer: &mut Lexer<'_>, options: &Options) -> GameReport {
    Prover::default().game(lexer, options)
}

/// Verifies games one after the other, reusing memory.
#[derive(Debug, Default)]
pub struct Prover {
    tags: tags::TagSection,
    draws: draws::Draws,
    /// The lines around the current variation.
    outer: line::Lines,
    /// The current line.
    line: Box<line::Line>,
    /// Unused lines.
    spare: line::Lines,
}

impl Prover {
    /// Verifies the game that `lexer` has begun, and reads its tokens up to its end.
    #[must_use]
    pub fn game(&mut self, lexer: &mut Lexer<'_>, options: &Options) -> GameReport {
        let start = lexer.offset();
        self.clear();
        let report = walk::GameVerifier::new(lexer, options, self).run();
        match report.broken && !report.proven {
            true => self.otherwise(lexer, options, start, &report).unwrap_or(report),
            false => report,
        }
    }

    /// The report on a game whose moves cannot be played from the position of its FEN, and all can from one that it may have meant.
    #[cold]
    fn otherwise(
        &mut self,
        lexer: &mut Lexer<'_>,
        options: &Options,
        start: usize,
        report: &GameReport,
    ) -> Option<GameReport> {
        let bytes = lexer.bytes();
        if self.tags.find(tags::Name::Variant).is_some() {
            return None;
        }
        let tag = self.tags.find(tags::Name::Fen)?;
        let (span, value) = (tag.token.value, tag.value(bytes).into_owned());
        let text = String::from_utf8(value).ok()?;
        for (code, position, fen) in start::meant(&text) {
            let mut again = Lexer::new(bytes);
            again.go_on(start, 0);
            if !again.begin_game() {
                return None;
            }
            self.clear();
            let verifier = walk::GameVerifier::new(&mut again, options, self);
            let mut found = verifier.starting_from(position).run();
            // A few moves may fit by chance, unless the numbers say who makes the first one.
            let numbered = report.findings.iter().any(|finding| {
                finding.code == &finding::code::S106 && finding.ply.is_none_or(|ply| ply <= 1)
            });
            let fewest = if code == &finding::code::T222 && !numbered { 3 } else { 1 };
            if found.broken || !found.proven || found.plies < fewest || found.span != report.span {
                continue;
            }
            let message = format!("all moves can be played from {fen}");
            let fix = finding::Fix { span, replacement: fen, safe: true };
            // What an incomplete FEN does not say is not wrong.
            let incomplete = found.findings.iter_mut().find(|finding| finding.code == &finding::code::T221);
            if let Some(incomplete) = incomplete {
                incomplete.message = format!("fields of the FEN are missing; {message}");
                incomplete.fix = Some(fix);
            } else if start::is_complete(&text)
                && let Some(severity) = options.levels.severity(code)
            {
                let mut wrong = finding::Finding::new(code, span, message).text(text).fix(fix);
                wrong.severity = severity;
                found.findings.push(wrong);
                found.findings.sort_by_key(|finding| finding.span.start);
            }
            return Some(found);
        }
        None
    }

    fn clear(&mut self) {
        self.tags.clear();
        self.draws.clear();
        self.outer.clear();
        self.outer.shrink_to(64);
        self.spare.truncate(64);
        *self.line = line::Line::default();
    }
}
