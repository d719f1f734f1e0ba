//! Tier 5: pieces that shuffle. If each side has a piece that may have made the last move and can go back, moves can
//! be taken back without end, and no search for a past is necessary.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::case::Case;

/// A piece's square, and an empty one that it may have come from and gone to.
type Shuffle = (Square, Square);

/// The pieces that may shuffle, of the side that moved last and of the other, with no check on the way; none if a
/// side is in check now, or has no such piece. Pieces on `unmoved` stay.
///
/// A piece that no king sees, along rank, file or diagonal, opens no line to a king when it goes.
pub(crate) fn swaying(case: &Case, unmoved: Bitboard) -> Option<[Shuffle; 2]> {
    if case.ep.is_some() {
        return None;
    }
    let (board, occupied) = (&case.board, case.board.occupied());
    let mut seen = Bitboard::EMPTY;
    for color in Color::ALL {
        let king = board.king_of(color)?;
        let (straight, diagonal) =
            (attacks::rook_attacks(king, occupied), attacks::bishop_attacks(king, occupied));
        let checks = straight & board.rooks_and_queens()
            | diagonal & board.bishops_and_queens()
            | attacks::knight_attacks(king) & board.knights()
            | attacks::pawn_attacks(color, king) & board.pawns()
            | attacks::king_attacks(king) & board.kings();
        if checks.intersects(board.by_color(!color)) {
            return None;
        }
        seen |= straight | diagonal;
    }
    let still = seen | case.castling_men() | unmoved;
    let last = shuffle(case, !case.turn, still, Bitboard::EMPTY)?;
    let (from, to) = last;
    let path = attacks::between(from, to) | Bitboard::from(from) | Bitboard::from(to);
    let other = shuffle(case, case.turn, still, path)?;
    Some([last, other])
}

/// The same in full: also pieces on a line with a king, and kings.
pub(crate) fn swaying_closely(case: &Case, unmoved: Bitboard) -> Option<[Shuffle; 2]> {
    if case.ep.is_some() || !is_quiet(case, &[]) {
        return None;
    }
    let still = case.castling_men() | unmoved;
    let last = sways(case, !case.turn, still);
    let other = sways(case, case.turn, still);
    for &first in &last {
        for &second in &other {
            let path = |(from, to)| attacks::between(from, to) | Bitboard::from(from) | Bitboard::from(to);
            if path(first).is_disjoint(path(second)) && is_quiet(case, &[first, second]) {
                return Some([first, second]);
            }
        }
    }
    None
}

/// Most ways of a side that are looked at.
const WAYS: usize = 6;

/// Pieces of `color` that may go back and forth while no other piece does.
fn sways(case: &Case, color: Color, still: Bitboard) -> ArrayVec<Shuffle, WAYS> {
    let occupied = case.board.occupied();
    let mut ways = ArrayVec::new();
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        let piece = role.of(color);
        for from in case.board.by_piece(piece) & !still {
            let mut to = (attacks::attacks(from, piece, occupied) & !occupied).into_iter();
            if let Some(to) = to.find(|&to| is_quiet(case, &[(from, to)])) {
                ways.push((from, to));
                if ways.is_full() {
                    return ways;
                }
            }
        }
    }
    ways
}

/// Whether neither king is in check once these pieces have gone.
fn is_quiet(case: &Case, men: &[Shuffle]) -> bool {
    let mut board = case.board.clone();
    for &(from, to) in men {
        if let Some(man) = board.remove_piece_at(from) {
            board.set_piece_at(to, man);
        }
    }
    Color::ALL.into_iter().all(|color| {
        board.king_of(color).is_some_and(|king| board.attacks_to(king, !color, board.occupied()).is_empty())
    })
}

/// The other three positions of the round that the pieces make.
pub(crate) fn round(case: &Case, [last, other]: [Shuffle; 2]) -> [Case; 3] {
    let with = |men: &[Shuffle], turn: Color| {
        let mut before = Case { turn, ..case.clone() };
        for &(from, to) in men {
            if let Some(man) = before.board.remove_piece_at(from) {
                before.board.set_piece_at(to, man);
            }
        }
        before
    };
    [with(&[last], !case.turn), with(&[last, other], case.turn), with(&[other], !case.turn)]
}

/// A piece of `color` that goes back and forth, off the squares of `path`.
fn shuffle(case: &Case, color: Color, still: Bitboard, path: Bitboard) -> Option<Shuffle> {
    let occupied = case.board.occupied();
    let king = case.board.king_of(!color)?;
    [Role::Knight, Role::Rook, Role::Bishop, Role::Queen].into_iter().find_map(|role| {
        let piece = role.of(color);
        (case.board.by_piece(piece) & !still & !path).into_iter().find_map(|square| {
            let rest = occupied.without(square);
            (attacks::attacks(square, piece, occupied) & !occupied & !path)
                .into_iter()
                .find(|&to| {
                    attacks::between(square, to).is_disjoint(path)
                        && !attacks::attacks(to, piece, rest).contains(king)
                })
                .map(|to| (square, to))
        })
    })
}
