//! The upper-case algebraic of Bell & Jacobi's program ("How to read, make and store chess moves",
//! The Computer Journal 22:1, 1978): `E4 EF6E NF3 BC4 N3F4 RHF8 EF8B 00 000`.
//!
//! There is no case, so `BA3` is a bishop or the b-pawn. Captures are not marked. A pawn that captures is
//! denoted by its file. An `E` after the move is en passant, a letter a promotion.

use shakmaty::{Chess, Color, Move, Role};

use super::algebraic::{Alphabet, Between, LetterCase, Parts, TAKES, castles, castling, sense};
use super::scan::{Peeled, peel};
use super::shortest::first_alone;
use super::{Habit, Notation, Senses};
use crate::lineage::Lineage;
use crate::skeleton::{Capture, Roles};

/// The algebraic notation of the program of 1977.
#[derive(Debug)]
pub struct Bell;

static LETTERS: Alphabet = Alphabet::new(["P", "N", "B", "R", "Q", "K"], &[]);

impl Notation for Bell {
    fn name(&self) -> &'static str {
        "bell"
    }

    fn title(&self) -> &'static str {
        "the 1977 program's algebraic: E4 EF6E NF3 RHF8 BA3 (bishop or pawn)"
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        let peeled = peel(text);
        if let Some(wing) = castling(peeled.core) {
            return castles(wing, peeled.mark);
        }
        let mut senses = Senses::new();
        if let Some(tokens) = LETTERS.cut(peeled.core) {
            let (man, file) = Parts::both(&tokens);
            man.into_iter().for_each(|parts| as_man(parts, &peeled, side, &mut senses));
            file.into_iter().for_each(|parts| as_pawn(parts, &peeled, side, &mut senses));
        }
        senses
    }

    fn signs(&self) -> String {
        LETTERS.signs().to_ascii_uppercase() + "0"
    }

    fn may_contain(&self, word: &str) -> bool {
        LETTERS.may_contain(word)
    }

    fn write(&self, position: &Chess, lineage: &Lineage, m: Move) -> Option<String> {
        let turn = shakmaty::Position::turn(position);
        first_alone(position, lineage, m, forms(m), |form| self.read(form, turn))
    }
}

/// All forms of the move, the shortest first.
fn forms(m: Move) -> Vec<String> {
    if let Some(side) = m.castling_side() {
        return vec![if side.is_king_side() { "00" } else { "000" }.to_owned()];
    }
    let Some(from) = m.from() else { return Vec::new() };
    let (file, rank) = (from.file().upper_char(), from.rank().char());
    let to = m.to().to_string().to_ascii_uppercase();
    if m.role() != Role::Pawn {
        let man = m.role().upper_char();
        return vec![
            format!("{man}{to}"),
            format!("{man}{file}{to}"),
            format!("{man}{rank}{to}"),
            format!("{man}{file}{rank}{to}"),
        ];
    }
    let mut tail = to;
    tail.extend(m.promotion().map(Role::upper_char));
    if m.is_en_passant() {
        tail.push('E');
    }
    let mut forms = vec![format!("{file}{tail}"), format!("{file}{rank}{tail}"), format!("P{file}{tail}")];
    if !m.is_capture() {
        forms.insert(0, tail.clone());
        forms.push(format!("P{tail}"));
    }
    forms
}

/// Upper case and short forms are standard; others are lenient.
fn habit(parts: &Parts) -> Habit {
    // The program did not require the full origin of a pawn.
    let whole = parts.role.is_none() && parts.from_rank.is_some();
    if parts.case == LetterCase::Upper && !whole { Habit::Plain } else { Habit::Lenient }
}

fn as_man(parts: Parts, peeled: &Peeled<'_>, side: Color, senses: &mut Senses) {
    let Some(role) = parts.role else { return };
    if role == Role::Pawn {
        return as_pawn(parts, peeled, side, senses);
    }
    if parts.promotion.is_none() && !parts.suffix_e && !peeled.en_passant && parts.to_rank.is_some() {
        senses.push(sense(parts.displacement(Roles::only(role)), peeled.mark, habit(&parts)));
    }
}

fn as_pawn(parts: Parts, peeled: &Peeled<'_>, side: Color, senses: &mut Senses) {
    if !parts.promotion_is_possible(side) || parts.to_rank.is_none() {
        return;
    }
    let mut displacement = parts.displacement(Roles::only(Role::Pawn));
    displacement.en_passant = peeled.en_passant || parts.suffix_e;
    match parts.from_file {
        // `B2B4`: a pawn may have its rank of origin although it moves straight on.
        Some(from) if from == parts.to_file && (parts.from_rank.is_some() || parts.role.is_some()) => {
            displacement.capture = Capture::Quiet;
        }
        Some(from) if from.distance(parts.to_file) == 1 => displacement.capture = TAKES,
        Some(_) => return,
        None if parts.between == Between::Nothing => displacement.capture = Capture::Quiet,
        None => {}
    }
    senses.push(sense(displacement, peeled.mark, habit(&parts)));
}
