//! How likely each legal move of a position is to be played.
//!
//! A linear model over hashed features of the legal moves, in integers, so that the result is the same on
//! every machine. It has no games, only kinds of moves: piece, squares, captures and risks, replies; and, for
//! archives only, a short opening book. `FORMAT.md` specifies the features bit by bit; the program
//! `train-dense` computes the weights.
//!
//! ```
//! use scorebook_likely::{GameWalk, surprises};
//! use shakmaty::{Chess, san::San};
//!
//! // What is likeliest at the start?
//! let mut moves = Vec::new();
//! surprises(&mut GameWalk::new(&Chess::default()), &mut moves);
//! let (likeliest, _) = moves.iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
//! assert!(["e4", "d4"].contains(&&*San::from_move(&Chess::default(), *likeliest).to_string()));
//! ```

pub mod checks;
mod exchange;
mod features;
mod legal;
mod light;
mod model;
mod scene;
#[cfg(feature = "train")]
pub mod train;

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use shakmaty::{CastlingMode, Move, Position};

pub use self::exchange::worth;
use self::features::SLOTS;
pub use self::features::TargetSquares;
pub use self::legal::{LegalMove, candidates};
pub use self::light::{LIGHT, LightMoves};
pub use self::model::{GameWalk, Model, WalkKey, shares};
pub use self::scene::ModelInput;

/// The weights computed by `train-dense`, as bytes.
pub static WEIGHTS: &[u8; model::BYTES] = include_bytes!("weights.bin");

/// The hashed weights of the same.
static HASHED: [i8; SLOTS] = {
    let mut weights = [0; SLOTS];
    let mut i = 0;
    while i < SLOTS {
        weights[i] = WEIGHTS[i] as i8;
        i += 1;
    }
    weights
};

/// The model of these weights.
#[must_use]
pub fn model() -> Option<Model<'static>> {
    Model::new(WEIGHTS, &HASHED)
}

/// The surprise of each legal move in the position of a walk, in nats: the negative logarithm of its
/// probability, without the opening book.
pub fn surprises(walk: &mut GameWalk, out: &mut Vec<(Move, f32)>) {
    Surprises::default().of(walk, out);
}

/// The first half-moves of games, which come again in one game after another.
const OPENING: u32 = 8;
/// Most positions of openings that a thread remembers; they are forgotten when there are more.
const MOST_OPENINGS: usize = 1 << 11;

/// The surprises in the positions of openings that a thread has come by, with and without the opening book.
type Openings = FxHashMap<(WalkKey, CastlingMode, bool), Box<[(Move, f32)]>>;

thread_local! {
    static OPENINGS: RefCell<Openings> = RefCell::default();
}

/// Working memory for the surprises of many positions.
#[derive(Default)]
pub struct Surprises {
    moves: Vec<LegalMove>,
    scores: Vec<i32>,
    goals: TargetSquares,
    men: Vec<scene::Man>,
}

impl Surprises {
    /// See [`surprises`]. The moves of a piece are adjacent.
    pub fn of(&mut self, walk: &mut GameWalk, out: &mut Vec<(Move, f32)>) {
        self.fill(walk, false, out);
    }

    /// The same with the opening book.
    pub fn with_book(&mut self, walk: &mut GameWalk, out: &mut Vec<(Move, f32)>) {
        self.fill(walk, true, out);
    }

    /// The legal moves in the position of a walk, in the order of their surprises.
    pub fn legal(&mut self, walk: &GameWalk, out: &mut Vec<Move>) {
        let mode = walk.position.castles().mode();
        candidates(&walk.scene_in(&mut self.men), mode, &mut self.moves);
        out.clear();
        out.extend(self.moves.iter().map(|candidate| candidate.m));
    }

    fn fill(&mut self, walk: &mut GameWalk, book: bool, out: &mut Vec<(Move, f32)>) {
        out.clear();
        let Some(model) = model() else { return };
        let mode = walk.position.castles().mode();
        let opening = (walk.ply() < OPENING).then(|| (walk.key(), mode, book));
        if let Some(opening) = &opening
            && OPENINGS
                .with_borrow(|known| known.get(opening).map(|moves| out.extend_from_slice(moves)))
                .is_some()
        {
            return;
        }
        let scene = walk.scene_in(&mut self.men);
        candidates(&scene, mode, &mut self.moves);
        let score = if book { Model::score } else { Model::score_by_kind };
        score(&model, &scene, &self.moves, &mut self.goals, &mut self.scores);
        let whole = shares(&mut self.scores) as f32;
        let each = self.moves.iter().zip(&self.scores);
        out.extend(each.map(|(candidate, &share)| (candidate.m, (whole / share as f32).ln())));
        if let Some(opening) = opening {
            OPENINGS.with_borrow_mut(|known| {
                if known.len() >= MOST_OPENINGS {
                    known.clear();
                }
                known.insert(opening, out.as_slice().into());
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Chess;

    #[test]
    fn an_opening_that_comes_again_has_the_same_chances() {
        let told = |book: bool| {
            let mut walk = GameWalk::new(&Chess::default());
            let (mut all, mut memory) = (Vec::new(), Surprises::default());
            let chances = (0..OPENING + 2).map(|_| {
                memory.fill(&mut walk, book, &mut all);
                let chances = all.clone();
                walk.play(all.iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("a legal move").0);
                chances
            });
            chances.collect::<Vec<_>>()
        };
        let first = [false, true].map(told);
        assert_ne!(first[0], first[1]);
        assert_eq!([false, true].map(told), first);
    }

    #[test]
    fn chances_add_up_and_sane_moves_have_most() {
        let mut walk = GameWalk::new(&Chess::default());
        let mut all = Vec::new();
        for _ in 0..8 {
            surprises(&mut walk, &mut all);
            assert_eq!(all.len(), walk.position.legal_moves().len());
            let chances: f32 = all.iter().map(|(_, surprise)| (-surprise).exp()).sum();
            assert!((chances - 1.0).abs() < 0.01, "{chances}");
            let likeliest = all.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map(|&(m, _)| m);
            walk.play(likeliest.expect("a legal move"));
        }
        // Both sides have developed pieces and not just moved rooks' pawns.
        let board = walk.position.board();
        let center = board.pawns() & shakmaty::Bitboard::CENTER;
        assert!(
            center.any() || board.knights() & !shakmaty::Bitboard::BACKRANKS != shakmaty::Bitboard::EMPTY
        );
    }
}
