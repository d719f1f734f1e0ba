//! In which notation a game is written: the texts rank the notations, and legality judges.

use rustc_hash::FxHashMap;
use shakmaty::Color;

use super::lexicon::Lexicon;
use super::{Attempt, From};
use crate::finding::{Finding, code};
use crate::notation::detect::{Detection, Ranked, likeness};
use crate::notation::{self, Notation};
use crate::record::{Cell, Draft};

/// Keeps a lexicon for each notation and ranks the notations of a game.
pub struct Guesser {
    lexicons: FxHashMap<(&'static str, bool), Lexicon>,
    guessable: Vec<&'static dyn Notation>,
    /// How much each text speaks for each of the guessable notations.
    likenesses: [FxHashMap<Box<str>, Box<[f32]>>; 2],
}

impl Default for Guesser {
    fn default() -> Guesser {
        let guessable = notation::TABLE.iter().copied().filter(|notation| notation.guessable()).collect();
        Guesser { lexicons: FxHashMap::default(), guessable, likenesses: Default::default() }
    }
}

/// Texts remembered; beyond it the memory is emptied.
const REMEMBERED: usize = 1 << 14;

/// Cells looked at, spread over the game.
const SAMPLE: usize = 24;

impl Guesser {
    /// The notations that read the record best, near ties included, the best first. Never empty.
    pub fn rank(&mut self, cells: &[Cell<'_>]) -> Vec<&'static dyn Notation> {
        let stride = cells.len().div_ceil(SAMPLE).max(1);
        // An odd stride meets both sides.
        let stride = stride | 1;
        let mut sums = vec![0.0_f32; self.guessable.len()];
        for (index, cell) in cells.iter().enumerate().step_by(stride) {
            let side = cell.side.unwrap_or(if index % 2 == 0 { Color::White } else { Color::Black });
            for (sum, likeness) in sums.iter_mut().zip(self.likenesses(&cell.text, side)) {
                *sum += likeness;
            }
        }
        let ranked = self.guessable.iter().zip(sums).map(|(&notation, score)| Ranked { notation, score });
        Detection::of(ranked).contenders().map(|ranked| ranked.notation).collect()
    }

    /// How much a text speaks for each of the guessable notations.
    fn likenesses(&mut self, text: &str, side: Color) -> &[f32] {
        let known = &mut self.likenesses[usize::from(side.is_white())];
        if known.len() >= REMEMBERED {
            known.clear();
        }
        if !known.contains_key(text) {
            let read = |notation: &&'static dyn Notation| likeness(&notation.read(text, side));
            known.insert(text.into(), self.guessable.iter().map(read).collect());
        }
        &known[text]
    }

    /// The lexicon to decode with: under [`From::Auto`] other notations read what this one cannot.
    pub fn lexicon(&mut self, notation: &'static dyn Notation, from: From) -> &mut Lexicon {
        match from {
            From::Notation(_) => self.alone(notation),
            From::Auto => self.lexicons.entry((notation.name(), true)).or_insert_with(|| {
                let others = notation::TABLE
                    .iter()
                    .copied()
                    .filter(|other| other.guessable() && other.name() != notation.name());
                Lexicon::new(std::iter::once(notation).chain(others).collect())
            }),
        }
    }

    fn alone(&mut self, notation: &'static dyn Notation) -> &mut Lexicon {
        self.lexicons.entry((notation.name(), false)).or_insert_with(|| Lexicon::new(vec![notation]))
    }
}

/// The finding that a record reads as different games in different notations.
pub(super) fn several(chosen: &Attempt, rival: &Attempt, draft: &Draft<'_>) -> Finding {
    let ply = chosen.moves().iter().zip(rival.moves()).take_while(|(a, b)| **a == *b).count();
    let span = draft.strand.cells.get(ply).map_or(draft.span, |cell| cell.span);
    Finding::new(
        &code::N190,
        span,
        format!(
            "the whole game can be read as {} and, with other moves from half-move {} on, as {}; {} is used: choose one with --from",
            chosen.notation.name(),
            ply + 1,
            rival.notation.name(),
            chosen.notation.name(),
        ),
    )
    .text(draft.strand.cells.get(ply).map(|cell| cell.text.to_string()).unwrap_or_default())
}
