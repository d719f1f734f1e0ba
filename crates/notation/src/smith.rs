//! Smith notation: both squares, the captured piece, the promotion piece: `e2e4`, `e4d5p`, `e1g1c`, `e7d8qQ`.
//!
//! Captured pieces are in lower case (`p n b r q`), `E` is an en passant capture, `c` and `C` castle on the
//! king's and the queen's side, and upper case is a promotion. A move can be taken back from its text alone.
//!
//! Source: "Smith Notation", the notation of Warren D. Smith as the Internet Chess Club describes it for its viewer
//! (<http://www.chessclub.com/chessviewer/smith.html>).

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square};

use super::algebraic::{castling_by_king, sense};
use super::coordinates::squares_of;
use super::scan::{kept_of_word, peel};
use super::{Family, Habit, Notation, Sense, Senses};
use crate::lineage::Lineage;
use crate::skeleton::{Capture, Displacement, Promotion, Roles, Skeleton, Victim};

/// Smith notation.
#[derive(Debug)]
pub struct Smith;

impl Notation for Smith {
    fn name(&self) -> &'static str {
        "smith"
    }

    fn family(&self) -> Family {
        Family::Squares
    }

    fn title(&self) -> &'static str {
        "Smith: e2e4 e4d5p e1g1c e7d8qQ, the man that is taken behind the squares"
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        let peeled = peel(text);
        let Some((squares, rest)) = peeled.core.as_bytes().split_at_checked(4) else { return Senses::new() };
        let (from, to) = squares.split_at(2);
        let (Ok(from), Ok(to)) = (Square::from_ascii(from), Square::from_ascii(to)) else {
            return Senses::new();
        };
        if from == to || !squares.iter().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
            return Senses::new();
        }
        if let [wing @ (b'c' | b'C')] = rest {
            let wing = CastlingSide::from_king_side(*wing == b'c');
            let castle =
                (castling_by_king(side, from, to) == Some(wing)).then_some(Skeleton::castle(Some(wing)));
            return castle.into_iter().map(|castle| Sense::from(castle.marked(peeled.mark))).collect();
        }
        let (capture, en_passant, rest) = match rest {
            [b'E', rest @ ..] => (takes(Role::Pawn), true, rest),
            [letter @ (b'p' | b'n' | b'b' | b'r' | b'q'), rest @ ..] => {
                (Role::from_char(char::from(*letter)).map_or(Capture::Quiet, takes), false, rest)
            }
            _ => (Capture::Quiet, false, rest),
        };
        let promotion = match rest {
            [] => None,
            [letter @ (b'N' | b'B' | b'R' | b'Q')] => Role::from_char(char::from(*letter)),
            _ => return Senses::new(),
        };
        let pawn = promotion.is_some() || en_passant;
        let displacement = Displacement {
            from: Bitboard::from_square(from),
            to: Bitboard::from_square(to),
            roles: if pawn { Roles::only(Role::Pawn) } else { Roles::ANY },
            promotion: promotion.map_or(Promotion::Unstated, Promotion::To),
            capture,
            en_passant,
            ..Displacement::ANY
        };
        let mut senses = Senses::from_iter([sense(displacement, peeled.mark, Habit::Plain)]);
        // Castling without its letter.
        if let Some(wing) =
            castling_by_king(side, from, to).filter(|_| rest.is_empty() && capture == Capture::Quiet)
        {
            let castle = Skeleton::castle(Some(wing)).marked(peeled.mark);
            senses.push(Sense { skeleton: castle, habit: Habit::Lenient });
        }
        senses
    }

    fn signs(&self) -> String {
        "abcdefgh12345678pnbrqNBRQEC".to_owned()
    }

    fn may_contain(&self, word: &str) -> bool {
        kept_of_word(word).is_none()
    }

    fn write(&self, position: &Chess, _: &Lineage, m: Move) -> Option<String> {
        let (from, to) = squares_of(position.turn(), m)?;
        let mut text = format!("{from}{to}");
        match (m.castling_side(), m.capture()) {
            (Some(wing), _) => text.push(if wing.is_king_side() { 'c' } else { 'C' }),
            _ if m.is_en_passant() => text.push('E'),
            (None, Some(role)) => text.push(role.char()),
            (None, None) => {}
        }
        text.extend(m.promotion().map(Role::upper_char));
        Some(text)
    }
}

/// The capture of a piece with this role.
fn takes(role: Role) -> Capture {
    Capture::Takes(Victim { roles: Roles::only(role), ..Victim::ANY })
}
