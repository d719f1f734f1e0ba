//! How far a record can be read from a given position.

use super::report::{self, Track};
use super::search::GameState;
use super::{Decoder, Leniency, Reading};
use crate::finding::Severity;
use crate::notation::Notation;
use crate::record::{CellLine, Draft};

/// The result of reading ahead.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// Number of half-moves read.
    pub plies: usize,
    /// Whether the record was read to its end.
    pub whole: bool,
    /// Number of doubts on the way.
    pub doubts: usize,
    /// How many positions were come by to find that out.
    pub work: u64,
}

/// Beam width for a torn page that is read only for an estimate.
const GLANCE: usize = 16;

/// The same for a record with cells in order.
const SLIPS: usize = 48;

/// If the exact reading has fewer half-moves, misspellings are not tried.
const LEADS_ON: usize = 3;

impl Decoder {
    /// Reads the line from `seat`, first exactly; if that leads a little way and `slips` are allowed, also with misspellings.
    /// OCR errors are not considered.
    pub fn go_on(
        &mut self,
        cell_line: &CellLine<'_>,
        game_state: &GameState,
        notation: &'static dyn Notation,
        slips: bool,
    ) -> Ahead {
        let before = self.work;
        let exact = self.attempt(notation, cell_line, game_state, Leniency::Exact);
        let leads_on = Track::best(&exact).len() >= LEADS_ON;
        let beam = std::mem::replace(&mut self.options.beam, SLIPS);
        let attempt =
            if slips && leads_on { self.decode_with_typos(exact, cell_line, game_state).0 } else { exact };
        self.options.beam = beam;
        let mut findings = Vec::new();
        let lexicon = self.guesser.lexicon(notation, self.options.from);
        let (line, _) =
            report::variation(cell_line, &self.options, &attempt, game_state, lexicon, &mut findings);
        Ahead {
            plies: line.plies.len(),
            whole: Track::best(&attempt).unread(&cell_line.cells).is_none(),
            doubts: findings.iter().filter(|finding| finding.severity > Severity::Note).count(),
            work: self.work - before,
        }
    }

    /// Reads a whole game with a narrow beam, a torn page by one search.
    pub fn estimate(&mut self, draft: &Draft<'_>) -> Reading {
        let beam = std::mem::replace(&mut self.options.beam, GLANCE);
        self.estimates = true;
        let reading = self.decode(draft);
        self.estimates = false;
        self.options.beam = beam;
        reading
    }

    /// Reads a whole game with a narrow beam, since on a torn page reading cannot start in the middle.
    pub fn glance(&mut self, draft: &Draft<'_>) -> Ahead {
        let before = self.work;
        let reading = self.estimate(draft);
        Ahead {
            plies: reading.game.line.plies.len(),
            whole: reading.rest.is_none(),
            doubts: reading.findings.iter().filter(|finding| finding.severity > Severity::Note).count(),
            work: self.work - before,
        }
    }
}
