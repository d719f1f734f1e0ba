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
    /// The chance that it is right, beside all readings that were kept.
    pub chance: f32,
    /// The likeliest other moves of this half-move, each with its chance.
    pub rivals: Vec<(Move, f32)>,
}

/// `ln(exp(a) + exp(b))`.
fn add_logs(a: f32, b: f32) -> f32 {
    let (high, low) = if a >= b { (a, b) } else { (b, a) };
    if low == f32::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
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
            let Edge { mv, said, cost, surprise, .. } = edge;
            plies.push(Ply { mv, said, cost, surprise, chance, rivals });
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

    /// The chance of the moves of the cheapest reading, by this cost of an edge.
    fn chance_of_best(&self, scale: f32, price: fn(&Edge) -> Nats) -> f32 {
        let Some((end, _)) = self.end() else { return 0.0 };
        let mut cost = self.vertices[end as usize].stop;
        let mut at = end;
        while self.vertices[at as usize].best != ROOT {
            let edge = &self.edges[self.vertices[at as usize].best as usize];
            cost += price(edge);
            at = edge.from;
        }
        (-scale * cost - self.backward(scale, price)[0]).exp().min(1.0)
    }
}
