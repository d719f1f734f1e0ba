//! What is found in one chunk.

use crate::finding::{Finding, Severity, code};
use crate::record::pgn::Lexer;
use crate::sink::{Located, proof};
use crate::text::Span;
use crate::verify::{self, GameReport, Options, Prover};

use super::chunks::{Chunk, End};

/// The report on one chunk.
#[derive(Debug, Default)]
pub struct ChunkReport {
    /// Which input, from 0.
    pub input: usize,
    /// Bytes of the chunk.
    pub bytes: u64,
    /// Line ends in the chunk.
    pub lines: usize,
    /// Half-moves proven.
    pub plies: u64,
    /// Games.
    pub games: usize,
    /// Findings, each with its game (from 1 in the chunk) if it is about one.
    pub findings: Vec<(Option<usize>, Located)>,
    /// What duplicates are found by: line and identity of each game.
    pub identities: Vec<(usize, verify::Identity)>,
    /// Why the input could not be read on.
    pub failed: Option<std::io::Error>,
    /// Whether the input ends here.
    pub last: bool,
}

/// Line and column of places in one text, cheap when they are asked for in order.
struct Places<'a> {
    bytes: &'a [u8],
    line: usize,
    line_start: usize,
    /// The last place and its column.
    last: (usize, usize),
}

impl<'a> Places<'a> {
    fn new(bytes: &'a [u8]) -> Places<'a> {
        Places { bytes, line: 1, line_start: 0, last: (0, 1) }
    }

    fn locate(&mut self, at: usize) -> (usize, usize) {
        let at = at.min(self.bytes.len());
        if at < self.last.0 {
            *self = Places::new(self.bytes);
        }
        let passed = &self.bytes[self.last.0..at];
        if let Some(newline) = memchr::memrchr(b'\n', passed) {
            self.line += memchr::memchr_iter(b'\n', &passed[..=newline]).count();
            self.line_start = self.last.0 + newline + 1;
        }
        let (from, column) = if self.line_start > self.last.0 { (self.line_start, 1) } else { self.last };
        let column = column + characters(&self.bytes[from..at]);
        self.last = (at, column);
        (self.line, column)
    }

    /// The line around a place, cut to a readable length in front of it if need be.
    fn context(&self, at: usize) -> String {
        const LONGEST: usize = 400;
        let rest = &self.bytes[self.line_start..];
        let len = memchr::memchr(b'\n', &rest[..rest.len().min(at - self.line_start + LONGEST)]);
        let line = &rest[..len.unwrap_or(rest.len().min(at - self.line_start + LONGEST))];
        String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
    }
}

/// Characters of UTF-8, or bytes of anything else.
fn characters(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len();
    }
    std::str::from_utf8(bytes).map_or(bytes.len(), |text| text.chars().count())
}

/// Checks the games of a chunk. With `cross_check` each is replayed by the second reader too.
#[must_use]
pub fn chunk(chunk: &Chunk, options: &Options, cross_check: bool) -> ChunkReport {
    let bytes: &[u8] = &chunk.bytes;
    let mut report = ChunkReport {
        input: chunk.input,
        bytes: bytes.len() as u64,
        // Places are of no use where nobody reads them.
        lines: if options.mute { 0 } else { memchr::memchr_iter(b'\n', bytes).count() },
        last: matches!(chunk.end, End::Input | End::Failed(_)),
        ..ChunkReport::default()
    };
    let mut places = Places::new(bytes);
    let mut starts = Places::new(bytes);
    let mut put = |report: &mut ChunkReport, game, mut finding: Finding| {
        let Some(severity) = options.levels.severity(finding.code) else { return };
        finding.severity = severity;
        if options.mute {
            let located = Located { finding, line: 0, column: 0, context: String::new() };
            report.findings.push((game, located));
            return;
        }
        let (line, column) = places.locate(finding.span.start);
        // A line of megabytes is shown in part, and its columns still count from its start.
        let context = if column > 10_000 { String::new() } else { places.context(finding.span.start) };
        report.findings.push((game, Located { finding, line, column, context }));
    };
    if chunk.first && chunk.recoded {
        put(&mut report, None, Finding::new(&code::B203, Span::at(0), "the file is UTF-16"));
    }
    let mut start = 0;
    if chunk.first && bytes.starts_with(b"\xef\xbb\xbf") {
        put(
            &mut report,
            None,
            Finding::new(&code::B202, Span::new(0, 3), "the file begins with a byte order mark"),
        );
        start = 3;
    }
    let options = &Options {
        more: matches!(chunk.end, End::More),
        positions: cross_check || options.positions,
        ..options.clone()
    };
    let mut prover = Prover::default();
    let mut lexer = Lexer::new(&bytes[start..]);
    while lexer.begin_game() {
        let mut game = prover.game(&mut lexer, options);
        if start > 0 {
            shift(&mut game, start);
        }
        if game.is_game {
            report.games += 1;
            report.plies += u64::from(game.plies);
        }
        let number = game.is_game.then_some(report.games);
        if cross_check && let Some(finding) = disagreement(&game, bytes) {
            game.findings.push(finding);
        }
        if let Some(identity) = game.identity.take() {
            let (line, _) = starts.locate(game.span.start);
            report.identities.push((line, *identity));
        }
        for finding in game.findings {
            put(&mut report, number, finding);
        }
    }
    match &chunk.end {
        End::TooLong(left_out) => {
            let message = format!("{left_out} bytes without the start of a game: not proven");
            put(&mut report, None, Finding::new(&code::S118, Span::at(0), message));
        }
        End::Failed(error) => report.failed = Some(std::io::Error::new(error.kind(), error.to_string())),
        End::More | End::Input => {}
    }
    report
}

/// Moves a report's places.
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

/// Lets the second reader replay a game in which every move was plain.
fn disagreement(game: &GameReport, bytes: &[u8]) -> Option<Finding> {
    let last = game.last.as_ref()?;
    // Where the text itself is broken, another reader may rightly cut it otherwise.
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
