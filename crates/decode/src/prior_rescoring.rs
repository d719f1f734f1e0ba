//! Rescores whole readings by how likely their moves are to be played.
//!
//! Misread cells, and exact ones that match two moves, are often decided by nothing else. The probabilities
//! are those of [`likely`](crate::likely). The search is not affected: its finished lattice is rescored ([`weigh`]), or of its readings
//! that cost the same the likeliest is written first, and all stay open ([`order_equals`]).

use rustc_hash::FxHashMap;
use shakmaty::Move;

use super::Cost;
use super::lattice::{Edge, Lattice, ROOT, Vertex};
use super::search::GameState;
use crate::likely::{GameWalk, surprises};

/// Weight of the prior relative to the print. Of 0.1, 0.2, 0.3, 0.5 and 1, 0.2 reads the most games of two
/// raw books; at 1 it overrules good print. Old games differ from the games of today's masters.
const SHARE: f32 = 0.2;
/// Most that one move can add, in nats, since players do sacrifice.
const MOST: f32 = 8.0;
/// Average surprise of a move in master games, in nats. Half-moves that a reading lacks cost the same, so
/// that short readings have no advantage.
const USUAL: f32 = 2.0;
/// Readings that cost this much more than the cheapest are not rescored.
const NEAR: Cost = Cost::new(10_000);
/// Of readings that cost the same, one is written before the first found only if it is likelier by this much: 1.5 nats at [`SHARE`].
const CLEARLY: Cost = Cost::new(300);

fn price(nats: f32) -> Cost {
    Cost::new((SHARE * nats.min(MOST) * 1000.0) as u32)
}

/// Rescores the readings of a lattice.
pub(super) fn weigh(lattice: &mut Lattice, start: &GameState) {
    let Some((_, best)) = lattice.end() else { return };
    for (at, surprise) in find_surprises(lattice, start, best + NEAR).into_iter().enumerate() {
        lattice.edges[at].surprise = surprise;
    }
    let layers = lattice.layers.len() as u32;
    for vertex in &mut lattice.vertices {
        vertex.unplayed = Cost::new(price(USUAL).millinats() * (layers - vertex.layer));
        if vertex.best != ROOT {
            vertex.cost = Cost::NEVER;
        }
    }
    for at in 0..lattice.edges.len() {
        let edge = &mut lattice.edges[at];
        edge.cost += edge.surprise;
        let cost = lattice.vertices[edge.from as usize].cost + edge.cost;
        let to = &mut lattice.vertices[edge.to as usize];
        if cost < to.cost {
            to.cost = cost;
            to.best = at as u32;
        }
    }
}

/// Lets the lattice begin with the likeliest of the readings that cost as much as the cheapest and go as far.
pub(super) fn order_equals(lattice: &mut Lattice, start: &GameState) {
    let Some((end, best)) = lattice.end() else { return };
    let remaining = lattice.remaining();
    let is_equal = |lattice: &Lattice, edge: &Edge| {
        lattice.vertices[edge.from as usize].cost + edge.cost + remaining[edge.to as usize] == best
    };
    let last = lattice.vertices[end as usize].layer;
    let equal = lattice.edges.iter().filter(|edge| is_equal(lattice, edge)).count();
    if equal <= last as usize {
        return;
    }
    let surprises = find_surprises(lattice, start, best);
    // The least sum of surprises on the way to each vertex, and its last edge; edges stand layer by layer.
    let mut sums = vec![Cost::NEVER; lattice.vertices.len()];
    for (at, vertex) in lattice.vertices.iter().enumerate() {
        if vertex.layer == 0 {
            sums[at] = Cost::EXACT;
        }
    }
    for (at, surprise) in surprises.into_iter().enumerate() {
        let edge = lattice.edges[at];
        let sum = sums[edge.from as usize] + surprise;
        if is_equal(lattice, &edge) && sum < sums[edge.to as usize] {
            sums[edge.to as usize] = sum;
            lattice.vertices[edge.to as usize].best = at as u32;
        }
    }
    let goes_as_far = |vertex: &Vertex| vertex.layer == last && vertex.cost + vertex.stop == best;
    let ends = (0..lattice.vertices.len()).filter(|&at| goes_as_far(&lattice.vertices[at]));
    let likeliest = ends.min_by_key(|&at| sums[at]).filter(|&at| sums[at] + CLEARLY <= sums[end as usize]);
    lattice.first = likeliest.map(|at| at as u32);
}

/// Computes the surprise of the moves, by edge, on readings up to a cost; the others count as usual.
fn find_surprises(lattice: &Lattice, start: &GameState, most: Cost) -> Vec<Cost> {
    let remaining = lattice.remaining();
    // The cheapest path to each vertex of the layer gives the previous move.
    let mut walks: FxHashMap<u32, GameWalk> = FxHashMap::default();
    walks.insert(0, GameWalk::new(&start.position));
    let mut legal: Vec<(Move, f32)> = Vec::new();
    let Lattice { vertices, edges, layers, .. } = lattice;
    let mut found = vec![price(USUAL); edges.len()];
    let mut first = 0;
    for &end in layers {
        let layer = first..end as usize;
        let near = layer.filter(|&at| {
            let edge = &edges[at];
            vertices[edge.from as usize].cost + edge.cost + remaining[edge.to as usize] <= most
        });
        let mut near: Vec<(u32, usize)> = near.map(|at| (edges[at].from, at)).collect();
        near.sort_unstable();
        let mut next: FxHashMap<u32, GameWalk> = FxHashMap::default();
        for moves in near.chunk_by(|one, other| one.0 == other.0) {
            let Some(walk) = moves.first().and_then(|(from, _)| walks.get_mut(from)) else { continue };
            surprises(walk, &mut legal);
            for &(_, at) in moves {
                let edge = &edges[at];
                if let Some(&(_, surprise)) = legal.iter().find(|(mv, _)| *mv == edge.mv) {
                    found[at] = price(surprise);
                }
                if vertices[edge.to as usize].best == at as u32 {
                    let mut walk = walk.clone();
                    walk.play(edge.mv);
                    next.insert(edge.to, walk);
                }
            }
        }
        walks = next;
        first = end as usize;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::Provenance;
    use shakmaty::{CastlingMode, Chess, fen::Fen, san::San};

    /// The cheapest of some moves of a position, given their costs in print.
    fn cheapest(fen: &str, moves: &[(&str, u32)]) -> String {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
        let vertex = |best, layer, cost| Vertex {
            cost: Cost::new(cost),
            best,
            stop: if layer == 0 { Cost::new(20_000) } else { Cost::EXACT },
            unplayed: Cost::EXACT,
            finished: layer > 0,
            layer,
        };
        let mut lattice = Lattice { vertices: vec![vertex(ROOT, 0, 0)], ..Lattice::default() };
        for (&(san, cost), at) in moves.iter().zip(0..) {
            let mv = san.parse::<San>().expect("SAN").to_move(&position).expect("a legal move");
            let (cost, surprise) = (Cost::new(cost), Cost::EXACT);
            lattice.edges.push(Edge {
                from: 0,
                to: at + 1,
                cell: Some(0),
                mv,
                cost,
                surprise,
                how: Provenance::default(),
            });
            lattice.vertices.push(vertex(at, 1, cost.millinats()));
        }
        lattice.layers.push(moves.len() as u32);
        weigh(&mut lattice, &GameState::new(&position));
        let (end, _) = lattice.end().expect("an end");
        let path = lattice.path(end);
        San::from_move(&position, lattice.edges[path[0] as usize].mv).to_string()
    }

    #[test]
    fn what_people_play_decides_between_equals_only() {
        // Players do not leave queens to pawns, and they recapture.
        let fen = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
        for moves in [[("Qxd5", 0), ("Qd6", 0)], [("Qd6", 0), ("Qxd5", 0)]] {
            assert_eq!(cheapest(fen, &moves), "Qxd5");
        }
        // Clear print is not overruled.
        assert_eq!(cheapest(fen, &[("Qxd5", 5_000), ("Qd6", 0)]), "Qd6");
    }
}
