//! What looks like a move, judged by the notations.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use shakmaty::Color;

use crate::decode::From;
use crate::notation::{self, Habit, Notation};
use crate::record::MoveSense;

/// What a text that only other notations read is worth, when one is said: records hold more than
/// one (two columns side by side), and where a move ends is no matter of notation.
const OTHER: f32 = 0.6;
/// What a form out of its notation's rule is worth.
const LENIENT: f32 = 0.9;

/// The notations that a record may be in.
pub struct Likeness {
    said: Option<&'static dyn Notation>,
}

impl Likeness {
    /// One notation before the others, or all alike.
    #[must_use]
    pub fn new(from: From) -> Likeness {
        let said = match from {
            From::Notation(notation) => Some(notation),
            From::Auto => None,
        };
        Likeness { said }
    }
}

/// How well one notation reads a text. What White may write Black may too: only ranks are counted
/// from the other end.
fn reads(notation: &dyn Notation, text: &str) -> f32 {
    match notation.read(text, Color::White).first().map(|sense| sense.habit) {
        Some(Habit::Plain | Habit::ByStanding | Habit::OriginalName) => 1.0,
        Some(Habit::Lenient) => LENIENT,
        None => 0.0,
    }
}

/// Distinct texts remembered by a thread; beyond it the memory is emptied.
const REMEMBERED: usize = 1 << 16;

thread_local! {
    /// What this thread has judged, and under which notation: records repeat themselves.
    static KNOWN: RefCell<(&'static str, FxHashMap<Box<str>, f32>)> = RefCell::default();
}

impl Likeness {
    fn judge(&self, text: &str) -> f32 {
        let said = self.said.map_or(0.0, |notation| reads(notation, text));
        if said > 0.0 {
            return said;
        }
        let mut best = 0.0_f32;
        for notation in notation::TABLE.iter().filter(|notation| notation.guessable()) {
            best = best.max(reads(*notation, text));
            if best >= 1.0 {
                break;
            }
        }
        if self.said.is_some() { best * OTHER } else { best }
    }
}

impl MoveSense for Likeness {
    fn likeness(&self, text: &str) -> f32 {
        let said = self.said.map_or("", |notation| notation.name());
        KNOWN.with_borrow_mut(|(under, known)| {
            if *under != said || known.len() >= REMEMBERED {
                known.clear();
                *under = said;
            }
            if let Some(&likeness) = known.get(text) {
                return likeness;
            }
            let likeness = self.judge(text);
            known.insert(text.into(), likeness);
            likeness
        })
    }
}
