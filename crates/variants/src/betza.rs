//! Betza's notation for movements, the part of it that rules files use.
//!
//! A term is modifiers, then an atom, then perhaps a range: `fmWfceF`, `mRcpR`, `nN`, `mQ2cQ2`.
//! An atom is a letter, or a leap of any length as `(4,1)`. Modifiers: `m` moves, `c` captures, `f b l r v s h` directions, `p` cannon, `g` grasshopper,
//! `n` lame, `i` from the double-step region only, `e` en passant.

use crate::geometry::MAX_SIDE;
use crate::movement::{Hop, Movement, When};

/// Why a text is not a movement: the place counted in characters from 1, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaError {
    /// The character, from 1.
    pub at: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// The leaps of an atom, and whether it rides by nature.
fn atom(letter: char) -> Option<(&'static [(i8, i8)], bool)> {
    Some(match letter {
        'W' => (&[(1, 0)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(2, 0)], false),
        'N' => (&[(2, 1)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(3, 0)], false),
        'C' | 'L' => (&[(3, 1)], false),
        'Z' | 'J' => (&[(3, 2)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(1, 0), (1, 1)], false),
        'R' => (&[(1, 0)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(1, 0), (1, 1)], true),
        _ => return None,
    })
}

/// The leap of an atom that names its files and ranks, `(4,1)`, and how many characters it takes.
fn oblique(chars: &[char]) -> Option<((i8, i8), usize)> {
    let end = chars.iter().position(|&c| c == ')')?;
    let inside: String = chars.get(1..end)?.iter().collect();
    let (one, other) = inside.split_once(',')?;
    let side = |text: &str| text.trim().parse::<i8>().ok().filter(|n| (0..MAX_SIDE as i8).contains(n));
    let (one, other) = (side(one)?, side(other)?);
    (one + other > 0).then_some(((one.max(other), one.min(other)), end + 1))
}

fn is_vertical(c: char) -> bool {
    "fbvh".contains(c)
}

fn is_horizontal(c: char) -> bool {
    "lrsh".contains(c)
}

/// One of the eight ways to turn an atom: which axis is the long one, and the two signs.
#[derive(Clone, Copy)]
struct Turn {
    narrow: bool,
    right: bool,
    forward: bool,
}

/// Whether a pair of direction letters allows this turn. A pair of equal letters is the letter alone.
fn takes(pair: (char, char), turn: Turn) -> bool {
    let wide = !turn.narrow;
    let vertical = |c| match c {
        'f' => Some(turn.forward),
        'b' => Some(!turn.forward),
        _ => None,
    };
    let horizontal = |c| match c {
        'r' => Some(turn.right),
        'l' => Some(!turn.right),
        _ => None,
    };
    match pair {
        ('h', 'r') => (turn.right == turn.forward) == turn.narrow,
        ('h', 'l') => (turn.right == turn.forward) != turn.narrow,
        ('v', 'v') => turn.narrow,
        ('s', 's') => wide,
        (a @ ('f' | 'b'), b) if a == b => turn.narrow && vertical(a) == Some(true),
        (a @ ('l' | 'r'), b) if a == b => wide && horizontal(a) == Some(true),
        (a @ ('f' | 'b'), 's') => wide && vertical(a) == Some(true),
        (a @ ('f' | 'b'), 'h') => vertical(a) == Some(true),
        (a @ ('f' | 'b'), b @ ('l' | 'r')) => {
            wide && vertical(a) == Some(true) && horizontal(b) == Some(true)
        }
        (a @ ('l' | 'r'), 'v') => turn.narrow && horizontal(a) == Some(true),
        (a @ ('l' | 'r'), 'h') => horizontal(a) == Some(true),
        (a @ ('l' | 'r'), b @ ('f' | 'b')) => {
            turn.narrow && horizontal(a) == Some(true) && vertical(b) == Some(true)
        }
        _ => false,
    }
}

/// The steps of one leap in the directions asked for; no direction is all of them.
fn turns(leap: (i8, i8), pairs: &[(char, char)]) -> Vec<(i8, i8)> {
    let mut steps = Vec::new();
    for bits in 0..8 {
        let turn = Turn { narrow: bits & 1 == 0, right: bits & 2 == 0, forward: bits & 4 == 0 };
        let (long, short) = leap;
        let (files, ranks) = if turn.narrow { (short, long) } else { (long, short) };
        let step = (if turn.right { files } else { -files }, if turn.forward { ranks } else { -ranks });
        if (pairs.is_empty() || pairs.iter().any(|&pair| takes(pair, turn))) && !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}

/// The modifiers read before an atom.
#[derive(Default)]
struct Modifiers {
    pairs: Vec<(char, char)>,
    quiet: bool,
    capture: bool,
    hop: Option<Hop>,
    lame: bool,
    initial: bool,
    en_passant: bool,
}

/// Reads a text of Betza's notation into movements.
///
/// # Errors
/// The character that is not understood, and why.
pub fn parse(text: &str) -> Result<Vec<Movement>, BetzaError> {
    let chars: Vec<char> = text.chars().collect();
    let mut movements = Vec::new();
    let mut modifiers = Modifiers::default();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        let next = chars.get(at + 1).copied();
        let place = at + 1;
        let error = |reason: &str| Err(BetzaError { at: place, reason: reason.into() });
        match c {
            'm' => modifiers.quiet = true,
            'c' => modifiers.capture = true,
            'p' => modifiers.hop = Some(Hop::Over),
            'g' => modifiers.hop = Some(Hop::Behind),
            'n' => modifiers.lame = true,
            'i' => modifiers.initial = true,
            'e' => modifiers.en_passant = true,
            _ if is_vertical(c) || is_horizontal(c) => {
                let joins = |n: &char| {
                    *n == c || is_vertical(c) && is_horizontal(*n) || is_horizontal(c) && is_vertical(*n)
                };
                match next.filter(joins) {
                    Some(second) => {
                        modifiers.pairs.push((c, second));
                        at += 1;
                    }
                    None => modifiers.pairs.push((c, c)),
                }
            }
            _ => {
                let named = if c == '(' { oblique(&chars[at..]) } else { None };
                let (leaps, rides) = match (&named, atom(c)) {
                    (Some((leap, _)), _) => (std::slice::from_ref(leap), false),
                    (None, Some(known)) => known,
                    (None, None) if c == '(' => {
                        return error(
                            "a leap in brackets is written (4,1): two numbers below 20, not both 0",
                        );
                    }
                    (None, None) => {
                        return error(&format!("“{c}” is neither a modifier nor an atom that is known here"));
                    }
                };
                let begins = at;
                at += named.map_or(0, |(_, length)| length - 1);
                let next = chars.get(at + 1).copied();
                // A leap in brackets rides if it is doubled, as a letter does.
                let doubled = match named {
                    Some((_, length)) => chars[at + 1..].starts_with(&chars[begins..=at]).then_some(length),
                    None => next.filter(|&second| second == c).map(|_| 1),
                };
                let mut range = if rides { 0 } else { 1 };
                match next {
                    Some(digit) if digit.is_ascii_digit() => {
                        range = digit as u8 - b'0';
                        at += 1;
                    }
                    _ => {
                        if let Some(length) = doubled {
                            range = 0;
                            at += length;
                        }
                    }
                }
                let modifiers = std::mem::take(&mut modifiers);
                if modifiers.lame && range != 1 {
                    return error("a lame ride is not known here: “n” goes before a leap");
                }
                if modifiers.lame && modifiers.hop.is_some() {
                    return error("“n” and a hop do not go together");
                }
                add(&mut movements, leaps, range, &modifiers);
            }
        }
        at += 1;
    }
    let m = &modifiers;
    let loose = !m.pairs.is_empty() || m.quiet || m.capture || m.hop.is_some() || m.lame || m.initial;
    match loose {
        true => Err(BetzaError { at: chars.len(), reason: "modifiers without an atom at the end".into() }),
        false => Ok(movements),
    }
}

/// Adds the movements of one term.
fn add(movements: &mut Vec<Movement>, leaps: &[(i8, i8)], range: u8, modifiers: &Modifiers) {
    for &leap in leaps {
        // A straight atom has no slanting turns: “fs” is forward and sideways there.
        let mut pairs = Vec::new();
        for &(a, b) in &modifiers.pairs {
            match leaps.len() == 1 && leap.1 == 0 && a != b {
                true => pairs.extend([(a, a), (b, b)]),
                false => pairs.push((a, b)),
            }
        }
        for (files, ranks) in turns(leap, &pairs) {
            let both = modifiers.quiet == modifiers.capture;
            // A hopper of range 1 is the grasshopper: it cannot hop and stay within one step.
            let behind = modifiers.hop == Some(Hop::Behind) || modifiers.hop.is_some() && range == 1;
            movements.push(Movement {
                files,
                ranks,
                range: if behind { 0 } else { range },
                quiet: both || modifiers.quiet,
                capture: both || modifiers.capture,
                when: if modifiers.initial { When::DoubleStep } else { When::Always },
                hop: if behind { Hop::Behind } else { modifiers.hop.unwrap_or(Hop::None) },
                lame: modifiers.lame,
                en_passant: modifiers.en_passant,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of a text, sorted.
    fn steps(text: &str) -> Vec<(i8, i8)> {
        let mut steps: Vec<_> = parse(text).unwrap().iter().map(|m| (m.files, m.ranks)).collect();
        steps.sort();
        steps
    }

    #[test]
    fn directions_of_a_leaper_follow_its_long_axis() {
        assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("sN"), [(-2, -1), (-2, 1), (2, -1), (2, 1)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("fhN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(steps("hrN"), [(-2, 1), (-1, -2), (1, 2), (2, -1)]);
        assert_eq!(steps("rfN"), [(1, 2)]);
        assert_eq!(steps("frN"), [(2, 1)]);
        assert_eq!(steps("vrN"), []);
    }

    #[test]
    fn straight_atoms_split_pairs_and_slanting_ones_do_not() {
        assert_eq!(steps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(steps("flF"), [(-1, 1)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("fsK"), [(-1, 0), (-1, 1), (1, 0), (1, 1)]);
    }

    #[test]
    fn modifiers_end_with_their_atom() {
        let pawn = parse("fmWfceF").unwrap();
        assert_eq!(pawn.len(), 3);
        assert!(pawn[0].quiet && !pawn[0].capture);
        assert!(pawn[1..].iter().all(|m| !m.quiet && m.capture && m.en_passant));
    }

    #[test]
    fn what_cannot_be_read_is_placed() {
        assert_eq!(parse("mRx").unwrap_err().at, 3);
        assert_eq!(parse("mRc").unwrap_err().at, 3);
        assert!(parse("nR").is_err());
        assert_eq!(parse("m(4,1,2)").unwrap_err().at, 2);
        assert!(parse("(0,0)").is_err() && parse("(20,1)").is_err());
    }

    #[test]
    fn leaps_of_any_length_are_written_in_brackets() {
        assert_eq!(steps("f(4,1)"), [(-1, 4), (1, 4)]);
        assert_eq!(steps("(1,0)"), steps("W"));
        assert_eq!(steps("(1,2)2"), steps("N"));
        assert_eq!(parse("(2,1)0").unwrap()[0].range, 0);
        assert_eq!(steps("f(5,0)f(4,4)"), [(-4, 4), (0, 5), (4, 4)]);
        assert_eq!(parse("(2,1)(2,1)").unwrap()[0].range, 0);
    }
}
