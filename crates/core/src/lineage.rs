//! The starting square of each piece on the board.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Square};

/// The birth square of each piece: where it was at the start of the game. Updated move by move.
///
/// Descriptive notation names pieces by birth: "QR" is the rook born on the queen's rook's square; in
/// "original name" books even "KP" is the pawn born on the king's file.
///
/// ```
/// use scorebook_core::lineage::Lineage;
/// use shakmaty::{Chess, Position, Square, san::San};
/// let mut position = Chess::default();
/// let mut lineage = Lineage::new(&position);
/// let m = San::from_ascii(b"Nf3").unwrap().to_move(&position).unwrap();
/// lineage.play(&position, m);
/// assert_eq!(lineage.birth(Square::F3), Some(Square::G1));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lineage {
    /// Birth square (0 to 63) by current square; 64 for an empty square.
    birth: [u8; 64],
}

const NOBODY: u8 = 64;

impl Lineage {
    /// The lineage at the start of a game from `position`: every piece is born where it is.
    #[must_use]
    pub fn new(position: &Chess) -> Lineage {
        let mut birth = [NOBODY; 64];
        for square in position.board().occupied() {
            birth[usize::from(square)] = u8::from(square);
        }
        Lineage { birth }
    }

    /// The birth square of the piece on `square`; `None` for an empty square.
    #[must_use]
    pub fn birth(&self, square: Square) -> Option<Square> {
        Square::try_from(self.birth[usize::from(square)]).ok()
    }

    /// Whether the piece on `square` was born inside `mask`.
    #[must_use]
    pub fn born_in(&self, square: Square, mask: Bitboard) -> bool {
        self.birth(square).is_some_and(|birth| mask.contains(birth))
    }

    /// Updates the lineage for `m`, played in `before`. A promoted piece keeps the birth square of its pawn.
    pub fn play(&mut self, before: &Chess, m: Move) {
        self.play_for(before.turn(), m);
    }

    /// Like [`play`](Lineage::play), if only the mover is known.
    pub fn play_for(&mut self, mover: Color, m: Move) {
        match m {
            Move::Normal { .. } if crate::pass::is_null(m) => {}
            Move::Normal { from, to, .. } => self.carry(from, to),
            Move::EnPassant { from, to } => {
                self.carry(from, to);
                self.birth[usize::from(Square::from_coords(to.file(), from.rank()))] = NOBODY;
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                let (k, r) = (self.birth[usize::from(king)], self.birth[usize::from(rook)]);
                self.birth[usize::from(king)] = NOBODY;
                self.birth[usize::from(rook)] = NOBODY;
                self.birth[usize::from(side.king_to(mover))] = k;
                self.birth[usize::from(side.rook_to(mover))] = r;
            }
            Move::Put { to, .. } => self.birth[usize::from(to)] = NOBODY,
        }
    }

    fn carry(&mut self, from: Square, to: Square) {
        self.birth[usize::from(to)] = self.birth[usize::from(from)];
        self.birth[usize::from(from)] = NOBODY;
    }
}
