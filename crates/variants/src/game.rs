//! A game: a position with the moves that led to it, for repetition and counted moves.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use crate::kinds::Kind;
use crate::moves::{Change, Move};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::Value;

/// What repetition must know of one position.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Is the side to move in check?
    check: bool,
    /// The move that led here.
    mv: Option<Move>,
}

/// A game of a variant.
#[derive(Clone, Debug)]
pub struct Game<'r> {
    position: Position<'r>,
    steps: Vec<Step>,
}

/// What makes two positions the same.
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
    pub fn new(position: Position<'r>) -> Game<'r> {
        let step = Step { key: key(&position), check: position.in_check(position.side), mv: None };
        Game { position, steps: vec![step] }
    }

    /// The position now.
    pub fn position(&self) -> &Position<'r> {
        &self.position
    }

    /// Plays a move that is known to be legal.
    pub fn play(&mut self, mv: Move) {
        self.position.play(mv);
        let check = self.position.in_check(self.position.side);
        self.steps.push(Step { key: key(&self.position), check, mv: Some(mv) });
    }

    /// The end of the game, or the end that a player may claim.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| self.claim())
    }

    /// The end that may be claimed: counted moves, repetition, counting rules.
    pub fn claim(&self) -> Option<Outcome> {
        let position = &self.position;
        let end = &position.rules.end;
        let by_points = |reason| {
            let value = if end.material.is_some() { position.material_value() } else { Value::Draw };
            position.ends(value, reason)
        };
        let mated = || position.in_check(position.side) && !position.has_legal_move();
        if end.n_move > 0 && position.clock >= 2 * end.n_move && !mated() {
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
        let bare = position.count_of(side, Kind::ANY) == 2 && position.count_of(side, Kind::PAWN) == 1;
        if position.rules.promotion.sittuyin && bare && !position.in_check(side) && only_promotions() {
            return position.ends(Value::Draw, Reason::OnlyPromotions);
        }
        None
    }

    /// Has the position come back often enough?
    fn repeated(&self) -> Option<Outcome> {
        let position = &self.position;
        let end = &position.rules.end;
        let now = self.steps.len() - 1;
        if end.n_fold == 0 {
            return None;
        }
        let reach = match position.rules.drops.captures_to_hand {
            true => now,
            false => now.min(position.clock as usize),
        };
        let check = |back: usize| self.steps[now - back].check;
        let mut seen = 0;
        let (mut they_check, mut we_check) = (now >= 2 && check(0) && check(2), now >= 3 && check(1) && check(3));
        let mut back = 4;
        while back <= reach {
            they_check &= check(back);
            if self.steps[now - back].key == self.steps[now].key {
                seen += 1;
                if seen + 1 >= end.n_fold {
                    return self.repetition_value(they_check, we_check);
                }
            }
            if back < now {
                we_check &= check(back + 1);
            }
            back += 2;
        }
        None
    }

    fn repetition_value(&self, they_check: bool, we_check: bool) -> Option<Outcome> {
        let position = &self.position;
        let end = &position.rules.end;
        if end.perpetual_check_illegal && (they_check || we_check) {
            let value = match (they_check, we_check) {
                (true, false) => Value::Win,
                (false, true) => Value::Loss,
                _ => Value::Draw,
            };
            return position.ends(value, Reason::PerpetualCheck);
        }
        let value = match end.n_fold_absolute && position.side == crate::Side::Black {
            true => end.n_fold_value.flip(),
            false => end.n_fold_value,
        };
        let value = if value == Value::Draw && end.material.is_some() { position.material_value() } else { value };
        position.ends(value, Reason::Repetition)
    }

    /// The moves of the game.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.steps.iter().filter_map(|step| step.mv)
    }
}
