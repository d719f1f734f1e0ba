//! The first ranks, and how pieces leave them.

use super::{BISHOPS, FIRST, KING, QUEEN, ROOKS, Side, beside, more_than_one};

/// The squares of a side's first rank from which pieces can leave, around the pawns and pieces that never moved.
pub(super) struct Home {
    /// Those before which there is a gap.
    pub gates: u64,
    pub bishop: u64,
    pub rook: u64,
    /// Of king and queen.
    pub royal: u64,
    /// Squares of pieces that may never have moved; may contain too many.
    still: u64,
}

impl Home {
    pub fn of_both(white: &Side, black: &Side) -> [Home; 2] {
        let [mut white, mut black] = [white, black].map(|men| {
            let straight = !(men.pawns >> 8) & FIRST;
            let diagonal = beside(straight);
            let gates = straight | diagonal;
            let castling = if men.castling == 0 { 0 } else { men.castling | men.kings };
            let walled = men.bishops & BISHOPS & !diagonal | (men.queens & QUEEN | men.kings & KING) & !gates;
            let still = (walled | castling) & FIRST;
            Home { gates, bishop: diagonal, rook: straight, royal: gates, still }
        });
        let gates = [white.rook, white.royal, black.rook, black.royal];
        let still = [white.still, white.still, black.still, black.still];
        [white.rook, white.royal, black.rook, black.royal] = parted(along(together(gates), together(still)));
        [white, black]
    }

    /// The rooks; one that left its corner along the rank is put back.
    #[cold]
    pub fn with_rooks_back(&self, mut rooks: u64) -> u64 {
        for corner in [0x01, 0x80] {
            let reached = corner | along(corner, self.still) & !self.still;
            let inside = rooks & reached;
            if reached & ROOKS == corner && inside & corner == 0 && !more_than_one(inside) && inside != 0 {
                rooks = rooks & !inside | corner;
            }
        }
        rooks
    }
}

/// Ranks that are processed together, with a gap between them.
const RANKS: u64 = FIRST << 48 | FIRST << 32 | FIRST << 16 | FIRST;

const fn together(ranks: [u64; 4]) -> u64 {
    ranks[0] | ranks[1] << 16 | ranks[2] << 32 | ranks[3] << 48
}

const fn parted(ranks: u64) -> [u64; 4] {
    [ranks & FIRST, ranks >> 16 & FIRST, ranks >> 32 & FIRST, ranks >> 48]
}

/// The squares of each rank from which a piece gets to one of its `gates`, past those on `still`.
const fn along(gates: u64, still: u64) -> u64 {
    let mut walk = gates & !still;
    let (mut left, mut right) = (walk, walk);
    let (mut free_left, mut free_right) = (!still & RANKS, !still & RANKS);
    let mut step = 1;
    while step < 8 {
        left |= free_left & left << step;
        right |= free_right & right >> step;
        free_left &= free_left << step;
        free_right &= free_right >> step;
        step *= 2;
    }
    walk |= left | right;
    (gates | walk | walk << 1 | walk >> 1) & RANKS
}

#[cfg(test)]
mod tests {
    use scorebook_random::Random;

    use super::*;

    #[test]
    fn ranks_side_by_side_are_walked_like_one() {
        // By one square at a time.
        let slowly = |gates: u64, still: u64| {
            let mut walk = gates & !still;
            for _ in 0..8 {
                walk |= beside(walk) & !still;
            }
            gates | walk | beside(walk)
        };
        let mut numbers = Random::new(1);
        for _ in 0..20_000 {
            let random = numbers.next();
            let byte = |n: u32| random >> (8 * n) & FIRST;
            let gates = [byte(0) & byte(1), byte(1) & byte(2), byte(3), byte(4) & byte(5)];
            let still = [byte(6), byte(5) & byte(7), byte(0) & byte(4), byte(2)];
            let expected = std::array::from_fn(|n| slowly(gates[n], still[n]));
            assert_eq!(parted(along(together(gates), together(still))), expected, "{gates:x?} {still:x?}");
        }
    }

    #[test]
    fn a_rook_goes_back_to_the_corner_that_it_came_from() {
        let home = |still| Home { gates: 0, bishop: 0, rook: 0, royal: 0, still };
        assert_eq!(home(KING).with_rooks_back(0x41), 0x81);
        assert_eq!(home(KING).with_rooks_back(0x60), 0x60, "two of them");
        assert_eq!(home(0).with_rooks_back(0x40), 0x40, "from either corner");
        assert_eq!(home(0x20).with_rooks_back(0x10), 0x01);
    }
}
