//! The quickest test for pieces that shuffle: on whole bitboards, with one small table. A corpus of games that start
//! from arbitrary positions runs it on every start.

use super::case::Case;

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;

/// Whether no king is in check, no pawn has just leapt, and each side has a piece that may have come from
/// an empty square and may go back, without a check anywhere. Then there is a past of any length.
///
/// More pieces than these may go back and forth: `rule::t5_shuffle` looks at all of them.
pub(super) fn both_shuffle(case: &Case) -> bool {
    let board = &case.board;
    let men = Shufflers {
        occupied: board.occupied().0,
        // White's, then Black's.
        sides: [board.white().0, board.black().0],
        knights: board.knights().0,
        straight: board.rooks_and_queens().0,
        diagonal: board.bishops_and_queens().0,
    };
    let kings = men.sides.map(|own| own & board.kings().0);
    if case.ep.is_some() || !kings[0].is_power_of_two() || !kings[1].is_power_of_two() {
        return false;
    }
    let sights = kings.map(|king| Sight::from(king, men.occupied));
    let checks = |side: usize, ahead: u64| {
        let checks = sights[side].straight & men.straight
            | sights[side].diagonal & men.diagonal
            | sights[side].jumps & men.knights
            | beside(ahead) & board.pawns().0;
        checks & men.sides[1 - side]
    };
    if checks(0, kings[0] << 8) | checks(1, kings[1] >> 8) | around(kings[0]) & kings[1] != 0 {
        return false;
    }
    // A piece that no king sees opens no line to one when it goes.
    let still = sights[0].lines() | sights[1].lines() | case.castling.0;
    men.swing(still, &sights) || men.swing_in_sight(case.castling.0, kings, &sights)
}

/// The pieces that may shuffle, and those of each side.
struct Shufflers {
    occupied: u64,
    sides: [u64; 2],
    knights: u64,
    /// Rooks and queens.
    straight: u64,
    /// Bishops and queens.
    diagonal: u64,
}

impl Shufflers {
    /// Whether each side has a piece off `still` that can move to a square no king sees.
    #[inline(always)]
    fn swing(&self, still: u64, sights: &[Sight; 2]) -> bool {
        let swing = |side: usize, path: u64| {
            let (own, free) = (self.sides[side] & !still & !path, !self.occupied & !path);
            let king = &sights[1 - side];
            // A queen goes like a rook or a bishop, and is not seen as the other.
            let (rooks, bishops) = (self.straight & own, self.diagonal & own);
            first(self.knights & own, jumps, free & !king.jumps)
                .or_else(|| first(rooks & !bishops, beside_straight, free & !king.straight))
                .or_else(|| first(bishops & !rooks, beside_diagonal, free & !king.diagonal))
                .or_else(|| first(rooks & bishops, around, free & !king.lines()))
        };
        swing(0, 0).is_some_and(|path| swing(1, path).is_some())
    }

    /// The same, with pieces that a king sees, where there is nothing behind them that they would open a line
    /// for.
    #[cold]
    fn swing_in_sight(&self, mut still: u64, kings: [u64; 2], sights: &[Sight; 2]) -> bool {
        // With all pieces gone that it sees, each king sees more.
        let further = [0, 1].map(|side| Sight::from(kings[side], self.occupied & !sights[side].lines()));
        for side in [0, 1] {
            let (near, far) = (&sights[side], &further[side]);
            // What stands behind others stays; so these open no line but to it.
            still |= far.lines() & !near.lines();
            let other = self.sides[1 - side];
            let (mut rooks, mut bishops) =
                (far.straight & self.straight & other, far.diagonal & self.diagonal & other);
            while rooks != 0 {
                still |= Sight::from(rooks & rooks.wrapping_neg(), self.occupied).straight & near.straight;
                rooks &= rooks - 1;
            }
            while bishops != 0 {
                still |=
                    Sight::from(bishops & bishops.wrapping_neg(), self.occupied).diagonal & near.diagonal;
                bishops &= bishops - 1;
            }
        }
        self.swing(still, &further)
    }
}

/// The squares of a piece of `men` that makes one such step to one of `to`, and of its goal.
#[inline(always)]
fn first(men: u64, step: impl Fn(u64) -> u64, to: u64) -> Option<u64> {
    let goals = step(men) & to;
    let goal = goals & goals.wrapping_neg();
    let from = step(goal) & men;
    (goal != 0).then_some(goal | from & from.wrapping_neg())
}

/// The squares to the left and to the right.
const fn beside(men: u64) -> u64 {
    (men & !A_FILE) >> 1 | (men & !H_FILE) << 1
}

const fn beside_straight(men: u64) -> u64 {
    beside(men) | men << 8 | men >> 8
}

const fn beside_diagonal(men: u64) -> u64 {
    let aside = beside(men);
    aside << 8 | aside >> 8
}

const fn around(men: u64) -> u64 {
    beside_straight(men) | beside_diagonal(men)
}

const fn jumps(men: u64) -> u64 {
    let near = beside(men);
    let far = (men & !(A_FILE | A_FILE << 1)) >> 2 | (men & !(H_FILE | H_FILE >> 1)) << 2;
    near << 16 | near >> 16 | far << 8 | far >> 8
}

/// What is seen from a square, as a rook, as a bishop and as a knight.
struct Sight {
    straight: u64,
    diagonal: u64,
    jumps: u64,
}

impl Sight {
    fn lines(&self) -> u64 {
        self.straight | self.diagonal
    }

    /// From a square that is one bit.
    #[inline(always)]
    fn from(from: u64, occupied: u64) -> Sight {
        let lines = &LINES[from.trailing_zeros() as usize & 63];
        // Taking the square from the pieces on a line borrows as far as the next piece of higher ranks; with the
        // bytes turned round, of lower ones.
        let back = from.swap_bytes();
        let both_ways = |line: u64| {
            let men = occupied & line;
            (men.wrapping_sub(from) ^ men.swap_bytes().wrapping_sub(back).swap_bytes()) & line
        };
        // On a rank the pieces of lower files are below: the last one, or the end of the rank.
        let men = occupied & lines.rank;
        let right = (men.wrapping_sub(from << 1) ^ men) & lines.rank;
        let low = (from - 1) & (men | lines.rank & A_FILE);
        let left = if low == 0 { 0 } else { from - (1 << (63 - low.leading_zeros())) };
        Sight {
            straight: both_ways(lines.file) | right | left,
            diagonal: both_ways(lines.diagonals[0]) | both_ways(lines.diagonals[1]),
            jumps: jumps(from),
        }
    }
}

/// The lines through a square, without it.
#[derive(Copy, Clone)]
#[repr(align(32))]
struct Lines {
    rank: u64,
    file: u64,
    /// From a1 to h8, and from h1 to a8.
    diagonals: [u64; 2],
}

/// In 2 KB, so that it stays near the processor.
static LINES: [Lines; 64] = {
    let mut table = [Lines { rank: 0, file: 0, diagonals: [0; 2] }; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let (from, to) = (i / 64, i % 64);
        let (files, ranks) = ((to % 8) as i32 - (from % 8) as i32, (to / 8) as i32 - (from / 8) as i32);
        let lines = &mut table[from];
        if from != to {
            lines.rank |= ((ranks == 0) as u64) << to;
            lines.file |= ((files == 0) as u64) << to;
            lines.diagonals[0] |= ((files == ranks) as u64) << to;
            lines.diagonals[1] |= ((files == -ranks) as u64) << to;
        }
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use scorebook_random::Random;
    use shakmaty::{Bitboard, Square, attacks};

    use super::*;
    use crate::rule::t5_shuffle;

    #[test]
    fn steps_and_lines_are_those_of_the_men() {
        let mut numbers = Random::new(1);
        for round in 0..2000u32 {
            let random = numbers.next();
            let occupied = Bitboard(random & random.rotate_left(23) | random.rotate_left(41) & 0xff00_00ff);
            let square = Square::new(round % 64);
            let bit = 1 << (round % 64);
            let seen = |squares: u64| Bitboard(squares);
            let sight = Sight::from(bit, occupied.0);
            assert_eq!(seen(sight.straight), attacks::rook_attacks(square, occupied), "{square}");
            assert_eq!(seen(sight.diagonal), attacks::bishop_attacks(square, occupied), "{square}");
            assert_eq!(seen(jumps(bit)), attacks::knight_attacks(square));
            assert_eq!(seen(around(bit)), attacks::king_attacks(square));
            assert_eq!(
                seen(beside_straight(bit)),
                attacks::king_attacks(square) & attacks::rook_attacks(square, Bitboard::EMPTY)
            );
        }
    }

    /// Positions of few pieces, so that kings see much: who goes back and forth here does so by the closer look.
    #[test]
    fn who_swings_goes_to_and_fro() {
        let mut random = Random::new(7);
        let (mut swinging, mut still) = (0, 0);
        for _ in 0..20_000 {
            let mut case = Case::from_fen("8/8/8/8/8/8/8/8 w - -").unwrap();
            for man in ["K", "k", "P", "p", "N", "n", "B", "b", "R", "r", "Q", "q", "P", "p", "P", "p"] {
                let man = shakmaty::Piece::from_char(man.chars().next().unwrap()).unwrap();
                let square = Square::new(random.below(64) as u32);
                if random.below(3) > 0 && !case.board.occupied().contains(square)
                    || man.role == shakmaty::Role::King
                {
                    case.board.set_piece_at(square, man);
                }
            }
            if both_shuffle(&case) {
                swinging += 1;
                assert!(
                    t5_shuffle::swaying(&case, Bitboard::EMPTY).is_some()
                        || t5_shuffle::swaying_closely(&case, Bitboard::EMPTY).is_some(),
                    "{}",
                    case.fen()
                );
            } else {
                still += 1;
            }
        }
        assert!(swinging > 2000 && still > 2000, "{swinging} {still}");
    }
}
