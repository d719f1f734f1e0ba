//! One game out of a print: a beam over positions and two pointers, White's last cell and Black's.
//!
//! Every hypothesis pays for what it reads, for the way from cell to cell, and for moves of the print that it passes
//! over; the cheapest way through is the reading, and what the others cost is its confidence.

mod attempts;
mod candidates;
mod cells;
mod enter;
mod evidence;
mod follow;
mod forks;
mod layer;
mod places;
mod positions;
mod reading;
mod said;
mod taken;
mod unread;
mod ways;

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::Color;

use self::attempts::Numbers;
pub use self::attempts::{
    Attempt, KnownMoves, by_numbers, deepened, deepened_within, glance, glance_counted, look_again,
    look_again_within, outlook, read, read_knowing, read_once,
};
use self::candidates::{Candidate, Candidates, Due, Enters, OVER, Pace};
use self::cells::ROUNDED;
pub use self::evidence::{Begin, Evidence, Way};
use self::forks::Fork;
use self::layer::Looked;
use self::positions::Positions;
pub use self::positions::Work;
pub use self::reading::{Reading, Step};
use self::taken::Taken;
use crate::prices::Prices;

#[derive(Clone, Copy)]
struct Pointer {
    end: u32,
    /// Where the side's current run of cells down a column starts.
    run: u32,
    way: Way,
    /// Whether the side went over to another column before.
    opened: bool,
    /// How its last moves were numbered: above 0 mostly with a number before them.
    numbered: i8,
    /// How far its last number was from the count of the moves.
    offset: i16,
}

impl Pointer {
    /// Where the run of cells starts with a cell that is reached in this way: a run goes on while the other side is elsewhere, whether the
    /// cell is whole or worn.
    fn run_with(&self, other: &Pointer, way: Way, start: u32) -> u32 {
        let goes_on = self.end > other.end && way == Way::Next(0);
        if goes_on || way == Way::Column { self.run } else { start }
    }
}

#[derive(Clone, Copy)]
struct Hypothesis {
    node: u32,
    cost: f32,
    pointers: [Pointer; 2],
    step: u32,
    /// The weight of print that is explained: read, or passed over at a price.
    explained: f32,
    /// Where the first cells stand that were passed over since the game began, or since the last way back; `NONE` before.
    skipped: u32,
    /// Whether there was a way back.
    returned: bool,
    /// The weight of what was passed over since, which counts as explained.
    passed_over: f32,
    /// The end of the last cell that was read, in the order of the print.
    furthest: u32,
    /// The pieces of print that were read, each by its number modulo 256, and behind them worn ones modulo 128.
    read: [u64; 6],
    /// How it left the way that is searched anew.
    fork: Fork,
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

/// What is known of a game before it is searched for.
#[derive(Clone, Copy)]
struct Known<'k> {
    /// Of its half-moves.
    game: KnownMoves<'k>,
    /// What another reading costs.
    cost: f32,
    /// A way that went badly: what leaves it at each half-move has a room of its own.
    path: Option<&'k [Step]>,
}

impl<'k> Known<'k> {
    /// Nothing but moves.
    fn moves(game: KnownMoves<'k>) -> Known<'k> {
        Known { game, cost: f32::INFINITY, path: None }
    }
}

struct Search<'e> {
    evidence: &'e Evidence,
    prices: &'e Prices,
    /// Where the printed numbers put the moves, where they are asked.
    grid: Option<Numbers<'e>>,
    steps: Vec<Step>,
    positions: &'e mut Positions,
    /// Where the next game starts, at the latest.
    until: u32,
    begin: u32,
    known: Known<'e>,
    /// The cells of the half-moves that it begins with, by place: they are not read again.
    taken: Taken,
    /// The half-move that is read now, from 0.
    ply: usize,
    /// What was looked up for it.
    looked: Looked,
    buffers: Buffers,
}

/// Memory that each layer of a search uses anew.
#[derive(Default)]
struct Buffers {
    routes: Vec<Route>,
    seen: Seen,
    /// How many read the same cells.
    alike: FxHashMap<(u32, u32), usize>,
}

/// Hypotheses that are the same: position and pointers.
type Seen = FxHashSet<(u64, u32, u32)>;

/// The weight of what is passed over to a cell right behind the last one, in nats.
const NEAR: f32 = 1.0;
/// Characters before a first move in which no other move should stand.
const BEFORE: u32 = 60;
/// Characters before a game in which cells of it are looked for, mostly.
const BACKWARD: u32 = 4000;
/// Rooms of a beam: see `narrow`.
const ROOMS: usize = 3;
/// The one for moves that the print has lost.
const LOST: usize = 2;
/// Of a beam, so many are looked at in all ways.
const FIRST: u32 = 16;
/// What costs more than the limit by less, in nats, is looked at all the same: sums are rounded.
const MARGIN: f32 = 2.0 * ROUNDED;
/// How sure it is at first which side's moves are numbered.
const NUMBERED: i8 = 2;
const NONE: u32 = u32::MAX;

fn index(color: Color) -> usize {
    usize::from(color == Color::Black)
}

fn search<'e>(
    evidence: &'e Evidence,
    prices: &'e Prices,
    start: Begin,
    until: u32,
    known: Known<'e>,
    grid: Option<Numbers<'e>>,
    positions: &'e mut Positions,
) -> Option<Reading> {
    let begin = start.place(evidence);
    let mut search = Search {
        evidence,
        prices,
        grid,
        steps: Vec::new(),
        positions,
        until,
        begin,
        taken: Taken::new(known.game.steps, evidence, prices),
        known,
        ply: 0,
        looked: Looked::from(evidence.places.within(begin.saturating_sub(BACKWARD), begin).start),
        buffers: Buffers::default(),
    };
    search.run(start)
}

impl Search<'_> {
    fn run(&mut self, start: Begin) -> Option<Reading> {
        let side = |numbered| Pointer {
            end: self.begin,
            run: self.begin,
            way: Way::Start,
            opened: false,
            numbered,
            offset: 0,
        };
        // White's moves bear the numbers in most books.
        let pointers = [side(NUMBERED), side(-NUMBERED)];
        let first = Hypothesis {
            node: 0,
            cost: 0.0,
            pointers,
            step: NONE,
            explained: 0.0,
            skipped: NONE,
            returned: false,
            passed_over: 0.0,
            furthest: self.begin,
            read: [0; 6],
            fork: Fork::default(),
        };
        let mut next = Candidates::new(self.prices.beam, self.known.cost + OVER);
        match start {
            _ if !self.known.game.steps.is_empty() => self.follow(&first, 0, 1, &mut next),
            Begin::Token(token) => {
                // Moves right before the first one are not passed over for nothing.
                let place = self.evidence.tokens.all[token as usize].start;
                let passed = self.evidence.rows.passed(place.saturating_sub(BEFORE), place);
                let cost = passed.min(self.prices.before);
                let route = Route { token, cost, way: Way::Start, passed: 0.0 };
                self.take(&first, 0, &route, 1, &mut next);
            }
            Begin::Place(_) => {
                let mut routes = Vec::new();
                self.forward(&first, 0, next.limit + MARGIN, &mut routes);
                for route in &routes {
                    self.take(&first, 0, route, 1, &mut next);
                }
                self.lose(&first, 0, 0, &mut next);
            }
        }
        let mut finished: Vec<Finished> = Vec::new();
        let mut best = f32::INFINITY;
        let mut kept = Vec::new();
        let mut pace = Pace::default();
        let mut beam = vec![first];
        for ply in 1..800u16 {
            if self.positions.is_spent() {
                return None;
            }
            beam = match self.known.path {
                None => {
                    let (room, range) = pace.step(next.best);
                    self.narrow(&beam, &mut next, room, range)
                }
                Some(path) => self.in_rooms(&beam, &mut next, path),
            };
            let (Some(first), Some(last)) = (beam.first(), beam.last()) else { break };
            kept.push((first.cost, last.cost));
            // A game that is known to go on does not end here.
            let may_end = self.ply + 1 >= self.known.game.least.max(self.known.game.steps.len());
            for hypothesis in beam.iter().filter(|_| may_end) {
                // What is so much dearer than the cheapest is no rival of it.
                let most = best + self.prices.beam - hypothesis.cost;
                let Some(tail) = self.tail(hypothesis, most) else { continue };
                let cost = hypothesis.cost + tail;
                let Hypothesis { step, node, explained, .. } = *hypothesis;
                finished.push(Finished { cost, tail, step, node, explained });
                best = best.min(cost);
            }
            if self.ply + 1 == self.known.game.most {
                for hypothesis in &beam {
                    let cost = self.rank(hypothesis);
                    let Hypothesis { step, node, explained, .. } = *hypothesis;
                    finished.push(Finished { cost, tail: 0.0, step, node, explained });
                }
                break;
            }
            if finished.len() > 4000 {
                finished.retain(|end| end.cost < best + self.prices.beam);
            }
            if beam[0].cost > best + self.prices.beam {
                break;
            }
            self.ply += 1;
            // What costs more than a reading that ends is none, whatever follows.
            next.clear(self.prices.beam, best.min(self.known.cost) + OVER);
            for (at, hypothesis) in beam.iter().enumerate() {
                match self.known.game.steps.get(self.ply) {
                    Some(_) => self.follow(hypothesis, at as u32, ply / 2 + 1, &mut next),
                    None => self.advance(hypothesis, at as u32, ply / 2 + 1, &mut next),
                }
            }
        }
        self.reading(finished, kept)
    }

    /// The cheapest of candidates that stand alike, and of those the cheapest few, their moves made.
    fn narrow(
        &mut self,
        before: &[Hypothesis],
        candidates: &mut Candidates,
        part: f32,
        range: f32,
    ) -> Vec<Hypothesis> {
        let Buffers { mut seen, mut alike, routes } = std::mem::take(&mut self.buffers);
        seen.clear();
        alike.clear();
        candidates.sort(self.prices.beam * range);
        let mut beam = Vec::new();
        // Where the numbers say where each move stands, few ways are left, and more positions can be kept.
        let strict = self.grid.as_ref().is_some_and(|numbers| numbers.strict);
        let wide = if strict { self.prices.wider } else { 1.0 };
        let mut rooms = [self.prices.width, self.prices.width, self.prices.width_lost]
            .map(|width| (width as f32 * wide * part).max(3.0));
        // What went badly at first is looked at more widely.
        let (most_alike, share) = match self.grid {
            Some(_) if strict => (usize::MAX, self.prices.share),
            Some(_) => (self.prices.width_alike_again, self.prices.share),
            // Where a column is lost, the cells of the other tell which of its moves were played.
            None if self.is_any_lost() => (self.prices.width_alike_again, self.prices.share),
            None => (self.prices.width_alike, 1.0),
        };
        while rooms.iter().any(|room| *room > 0.0)
            && let Some((turn, due)) = candidates.next()
        {
            let at = match due {
                Due::Candidate(at) => at,
                Due::Visit(at) => {
                    let visit = candidates.visited(at);
                    let open = rooms.map(|room| room > 0.0);
                    self.look_at(&before[visit.parent as usize], &visit, open, candidates);
                    continue;
                }
            };
            let candidate = &mut candidates.list[at as usize];
            let parent = &before[candidate.parent as usize];
            // Ways to read the page have places of their own, or one would crowd out the others before it fails: cells
            // side by side, each side's cells in a column of its own, and cells that are lost, where any move fits.
            let room = match candidate.way {
                Way::Lost => LOST,
                _ => usize::from(self.apart(candidate.ends)),
            };
            let room = &mut rooms[room];
            if *room <= 0.0 {
                continue;
            }
            if !candidate.is_weighed {
                let rank = self.weigh(parent, candidate);
                candidates.put_back(rank, turn, at);
                continue;
            }
            let Some(node) = self.moved(parent, candidate, &mut seen) else { continue };
            // Cells that say the same are read by a few positions only, or these would crowd out other cells.
            let same = alike.entry((candidate.ends[0], candidate.ends[1])).or_insert(0);
            if candidate.way != Way::Lost && *same == most_alike {
                continue;
            }
            // Positions that read the same cells share a place: which of them it is later cells tell.
            *room -= if *same == 0 || candidate.way == Way::Lost { 1.0 } else { share };
            *same += usize::from(candidate.way != Way::Lost);
            beam.push(self.stepped(parent, candidate, node));
        }
        self.buffers = Buffers { routes, seen, alike };
        beam
    }

    /// The position behind a candidate's move; `None` for one that stands like another.
    fn moved(&mut self, before: &Hypothesis, candidate: &Candidate, seen: &mut Seen) -> Option<u32> {
        let node = self.positions.child(before.node, candidate.legal);
        let hash = self.positions.hash(node);
        seen.insert((hash, candidate.ends[0], candidate.ends[1])).then_some(node)
    }

    /// A candidate as a hypothesis, with its step written down.
    fn stepped(&mut self, before: &Hypothesis, candidate: &Candidate, node: u32) -> Hypothesis {
        let side = self.ply % 2;
        let mut next = match candidate.enters {
            Enters::Token { token, numbering } => {
                let mut next = self.entered(before, &candidate.entry(side, Some(&numbering))).of(before);
                if let Some((word, bit)) = self.piece_of(token) {
                    next.read[word] |= bit;
                }
                next
            }
            Enters::Worn { at, way } => self.worn_out(before, side, at, way, candidate.passed),
            Enters::Lost => self.without_cell(before, side),
            Enters::Known => self.at_known(before, side, self.ply as u16 / 2 + 1),
        };
        next.cost = candidate.cost;
        let m = self.positions.listed(before.node).legal[candidate.legal as usize].m;
        next.node = node;
        let &Candidate { way, text, travel, passed, cost, .. } = candidate;
        let cell = candidate.cell.0..candidate.cell.1;
        self.steps.push(Step { parent: next.step, m, cell, way, text, travel, passed, cost });
        next.step = self.steps.len() as u32 - 1;
        next
    }

    /// Whether the two sides' last cells stand in different places of the print.
    fn apart(&self, [white, black]: [u32; 2]) -> bool {
        self.evidence.rows.number(white.min(black), white.max(black)) > 2
    }

    /// All ways on from a hypothesis, the `at`th of its beam.
    fn advance(&mut self, hypothesis: &Hypothesis, at: u32, number: u16, out: &mut Candidates) {
        let side = self.ply % 2;
        let is_first = at < FIRST || hypothesis.fork.is_beside();
        let strict = self.grid.as_ref().is_some_and(|numbers| numbers.strict);
        let mut routes = std::mem::take(&mut self.buffers.routes);
        routes.clear();
        // What costs more is not taken.
        let limit = out.limit + MARGIN;
        self.forward(hypothesis, side, limit, &mut routes);
        self.column(hypothesis, side, limit, &mut routes);
        if strict {
            routes.retain(|route| route.passed < NEAR);
        } else {
            if is_first {
                self.open(hypothesis, side, limit, &mut routes);
            }
            self.jump(hypothesis, side, number, &mut routes);
            self.back(hypothesis, side, &mut routes);
        }
        self.planned(side, number, &mut routes);
        self.anywhere(hypothesis, &mut routes);
        // A move is lost where every way to a cell costs a lot, and where that can come into the beam.
        let is_lost = self.is_column_lost(side);
        let mut may_lose = strict || is_first || is_lost;
        let asked = !strict && is_first && !is_lost && hypothesis.cost + self.prices.lost <= limit;
        self.positions.work += 1 + routes.len() as Work;
        for route in &routes {
            let Some(travel) = self.take(hypothesis, at, route, number, out) else { continue };
            if asked && may_lose && travel <= self.prices.trouble {
                let fits =
                    self.positions.fitting(self.evidence, hypothesis.node, route.token, self.prices.trouble);
                let least = self.positions.fit_list[fits].first();
                may_lose = least.is_none_or(|least| travel + least.2 > self.prices.trouble);
            }
        }
        self.buffers.routes = routes;
        if is_first || strict {
            self.wear(hypothesis, at, side, out);
            self.planned_worn(hypothesis, at, side, number, out);
            self.anywhere_worn(hypothesis, at, out);
        }
        if may_lose {
            self.lose(hypothesis, at, side, out);
        }
    }

    /// Whether a legal move is not ruled out by what is known.
    fn allowed(&mut self, node: u32, legal: u16) -> bool {
        match self.known.game.moves.get(self.ply) {
            Some(Some(known)) => self.positions.listed(node).legal[legal as usize].m == *known,
            Some(None) => true,
            None => !self.known.game.end,
        }
    }

    /// The cheapest of the finished, and what the others say of its half-moves.
    fn reading(&mut self, mut finished: Vec<Finished>, kept: Vec<(f32, f32)>) -> Option<Reading> {
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
        let end = self.positions.listed(node).position().clone();
        let attempt = match &self.grid {
            None => Attempt::Order,
            Some(numbers) if numbers.strict => Attempt::Numbers,
            Some(_) => Attempt::Both,
        };
        let given = self.known.game.steps.len();
        let explained = explained + self.taken_weight();
        Some(Reading { steps, margins, rivals, cost, tail, explained, end, kept, attempt, given })
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
