//! What a cell of the print may say in a position: read, worn away, or lost.

use smallvec::SmallVec;

use crate::desc::Said;
use crate::number::Label;

use super::enter::Entry;
use super::{Candidate, Candidates, Hypothesis, Pointer, Route, Search, Way, index};

/// Sums of costs in another order are the same but for less, in nats.
const ROUNDED: f32 = 0.001;

/// What the number before a cell says of it.
pub(super) struct Numbering {
    cost: f32,
    /// Whether it counts as the number of the move.
    pub(super) numbered: bool,
    /// See [`Pointer::offset`].
    pub(super) offset: i16,
}

/// What it costs to guess a move.
struct Price<'s> {
    /// The way to its cell.
    travel: f32,
    /// That its cell is worn, or lost.
    worn: f32,
    /// What some legal moves cost by what is left of the cell.
    said: &'s [(u16, f32)],
    /// How the print leads to what is left of the cell.
    way: Way,
    /// The weight of what is passed over.
    passed: f32,
}

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
    /// Reads the token at the end of a route; what the cheapest reading cost.
    pub(super) fn take(
        &mut self,
        hypothesis: &Hypothesis,
        route: &Route,
        number: u16,
        out: &mut Candidates,
    ) -> f32 {
        let evidence = self.evidence;
        let token = &evidence.tokens.all[route.token as usize];
        if hypothesis.cost + route.cost + token.entry + token.said[0].cost > out.limit + ROUNDED {
            return f32::INFINITY;
        }
        if self.is_taken(token.start) {
            return f32::INFINITY;
        }
        let side = index(self.positions.nodes[hypothesis.node as usize].turn());
        let mut travel = route.cost + token.entry
            - evidence.rows.log_chance(&evidence.print, token.start) * self.prices.row;
        if token.start >= self.until {
            travel += self.prices.beyond;
        }
        let numbering = self.numbering(&hypothesis.pointers[side], &token.label, number);
        // What the numbers of all cells say counts more than the number of the one.
        let against = self.grid.as_ref().and_then(|numbers| numbers.grid.against(token.start, side, number));
        travel += against.unwrap_or(numbering.cost);
        if side == 0 && token.label.dots {
            travel += self.prices.dots;
        }
        let (word, bit) = ((token.piece % 256 / 64) as usize, 1u64 << (token.piece % 64));
        if token.piece > 0 && hypothesis.read[word] & bit != 0 {
            travel += self.prices.twice;
        }
        // What cannot come into the beam is not held against the legal moves.
        if hypothesis.cost + travel + token.said[0].cost > out.limit {
            return f32::INFINITY;
        }
        let fits = self.positions.fitting(evidence, hypothesis.node, route.token);
        // The cheapest comes first.
        let Some(least) = self.positions.fit_list[fits.clone()].first().map(|fit| fit.2) else {
            return f32::INFINITY;
        };
        for at in fits {
            let (legal, end, text) = self.positions.fit_list[at];
            // The likeliest move would be too dear: how likely this one is need not be asked.
            if hypothesis.cost + travel + text + self.likeliest() > out.limit + ROUNDED {
                break;
            }
            let cost = hypothesis.cost + travel + text + self.unlikely(hypothesis.node, legal);
            if cost > out.limit || !self.allowed(hypothesis.node, legal) {
                continue;
            }
            let (cell, way, passed) = (token.start..end, route.way, route.passed);
            let entry = Entry { side, cell: cell.clone(), way, passed, numbering: Some(&numbering) };
            let mut next = self.entered(hypothesis, &entry);
            next.read[word] |= if token.piece > 0 { bit } else { 0 };
            next.cost = cost;
            let rank = self.rank(&next);
            if rank > out.limit {
                continue;
            }
            out.push(Candidate { hypothesis: next, legal, cell, way, text, travel, passed, rank });
        }
        travel + least
    }

    /// What the number before a cell costs, or that there is none.
    pub(super) fn numbering(&self, own: &Pointer, label: &Label, number: u16) -> Numbering {
        let prices = self.prices;
        // A book numbers White's moves, or Black's, or both, or none, and goes on as it began.
        let usual = own.numbered > 0;
        let unnumbered = |cost| Numbering { cost, numbered: false, offset: own.offset };
        let Some(cost) = label.cost(number) else {
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
        let surprise = self.positions.surprises(node)[legal as usize];
        self.prices.surprise * (surprise - self.prices.surprise_usual)
    }

    /// No move costs less by what people play.
    fn likeliest(&self) -> f32 {
        -self.prices.surprise * self.prices.surprise_usual
    }

    /// One of the next cells is worn away.
    pub(super) fn wear(&mut self, hypothesis: &Hypothesis, side: usize, out: &mut Candidates) {
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
                side,
                at as u32,
                &WayTo { cost: passed, way: Way::Next(0), passed },
                out,
            );
        }
    }

    /// Reads a worn cell: what it resembles, or any legal move at a price.
    pub(super) fn wear_at(
        &mut self,
        hypothesis: &Hypothesis,
        side: usize,
        at: u32,
        way: &WayTo,
        out: &mut Candidates,
    ) {
        let evidence = self.evidence;
        let cell = &evidence.rows.worn[at as usize];
        if self.is_taken(cell.start) {
            return;
        }
        let (word, bit) = (4 + (at % 128 / 64) as usize, 1u64 << (at % 64));
        let again = if hypothesis.read[word] & bit != 0 { self.prices.twice } else { 0.0 };
        let own = hypothesis.pointers[side];
        let mut next = *hypothesis;
        next.explained += way.passed + self.passed(cell.start, cell.end);
        next.pointers[side] = Pointer { end: cell.end, run: cell.start, way: way.way, ..own };
        next.furthest = next.furthest.max(cell.end);
        next.read[word] |= bit;
        // See `guess`.
        let travel = way.cost + again;
        if self.rank(&next) + travel > out.limit {
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
        let price = Price { travel, worn, said: &said, way: way.way, passed: way.passed };
        self.guess(&next, &price, cell.start..cell.end, out);
    }

    /// The legal moves that what is left of a cell may say, with costs.
    fn partly(&self, node: u32, said: &[Said]) -> SmallVec<[(u16, f32); 32]> {
        let mut fits: SmallVec<[(u16, f32); 32]> = SmallVec::new();
        for said in said {
            self.positions.nodes[node as usize].fits(&said.desc, |legal, more| {
                let cost = said.cost + more;
                match fits.iter_mut().find(|fit| fit.0 == legal as u16) {
                    Some(fit) => fit.1 = fit.1.min(cost),
                    None => fits.push((legal as u16, cost)),
                }
            });
        }
        fits
    }

    /// The move has no cell: any legal one, at a price.
    pub(super) fn lose(&mut self, hypothesis: &Hypothesis, side: usize, out: &mut Candidates) {
        let own = hypothesis.pointers[side];
        if own.way == Way::Lost {
            return;
        }
        let at = own.end.max(hypothesis.pointers[1 - side].end);
        let mut next = *hypothesis;
        next.pointers[side].way = Way::Lost;
        let price = Price { travel: 0.0, worn: self.prices.lost, said: &[], way: Way::Lost, passed: 0.0 };
        self.guess(&next, &price, at..at, out);
    }

    /// Every legal move, at what it costs that people would play it; what is left of the print tells for some.
    fn guess(
        &mut self,
        before: &Hypothesis,
        price: &Price<'_>,
        cell: std::ops::Range<u32>,
        out: &mut Candidates,
    ) {
        let rank = self.rank(before);
        if rank + price.travel > out.limit {
            return;
        }
        let said = price.said.iter().map(|said| said.1 + self.likeliest());
        let least = said.fold(price.worn, f32::min);
        if rank + price.travel + least > out.limit + ROUNDED {
            return;
        }
        for legal in 0..self.positions.nodes[before.node as usize].legal.len() as u16 {
            if !self.allowed(before.node, legal) {
                continue;
            }
            let surprise = self.positions.surprises(before.node)[legal as usize];
            let unsaid = price.worn + self.prices.guess * surprise;
            let said = price.said.iter().find(|said| said.0 == legal).map(|said| said.1);
            let unlikely = self.unlikely(before.node, legal);
            let said = said.filter(|said| said + unlikely < unsaid);
            let cost = price.travel + said.map_or(unsaid, |said| said + unlikely);
            if rank + cost > out.limit {
                continue;
            }
            let mut hypothesis = *before;
            hypothesis.cost += cost;
            let (way, text, travel) = match said {
                Some(said) => (price.way, said, cost - said),
                None => (Way::Lost, 0.0, cost),
            };
            out.push(Candidate {
                hypothesis,
                legal,
                cell: cell.clone(),
                way,
                text,
                travel,
                passed: price.passed,
                rank: rank + cost,
            });
        }
    }
}
