//! Whether a man must have been promoted.

use shakmaty::{Bitboard, Role, Square};

use super::{
    case::{Case, list, noun, side},
    mobility::Mobility,
    premises::{Premises, StartKind},
};

/// Why the man on `square` was promoted in every game, if no such man of the array can have come there: in words. None for a pawn, a
/// king, an empty square, and where a man of the array can have come.
///
/// ```
/// use scorebook_retro::{Case, Premises, promoted};
/// use shakmaty::Square;
/// // Both bishops are shut in at home, so that the one on a5 was a pawn.
/// let case = Case::from_fen("rnbqkbnr/1ppppppp/8/B7/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
/// assert!(promoted(&Premises::default(), &case, Square::A5).is_some());
/// assert!(promoted(&Premises::default(), &case, Square::B1).is_none());
/// ```
#[must_use]
pub fn promoted(premises: &Premises, case: &Case, square: Square) -> Option<String> {
    let piece = case.board.piece_at(square)?;
    if matches!(piece.role, Role::Pawn | Role::King) || premises.kind != StartKind::Standard {
        return None;
    }
    let mobility = Mobility::new(premises, case);
    if mobility.steady.contains(square) {
        return None;
    }
    let homes = premises.array.by_piece(piece);
    let region = mobility.region(piece, square, Bitboard::FULL);
    let can = homes & region & !mobility.steady;
    if can.any() {
        return None;
    }
    let who = format!("{}'s {}", side(piece.color), noun(piece.role));
    let still = homes & mobility.steady;
    Some(match still.any() && still == homes {
        true => format!("{who}s of the array never moved from {}", list(homes)),
        false => format!("no way leads to {square} from {}, where {who}s begin", list(homes)),
    })
}
