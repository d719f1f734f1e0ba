//! How far a record goes from a place on, once the moves before it are settled.

use super::report::{self, Track};
use super::search::GameState;
use super::{Decoder, Leniency};
use crate::finding::Severity;
use crate::notation::Notation;
use crate::record::{Draft, Strand};

/// How far a reading goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// Half-moves read.
    pub plies: usize,
    /// Whether that is all that there is.
    pub whole: bool,
    /// Doubts on the way.
    pub doubts: usize,
}

/// Readings of a torn page that are kept when it is only looked over.
const GLANCE: usize = 16;

/// The same, of a record in order.
const SLIPS: usize = 48;

/// What cannot be read so far is not worth a look at slips.
const LEADS_ON: usize = 3;

impl Decoder {
    /// Reads on from `seat`, exactly; where that goes a little way, also by a writer's slips. Scanners' misreadings
    /// are not weighed.
    pub fn go_on(&mut self, strand: &Strand<'_>, seat: &GameState, notation: &'static dyn Notation) -> Ahead {
        let exact = self.attempt(notation, strand, seat, Leniency::Exact);
        let leads_on = Track::best(&exact).len() >= LEADS_ON;
        let beam = std::mem::replace(&mut self.options.beam, SLIPS);
        let attempt = if leads_on { self.decode_with_typos(exact, strand, seat).0 } else { exact };
        self.options.beam = beam;
        let mut findings = Vec::new();
        let lexicon = self.guesser.lexicon(notation, self.options.from);
        let (line, _) = report::variation(strand, &self.options, &attempt, seat, lexicon, &mut findings);
        Ahead {
            plies: line.plies.len(),
            whole: Track::best(&attempt).unread(&strand.cells).is_none(),
            doubts: findings.iter().filter(|finding| finding.severity > Severity::Note).count(),
        }
    }

    /// Reads a whole game over with few readings kept: the cells of a torn page have no place from which one
    /// could continue.
    pub fn glance(&mut self, draft: &Draft<'_>) -> Ahead {
        let beam = std::mem::replace(&mut self.options.beam, GLANCE);
        let reading = self.decode(draft);
        self.options.beam = beam;
        Ahead {
            plies: reading.game.line.plies.len(),
            whole: reading.rest.is_none(),
            doubts: reading.findings.iter().filter(|finding| finding.severity > Severity::Note).count(),
        }
    }
}
