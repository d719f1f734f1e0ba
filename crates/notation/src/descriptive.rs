//! What the descriptive notations share: files named after the pieces that start on them, ranks counted from
//! the mover's side, and "queen's" or "king's" pieces.
//!
//! The words differ by language, the masks do not. `QB3`, `3AD` and `3FD` are all c3 for White and c6 for
//! Black.

use shakmaty::{Bitboard, CastlingSide, Color, File, Role, Square};

use crate::skeleton::{Roles, files, rank_of};

pub use shakmaty::CastlingSide::{KingSide, QueenSide};

/// The files named after `role`: of both wings unless `wing` is given. Empty for the pawn.
///
/// ```
/// use scorebook_notation::descriptive::{KingSide, file};
/// use shakmaty::{Bitboard, File, Role};
/// assert_eq!(file(Role::Bishop, Some(KingSide)), Bitboard::from_file(File::F));
/// assert_eq!(file(Role::Bishop, None).count(), 16); // "B" alone: c or f
/// assert_eq!(file(Role::King, None), Bitboard::from_file(File::E));
/// ```
#[must_use]
pub fn file(role: Role, wing: Option<CastlingSide>) -> Bitboard {
    let queenside = match role {
        Role::Pawn => return Bitboard::EMPTY,
        Role::King => return Bitboard::from_file(File::E),
        Role::Queen => return Bitboard::from_file(File::D),
        Role::Bishop => File::C,
        Role::Knight => File::B,
        Role::Rook => File::A,
    };
    let kingside = queenside.flip_horizontal();
    match wing {
        Some(QueenSide) => Bitboard::from_file(queenside),
        Some(KingSide) => Bitboard::from_file(kingside),
        None => Bitboard::from_file(queenside) | Bitboard::from_file(kingside),
    }
}

/// A wing's half of the board: files a–d or e–h.
#[must_use]
pub fn half(wing: CastlingSide) -> Bitboard {
    match wing {
        QueenSide => files(File::A, File::D),
        KingSide => files(File::E, File::H),
    }
}

/// The squares "`role`'s `rank`th" counted from `side`: one, or two if no wing is given.
#[must_use]
pub fn square(side: Color, role: Role, wing: Option<CastlingSide>, rank: u32) -> Bitboard {
    file(role, wing) & rank_of(side, rank)
}

/// The piece that names `file`, and the wing if there are two such files.
///
/// ```
/// use scorebook_notation::descriptive::{KingSide, name};
/// use shakmaty::{File, Role};
/// assert_eq!(name(File::G), (Role::Knight, Some(KingSide)));
/// assert_eq!(name(File::D), (Role::Queen, None));
/// ```
#[must_use]
pub fn name(file: File) -> (Role, Option<CastlingSide>) {
    let wing = CastlingSide::from_king_side(file >= File::E);
    match file {
        File::A | File::H => (Role::Rook, Some(wing)),
        File::B | File::G => (Role::Knight, Some(wing)),
        File::C | File::F => (Role::Bishop, Some(wing)),
        File::D => (Role::Queen, None),
        File::E => (Role::King, None),
    }
}

/// The rank of `square` counted from `side`, from 1 to 8.
#[must_use]
pub fn rank(side: Color, square: Square) -> u32 {
    let rank = u32::from(square.rank());
    side.fold_wb(rank + 1, 8 - rank)
}

/// The possible birth squares of "the `wing`'s `role`" of `side`: the queen's rook on a1 or a8, the king's
/// pawns on e2 or e7. For pawns, give the piece that names the file; see [`pawn_birth`].
#[must_use]
pub fn birth(side: Color, role: Role, wing: CastlingSide) -> Bitboard {
    file(role, Some(wing)) & rank_of(side, 1)
}

/// The birth square of the pawn on the file of `role` and `wing`: "KBP" on f2 or f7.
#[must_use]
pub fn pawn_birth(side: Color, role: Role, wing: Option<CastlingSide>) -> Bitboard {
    file(role, wing) & rank_of(side, 2)
}

/// Whether all `roles` come in pairs, one on each wing: rooks, knights and bishops.
#[must_use]
pub fn paired(roles: Roles) -> bool {
    matches!(roles.single(), Some(Role::Rook | Role::Knight | Role::Bishop))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_the_name_that_names_it_alone() {
        for f in File::ALL {
            let (role, wing) = name(f);
            assert_eq!(file(role, wing), Bitboard::from_file(f));
        }
    }

    #[test]
    fn black_counts_from_the_other_side() {
        assert_eq!(square(Color::White, Role::King, None, 4), Bitboard::from(Square::E4));
        assert_eq!(square(Color::Black, Role::King, None, 4), Bitboard::from(Square::E5));
        assert_eq!(square(Color::Black, Role::Knight, Some(KingSide), 1), Bitboard::from(Square::G8));
        assert_eq!(rank(Color::Black, Square::G6), 3);
        assert_eq!(birth(Color::Black, Role::Rook, QueenSide), Bitboard::from(Square::A8));
        assert_eq!(pawn_birth(Color::White, Role::Bishop, Some(KingSide)), Bitboard::from(Square::F2));
    }

    #[test]
    fn a_rank_off_the_board_names_nothing() {
        assert!(square(Color::White, Role::King, None, 0).is_empty());
        assert!(square(Color::White, Role::King, None, 9).is_empty());
    }
}
