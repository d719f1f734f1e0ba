//! Searches that were made: a record that repeats, and another layout that cuts the same texts, is searched once.

use std::fmt::Write;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::by_hand::{ByHand, Writing};
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

/// What a search over spellings of one record depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct AskedByHand {
    notations: Vec<&'static str>,
    writing: Writing,
    questions: usize,
    /// The texts of the cells, where they stand, and what a person has decided of them.
    texts: String,
    start: shakmaty::Chess,
}

impl AskedByHand {
    /// `None` where a recogniser has offered several texts for a cell.
    pub(super) fn new(
        notations: Vec<&'static str>,
        (writing, questions): (Writing, usize),
        cells: &[Cell<'_>],
        start: &GameState,
    ) -> Option<AskedByHand> {
        if cells.iter().any(|cell| !cell.alternatives.is_empty()) {
            return None;
        }
        let mut texts = String::new();
        for cell in cells {
            // Lengths, so that no text is taken for two.
            let decided = cell.decided.as_deref();
            let Cell { text, number, side, .. } = cell;
            let _ = write!(texts, "{},{:?},{number:?},{side:?} {text}", text.len(), decided.map(str::len));
            texts += decided.unwrap_or_default();
        }
        Some(AskedByHand { notations, writing, questions, texts, start: start.position.clone() })
    }
}

/// The searches of a decoder, as many as there is room for.
#[derive(Default)]
pub(super) struct Searched {
    known: FxHashMap<Asked, Lattice>,
    edges: usize,
    by_hand: FxHashMap<AskedByHand, Option<Arc<ByHand>>>,
    texts: usize,
}

/// Most edges that are kept: some megabytes.
const MOST: usize = 1 << 16;
/// Most bytes of the texts of records whose readings by spellings are kept.
const MOST_TEXTS: usize = 1 << 18;

impl Searched {
    /// The reading of a record by spellings: the one that is known, or what `read` makes of it.
    pub(super) fn by_hand(
        &mut self,
        asked: Option<AskedByHand>,
        read: impl FnOnce() -> Option<ByHand>,
    ) -> Option<Arc<ByHand>> {
        let Some(asked) = asked else { return read().map(Arc::new) };
        if let Some(known) = self.by_hand.get(&asked) {
            return known.clone();
        }
        let found = read().map(Arc::new);
        self.texts += asked.texts.len();
        if self.texts > MOST_TEXTS {
            self.by_hand.clear();
            self.texts = asked.texts.len();
        }
        self.by_hand.insert(asked, found.clone());
        found
    }

    /// How many readings by spellings are kept.
    #[cfg(test)]
    pub(super) fn by_spellings(&self) -> usize {
        self.by_hand.len()
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    /// The cells of some texts, from this place of the source on.
    fn cells(texts: &[&'static str], from: usize) -> Vec<Cell<'static>> {
        let cell = |(at, text): (usize, &&'static str)| {
            let place = from + 10 * at;
            Cell { text: (*text).into(), span: Span::new(place, place + text.len()), ..Cell::default() }
        };
        texts.iter().enumerate().map(cell).collect()
    }

    #[test]
    fn a_record_that_repeats_is_searched_once_by_its_spellings() {
        let start = GameState::new(&shakmaty::Chess::default());
        let mut searched = Searched::default();
        let mut searches = 0;
        let mut ask = |cells: &[Cell<'_>]| {
            let asked = AskedByHand::new(vec!["san"], (Writing::Hand, 0), cells, &start);
            searched.by_hand(asked, || {
                searches += 1;
                None
            });
            searches
        };
        let texts = ["e4", "e5", "Nf8", "Nc6"];
        assert_eq!(ask(&cells(&texts, 0)), 1);
        // The same at another place of the source.
        assert_eq!(ask(&cells(&texts, 500)), 1);
        let other = ["e4", "e5", "Nf3", "Nc6"];
        assert_eq!(ask(&cells(&other, 0)), 2);
        let mut numbered = cells(&texts, 0);
        numbered[2].number = Some(3);
        assert_eq!(ask(&numbered), 3, "its rows stand elsewhere");
    }
}
