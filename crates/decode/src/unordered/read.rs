//! Reads a torn page by its detected layout and by an alternative one.

use super::UnorderedGraph;
use crate::attempt::Attempt;
use crate::lexicon::Lexicon;
use crate::notation::Notation;
use crate::ocr_channel::Noisy;
use crate::prior_rescoring;
use crate::reader::Leniency;
use crate::record::Draft;
use crate::search::{Bounds, GameState, search};
use crate::{Cost, ENGLISH, Options, bounds};

/// Beam width for a torn page: the cheapest readings, and the others that are kept beside them.
const UNORDERED_BEAM: usize = 60;
const BESIDE: usize = 60;
/// Highest cost of a reading on probation, with a lost move.
const UNORDERED_WINDOW: Cost = Cost::new(14_000);
/// Highest cost of the others. The beam rarely holds any that costs as much.
const UNORDERED_NARROW: Cost = Cost::new(12_000);

/// How many rounds of late repair a torn page gets.
const LATE_REPAIRS: usize = 12;
/// The same for the alternative layout; more rounds did not read more games.
const LATE_REPAIRS_OF_ALTERNATIVE: usize = 4;
/// Readings of another layout that cost this much more are no evidence against a reading.
const NO_RIVAL: Cost = Cost::new(5_000);

/// Reads a torn page by its detected layout and, where that leaves doubts, by the alternative one. Returns the reading
/// that costs less, and the draft that it belongs to. An estimate is one search, without late repairs.
pub(crate) fn read<'d, 't>(
    draft: &'d Draft<'t>,
    game_state: &GameState,
    notation: &'static dyn Notation,
    options: &Options,
    estimates: bool,
    lexicon: &mut Lexicon,
) -> (Attempt, &'d Draft<'t>) {
    let mut reader = Noisy::new(lexicon, notation.name() == ENGLISH);
    let mut pass = |draft: &Draft<'_>, ceiling: Cost, late_repairs: usize| {
        let bounds = Bounds {
            beam: options.beam.min(UNORDERED_BEAM),
            beside: options.beam.min(BESIDE),
            window: UNORDERED_WINDOW,
            narrow: UNORDERED_NARROW,
            late_repairs,
            ceiling,
            patience: Cost::NEVER,
            ..bounds(options, Leniency::Ocr)
        };
        let mut lattice =
            search(&draft.mainline.cells, &UnorderedGraph::new(draft), &mut reader, game_state, &bounds);
        prior_rescoring::weigh(&mut lattice, game_state);
        Attempt {
            notation,
            leniency: Leniency::Ocr,
            as_written: false,
            unordered: true,
            lattice,
            rival: None,
        }
    };
    let mut read = pass(draft, Cost::NEVER, if estimates { 0 } else { LATE_REPAIRS });
    let sure = read.evidence().is_some_and(|evidence| evidence.chance() >= options.confidence_in_unordered());
    let Some(alternative) = draft.alternative_layout.as_deref().filter(|_| !sure && !estimates) else {
        return (read, draft);
    };
    let mut other = pass(alternative, read.total() + NO_RIVAL, LATE_REPAIRS_OF_ALTERNATIVE);
    let mut laid = draft;
    if other.total() < read.total() {
        std::mem::swap(&mut read, &mut other);
        laid = alternative;
    }
    let (ours, theirs) = (read.moves(), other.moves());
    let at = ours.iter().zip(&theirs).take_while(|(one, other)| one == other).count();
    if at < ours.len().max(theirs.len()) {
        read.rival = Some((at, other.total().above(read.total())));
    }
    (read, laid)
}
