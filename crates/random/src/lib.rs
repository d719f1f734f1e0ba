//! Seeded random numbers and games of chess, for tests and benchmarks.
//!
//! ```
//! use scorebook_random::Random;
//!
//! let mut random = Random::new(1858);
//! let moves = random.game(40);
//! assert_eq!(moves, Random::new(1858).game(40), "the same for the same seed");
//! assert!(random.below(6) < 6);
//! ```

use shakmaty::{Chess, Move, Position};

/// Positions that exercise all kinds of moves, as FEN: castling, promotion, en passant, pins, and castling of Chess960.
pub const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
];

/// A small random number generator (SplitMix64: Steele, Lea & Flood, "Fast splittable pseudorandom number
/// generators", 2014). Not for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A random element.
    ///
    /// # Panics
    /// If the slice is empty.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A uniformly random legal move; `None` if there is none.
    pub fn legal_move<P: Position>(&mut self, position: &P) -> Option<Move> {
        let legal = position.legal_moves();
        (!legal.is_empty()).then(|| *self.pick(&legal))
    }

    /// A random game of at most so many half-moves, in which castling, promotion and en passant are more
    /// frequent than by chance. It ends earlier without a legal move, or with too little material.
    pub fn game(&mut self, plies: usize) -> Vec<Move> {
        let mut position = Chess::default();
        let mut moves = Vec::new();
        while moves.len() < plies {
            let legal = position.legal_moves();
            if legal.is_empty() || position.is_insufficient_material() {
                break;
            }
            let rare: Vec<Move> = legal
                .iter()
                .copied()
                .filter(|m| m.is_promotion() || m.is_castle() || m.is_en_passant())
                .collect();
            let m =
                if !rare.is_empty() && self.below(3) == 0 { *self.pick(&rare) } else { *self.pick(&legal) };
            position.play_unchecked(m);
            moves.push(m);
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_paper() {
        // The first numbers of SplitMix64 with seed 1234567, as published elsewhere.
        let mut random = Random::new(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn games_can_be_played() {
        let mut random = Random::new(4);
        for _ in 0..20 {
            let mut position = Chess::default();
            for m in random.game(200) {
                assert!(position.is_legal(m));
                position.play_unchecked(m);
            }
        }
    }
}
