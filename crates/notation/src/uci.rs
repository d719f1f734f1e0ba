//! The moves of the Universal Chess Interface: `e2e4`, `e1g1`, `e7e8q`.
//!
//! Source: the UCI protocol (Meyer-Kahlen, 2004), "Move format".

use shakmaty::{Chess, Color, Move, Position};

use crate::pass::castling_mode;

use super::algebraic::sense;
use super::coordinates::{Coordinates, squares_of, with_castling};
use super::{Family, Habit, Notation, Senses};
use crate::lineage::Lineage;
use crate::skeleton::{Displacement, Mark, Promotion, Roles};
use shakmaty::{Bitboard, Role, Square};

/// UCI moves; other coordinates are read leniently.
#[derive(Debug)]
pub struct Uci;

impl Notation for Uci {
    fn name(&self) -> &'static str {
        "uci"
    }

    fn family(&self) -> Family {
        Family::Squares
    }

    fn title(&self) -> &'static str {
        "UCI: e2e4 e1g1 e7e8q"
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        if let Some(senses) = strict(text.as_bytes(), side) {
            return senses;
        }
        let mut senses = Coordinates.read(text, side);
        senses.iter_mut().for_each(|sense| sense.habit = Habit::Lenient);
        senses
    }

    fn signs(&self) -> String {
        "abcdefgh12345678".to_owned()
    }

    fn may_contain(&self, word: &str) -> bool {
        Coordinates.may_contain(word)
    }

    fn write(&self, position: &Chess, _: &Lineage, m: Move) -> Option<String> {
        let (from, to) = match m {
            Move::Castle { king, rook } if castling_mode(position).is_chess960() => (king, rook),
            _ => squares_of(position.turn(), m)?,
        };
        let mut text = format!("{from}{to}");
        text.extend(m.promotion().map(Role::char));
        Some(text)
    }
}

fn strict(text: &[u8], side: Color) -> Option<Senses> {
    let (squares, rest) = text.split_at_checked(4)?;
    let (from, to) = squares.split_at(2);
    let (from, to) = (Square::from_ascii(from).ok()?, Square::from_ascii(to).ok()?);
    let promotion = match rest {
        [] => None,
        [letter @ (b'n' | b'b' | b'r' | b'q')] => Role::from_char(char::from(*letter)),
        _ => return None,
    };
    if from == to || !text.iter().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
        return None;
    }
    let displacement = Displacement {
        from: Bitboard::from_square(from),
        to: Bitboard::from_square(to),
        roles: promotion.map_or(Roles::ANY, |_| Roles::only(Role::Pawn)),
        promotion: promotion.map_or(Promotion::Unstated, Promotion::To),
        ..Displacement::ANY
    };
    Some(if promotion.is_some() {
        Senses::from_iter([sense(displacement, Mark::None, Habit::Plain)])
    } else {
        with_castling(displacement, Mark::None, side, from, to)
    })
}
