//! How far a reading is to be trusted: what is written, and what is said of it.
//!
//! Each half-move has a chance to be the first wrong one, by its own price, by how near a rival comes and by the doubts
//! before it, behind it and around it, and by the print that the whole reading leaves unexplained. Where the chance that all
//! was right sinks too low, a game ends.

use std::sync::LazyLock;

use serde::Deserialize;

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

impl Trust {
    /// The half-moves of a reading that can be trusted.
    #[must_use]
    pub fn plies(self, reading: &Reading) -> usize {
        match self {
            Trust::Until(plies) => plies,
            Trust::Sure | Trust::Whole => reading.steps.len(),
        }
    }
}

/// A rival within this is named.
const NEAR: f32 = 3.0;
/// The text of a clean cell costs less.
const CLEAN: f32 = 1.2;
/// A way along the print costs less.
const STRAIGHT: f32 = 3.0;
/// A way past a cell that is not known to belong elsewhere costs more.
const PASSED: f32 = 1.5;
/// Print left unexplained, in nats, beside which no game is sure.
const LEFT: f32 = 3.0;
/// Where the chance that all was right so far is less, a game ends: of the half-moves before, 95 and more in a hundred are right.
const CHANCE: f32 = 0.5;
/// Where the chance that all is right is less, the half-move that is most likely wrong is named.
const UNSURE: f32 = 0.7;
/// Print that a complete reading may leave unexplained, in nats (three moves or so), and the chance that all of it is right
/// from which on it is written to its end. That a reading leads to the end of the print says more than its single moves do.
const COMPLETE: f32 = 15.0;
/// See `COMPLETE`.
const EVEN: f32 = 0.08;
/// Half-moves to which what a reading leaves unexplained is related.
const PER: f32 = 10.0;
/// What led to the end stands among so many half-moves before it.
const WINDOW: usize = 8;
/// Half-moves before and behind one that say how worn the print is there.
const AROUND: usize = 20;
/// A half-move is no more doubtful than this, and one that the print has lost so much more.
const MOST: f32 = 8.0;
/// See `MOST`.
const LOST: f32 = 4.0;
/// No rival is dearer.
const FAR: f32 = 9.0;

/// The weights of what makes a half-move doubtful.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weights {
    bias: f32,
    /// Per nat of the text.
    text: f32,
    /// Per nat of the way to it.
    travel: f32,
    /// A move that the print has lost.
    lost: f32,
    /// A move from elsewhere.
    jump: f32,
    /// Per nat by which a rival is nearer than `FAR`.
    margin: f32,
    /// The same, nearer than `NEAR`.
    rival: f32,
    /// Per nat of the logarithm of the doubts before it.
    before: f32,
    /// The same of those behind it.
    behind: f32,
    /// The same of the mean doubt around it.
    around: f32,
    /// The same of the print that the reading leaves unexplained, by `PER` half-moves that it reads.
    left: f32,
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    toml::from_str(include_str!("trust.toml")).expect("the project's own file holds every weight")
});

/// The doubt of one half-move.
#[must_use]
pub fn doubt(reading: &Reading, ply: usize) -> Doubt {
    let step = &reading.steps[ply];
    if step.way == Way::Lost {
        Doubt::Missing
    } else if reading.margins[ply] < NEAR {
        Doubt::Rival
    } else if step.travel > STRAIGHT
        || matches!(step.way, Way::Jump | Way::Open | Way::Grid)
        || matches!(step.way, Way::Next(1..)) && step.travel > PASSED
    {
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
    let hazards = hazards(reading);
    // Moves that lead through all of the print to the end of the game stand or fall together.
    let is_complete = reading.tail < COMPLETE && chance(&hazards) >= EVEN;
    let mut so_far = 1.0;
    for (ply, hazard) in hazards.iter().enumerate() {
        so_far *= 1.0 - hazard;
        if so_far < CHANCE && !is_complete {
            // What led to the trouble is not trusted either.
            let from = (ply + 1).saturating_sub(WINDOW);
            let worst = (from..=ply).max_by(|&a, &b| hazards[a].total_cmp(&hazards[b]));
            return Trust::Until(worst.unwrap_or(ply));
        }
    }
    let sure = |ply| doubt(reading, ply) == Doubt::None && reading.margins[ply] > NEAR;
    let clean = (0..reading.steps.len()).all(sure);
    if clean && reading.tail < LEFT { Trust::Sure } else { Trust::Whole }
}

/// The half-move that is most likely wrong, of a reading that is written whole although it is hardly right throughout.
#[must_use]
pub fn weakest(reading: &Reading) -> Option<usize> {
    let hazards = hazards(reading);
    let is_unsure = chance(&hazards) < UNSURE;
    (0..hazards.len()).max_by(|&a, &b| hazards[a].total_cmp(&hazards[b])).filter(|_| is_unsure)
}

/// The chance that all half-moves are right.
fn chance(hazards: &[f32]) -> f32 {
    hazards.iter().map(|hazard| 1.0 - hazard).product()
}

/// By half-move, the chance that the reading is right up to and with it.
#[must_use]
pub fn chances(reading: &Reading) -> Vec<f32> {
    let hazards = hazards(reading).into_iter();
    hazards
        .scan(1.0, |chance, hazard| {
            *chance *= 1.0 - hazard;
            Some(*chance)
        })
        .collect()
}

/// By half-move, the chance that it is wrong where all before it are right.
#[must_use]
pub fn hazards(reading: &Reading) -> Vec<f32> {
    let weights = &*WEIGHTS;
    let doubts: Vec<f32> = reading.steps.iter().map(amount).collect();
    let sum =
        |from: usize, to: usize| doubts[from.min(doubts.len())..to.min(doubts.len())].iter().sum::<f32>();
    let left = (reading.tail.max(0.0) * PER / doubts.len().max(1) as f32).ln_1p();
    // What a person has seen leads to no error; how worn the print is there still tells.
    let unseen = |from: usize, to: usize| sum(from.max(reading.given).min(to), to);
    let one = |ply: usize| {
        let step = &reading.steps[ply];
        if reading.is_certain(ply) {
            return 0.0;
        }
        let margin = reading.margins[ply].clamp(0.0, FAR);
        let around = (ply.saturating_sub(AROUND), (ply + AROUND + 1).min(doubts.len()));
        let mean = sum(around.0, around.1) / (around.1 - around.0) as f32;
        let is = |yes: bool| f32::from(u8::from(yes));
        let logit = weights.bias
            + weights.text * step.text.min(6.0)
            + weights.travel * step.travel.min(MOST)
            + weights.lost * is(step.way == Way::Lost)
            + weights.jump * is(matches!(step.way, Way::Jump | Way::Open | Way::Back | Way::Grid))
            + weights.margin * (FAR - margin)
            + weights.rival * (NEAR - margin).max(0.0)
            + weights.before * unseen((ply + 1).saturating_sub(WINDOW), ply).ln_1p()
            + weights.behind * sum(ply + 1, ply + 1 + WINDOW).ln_1p()
            + weights.around * mean.ln_1p()
            + weights.left * left;
        1.0 / (1.0 + (-logit).exp())
    };
    (0..doubts.len()).map(one).collect()
}

/// How much of a half-move is doubtful, in nats.
fn amount(step: &Step) -> f32 {
    let lost = if step.way == Way::Lost { LOST } else { 0.0 };
    ((step.text - 1.0).max(0.0) + (step.travel - STRAIGHT).max(0.0) + lost).min(MOST)
}
