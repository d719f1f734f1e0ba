//! What a hypothesis owes for print that it leaves unread, on the way and at its end.

use super::enter::Entered;
use super::{Hypothesis, Search};

/// The weight of print, in nats, that holds no move.
const LITTLE: f32 = 1.0;
/// What it costs less to end where the rules end the game.
const OVER: f32 = 1.0;
/// Characters behind the last cell in which the words stand that end a game.
const CLOSED: u32 = 60;

impl Search<'_> {
    /// What it costs to pass over the moves between two characters.
    pub(super) fn passed(&self, from: u32, to: u32) -> f32 {
        let all = self.evidence.rows.passed(from, to) * self.prices.passed;
        if self.taken.is_empty() { all } else { all - self.taken_between(from, to) }
    }

    /// What a hypothesis costs, with print behind both sides' last cells that it has not explained and will not: without it, a
    /// way that leaps over print is cheap until the game ends.
    pub(super) fn rank(&self, hypothesis: &Hypothesis) -> f32 {
        hypothesis.cost + self.debt(&Entered::none(hypothesis))
    }

    /// What of its rank is for such print.
    pub(super) fn debt(&self, hypothesis: &Entered) -> f32 {
        let [white, black] = &hypothesis.pointers;
        let (first, other) = if white.end <= black.end { (white, black) } else { (black, white) };
        let skipped = hypothesis.skipped;
        let behind = first.end.min(skipped);
        let ahead = self.passed(other.run.max(behind), other.end.max(behind));
        let all = self.passed(self.begin, behind);
        // What the numbers leave for later moves is no debt yet.
        let later =
            self.grid.as_ref().map_or(0.0, |numbers| numbers.grid.later(self.ply as u16 / 2 + 1, behind));
        let later = later * self.prices.passed;
        let debt = (all - later - (hypothesis.explained - ahead).max(0.0)).max(0.0);
        self.prices.debt * debt
    }

    /// What it costs to end here: moves of the print that nothing explains. `None` if that is more than `most`.
    pub(super) fn tail(&mut self, hypothesis: &Hypothesis, most: f32) -> Option<f32> {
        let last = hypothesis.furthest;
        let until = last.max(self.until.min(last + self.prices.tail_reach));
        let rows = &self.evidence.rows;
        let before = self.passed(self.begin, last);
        // Behind the words that end a game stand notes, mostly, and the next game.
        let end = rows.closing(last, last + CLOSED);
        let until_end = end.map_or(until, |end| end.min(until));
        let behind = self.passed(last, until_end) + self.passed(until_end, until) * self.prices.behind_end;
        let left = (before + behind - hypothesis.explained).max(0.0);
        // A move that is not read yet stands before the word that ends the game.
        let closed = end.is_some() && left < LITTLE;
        let closed = if closed { self.prices.closed } else { 0.0 };
        // Whether the rules end it there is asked only where it counts.
        if left - OVER - closed > most + OVER {
            return None;
        }
        let over = self.positions.listed(hypothesis.node).legal.is_empty();
        Some(left - if over { OVER } else { 0.0 } - closed)
    }
}
