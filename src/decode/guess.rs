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
#[derive(Default)]
pub struct Guesser {
    lexicons: FxHashMap<(&'static str, bool), Lexicon>,
}

/// Cells looked at, spread over the game.
const SAMPLE: usize = 24;

impl Guesser {
    /// The notations that read the record best, near ties included, the best first. Never empty.
    pub fn rank(&mut self, cells: &[Cell<'_>]) -> Vec<&'static dyn Notation> {
        let stride = cells.len().div_ceil(SAMPLE).max(1);
        // An odd stride meets both sides.
        let stride = stride | 1;
        let sample: Vec<(&str, Color)> = cells
            .iter()
            .enumerate()
            .step_by(stride)
            .map(|(index, cell)| {
                (&*cell.text, cell.side.unwrap_or(if index % 2 == 0 { Color::White } else { Color::Black }))
            })
            .collect();
        let scored: Vec<Ranked> = notation::TABLE
            .iter()
            .filter(|notation| notation.guessable())
            .map(|&notation| {
                let lexicon = self.alone(notation);
                let score = |&(text, side): &(&str, Color)| likeness(&lexicon.look_up(text, side).senses);
                Ranked { notation, score: sample.iter().map(score).sum() }
            })
            .collect();
        Detection::of(scored).contenders().map(|ranked| ranked.notation).collect()
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
            "the whole game reads as {} and, differently from half-move {} on, as {}; {} is taken: say --from to be sure",
            chosen.notation.name(),
            ply + 1,
            rival.notation.name(),
            chosen.notation.name(),
        ),
    )
    .text(draft.strand.cells.get(ply).map(|cell| cell.text.to_string()).unwrap_or_default())
}
