//! Half-moves that a person has said without a cell: the print may have it anywhere, or nowhere; and columns that the print has
//! lost, of which a person plays one half-move after another.

use super::cells::WayTo;
use super::ways::ABOVE;
use super::{Candidates, Hypothesis, Route, Search, Way};

/// What it costs to go to the cell of such a half-move, wherever that is, in nats, and for each so many characters of the way.
const ANYWHERE: f32 = 3.0;
const FAR: f32 = 4000.0;
/// No text says it that costs more.
const LIKE: f32 = 3.0;
/// What it costs that such a half-move has no cell.
const NOWHERE: f32 = 4.0;
/// What it costs that one more half-move of a lost column has no cell.
const LOST_TOO: f32 = 0.2;

impl Search<'_> {
    /// Whether a person has said the half-move that is read now, but not where it stands.
    pub(super) fn is_said(&self) -> bool {
        let (from, to) = self.known.game.anywhere;
        (from..to).contains(&self.ply)
    }

    /// Whether a side's half-moves may have no cell one after another.
    pub(super) fn is_column_lost(&self, side: usize) -> bool {
        self.known.game.lost[side] || self.is_said()
    }

    /// Whether any side's may.
    pub(super) fn is_any_lost(&self) -> bool {
        self.known.game.lost != [false; 2]
    }

    /// What it costs that a side's half-move has no cell; without what it costs by what people play.
    pub(super) fn lost_price(&self, side: usize) -> f32 {
        match (self.is_said(), self.known.game.lost[side]) {
            (true, _) => NOWHERE,
            (_, true) => LOST_TOO,
            _ => self.prices.lost,
        }
    }

    /// To all cells of the game's print that may say what a person has said.
    pub(super) fn anywhere(&mut self, hypothesis: &Hypothesis, out: &mut Vec<Route>) {
        if !self.is_said() {
            return;
        }
        let evidence = self.evidence;
        let last = hypothesis.pointers[0].end.max(hypothesis.pointers[1].end);
        for token in evidence.places.within(self.begin.saturating_sub(ABOVE), self.until) {
            let spot = &evidence.places.spots[token];
            let (start, least) = (spot.start, spot.least + spot.entry);
            if least > LIKE || self.now(token as u32).taken {
                continue;
            }
            let fits = self.positions.fitting(evidence, hypothesis.node, token as u32, LIKE);
            let says = |fit: usize| self.positions.fit_list[fit].2 <= LIKE;
            let legal: Vec<u16> =
                fits.filter(|fit| says(*fit)).map(|fit| self.positions.fit_list[fit].0).collect();
            if !legal.into_iter().any(|legal| self.allowed(hypothesis.node, legal)) {
                continue;
            }
            let cost = ANYWHERE + start.abs_diff(last) as f32 / FAR;
            // Over to it, or all goes on there.
            if start >= last {
                out.push(Route { token: token as u32, cost, way: Way::Open, passed: 0.0 });
            }
            out.push(Route { token: token as u32, cost, way: Way::Jump, passed: 0.0 });
        }
    }

    /// To all worn cells of the game's print that resemble it.
    pub(super) fn anywhere_worn(&mut self, hypothesis: &Hypothesis, parent: u32, out: &mut Candidates) {
        if !self.is_said() {
            return;
        }
        let (evidence, until) = (self.evidence, self.until);
        let worn = &evidence.rows.worn;
        let last = hypothesis.pointers[0].end.max(hypothesis.pointers[1].end);
        let from = worn.partition_point(|cell| cell.start + ABOVE < self.begin);
        for (at, cell) in (from..).zip(&worn[from..]).take_while(|(_, cell)| cell.start < until) {
            let mut like: Vec<usize> = Vec::new();
            self.positions.alike(hypothesis.node, cell, |legal, cost| {
                if cost <= LIKE {
                    like.push(legal.into());
                }
            });
            if like.into_iter().any(|legal| self.allowed(hypothesis.node, legal as u16)) {
                let cost = ANYWHERE + cell.start.abs_diff(last) as f32 / FAR;
                let way = WayTo { cost, way: Way::Jump, passed: 0.0 };
                self.wear_at(hypothesis, parent, self.ply % 2, at as u32, &way, out);
            }
        }
    }
}
