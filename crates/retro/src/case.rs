//! What is asked about: piece placement and the claims of a FEN.

use scorebook_core::chess960;
use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Setup, Square, fen::Fen};

pub(super) use crate::words::{color_name as side, role_name as noun};

/// A placement, the side to move and the claims of a FEN: castling rights and en passant square.
///
/// Unlike [`shakmaty::Chess`] it holds any board at all: to say why a position is impossible it
/// must be possible to write it down.
///
/// ```
/// use scorebook_retro::Case;
/// let case = Case::from_fen("8/8/8/8/8/8/8/8 w - -").unwrap();
/// assert!(case.board.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The rooks said to be able to castle.
    pub castling: Bitboard,
    /// The square that a pawn has just leapt over, if it is claimed.
    pub ep: Option<Square>,
    /// Whether the rights name rooks by their files (`HAha`), as only a FEN of Chess960 does.
    pub by_file: bool,
    /// So many half-moves before the position nothing was captured, where that is known.
    pub quiet: u16,
}

impl Case {
    /// Reads a FEN; counters are ignored, and fields after the placement may be missing.
    ///
    /// # Errors
    /// Says which field cannot be read.
    pub fn from_fen(fen: &str) -> Result<Case, shakmaty::fen::ParseFenError> {
        let setup = fen.trim().parse::<Fen>()?.into_setup();
        Ok(Case { by_file: chess960::names_files(fen), ..Case::from(setup) })
    }

    /// The position as the FEN of its placement, side, rights and en passant square.
    #[must_use]
    pub fn fen(&self) -> String {
        let setup = Setup {
            board: self.board.clone(),
            turn: self.turn,
            castling_rights: self.castling,
            ep_square: self.ep,
            ..Setup::empty()
        };
        match Fen::try_from_setup(setup) {
            Ok(fen) => fen.to_string(),
            Err(lossy) => lossy.ignore().to_string(),
        }
    }

    /// The pieces of that kind.
    #[must_use]
    pub fn men(&self, color: Color, role: Role) -> Bitboard {
        self.board.by_piece(Piece { color, role })
    }

    /// The pieces that attack `square`.
    #[must_use]
    pub fn attackers(&self, square: Square, attacker: Color) -> Bitboard {
        self.board.attacks_to(square, attacker, self.board.occupied())
    }

    /// Whether the king of `color` is attacked.
    #[must_use]
    pub fn in_check(&self, color: Color) -> bool {
        self.checkers(color).any()
    }

    /// The pieces that check the king of `color`; none without a king.
    #[must_use]
    pub fn checkers(&self, color: Color) -> Bitboard {
        self.board.king_of(color).map_or(Bitboard::EMPTY, |king| self.attackers(king, !color))
    }

    /// The squares of kings and rooks that the castling rights say never moved.
    #[must_use]
    pub fn castling_men(&self) -> Bitboard {
        Color::ALL
            .into_iter()
            .filter(|color| self.castling.intersects(color.backrank()))
            .fold(self.castling, |men, color| men | (self.men(color, Role::King) & color.backrank()))
    }
}

impl From<Setup> for Case {
    fn from(setup: Setup) -> Case {
        Case::from(&setup)
    }
}

impl From<&Setup> for Case {
    fn from(setup: &Setup) -> Case {
        Case {
            board: setup.board.clone(),
            turn: setup.turn,
            castling: setup.castling_rights,
            ep: setup.ep_square,
            by_file: false,
            quiet: 0,
        }
    }
}

/// The rank that `color` counts as its `n`th, from 1.
pub(super) fn rank(color: Color, n: u32) -> Rank {
    color.relative_rank(Rank::new(n - 1))
}

/// The square one step forward for a pawn of `color`.
pub(super) fn forward(color: Color, square: Square) -> Option<Square> {
    square.offset(color.fold_wb(8, -8))
}

/// Squares in words: "a1, b3 and c5".
pub(super) fn list(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    join(&names)
}

/// Names in words: "x, y and z".
pub(super) fn join(names: &[String]) -> String {
    match names {
        [] => String::from("none"),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
