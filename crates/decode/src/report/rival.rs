//! Other moves that a cell can mean, here or in readings that branched off earlier.

use crate::Cost;
use crate::cell_graph::UNREAD_CELL;
use crate::lattice::{Edge, Lattice};

/// Another move that the same cell can mean.
pub(super) struct Rival {
    pub(super) edge: Edge,
    /// Extra cost of the best reading with it; `None` if no such reading continues.
    pub(super) margin: Option<Cost>,
}

/// The other edges from the vertex of `edge`.
pub(super) fn rivals(lattice: &Lattice, edge: &Edge, layer: usize, remaining: &[Cost]) -> Vec<Rival> {
    let ours = edge.cost + remaining[edge.to as usize];
    let mut rivals: Vec<Rival> = lattice
        .layer(layer)
        .iter()
        .filter(|other| other.from == edge.from && other.mv != edge.mv)
        .map(|other| {
            let rest = remaining[other.to as usize];
            let stops_early = rest.above(remaining[edge.to as usize]) >= UNREAD_CELL;
            let margin = (rest.is_possible() && !stops_early).then(|| (other.cost + rest).above(ours));
            Rival { edge: *other, margin }
        })
        .collect();
    rivals.sort_by_key(|rival| (rival.margin.unwrap_or(Cost::NEVER), rival.edge.cost));
    rivals.dedup_by_key(|rival| rival.edge.mv);
    rivals
}

/// Edges in the same layer of readings that branched off earlier, cost about the same, and have another move
/// for the same cell; the cheapest for each move.
pub(super) fn elsewhere<'l>(
    lattice: &'l Lattice,
    edge: &Edge,
    layer: usize,
    remaining: &[Cost],
    margin: Cost,
) -> Vec<&'l Edge> {
    let through =
        |edge: &Edge| lattice.vertices[edge.from as usize].cost + edge.cost + remaining[edge.to as usize];
    let ours = through(edge);
    let mut others: Vec<&Edge> = lattice
        .layer(layer)
        .iter()
        .filter(|other| other.from != edge.from && other.mv != edge.mv && other.cell == edge.cell)
        .filter(|other| through(other).above(ours) < margin)
        .collect();
    others.sort_by_key(|other| through(other));
    let mut seen = Vec::new();
    others.retain(|other| {
        !seen.contains(&other.mv) && {
            seen.push(other.mv);
            true
        }
    });
    others
}
