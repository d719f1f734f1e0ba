//! Rows of what `verify` has proven.

use crate::corpus::check::Seen;
use crate::game::Verdict;
use crate::verify::GameReport;

use super::movetext::{shown, tags, text};
use super::{Batch, Row, Shown};

/// Puts games that were just proven into a batch. The verifier must have kept their
/// [moves](crate::verify::Options::moves).
#[derive(Debug, Default)]
pub struct Told {
    shown: Shown,
}

impl Told {
    /// Adds a game; what is no game, comments alone, is left out.
    pub fn push(&mut self, batch: &mut Batch, source: &str, seen: &Seen<'_>) {
        let report = seen.report;
        let (Some(game), true) = (seen.bytes.get(report.span.range()), report.is_game) else { return };
        let (tags, end) = tags(game);
        shown(game, end, &mut self.shown);
        batch.push(&Row {
            source,
            offset: Some(seen.offset + report.span.start as u64),
            tags: &tags,
            movetext: text(game[end..].trim_ascii()).as_ref(),
            moves: &report.moves,
            plies: report.plies as usize,
            shown: &self.shown,
            reading: Some(verdict(report)),
            findings: &report.findings,
            base: seen.offset,
        });
    }
}

/// How a game that was proven reads: verified where nothing [breaks](crate::verify::breaks) it, repaired where
/// its mainline is proven all the same (a move in another notation, a wrong move in a variation), or else
/// incomplete.
#[must_use]
pub fn verdict(report: &GameReport) -> Verdict {
    match (report.proven, report.broken) {
        (true, false) => Verdict::Verified,
        (true, true) => Verdict::Repaired,
        (false, _) => Verdict::Incomplete,
    }
}
