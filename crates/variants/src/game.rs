//! A game: a position with the moves that led to it, for repetition and counted moves.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use crate::kinds::PieceKind;
use crate::moves::{Change, Move};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::Value;

/// The data of one position that repetition needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) key: u64,
    /// Whether the side to move is in check.
    pub(crate) check: bool,
    /// The move that led here.
    pub(crate) mv: Option<Move>,
    /// Whether it was a capture.
    pub(crate) captured: bool,
}

/// A game of a variant.
#[derive(Clone, Debug)]
pub struct Game<'r> {
    pub(crate) position: Position<'r>,
    pub(crate) steps: Vec<Step>,
}

/// Positions with equal keys count as the same.
fn key(position: &Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    for square in position.rules.board.squares() {
        position.man(square).hash(&mut hasher);
    }
    position.hands.hash(&mut hasher);
    position.side.hash(&mut hasher);
    position.castling.hash(&mut hasher);
    position.gates.hash(&mut hasher);
    position.en_passant.hash(&mut hasher);
    position.holes.hash(&mut hasher);
    position.checks_left.hash(&mut hasher);
    hasher.finish()
}

impl<'r> Game<'r> {
    /// A game that starts from a position.
    #[must_use]
    pub fn new(position: Position<'r>) -> Game<'r> {
        let step =
            Step { key: key(&position), check: position.in_check(position.side), mv: None, captured: false };
        Game { position, steps: vec![step] }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position<'r> {
        &self.position
    }

    /// Plays a move that is known to be legal.
    pub fn play(&mut self, mv: Move) {
        self.position.play(mv);
        let check = self.position.in_check(self.position.side);
        let captured = self.position.captured;
        self.steps.push(Step { key: key(&self.position), check, mv: Some(mv), captured });
    }

    /// The end of the game, or the end that a player may claim.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| self.claim())
    }

    /// The end that may be claimed: counted moves, repetition, counting rules.
    #[must_use]
    pub fn claim(&self) -> Option<Outcome> {
        let position = &self.position;
        let end = &position.rules.end;
        let by_points = |reason| {
            let value = if end.material.is_some() { position.material_value() } else { Value::Draw };
            position.ends(value, reason)
        };
        let mated = || position.in_check(position.side) && !position.has_legal_move();
        if end.n_move > 0 && u32::from(position.clock) >= 2 * u32::from(end.n_move) && !mated() {
            return by_points(Reason::MoveCount);
        }
        if let Some(outcome) = self.repeated() {
            return Some(outcome);
        }
        if position.counted_out() && !mated() {
            return position.ends(Value::Draw, Reason::Counted);
        }
        let only_promotions = || {
            let promotes = |mv: &Move| matches!(mv, Move::Step { change: Change::Promote(_), .. });
            position.legal_moves().iter().all(promotes)
        };
        let side = position.side;
        let bare =
            position.count_of(side, PieceKind::ANY) == 2 && position.count_of(side, PieceKind::PAWN) == 1;
        if position.rules.promotion.sittuyin && bare && !position.in_check(side) && only_promotions() {
            return position.ends(Value::Draw, Reason::OnlyPromotions);
        }
        None
    }

    /// The moves of the game.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.steps.iter().filter_map(|step| step.mv)
    }
}
