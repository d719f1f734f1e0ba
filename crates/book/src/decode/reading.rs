//! A game as the search read it.

use shakmaty::{Chess, Move};

use super::{Attempt, Way};

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
}

impl Reading {
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
