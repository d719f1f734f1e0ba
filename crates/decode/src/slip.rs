//! Misspellings: one character of the text wrong, missing, doubled, or exchanged with its neighbour.
//!
//! While [`bend`](super::bend) changes the meaning of a text, this changes the text: `AN5` is one exchange
//! from `NA5`, `EED4` one character from `ED4`. The texts with one change are read like any other, at an
//! additional cost.

use shakmaty::{Color, Move};
use smallvec::SmallVec;

use crate::notation::{Habit, Notation, Sense};
use crate::skeleton::{Deed, Scene};

/// Longest text, in bytes, for which misspellings are tried; longer ones are words.
const LONGEST: usize = 12;

/// The meanings of misspellings, indexed by target square, since there are hundreds of them and each is
/// matched against all legal moves of many positions.
#[derive(Clone, Debug, Default)]
pub struct Slips {
    senses: Vec<Sense>,
    /// For each square, the indices of the meanings with that target, in order; castling is after the last
    /// square.
    goals: Vec<SmallVec<[u16; 8]>>,
}

/// Index of castling among the targets.
const CASTLING: usize = 64;

impl Slips {
    /// The meanings of the texts with one change from `text`.
    #[must_use]
    pub fn of(notation: &dyn Notation, text: &str, side: Color) -> Slips {
        let senses = senses(notation, text, side);
        let mut goals = vec![SmallVec::new(); if senses.is_empty() { 0 } else { CASTLING + 1 }];
        for (at, sense) in (0..u16::MAX).zip(&senses) {
            match &sense.skeleton.deed {
                Deed::Displace(said) => said.to.into_iter().for_each(|to| goals[usize::from(to)].push(at)),
                Deed::Castle(_) => goals[CASTLING].push(at),
                Deed::Pass => {}
                Deed::Same => goals.iter_mut().for_each(|goal| goal.push(at)),
            }
        }
        Slips { senses, goals }
    }

    /// The first meaning that describes `m`.
    #[must_use]
    pub fn find(&self, scene: Scene<'_>, m: Move) -> Option<&Sense> {
        let goal = if m.is_castle() { CASTLING } else { usize::from(m.to()) };
        let may = self.goals.get(goal)?.iter().filter_map(|&at| self.senses.get(usize::from(at)));
        may.into_iter().find(|sense| sense.skeleton.describes(scene, m))
    }
}

/// The meanings of the texts with one change from `text`, without duplicates. Empty if the notation has no
/// signs.
#[must_use]
pub fn senses(notation: &dyn Notation, text: &str, side: Color) -> Vec<Sense> {
    let signs: Vec<char> = notation.signs().chars().collect();
    // Where the text itself is read only with letters of another language or case, so is what it may have been: `Cc4-b3`, of a Russian
    // bishop, for `Ca4-b3`.
    let own = notation.read(text, side);
    let is_lenient = !own.is_empty() && own.iter().all(|sense| sense.habit == Habit::Lenient);
    let text: Vec<char> = text.chars().collect();
    if signs.is_empty() || text.is_empty() || text.len() > LONGEST {
        return Vec::new();
    }
    let mut found: Vec<Sense> = Vec::new();
    let mut read = |slipped: &[char]| {
        let slipped: String = slipped.iter().collect();
        for sense in notation.read(&slipped, side) {
            if (is_lenient || sense.habit != Habit::Lenient) && !found.contains(&sense) {
                found.push(sense);
            }
        }
    };
    let mut slipped = text.clone();
    for at in 0..=text.len() {
        if at < text.len() {
            for &sign in &signs {
                slipped[at] = sign;
                read(&slipped);
            }
            slipped[at] = text[at];
            slipped.remove(at);
            read(&slipped);
            slipped.insert(at, text[at]);
        }
        if at + 1 < text.len() {
            slipped.swap(at, at + 1);
            read(&slipped);
            slipped.swap(at, at + 1);
        }
        slipped.insert(at, signs[0]);
        for &sign in &signs {
            slipped[at] = sign;
            read(&slipped);
        }
        slipped.remove(at);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::skeleton::Deed;
    use shakmaty::Square;

    #[test]
    fn one_slip_away() {
        let bell = notation::find("bell").unwrap();
        let goes_to = |text: &str, square: Square| {
            senses(bell, text, Color::Black).iter().any(|sense| match sense.skeleton.deed {
                Deed::Displace(said) => said.to == shakmaty::Bitboard::from(square),
                _ => false,
            })
        };
        for (text, square) in [
            ("AN5", Square::A5),
            ("EED4", Square::D4),
            ("BE77", Square::E7),
            ("CD", Square::D4),
            ("RAD7", Square::D8),
            ("AC2", Square::C2),
        ] {
            assert!(goes_to(text, square), "{text}");
        }
        assert!(!goes_to("AN5", Square::H8));
        assert!(senses(bell, "a text that is far too long", Color::White).is_empty());
    }
}
