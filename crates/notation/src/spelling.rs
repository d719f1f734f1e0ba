//! SAN for findings, including illegal moves.

use crate::pass::is_null;
use shakmaty::{Chess, Move, Position, Role, san::SanPlus};

pub use scorebook_core::pseudo::{NULL, long};

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
