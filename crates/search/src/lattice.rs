//! All live readings of a game, and how sure each half-move of the cheapest is.

use shakmaty::Move;

use crate::Nats;
use crate::search::MOST_RECORDS;

/// How a witness speaks of a half-move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// In the cell of this index.
    Cell(u32),
    /// Not at all: the witness has no cell for it.
    Nothing,
}

/// A half-move from one position to the next.
#[derive(Copy, Clone, Debug)]
pub struct Edge {
    /// Vertex before the move.
    pub from: u32,
    /// Vertex after it.
    pub to: u32,
    /// The move.
    pub mv: Move,
    /// What it costs, all witnesses and the usualness of the move together.
    pub cost: Nats,
    /// The part of the cost due to how unusual the move is.
    pub surprise: Nats,
    /// What the records say that it costs if any of them may say anything at all ([`Prices::anything`](crate::Prices)).
    pub doubted: Nats,
    /// Whether some witness says something that has to do with the move.
    pub held: bool,
    /// How each witness speaks of it.
    pub said: [Said; MOST_RECORDS],
}

impl Edge {
    /// What it costs in all.
    fn whole_cost(&self) -> Nats {
        self.cost
    }

    /// What the records alone say that it costs.
    pub(crate) fn record_cost(&self) -> Nats {
        self.cost - self.surprise
    }

    /// What it costs where a person may be asked: what people play is a reason to write a move, and half a reason not to ask for it.
    fn asked_cost(&self) -> Nats {
        self.cost - self.surprise / 2.0
    }

    /// What it costs if any record may say anything at all.
    fn doubted_cost(&self) -> Nats {
        self.doubted
    }
}

/// A position with what has been read of each witness.
#[derive(Copy, Clone, Debug)]
pub struct Vertex {
    /// Cost of the cheapest way to it.
    pub cost: Nats,
    /// The last edge of that way; [`ROOT`] at the start.
    pub best: u32,
    /// Cost of ending here: what is left unread.
    pub stop: Nats,
    /// The number of half-moves before it.
    pub layer: u32,
    /// How much of the records was explained before it: cells of all, or words.
    pub explained: u32,
}

/// No edge.
pub const ROOT: u32 = u32::MAX;

/// The graph of the readings that were kept.
#[derive(Clone, Debug, Default)]
pub struct Lattice {
    /// Vertices, each behind those from which it is reached; the first is the start.
    pub vertices: Vec<Vertex>,
    /// Edges, each behind those that lead to where it begins.
    pub edges: Vec<Edge>,
    /// Half-moves at which readings were dropped that cost no more than [`Prices::window`](crate::Prices).
    pub cut: u32,
    /// Whether the search ended before the records did, since nothing in them can be read.
    pub given_up: bool,
}

/// A half-move of the cheapest reading.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Where it was read in each witness.
    pub said: [Said; MOST_RECORDS],
    /// What it cost.
    pub cost: Nats,
    /// The part of that due to how unusual it is.
    pub surprise: Nats,
    /// Whether some witness says something that has to do with it.
    pub held: bool,
    /// The chance that it is right, beside all readings that were kept.
    pub chance: f32,
    /// The likeliest other moves of this half-move, each with its chance.
    pub rivals: Vec<(Move, f32)>,
}

/// A half-move of the cheapest reading that a person may be asked for.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its index, from 0.
    pub ply: usize,
    /// The moves that it may be, the likeliest first, each with its chance.
    pub answers: Vec<(Move, f32)>,
    /// How many more half-moves will be right once it is answered, itself among them, so far as the readings tell.
    pub settles: f32,
}

/// A half-move is asked for only if the chance that it is wrong is this large.
const WORTH_ASKING: f32 = 0.005;
/// So many of the most doubtful half-moves are weighed for each question.
const WEIGHED: usize = 12;
/// Answers with a smaller chance are not weighed.
const WORTH_WEIGHING: f32 = 0.005;
/// Most answers that are weighed.
const MOST_ANSWERS: usize = 6;
/// Edges with a smaller chance settle nothing.
const WORTH_FOLLOWING: f32 = 1e-6;

/// `ln(exp(a) + exp(b))`.
fn add_logs(a: f32, b: f32) -> f32 {
    let (high, low) = if a >= b { (a, b) } else { (b, a) };
    if low == f32::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

/// How many half-moves are right if each is the likeliest of its moves.
fn expected(chances: &[Vec<(Move, f32)>]) -> f32 {
    chances.iter().filter_map(|moves| moves.first()).map(|likeliest| likeliest.1).sum()
}

impl Lattice {
    /// The vertex at which the cheapest reading ends, and its whole cost.
    #[must_use]
    pub fn end(&self) -> Option<(u32, Nats)> {
        let ends = self.vertices.iter().zip(0u32..).map(|(vertex, at)| (at, vertex.cost + vertex.stop));
        ends.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The cheapest reading.
    #[must_use]
    pub fn best(&self) -> Vec<Ply> {
        self.best_with(1.0)
    }

    /// The same with chances that are told as if each nat were `scale` nats: what is fitted to how often chances were right.
    #[must_use]
    pub fn best_with(&self, scale: f32) -> Vec<Ply> {
        self.tell(scale, Edge::whole_cost)
    }

    /// The cheapest reading, with the chances that the records alone give it, whatever people play.
    #[must_use]
    pub fn best_by_records(&self) -> Vec<Ply> {
        self.tell(1.0, Edge::record_cost)
    }

    /// The cheapest reading, with chances by this cost of an edge.
    fn tell(&self, scale: f32, price: fn(&Edge) -> Nats) -> Vec<Ply> {
        let Some((end, _)) = self.end() else { return Vec::new() };
        let (forward, backward) = (self.forward(scale, price), self.backward(scale, price));
        let whole = backward[0];
        // For each half-move, its moves in all readings with their chances.
        let mut chances: Vec<Vec<(Move, f32)>> = Vec::new();
        for edge in &self.edges {
            let layer = self.vertices[edge.from as usize].layer as usize;
            chances.resize_with(chances.len().max(layer + 1), Vec::new);
            let log = forward[edge.from as usize] - scale * price(edge) + backward[edge.to as usize] - whole;
            match chances[layer].iter_mut().find(|(mv, _)| *mv == edge.mv) {
                Some((_, sum)) => *sum += log.exp(),
                None => chances[layer].push((edge.mv, log.exp())),
            }
        }
        let mut plies = Vec::new();
        let mut at = end;
        while self.vertices[at as usize].best != ROOT {
            let edge = self.edges[self.vertices[at as usize].best as usize];
            let mut rivals = std::mem::take(&mut chances[self.vertices[edge.from as usize].layer as usize]);
            let own = rivals.iter().position(|(mv, _)| *mv == edge.mv).map(|own| rivals.swap_remove(own));
            rivals.retain(|(_, chance)| *chance > 0.001);
            rivals.sort_by(|a, b| b.1.total_cmp(&a.1));
            rivals.truncate(12);
            let chance = own.map_or(0.0, |(_, chance)| chance.min(1.0));
            let Edge { mv, said, cost, surprise, held, .. } = edge;
            plies.push(Ply { mv, said, cost, surprise, held, chance, rivals });
            at = edge.from;
        }
        plies.reverse();
        plies
    }

    /// For each vertex, the logarithm of the sum over all ways to it.
    fn forward(&self, scale: f32, price: fn(&Edge) -> Nats) -> Vec<f32> {
        let mut sums = vec![f32::NEG_INFINITY; self.vertices.len()];
        sums[0] = 0.0;
        for edge in &self.edges {
            let through = sums[edge.from as usize] - scale * price(edge);
            sums[edge.to as usize] = add_logs(sums[edge.to as usize], through);
        }
        sums
    }

    /// For each vertex, the logarithm of the sum over all ways from it to an end.
    fn backward(&self, scale: f32, price: fn(&Edge) -> Nats) -> Vec<f32> {
        let mut sums: Vec<f32> = self.vertices.iter().map(|vertex| -scale * vertex.stop).collect();
        for edge in self.edges.iter().rev() {
            let through = sums[edge.to as usize] - scale * price(edge);
            sums[edge.from as usize] = add_logs(sums[edge.from as usize], through);
        }
        sums
    }

    /// The chance that the whole cheapest reading is right.
    #[must_use]
    pub fn chance(&self, scale: f32) -> f32 {
        self.chance_of_best(scale, Edge::whole_cost)
    }

    /// The same by the records alone, whatever people play.
    #[must_use]
    pub fn chance_by_records(&self) -> f32 {
        self.chance_of_best(1.0, Edge::record_cost)
    }

    /// The half-moves of the cheapest reading whose answers settle most, the most useful first: each is chosen as if those before it
    /// had got their likeliest answer. `can_be` says whether a person can answer a half-move, by index, with a move; one that has
    /// no two answers is not asked for.
    #[must_use]
    pub fn questions(&self, most: usize, can_be: impl Fn(usize, Move) -> bool) -> Vec<Question> {
        let mut asked: Vec<Question> = Vec::new();
        if most == 0 || self.vertices.is_empty() {
            return asked;
        }
        let (forward, backward) = (self.forward(1.0, Edge::asked_cost), self.backward(1.0, Edge::asked_cost));
        let is_worth = |edge: &&Edge| {
            let log =
                forward[edge.from as usize] - edge.asked_cost() + backward[edge.to as usize] - backward[0];
            log.exp() >= WORTH_FOLLOWING
        };
        let edges: Vec<&Edge> = self.edges.iter().filter(is_worth).collect();
        let length = self.best().len();
        let mut known: Vec<(usize, Move)> = Vec::new();
        while asked.len() < most {
            let now = self.moves_by_chance(&edges, &known, length);
            let right = expected(&now);
            let answers = |ply: usize| -> Vec<(Move, f32)> {
                let can_be =
                    now[ply].iter().filter(|(mv, chance)| *chance >= WORTH_WEIGHING && can_be(ply, *mv));
                can_be.take(MOST_ANSWERS).copied().collect()
            };
            let doubt = |ply: usize| 1.0 - now[ply].first().map_or(0.0, |likeliest| likeliest.1);
            let mut plies: Vec<usize> =
                (0..length).filter(|&ply| doubt(ply) >= WORTH_ASKING && answers(ply).len() > 1).collect();
            plies.retain(|&ply| asked.iter().all(|before| before.ply != ply));
            plies.sort_by(|&a, &b| doubt(b).total_cmp(&doubt(a)));
            plies.truncate(WEIGHED);
            let weighed = plies.into_iter().map(|ply| {
                let gains = answers(ply).into_iter().map(|(mv, chance)| {
                    known.push((ply, mv));
                    let then = expected(&self.moves_by_chance(&edges, &known, length));
                    known.pop();
                    chance * (then - right)
                });
                (ply, gains.sum::<f32>())
            });
            let Some((ply, settles)) = weighed.max_by(|a, b| a.1.total_cmp(&b.1)) else { break };
            let answers = answers(ply);
            known.extend(answers.first().map(|&(mv, _)| (ply, mv)));
            asked.push(Question { ply, answers, settles });
        }
        asked
    }

    /// For each half-move, its moves in these edges with their chances, the likeliest first, if some half-moves are known.
    fn moves_by_chance(
        &self,
        edges: &[&Edge],
        known: &[(usize, Move)],
        length: usize,
    ) -> Vec<Vec<(Move, f32)>> {
        let layer = |edge: &Edge| self.vertices[edge.from as usize].layer as usize;
        let may_be = |edge: &&&Edge| known.iter().all(|&(ply, mv)| ply != layer(edge) || mv == edge.mv);
        let edges: Vec<&&Edge> = edges.iter().filter(may_be).collect();
        let mut forward = vec![f32::NEG_INFINITY; self.vertices.len()];
        forward[0] = 0.0;
        for edge in &edges {
            let through = forward[edge.from as usize] - edge.asked_cost();
            forward[edge.to as usize] = add_logs(forward[edge.to as usize], through);
        }
        // An end before a half-move that is known is none.
        let last = known.iter().map(|known| known.0 as u32 + 1).max().unwrap_or(0);
        let stop = |vertex: &Vertex| if vertex.layer < last { f32::NEG_INFINITY } else { -vertex.stop };
        let mut backward: Vec<f32> = self.vertices.iter().map(stop).collect();
        for edge in edges.iter().rev() {
            let through = backward[edge.to as usize] - edge.asked_cost();
            backward[edge.from as usize] = add_logs(backward[edge.from as usize], through);
        }
        let mut chances: Vec<Vec<(Move, f32)>> = vec![Vec::new(); length];
        for edge in edges {
            let Some(moves) = chances.get_mut(layer(edge)) else { continue };
            let log =
                forward[edge.from as usize] - edge.asked_cost() + backward[edge.to as usize] - backward[0];
            match moves.iter_mut().find(|(mv, _)| *mv == edge.mv) {
                Some((_, sum)) => *sum += log.exp(),
                None => moves.push((edge.mv, log.exp())),
            }
        }
        chances.iter_mut().for_each(|moves| moves.sort_by(|a, b| b.1.total_cmp(&a.1)));
        chances
    }

    /// The chance that the whole cheapest reading is right if any cell may say anything at all, and what people play does not
    /// count: what a claim rests on.
    #[must_use]
    pub fn chance_in_doubt(&self) -> f32 {
        self.chance_of_best(1.0, Edge::doubted_cost)
    }

    /// The chance of the moves of the cheapest reading, by this cost of an edge: that of all ways through the records on which
    /// they can be read.
    fn chance_of_best(&self, scale: f32, price: fn(&Edge) -> Nats) -> f32 {
        let Some((end, _)) = self.end() else { return 0.0 };
        let mut moves = Vec::new();
        let mut at = end;
        while self.vertices[at as usize].best != ROOT {
            let edge = &self.edges[self.vertices[at as usize].best as usize];
            moves.push(edge.mv);
            at = edge.from;
        }
        moves.reverse();
        let mut own = vec![f32::NEG_INFINITY; self.vertices.len()];
        own[0] = 0.0;
        for edge in &self.edges {
            let layer = self.vertices[edge.from as usize].layer as usize;
            if own[edge.from as usize] > f32::NEG_INFINITY && moves.get(layer) == Some(&edge.mv) {
                let through = own[edge.from as usize] - scale * price(edge);
                own[edge.to as usize] = add_logs(own[edge.to as usize], through);
            }
        }
        let ends = self.vertices.iter().zip(&own).filter(|(vertex, _)| vertex.layer as usize == moves.len());
        let sum = ends.fold(f32::NEG_INFINITY, |sum, (vertex, own)| add_logs(sum, own - scale * vertex.stop));
        (sum - self.backward(scale, price)[0]).exp().min(1.0)
    }
}
