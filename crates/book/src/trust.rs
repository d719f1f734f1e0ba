//! How far a reading is to be trusted: what is written, and what is said of it.

use crate::decode::{Reading, Step, Way};

/// What is known of one half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Read as it is printed.
    None,
    /// The print was worn: it says the move only by taking signs for others.
    Worn,
    /// Taken from a place where the print does not lead.
    Displaced,
    /// The print has no cell for it that can be read.
    Missing,
    /// Another reading is nearly as good.
    Rival,
}

/// Where to stop, and how sure the whole is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Every half-move is printed as it was read, and no other reading comes near.
    Sure,
    /// All was read; some half-moves bear doubts.
    Whole,
    /// The half-moves from this one on (from 0) are guesses.
    Until(usize),
}

/// A rival that is not dearer than this, in nats, ends what is trusted.
const RIVAL: f32 = 1.0;
/// A rival within this is named.
const NEAR: f32 = 3.0;
/// The text of a clean cell costs less.
const CLEAN: f32 = 1.2;
/// A way along the print costs less.
const STRAIGHT: f32 = 3.0;
/// Half-moves whose doubts add up, and the sum that ends what is trusted.
const WINDOW: usize = 8;
/// See `WINDOW`.
const MOST: f32 = 4.0;
/// A move that the print has lost is held by so many half-moves behind it that no rival comes near.
const HOLD: usize = 6;
/// See `HOLD`.
const HOLD_MARGIN: f32 = 3.0;
/// Print left unexplained, in nats, beside which no game is sure.
const LEFT: f32 = 3.0;

/// The doubt of one half-move.
#[must_use]
pub fn doubt(reading: &Reading, ply: usize) -> Doubt {
    let step = &reading.steps[ply];
    if step.way == Way::Lost {
        Doubt::Missing
    } else if reading.margins[ply] < NEAR {
        Doubt::Rival
    } else if step.travel > STRAIGHT || matches!(step.way, Way::Jump | Way::Open) {
        Doubt::Displaced
    } else if step.text > CLEAN {
        Doubt::Worn
    } else {
        Doubt::None
    }
}

/// How far a reading is to be trusted.
#[must_use]
pub fn judge(reading: &Reading) -> Trust {
    let plies = reading.steps.len();
    for ply in 0..plies {
        let from = (ply + 1).saturating_sub(WINDOW);
        let sum: f32 = reading.steps[from..=ply].iter().map(weight).sum();
        if reading.margins[ply] < RIVAL || sum > MOST || lost(reading, ply) {
            // What led to the trouble is not trusted either.
            let first =
                (from..=ply).find(|&at| weight(&reading.steps[at]) > 0.0 || reading.margins[at] < RIVAL);
            return Trust::Until(if sum > MOST { first.unwrap_or(ply) } else { ply });
        }
    }
    let clean =
        (0..plies).all(|ply| doubt(reading, ply) == Doubt::None && reading.margins[ply] > HOLD_MARGIN);
    if clean && reading.tail < LEFT { Trust::Sure } else { Trust::Whole }
}

/// How much of a half-move is doubtful, in nats.
fn weight(step: &Step) -> f32 {
    (step.text - 1.0).max(0.0) + (step.travel - STRAIGHT).max(0.0)
}

/// Whether a half-move is lost in the print and what follows does not hold it.
fn lost(reading: &Reading, ply: usize) -> bool {
    let lost = |at: usize| reading.steps[at].way == Way::Lost;
    if !lost(ply) {
        return false;
    }
    let behind = ply + 1..(ply + 1 + HOLD).min(reading.steps.len());
    behind.len() < HOLD || reading.margins[ply] < HOLD_MARGIN || behind.into_iter().any(lost)
}
