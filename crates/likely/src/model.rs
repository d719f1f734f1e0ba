//! The model's weights, and the probability of each legal move.

use shakmaty::{Chess, EnPassantMode, Move, Position, Role, zobrist::Zobrist64};

use super::features::{FEATURES, Origin, SLOTS, TargetSquares, features};
use super::legal::LegalMove;
use super::scene::{Man, ModelInput, Past, mix};

/// Number of buckets of the opening book, four entries each.
pub(super) const BUCKETS: usize = 2048;
const PER_BUCKET: usize = 4;

/// Plies after which the book is not used.
pub(super) const BOOK_PLIES: u32 = 30;

/// Bytes of a model: hashed weights, then the book's tags, then the book's weights.
pub const BYTES: usize = SLOTS + BUCKETS * PER_BUCKET * 3;

/// Weights are in sixteenths of a bit.
pub(super) const UNIT: u32 = 16;

/// A model of human play: a weight for each feature of a move; the sum is the move's logit.
pub struct Model<'a> {
    weights: &'a [i8; SLOTS],
    tags: &'a [[u8; 2]],
    book: &'a [u8],
}

impl<'a> Model<'a> {
    /// The model in these bytes; `None` if their number is wrong.
    #[must_use]
    pub fn new(bytes: &'a [u8], weights: &'a [i8; SLOTS]) -> Option<Model<'a>> {
        let book = bytes.get(SLOTS..BYTES)?;
        let (tags, book) = book.split_at_checked(BUCKETS * PER_BUCKET * 2)?;
        Some(Model { weights, tags: tags.as_chunks::<2>().0, book })
    }

    /// The logit of each move, in [`UNIT`]s of a bit. Moves of the same piece must be adjacent.
    pub fn score(
        &self,
        scene: &ModelInput<'_>,
        moves: &[LegalMove],
        goals: &mut TargetSquares,
        scores: &mut Vec<i32>,
    ) {
        self.score_by_kind(scene, moves, goals, scores);
        self.add_book(scene, moves, scores);
    }

    /// The same without the opening book.
    #[inline]
    pub fn score_by_kind(
        &self,
        scene: &ModelInput<'_>,
        moves: &[LegalMove],
        goals: &mut TargetSquares,
        scores: &mut Vec<i32>,
    ) {
        scores.clear();
        goals.clear();
        let mut rest = moves;
        while let Some(first) = rest.first() {
            let origin = Origin::of(scene, first);
            let length = rest.iter().take_while(|candidate| origin.fits(candidate)).count();
            let (moves, after) = rest.split_at(length.max(1));
            rest = after;
            let moves = moves.iter();
            match first.role {
                Role::Pawn => scores.extend(moves.map(|m| self.sum(scene, &origin, goals, Role::Pawn, m))),
                Role::Knight => {
                    scores.extend(moves.map(|m| self.sum(scene, &origin, goals, Role::Knight, m)))
                }
                Role::Bishop => {
                    scores.extend(moves.map(|m| self.sum(scene, &origin, goals, Role::Bishop, m)))
                }
                Role::Rook => scores.extend(moves.map(|m| self.sum(scene, &origin, goals, Role::Rook, m))),
                Role::Queen => scores.extend(moves.map(|m| self.sum(scene, &origin, goals, Role::Queen, m))),
                Role::King => scores.extend(moves.map(|m| self.sum(scene, &origin, goals, Role::King, m))),
            }
        }
    }

    /// Adds the weights of the book, if it has the position.
    fn add_book(&self, scene: &ModelInput<'_>, moves: &[LegalMove], scores: &mut [i32]) {
        if scene.ply >= u64::from(BOOK_PLIES) {
            return;
        }
        for (score, candidate) in scores.iter_mut().zip(moves) {
            let (bucket, tag) = book_place(scene, candidate.m);
            let first = bucket * PER_BUCKET;
            if let Some(i) = self.tags[first..first + PER_BUCKET].iter().position(|&entry| entry == tag) {
                *score += i32::from(self.book[first + i] as i8);
            }
        }
    }

    /// The sum of the weights of a move by a piece of this role.
    #[inline(always)]
    fn sum(
        &self,
        scene: &ModelInput<'_>,
        origin: &Origin,
        goals: &mut TargetSquares,
        role: Role,
        m: &LegalMove,
    ) -> i32 {
        let mut sum = 0;
        let goal = goals.of(scene, m.to);
        features(scene, origin, goal, role, m, |_, slot| sum += i32::from(self.weights[slot as usize]));
        sum
    }
}

/// Bucket and tag of a move of a position in the book. A tag is never 0, which marks a free entry.
pub(super) fn book_place(scene: &ModelInput<'_>, m: Move) -> (usize, [u8; 2]) {
    let from = m.from().map_or(0, |square| u8::from(square) ^ scene.flip);
    let to = u8::from(m.to()) ^ scene.flip;
    let promotion = m.promotion().map_or(0, |role| role as u64);
    let hash = mix(scene.position_hash, u64::from(from) << 9 | u64::from(to) << 3 | promotion);
    let tag = (hash >> 40) as u16;
    ((hash % BUCKETS as u64) as usize, tag.max(1).to_le_bytes())
}

/// Two to the power of minus `k` sixteenths, times 2^16, rounded.
pub(super) const POWERS: [u32; UNIT as usize] = [
    65536, 62757, 60097, 57549, 55109, 52773, 50535, 48393, 46341, 44376, 42495, 40693, 38968, 37316, 35734,
    34219,
];

/// Converts logits into weights, none of them 0; returns their sum.
pub fn shares(scores: &mut [i32]) -> u32 {
    let best = scores.iter().copied().max().unwrap_or(0);
    let mut total = 0;
    for score in scores {
        let below = (best - *score) as u32;
        let share = POWERS[(below % UNIT) as usize].checked_shr(below / UNIT).unwrap_or(0).max(1);
        *score = share as i32;
        total += share;
    }
    total
}

/// A walk through a game: position, previous moves, ply.
pub struct GameWalk {
    /// The current position.
    pub position: Chess,
    last: Past,
    own_last: Past,
    ply: u32,
    /// Buffer for the pieces of a scene.
    men: Vec<Man>,
}

impl Clone for GameWalk {
    fn clone(&self) -> GameWalk {
        // The buffer is filled anew for each scene.
        GameWalk { position: self.position.clone(), men: Vec::new(), ..*self }
    }
}

/// All that the chances of the next move depend on: equal keys, equal chances.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct WalkKey {
    /// The Zobrist hash of the position.
    position: u64,
    past: [Past; 2],
    ply: u32,
}

impl GameWalk {
    /// What the chances of the next move depend on.
    #[must_use]
    pub fn key(&self) -> WalkKey {
        self.key_of_hash(self.position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0)
    }

    /// The same of a walk whose position is known to have this Zobrist hash, with the square of a capture in passing where it is legal.
    #[must_use]
    pub fn key_of_hash(&self, hash: u64) -> WalkKey {
        WalkKey { position: hash, past: [self.last, self.own_last], ply: self.ply }
    }

    /// At the start of a game.
    #[must_use]
    pub fn new(start: &Chess) -> GameWalk {
        GameWalk {
            position: start.clone(),
            last: Past::default(),
            own_last: Past::default(),
            ply: 0,
            men: Vec::new(),
        }
    }

    /// The inputs of the model in this position.
    pub fn scene(&mut self) -> ModelInput<'_> {
        ModelInput::new(&self.position, self.last, self.own_last, self.ply, &mut self.men)
    }

    /// The same with a buffer that other walks use too.
    pub(crate) fn scene_in<'a>(&'a self, men: &'a mut Vec<Man>) -> ModelInput<'a> {
        ModelInput::new(&self.position, self.last, self.own_last, self.ply, men)
    }

    /// The last two moves.
    pub(super) fn past(&self) -> (Past, Past) {
        (self.last, self.own_last)
    }

    /// Half-moves so far.
    pub(crate) fn ply(&self) -> u32 {
        self.ply
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.own_last = self.last;
        self.last = Past::of(m);
        self.ply += 1;
        self.position.play_unchecked(m);
    }
}

const _: () = assert!(BYTES == 128 << 10 && FEATURES < 32);
