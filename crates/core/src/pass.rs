//! Null moves: a side passes. They are common in notes and in files of programs; no real game has one.
//!
//! shakmaty has no such move. Here it is the king that stays where it is, which no legal move is.

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, Role};

/// The null move of the side to move; `None` in check, where passing would leave the king to be taken.
///
/// ```
/// use scorebook_core::pass::{Passing, is_null, null_move};
/// use shakmaty::{Chess, Color, Position};
/// let mut position = Chess::default();
/// let pass = null_move(&position).unwrap();
/// assert!(is_null(pass));
/// position.play_or_pass(pass);
/// assert_eq!(position.turn(), Color::Black);
/// assert!(position.castles().has(Color::White, shakmaty::CastlingSide::KingSide));
/// ```
#[must_use]
pub fn null_move(position: &Chess) -> Option<Move> {
    let king = position.board().king_of(position.turn())?;
    let passes = !position.is_check();
    passes.then_some(Move::Normal { role: Role::King, from: king, capture: None, to: king, promotion: None })
}

/// Whether a move is a null move.
#[must_use]
pub fn is_null(m: Move) -> bool {
    matches!(m, Move::Normal { from, to, .. } if from == to)
}

/// Playing moves that may be null.
pub trait Passing {
    /// Plays a legal move, or passes.
    fn play_or_pass(&mut self, m: Move);
}

impl Passing for Chess {
    fn play_or_pass(&mut self, m: Move) {
        if !is_null(m) {
            self.play_unchecked(m);
            return;
        }
        let mut setup = self.to_setup(EnPassantMode::Always);
        setup.ep_square = None;
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        if setup.turn.is_black() {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.turn = !setup.turn;
        if let Ok(passed) = setup.position(castling_mode(self)) {
            *self = passed;
        }
    }
}

/// A move in UCI; `0000` is the null move.
#[must_use]
pub fn uci(m: Move, mode: CastlingMode) -> String {
    if is_null(m) { "0000".to_owned() } else { UciMove::from_move(m, mode).to_string() }
}

/// How the moves of a game from this position are written in UCI: in Chess960, castling is the king taking his rook.
#[must_use]
pub fn castling_mode(position: &Chess) -> CastlingMode {
    position.castles().mode()
}
