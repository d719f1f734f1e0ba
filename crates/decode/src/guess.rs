//! Detects the notation of a game: likeness of the texts ranks the notations, and legality decides.

use rustc_hash::FxHashMap;
use shakmaty::Color;

use super::lexicon::Lexicon;
use super::{Attempt, NotationChoice};
use crate::finding::{Finding, Severity, code};
use crate::notation::detect::{Detection, Ranked, likeness};
use crate::notation::{self, Notation};
use crate::record::{Cell, Draft};

/// Keeps a lexicon per notation, and ranks the notations for a game.
pub struct Guesser {
    lexicons: FxHashMap<(&'static str, bool), Lexicon>,
    guessable: Vec<&'static dyn Notation>,
    /// For each text and side, the likeness in each guessable notation.
    likenesses: [FxHashMap<Box<str>, Box<[f32]>>; 2],
}

impl Default for Guesser {
    fn default() -> Guesser {
        Guesser {
            lexicons: FxHashMap::default(),
            guessable: notation::guessable().collect(),
            likenesses: Default::default(),
        }
    }
}

/// Most texts cached; the cache is cleared when it is full.
const REMEMBERED: usize = 1 << 14;

/// Number of cells examined, spread over the game.
const SAMPLE: usize = 24;

impl Guesser {
    /// The notations that read the record best, including near ties, best first. Never empty.
    pub fn rank(&mut self, cells: &[Cell<'_>]) -> Vec<&'static dyn Notation> {
        let stride = cells.len().div_ceil(SAMPLE).max(1);
        // With an odd stride, both sides are sampled.
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

    /// The likeness of a text in each of the guessable notations.
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

    /// The lexicon for decoding: with [`NotationChoice::Auto`], other notations read the texts that this one cannot.
    pub fn lexicon(&mut self, notation: &'static dyn Notation, from: NotationChoice) -> &mut Lexicon {
        match from {
            NotationChoice::Notation(_) => self.alone(notation),
            NotationChoice::Auto => self.lexicons.entry((notation.name(), true)).or_insert_with(|| {
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

/// The finding that a record can be read as different games in different notations; a note, if the language of its notes decides.
pub(super) fn several(chosen: &Attempt, rival: &Attempt, draft: &Draft<'_>, is_decided: bool) -> Finding {
    let ply = chosen.moves().iter().zip(rival.moves()).take_while(|(a, b)| **a == *b).count();
    let span = draft.mainline.cells.get(ply).map_or(draft.span, |cell| cell.span);
    let because = if is_decided { "the notation of its notes" } else { "choose one with --from" };
    let mut finding = Finding::new(
        &code::N190,
        span,
        format!(
            "the whole game can be read as {} and, with other moves from half-move {} on, as {}; {} is used: {because}",
            chosen.notation.name(),
            ply + 1,
            rival.notation.name(),
            chosen.notation.name(),
        ),
    );
    if is_decided {
        finding.severity = Severity::Note;
    }
    finding.text(draft.mainline.cells.get(ply).map(|cell| cell.text.to_string()).unwrap_or_default())
}
