//! One game out of a print: a beam over positions and two pointers, White's last cell and Black's.
//!
//! Every hypothesis pays for what it reads, for the way from cell to cell, and for moves of the print that it passes
//! over; the cheapest way through is the reading, and what the others cost is its confidence.

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Color, Move, Position};
use smallvec::SmallVec;

use crate::board::Node;
use crate::prices::Prices;
use crate::print::Print;
use crate::rows::Rows;
use crate::token::Tokens;

/// All that is known of a print before games are looked for.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The characters.
    pub print: Print,
    /// Where moves may stand.
    pub tokens: Tokens,
    /// What the rows are.
    pub rows: Rows,
    /// Tokens whose label is a number, by the number.
    pub anchors: FxHashMap<u16, Vec<u32>>,
}

/// How the print leads from a side's last cell to its next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Nothing was read yet.
    Start,
    /// Forward from the last cell of either side, past so many moves.
    Next(u8),
    /// Down the side's own column.
    Column,
    /// Over to a new column.
    Open,
    /// To a number elsewhere.
    Jump,
    /// The print has no cell for the move.
    Lost,
}

/// One half-move as it was read.
#[derive(Clone, Debug)]
pub struct Step {
    /// The step before it.
    parent: u32,
    /// The move.
    pub m: Move,
    /// Its cell, as characters; empty for a move that the print has lost.
    pub cell: std::ops::Range<u32>,
    /// How the print led to it.
    pub way: Way,
    /// What its text cost, in nats.
    pub text: f32,
    /// What the way to it cost.
    pub travel: f32,
    /// The cost of all up to it.
    pub cost: f32,
}

/// A game as it was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The half-moves.
    pub steps: Vec<Step>,
    /// For each half-move: how much dearer the cheapest reading is that says another one, in nats.
    pub margins: Vec<f32>,
    /// For each half-move: the one that this cheapest other reading says; `None` where it ends before.
    pub rivals: Vec<Option<Move>>,
    /// The cost of all.
    pub cost: f32,
    /// What of it is for print that nothing explains.
    pub tail: f32,
    /// The weight of the print that it explains, in nats.
    pub explained: f32,
    /// The last position.
    pub end: Chess,
}

impl Reading {
    /// How much better it explains the print than no game does, in nats.
    #[must_use]
    pub fn gain(&self) -> f32 {
        self.explained - (self.cost - self.tail)
    }
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// With the token at this place of the list.
    Token(u32),
    /// Somewhere behind this character.
    Place(u32),
}

impl Begin {
    /// The character where it begins.
    #[must_use]
    pub fn place(self, evidence: &Evidence) -> u32 {
        match self {
            Begin::Token(token) => evidence.tokens.all[token as usize].start,
            Begin::Place(place) => place,
        }
    }
}

#[derive(Clone, Copy)]
struct Pointer {
    end: u32,
    /// Where the side's current run of cells down a column starts.
    run: u32,
    way: Way,
    /// Whether the side went over to another column before.
    opened: bool,
}

#[derive(Clone, Copy)]
struct Hypothesis {
    node: u32,
    cost: f32,
    pointers: [Pointer; 2],
    step: u32,
    /// The weight of print that is explained: read, or passed over at a price.
    explained: f32,
}

/// A hypothesis that is not in the beam yet: its last move is not made.
struct Candidate {
    /// As it was before the move, but with its new cost, pointers and explanation.
    hypothesis: Hypothesis,
    legal: u16,
    cell: std::ops::Range<u32>,
    way: Way,
    text: f32,
    travel: f32,
}

/// A hypothesis that ends here.
#[derive(Clone, Copy)]
struct Finished {
    cost: f32,
    tail: f32,
    step: u32,
    node: u32,
    explained: f32,
}

/// A way to a token.
struct Route {
    token: u32,
    cost: f32,
    way: Way,
    /// The weight of what is passed over.
    passed: f32,
}

type Fit = (u16, u32, f32);

/// Candidates, and the cost of the cheapest.
struct Candidates {
    list: Vec<Candidate>,
    best: f32,
}

impl Default for Candidates {
    fn default() -> Candidates {
        Candidates { list: Vec::new(), best: f32::INFINITY }
    }
}

impl Candidates {
    fn push(&mut self, candidate: Candidate) {
        self.best = self.best.min(candidate.hypothesis.cost);
        self.list.push(candidate);
    }
}

struct Search<'e> {
    evidence: &'e Evidence,
    prices: &'e Prices,
    nodes: Vec<Node>,
    children: FxHashMap<(u32, u16), u32>,
    /// Nodes by the hash of their positions.
    known: FxHashMap<u64, u32>,
    steps: Vec<Step>,
    fits: FxHashMap<(u32, u32), SmallVec<[Fit; 4]>>,
    /// Where the next game starts, at the latest.
    until: u32,
    begin: u32,
}

const NONE: u32 = u32::MAX;
const SIDES: [Color; 2] = [Color::White, Color::Black];

fn index(color: Color) -> usize {
    usize::from(color == Color::Black)
}

/// Reads the game that starts with a token, or somewhere behind a place, up to where others begin.
#[must_use]
pub fn read(evidence: &Evidence, prices: &Prices, start: Begin, until: u32) -> Option<Reading> {
    let begin = start.place(evidence);
    let mut search = Search {
        evidence,
        prices,
        nodes: vec![Node::new(Chess::default())],
        children: FxHashMap::default(),
        known: FxHashMap::default(),
        steps: Vec::new(),
        fits: FxHashMap::default(),
        until,
        begin,
    };
    search.run(start)
}

impl Search<'_> {
    fn run(&mut self, start: Begin) -> Option<Reading> {
        let none = Pointer { end: self.begin, run: self.begin, way: Way::Start, opened: false };
        let first = Hypothesis { node: 0, cost: 0.0, pointers: [none; 2], step: NONE, explained: 0.0 };
        let mut next = Candidates::default();
        match start {
            Begin::Token(token) => {
                let route = Route { token, cost: 0.0, way: Way::Start, passed: 0.0 };
                self.take(&first, &route, 1, &mut next);
            }
            Begin::Place(_) => {
                let mut routes = Vec::new();
                self.forward(&first, 0, 1, &mut routes);
                for route in &routes {
                    self.take(&first, route, 1, &mut next);
                }
                self.lose(&first, 0, &mut next);
            }
        }
        let mut finished: Vec<Finished> = Vec::new();
        let mut best = f32::INFINITY;
        for ply in 1..800u16 {
            let beam = self.narrow(std::mem::take(&mut next));
            if beam.is_empty() {
                break;
            }
            for hypothesis in &beam {
                let tail = self.tail(hypothesis);
                let cost = hypothesis.cost + tail;
                let Hypothesis { step, node, explained, .. } = *hypothesis;
                finished.push(Finished { cost, tail, step, node, explained });
                best = best.min(cost);
            }
            if finished.len() > 4000 {
                finished.retain(|end| end.cost < best + self.prices.beam);
            }
            if beam[0].cost > best + self.prices.beam {
                break;
            }
            for (rank, hypothesis) in beam.iter().enumerate() {
                self.advance(hypothesis, ply / 2 + 1, rank, &mut next);
            }
        }
        self.reading(finished)
    }

    /// The cheapest of candidates that stand alike, and of those the cheapest few, their moves made.
    fn narrow(&mut self, mut candidates: Candidates) -> Vec<Hypothesis> {
        let list = &mut candidates.list;
        list.sort_by(|a, b| a.hypothesis.cost.total_cmp(&b.hypothesis.cost));
        let Some(best) = list.first().map(|candidate| candidate.hypothesis.cost) else { return Vec::new() };
        let mut seen = rustc_hash::FxHashSet::default();
        let mut beam = Vec::new();
        let mut rooms = [self.prices.width, self.prices.width, self.prices.width_lost];
        for candidate in list.drain(..) {
            if candidate.hypothesis.cost > best + self.prices.beam {
                break;
            }
            // Ways to read the page have places of their own, or one would crowd out the others before it fails: cells
            // side by side, each side's cells in a column of its own, and cells that are lost, where any move fits.
            let room = match candidate.way {
                Way::Lost => 2,
                _ => usize::from(self.apart(&candidate.hypothesis)),
            };
            let room = &mut rooms[room];
            if *room == 0 {
                continue;
            }
            let mut next = candidate.hypothesis;
            let m = self.nodes[next.node as usize].legal[candidate.legal as usize].m;
            next.node = self.child(next.node, candidate.legal);
            if !seen.insert((self.nodes[next.node as usize].hash, next.pointers[0].end, next.pointers[1].end))
            {
                continue;
            }
            *room -= 1;
            let Candidate { cell, way, text, travel, .. } = candidate;
            self.steps.push(Step { parent: next.step, m, cell, way, text, travel, cost: next.cost });
            next.step = self.steps.len() as u32 - 1;
            beam.push(next);
        }
        beam
    }

    /// Whether the two sides' last cells stand in different places of the print.
    fn apart(&self, hypothesis: &Hypothesis) -> bool {
        let [white, black] = hypothesis.pointers.map(|pointer| pointer.end);
        self.evidence.rows.number(white.min(black), white.max(black)) > 2
    }

    /// All ways on from a hypothesis.
    fn advance(&mut self, hypothesis: &Hypothesis, number: u16, rank: usize, out: &mut Candidates) {
        let node = &self.nodes[hypothesis.node as usize];
        if node.legal.is_empty() {
            return;
        }
        let side = index(node.turn());
        let mut routes = Vec::new();
        self.forward(hypothesis, side, number, &mut routes);
        self.column(hypothesis, side, &mut routes);
        if rank < 16 {
            self.open(hypothesis, side, number, &mut routes);
        }
        self.jump(hypothesis, side, number, &mut routes);
        let mut cheapest = f32::INFINITY;
        for route in &routes {
            cheapest = cheapest.min(self.take(hypothesis, route, number, out));
        }
        if rank < 16 {
            self.wear(hypothesis, side, out);
            if cheapest > self.prices.trouble {
                self.lose(hypothesis, side, out);
            }
        }
    }

    /// Forward from the last cell of either side.
    fn forward(&self, hypothesis: &Hypothesis, side: usize, ply_number: u16, out: &mut Vec<Route>) {
        let own = &hypothesis.pointers[side];
        let from = own.end.max(hypothesis.pointers[1 - side].end);
        let range = self.evidence.tokens.within(from, from + self.prices.reach);
        for token in range {
            let start = self.evidence.tokens.all[token].start;
            let passed = self.evidence.rows.passed(from, start) * self.prices.passed;
            if passed > self.prices.most_passed {
                break;
            }
            let passed = passed + self.prices.closing * self.evidence.rows.closings(from, start) as f32;
            let number = self.evidence.rows.number(from, start).min(200) as u8;
            let again = number > 0 && own.way == Way::Next(number);
            // In a table of two halves that is read across, the number says how many cells are the other half's.
            let numbered = side == 0
                && (1..=4).contains(&number)
                && self.evidence.tokens.all[token].label.cost(ply_number).is_some_and(|cost| cost < 0.5);
            let cost = match (again, numbered) {
                (true, _) => passed.min(self.prices.again),
                (_, true) => passed.min(self.prices.across),
                _ => passed,
            };
            out.push(Route { token: token as u32, cost, way: Way::Next(number), passed });
        }
    }

    /// Down the side's own column, while the other side's cells stand further on.
    fn column(&self, hypothesis: &Hypothesis, side: usize, out: &mut Vec<Route>) {
        let own = &hypothesis.pointers[side];
        let other = &hypothesis.pointers[1 - side];
        if own.end >= other.run || own.end == self.begin {
            return;
        }
        let open = if own.way == Way::Column { self.prices.again_column } else { self.prices.column };
        for token in self.evidence.tokens.within(own.end, other.run.min(own.end + self.prices.reach)) {
            let start = self.evidence.tokens.all[token].start;
            let passed = self.evidence.rows.passed(own.end, start) * self.prices.passed;
            if passed > self.prices.most_passed {
                break;
            }
            out.push(Route { token: token as u32, cost: open + passed, way: Way::Column, passed });
        }
    }

    /// Over to another column: what is passed over is for the other side.
    fn open(&self, hypothesis: &Hypothesis, side: usize, number: u16, out: &mut Vec<Route>) {
        let evidence = self.evidence;
        let own = &hypothesis.pointers[side];
        let from = own.end.max(hypothesis.pointers[1 - side].end);
        let first = evidence.print.row_of[from as usize] as usize + 1;
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
    fn jump(&self, hypothesis: &Hypothesis, side: usize, number: u16, out: &mut Vec<Route>) {
        if side == 1 {
            return;
        }
        let Some(anchors) = self.evidence.anchors.get(&number) else { return };
        let from = hypothesis.pointers[0].end.min(hypothesis.pointers[1].end);
        let last = hypothesis.pointers[0].end.max(hypothesis.pointers[1].end);
        let all = &self.evidence.tokens.all;
        let first = anchors.partition_point(|&token| all[token as usize].start < from);
        for &token in anchors[first..].iter().take(4) {
            let start = all[token as usize].start;
            if start > self.until {
                break;
            }
            let far = start.abs_diff(last) as f32 / 4000.0;
            out.push(Route { token, cost: self.prices.jump + far, way: Way::Jump, passed: 0.0 });
        }
    }

    /// Reads the token at the end of a route; what the cheapest reading cost.
    fn take(&mut self, hypothesis: &Hypothesis, route: &Route, number: u16, out: &mut Candidates) -> f32 {
        let evidence = self.evidence;
        let token = &evidence.tokens.all[route.token as usize];
        let side = index(self.nodes[hypothesis.node as usize].turn());
        let chance = evidence.rows.chance(&evidence.print, token.start);
        let mut travel = route.cost + token.entry - chance.ln() * self.prices.row;
        if token.start >= self.until {
            travel += self.prices.beyond;
        }
        travel += match (side, token.label.cost(number)) {
            (0, None) => self.prices.unlabelled,
            (0, Some(cost)) => {
                cost * self.prices.label + if token.label.dots { self.prices.dots } else { 0.0 }
            }
            (_, None) => 0.0,
            (_, Some(cost)) => cost * self.prices.label,
        };
        // What cannot come into the beam is not held against the legal moves.
        if hypothesis.cost + travel + token.said[0].cost > out.best + self.prices.beam {
            return f32::INFINITY;
        }
        let fits = self.fitting(hypothesis.node, route.token);
        let Some(least) = fits.iter().map(|fit| fit.2).reduce(f32::min) else { return f32::INFINITY };
        for &(legal, end, text) in &fits {
            let cost = hypothesis.cost + travel + text;
            if cost > out.best + self.prices.beam {
                continue;
            }
            let mut next = *hypothesis;
            let own = &mut next.pointers[side];
            if !matches!(route.way, Way::Column) {
                let other = hypothesis.pointers[1 - side];
                // A run goes on while the other side is elsewhere.
                let continues = own.end > other.end && route.way == Way::Next(0);
                if !continues {
                    own.run = token.start;
                }
            }
            own.end = end;
            own.way = route.way;
            own.opened |= route.way == Way::Open;
            next.cost = cost;
            if token.start >= self.begin {
                next.explained += route.passed + evidence.rows.passed(token.start, end) * self.prices.passed;
            }
            let (cell, way) = (token.start..end, route.way);
            out.push(Candidate { hypothesis: next, legal, cell, way, text, travel });
        }
        travel + least
    }

    /// The legal moves that a token may say: place, end of the text, cost.
    fn fitting(&mut self, node: u32, token: u32) -> SmallVec<[Fit; 4]> {
        if let Some(known) = self.fits.get(&(node, token)) {
            return known.clone();
        }
        let mut fits: SmallVec<[Fit; 4]> = SmallVec::new();
        for said in &self.evidence.tokens.all[token as usize].said {
            self.nodes[node as usize].fits(&said.desc, |legal, more| {
                let cost = said.cost + more;
                match fits.iter_mut().find(|fit| fit.0 == legal as u16 && fit.1 == said.end) {
                    Some(fit) => fit.2 = fit.2.min(cost),
                    None => fits.push((legal as u16, said.end, cost)),
                }
            });
        }
        fits.sort_by(|a, b| a.2.total_cmp(&b.2));
        if let Some(least) = fits.first().map(|fit| fit.2) {
            fits.retain(|fit| fit.2 < least + 6.0);
        }
        fits.truncate(10);
        self.fits.insert((node, token), fits.clone());
        fits
    }

    /// The next cell is worn away: any legal move, at a price.
    fn wear(&mut self, hypothesis: &Hypothesis, side: usize, out: &mut Candidates) {
        let own = hypothesis.pointers[side];
        let from = own.end.max(hypothesis.pointers[1 - side].end);
        let worn = &self.evidence.rows.worn;
        let first = worn.partition_point(|cell| cell.0 < from);
        let node = hypothesis.node as usize;
        let count = self.nodes[node].legal.len();
        for &(start, end) in worn[first..].iter().take(2) {
            let passed = self.evidence.rows.passed(from, start);
            if passed > self.prices.trouble || start > self.until {
                break;
            }
            let travel = self.prices.worn + passed + 0.7 * (count as f32).ln();
            let mut next = *hypothesis;
            next.cost += travel;
            next.explained += passed + self.evidence.rows.passed(start, end);
            next.pointers[side] = Pointer { end, run: start, way: Way::Next(0), opened: own.opened };
            for legal in 0..count as u16 {
                out.push(Candidate {
                    hypothesis: next,
                    legal,
                    cell: start..end,
                    way: Way::Lost,
                    text: travel,
                    travel: 0.0,
                });
            }
        }
    }

    /// The move has no cell: any legal one, at a price.
    fn lose(&mut self, hypothesis: &Hypothesis, side: usize, out: &mut Candidates) {
        let count = self.nodes[hypothesis.node as usize].legal.len();
        let travel = self.prices.lost + 0.7 * (count as f32).ln();
        let cost = hypothesis.cost + travel;
        let own = hypothesis.pointers[side];
        if own.way == Way::Lost {
            return;
        }
        let at = own.end.max(hypothesis.pointers[1 - side].end);
        let mut next = *hypothesis;
        next.pointers[side].way = Way::Lost;
        next.cost = cost;
        for legal in 0..count as u16 {
            out.push(Candidate { hypothesis: next, legal, cell: at..at, way: Way::Lost, text: 0.0, travel });
        }
    }

    fn child(&mut self, node: u32, legal: u16) -> u32 {
        if let Some(&known) = self.children.get(&(node, legal)) {
            return known;
        }
        let next = self.nodes[node as usize].after(self.nodes[node as usize].legal[legal as usize].m);
        let at = *self.known.entry(next.hash).or_insert(self.nodes.len() as u32);
        if at as usize == self.nodes.len() {
            self.nodes.push(next);
        }
        self.children.insert((node, legal), at);
        at
    }

    /// What it costs to end here: moves of the print that nothing explains.
    fn tail(&self, hypothesis: &Hypothesis) -> f32 {
        let node = &self.nodes[hypothesis.node as usize];
        let last = SIDES.map(|side| hypothesis.pointers[index(side)].end);
        let last = last[0].max(last[1]);
        let over = node.position.is_checkmate() || node.position.is_stalemate();
        let until = last.max(self.until.min(last + self.prices.tail_reach));
        let all = self.evidence.rows.passed(self.begin, until) * self.prices.passed;
        let left = (all - hypothesis.explained).max(0.0);
        let closed = self.evidence.rows.closings(last, last + 60) > 0;
        left - if over { 1.0 } else { 0.0 } - if closed { self.prices.closed } else { 0.0 }
    }

    /// The cheapest of the finished, and what the others say of its half-moves.
    fn reading(&self, mut finished: Vec<Finished>) -> Option<Reading> {
        finished.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let &Finished { cost, tail, step, node, explained } = finished.first()?;
        let path = self.path(step);
        let mut margins = vec![self.prices.beam; path.len()];
        let mut rivals = vec![None; path.len()];
        for other in finished.iter().skip(1).take(400) {
            let rival = self.path(other.step);
            let same = path
                .iter()
                .zip(&rival)
                .take_while(|(a, b)| self.steps[**a as usize].m == self.steps[**b as usize].m)
                .count();
            if same < path.len() && other.cost - cost < margins[same] {
                margins[same] = other.cost - cost;
                rivals[same] = rival.get(same).map(|&at| self.steps[at as usize].m);
            }
        }
        let steps = path.iter().map(|&at| self.steps[at as usize].clone()).collect();
        let end = self.nodes[node as usize].position.clone();
        Some(Reading { steps, margins, rivals, cost, tail, explained, end })
    }

    fn path(&self, mut step: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while step != NONE {
            path.push(step);
            step = self.steps[step as usize].parent;
        }
        path.reverse();
        path
    }
}
