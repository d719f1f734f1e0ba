//! Slips of the pen: a sign of the text wrong, lost, doubled or exchanged with its neighbour.
//!
//! Where [`bend`](super::bend) changes what a text says, a slip changes the text: `AN5` is one exchange
//! from `NA5`, `EED4` one sign from `ED4`. The texts one slip away are read like any other and mean
//! what they mean; that they are not what is written has its price.

use shakmaty::Color;

use crate::notation::{Habit, Notation, Sense};

/// Longer texts are words; their slips are not looked for.
const LONGEST: usize = 12;

/// What the texts one slip away from `text` mean, each once. Empty where the notation names no signs.
#[must_use]
pub fn senses(notation: &dyn Notation, text: &str, side: Color) -> Vec<Sense> {
    let signs: Vec<char> = notation.signs().chars().collect();
    let text: Vec<char> = text.chars().collect();
    if signs.is_empty() || text.is_empty() || text.len() > LONGEST {
        return Vec::new();
    }
    let mut found: Vec<Sense> = Vec::new();
    let mut read = |slipped: &[char]| {
        let slipped: String = slipped.iter().collect();
        for sense in notation.read(&slipped, side) {
            if sense.habit != Habit::Lenient && !found.contains(&sense) {
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
