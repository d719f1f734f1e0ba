//! Selects the moves of the lattice.

use shakmaty::Move;

use super::rival::rivals;
use crate::lattice::{Edge, Lattice};
use crate::reader::Leniency;
use crate::record::Cell;
use crate::text::Span;
use crate::{Attempt, Cost};

/// The edges of the selected reading.
pub(crate) struct Track<'l> {
    pub(super) edges: Vec<&'l Edge>,
    /// Its last vertex.
    end: u32,
    lattice: &'l Lattice,
}

/// Number of exact moves that must follow a repaired one to confirm it, if the record is not read to its end.
const PROOF: usize = 6;

/// The same if the record is read to its end without another repair.
const PROOF_AT_THE_END: usize = 4;

/// So many repairs together are too many, …
const MOST_BENT: f32 = 5.0;
/// … of which each exact move among them outweighs so much: one in four misprinted is more than scribes and typists do.
const PROVES: f32 = 1.0 / 3.0;

/// Whether enough exact moves follow.
fn proven(after: &[&Edge], finished: bool) -> bool {
    let unbent = after.iter().filter(|edge| edge.how.is_unbent()).count();
    unbent >= PROOF || finished && unbent == after.len() && unbent >= PROOF_AT_THE_END
}

impl<'l> Track<'l> {
    pub(crate) fn best(attempt: &'l Attempt) -> Track<'l> {
        let mut track = Track::whole(attempt);
        if attempt.leniency > Leniency::Exact && !attempt.unordered {
            track.drop_guesses(attempt.leniency == Leniency::Unreadable);
            // Worn print is misread more often; there the costs tell ([`Evidence`](crate::trust::Evidence)).
            if attempt.leniency != Leniency::Ocr {
                track.drop_unsound();
            }
        }
        track
    }

    /// The cheapest reading, with the repairs at which [`Track::best`] stops.
    pub(crate) fn whole(attempt: &'l Attempt) -> Track<'l> {
        let lattice = &attempt.lattice;
        let Some((end, _)) = lattice.end() else { return Track { edges: Vec::new(), end: 0, lattice } };
        let edges = lattice.path(end).into_iter().map(|edge| &lattice.edges[edge as usize]).collect();
        Track { edges, end, lattice }
    }

    /// Number of repaired moves of the cells from `cell` on.
    pub(crate) fn bent_from(&self, cell: usize) -> usize {
        let behind = |edge: &&&Edge| edge.cell.is_some_and(|own| own as usize >= cell);
        self.edges.iter().filter(behind).filter(|edge| !edge.how.is_unbent()).count()
    }

    /// The repaired moves of the cheapest reading that have too few exact moves behind them: their half-moves and edges.
    pub(crate) fn unproven_bends(attempt: &Attempt) -> Vec<(usize, u32)> {
        let Some((end, _)) = attempt.lattice.end() else { return Vec::new() };
        let track = Track::whole(attempt);
        let finished = track.lattice.vertices[end as usize].finished;
        let plies = attempt.lattice.path(end).into_iter().enumerate();
        plies
            .filter(|&(ply, _)| !track.edges[ply].how.is_unbent())
            .filter(|&(ply, _)| !proven(&track.edges[ply + 1..], finished))
            .collect()
    }

    /// Number of half-moves.
    pub(crate) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Its moves.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.edges.iter().map(|edge| edge.mv)
    }

    /// Its edges.
    pub(crate) fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.edges.iter().copied()
    }

    /// Cuts the track before a repair that is more likely wrong than right, and before an unconfirmed one.
    fn drop_guesses(&mut self, goes_on: bool) {
        let lattice = self.lattice;
        let remaining = lattice.remaining();
        let finished = lattice.vertices[self.end as usize].finished;
        let unsure = self.edges.iter().enumerate().position(|(layer, edge)| {
            let against = rivals(lattice, edge, layer, &remaining);
            let odds: f64 = against.iter().filter_map(|rival| rival.margin).map(Cost::odds).sum();
            !edge.how.is_unbent() && odds >= 1.0 && !(goes_on && proven(&self.edges[layer + 1..], finished))
        });
        if let Some(unsure) = unsure {
            self.cut(unsure);
        }
        // A guess for an unreadable cell, and a choice among repairs, need confirmation by the moves that
        // follow.
        while let Some(last) = self.edges.iter().rposition(|edge| edge.how.guessed) {
            if proven(&self.edges[last + 1..], finished) {
                break;
            }
            self.cut(last);
        }
        let stopped = !lattice.vertices[self.end as usize].finished;
        while stopped && let Some(last) = self.edges.iter().rposition(|edge| !edge.how.is_unbent()) {
            if self.edges.len() - last > PROOF {
                break;
            }
            self.cut(last);
        }
    }

    /// Cuts the track before a stretch in which so much is repaired that it is rather another game, or none: what follows a wrong move
    /// can be bent to legal moves for long.
    fn drop_unsound(&mut self) {
        let (mut sum, mut from) = (0.0_f32, 0);
        for (at, edge) in self.edges.iter().enumerate() {
            if sum == 0.0 {
                from = at;
            }
            sum = (sum + if edge.how.is_unbent() { -PROVES } else { 1.0 }).max(0.0);
            if sum > MOST_BENT {
                self.cut(from);
                return;
            }
        }
    }

    fn cut(&mut self, length: usize) {
        if let Some(edge) = self.edges.get(length) {
            self.end = edge.from;
            self.edges.truncate(length);
        }
    }

    /// Index of the first unread cell.
    pub(crate) fn next_cell(&self) -> usize {
        self.edges.iter().rev().find_map(|edge| edge.cell).map_or(0, |cell| cell as usize + 1)
    }

    pub(crate) fn unread(&self, cells: &[Cell<'_>]) -> Option<Span> {
        let stopped = self.lattice.vertices.get(self.end as usize).is_some_and(|v| !v.finished);
        let (first, last) = (cells.get(self.next_cell())?, cells.last()?);
        stopped.then(|| first.span.join(last.span))
    }

    pub(super) fn spans(&self, cells: &[Cell<'_>]) -> Vec<Span> {
        let mut before = cells.first().map_or_else(Span::default, |cell| Span::at(cell.span.start));
        self.edges
            .iter()
            .map(|edge| {
                let span = edge.cell.and_then(|cell| cells.get(cell as usize)).map(|cell| cell.span);
                let span = span.unwrap_or(Span::at(before.end));
                before = span;
                span
            })
            .collect()
    }
}
