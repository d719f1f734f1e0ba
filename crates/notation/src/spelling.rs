//! SAN for findings, including illegal moves.

use crate::pass::is_null;
use shakmaty::{CastlingSide, Chess, Move, Position, Role, san::SanPlus};

/// A null move.
pub const NULL: &str = "--";

/// The move in SAN with its check mark; an illegal move in long form, which needs no disambiguation.
///
/// ```
/// use scorebook_notation::spelling::san;
/// use shakmaty::{Chess, Move, Role, Square};
/// let position = Chess::default();
/// let m = Move::Normal { role: Role::Knight, from: Square::G1, to: Square::F3, capture: None, promotion: None };
/// assert_eq!(san(&position, m), "Nf3");
/// ```
#[must_use]
pub fn san(position: &Chess, m: Move) -> String {
    if is_null(m) {
        return NULL.to_owned();
    }
    let takes_king = m.capture() == Some(Role::King);
    if !takes_king && position.is_legal(m) {
        SanPlus::from_move(position.clone(), m).to_string()
    } else {
        long(m)
    }
}

/// The move with both squares, for messages about several positions.
#[must_use]
pub fn long(m: Move) -> String {
    if is_null(m) {
        return NULL.to_owned();
    }
    if let Some(side) = m.castling_side() {
        return if side == CastlingSide::KingSide { "O-O" } else { "O-O-O" }.to_owned();
    }
    let letter = match m.role() {
        shakmaty::Role::Pawn => String::new(),
        role => role.upper_char().to_string(),
    };
    let from = m.from().map(|square| square.to_string()).unwrap_or_default();
    let sign = if m.is_capture() { "x" } else { "" };
    let promotion = m.promotion().map(|role| format!("={}", role.upper_char())).unwrap_or_default();
    format!("{letter}{from}{sign}{}{promotion}", m.to())
}
