//! The four octal digits of [`scorebook_core::international`] as a notation: `1434` for e2-e4, `6655` for g7-f8=Q.

use shakmaty::{Bitboard, CastlingMode, Chess, Color, Move, Position, Rank, Role, Square};

use super::algebraic::sense;
use super::coordinates::{squares_of, with_castling};
use super::scan::{is_blank, is_dash, kept_of_word, peel};
use super::{Family, Habit, Notation, Senses};
use crate::lineage::Lineage;
use crate::skeleton::{Displacement, Promotion, Roles};
use scorebook_core::international::Digits;

/// Four octal digits: rank and file of both squares, from 0.
#[derive(Debug)]
pub struct International;

/// The promotion piece by the digit that replaces the second rank.
const PROMOTED: [(u32, Role); 4] = [(2, Role::Knight), (3, Role::Bishop), (4, Role::Rook), (5, Role::Queen)];

impl Notation for International {
    fn name(&self) -> &'static str {
        "international"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["octal"]
    }

    fn family(&self) -> Family {
        Family::Squares
    }

    fn title(&self) -> &'static str {
        "international, four octal digits: 1434 6655"
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        // `14 34`: the squares may stand apart.
        let core: String = peel(text).core.chars().filter(|&c| !is_blank(c) && !is_dash(c)).collect();
        let Ok(digits) = core.parse::<Digits>() else { return Senses::new() };
        if digits.is_null() || digits.from() == digits.second() {
            return Senses::new();
        }
        let (from, second) = (digits.from(), digits.second());
        let plain = Displacement {
            from: Bitboard::from_square(from),
            to: Bitboard::from_square(second),
            ..Displacement::ANY
        };
        let mut senses = with_castling(plain, crate::skeleton::Mark::None, side, from, second);
        // A pawn on its seventh rank moves to the eighth; the digit is the promotion piece.
        if from.rank() == side.fold_wb(Rank::Seventh, Rank::Second)
            && let Some(&(_, role)) = PROMOTED.iter().find(|(digit, _)| *digit == u32::from(second.rank()))
        {
            let to = Square::from_coords(second.file(), side.fold_wb(Rank::Eighth, Rank::First));
            let promotes = Displacement {
                roles: Roles::only(Role::Pawn),
                from: Bitboard::from_square(from),
                to: Bitboard::from_square(to),
                promotion: Promotion::To(role),
                ..Displacement::ANY
            };
            senses.push(sense(promotes, crate::skeleton::Mark::None, Habit::Plain));
        }
        senses
    }

    fn signs(&self) -> String {
        "01234567".to_owned()
    }

    fn may_contain(&self, word: &str) -> bool {
        kept_of_word(word).is_none()
    }

    fn write(&self, position: &Chess, _: &Lineage, m: Move) -> Option<String> {
        squares_of(position.turn(), m)?;
        Digits::of(m, CastlingMode::Standard).map(|digits| digits.to_string())
    }
}
