//! Why nobody can play from a position, in words that name the side and the squares.

use shakmaty::{Bitboard, Board, Color, PositionErrorKinds, Role};

use super::words::color_name as side;

/// What is wrong with a position, in words: everything that `kinds` tells of these men, `turn` being to move.
///
/// ```
/// use scorebook_core::faults::faults;
/// use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
/// let setup = "8/8/8/8/8/8/8/K7 w - - 0 1".parse::<Fen>().unwrap().into_setup();
/// let error = setup.clone().position::<Chess>(CastlingMode::Standard).unwrap_err();
/// assert_eq!(faults(&setup.board, setup.turn, error.kinds()), "missing king: Black has no king");
/// ```
#[must_use]
pub fn faults(board: &Board, turn: Color, kinds: PositionErrorKinds) -> String {
    if kinds.contains(PositionErrorKinds::EMPTY_BOARD) {
        return String::from("no man stands on the board");
    }
    let mut told = Vec::new();
    let kings = |color: Color| board.by_piece(Role::King.of(color)).count();
    if kinds.contains(PositionErrorKinds::MISSING_KING) {
        told.push(missing_king(board));
    }
    if kinds.contains(PositionErrorKinds::TOO_MANY_KINGS) {
        for color in Color::ALL.into_iter().filter(|&color| kings(color) > 1) {
            told.push(format!("{} has {} kings", side(color), kings(color)));
        }
    }
    if kinds.contains(PositionErrorKinds::PAWNS_ON_BACKRANK) {
        let pawns: Vec<String> =
            (board.pawns() & Bitboard::BACKRANKS).into_iter().map(|square| square.to_string()).collect();
        told.push(format!("a pawn stands on the first or last rank ({})", pawns.join(", ")));
    }
    for (kind, words) in [
        (
            PositionErrorKinds::OPPOSITE_CHECK,
            format!("{} is in check, and not to move: {} would take the king", side(!turn), side(turn)),
        ),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, String::from("no move can have given this check")),
        (
            PositionErrorKinds::TOO_MUCH_MATERIAL,
            String::from("a side has more men of a kind than a game can give it"),
        ),
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            String::from("rights to castle that king and rooks do not allow"),
        ),
        (PositionErrorKinds::INVALID_EP_SQUARE, String::from("no pawn can be taken en passant there")),
        (PositionErrorKinds::VARIANT, String::from("the rules of the variant do not allow it")),
    ] {
        if kinds.contains(kind) {
            told.push(words);
        }
    }
    if told.is_empty() { String::from("nobody can play from it") } else { told.join("; ") }
}

/// Whose king is missing, in words.
#[must_use]
pub fn missing_king(board: &Board) -> String {
    let without = |color: Color| board.by_piece(Role::King.of(color)).is_empty();
    match (without(Color::White), without(Color::Black)) {
        (true, false) => String::from("missing king: White has no king"),
        (false, true) => String::from("missing king: Black has no king"),
        // A variant may have a side without a king.
        _ => String::from("missing king: neither side has a king"),
    }
}
