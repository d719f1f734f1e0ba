//! Squares as numbers from 1 (a1) to 64 (h8), rank by rank, as early programs printed them: `13-29` for e2-e4, `5-7` for castling,
//! `53-61Q` for a promotion.

use shakmaty::{Chess, Color, Move, Position, Role, Square};

use super::coordinates::{between, squares_of};
use super::scan::{is_blank, is_dash, peel};
use super::{Family, Notation, Senses};
use crate::lineage::Lineage;

/// Squares as numbers from 1 to 64.
#[derive(Debug)]
pub struct Decimal;

impl Notation for Decimal {
    fn name(&self) -> &'static str {
        "decimal"
    }

    fn family(&self) -> Family {
        Family::Squares
    }

    fn title(&self) -> &'static str {
        "squares as numbers, 1 for a1 to 64 for h8: 13-29 53-61Q"
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        let peeled = peel(text);
        numbers(peeled.core)
            .map_or_else(Senses::new, |(from, to, promotion)| between(&peeled, side, from, to, promotion))
    }

    fn signs(&self) -> String {
        "0123456789-".to_owned()
    }

    fn write(&self, position: &Chess, _: &Lineage, m: Move) -> Option<String> {
        let (from, to) = squares_of(position.turn(), m)?;
        let promotion = m.promotion().map_or_else(String::new, |role| role.upper_char().to_string());
        Some(format!("{}-{}{promotion}", number(from), number(to)))
    }

    /// Two numbers and a dash are scores, dates and pages as well: the record, or who asks, must say so.
    fn guessable(&self) -> bool {
        false
    }
}

/// The number of a square.
fn number(square: Square) -> u32 {
    u32::from(square) + 1
}

/// The squares of a text and what is promoted to. The numbers stand apart, by a dash or a blank.
fn numbers(core: &str) -> Option<(Square, Square, Option<Role>)> {
    let promotion = core.chars().next_back().and_then(|c| Role::from_char(c.to_ascii_lowercase()));
    let core = if promotion.is_some() { core[..core.len() - 1].trim_end_matches('=') } else { core };
    let mut numbers = core.split(|c| is_blank(c) || is_dash(c)).filter(|number| !number.is_empty());
    let mut square = || {
        let number: u32 = numbers.next().filter(|number| number.len() < 3)?.parse().ok()?;
        Some(Square::new(number.checked_sub(1).filter(|&index| index < 64)?))
    };
    let (from, to) = (square()?, square()?);
    let officer = promotion.is_none_or(|role| !matches!(role, Role::Pawn | Role::King));
    (numbers.next().is_none() && from != to && officer).then_some((from, to, promotion))
}
