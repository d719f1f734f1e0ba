//! What a cell of the print may say in a position: read, worn away, or lost.

use smallvec::SmallVec;

use crate::desc::Said;
use crate::number::Label;

use super::candidates::Visit;
use super::positions::MOST;
use super::{Candidate, Candidates, Enters, Hypothesis, LOST, Pointer, ROOMS, Route, Search, Way};

/// Sums of costs in another order are the same but for less, in nats.
pub(super) const ROUNDED: f32 = 0.001;

/// What the number before a cell says of it.
#[derive(Clone, Copy)]
pub(super) struct Numbering {
    cost: f32,
    /// Whether it counts as the number of the move.
    pub(super) numbered: bool,
    /// See [`Pointer::offset`].
    pub(super) offset: i16,
}

/// What it costs to guess a move.
struct Price<'s> {
    /// That its cell is worn, or lost.
    worn: f32,
    /// What some legal moves cost by what is left of the cell.
    said: &'s [(u16, f32)],
}

/// No position has as many legal moves.
const GUESSES: u32 = 256;

/// No worn cell costs less, in nats, however unsure the program is that read it.
const LEAST_WORN: f32 = 1.0;

/// A way to a worn cell.
pub(super) struct WayTo {
    pub cost: f32,
    pub way: Way,
    /// The weight of what is passed over.
    pub passed: f32,
}

impl Search<'_> {
    /// Notes the token at the end of a route, if it is not too dear; what it costs at least beside the hypothesis, the
    /// `parent`th of its beam, and where it is noted.
    pub(super) fn take(
        &mut self,
        hypothesis: &Hypothesis,
        parent: u32,
        route: &Route,
        number: u16,
        out: &mut Candidates,
    ) -> Option<f32> {
        let evidence = self.evidence;
        let spot = &evidence.places.spots[route.token as usize];
        if hypothesis.cost + route.cost + spot.entry + spot.least > out.limit + ROUNDED {
            return None;
        }
        let now = self.now(route.token);
        if now.taken {
            return None;
        }
        let side = self.ply % 2;
        let mut travel = route.cost + spot.entry - spot.log_chance * self.prices.row;
        if spot.start >= self.until {
            travel += self.prices.beyond;
        }
        let label = &evidence.tokens.all[route.token as usize].label;
        let numbering = self.numbering(&hypothesis.pointers[side], label, now.label, number);
        // What the numbers of all cells say counts more than the number of the one.
        travel += now.against.unwrap_or(numbering.cost);
        if side == 0 && spot.dots {
            travel += self.prices.dots;
        }
        if self.piece_of(route.token).is_some_and(|(word, bit)| hypothesis.read[word] & bit != 0) {
            travel += self.prices.twice;
        }
        // What cannot come into the beam is not held against the legal moves.
        if hypothesis.cost + travel + spot.least > out.limit {
            return None;
        }
        let visit = Visit {
            parent,
            turn: out.turns(MOST as u32),
            enters: Enters::Token { token: route.token, numbering },
            way: route.way,
            travel,
            passed: route.passed,
        };
        // No move is likelier than one that does not surprise.
        let least = hypothesis.cost + travel + spot.least + self.likeliest();
        if least < out.best {
            self.read_token(hypothesis, &visit, route.token, numbering, [true; ROOMS], out);
        } else {
            out.visit(least, visit);
        }
        Some(travel)
    }

    /// Looks at what a visit may read, as far as there is room.
    pub(super) fn look_at(
        &mut self,
        hypothesis: &Hypothesis,
        visit: &Visit,
        open: [bool; ROOMS],
        out: &mut Candidates,
    ) {
        self.positions.work += 1;
        match visit.enters {
            Enters::Token { token, numbering } => {
                self.read_token(hypothesis, visit, token, numbering, open, out);
            }
            Enters::Worn { at, .. } => self.read_worn(hypothesis, visit, at, open, out),
            Enters::Lost => self.read_lost(hypothesis, visit, open, out),
            Enters::Known => {}
        }
    }

    /// Notes the legal moves that a token may say.
    fn read_token(
        &mut self,
        hypothesis: &Hypothesis,
        visit: &Visit,
        token: u32,
        numbering: Numbering,
        open: [bool; ROOMS],
        out: &mut Candidates,
    ) {
        if !self.may_enter(hypothesis, visit, token, open) {
            return;
        }
        let evidence = self.evidence;
        let start = evidence.places.spots[token as usize].start;
        let (side, travel) = (self.ply % 2, visit.travel);
        // By the end of the text: where both sides' cells end then, and what is left behind unexplained.
        let mut behind: SmallVec<[(u32, [u32; 2], f32); 4]> = SmallVec::new();
        // What costs more is not read, see below.
        let most = out.limit - hypothesis.cost - travel - self.likeliest() + 2.0 * ROUNDED;
        let fits = self.positions.fitting(evidence, hypothesis.node, token, most);
        for (turn, at) in (visit.turn..).zip(fits) {
            let (legal, end, text) = self.positions.fit_list[at];
            let cost = hypothesis.cost + travel + text;
            // The likeliest move would be too dear: how likely this one is need not be asked.
            if cost + self.likeliest() > out.limit + ROUNDED {
                break;
            }
            if !self.allowed(hypothesis.node, legal) {
                continue;
            }
            let mut candidate = Candidate {
                parent: visit.parent,
                legal,
                enters: visit.enters,
                cell: (start, end),
                ends: [0; 2],
                way: visit.way,
                text,
                travel,
                passed: visit.passed,
                cost,
                debt: 0.0,
                is_weighed: false,
            };
            (candidate.ends, candidate.debt) = match behind.iter().find(|known| known.0 == end) {
                Some(&(_, ends, debt)) => (ends, debt),
                None => {
                    let next = self.entered(hypothesis, &candidate.entry(side, Some(&numbering)));
                    let ends = next.pointers.map(|pointer| pointer.end);
                    let debt = self.debt(&next);
                    behind.push((end, ends, debt));
                    (ends, debt)
                }
            };
            if !open[usize::from(self.apart(candidate.ends))] {
                continue;
            }
            let least = cost + self.likeliest() + candidate.debt;
            if least < out.best || self.positions.is_weighed(hypothesis.node) {
                let rank = self.weigh(hypothesis, &mut candidate);
                out.push(rank, turn, candidate);
            } else {
                out.push(least, turn, candidate);
            }
        }
    }

    /// Adds what the move of a candidate costs by what people play; its rank.
    pub(super) fn weigh(&mut self, hypothesis: &Hypothesis, candidate: &mut Candidate) -> f32 {
        candidate.cost += self.unlikely(hypothesis.node, candidate.legal);
        candidate.is_weighed = true;
        candidate.cost + candidate.debt
    }

    /// Whether a token may be read where there is room.
    fn may_enter(&self, hypothesis: &Hypothesis, visit: &Visit, token: u32, open: [bool; ROOMS]) -> bool {
        if open[0] == open[1] || matches!(visit.way, Way::Back | Way::Jump) {
            return open[0] || open[1];
        }
        let (near, far) = self.evidence.places.spots[token as usize].ends;
        let other = hypothesis.pointers[1 - self.ply % 2].end;
        let is_beside = near >= other || far <= other;
        let [near, far] = [near, far].map(|end| usize::from(self.apart([end, other])));
        near != far || !is_beside || open[near]
    }

    /// Where it is noted that the piece of print was read that a token starts in; `None` if it is in none.
    pub(super) fn piece_of(&self, token: u32) -> Option<(usize, u64)> {
        let piece = self.evidence.places.spots[token as usize].piece;
        (piece > 0).then_some(((piece % 256 / 64) as usize, 1 << (piece % 64)))
    }

    /// What the number before a cell costs, or that there is none; `known` is its cost as the `number` of the move.
    pub(super) fn numbering(
        &self,
        own: &Pointer,
        label: &Label,
        known: Option<f32>,
        number: u16,
    ) -> Numbering {
        let prices = self.prices;
        // A book numbers White's moves, or Black's, or both, or none, and goes on as it began.
        let usual = own.numbered > 0;
        let unnumbered = |cost| Numbering { cost, numbered: false, offset: own.offset };
        let Some(cost) = known else {
            return unnumbered(if usual { prices.unlabelled } else { 0.0 });
        };
        if !usual {
            // Elsewhere a number is a mark of a note, mostly: at the end of the line above, or right before the move.
            return match (label.apart, cost < 1.0) {
                (true, _) => unnumbered(0.0),
                (false, true) => {
                    Numbering { cost: prices.unlabelled + cost * prices.label, numbered: true, offset: 0 }
                }
                (false, false) => unnumbered(prices.stray),
            };
        }
        // Numbers that the printer miscounted go on so.
        let shifted = number.checked_add_signed(own.offset).filter(|_| own.offset != 0);
        let shifted = shifted.and_then(|shifted| label.cost(shifted)).filter(|shifted| *shifted < cost);
        if let Some(shifted) = shifted {
            return Numbering { cost: shifted * prices.label, numbered: true, offset: own.offset };
        }
        let printed = label.values.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(number, |value| value.0);
        let offset = if cost < 1.0 || label.apart { own.offset } else { printed as i16 - number as i16 };
        let offset = if cost < 0.5 { 0 } else { offset };
        Numbering { cost: cost * prices.label, numbered: true, offset }
    }

    /// What a move costs by what people play; below 0 for one that is likelier than most.
    fn unlikely(&mut self, node: u32, legal: u16) -> f32 {
        let surprise = self.positions.surprise(node, legal);
        self.prices.surprise * (surprise - self.prices.surprise_usual)
    }

    /// No move costs less by what people play.
    fn likeliest(&self) -> f32 {
        -self.prices.surprise * self.prices.surprise_usual
    }

    /// One of the next cells is worn away.
    pub(super) fn wear(&mut self, hypothesis: &Hypothesis, parent: u32, side: usize, out: &mut Candidates) {
        let from = hypothesis.pointers[side].end.max(hypothesis.pointers[1 - side].end);
        let evidence = self.evidence;
        let worn = &evidence.rows.worn;
        let first = worn.partition_point(|cell| cell.start < from);
        for (at, cell) in (first..).zip(&worn[first..]).take(3) {
            let passed = self.passed(from, cell.start);
            if passed > self.prices.trouble || cell.start > self.until {
                break;
            }
            self.wear_at(
                hypothesis,
                parent,
                side,
                at as u32,
                &WayTo { cost: passed, way: Way::Next(0), passed },
                out,
            );
        }
    }

    /// Notes a worn cell.
    pub(super) fn wear_at(
        &mut self,
        hypothesis: &Hypothesis,
        parent: u32,
        side: usize,
        at: u32,
        way: &WayTo,
        out: &mut Candidates,
    ) {
        if self.is_taken(self.evidence.rows.worn[at as usize].start) {
            return;
        }
        let (word, bit) = worn_bit(at);
        let again = if hypothesis.read[word] & bit != 0 { self.prices.twice } else { 0.0 };
        let next = self.worn_out(hypothesis, side, at, way.way, way.passed);
        // See `guess`.
        let travel = way.cost + again;
        let rank = self.rank(&next);
        if rank + travel > out.limit {
            return;
        }
        let enters = Enters::Worn { at, way: way.way };
        let (turn, passed) = (out.turns(GUESSES), way.passed);
        let visit = Visit { parent, turn, enters, way: way.way, travel, passed };
        let least = rank + (travel + self.likeliest());
        if least < out.best {
            self.read_worn(hypothesis, &visit, at, [true; ROOMS], out);
        } else {
            out.visit(least - ROUNDED, visit);
        }
    }

    /// Reads a worn cell: what it resembles, or any legal move at a price.
    fn read_worn(
        &mut self,
        hypothesis: &Hypothesis,
        visit: &Visit,
        at: u32,
        open: [bool; ROOMS],
        out: &mut Candidates,
    ) {
        let evidence = self.evidence;
        let cell = &evidence.rows.worn[at as usize];
        let next = self.worn_out(hypothesis, self.ply % 2, at, visit.way, visit.passed);
        let ends = next.pointers.map(|pointer| pointer.end);
        if !open[LOST] && !open[usize::from(self.apart(ends))] {
            return;
        }
        let mut said = self.partly(hypothesis.node, &cell.said);
        let misread = self.prices.misread;
        self.positions.alike(hypothesis.node, cell, |legal, cost| {
            match said.iter_mut().find(|one| one.0 == legal) {
                Some(one) => one.1 = one.1.min(cost + misread),
                None => said.push((legal, cost + misread)),
            }
        });
        let worn = if cell.in_row { self.prices.worn_in_row } else { self.prices.worn };
        // What reads as a move is not simply worn away.
        let worn =
            if cell.is_unread { worn } else { (worn + self.prices.worn_readable).min(self.prices.lost) };
        // Where the program is sure that read the print, little is worn.
        let worn = (worn + cell.beside).max(worn.min(LEAST_WORN));
        for one in &mut said {
            one.1 = (one.1 + cell.beside).max(one.1.min(misread));
        }
        let price = Price { worn, said: &said };
        self.guess(&next, visit, &price, (cell.start, cell.end), out);
    }

    /// A hypothesis with a side's pointer at a worn cell; its cost is as before.
    pub(super) fn worn_out(
        &self,
        before: &Hypothesis,
        side: usize,
        at: u32,
        way: Way,
        passed: f32,
    ) -> Hypothesis {
        let cell = &self.evidence.rows.worn[at as usize];
        let (word, bit) = worn_bit(at);
        let mut next = *before;
        next.explained += passed + self.passed(cell.start, cell.end);
        let own = before.pointers[side];
        let run = own.run_with(&before.pointers[1 - side], way, cell.start);
        next.pointers[side] = Pointer { end: cell.end, run, way, ..own };
        next.furthest = next.furthest.max(cell.end);
        next.read[word] |= bit;
        next
    }

    /// The legal moves that what is left of a cell may say, with costs.
    fn partly(&mut self, node: u32, said: &[Said]) -> SmallVec<[(u16, f32); 32]> {
        let mut fits: SmallVec<[(u16, f32); 32]> = SmallVec::new();
        for said in said {
            self.positions.listed(node).fits(&said.desc, |legal, more| {
                let cost = said.cost + more;
                match fits.iter_mut().find(|fit| fit.0 == legal as u16) {
                    Some(fit) => fit.1 = fit.1.min(cost),
                    None => fits.push((legal as u16, cost)),
                }
            });
        }
        fits
    }

    /// Notes that the move may have no cell.
    pub(super) fn lose(&mut self, hypothesis: &Hypothesis, parent: u32, side: usize, out: &mut Candidates) {
        if hypothesis.pointers[side].way == Way::Lost && !self.is_column_lost(side) {
            return;
        }
        let rank = self.rank(&self.without_cell(hypothesis, side));
        let least = rank + self.lost_price(side);
        if least > out.limit + ROUNDED {
            return;
        }
        let turn = out.turns(GUESSES);
        let visit = Visit { parent, turn, enters: Enters::Lost, way: Way::Lost, travel: 0.0, passed: 0.0 };
        if least < out.best {
            self.read_lost(hypothesis, &visit, [true; ROOMS], out);
        } else {
            out.visit(least - ROUNDED, visit);
        }
    }

    /// A hypothesis of which a side's move has no cell.
    pub(super) fn without_cell(&self, before: &Hypothesis, side: usize) -> Hypothesis {
        let mut next = *before;
        next.pointers[side].way = Way::Lost;
        next
    }

    /// The move has no cell: any legal one, at a price.
    fn read_lost(
        &mut self,
        hypothesis: &Hypothesis,
        visit: &Visit,
        open: [bool; ROOMS],
        out: &mut Candidates,
    ) {
        if !open[LOST] {
            return;
        }
        let side = self.ply % 2;
        let at = hypothesis.pointers[side].end.max(hypothesis.pointers[1 - side].end);
        let next = self.without_cell(hypothesis, side);
        let price = Price { worn: self.lost_price(side), said: &[] };
        self.guess(&next, visit, &price, (at, at), out);
    }

    /// Every legal move, at what it costs that people would play it; what is left of the print tells for some.
    fn guess(
        &mut self,
        next: &Hypothesis,
        visit: &Visit,
        price: &Price<'_>,
        cell: (u32, u32),
        out: &mut Candidates,
    ) {
        let rank = self.rank(next);
        if rank + visit.travel > out.limit {
            return;
        }
        let said = price.said.iter().map(|said| said.1 + self.likeliest());
        let least = said.fold(price.worn, f32::min);
        if rank + visit.travel + least > out.limit + ROUNDED {
            return;
        }
        for legal in 0..self.positions.listed(next.node).legal.len() as u16 {
            if !self.allowed(next.node, legal) {
                continue;
            }
            // What a person has said surprises nobody.
            let surprise = if self.is_said() { 0.0 } else { self.positions.surprise(next.node, legal) };
            let unsaid = price.worn + self.prices.guess * surprise;
            let said = price.said.iter().find(|said| said.0 == legal).map(|said| said.1);
            let unlikely = self.unlikely(next.node, legal);
            let said = said.filter(|said| said + unlikely < unsaid);
            let cost = visit.travel + said.map_or(unsaid, |said| said + unlikely);
            if rank + cost > out.limit {
                continue;
            }
            let (way, text, travel) = match said {
                Some(said) => (visit.way, said, cost - said),
                None => (Way::Lost, 0.0, cost),
            };
            let candidate = Candidate {
                parent: visit.parent,
                legal,
                enters: visit.enters,
                cell,
                ends: next.pointers.map(|pointer| pointer.end),
                way,
                text,
                travel,
                passed: visit.passed,
                cost: next.cost + cost,
                debt: 0.0,
                is_weighed: true,
            };
            out.push(rank + cost, visit.turn + u32::from(legal), candidate);
        }
    }
}

/// Where it is noted that a worn cell was read.
fn worn_bit(at: u32) -> (usize, u64) {
    (4 + (at % 128 / 64) as usize, 1 << (at % 64))
}
