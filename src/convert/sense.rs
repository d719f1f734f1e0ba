//! Judges whether a text looks like a move, using the notations.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use shakmaty::Color;

use super::play::Play;
use crate::decode::NotationChoice;
use crate::notation::{self, Habit, Notation};
use crate::record::{Board, MoveSense, Start};

/// Factor for a text that only other notations than the given one read: a record may contain two (in two
/// columns), and where a move ends does not depend on the notation.
const OTHER: f32 = 0.6;
/// Factor for a spelling that its notation does not allow but that occurs.
const LENIENT: f32 = 0.9;

/// The notations that a record may use.
pub struct NotationSense {
    said: Option<&'static dyn Notation>,
}

impl NotationSense {
    /// Prefers one notation, or none.
    #[must_use]
    pub fn new(from: NotationChoice) -> NotationSense {
        let said = match from {
            NotationChoice::Notation(notation) => Some(notation),
            NotationChoice::Auto => None,
        };
        NotationSense { said }
    }
}

/// How well one notation reads a text, from 0 to 1. Reading it as White's move is enough: for Black only the
/// ranks are counted from the other end.
fn reads(notation: &dyn Notation, text: &str) -> f32 {
    match notation.read(text, Color::White).first().map(|sense| sense.habit) {
        Some(Habit::Plain | Habit::ByStanding | Habit::OriginalName) => 1.0,
        Some(Habit::Lenient) => LENIENT,
        None => 0.0,
    }
}

/// Most distinct texts cached by a thread; the cache is cleared when it is full.
const REMEMBERED: usize = 1 << 16;

thread_local! {
    /// The results of this thread and the notation they are for; texts repeat in a record.
    static KNOWN: RefCell<(&'static str, FxHashMap<Box<str>, f32>)> = RefCell::default();
    /// The same for the words that a move may have.
    static WORDS: RefCell<(&'static str, FxHashMap<Box<str>, bool>)> = RefCell::default();
}

impl NotationSense {
    /// What is known of a text under the notation that is said, or what `judge` says now.
    fn once<T: Copy>(
        &self,
        (under, known): &mut (&'static str, FxHashMap<Box<str>, T>),
        text: &str,
        judge: impl FnOnce(&str) -> T,
    ) -> T {
        let said = self.said.map_or("", |notation| notation.name());
        if *under != said || known.len() >= REMEMBERED {
            known.clear();
            *under = said;
        }
        if let Some(&judged) = known.get(text) {
            return judged;
        }
        let judged = judge(text);
        known.insert(text.into(), judged);
        judged
    }

    fn judge(&self, text: &str) -> f32 {
        let said = self.said.map_or(0.0, |notation| reads(notation, text));
        if said > 0.0 {
            return said;
        }
        let mut best = 0.0_f32;
        for notation in notation::guessable() {
            best = best.max(reads(notation, text));
            if best >= 1.0 {
                break;
            }
        }
        if best <= 0.0 && !notation::castling_words::senses(text).is_empty() {
            return LENIENT;
        }
        if self.said.is_some() { best * OTHER } else { best }
    }
}

impl MoveSense for NotationSense {
    fn board(&self, start: &Start) -> Option<Box<dyn Board>> {
        let from = self.said.map_or(NotationChoice::Auto, NotationChoice::Notation);
        Some(Box::new(Play::new(from, start)?))
    }

    fn likeness(&self, text: &str) -> f32 {
        KNOWN.with_borrow_mut(|known| self.once(known, text, |text| self.judge(text)))
    }

    fn may_contain(&self, word: &str) -> bool {
        WORDS.with_borrow_mut(|known| self.once(known, word, |word| notation::may_contain(self.said, word)))
    }
}
