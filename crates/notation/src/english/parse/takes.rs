//! Captures: the victim and its square.

use shakmaty::{Bitboard, Role};

use super::man::file_of;
use super::{Parser, Run};
use crate::english::lex::Lexeme;
use crate::skeleton::{Capture, Victim, Which};
use crate::{Habit, Sense, Senses};

impl Parser<'_> {
    pub(super) fn takes(&mut self, run: &Run, origin: Bitboard) -> Option<Senses> {
        let retakes = self.peek() == Some(Lexeme::Retakes);
        self.at += 1;
        let named = self.named(run)?;
        let again = self.eat(Lexeme::It) || retakes;
        self.eat(Lexeme::Own);
        let stance = self.stance();
        let start = self.at;
        let victims = self.run();
        let end = self.at;
        let mut senses = Senses::new();
        if let Some(Lexeme::AlgebraicSquare(square)) = self.peek() {
            self.at += 1;
            let victim = Victim { on: square.into(), ..Victim::ANY };
            let tail = self.tail()?;
            return Some(self.build(&named, origin, Bitboard::FULL, Capture::Takes(victim), &tail));
        }
        // Every way to divide the letters into a victim and its square, or a victim and a promotion piece.
        for cut in (0..=victims.len()).rev() {
            self.at = end;
            let (victim, rest) = victims.split_at(cut);
            let place = if rest.is_empty() {
                self.place_at()
            } else {
                file_of(rest).and_then(|mask| self.rank().map(|ranks| mask & ranks))
            };
            let becomes = match rest {
                [role]
                    if place.is_none()
                        && cut > 0
                        && may_promote(run)
                        && *role != Role::Pawn
                        && *role != Role::King =>
                {
                    Some(*role)
                }
                [] => None,
                _ if place.is_none() => continue,
                _ => None,
            };
            if victim.is_empty() && place.is_none() && !again {
                continue;
            }
            let Some(kinds) = self.victims(victim) else { continue };
            let Some(mut tail) = self.tail() else { continue };
            tail.promotion = tail.promotion.or(becomes);
            for (kind, habit) in kinds {
                let on = kind.on & place.unwrap_or(Bitboard::FULL) & tail.place.unwrap_or(Bitboard::FULL);
                let which = if stance == Which::Any { kind.which } else { stance };
                let victim = Victim { on, just_moved: again, which, ..kind };
                let found = self.build(&named, origin, Bitboard::FULL, Capture::Takes(victim), &tail);
                senses.extend(
                    found.into_iter().map(|sense| Sense { habit: dearer(sense.habit, habit), ..sense }),
                );
            }
        }
        self.at = self.at.max(start);
        (!senses.is_empty()).then_some(senses)
    }
}

/// The less usual of two habits.
fn dearer(a: Habit, b: Habit) -> Habit {
    match (a, b) {
        (Habit::Plain, other) | (other, Habit::Plain) => other,
        (Habit::OriginalName, _) | (_, Habit::OriginalName) => Habit::OriginalName,
        (a, _) => a,
    }
}

fn may_promote(run: &[Role]) -> bool {
    matches!(run.last(), None | Some(Role::Pawn))
}
