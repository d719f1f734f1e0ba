//! A position with its history.

use shakmaty::{Chess, Move};

use crate::lineage::Lineage;
use crate::pass::Passing;
use crate::skeleton::Scene;

/// A position with the history that skeletons can refer to.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The position.
    pub position: Chess,
    /// The birth squares of its pieces.
    pub lineage: Lineage,
    /// The last move, if there is one.
    pub last: Option<Move>,
}

impl GameState {
    /// The start of a game.
    #[must_use]
    pub fn new(position: &Chess) -> GameState {
        GameState { position: position.clone(), lineage: Lineage::new(position), last: None }
    }

    /// The state as a scene to match skeletons against.
    #[must_use]
    pub fn scene(&self) -> Scene<'_> {
        Scene { position: &self.position, lineage: &self.lineage, last: self.last }
    }

    /// Plays a move.
    pub fn play(&mut self, m: Move) {
        self.lineage.play(&self.position, m);
        self.position.play_or_pass(m);
        self.last = Some(m);
    }
}
