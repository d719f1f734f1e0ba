//! Counts repetitions of a position.

use super::undo::{Deed, Undo};
use super::{Board, NOWHERE, bit};

impl Board {
    /// How often this position has occurred, including now, if that is at least `wanted`; otherwise any
    /// smaller number. `trail`: the undo records of the game, oldest first. Positions are equal if pieces,
    /// side to move, castling rights and the right to capture en passant are equal (FIDE Laws 9.2.3).
    ///
    /// Needs no hash keys: [`Left`] shows at once that most positions cannot be repetitions.
    #[must_use]
    pub fn times_stood(&self, trail: &[Undo], wanted: usize) -> usize {
        let window = self.window(&trail[reversible(trail, self.state.halfmoves)..]);
        // Where the pieces of each side differ from now.
        let mut changed = [0u64; 2];
        let mut alike = 1;
        for pair in window.rchunks_exact(2) {
            // The side that moved last is not the side to move now.
            changed[1] ^= pair[1].changes();
            changed[0] ^= pair[0].changes();
            alike += usize::from(changed == [0; 2]);
        }
        if alike < wanted { alike } else { self.times_stood_exactly(window) }
    }

    /// The last moves that changed no castling rights, since lost rights never return.
    fn window<'t>(&self, trail: &'t [Undo]) -> &'t [Undo] {
        let kept = trail.iter().rev().take_while(|undo| undo.rights == self.state.rights).count();
        &trail[trail.len() - kept..]
    }

    /// The same, one by one.
    #[cold]
    fn times_stood_exactly(&self, window: &[Undo]) -> usize {
        let mut before = *self;
        let mut times = 1;
        for pair in window.rchunks_exact(2) {
            before.undo(&pair[1]);
            before.undo(&pair[0]);
            let passed = before.state.passed;
            let same = before.men == self.men && (passed == NOWHERE || !before.can_pass(passed));
            times += usize::from(same);
        }
        times
    }
}

/// Index of the first of the moves that the halfmove clock counts.
fn reversible(trail: &[Undo], halfmoves: u32) -> usize {
    trail.len().saturating_sub(halfmoves as usize)
}

/// The squares that pieces of each side left in the moves that can be part of a repetition.
#[derive(Copy, Clone, Debug, Default)]
pub struct Left {
    squares: [u64; 2],
    /// Number of moves at the last update.
    seen: usize,
}

impl Left {
    /// Adds the last move. `halfmoves`: moves since the last irreversible one. Returns whether a piece moved
    /// to a square that a piece of its side had left; otherwise the position cannot be a repetition.
    pub fn returns(&mut self, trail: &[Undo], halfmoves: u32) -> bool {
        let Some((last, before)) = trail.split_last() else { return false };
        let start = reversible(trail, halfmoves);
        let came = self.seen;
        self.seen = trail.len();
        // The sides alternate.
        if came + 1 != trail.len() || came <= start {
            self.squares = [0; 2];
            for (at, undo) in before.iter().enumerate().skip(start) {
                self.squares[at & 1] |= bit(undo.origin());
            }
        }
        let own = &mut self.squares[before.len() & 1];
        let back = *own & bit(last.goal()) != 0;
        *own |= bit(last.origin());
        back
    }
}

impl Undo {
    /// The squares that the move left and entered.
    #[inline(always)]
    const fn changes(&self) -> u64 {
        match self.deed() {
            Deed::Pass => 0,
            _ => bit(self.origin()) | bit(self.goal()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use scorebook_random::Random;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

    use super::*;

    /// Games that go back and forth, compared with a count of FENs.
    #[test]
    fn counts_like_fens() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k1nn/8/8/8/2p5/8/1P6/NN2K3 w - - 30 40",
            "8/8/3k4/8/3pP3/8/8/3QKQ2 b - e3 0 1",
        ];
        let mut random = Random::new(1883);
        let (mut thrice, mut swapped, mut came_back) = (0, 0, 0);
        for round in 0..400 {
            let fen: Fen = starts[round % starts.len()].parse().unwrap();
            let mut chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            let mut board = Board::from(&chess);
            let key = |chess: &Chess| {
                let fen = Fen::from_position(chess, EnPassantMode::Legal).to_string();
                fen.rsplitn(3, ' ').last().map(str::to_owned)
            };
            let mut stood = HashMap::from([(key(&chess), 1)]);
            let mut trail: Vec<Undo> = Vec::new();
            let mut left = Left::default();
            for _ in 0..60 {
                let legal = chess.legal_moves();
                if legal.is_empty() {
                    break;
                }
                // Often back to the square the piece came from.
                let back = trail.iter().rev().nth(1).and_then(|undo| {
                    legal.iter().find(|mv| {
                        mv.from().map(u8::from) == Some(undo.goal()) && u8::from(mv.to()) == undo.origin()
                    })
                });
                let any = *random.pick(&legal);
                let mv = back.copied().filter(|_| random.below(4) != 0).unwrap_or(any);
                chess.play_unchecked(mv);
                trail.push(board.play(mv));
                let back = left.returns(&trail, board.halfmoves());
                let times = stood.entry(key(&chess)).or_insert(0);
                *times += 1;
                for wanted in [1, 2, 3, 5] {
                    let counted = board.times_stood(&trail, wanted);
                    assert_eq!(counted >= wanted, *times >= wanted, "{counted} {times} {}", board.fen());
                }
                assert!(back || *times == 1, "{}", board.fen());
                came_back += usize::from(back);
                thrice += usize::from(*times >= 3);
                swapped += usize::from(board.times_stood(&trail, 9) > *times);
            }
        }
        assert!(thrice > 100 && swapped > 10 && came_back < 400 * 50, "{thrice} {swapped} {came_back}");
    }
}
