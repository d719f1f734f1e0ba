//! Positions before a last move that was a double step or gave check, the likely ones first, so that few are
//! examined.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::{
    case::{Case, forward, rank},
    start::without_claims,
};

/// Captured pieces in the order in which they are tried, and how many of them a side begins with.
const TAKEN: [(Role, usize); 5] =
    [(Role::Knight, 2), (Role::Bishop, 2), (Role::Pawn, 8), (Role::Rook, 2), (Role::Queen, 1)];

/// Whether `suits` holds for one of the likely positions before the only checking piece moved to its square. No king
/// is in check in any of them.
pub(super) fn before_check(case: &Case, checkers: Bitboard, suits: &mut impl FnMut(&Case) -> bool) -> bool {
    let quiet = |before: &Case| Color::ALL.into_iter().all(|color| !before.in_check(color));
    let (Some(square), Some(king)) = (checkers.single_square(), case.board.king_of(case.turn)) else {
        return false;
    };
    let Some(piece) = case.board.piece_at(square) else { return false };
    let occupied = case.board.occupied();
    let (stepped, took) = if piece.role == Role::Pawn {
        let back = forward(!piece.color, square).map_or(Bitboard::EMPTY, Bitboard::from);
        (back, attacks::pawn_attacks(!piece.color, square))
    } else {
        let from = attacks::attacks(square, piece, occupied);
        (from & !attacks::attacks(king, piece, occupied), from)
    };
    let free = if piece.role == Role::Pawn { !occupied & !Bitboard::BACKRANKS } else { !occupied };
    let before = |from: Square| {
        let mut before = Case { turn: !case.turn, ..case.clone() };
        before.board.discard_piece_at(square);
        before.board.set_piece_at(from, piece);
        before
    };
    if (stepped & free).into_iter().map(before).find(quiet).is_some_and(|before| suits(&before)) {
        return true;
    }
    let taken = TAKEN.into_iter().filter(|&(role, most)| case.men(case.turn, role).count() < most);
    let with_taken = |(role, _): (Role, usize)| {
        (took & free).into_iter().map(before).find_map(|mut before| {
            before.board.set_piece_at(square, role.of(case.turn));
            quiet(&before).then_some(before)
        })
    };
    taken.filter_map(with_taken).any(|before| suits(&before))
}

/// The position before the double step that an en passant square claims; none if the squares are
/// not such.
pub(super) fn before_leap(case: &Case, ep: Square) -> Option<Case> {
    let mover = !case.turn;
    let (pawn, home) = (forward(mover, ep)?, forward(!mover, ep)?);
    let leapt = ep.rank() == rank(mover, 3)
        && case.men(mover, Role::Pawn).contains(pawn)
        && (Bitboard::from(ep) | Bitboard::from(home)).is_disjoint(case.board.occupied());
    let mut before = without_claims(case);
    before.castling = case.castling;
    before.turn = mover;
    before.board.discard_piece_at(pawn);
    before.board.set_piece_at(home, mover.pawn());
    leapt.then_some(before)
}
