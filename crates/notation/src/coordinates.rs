//! Two squares and nothing else: `e2-e4`, `E2E4`, `e7e8q`. Captures need not be marked.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, File, Move, Role, Square};

use super::algebraic::{Alphabet, Between, Parts, castles, castling, castling_by_king, sense};
use super::scan::{Peeled, peel};
use super::{Family, Habit, Notation, Sense, Senses};
use crate::lineage::Lineage;
use crate::skeleton::{Capture, Displacement, Mark, Promotion, Roles, Skeleton};

/// Coordinates with or without a dash.
#[derive(Debug)]
pub struct Coordinates;

static LETTERS: Alphabet = Alphabet::new(["", "N", "B", "R", "Q", "K"], &[("Kt", Role::Knight)]);

impl Notation for Coordinates {
    fn name(&self) -> &'static str {
        "coordinates"
    }

    fn family(&self) -> Family {
        Family::Squares
    }

    fn title(&self) -> &'static str {
        "coordinates: e2-e4 E2E4 e7-e8Q, captures marked or not"
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        let peeled = peel(text);
        if let Some(wing) = castling(peeled.core) {
            return castles(wing, peeled.mark);
        }
        LETTERS.cut(peeled.core).map_or_else(Senses::new, |tokens| {
            let (_, parts) = Parts::both(&tokens);
            parts.map_or_else(Senses::new, |parts| meanings(parts, &peeled, side))
        })
    }

    fn signs(&self) -> String {
        "abcdefgh12345678".to_owned()
    }

    fn may_contain(&self, word: &str) -> bool {
        LETTERS.may_contain(word)
    }

    fn write(&self, _: &Chess, _: &Lineage, m: Move) -> Option<String> {
        if let Some(side) = m.castling_side() {
            return Some(if side.is_king_side() { "O-O" } else { "O-O-O" }.to_owned());
        }
        let mut text = format!("{}-{}", m.from()?, m.to());
        text.extend(m.promotion().map(Role::upper_char));
        Some(text)
    }
}

/// The senses of two complete squares; none if `parts` has less or more.
pub(super) fn meanings(parts: Parts, peeled: &Peeled<'_>, side: Color) -> Senses {
    let (Some(from), Some(to), None) = (parts.from_square(), parts.to_square(), parts.role) else {
        return Senses::new();
    };
    if from == to || parts.suffix_e || !parts.promotion_is_possible(side) {
        return Senses::new();
    }
    let mut displacement = parts.displacement(match parts.promotion {
        Some(_) => Roles::only(Role::Pawn),
        None => Roles::ANY,
    });
    displacement.en_passant = peeled.en_passant;
    // `E2:E4`: some programs write a colon between any two squares.
    let colon = peeled.core.contains(':') && parts.between == Between::Take;
    let quiet = colon.then_some(Displacement { capture: Capture::Unstated, ..displacement });
    let mut senses = with_castling(displacement, peeled.mark, side, from, to);
    senses.extend(quiet.map(|quiet| sense(quiet, peeled.mark, Habit::Lenient)));
    senses
}

/// The displacement, and castling if it is a king's move of that kind.
pub(super) fn with_castling(
    displacement: Displacement,
    mark: Mark,
    side: Color,
    from: Square,
    to: Square,
) -> Senses {
    let mut senses = Senses::from_iter([sense(displacement, mark, Habit::Plain)]);
    if displacement.promotion == Promotion::Unstated
        && let Some(wing) = castling_by_king(side, from, to)
    {
        senses.push(Sense::from(Skeleton::castle(Some(wing)).marked(mark)));
    }
    senses
}

/// The meanings of a text that names two squares, and perhaps what a pawn becomes.
pub(super) fn between(
    peeled: &Peeled<'_>,
    side: Color,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Senses {
    let displacement = Displacement {
        from: Bitboard::from_square(from),
        to: Bitboard::from_square(to),
        roles: promotion.map_or(Roles::ANY, |_| Roles::only(Role::Pawn)),
        promotion: promotion.map_or(Promotion::Unstated, Promotion::To),
        en_passant: peeled.en_passant,
        ..Displacement::ANY
    };
    match promotion {
        Some(_) => Senses::from_iter([sense(displacement, peeled.mark, Habit::Plain)]),
        None => with_castling(displacement, peeled.mark, side, from, to),
    }
}

/// The squares of `m`: for castling, those of the king, or where king or rook stand on unusual squares, those of the king
/// and of the rook that he takes.
pub(super) fn squares_of(mover: Color, m: Move) -> Option<(Square, Square)> {
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            let rook_home =
                Square::from_coords(if side.is_king_side() { File::H } else { File::A }, king.rank());
            let usual = king == mover.fold_wb(Square::E1, Square::E8) && rook == rook_home;
            Some(if usual { (king, side.king_to(mover)) } else { (king, rook) })
        }
        _ => Some((m.from()?, m.to())),
    }
}
