//! Searches that were made: a record that repeats, and another layout that cuts the same texts, is searched once.

use rustc_hash::FxHashMap;

use super::lattice::Lattice;
use super::reader::Leniency;
use super::search::GameState;
use crate::record::Cell;

/// What a search depends on, besides the notations that a decoder knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Asked {
    notation: &'static str,
    leniency: Leniency,
    as_written: bool,
    beam: usize,
    /// The texts of the cells, and what a person has decided of them.
    texts: String,
    start: shakmaty::Chess,
    lineage: crate::lineage::Lineage,
    last: Option<shakmaty::Move>,
}

impl Asked {
    pub(super) fn new(
        notation: &'static str,
        leniency: Leniency,
        (as_written, beam): (bool, usize),
        cells: &[Cell<'_>],
        start: &GameState,
    ) -> Asked {
        let mut texts = String::new();
        for cell in cells {
            // Lengths, so that no text is taken for two.
            let decided = cell.decided.as_deref();
            texts += &format!("{},{:?} ", cell.text.len(), decided.map(str::len));
            texts += &cell.text;
            texts += decided.unwrap_or_default();
        }
        let GameState { position, lineage, last } = start.clone();
        Asked { notation, leniency, as_written, beam, texts, start: position, lineage, last }
    }
}

/// The searches of a decoder, as many as there is room for.
#[derive(Default)]
pub(super) struct Searched {
    known: FxHashMap<Asked, Lattice>,
    edges: usize,
}

/// Most edges that are kept: some megabytes.
const MOST: usize = 1 << 16;

impl Searched {
    pub(super) fn get(&self, asked: &Asked) -> Option<&Lattice> {
        self.known.get(asked)
    }

    pub(super) fn keep(&mut self, asked: Asked, lattice: &Lattice) {
        let edges = lattice.edges.len() + 1;
        if edges > MOST / 4 {
            return;
        }
        if self.edges + edges > MOST {
            self.known.clear();
            self.edges = 0;
        }
        self.edges += edges;
        self.known.insert(asked, lattice.clone());
    }
}
