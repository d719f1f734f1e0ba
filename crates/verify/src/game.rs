//! What is found in one game.

use shakmaty::{Chess, Color, Outcome};

use super::Options;
use crate::finding::{Code, Finding, Fix, Severity, code};
use crate::international::Word;
use crate::text::Span;

/// One game, proven.
#[derive(Clone, Debug, Default)]
pub struct GameReport {
    /// From the first token to the last.
    pub span: Span,
    /// What is to be said, by place.
    pub findings: Vec<Finding>,
    /// Safe changes that go with the findings without being findings themselves.
    pub edits: Vec<Fix>,
    /// Half-moves of the mainline that are proven.
    pub plies: u32,
    /// Whether there is a game at all: a run of comments is none.
    pub is_game: bool,
    /// Whether the whole mainline is proven.
    pub proven: bool,
    /// Whether anything was found that [`breaks`] a game, reported or not.
    pub broken: bool,
    /// The result as the marker has it.
    pub outcome: Option<Outcome>,
    /// The final position of a proven standard game, where it was asked for.
    pub last: Option<Chess>,
    /// The moves of the mainline, as far as they are proven and 16 bits carry them (no drops), where they were
    /// asked for.
    pub moves: Vec<Word>,
    /// What duplicates are found by, where that was asked for.
    pub identity: Option<Box<Identity>>,
}

/// Who played what, to compare games by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The position at the start, if it is not the standard starting position.
    pub start: Option<String>,
    /// Names as written.
    pub white: String,
    /// As above.
    pub black: String,
    /// The date tag.
    pub date: String,
    /// The round tag.
    pub round: String,
    /// The mainline in 16 bits a move, as far as it is proven: words, or by a rules file its own.
    pub moves: Vec<u16>,
}

/// Takes findings for one game.
#[derive(Debug)]
pub(super) struct Ledger<'o> {
    options: &'o Options,
    pub(super) findings: Vec<Finding>,
    pub(super) edits: Vec<Fix>,
    /// Findings beyond the limit.
    pub(super) dropped: usize,
    /// Whether anything breaks the game.
    pub(super) broken: bool,
}

/// Whether a finding of that code says that its game is not proven, so that it must be left as it
/// stands. How gravely users want it to be reported changes nothing of that.
#[must_use]
pub fn breaks(code: &Code) -> bool {
    code.severity == Severity::Error && matches!(code.id.as_bytes()[0], b'M' | b'N')
        || matches!(
            code.id,
            "S101" | "S102" | "S103" | "S104" | "S108" | "S122" | "S125" | "T212" | "T213" | "T215"
        )
}

/// Findings kept of one game.
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

    /// Findings in the order of their places.
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

/// Where in the game a finding is.
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
