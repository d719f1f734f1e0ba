//! Standard algebraic notation, strict as in PGN and as people write it, in any alphabet.
//!
//! Source: the PGN standard (Edwards, 1994), section 8.2.3. Common deviations (`0-0`, `Nf3` for a capture,
//! `ed5`, `e8Q`, `N-f3`, lower case) are read as [`Habit::Lenient`].

use shakmaty::{Bitboard, Chess, Color, File, Move, Role, san::SanPlus};

use super::algebraic::{Alphabet, Between, LetterCase, Parts, TAKES, castling, sense};
use super::scan::{Peeled, peel};
use super::{Family, Habit, Notation, Sense, Senses};
use crate::lineage::Lineage;
use crate::skeleton::{Capture, Displacement, Promotion, Roles, Skeleton, Victim};

/// The role of upper and lower case.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Casing {
    /// Upper case for pieces, lower case for files: `Bc4` is a bishop, `bc4` a pawn.
    Proper,
    /// All letters are lower case: `bc4` is either.
    Lower,
}

/// SAN in some alphabet.
#[derive(Debug)]
pub struct San {
    /// Its name.
    pub name: &'static str,
    /// Names of languages with the same letters.
    pub aliases: &'static [&'static str],
    /// Its title.
    pub title: &'static str,
    /// The piece letters.
    pub alphabet: Alphabet,
    /// The role of case.
    pub casing: Casing,
}

/// English letters; also reads the older `Kt` and `S`.
pub static SAN: San = San {
    name: "san",
    aliases: &["pgn", "san-en", "algebraic", "short-algebraic", "short"],
    title: "standard algebraic: Nf3 exd5 O-O e8=Q+",
    alphabet: Alphabet::new(["P", "N", "B", "R", "Q", "K"], &[("Kt", Role::Knight), ("S", Role::Knight)]),
    casing: Casing::Proper,
};

/// The same in lower case only.
pub static LOWER: San = San {
    name: "san-lower",
    aliases: &[],
    title: "standard algebraic in small letters: nf3 bxc4 (bishop or pawn)",
    alphabet: Alphabet::new(["P", "N", "B", "R", "Q", "K"], &[("Kt", Role::Knight)]),
    casing: Casing::Lower,
};

impl Notation for San {
    fn name(&self) -> &'static str {
        self.name
    }

    fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    fn family(&self) -> Family {
        match self.name {
            name if name == SAN.name => Family::Pgn,
            // Figurines are not letters, so letters beside them are read as PGN.
            "figurine" => Family::Other,
            _ => Family::Letters,
        }
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn letters(&self) -> Option<[&'static str; 6]> {
        (self.casing == Casing::Proper).then(|| self.alphabet.letters())
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        let mut senses = Senses::new();
        let peeled = peel(text);
        if let Some(wing) = castling(peeled.core) {
            let habit = if matches!(peeled.core, "O-O" | "O-O-O") { Habit::Plain } else { Habit::Lenient };
            senses.push(Sense { skeleton: Skeleton::castle(Some(wing)).marked(peeled.mark), habit });
            return senses;
        }
        if let Some(displacement) = self.named_capture(peeled.core) {
            senses.push(sense(displacement, peeled.mark, Habit::Lenient));
            return senses;
        }
        let Some(tokens) = self.alphabet.cut(peeled.core) else { return senses };
        let (man, file) = Parts::both(&tokens);
        let as_file = |senses: &mut Senses| {
            let small = file.is_some_and(|parts| parts.case == LetterCase::Proper);
            file.is_some_and(|parts| pawn(parts, &peeled, side, senses)) && small
        };
        match man {
            // A capital before a lower-case file is a piece, even if it could be a file.
            Some(parts) if parts.case == LetterCase::Proper => self.man(parts, &peeled, side, &mut senses),
            Some(parts) => match self.casing {
                // A lower-case letter is a file if it can be one, otherwise a piece.
                Casing::Proper => {
                    if !as_file(&mut senses) {
                        self.man(parts, &peeled, side, &mut senses);
                    }
                }
                Casing::Lower => {
                    self.man(parts, &peeled, side, &mut senses);
                    as_file(&mut senses);
                }
            },
            None => {
                as_file(&mut senses);
            }
        }
        senses
    }

    fn may_contain(&self, word: &str) -> bool {
        self.alphabet.may_contain(word)
    }

    fn write(&self, position: &Chess, _: &Lineage, m: Move) -> Option<String> {
        if self.casing != Casing::Proper {
            return None;
        }
        let san = SanPlus::from_move(position.clone(), m).to_string();
        Some(respell(&san, &self.alphabet))
    }

    fn signs(&self) -> String {
        let signs = self.alphabet.signs() + "x=O-";
        if self.casing == Casing::Lower { signs.to_lowercase() } else { signs }
    }

    fn writes(&self) -> bool {
        self.casing == Casing::Proper
    }
}

/// SAN with another alphabet.
#[must_use]
pub fn respell(san: &str, alphabet: &Alphabet) -> String {
    let mut spelled = String::with_capacity(san.len() + 4);
    for c in san.chars() {
        match Role::from_char(c).filter(|_| c.is_ascii_uppercase()) {
            Some(role) => spelled.push_str(alphabet.letter(role)),
            None => spelled.push(c),
        }
    }
    spelled
}

impl San {
    /// A capture that names the man and not its square, `CxC`, `dxL`, as some write where only one is possible.
    fn named_capture(&self, core: &str) -> Option<Displacement> {
        let role_of = |letter: &str| {
            Role::ALL.into_iter().find(|role| !letter.is_empty() && self.alphabet.letter(*role) == letter)
        };
        let (man, victim) = core.split_once(['x', '×', ':']).filter(|_| self.casing == Casing::Proper)?;
        let taken = role_of(victim).filter(|role| *role != Role::King)?;
        let mut signs = man.chars();
        let file = match (signs.next(), signs.next()) {
            (Some(c @ 'a'..='h'), None) => Some(File::from_char(c)?),
            _ => None,
        };
        let role = if file.is_some() { Role::Pawn } else { role_of(man)? };
        Some(Displacement {
            roles: Roles::only(role),
            from: file.map_or(Bitboard::FULL, Bitboard::from_file),
            capture: Capture::Takes(Victim { roles: Roles::only(taken), ..Victim::ANY }),
            ..Displacement::ANY
        })
    }

    /// Adds the senses with the first letter as a piece.
    fn man(&self, parts: Parts, peeled: &Peeled<'_>, side: Color, senses: &mut Senses) {
        let Some(role) = parts.role else { return };
        if role == Role::Pawn {
            if parts.case == LetterCase::Proper {
                let first = senses.len();
                pawn(Parts { role: None, ..parts }, peeled, side, senses);
                senses[first..].iter_mut().for_each(|sense| sense.habit = Habit::Lenient);
            }
            return;
        }
        if parts.promotion.is_some() || parts.suffix_e || parts.to_rank.is_none() || peeled.en_passant {
            return;
        }
        let proper = match self.casing {
            Casing::Proper => parts.case == LetterCase::Proper,
            Casing::Lower => parts.case == LetterCase::Lower,
        };
        let habit = |strict: bool| if strict && proper { Habit::Plain } else { Habit::Lenient };
        let displacement = parts.displacement(Roles::only(role));
        match parts.between {
            Between::Take => senses.push(sense(displacement, peeled.mark, habit(parts.victim.is_none()))),
            Between::Nothing => {
                let mut quiet = displacement;
                quiet.capture = Capture::Quiet;
                senses.push(sense(quiet, peeled.mark, habit(true)));
                senses.push(sense(displacement, peeled.mark, Habit::Lenient));
            }
            Between::Dash => senses.push(sense(displacement, peeled.mark, Habit::Lenient)),
        }
    }
}

/// Adds the sense as a pawn move, if it is one.
fn pawn(parts: Parts, peeled: &Peeled<'_>, side: Color, senses: &mut Senses) -> bool {
    // With file and rank of origin it is coordinate or long algebraic notation.
    if parts.from_rank.is_some() || parts.suffix_e || !parts.promotion_is_possible(side) {
        return false;
    }
    let mut displacement = parts.displacement(Roles::only(Role::Pawn));
    displacement.en_passant = peeled.en_passant;
    let mut strict = parts.case == LetterCase::Proper && !peeled.en_passant && parts.to_rank.is_some();
    match parts.from_file {
        Some(from) if from.distance(parts.to_file) == 1 => {
            displacement.capture = parts.takes();
            strict &= parts.between == Between::Take && parts.victim.is_none();
        }
        Some(_) => return false,
        None => match parts.between {
            Between::Nothing if peeled.en_passant => displacement.capture = TAKES,
            Between::Nothing => displacement.capture = Capture::Quiet,
            Between::Take => strict = false,
            Between::Dash => return false,
        },
    }
    if parts.on_last_rank(side) {
        strict &= parts.equals && displacement.promotion != Promotion::Unstated;
    }
    let habit = if strict { Habit::Plain } else { Habit::Lenient };
    senses.push(sense(displacement, peeled.mark, habit));
    true
}
