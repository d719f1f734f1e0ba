//! The 12-bit form: two squares, without the kind of the move.

use std::fmt;
use std::str::FromStr;

use shakmaty::{CastlingMode, Move, Position, Rank, Role, Square};

use super::{CASTLING, EN_PASSANT, Move16, PROMOTION};

/// A move in 12 bits: two squares as four octal digits, the promoted piece (knight 2, bishop 3, rook 4,
/// queen 5) in place of the second rank.
///
/// 6655 is White's g7-f8=Q or Black's g7xf6, depending on the board, see [`Digits::to_move`].
///
/// ```
/// use scorebook_core::international::Digits;
/// use shakmaty::{Chess, Position, Square};
/// let digits: Digits = "1434".parse().unwrap();
/// assert_eq!(digits.to_move(&Chess::default()).unwrap().to(), Square::E4);
/// assert_eq!(digits.to_string(), "1434");
/// assert!("1484".parse::<Digits>().is_err());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Digits(pub(super) u16);

/// The error for a text that is not four octal digits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NotDigits;

impl fmt::Display for NotDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not four octal digits")
    }
}

impl std::error::Error for NotDigits {}

impl Digits {
    /// The null move.
    pub const NULL: Digits = Digits(0);

    /// The low 12 bits, two squares of 6.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Digits {
        Digits(bits & 0o7777)
    }

    /// Its 12 bits.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether it is the null move.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The first square.
    #[must_use]
    pub fn from(self) -> Square {
        Square::new(u32::from(self.0 >> 6))
    }

    /// The second pair of digits as a square: the target, unless a pawn promotes.
    #[must_use]
    pub fn second(self) -> Square {
        Square::new(u32::from(self.0 & 0o77))
    }

    /// The digits of a shakmaty move; `None` for a drop or a promotion to a king or pawn.
    #[must_use]
    pub fn of(m: Move, mode: CastlingMode) -> Option<Digits> {
        Move16::of(m, mode).map(Move16::digits)
    }

    /// The 16-bit word that the digits denote on this board, legal or not; `None` if the origin has no piece
    /// of the side to move, or if a promotion has no valid piece.
    #[must_use]
    pub fn to_word<P: Position>(self, position: &P) -> Option<Move16> {
        if self.is_null() {
            return Some(Move16::NULL);
        }
        let (board, us, from, to) = (position.board(), position.turn(), self.from(), self.second());
        let piece = board.piece_at(from).filter(|piece| piece.color == us)?;
        let own = board.by_color(us);
        match piece.role {
            Role::Pawn if from.rank() == us.relative_rank(Rank::Seventh) => {
                let code = u16::from(to.rank()).checked_sub(2).filter(|&code| code < 4)?;
                let last = Square::from_coords(to.file(), us.relative_rank(Rank::Eighth));
                Some(Move16::pack(PROMOTION, from, code, last))
            }
            Role::Pawn if from.file() != to.file() && board.role_at(to).is_none() => {
                Some(Move16::pack(EN_PASSANT, from, 0, to))
            }
            Role::King if (board.rooks() & own).contains(to) => Some(Move16::pack(CASTLING, from, 0, to)),
            Role::King if from.rank() == to.rank() && from.distance(to) > 1 => {
                Some(Move16::pack(CASTLING, from, 0, to))
            }
            _ => Move16::plain(from, to),
        }
    }

    /// The legal move that the digits denote in `position`; `None` if there is none, and for the null move.
    #[must_use]
    pub fn to_move<P: Position>(self, position: &P) -> Option<Move> {
        self.to_word(position)?.to_move(position)
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04o}", self.0)
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digits({self})")
    }
}

impl FromStr for Digits {
    type Err = NotDigits;

    fn from_str(text: &str) -> Result<Digits, NotDigits> {
        let octal = text.len() == 4 && text.bytes().all(|b| matches!(b, b'0'..=b'7'));
        if !octal {
            return Err(NotDigits);
        }
        u16::from_str_radix(text, 8).map(Digits).map_err(|_| NotDigits)
    }
}
