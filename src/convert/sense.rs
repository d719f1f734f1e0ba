//! What looks like a move, judged by the notations.

use shakmaty::Color;

use crate::decode::From;
use crate::notation::{self, Habit, Notation};
use crate::record::MoveSense;

/// The notations that a record may be in.
pub struct Likeness {
    notations: Vec<&'static dyn Notation>,
}

impl Likeness {
    /// One notation, or all that may be guessed.
    #[must_use]
    pub fn new(from: From) -> Likeness {
        let notations = match from {
            From::Notation(notation) => vec![notation],
            From::Auto => notation::TABLE.iter().copied().filter(|notation| notation.guessable()).collect(),
        };
        Likeness { notations }
    }
}

impl MoveSense for Likeness {
    fn likeness(&self, text: &str) -> f32 {
        let mut best = 0.0;
        for notation in &self.notations {
            // What a side may write the other may too; only ranks are counted from the other end.
            let senses = notation.read(text, Color::White);
            match senses.first().map(|sense| sense.habit) {
                Some(Habit::Plain | Habit::ByStanding | Habit::OriginalName) => return 1.0,
                Some(Habit::Lenient) => best = 0.9,
                None => {}
            }
        }
        best
    }
}
