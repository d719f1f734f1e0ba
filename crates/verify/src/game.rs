//! The result of verifying one game.

use shakmaty::{Chess, Color, KnownOutcome, Outcome};

use super::Options;
use crate::finding::{Code, Finding, Fix, Severity, code};
use crate::international::Move16;
use crate::text::Span;

/// A verified game.
#[derive(Clone, Debug, Default)]
pub struct GameReport {
    /// From the first token to the last.
    pub span: Span,
    /// The findings, by place.
    pub findings: Vec<Finding>,
    /// Safe edits that belong to findings without being findings.
    pub edits: Vec<Fix>,
    /// Number of proven half-moves in the main line.
    pub plies: u32,
    /// Whether it is a game; a run of comments is not.
    pub is_game: bool,
    /// Whether the whole main line is proven.
    pub proven: bool,
    /// Whether there is any finding that [`breaks`] a game, reported or not.
    pub broken: bool,
    /// The result of the termination marker.
    pub outcome: Option<Outcome>,
    /// The final position of a proven standard game, if requested.
    pub last: Option<Chess>,
    /// The moves of the main line as far as they are proven and fit in 16 bits (no drops), if requested.
    pub moves: Vec<Move16>,
    /// The identity for finding duplicates, if requested.
    pub identity: Option<Box<Identity>>,
}

/// Players, moves, and what tells two meetings of the same players apart, for comparing games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The position at the start, if it is not the standard starting position.
    pub start: Option<String>,
    /// The name as written.
    pub white: String,
    /// The same.
    pub black: String,
    /// The date tag.
    pub date: String,
    /// The round tag.
    pub round: String,
    /// The site tag: of games played online often their address.
    pub site: String,
    /// The tag of the time at which the game began (UTC).
    pub time: String,
    /// How it ended, if that is told.
    pub outcome: Option<KnownOutcome>,
    /// The main line in 16 bits per move, as far as it is proven: words, or the packing of the variant's
    /// rules.
    pub moves: Vec<u16>,
}

/// Collects the findings of one game.
#[derive(Debug)]
pub(super) struct Ledger<'o> {
    pub(super) options: &'o Options,
    pub(super) findings: Vec<Finding>,
    pub(super) edits: Vec<Fix>,
    /// Number of findings beyond the limit.
    pub(super) dropped: usize,
    /// Whether any finding breaks the game.
    pub(super) broken: bool,
}

/// Whether a finding with this code means that its game is not proven and must not be changed. This does not
/// depend on the severity that the user has set.
#[must_use]
pub fn breaks(code: &Code) -> bool {
    code.severity == Severity::Error && matches!(code.id.as_bytes()[0], b'M' | b'N')
        || matches!(
            code.id,
            "S101" | "S102" | "S103" | "S104" | "S108" | "S122" | "S125" | "S126" | "T212" | "T213" | "T215"
        )
}

/// Most findings of one game.
const MOST_FINDINGS: usize = 1000;

impl<'o> Ledger<'o> {
    pub(super) fn new(options: &'o Options) -> Ledger<'o> {
        Ledger { options, findings: Vec::new(), edits: Vec::new(), dropped: 0, broken: false }
    }

    pub(super) fn push(&mut self, mut finding: Finding) {
        self.broken |= breaks(finding.code);
        let Some(severity) = self.options.levels.severity(finding.code) else { return };
        if self.findings.len() >= MOST_FINDINGS {
            self.dropped += 1;
            return;
        }
        finding.severity = severity;
        self.findings.push(finding);
    }

    /// The findings in order of their places.
    pub(super) fn finish(&mut self, at: Span) -> (Vec<Finding>, Vec<Fix>) {
        self.findings.sort_by_key(|finding| finding.span.start);
        if self.dropped > 0 {
            let message = format!("{} more findings in this game are not listed", self.dropped);
            let mut finding = Finding::new(&code::S123, Span::at(at.end), message);
            if let Some(severity) = self.options.levels.severity(finding.code) {
                finding.severity = severity;
                self.findings.push(finding);
            }
        }
        (std::mem::take(&mut self.findings), std::mem::take(&mut self.edits))
    }
}

/// The place of a finding in the game.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    pub(super) ply: u32,
    pub(super) number: u32,
    pub(super) turn: Color,
}

impl Place {
    pub(super) fn mark(self, finding: Finding) -> Finding {
        finding.at_ply(self.ply, self.number, self.turn)
    }
}
