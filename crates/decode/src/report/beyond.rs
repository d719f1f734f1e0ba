//! The half-moves behind the place where a reading stops holding: what `convert --guess` writes, and its chance.

use shakmaty::Chess;

use super::rival::rivals;
use super::track::Track;
use super::{Reading, annotated, fen_of};
use crate::finding::{Finding, code};
use crate::game::{Ply, Verdict, mover_at};
use crate::notation::spelling::san;
use crate::pass::Passing;
use crate::record::Cell;
use crate::text::Span;
use crate::{Attempt, Cost};

/// The glyph of a guessed half-move, “unclear”: PGN readers show it as ∞, and keep the moves of a pair together.
pub const GUESSED: u8 = 13;

/// A half-move that is more likely read so than otherwise, but not sure enough to be written by default.
#[derive(Clone, Debug)]
pub struct GuessedPly {
    /// The half-move with the annotations of its cell.
    pub ply: Ply,
    /// The byte range of its text.
    pub span: Span,
    /// The index of its cell; `None` if the print has none for it.
    pub cell: Option<u32>,
    /// The chance, from 0 to 1, that the game is right up to and with this half-move.
    pub chance: f32,
}

/// What was read of a game behind the place where its reading holds.
#[derive(Clone, Debug)]
pub struct Beyond {
    /// How many half-moves come before it. The guess may give up half-moves that were read: a misprint among them
    /// shows only later.
    pub from: usize,
    /// The guessed half-moves.
    pub plies: Vec<GuessedPly>,
    /// What is left unread behind them.
    pub rest: Option<Span>,
}

/// What is less likely right is no help, and stays quoted.
const LEAST: f32 = 0.01;
/// The code of text that stands among the moves and is not read.
const UNREAD: &str = "L320";
/// What a repair costs that nothing confirms: it is wrong in about so many of a hundred places.
const REPAIRED: f64 = 0.15;

impl Beyond {
    /// The half-moves behind the first `from`, up to where they are hardly right any more; `rest` is what is left unread
    /// behind them. `None` if there are no such half-moves.
    #[must_use]
    pub fn new(from: usize, mut plies: Vec<GuessedPly>, rest: Option<Span>) -> Option<Beyond> {
        let kept = plies.iter().take_while(|guessed| guessed.chance >= LEAST).count();
        let left = plies[kept..].iter().filter(|guessed| guessed.cell.is_some()).map(|guessed| guessed.span);
        let rest = left.chain(rest).reduce(Span::join);
        plies.truncate(kept);
        (kept > 0).then_some(Beyond { from, plies, rest })
    }

    /// The way of an attempt to its end, if that leads farther than the `read` half-moves that hold.
    pub(crate) fn of(attempt: &Attempt, read: &Reading, cells: &[Cell<'_>]) -> Option<Beyond> {
        let whole = Track::whole(attempt);
        let own: Vec<_> = read.game.moves().collect();
        let from = whole.moves().zip(&own).take_while(|(m, own)| m == *own).count();
        // Half-moves that are given up must be outweighed by those won.
        if whole.len() <= own.len() || whole.len() - own.len() < own.len() - from {
            return None;
        }
        let lattice = &attempt.lattice;
        let remaining = lattice.remaining();
        let spans = whole.spans(cells);
        let mut chance = 1.0;
        let mut plies = Vec::new();
        for (at, edge) in whole.edges.iter().enumerate() {
            let others = rivals(lattice, edge, at, &remaining);
            let odds: f64 = others.iter().filter_map(|rival| rival.margin).map(Cost::odds).sum();
            let repaired = if edge.how.is_unbent() { 0.0 } else { REPAIRED };
            chance *= (1.0 - repaired) / (1.0 + odds);
            if at >= from {
                let (ply, span) = (annotated(edge, cells), spans[at]);
                plies.push(GuessedPly { ply, span, cell: edge.cell, chance: chance as f32 });
            }
        }
        Beyond::new(from, plies, whole.unread(cells)).filter(|beyond| from + beyond.plies.len() > own.len())
    }
}

impl Reading {
    /// Adds the half-moves that are only guessed, each with the glyph [`GUESSED`], and a finding at the first of them.
    /// Nothing changes if there are none. The verdict stays: the game could not be read to its end.
    pub fn go_on(&mut self) {
        let Some(beyond) = self.beyond.take() else { return };
        let from = beyond.from.min(self.game.line.plies.len());
        let (first, stop) = (from as u32 + 1, self.game.line.plies.len() as u32 + 1);
        self.game.line.plies.truncate(from);
        self.spans.truncate(from);
        self.cells.truncate(from);
        let behind = (from + beyond.plies.len()) as u32 + 1;
        let is_read = |span: Span| {
            beyond.plies.iter().any(|guessed| guessed.span.start < span.end && span.start < guessed.span.end)
        };
        let mut left = Vec::new();
        // Nothing is said of half-moves that are given up, and not that the reading stops, but why; and what the guess
        // leaves unread, too.
        self.findings.retain_mut(|f| {
            let said =
                f.ply.is_none_or(|ply| ply < first || ply == stop && f.code.id.starts_with(['N', 'M']));
            let unread = !said && f.code.id == UNREAD && !is_read(f.span);
            if unread {
                left.push(f.span);
                f.ply = Some(behind);
                f.mover = Some(mover_at(&self.game.start, behind));
            }
            said || unread
        });
        let finding = told(&self.game.start, self, &beyond);
        self.findings.push(finding);
        for guessed in beyond.plies {
            let mut ply = guessed.ply;
            ply.nags.push(GUESSED);
            self.game.line.plies.push(ply);
            self.spans.push(guessed.span);
            self.cells.push(guessed.cell);
            self.guessed.push(guessed.chance);
        }
        self.rest = left.into_iter().chain(beyond.rest).reduce(Span::join);
        self.verdict = self.verdict.max(Verdict::Incomplete);
    }

    /// The number of half-moves that hold.
    #[must_use]
    pub fn held(&self) -> usize {
        self.game.line.plies.len() - self.guessed.len()
    }
}

/// The finding at the first guessed half-move.
fn told(start: &Chess, reading: &Reading, beyond: &Beyond) -> Finding {
    let mut position = start.clone();
    reading.game.moves().for_each(|m| position.play_or_pass(m));
    let (first, last) = (&beyond.plies[0], &beyond.plies[beyond.plies.len() - 1]);
    let message = match beyond.plies.len() {
        1 => format!("this half-move is guessed (chance that it is right {})", percent(first.chance)),
        many => format!(
            "from here on {many} half-moves are guessed (chance of the first {}, of all {})",
            percent(first.chance),
            percent(last.chance)
        ),
    };
    let ply = reading.game.line.plies.len() as u32 + 1;
    let (number, side) = mover_at(start, ply);
    let finding = Finding::new(&code::A109, first.span, message).at_ply(ply, number, side);
    finding.fen(fen_of(&position)).chosen(san(&position, first.ply.mv))
}

fn percent(chance: f32) -> String {
    format!("{:.0} %", chance * 100.0)
}
