//! The ways from the last cells of a game to those that may be next.

use super::cells::WayTo;
use super::places::Opening;
use super::{Candidates, Hypothesis, NONE, Route, Search, Way, index};

impl Search<'_> {
    /// Forward from the last cell of either side.
    pub(super) fn forward(&mut self, hypothesis: &Hypothesis, side: usize, limit: f32, out: &mut Vec<Route>) {
        let own = &hypothesis.pointers[side];
        let from = own.end.max(hypothesis.pointers[1 - side].end);
        let left = self.left(hypothesis, side);
        let leaving = left.min(self.prices.leave);
        let evidence = self.evidence;
        let places = &evidence.places;
        // Past so many moves no way costs less than what it passes over.
        let repeated = if let Way::Next(number) = own.way { number } else { 0 };
        let dear = repeated.max(if side == 0 { ACROSS } else { 0 });
        for token in places.within(from, from + self.prices.reach) {
            let spot = &places.spots[token];
            let start = spot.start;
            let passed = self.passed(from, start);
            if passed > self.prices.most_passed {
                break;
            }
            let number = evidence.rows.number(from, start).min(200) as u8;
            if number > dear && hypothesis.cost + passed + leaving + places.floor > limit {
                break;
            }
            let closings = self.prices.closing * places.closings(from, start) as f32;
            let again = number > 0 && own.way == Way::Next(number);
            // In a table of two halves that is read across, the number says how many cells are the other half's.
            let numbered = side == 0 && (1..=ACROSS).contains(&number) && self.numbers_match(token as u32);
            let cost = match (again, numbered) {
                // Behind the way back stand cells that were read before.
                (true, _) if hypothesis.returned => 0.0,
                (true, _) => passed.min(self.prices.again),
                (_, true) => passed.min(self.prices.across),
                _ => passed,
            } + closings;
            let price = cost + leaving;
            if hypothesis.cost + price + spot.entry + spot.least > limit {
                continue;
            }
            // What was not paid for is still to be explained.
            let passed = passed.min(cost) + leaving;
            out.push(Route { token: token as u32, cost: price, way: Way::Next(number), passed });
        }
    }

    /// Whether the number before a token is that of the half-move.
    fn numbers_match(&mut self, token: u32) -> bool {
        self.now(token).label.is_some_and(|cost| cost < 0.5)
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
    pub(super) fn column(&self, hypothesis: &Hypothesis, side: usize, limit: f32, out: &mut Vec<Route>) {
        let own = &hypothesis.pointers[side];
        let other = &hypothesis.pointers[1 - side];
        if own.end >= other.run || own.end == self.begin {
            return;
        }
        let open = if own.way == Way::Column { self.prices.again_column } else { self.prices.column };
        let places = &self.evidence.places;
        for token in places.within(own.end, other.run.min(own.end + self.prices.reach)) {
            let passed = self.passed(own.end, places.spots[token].start);
            if passed > self.prices.most_passed || hypothesis.cost + open + passed + places.floor > limit {
                break;
            }
            out.push(Route { token: token as u32, cost: open + passed, way: Way::Column, passed });
        }
    }

    /// Over to another column: what is passed over is for the other side.
    pub(super) fn open(&mut self, hypothesis: &Hypothesis, side: usize, limit: f32, out: &mut Vec<Route>) {
        let evidence = self.evidence;
        let own = &hypothesis.pointers[side];
        let from = own.end.max(hypothesis.pointers[1 - side].end);
        let first = evidence.print.row_of[from as usize] as usize + 1;
        let leaving = self.left(hypothesis, side).min(self.prices.leave);
        if hypothesis.cost + LEAST_OPEN + leaving + evidence.places.floor > limit {
            return;
        }
        let before = out.len();
        let mut found = 0;
        let rows = first..evidence.print.rows.len().min(first + self.prices.open_rows);
        for opening in evidence.places.openings(rows) {
            if found >= self.prices.open_most || opening.start > self.until {
                break;
            }
            if evidence.rows.number(from, opening.start) > 0 {
                self.open_row(opening, side, own.opened, out);
                found += 1;
            }
        }
        for route in &mut out[before..] {
            route.cost += leaving;
            route.passed += leaving;
        }
        // Black's column may stand before White's.
        if side == 1 && own.way == Way::Start {
            let begin = evidence.print.row_of[self.begin as usize] as usize;
            for row in (begin.saturating_sub(self.prices.open_rows)..begin).rev() {
                let here = &evidence.print.rows[row];
                if self.begin - here.chars.start > self.prices.reach || evidence.rows.score[row] < 0.3 {
                    break;
                }
                if let Some(opening) = evidence.places.openings(row..row + 1).first() {
                    self.open_row(opening, side, own.opened, out);
                }
            }
        }
    }

    /// To the first cell of a row of score.
    fn open_row(&mut self, opening: &Opening, side: usize, again: bool, out: &mut Vec<Route>) {
        let prices = self.prices;
        let mut cost = if again { prices.open_again } else { prices.open };
        cost += match opening.headed {
            Some(color) if index(color) == side => prices.open_headed,
            Some(_) => prices.open_inside * 2.0,
            None if opening.opens => 0.0,
            None => prices.open_inside,
        };
        if side == 0 && self.numbers_match(opening.token) {
            cost += prices.open_numbered;
        }
        out.push(Route { token: opening.token, cost: cost.max(LEAST_OPEN), way: Way::Open, passed: 0.0 });
    }

    /// To where the print has the number of the move.
    pub(super) fn jump(&self, hypothesis: &Hypothesis, side: usize, number: u16, out: &mut Vec<Route>) {
        if side == 1 {
            return;
        }
        let Some(anchors) = self.evidence.anchors.get(&number) else { return };
        let from = hypothesis.pointers[0].end.min(hypothesis.pointers[1].end);
        let last = hypothesis.pointers[0].end.max(hypothesis.pointers[1].end);
        let spots = &self.evidence.places.spots;
        let place = |token: u32| spots[token as usize].start;
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
        parent: u32,
        side: usize,
        number: u16,
        out: &mut Candidates,
    ) {
        let Some(numbers) = self.grid else { return };
        for place in numbers.grid.places(side, number) {
            if let Some(worn) = place.worn {
                let cost = place.cost + self.prices.grid;
                self.wear_at(
                    hypothesis,
                    parent,
                    side,
                    worn,
                    &WayTo { cost, way: Way::Grid, passed: 0.0 },
                    out,
                );
            }
        }
    }

    /// Back to the first cells that were passed over: the next part of a table that is printed in two or three.
    pub(super) fn back(&self, hypothesis: &Hypothesis, side: usize, out: &mut Vec<Route>) {
        let from = hypothesis.skipped;
        if side == 1 || from == NONE {
            return;
        }
        let places = &self.evidence.places;
        for token in places.within(from, from + BACK) {
            let start = places.spots[token].start;
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

/// A table that is read across has so many cells of its other parts between two of one, at the most.
const ACROSS: u8 = 4;
/// Going over to another column costs no less, in nats.
const LEAST_OPEN: f32 = 0.5;
/// How far behind the place where cells were first passed over the second half of a table may begin, in characters.
const BACK: u32 = 60;
/// How far before the first move of a game later ones may stand, as where a page's halves come in the wrong order, in
/// characters.
pub(super) const ABOVE: u32 = 1500;
