//! The input and listings of the program Turbo Chess: entries `E2E4 NF3 E4 KG1 QE8`, listing `Qd1-h5 Pe2-e4`.
//!
//! The king's two steps are castling. `QE8` is a queen's move to e8 or a promotion there, `NE8` a knight's or a promotion to one; if both
//! are possible, the text is ambiguous.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role};

use super::algebraic::{Alphabet, LetterCase, Parts, castles, castling, sense};
use super::coordinates;
use super::scan::{Peeled, peel};
use super::shortest::first_alone;
use super::{Habit, Notation, Sense, Senses};
use crate::lineage::Lineage;
use crate::skeleton::{Displacement, Promotion, Roles, Skeleton};

/// Turbo Chess entries and listings.
#[derive(Debug)]
pub struct Turbo;

static LETTERS: Alphabet = Alphabet::new(["P", "N", "B", "R", "Q", "K"], &[]);

impl Notation for Turbo {
    fn name(&self) -> &'static str {
        "turbo"
    }

    fn title(&self) -> &'static str {
        "Turbo Chess: E2E4 NF3 E4 KG1 (castles) QE8 NE8 (a pawn becomes one), listing Qd1-h5 Pe2-e4"
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        let peeled = peel(text);
        if let Some(wing) = castling(peeled.core) {
            return castles(wing, peeled.mark);
        }
        let Some(tokens) = LETTERS.cut(peeled.core) else { return Senses::new() };
        let (man, file) = Parts::both(&tokens);
        // Two squares, even if the first letter is a B.
        match (man, file) {
            (_, Some(file)) if file.from_square().is_some() => coordinates::meanings(file, &peeled, side),
            (Some(man), None) => as_man(man, &peeled, side),
            (None, Some(file)) => as_pawn(file, &peeled, side),
            (Some(man), Some(file)) => {
                let mut senses = as_man(man, &peeled, side);
                senses.extend(as_pawn(file, &peeled, side));
                senses
            }
            (None, None) => Senses::new(),
        }
    }

    fn signs(&self) -> String {
        LETTERS.signs().to_ascii_uppercase() + "0"
    }

    fn may_contain(&self, word: &str) -> bool {
        LETTERS.may_contain(word)
    }

    fn write(&self, position: &Chess, lineage: &Lineage, m: Move) -> Option<String> {
        let turn = position.turn();
        let (from, to) = coordinates::squares_of(turn, m)?;
        let to = to.to_string().to_ascii_uppercase();
        let squares = format!("{}{to}", from.to_string().to_ascii_uppercase());
        let role = position.board().role_at(from)?;
        let forms = match m.promotion() {
            Some(role) => {
                vec![format!("{}{to}", role.upper_char()), format!("{squares}{}", role.upper_char())]
            }
            None if role != Role::Pawn => vec![format!("{}{to}", role.upper_char()), squares],
            None if m.is_capture() => vec![squares],
            None => vec![to, squares],
        };
        first_alone(position, lineage, m, forms, |form| self.read(form, turn))
    }
}

fn as_man(parts: Parts, peeled: &Peeled<'_>, side: Color) -> Senses {
    let mut senses = Senses::new();
    let Some(role) = parts.role else { return senses };
    let Some(to) = parts.to_square() else { return senses };
    let listed = parts.from_square().is_some();
    let short = parts.from_file.is_none() && parts.from_rank.is_none();
    let misfit = role != Role::Pawn && (parts.promotion.is_some() || peeled.en_passant);
    if !(listed || short) || parts.suffix_e || misfit || !parts.promotion_is_possible(side) {
        return senses;
    }
    // Entries are upper case; listings have the usual case.
    let as_printed = if listed { LetterCase::Proper } else { LetterCase::Upper };
    let habit = if parts.case == as_printed { Habit::Plain } else { Habit::Lenient };
    let mut displacement = parts.displacement(Roles::only(role));
    displacement.en_passant = peeled.en_passant;
    senses.push(sense(displacement, peeled.mark, habit));
    match role {
        Role::King => {
            let castle = CastlingSide::ALL.into_iter().find(|wing| wing.king_to(side) == to);
            let home =
                parts.from_square().is_none_or(|from| from == side.fold_wb(KING, KING.flip_vertical()));
            senses.extend(castle.filter(|_| home).map(|wing| {
                let skeleton = Skeleton::castle(Some(wing)).marked(peeled.mark);
                Sense { skeleton, habit }
            }));
        }
        // `NE8`: the manual names the man that a pawn becomes, as it names one that moves there.
        Role::Queen | Role::Rook | Role::Bishop | Role::Knight if short && parts.on_last_rank(side) => {
            let becomes = Displacement {
                roles: Roles::only(Role::Pawn),
                to: Bitboard::from_square(to),
                promotion: Promotion::To(role),
                capture: displacement.capture,
                ..Displacement::ANY
            };
            senses.push(sense(becomes, peeled.mark, habit));
        }
        _ => {}
    }
    senses
}

/// White king's starting square.
const KING: shakmaty::Square = shakmaty::Square::E1;

/// A single square: a pawn moves or captures there.
fn as_pawn(parts: Parts, peeled: &Peeled<'_>, side: Color) -> Senses {
    let mut senses = Senses::new();
    let alone = parts.from_file.is_none() && parts.from_rank.is_none() && parts.to_rank.is_some();
    if alone && !parts.suffix_e && parts.promotion_is_possible(side) {
        let habit = if parts.case == LetterCase::Upper { Habit::Plain } else { Habit::Lenient };
        let mut displacement = parts.displacement(Roles::only(Role::Pawn));
        displacement.en_passant = peeled.en_passant;
        senses.push(sense(displacement, peeled.mark, habit));
    }
    senses
}
