//! The half-moves of a game with how each was found.

use std::ops::Range;

use shakmaty::{Chess, Position, san::SanPlus};

use crate::decode::{Evidence, Reading, Way};

/// A half-move as it was read.
#[derive(Clone, Debug)]
pub struct ReadMove {
    /// The move.
    pub san: String,
    /// Its cell, as characters; empty if the print has none.
    pub cell: Range<u32>,
    /// How the print led there.
    pub way: Way,
    /// What its text cost, in nats.
    pub text: f32,
    /// What the way to it cost, in nats.
    pub travel: f32,
    /// How much dearer the cheapest other reading is, in nats.
    pub margin: f32,
    /// What that one says.
    pub rival: Option<String>,
}

/// The half-moves of a reading.
#[must_use]
pub fn half_moves(reading: &Reading) -> Vec<ReadMove> {
    let mut position = Chess::default();
    let mut out = Vec::new();
    for (at, step) in reading.steps.iter().enumerate() {
        let rival = reading.rivals[at].filter(|m| position.is_legal(*m));
        let rival = rival.map(|m| SanPlus::from_move(position.clone(), m).to_string());
        let san = SanPlus::from_move_and_play_unchecked(&mut position, step.m).to_string();
        let (way, text, travel) = (step.way, step.text, step.travel);
        let (cell, margin) = (step.cell.clone(), reading.margins[at]);
        out.push(ReadMove { san, cell, way, text, travel, margin, rival });
    }
    out
}

/// A half-move with its prices, for whoever works on them.
#[must_use]
pub fn trace(evidence: &Evidence, read: &ReadMove) -> String {
    let print = &evidence.print;
    let row = print.row_of.get(read.cell.start as usize).copied().unwrap_or_default();
    format!(
        "{} {:?} text {:.1} travel {:.1} margin {:.1} {} row {row} [{}]",
        read.san,
        read.way,
        read.text,
        read.travel,
        read.margin,
        read.rival.as_deref().unwrap_or("-"),
        print.excerpt(read.cell.clone())
    )
}

/// A text that costs less says its move.
const CLEAN: f32 = 1.2;
/// A text that costs more has lost most of its signs.
const BAD: f32 = 5.0;

impl ReadMove {
    /// How it was found, in words.
    #[must_use]
    pub fn how(&self) -> String {
        let way = match self.way {
            Way::Start => "the first move",
            Way::Next(0) => "the next cell",
            Way::Next(_) => "a next cell, past others",
            Way::Column => "the next of its side's column",
            Way::Open => "in another column",
            Way::Jump => "at its number elsewhere",
            Way::Back => "back at a cell that was passed over",
            Way::Grid => "where the numbers put it",
            Way::Lost => return "no cell for it: inferred".to_owned(),
        };
        let print = match self.text {
            text if text < CLEAN => "as printed",
            text if text < BAD => "a sign misread",
            _ => "badly worn",
        };
        format!("{way}, {print}")
    }
}
