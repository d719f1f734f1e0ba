//! Repetition: recurring positions, perpetual check, pieces that shuffle.

use crate::game::Game;
use crate::kinds::PieceKind;
use crate::moves::{Change, Move};
use crate::outcome::{Outcome, Reason};
use crate::rules::Value;

/// Whether the second move takes back the first.
fn takes_back(first: Option<Move>, second: Option<Move>) -> bool {
    let ends = |mv: Option<Move>| match mv {
        Some(Move::Step { from, to, change: Change::Same, .. }) => Some((from, to)),
        Some(Move::Pass) => None,
        _ => None,
    };
    match (ends(first), ends(second)) {
        (Some((from, to)), Some(other)) => (to, from) == other,
        _ => false,
    }
}

impl Game<'_> {
    /// Whether the position has occurred often enough.
    pub(crate) fn repeated(&self) -> Option<Outcome> {
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
        let (mut they_check, mut we_check) =
            (now >= 2 && check(0) && check(2), now >= 3 && check(1) && check(3));
        let mut back = 4;
        let mut to_and_fro = self.starts_to_and_fro();
        while back <= reach {
            if to_and_fro > 0 {
                match self.goes_on_to_and_fro(to_and_fro, back, reach) {
                    Some(count) => to_and_fro = count,
                    None => return position.ends(Value::Win, Reason::MoveRepetition),
                }
            }
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
        let value =
            if value == Value::Draw && end.material.is_some() { position.material_value() } else { value };
        // Who chases an unprotected piece by Asian rules loses; that is not judged here, and the reason says so.
        let reason = if end.chasing { Reason::RepetitionNotJudged } else { Reason::Repetition };
        position.ends(value, reason)
    }

    /// How often the side that moved last has shuffled a piece that can reach the other's palace: 2, or 1 if it
    /// passed in between; 0 if it has not.
    fn starts_to_and_fro(&self) -> u8 {
        let position = &self.position;
        let now = self.steps.len() - 1;
        if !position.rules.end.move_repetition_illegal
            || now < 2
            || self.steps[now - 1].check
            || self.steps[now - 2].check
        {
            return 0;
        }
        let (last, before) = (self.steps[now].mv, self.steps[now - 2].mv);
        let Some(Move::Step { to, change: Change::Same, .. }) = last else { return 0 };
        let Some(man) = position.man(to) else { return 0 };
        let rules = position.rules;
        let us = position.side;
        let mut palace = rules.board.squares().filter(|&square| rules.may_stand(us, PieceKind::KING, square));
        if !palace.any(|square| rules.may_stand(man.side, man.kind, square)) {
            return 0;
        }
        match before {
            Some(Move::Pass) => 1,
            _ if takes_back(last, before) => 2,
            _ => 0,
        }
    }

    /// The count after looking some plies further back; `None` if it is full.
    fn goes_on_to_and_fro(&self, count: u8, back: usize, reach: usize) -> Option<u8> {
        let now = self.steps.len() - 1;
        let mv = |back: usize| self.steps[now - back].mv;
        if back < reach && self.steps[now - back - 1].check {
            return Some(0);
        }
        let compared = mv(if count == 1 { 0 } else { back - 2 });
        if count < 4 {
            return Some(if takes_back(compared, mv(back)) { count + 1 } else { 0 });
        }
        let from = mv(back - 2).and_then(Move::from);
        let returns = from.is_some() && from == mv(back).and_then(Move::to);
        if returns && !self.steps[now - back].captured { None } else { Some(0) }
    }
}
