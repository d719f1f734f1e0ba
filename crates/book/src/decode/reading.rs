//! A game as the search read it.

use shakmaty::{Chess, Move, Position};

use super::{Attempt, NONE, Way};

/// What a reading that goes well costs at the most, a half-move.
const USUAL: f32 = 0.5;
/// Print that a reading which goes well leaves unexplained, in nats.
const LEFT: f32 = 5.0;
/// What a reading that needs no second look costs at the most, a half-move, and as a whole before its end.
const GOOD: (f32, f32) = (0.15, 8.0);

/// One half-move as it was read.
#[derive(Clone, Debug)]
pub struct Step {
    /// The step before it.
    pub(super) parent: u32,
    /// The move.
    pub m: Move,
    /// Its cell, as characters; empty for a move that the print has lost.
    pub cell: std::ops::Range<u32>,
    /// How the print led to it.
    pub way: Way,
    /// What its text cost, in nats.
    pub text: f32,
    /// What the way to it cost.
    pub travel: f32,
    /// The weight of the print that was passed over on the way to it.
    pub passed: f32,
    /// The cost of all up to it.
    pub cost: f32,
}

/// A game as it was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The half-moves.
    pub steps: Vec<Step>,
    /// For each half-move: how much dearer the cheapest reading is that says another one, in nats.
    pub margins: Vec<f32>,
    /// For each half-move: the one that this cheapest other reading says; `None` where it ends before.
    pub rivals: Vec<Option<Move>>,
    /// The cost of all.
    pub cost: f32,
    /// What of it is for print that nothing explains.
    pub tail: f32,
    /// The weight of the print that it explains, in nats.
    pub explained: f32,
    /// The last position.
    pub end: Chess,
    /// By half-move: what the cheapest and the dearest hypothesis cost that the beam kept.
    pub kept: Vec<(f32, f32)>,
    /// The search that it comes of.
    pub attempt: Attempt,
    /// Half-moves from the first on that are certain: a person has seen them and let them stand.
    pub given: usize,
}

impl Step {
    /// A half-move that is known from elsewhere and costs nothing; its cell is empty where the print has none. `cost` is that of
    /// the half-moves before it.
    #[must_use]
    pub fn known(m: Move, cell: std::ops::Range<u32>, cost: f32) -> Step {
        let way = if cell.is_empty() { Way::Lost } else { Way::Next(0) };
        Step { parent: NONE, m, cell, way, text: 0.0, travel: 0.0, passed: 0.0, cost }
    }
}

impl Reading {
    /// A game as another reader has read it.
    #[must_use]
    pub fn of(steps: Vec<Step>, attempt: Attempt) -> Reading {
        let mut end = Chess::default();
        steps.iter().for_each(|step| end.play_unchecked(step.m));
        let many = steps.len();
        Reading {
            margins: vec![f32::MAX; many],
            rivals: vec![None; many],
            cost: 0.0,
            tail: 0.0,
            explained: 0.0,
            end,
            kept: Vec::new(),
            attempt,
            given: 0,
            steps,
        }
    }

    /// Whether a half-move is certain: a person has said it, or has seen it and let it stand.
    #[must_use]
    pub fn is_certain(&self, ply: usize) -> bool {
        ply < self.given || self.is_said(ply)
    }

    /// Whether a person has said a half-move.
    #[must_use]
    pub fn is_said(&self, ply: usize) -> bool {
        self.margins[ply].is_infinite()
    }

    /// How much better it explains the print than no game does, in nats.
    #[must_use]
    pub fn gain(&self) -> f32 {
        self.explained - (self.cost - self.tail)
    }

    /// Whether it goes so well that no other way through the print can be better.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let own = self.cost - self.tail;
        self.tail < 1.0 && self.steps.len() >= 16 && own < GOOD.1.min(GOOD.0 * self.steps.len() as f32)
    }

    /// Whether it goes badly: another way through the print may be better.
    #[must_use]
    pub fn is_poor(&self) -> bool {
        self.tail > LEFT || self.cost > USUAL * self.steps.len() as f32
    }
}
