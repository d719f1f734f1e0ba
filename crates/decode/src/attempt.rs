//! One try at a game.

use super::Cost;
use super::lattice::Lattice;
use super::reader::Leniency;
use super::trust::Evidence;
use crate::notation::Notation;

/// One try at a game under one notation.
pub struct Attempt {
    /// The notation.
    pub notation: &'static dyn Notation,
    /// How far it bent.
    pub leniency: Leniency,
    /// Whether moves against the rules were made.
    pub as_written: bool,
    /// Whether the order of the cells was a part of the search.
    pub torn: bool,
    /// What it found.
    pub lattice: Lattice,
    /// Of a torn page: where a reading parts from this one that lays the page out otherwise, and how much dearer
    /// it is.
    pub rival: Option<(usize, Cost)>,
}

impl Attempt {
    /// What the cells left unread cost.
    pub(super) fn unread(&self) -> Cost {
        self.lattice.end().map_or(Cost::NEVER, |(vertex, _)| self.lattice.vertices[vertex as usize].stop)
    }

    /// What the cheapest reading costs on the whole.
    pub(super) fn total(&self) -> Cost {
        self.lattice.end().map_or(Cost::NEVER, |(_, cost)| cost)
    }

    /// The moves of the cheapest reading.
    pub(super) fn moves(&self) -> Vec<shakmaty::Move> {
        let Some((vertex, _)) = self.lattice.end() else { return Vec::new() };
        self.lattice.path(vertex).iter().map(|&edge| self.lattice.edges[edge as usize].mv).collect()
    }

    /// What speaks for and against the cheapest reading.
    pub(super) fn evidence(&self) -> Option<Evidence> {
        let evidence = Evidence::of(&self.lattice)?;
        Some(match self.rival {
            Some((at, dearer)) => evidence.beside(at, dearer),
            None => evidence,
        })
    }

    /// Whether this reads the whole record too, and as something else.
    pub(super) fn rivals(&self, chosen: &Attempt) -> bool {
        self.unread() == Cost::EXACT && self.moves() != chosen.moves()
    }
}

/// The try that goes farthest at the least cost; of equals the first.
pub(super) fn choose(tries: &mut [Attempt]) -> usize {
    (0..tries.len()).min_by_key(|&index| tries[index].total()).unwrap_or_default()
}
