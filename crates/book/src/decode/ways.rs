//! The ways from the last cells of a game to those that may be next.

use super::cells::WayTo;
use super::{Candidates, Hypothesis, NONE, Route, Search, Way, index};

impl Search<'_> {
    /// Forward from the last cell of either side.
    pub(super) fn forward(
        &self,
        hypothesis: &Hypothesis,
        side: usize,
        ply_number: u16,
        out: &mut Vec<Route>,
    ) {
        let own = &hypothesis.pointers[side];
        let from = own.end.max(hypothesis.pointers[1 - side].end);
        let left = self.left(hypothesis, side);
        let leaving = left.min(self.prices.leave);
        let range = self.evidence.tokens.within(from, from + self.prices.reach);
        for token in range {
            let start = self.evidence.tokens.all[token].start;
            let passed = self.passed(from, start);
            if passed > self.prices.most_passed {
                break;
            }
            let closings = self.prices.closing * self.evidence.rows.closings(from, start) as f32;
            let number = self.evidence.rows.number(from, start).min(200) as u8;
            let again = number > 0 && own.way == Way::Next(number);
            // In a table of two halves that is read across, the number says how many cells are the other half's.
            let numbered = side == 0
                && (1..=4).contains(&number)
                && self.evidence.tokens.all[token].label.cost(ply_number).is_some_and(|cost| cost < 0.5);
            let cost = match (again, numbered) {
                // Behind the way back stand cells that were read before.
                (true, _) if hypothesis.returned => 0.0,
                (true, _) => passed.min(self.prices.again),
                (_, true) => passed.min(self.prices.across),
                _ => passed,
            } + closings;
            // What was not paid for is still to be explained.
            let passed = passed.min(cost) + leaving;
            out.push(Route { token: token as u32, cost: cost + leaving, way: Way::Next(number), passed });
        }
    }

    /// The weight of what stands in the side's own column before the other side's.
    pub(super) fn left(&self, hypothesis: &Hypothesis, side: usize) -> f32 {
        let own = &hypothesis.pointers[side];
        let other = &hypothesis.pointers[1 - side];
        if own.end >= other.run || own.way != Way::Column {
            return 0.0;
        }
        self.passed(own.end, other.run)
    }

    /// Down the side's own column, while the other side's cells stand further on.
    pub(super) fn column(&self, hypothesis: &Hypothesis, side: usize, out: &mut Vec<Route>) {
        let own = &hypothesis.pointers[side];
        let other = &hypothesis.pointers[1 - side];
        if own.end >= other.run || own.end == self.begin {
            return;
        }
        let open = if own.way == Way::Column { self.prices.again_column } else { self.prices.column };
        for token in self.evidence.tokens.within(own.end, other.run.min(own.end + self.prices.reach)) {
            let start = self.evidence.tokens.all[token].start;
            let passed = self.passed(own.end, start);
            if passed > self.prices.most_passed {
                break;
            }
            out.push(Route { token: token as u32, cost: open + passed, way: Way::Column, passed });
        }
    }

    /// Over to another column: what is passed over is for the other side.
    pub(super) fn open(&self, hypothesis: &Hypothesis, side: usize, number: u16, out: &mut Vec<Route>) {
        let evidence = self.evidence;
        let own = &hypothesis.pointers[side];
        let from = own.end.max(hypothesis.pointers[1 - side].end);
        let first = evidence.print.row_of[from as usize] as usize + 1;
        let left = self.left(hypothesis, side);
        let before = out.len();
        let mut found = 0;
        for row in first..evidence.print.rows.len().min(first + self.prices.open_rows) {
            let here = &evidence.print.rows[row];
            if found >= self.prices.open_most || here.chars.start > self.until {
                break;
            }
            if evidence.rows.number(from, here.chars.start) > 0 {
                found += u32::from(self.open_row(row, side, number, own.opened, out));
            }
        }
        for route in &mut out[before..] {
            route.cost += left.min(self.prices.leave);
            route.passed += left.min(self.prices.leave);
        }
        // Black's column may stand before White's.
        if side == 1 && own.way == Way::Start {
            let begin = evidence.print.row_of[self.begin as usize] as usize;
            for row in (begin.saturating_sub(self.prices.open_rows)..begin).rev() {
                let here = &evidence.print.rows[row];
                if self.begin - here.chars.start > self.prices.reach || evidence.rows.score[row] < 0.3 {
                    break;
                }
                self.open_row(row, side, number, own.opened, out);
            }
        }
    }

    /// To the first cell of a row of score.
    fn open_row(&self, row: usize, side: usize, number: u16, again: bool, out: &mut Vec<Route>) -> bool {
        let evidence = self.evidence;
        let here = &evidence.print.rows[row];
        if evidence.rows.score[row] < 0.3 {
            return false;
        }
        let tokens = evidence.tokens.within(here.chars.start, (here.chars.start + 8).min(here.chars.end));
        let Some(token) = tokens.into_iter().next() else { return false };
        let prices = self.prices;
        let mut cost = if again { prices.open_again } else { prices.open };
        cost += match evidence.rows.headed[row] {
            Some(color) if index(color) == side => prices.open_headed,
            Some(_) => prices.open_inside * 2.0,
            None if here.opens => 0.0,
            None => prices.open_inside,
        };
        if side == 0 && evidence.tokens.all[token].label.cost(number).is_some_and(|cost| cost < 0.5) {
            cost += prices.open_numbered;
        }
        out.push(Route { token: token as u32, cost: cost.max(0.5), way: Way::Open, passed: 0.0 });
        true
    }

    /// To where the print has the number of the move.
    pub(super) fn jump(&self, hypothesis: &Hypothesis, side: usize, number: u16, out: &mut Vec<Route>) {
        if side == 1 {
            return;
        }
        let Some(anchors) = self.evidence.anchors.get(&number) else { return };
        let from = hypothesis.pointers[0].end.min(hypothesis.pointers[1].end);
        let last = hypothesis.pointers[0].end.max(hypothesis.pointers[1].end);
        let all = &self.evidence.tokens.all;
        let place = |token: u32| all[token as usize].start;
        let first = anchors.partition_point(|&token| place(token) < from);
        let ahead = anchors[first..].iter().take(4).take_while(|&&token| place(token) <= self.until);
        let behind =
            anchors[..first].iter().rev().take(2).take_while(|&&token| place(token) + ABOVE > self.begin);
        for &token in ahead.chain(behind) {
            let far = place(token).abs_diff(last) as f32 / 4000.0;
            out.push(Route { token, cost: self.prices.jump + far, way: Way::Jump, passed: 0.0 });
        }
    }

    /// To where the printed numbers put the move.
    pub(super) fn planned(&self, side: usize, number: u16, out: &mut Vec<Route>) {
        let Some(numbers) = &self.grid else { return };
        out.extend(numbers.grid.places(side, number).iter().filter_map(|place| {
            Some(Route { token: place.token?, cost: self.prices.grid, way: Way::Grid, passed: 0.0 })
        }));
    }

    /// To worn print where the printed numbers put the move.
    pub(super) fn planned_worn(
        &mut self,
        hypothesis: &Hypothesis,
        side: usize,
        number: u16,
        out: &mut Candidates,
    ) {
        let Some(numbers) = self.grid else { return };
        for place in numbers.grid.places(side, number) {
            if let Some(worn) = place.worn {
                let cost = place.cost + self.prices.grid;
                self.wear_at(hypothesis, side, worn, &WayTo { cost, way: Way::Grid, passed: 0.0 }, out);
            }
        }
    }

    /// Back to the first cells that were passed over: the next part of a table that is printed in two or three.
    pub(super) fn back(&self, hypothesis: &Hypothesis, side: usize, out: &mut Vec<Route>) {
        let from = hypothesis.skipped;
        if side == 1 || from == NONE {
            return;
        }
        for token in self.evidence.tokens.within(from, from + BACK) {
            let start = self.evidence.tokens.all[token].start;
            let passed = self.passed(from, start);
            out.push(Route {
                token: token as u32,
                cost: self.prices.back + passed,
                way: Way::Back,
                passed: 0.0,
            });
        }
    }
}

/// How far behind the place where cells were first passed over the second half of a table may begin, in characters.
const BACK: u32 = 60;
/// How far before the first move of a game later ones may stand, as where a page's halves come in the wrong order, in
/// characters.
pub(super) const ABOVE: u32 = 1500;
