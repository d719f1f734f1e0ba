//! All live readings of a game: layers of vertices (a position and a state of the order) joined by edges (a
//! move read from a cell).

use shakmaty::Move;

use super::Cost;
use super::reader::Provenance;

/// A move read from a cell, from a vertex of one layer to a vertex of the next.
#[derive(Copy, Clone, Debug)]
pub struct Edge {
    /// Vertex before the move.
    pub from: u32,
    /// Vertex after it.
    pub to: u32,
    /// The cell; `None` if the move is missing in the record.
    pub cell: Option<u32>,
    /// The move.
    pub mv: Move,
    /// Its own cost.
    pub cost: Cost,
    /// The part of the cost due to how unusual the move is ([`prior_rescoring`](super::prior_rescoring)).
    pub surprise: Cost,
    /// How it was read.
    pub how: Provenance,
}

/// A position reached at some state of the order. The position itself is not stored.
#[derive(Copy, Clone, Debug)]
pub struct Vertex {
    /// Cost of the cheapest path to it.
    pub cost: Cost,
    /// The last edge of that path; `u32::MAX` at the root.
    pub best: u32,
    /// Cost of stopping here.
    pub stop: Cost,
    /// Cost of the half-moves that are not played if the game stops here
    /// ([`prior_rescoring`](super::prior_rescoring)).
    pub unplayed: Cost,
    /// Whether the game is complete here.
    pub finished: bool,
    /// Its layer: the number of half-moves before it.
    pub layer: u32,
}

/// The graph of readings.
#[derive(Clone, Debug, Default)]
pub struct Lattice {
    /// Vertices, layer by layer.
    pub vertices: Vec<Vertex>,
    /// Edges, layer by layer.
    pub edges: Vec<Edge>,
    /// For each layer, the end of its edges.
    pub layers: Vec<u32>,
    /// Plies at which readings as cheap as those kept were dropped.
    pub cut: Vec<u32>,
    /// Of the ends of readings that cost the same, the one that is written
    /// ([`order_equals`](super::prior_rescoring::order_equals)).
    pub first: Option<u32>,
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

    /// The vertex at which the cheapest reading stops, and its total cost.
    #[must_use]
    pub fn end(&self) -> Option<(u32, Cost)> {
        // Of equals, the one that goes farther: later vertices win, unless one of them is known to be likelier.
        let mut best: Option<(u32, Cost)> = None;
        for (index, vertex) in self.vertices.iter().enumerate() {
            let total = vertex.cost + vertex.stop + vertex.unplayed;
            if total.is_possible() && best.is_none_or(|(_, cost)| total <= cost) {
                best = Some((index as u32, total));
            }
        }
        let (last, cost) = best?;
        Some((self.first.unwrap_or(last), cost))
    }

    /// The edges of the cheapest path to `vertex`, first move first.
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

    /// For each vertex, the cost of the cheapest path from it to an end.
    #[must_use]
    pub fn remaining(&self) -> Vec<Cost> {
        let mut remaining: Vec<Cost> =
            self.vertices.iter().map(|vertex| vertex.stop + vertex.unplayed).collect();
        for edge in self.edges.iter().rev() {
            let through = edge.cost + remaining[edge.to as usize];
            let from = &mut remaining[edge.from as usize];
            *from = (*from).min(through);
        }
        remaining
    }

    /// Sorts vertices and edges that were added late into their layers.
    pub(super) fn put_in_order(&mut self) {
        let layer_of = |edge: &Edge| self.vertices[edge.from as usize].layer;
        let mut vertices: Vec<u32> = (0..self.vertices.len() as u32).collect();
        vertices.sort_by_key(|&at| self.vertices[at as usize].layer);
        let mut edges: Vec<u32> = (0..self.edges.len() as u32).collect();
        edges.sort_by_key(|&at| layer_of(&self.edges[at as usize]));
        let ends = (0..self.layers.len() as u32)
            .map(|layer| edges.partition_point(|&at| layer_of(&self.edges[at as usize]) <= layer) as u32);
        let layers = ends.collect();
        let (place_of_vertex, place_of_edge) = (places(&vertices), places(&edges));
        let vertices = vertices.into_iter().map(|at| {
            let vertex = self.vertices[at as usize];
            let best = if vertex.best == ROOT { ROOT } else { place_of_edge[vertex.best as usize] };
            Vertex { best, ..vertex }
        });
        let vertices = vertices.collect();
        let edges = edges.into_iter().map(|at| {
            let edge = self.edges[at as usize];
            let (from, to) = (place_of_vertex[edge.from as usize], place_of_vertex[edge.to as usize]);
            Edge { from, to, ..edge }
        });
        self.edges = edges.collect();
        (self.vertices, self.layers) = (vertices, layers);
    }
}

/// The inverse of a permutation.
fn places(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, &at) in (0..).zip(order) {
        places[at as usize] = place;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Role, Square};

    #[test]
    fn what_is_added_late_stands_in_its_layer() {
        let vertex = |best, layer| Vertex {
            cost: Cost::new(layer),
            best,
            stop: Cost::EXACT,
            unplayed: Cost::EXACT,
            finished: true,
            layer,
        };
        let mv = |to| Move::Normal { role: Role::Pawn, from: Square::E2, capture: None, to, promotion: None };
        let edge = |from, to, square| Edge {
            from,
            to,
            cell: None,
            mv: mv(square),
            cost: Cost::new(1),
            surprise: Cost::EXACT,
            how: Provenance::default(),
        };
        // Two moves, and then another path of two moves from the start.
        let mut lattice = Lattice {
            vertices: vec![vertex(ROOT, 0), vertex(0, 1), vertex(1, 2), vertex(2, 1), vertex(3, 2)],
            edges: vec![
                edge(0, 1, Square::E3),
                edge(1, 2, Square::E4),
                edge(0, 3, Square::D3),
                edge(3, 4, Square::D4),
            ],
            layers: vec![1, 2],
            cut: Vec::new(),
            first: None,
        };
        let ways = |lattice: &Lattice| {
            let ends =
                (0..lattice.vertices.len() as u32).filter(|&at| lattice.vertices[at as usize].layer == 2);
            let moves = |at| lattice.path(at).iter().map(|&edge| lattice.edges[edge as usize].mv).collect();
            ends.map(moves).collect::<Vec<Vec<Move>>>()
        };
        let before = ways(&lattice);
        lattice.put_in_order();
        assert_eq!(ways(&lattice), before);
        assert_eq!((lattice.layer(0).len(), lattice.layer(1).len()), (2, 2));
        assert!(lattice.vertices.is_sorted_by_key(|vertex| vertex.layer));
        assert!(lattice.layer(1).iter().all(|edge| lattice.vertices[edge.to as usize].layer == 2));
    }
}
