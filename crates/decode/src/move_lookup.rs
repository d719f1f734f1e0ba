//! The meaning of one text in one position.

use shakmaty::Position;

use super::guess::Guesser;
use super::lexicon::Meanings;
use super::reader::{Leniency, Provenance, ScoredMove, Slots, Weighings, weigh_senses};
use super::search::weigh_mark;
use super::{Cost, GameState, Options, bounds};
use crate::notation::Notation;
use crate::pass::Passing;
use crate::record::Cell;

/// The meaning of a text in a position, in one notation.
#[derive(Clone)]
pub struct Meaning {
    /// The notation.
    pub notation: &'static dyn Notation,
    /// The senses of the text.
    pub entry: Meanings,
    /// The moves that it can mean, cheapest first. The cost is 0 for an exact text, and a little more if a
    /// mark is missing.
    pub candidates: Vec<ScoredMove>,
}

impl Meaning {
    /// The move that the text means: the only candidate, or one that is cheaper than all others.
    #[must_use]
    pub fn verdict(&self) -> Option<ScoredMove> {
        match self.candidates.as_slice() {
            [only] => Some(*only),
            [first, second, ..] if first.cost < second.cost => Some(*first),
            _ => None,
        }
    }
}

/// The meanings of `text` in `seat`, in each notation that reads it, or only in the notation of the options.
#[must_use]
pub fn meanings(text: &str, game_state: &GameState, options: &Options) -> Vec<Meaning> {
    let cell = Cell { text: text.into(), ..Cell::default() };
    let notations = match options.from {
        super::NotationChoice::Notation(notation) => vec![notation],
        super::NotationChoice::Auto => Guesser::default().rank(std::slice::from_ref(&cell)),
    };
    let bounds = bounds(options, Leniency::Exact);
    let legal = game_state.position.legal_moves();
    let turn = game_state.position.turn();
    let read = |notation: &'static dyn Notation| {
        let entry = Meanings { senses: notation.read(text, turn), notation: 0 };
        let mut found = Weighings::new();
        weigh_senses(&entry, game_state.scene(), &legal, Leniency::Exact, &mut Slots::default(), &mut found);
        let mut candidates: Vec<ScoredMove> = found
            .into_iter()
            .filter_map(|weighed| {
                let mut after = game_state.position.clone();
                after.play_or_pass(weighed.mv);
                let (mark, _) = weigh_mark(weighed.mark, &after, turn, weighed.mv, &bounds)?;
                let passing = if weighed.how.en_passant_unsaid {
                    bounds.habits.unmarked_en_passant
                } else {
                    Cost::EXACT
                };
                Some(ScoredMove { cost: weighed.cost + mark + passing, ..weighed })
            })
            .collect();
        candidates.sort_by_key(|weighed| weighed.cost);
        Meaning { notation, entry, candidates }
    };
    notations.into_iter().map(read).filter(|meaning| !meaning.entry.senses.is_empty()).collect()
}

/// Describes what is unusual in how a move was read; empty if nothing is.
#[must_use]
pub fn remarks(weighed: &ScoredMove) -> Vec<&'static str> {
    let Provenance { habit, promotion_assumed, en_passant_unsaid, .. } = weighed.how;
    let habit = match habit {
        crate::notation::Habit::ByStanding => Some("identified by its current side"),
        crate::notation::Habit::OriginalName => Some("identified by its original side"),
        crate::notation::Habit::Lenient => Some("in a nonstandard spelling"),
        crate::notation::Habit::Plain => None,
    };
    let promotion = promotion_assumed.then_some("the promotion piece is not stated");
    let passing = en_passant_unsaid.then_some("en passant without its mark");
    habit.into_iter().chain(promotion).chain(passing).collect()
}
