//! A second, wider search before a place where the print goes badly.
//!
//! A hypothesis that is dropped is missed only where those that were kept break down, some half-moves later: there the cheapest of
//! the beam costs much more than a few half-moves before. Then the search goes back to before that place and comes there again with
//! more hypotheses.

use super::Hypothesis;
use super::candidates::Pace;

/// How many times as many hypotheses are kept then.
const FACTOR: f32 = 3.0;
/// How many half-moves before a place that goes badly the mistake may lie.
const BACK: usize = 20;
/// A place goes badly where the cheapest hypothesis costs so much more, in nats, than so many half-moves before.
const RISE: f32 = 12.0;
/// See `RISE`.
const OVER: usize = 6;
/// In one search at the most so often.
const MOST: usize = 2;
/// What it must gain, in nats; and how often it may gain less.
const GAINED: f32 = 1.0;
/// See `GAINED`.
const IN_VAIN: usize = 1;

/// Where a search was wider.
#[derive(Default)]
pub(super) struct Rounds {
    /// Whether it may be.
    widens: bool,
    /// The beam behind each half-move.
    beams: Vec<Vec<Hypothesis>>,
    /// The half-move up to which it is wider now.
    until: usize,
    /// What the cheapest cost there before.
    cost: f32,
    /// How often it went back, and how often that was in vain.
    done: usize,
    /// See `done`.
    in_vain: usize,
}

impl Rounds {
    pub(super) fn new(widens: bool) -> Rounds {
        Rounds { widens, ..Rounds::default() }
    }

    /// Keeps the beam behind the next half-move.
    pub(super) fn keep(&mut self, beam: &[Hypothesis]) {
        if self.widens {
            self.beams.push(beam.to_vec());
        }
    }

    /// How many times as many hypotheses are kept behind a half-move, from 0.
    pub(super) fn factor(&self, ply: usize) -> f32 {
        if ply < self.until { FACTOR } else { 1.0 }
    }

    /// So many times a number.
    pub(super) fn many(&self, number: u32, ply: usize) -> u32 {
        (number as f32 * self.factor(ply)) as u32
    }

    /// Where to go on, if not with a half-move, whose cheapest reading costs `cost`: the number of half-moves before that place,
    /// and the beam there.
    pub(super) fn back(&mut self, ply: usize, pace: &Pace, cost: f32) -> Option<(usize, Vec<Hypothesis>)> {
        if !self.widens || ply < self.until || !cost.is_finite() {
            return None;
        }
        if ply > 0 && ply == self.until {
            self.in_vain += usize::from(cost > self.cost - GAINED);
        }
        let goes_badly = pace.rise(OVER, cost).is_some_and(|rise| rise > RISE);
        if !goes_badly || ply < self.until + 3 || self.done == MOST || self.in_vain == IN_VAIN {
            return None;
        }
        self.done += 1;
        (self.until, self.cost) = (ply + 1, cost);
        let from = ply.saturating_sub(BACK).max(1);
        self.beams.truncate(from);
        Some((from, self.beams.last()?.clone()))
    }
}
