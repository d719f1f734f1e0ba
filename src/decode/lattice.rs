//! All live readings of a game at once: layers of vertices (a position and a place in the record)
//! joined by edges (a move read from a cell).

use shakmaty::Move;

use super::Cost;
use super::reader::How;

/// A move read from a cell, from a vertex of one layer to a vertex of the next.
#[derive(Copy, Clone, Debug)]
pub struct Edge {
    /// Vertex before the move.
    pub from: u32,
    /// Vertex after it.
    pub to: u32,
    /// The cell; `None` where the record has lost the move.
    pub cell: Option<u32>,
    /// The move.
    pub mv: Move,
    /// Its own cost.
    pub cost: Cost,
    /// How it was read.
    pub how: How,
}

/// A position reached at a place of the record, without the position itself.
#[derive(Copy, Clone, Debug)]
pub struct Vertex {
    /// The cheapest way here.
    pub cost: Cost,
    /// Its last edge; `u32::MAX` at the root.
    pub best: u32,
    /// What it costs to stop here.
    pub stop: Cost,
    /// Whether the game is read to its end here.
    pub finished: bool,
    /// Which layer it is in: the number of half-moves before it.
    pub layer: u32,
}

/// The graph of readings.
#[derive(Clone, Debug, Default)]
pub struct Lattice {
    /// Vertices, layer by layer.
    pub vertices: Vec<Vertex>,
    /// Edges, layer by layer.
    pub edges: Vec<Edge>,
    /// Where the edges of each layer end.
    pub layers: Vec<u32>,
    /// Plies at which readings as cheap as those kept had to be dropped.
    pub cut: Vec<u32>,
}

/// No edge.
pub const ROOT: u32 = u32::MAX;

impl Lattice {
    /// The edges that leave layer `layer`.
    #[must_use]
    pub fn layer(&self, layer: usize) -> &[Edge] {
        let start = layer.checked_sub(1).map_or(0, |before| self.layers[before]) as usize;
        &self.edges[start..self.layers[layer] as usize]
    }

    /// The vertex at which the cheapest reading stops, and its whole cost.
    #[must_use]
    pub fn end(&self) -> Option<(u32, Cost)> {
        // Of equals the one that goes farther: later vertices win.
        let mut best: Option<(u32, Cost)> = None;
        for (index, vertex) in self.vertices.iter().enumerate() {
            let total = vertex.cost + vertex.stop;
            if total.is_possible() && best.is_none_or(|(_, cost)| total <= cost) {
                best = Some((index as u32, total));
            }
        }
        best
    }

    /// The edges of the cheapest way to `vertex`, first move first.
    #[must_use]
    pub fn path(&self, vertex: u32) -> Vec<u32> {
        let mut path = Vec::with_capacity(self.vertices[vertex as usize].layer as usize);
        let mut at = vertex;
        while self.vertices[at as usize].best != ROOT {
            let edge = self.vertices[at as usize].best;
            path.push(edge);
            at = self.edges[edge as usize].from;
        }
        path.reverse();
        path
    }

    /// For each vertex, the cheapest way from it to an end.
    #[must_use]
    pub fn remaining(&self) -> Vec<Cost> {
        let mut remaining: Vec<Cost> = self.vertices.iter().map(|vertex| vertex.stop).collect();
        for edge in self.edges.iter().rev() {
            let through = edge.cost + remaining[edge.to as usize];
            let from = &mut remaining[edge.from as usize];
            *from = (*from).min(through);
        }
        remaining
    }
}
