//! Verifies the games of one chunk.

use std::sync::Arc;

use crate::finding::{Finding, Severity, code};
use crate::openings::{self, Counts};
use crate::pgn::Lexer;
use crate::sink::{Located, proof};
use crate::text::{Span, characters};
use crate::verify::{self, GameReport, Options, Prover};

use super::chunks::{Chunk, End, LONGEST_GAME};

/// The report on one chunk, or on a part of it.
#[derive(Debug, Default)]
pub struct ChunkReport {
    /// Index of the input, from 0.
    pub input: usize,
    /// Size of the chunk in bytes; 0 in all but the last report of a chunk.
    pub bytes: u64,
    /// Line ends in the chunk, 0 in all but the last report: line numbers of findings count from the start of
    /// the chunk.
    pub lines: usize,
    /// Number of proven half-moves.
    pub plies: u64,
    /// Number of games.
    pub games: usize,
    /// Findings, each with its game (from 1 in the chunk) if it is about one.
    pub findings: Vec<(Option<usize>, Located)>,
    /// Line and identity of each game, for the search for duplicates.
    pub identities: Vec<(usize, verify::Identity)>,
    /// Games by opening, if they are [counted](Work::counting_openings).
    pub openings: Counts,
    /// The error that ended the input early.
    pub failed: Option<std::io::Error>,
    /// Whether the input ends after this chunk.
    pub last: bool,
    /// The remaining games of the chunk, to be checked next.
    pub rest: Option<Box<Work>>,
}

/// A byte order mark.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Converts offsets in one text to line and column; fast if they are asked for in ascending order.
#[derive(Debug, Clone)]
struct Places {
    /// Characters before the text on its first line.
    column: usize,
    line: usize,
    line_start: usize,
    /// The last offset and its column.
    last: (usize, usize),
}

impl Places {
    fn new(column: usize) -> Places {
        Places { column, line: 1, line_start: 0, last: (0, column + 1) }
    }

    fn locate(&mut self, bytes: &[u8], at: usize) -> (usize, usize) {
        let at = at.min(bytes.len());
        if at < self.last.0 {
            *self = Places::new(self.column);
        }
        let passed = &bytes[self.last.0..at];
        if let Some(newline) = memchr::memrchr(b'\n', passed) {
            self.line += memchr::memchr_iter(b'\n', &passed[..=newline]).count();
            self.line_start = self.last.0 + newline + 1;
        }
        let (from, column) = if self.line_start > self.last.0 { (self.line_start, 1) } else { self.last };
        let column = column + characters(&bytes[from..at]);
        self.last = (at, column);
        (self.line, column)
    }

    /// The line around an offset, cut to a readable length if necessary.
    fn context(&self, bytes: &[u8], at: usize) -> String {
        const LONGEST: usize = 400;
        let rest = &bytes[self.line_start..];
        let len = memchr::memchr(b'\n', &rest[..rest.len().min(at - self.line_start + LONGEST)]);
        let line = &rest[..len.unwrap_or(rest.len().min(at - self.line_start + LONGEST))];
        String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
    }
}

/// Most findings in one report. The rest of the chunk goes into the next report, which limits memory for a
/// corpus in which every game is broken.
const MOST_FINDINGS: usize = 2048;

/// A verified game with its text.
#[derive(Copy, Clone, Debug)]
pub struct CheckedGame<'s> {
    /// The findings; their spans are offsets in `bytes`.
    pub report: &'s GameReport,
    /// The text of the chunk that the game is in.
    pub bytes: &'s [u8],
    /// Offset of `bytes` in the decompressed input.
    pub offset: u64,
}

/// A chunk that is partly checked.
#[derive(Debug)]
pub struct Work {
    chunk: Arc<Chunk>,
    /// Bytes of the chunk that are already checked.
    done: usize,
    places: Places,
    /// The same, for the offsets at which games start.
    starts: Places,
    /// Whether the byte order mark was skipped.
    begun: bool,
    openings: bool,
}

impl Work {
    /// Starts to check a chunk.
    #[must_use]
    pub fn new(chunk: Chunk) -> Work {
        let places = Places::new(chunk.column);
        Work {
            chunk: Arc::new(chunk),
            done: 0,
            starts: places.clone(),
            places,
            begun: false,
            openings: false,
        }
    }

    /// Like [`Work::new`], but counts games by opening and compares their tag `ECO` with the moves. The
    /// verifier must keep the [moves](crate::verify::Options::moves).
    #[must_use]
    pub fn counting_openings(self, openings: bool) -> Work {
        Work { openings, ..self }
    }

    /// Checks the games of the chunk, until it is done or the report is full. With `cross_check`, pgn-reader
    /// and shakmaty replay each game too.
    #[must_use]
    pub fn report(self, options: &Options, cross_check: bool) -> ChunkReport {
        self.report_each(options, cross_check, |_| ())
    }

    /// Like [`Work::report`], and calls a function with each verified game.
    #[must_use]
    pub fn report_each(
        mut self,
        options: &Options,
        cross_check: bool,
        mut each: impl FnMut(CheckedGame<'_>),
    ) -> ChunkReport {
        let mut report = ChunkReport { input: self.chunk.input, ..ChunkReport::default() };
        self.head(&mut report, options);
        let options = &Options {
            more: matches!(self.chunk.end, End::More),
            positions: cross_check || options.positions,
            assumed: self.chunk.assumed,
            ..options.clone()
        };
        // The byte order mark is not part of the first line.
        let mark = if self.chunk.first && self.chunk.bytes.starts_with(BOM) { BOM.len() } else { 0 };
        let chunk = Arc::clone(&self.chunk);
        let mut prover = Prover::default();
        let mut lexer = Lexer::new(&chunk.bytes[mark..]);
        lexer.go_on(self.done, 0);
        let is_giant = matches!(chunk.end, End::Giant { .. });
        while !is_giant && lexer.begin_game() {
            let mut game = prover.game(&mut lexer, options);
            if mark > 0 {
                shift(&mut game, mark);
            }
            self.game(game, &mut report, options, cross_check, &mut each);
            if report.findings.len() >= MOST_FINDINGS {
                self.done = lexer.offset();
                report.rest = Some(Box::new(self));
                return report;
            }
        }
        self.tail(&mut report, options);
        report
    }

    /// Adds the findings about the input as a whole.
    fn head(&mut self, report: &mut ChunkReport, options: &Options) {
        if std::mem::replace(&mut self.begun, true) || !self.chunk.first {
            return;
        }
        if self.chunk.recoded {
            let finding = Finding::new(&code::B203, Span::at(0), "the file is UTF-16");
            self.put(report, options, None, finding);
        }
        if self.chunk.bytes.starts_with(BOM) {
            let message = "the file begins with a byte order mark";
            let finding = Finding::new(&code::B202, Span::new(0, BOM.len()), message);
            self.put(report, options, None, finding);
        }
    }

    fn game(
        &mut self,
        mut game: GameReport,
        report: &mut ChunkReport,
        options: &Options,
        cross_check: bool,
        each: &mut impl FnMut(CheckedGame<'_>),
    ) {
        if game.is_game {
            report.games += 1;
            report.plies += u64::from(game.plies);
        }
        let number = game.is_game.then_some(report.games);
        if cross_check && let Some(finding) = disagreement(&game, &self.chunk.bytes) {
            game.findings.push(finding);
        }
        if self.openings && game.is_game {
            let (opening, finding) = openings::check(&self.chunk.bytes[game.span.range()], &game.moves);
            report.openings.add(opening);
            if let Some(mut finding) = finding {
                let start = game.span.start;
                finding.span = Span::new(start + finding.span.start, start + finding.span.end);
                if let Some(severity) = options.levels.severity(finding.code) {
                    finding.severity = severity;
                    let at = game.findings.partition_point(|known| known.span.start <= finding.span.start);
                    game.findings.insert(at, finding);
                }
            }
        }
        let bytes: &[u8] = &self.chunk.bytes;
        each(CheckedGame { report: &game, bytes, offset: self.chunk.offset });
        if let Some(identity) = game.identity.take() {
            let (line, _) = self.starts.locate(&self.chunk.bytes, game.span.start);
            report.identities.push((line, *identity));
        }
        for finding in game.findings {
            self.put(report, options, number, finding);
        }
    }

    /// Adds the totals and the read errors after the last game.
    fn tail(mut self, report: &mut ChunkReport, options: &Options) {
        if let End::Giant { head: true } = &self.chunk.end {
            let message = format!("no game starts within {} MiB: not checked", LONGEST_GAME >> 20);
            self.put(report, options, None, Finding::new(&code::S118, Span::at(0), message));
        }
        let bytes: &[u8] = &self.chunk.bytes;
        report.bytes = bytes.len() as u64;
        // Line numbers are not needed when findings are only counted.
        report.lines = if options.count_only { 0 } else { memchr::memchr_iter(b'\n', bytes).count() };
        report.last = matches!(self.chunk.end, End::Input | End::Failed(_));
        if let End::Failed(error) = &self.chunk.end {
            report.failed = Some(std::io::Error::new(error.kind(), error.to_string()));
        }
    }

    fn put(
        &mut self,
        report: &mut ChunkReport,
        options: &Options,
        game: Option<usize>,
        mut finding: Finding,
    ) {
        let Some(severity) = options.levels.severity(finding.code) else { return };
        finding.severity = severity;
        if options.count_only {
            let located = Located { finding, line: 0, column: 0, page: None, context: String::new(), cut: 0 };
            report.findings.push((game, located));
            return;
        }
        let bytes: &[u8] = &self.chunk.bytes;
        let (line, column) = self.places.locate(bytes, finding.span.start);
        // A very long line is shown in part, but columns count from its start.
        let context =
            if column > 10_000 { String::new() } else { self.places.context(bytes, finding.span.start) };
        report.findings.push((game, Located { finding, line, column, page: None, context, cut: 0 }));
    }
}

/// Checks the games of a chunk, until it is done or the report is full: see [`Work::report`].
#[must_use]
pub fn chunk(chunk: Chunk, options: &Options, cross_check: bool) -> ChunkReport {
    Work::new(chunk).report(options, cross_check)
}

/// Shifts the spans of a report by `by` bytes.
pub(super) fn shift(game: &mut GameReport, by: usize) {
    let shift = |span: &mut Span| *span = Span::new(span.start + by, span.end + by);
    shift(&mut game.span);
    for finding in &mut game.findings {
        shift(&mut finding.span);
        if let Some(fix) = &mut finding.fix {
            shift(&mut fix.span);
        }
    }
    game.edits.iter_mut().for_each(|fix| shift(&mut fix.span));
}

/// Replays a game in which every move was standard SAN with the second reader; returns the finding if they
/// disagree.
fn disagreement(game: &GameReport, bytes: &[u8]) -> Option<Finding> {
    let last = game.last.as_ref()?;
    // If the text itself is broken, the second reader may rightly split it differently.
    let plain = |finding: &Finding| match finding.severity {
        Severity::Note => true,
        Severity::Warning => !matches!(finding.code.id.as_bytes()[0], b'M' | b'N' | b'S'),
        Severity::Error => false,
    };
    if !game.proven || !game.findings.iter().all(plain) {
        return None;
    }
    let text = String::from_utf8_lossy(bytes.get(game.span.range())?);
    let words = proof::agrees(&text, last, game.plies as usize).err()?;
    Some(Finding::new(&code::S301, Span::at(game.span.start), format!("the second reader: {words}")))
}
