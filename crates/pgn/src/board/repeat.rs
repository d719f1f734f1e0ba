//! How often a position has stood.

use super::undo::{Deed, Undo};
use super::{Board, NOWHERE, bit};

impl Board {
    /// How often this position has stood, with now, if that is at least `wanted`, as the ways back through
    /// the moves tell that led here, the last of them last; fewer than `wanted` otherwise. Positions are the same when pieces,
    /// side to move, castling rights and the right to capture in passing are (FIDE Laws 9.2.3).
    ///
    /// No keys are kept for this: most positions have no like after them, which [`Left`] tells at once.
    #[must_use]
    pub fn times_stood(&self, trail: &[Undo], wanted: usize) -> usize {
        let window = self.window(&trail[reversible(trail, self.state.halfmoves)..]);
        // Where the pieces of each side stood, against now.
        let mut changed = [0u64; 2];
        let mut alike = 1;
        for pair in window.rchunks_exact(2) {
            // The side that moved last is not to move now.
            changed[1] ^= pair[1].changes();
            changed[0] ^= pair[0].changes();
            alike += usize::from(changed == [0; 2]);
        }
        if alike < wanted { alike } else { self.times_stood_exactly(window) }
    }

    /// The last of these moves, as many as took no right to castle away: rights never come back.
    fn window<'t>(&self, trail: &'t [Undo]) -> &'t [Undo] {
        let kept = trail.iter().rev().take_while(|undo| undo.rights == self.state.rights).count();
        &trail[trail.len() - kept..]
    }

    /// The same, piece by piece.
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

/// Where the moves begin that so many half-moves count.
fn reversible(trail: &[Undo], halfmoves: u32) -> usize {
    trail.len().saturating_sub(halfmoves as usize)
}

/// The squares that pieces of each side left in the moves that can be part of a repetition.
#[derive(Copy, Clone, Debug, Default)]
pub struct Left {
    squares: [u64; 2],
    /// How many moves were made when they were looked at last.
    seen: usize,
}

impl Left {
    /// Takes the last of these moves in, so many half-moves after what cannot be taken back; returns whether a
    /// piece went where one of its side had left, without which no position is repeated.
    pub fn returns(&mut self, trail: &[Undo], halfmoves: u32) -> bool {
        let Some((last, before)) = trail.split_last() else { return false };
        let start = reversible(trail, halfmoves);
        let came = self.seen;
        self.seen = trail.len();
        // Sides take turns.
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

    /// Games that go back and forth, against a count of positions by their FENs.
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
                // Often back to where the piece came from.
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
