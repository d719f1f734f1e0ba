//! One attempt to decode a game.

use super::Cost;
use super::lattice::Lattice;
use super::reader::Leniency;
use super::trust::Evidence;
use crate::notation::Notation;

/// One attempt to decode a game with one notation.
pub struct Attempt {
    /// The notation.
    pub notation: &'static dyn Notation,
    /// The leniency that it was allowed.
    pub leniency: Leniency,
    /// Whether illegal moves were allowed.
    pub as_written: bool,
    /// Whether the order of cells was part of the search.
    pub unordered: bool,
    /// The result of the search.
    pub lattice: Lattice,
    /// For a torn page: the first half-move at which a reading of another layout differs from this one, and
    /// the extra cost of that reading.
    pub rival: Option<(usize, Cost)>,
}

impl Attempt {
    /// Cost of the cells left unread.
    pub(super) fn unread(&self) -> Cost {
        self.lattice.end().map_or(Cost::NEVER, |(vertex, _)| self.lattice.vertices[vertex as usize].stop)
    }

    /// Total cost of the cheapest reading.
    pub(super) fn total(&self) -> Cost {
        self.lattice.end().map_or(Cost::NEVER, |(_, cost)| cost)
    }

    /// The moves of the cheapest reading.
    pub(super) fn moves(&self) -> Vec<shakmaty::Move> {
        let Some((vertex, _)) = self.lattice.end() else { return Vec::new() };
        self.lattice.path(vertex).iter().map(|&edge| self.lattice.edges[edge as usize].mv).collect()
    }

    /// The evidence for and against the cheapest reading.
    pub(super) fn evidence(&self) -> Option<Evidence> {
        let evidence = Evidence::of(&self.lattice)?;
        Some(match self.rival {
            Some((at, dearer)) => evidence.beside(at, dearer),
            None => evidence,
        })
    }

    /// Whether this also reads the whole record, with other moves.
    pub(super) fn rivals(&self, chosen: &Attempt) -> bool {
        self.unread() == Cost::EXACT && self.moves() != chosen.moves()
    }
}

/// Index of the attempt that reads farthest at the least cost; the first of equals.
pub(super) fn choose(tries: &mut [Attempt]) -> usize {
    (0..tries.len()).min_by_key(|&index| tries[index].total()).unwrap_or_default()
}
