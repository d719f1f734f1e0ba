//! The parser shared by all algebraic notations: a move is an optional piece, an optional origin, an optional
//! separator, a target and an optional promotion. Notations differ in their letters ([`Alphabet`]) and in the
//! parts ([`Parts`]) that they allow.

mod alphabet;
mod parts;

use shakmaty::{CastlingSide, Color, Square};

pub use self::alphabet::{Alphabet, SignKind, Token, Tokens};
pub use self::parts::{Between, First, LetterCase, Parts};
use super::scan::{is_blank, is_dash};
use super::{Habit, Sense, Senses};
use crate::skeleton::{Capture, Displacement, Mark, Skeleton, Victim};

/// A capture of any piece.
pub const TAKES: Capture = Capture::Takes(Victim::ANY);

/// Castling written with zeros or letters O, in any spelling: `O-O`, `0-0-0`, `OO`, `O — O`, `o-o`.
///
/// ```
/// use scorebook_notation::algebraic::castling;
/// use shakmaty::CastlingSide;
/// assert_eq!(castling("0-0"), Some(CastlingSide::KingSide));
/// assert_eq!(castling("O — O — O"), Some(CastlingSide::QueenSide));
/// assert_eq!(castling("O0"), Some(CastlingSide::KingSide));
/// assert_eq!(castling("e4"), None);
/// ```
#[must_use]
pub fn castling(core: &str) -> Option<CastlingSide> {
    let mut noughts = 0;
    for c in core.chars() {
        match c {
            'O' | 'o' | '0' | 'О' | 'о' | 'Ο' | 'ο' => noughts += 1,
            _ if is_dash(c) || is_blank(c) => {}
            _ => return None,
        }
    }
    match noughts {
        2 => Some(CastlingSide::KingSide),
        3 => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// The side of castling, if `from` and `to` are a king's two steps along the first rank.
#[must_use]
pub fn castling_by_king(side: Color, from: Square, to: Square) -> Option<CastlingSide> {
    let king = side.fold_wb(Square::E1, Square::E8);
    if from != king {
        return None;
    }
    CastlingSide::ALL.into_iter().find(|wing| wing.king_to(side) == to)
}

/// A single sense.
#[must_use]
pub fn sense(displacement: Displacement, mark: Mark, habit: Habit) -> Sense {
    Sense { skeleton: Skeleton::displace(displacement).marked(mark), habit }
}

/// Castling as the only sense.
#[must_use]
pub fn castles(side: CastlingSide, mark: Mark) -> Senses {
    let skeleton = Skeleton::castle(Some(side)).marked(mark);
    Senses::from_iter([Sense::from(skeleton)])
}

#[cfg(test)]
mod tests {
    use shakmaty::{File, Role};

    use super::*;

    static ENGLISH: Alphabet = Alphabet::new(["P", "N", "B", "R", "Q", "K"], &[("Kt", Role::Knight)]);

    #[test]
    fn longer_spellings_win() {
        let tokens = ENGLISH.cut("Ktf3").unwrap();
        assert_eq!(tokens[0].role, Some(Role::Knight));
        assert_eq!(tokens.len(), 3);
        assert_eq!(ENGLISH.cut("KTF3").unwrap()[0].role, Some(Role::Knight));
        assert_eq!(ENGLISH.cut("Kf3").unwrap()[0].role, Some(Role::King));
    }

    #[test]
    fn parts_of_a_move() {
        let parse = |text: &str| Parts::both(&ENGLISH.cut(text).unwrap());
        let (man, file) = parse("BA3");
        assert_eq!((man.unwrap().role, man.unwrap().case), (Some(Role::Bishop), LetterCase::Upper));
        assert_eq!((file.unwrap().role, file.unwrap().from_file), (None, Some(File::B)));
        let (man, file) = parse("exd8=Q");
        assert!(man.is_none());
        let file = file.unwrap();
        assert_eq!((file.promotion, file.equals, file.between), (Some(Role::Queen), true, Between::Take));
        let (_, file) = parse("EF6E");
        assert!(file.unwrap().suffix_e);
        let (_, file) = parse("ed");
        assert_eq!(file.unwrap().to_rank, None);
        let (man, _) = parse("Ng1-f3");
        assert_eq!(man.unwrap().from_square(), Some(Square::G1));
        assert_eq!(man.unwrap().between, Between::Dash);
    }

    #[test]
    fn signs_that_no_move_has() {
        assert!(ENGLISH.cut("hello").is_none());
        assert!(ENGLISH.cut("e4e5e6e7e8d8c8b8a8").is_none());
    }
}
