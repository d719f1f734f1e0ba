//! The international notation: a move as 16 bits, or as four octal digits.
//!
//! Bell & Jacobi's last proposal ("How to read, make and store chess moves", The Computer Journal
//! 22:1, 1978): one machine notation, so that games can be stored and exchanged. Squares are two
//! octal digits, rank then file, from 00 (a1) over 07 (h1) to 77 (h8).
//!
//! [`Move16`] is the 16-bit form. It can be decoded without chess rules. [`Digits`] is the 12-bit form, two
//! squares; its meaning depends on the board and the side to move.

mod digits;

use std::fmt;

use shakmaty::{CastlingMode, CastlingSide, Move, Position, Role, Square};

pub use self::digits::{Digits, NotDigits};

/// A move in 16 bits: `F(2) S1(6) P(2) S2(6)`.
///
/// `F` is 0 for a plain move, 1 for a promotion, 2 for en passant, 3 for castling. `P` is the value of
/// the promoted piece less 2 (knight 0, bishop 1, rook 2, queen 3), and 0 in every other move. Castling
/// is written by the king's two squares; in Chess960 by the king's square and its own rook's. The word
/// 0 is the null move. As bytes, `F|S1` goes before `P|S2` on every machine.
///
/// ```
/// use scorebook_core::international::Move16;
/// use shakmaty::{Chess, Position, Role, Square};
/// let word = Move16::plain(Square::E2, Square::E4).unwrap();
/// assert_eq!(word.to_bytes(), [0o14, 0o34]);
/// let m = word.to_move(&Chess::default()).unwrap();
/// assert_eq!(m.role(), Role::Pawn);
/// assert!(Move16::from_bytes([0o14, 0o334]).is_err(), "a move without promotion has no promoted piece");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Move16(u16);

/// The flag `F` of a word, with `P` if it applies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move16Kind {
    /// A piece goes from one square to another.
    Plain,
    /// A pawn becomes a knight, bishop, rook or queen.
    Promotion(Role),
    /// A pawn takes a pawn that has just passed it.
    EnPassant,
    /// The king castles.
    Castling,
}

/// The error for 16 bits that are not a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum InvalidMove16 {
    /// A promotion piece in a move that is not a promotion.
    StrayPromotion(u16),
    /// Origin and target are the same square.
    SameSquare(u16),
}

impl fmt::Display for InvalidMove16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidMove16::StrayPromotion(word) => {
                write!(f, "{word:06o} names a promoted man but is no promotion")
            }
            InvalidMove16::SameSquare(word) => write!(f, "{word:06o} goes from a square to the same square"),
        }
    }
}

impl std::error::Error for InvalidMove16 {}

const PROMOTION: u16 = 1;
const EN_PASSANT: u16 = 2;
const CASTLING: u16 = 3;

/// The promotion pieces by the field `P`.
const PROMOTED: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Move16 {
    /// The null move.
    pub const NULL: Move16 = Move16(0);

    const fn pack(flag: u16, from: Square, promoted: u16, to: Square) -> Move16 {
        Move16(flag << 14 | (from as u16) << 8 | promoted << 6 | to as u16)
    }

    /// A plain move; `None` if origin and target are equal.
    #[must_use]
    pub fn plain(from: Square, to: Square) -> Option<Move16> {
        (from != to).then(|| Move16::pack(0, from, 0, to))
    }

    /// The word of a shakmaty move. `None` for drops, and for promotions to a king or pawn, which the form
    /// cannot express.
    ///
    /// ```
    /// use scorebook_core::international::Move16;
    /// use shakmaty::{CastlingMode, Move, Square};
    /// let castle = Move::Castle { king: Square::E1, rook: Square::H1 };
    /// let word = |mode| Move16::of(castle, mode).map(|w| w.to_string());
    /// assert_eq!(word(CastlingMode::Standard).as_deref(), Some("30406"));
    /// assert_eq!(word(CastlingMode::Chess960).as_deref(), Some("30407"));
    /// ```
    #[must_use]
    pub fn of(m: Move, mode: CastlingMode) -> Option<Move16> {
        match m {
            Move::Normal { from, to, promotion: None, .. } => Move16::plain(from, to),
            Move::Normal { from, to, promotion: Some(role), .. } => {
                promoted_code(role).map(|code| Move16::pack(PROMOTION, from, code, to))
            }
            Move::EnPassant { from, to } => Some(Move16::pack(EN_PASSANT, from, 0, to)),
            Move::Castle { king, rook } => {
                let to = match mode {
                    CastlingMode::Chess960 => rook,
                    CastlingMode::Standard => castled_king(king, rook),
                };
                Some(Move16::pack(CASTLING, king, 0, to))
            }
            Move::Put { .. } => None,
        }
    }

    /// The word with these 16 bits.
    ///
    /// # Errors
    /// If the bits are not a move.
    pub const fn from_bits(bits: u16) -> Result<Move16, InvalidMove16> {
        let word = Move16(bits);
        if word.flag() != PROMOTION && bits & 0o300 != 0 {
            return Err(InvalidMove16::StrayPromotion(bits));
        }
        if bits != 0 && (bits >> 8) & 0o77 == bits & 0o77 {
            return Err(InvalidMove16::SameSquare(bits));
        }
        Ok(word)
    }

    /// The word with these two bytes, `F|S1` first.
    ///
    /// # Errors
    /// If the bits are not a move.
    pub const fn from_bytes(bytes: [u8; 2]) -> Result<Move16, InvalidMove16> {
        Move16::from_bits(u16::from_be_bytes(bytes))
    }

    /// Its 16 bits.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Its two bytes, `F|S1` first.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 2] {
        self.0.to_be_bytes()
    }

    const fn flag(self) -> u16 {
        self.0 >> 14
    }

    /// Whether it is the null move.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The origin square (`S1`).
    #[must_use]
    pub fn from(self) -> Square {
        Square::new(u32::from(self.0 >> 8 & 0o77))
    }

    /// The target square (`S2`).
    #[must_use]
    pub fn to(self) -> Square {
        Square::new(u32::from(self.0 & 0o77))
    }

    /// The kind of the move.
    #[must_use]
    pub const fn kind(self) -> Move16Kind {
        match self.flag() {
            PROMOTION => Move16Kind::Promotion(PROMOTED[(self.0 >> 6 & 3) as usize]),
            EN_PASSANT => Move16Kind::EnPassant,
            CASTLING => Move16Kind::Castling,
            _ => Move16Kind::Plain,
        }
    }

    /// The legal move that the word denotes in `position`; `None` if there is none, and for the null move.
    /// Castling is accepted in both forms: the king's two squares, or its own rook's square.
    #[must_use]
    pub fn to_move<P: Position>(self, position: &P) -> Option<Move> {
        let m = self.as_move(position)?;
        position.is_legal(m).then_some(m)
    }

    /// The move on this board, legal or not; `None` if the origin is empty, if the flag does not fit the
    /// piece, and for the null move.
    #[must_use]
    pub fn as_move<P: Position>(self, position: &P) -> Option<Move> {
        if self.is_null() {
            return None;
        }
        let (from, to, board) = (self.from(), self.to(), position.board());
        let role = board.role_at(from)?;
        match self.kind() {
            Move16Kind::Plain => {
                Some(Move::Normal { role, from, capture: board.role_at(to), to, promotion: None })
            }
            Move16Kind::Promotion(promoted) if role == Role::Pawn => {
                Some(Move::Normal { role, from, capture: board.role_at(to), to, promotion: Some(promoted) })
            }
            Move16Kind::EnPassant if role == Role::Pawn => Some(Move::EnPassant { from, to }),
            Move16Kind::Castling if role == Role::King => {
                let color = board.color_at(from)?;
                let own_rook = (board.rooks() & board.by_color(color)).contains(to);
                let rook = if own_rook {
                    to
                } else {
                    position.castles().rook(color, CastlingSide::from_queen_side(to < from))?
                };
                let m = Move::Castle { king: from, rook };
                (own_rook || castled_king(from, rook) == to).then_some(m)
            }
            Move16Kind::Promotion(_) | Move16Kind::EnPassant | Move16Kind::Castling => None,
        }
    }

    /// Four octal digits; the promotion piece replaces the rank digit of the target.
    #[must_use]
    pub fn digits(self) -> Digits {
        let square = u16::from(self.to());
        let second = match self.flag() {
            PROMOTION => ((self.0 >> 6 & 3) + 2) << 3 | square & 7,
            _ => square,
        };
        Digits(u16::from(self.from()) << 6 | second)
    }
}

fn promoted_code(role: Role) -> Option<u16> {
    let value = match role {
        Role::Knight => 0,
        Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 3,
        Role::Pawn | Role::King => return None,
    };
    Some(value)
}

/// The square of a king after castling with `rook`.
fn castled_king(king: Square, rook: Square) -> Square {
    let file = CastlingSide::from_king_side(king < rook).king_to_file();
    Square::from_coords(file, king.rank())
}

/// `F S1 S2` in octal, `F S1 P S2` for a promotion.
impl fmt::Display for Move16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (u16::from(self.from()), u16::from(self.to()));
        match self.kind() {
            Move16Kind::Promotion(_) => write!(f, "1{from:02o}{}{to:02o}", self.0 >> 6 & 3),
            _ => write!(f, "{}{from:02o}{to:02o}", self.flag()),
        }
    }
}

impl fmt::Debug for Move16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move16({self})")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::fen::Fen;
    use shakmaty::san::San;
    use shakmaty::{Chess, Position};

    use super::*;

    fn position(fen: &str) -> Chess {
        let fen: Fen = fen.parse().expect("fen");
        fen.into_position(CastlingMode::Standard).expect("position")
    }

    /// Bell & Jacobi's own game, as printed. It is legal up to 8.P*PE, since White then ignores the check of
    /// 8...Q*P.
    const PAPER: &str = "1434 6343 3444 6545 4455 7353 5564 7263 6435 5375 1131 4333 3141 6242 4152 7515";

    #[test]
    fn the_papers_game_reads_as_it_was_printed() {
        let sans = "e4 d5 e5 f5 exf6 Qd6 fxe7 Bd7 exf8=B Qxf8 b4 d4 b5 c5 bxc6 Qxf2+";
        let mut board = Chess::default();
        for (digits, san) in PAPER.split(' ').zip(sans.split(' ')) {
            if digits == "6435" {
                // e7xf8 with rank digit 3: a bishop.
                assert_eq!(san, "exf8=B");
            }
            let m = digits.parse::<Digits>().unwrap().to_move(&board).unwrap_or_else(|| panic!("{digits}"));
            assert_eq!(San::from_move(&board, m).to_string(), san.trim_end_matches('+'));
            assert_eq!(Digits::of(m, CastlingMode::Standard).unwrap().to_string(), digits);
            board.play_unchecked(m);
        }
    }

    #[test]
    fn promotions_of_the_paper() {
        let board = position("5rn1/5PP1/8/8/8/8/8/K1k5 w - - 0 1");
        for (digits, san) in [("6655", "gxf8=Q"), ("6645", "gxf8=R"), ("6635", "gxf8=B")] {
            let m = digits.parse::<Digits>().unwrap().to_move(&board).unwrap();
            assert_eq!(San::from_move(&board, m).to_string(), san);
        }
        let board = position("8/6P1/8/8/8/8/8/K1k5 w - - 0 1");
        let m = "6626".parse::<Digits>().unwrap().to_move(&board).unwrap();
        assert_eq!(San::from_move(&board, m).to_string(), "g8=N");
        // The same four digits for the other side.
        let board = position("4k3/6p1/5P2/8/8/8/8/4K3 b - - 0 1");
        let m = "6655".parse::<Digits>().unwrap().to_move(&board).unwrap();
        assert_eq!(San::from_move(&board, m).to_string(), "gxf6");
    }

    #[test]
    fn every_word_is_valid_or_says_why() {
        let (mut valid, mut stray, mut same) = (0, 0, 0);
        for bits in 0..=u16::MAX {
            match Move16::from_bits(bits) {
                Ok(word) => {
                    valid += 1;
                    assert_eq!(Move16::from_bytes(word.to_bytes()), Ok(word));
                    assert_eq!(word.bits(), bits);
                }
                Err(InvalidMove16::StrayPromotion(_)) => stray += 1,
                Err(InvalidMove16::SameSquare(_)) => same += 1,
            }
        }
        // 64 × 63 pairs of squares, times 4 promotions and the 3 other flags, and the null move.
        assert_eq!(valid, 64 * 63 * 7 + 1);
        assert_eq!(stray, 3 * 3 * 64 * 64);
        assert_eq!(same, 65536 - valid - stray);
    }

    #[test]
    fn what_is_not_legal_is_no_move() {
        let start = Chess::default();
        for bad in ["0000", "1454", "0406", "3444", "6444", "0426"] {
            assert_eq!(bad.parse::<Digits>().unwrap().to_move(&start), None, "{bad}");
        }
        for bad in ["", "143", "14344", "1484", "+143", "１４３４"] {
            assert!(bad.parse::<Digits>().is_err(), "{bad}");
        }
    }

    #[test]
    fn chess960_castling_takes_the_own_rook() {
        let fen: Fen = "1rk3r1/8/8/8/8/8/8/1RK3R1 w BGbg - 0 1".parse().unwrap();
        let board: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
        for m in board.legal_moves() {
            let word = Move16::of(m, CastlingMode::Chess960).unwrap();
            assert_eq!(word.to_move(&board), Some(m));
            assert_eq!(word.digits().to_move(&board), Some(m));
        }
    }

    proptest! {
        /// In positions of a random game, every legal move has its own word and its own digits, and no other
        /// word denotes a legal move.
        #[test]
        fn words_and_digits_are_one_to_one(choices in proptest::collection::vec(any::<u16>(), 0..160)) {
            let mut board = Chess::default();
            for choice in choices {
                let legal = board.legal_moves();
                if legal.is_empty() { break }
                board.play_unchecked(legal[usize::from(choice) % legal.len()]);
            }
            let legal = board.legal_moves();
            for &m in &legal {
                let word = Move16::of(m, CastlingMode::Standard).unwrap();
                prop_assert_eq!(word.to_move(&board), Some(m));
                prop_assert_eq!(word.digits().to_move(&board), Some(m));
            }
            let named = (0..=u16::MAX)
                .filter_map(|bits| Move16::from_bits(bits).ok())
                .filter(|word| word.to_move(&board).is_some())
                .filter(|word| {
                    // Castling has a second form, with its own rook's square.
                    word.kind() != Move16Kind::Castling || board.board().role_at(word.to()).is_none()
                })
                .count();
            prop_assert_eq!(named, legal.len());
            let digits = (0..0o10000).filter(|&bits| Digits::from_bits(bits).to_move(&board).is_some()).count();
            let castles = legal.iter().filter(|m| m.is_castle()).count();
            prop_assert_eq!(digits, legal.len() + castles);
        }
    }
}
