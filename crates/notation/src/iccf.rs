//! ICCF numeric notation: file and rank of both squares as digits, `5254` for e2-e4, `5171` for
//! castling, a fifth digit for a promotion (1 queen, 2 rook, 3 bishop, 4 knight).
//!
//! Source: ICCF, "ICCF numeric notation" in the rules of play for postal chess.

use shakmaty::{Chess, Color, File, Move, Position, Rank, Role, Square};

use super::coordinates::{between, squares_of};
use super::scan::{is_blank, is_dash, kept_of_word, peel};
use super::{Family, Notation, Senses};
use crate::lineage::Lineage;

/// ICCF numeric notation.
#[derive(Debug)]
pub struct Iccf;

/// The promotion piece by the fifth digit.
const PROMOTED: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Notation for Iccf {
    fn name(&self) -> &'static str {
        "iccf"
    }

    fn family(&self) -> Family {
        Family::Squares
    }

    fn title(&self) -> &'static str {
        "ICCF numeric: 5254 7163 5171 57581"
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        let peeled = peel(text);
        read_digits(peeled.core)
            .map_or_else(Senses::new, |(from, to, promotion)| between(&peeled, side, from, to, promotion))
    }

    fn signs(&self) -> String {
        "12345678".to_owned()
    }

    fn may_contain(&self, word: &str) -> bool {
        kept_of_word(word).is_none()
    }

    fn write(&self, position: &Chess, _: &Lineage, m: Move) -> Option<String> {
        let (from, to) = squares_of(position.turn(), m)?;
        let mut text = String::with_capacity(5);
        for square in [from, to] {
            text.extend([digit(u32::from(square.file())), digit(u32::from(square.rank()))]);
        }
        if let Some(role) = m.promotion() {
            let place = PROMOTED.iter().position(|&promoted| promoted == role)?;
            text.push(digit(u32::try_from(place).ok()?));
        }
        Some(text)
    }
}

/// The digit for `index` (from 0), counted from 1.
fn digit(index: u32) -> char {
    char::from_digit(index + 1, 10).unwrap_or('?')
}

fn read_digits(core: &str) -> Option<(Square, Square, Option<Role>)> {
    let mut digits = core.chars().filter(|&c| !is_blank(c) && !is_dash(c)).map(|c| c.to_digit(10));
    let mut square = || {
        let file = digits.next()??.checked_sub(1).filter(|&f| f < 8)?;
        let rank = digits.next()??.checked_sub(1).filter(|&r| r < 8)?;
        Some(Square::from_coords(File::new(file), Rank::new(rank)))
    };
    let (from, to) = (square()?, square()?);
    let promotion = match digits.next() {
        None => None,
        Some(digit) => Some(*PROMOTED.get(usize::try_from(digit?.checked_sub(1)?).ok()?)?),
    };
    (digits.next().is_none() && from != to).then_some((from, to, promotion))
}
