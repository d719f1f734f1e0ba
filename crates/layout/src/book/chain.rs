//! The mainline of a game among its cells, by the chain of its numbers.
//!
//! Notes repeat numbers; the mainline counts on. A link from half-move `p` to `p + 1` passes over the
//! cells between. Where these count back to `p` or before, the left end of the link was most likely in
//! a variation; where they run ahead, the variation lies between the two, which is how notes stand.

use super::cells::Printed;

/// What one cell more in the chain is worth.
const LINK: f32 = 1.0;
/// Passing over a cell that repeats a number at or before the left end.
const BACK: f32 = 0.8;
/// Passing over a cell of a number still to come.
const AHEAD: f32 = 0.1;
/// Passing over a cell without a number.
const LOOSE: f32 = 0.15;
/// How far a link may reach.
const REACH: usize = 160;

/// The chain that starts with half-move `first` at the first of `cells`, as indices.
#[must_use]
pub fn mainline(cells: &[Printed], first: u32) -> Vec<usize> {
    struct Node {
        cell: usize,
        ply: u32,
        value: f32,
        before: Option<usize>,
    }
    let mut nodes: Vec<Node> = Vec::new();
    // Where the nodes of each cell start.
    let mut starts = Vec::with_capacity(cells.len() + 1);
    for (index, cell) in cells.iter().enumerate() {
        starts.push(nodes.len());
        for ply in cell.plies() {
            if index == 0 && ply == first {
                nodes.push(Node { cell: 0, ply, value: LINK, before: None });
                continue;
            }
            if ply <= first {
                continue;
            }
            let mut passed = 0.0;
            let mut best: Option<(f32, usize)> = None;
            for left in (index.saturating_sub(REACH)..index).rev() {
                let ends = if left + 1 < starts.len() { starts[left + 1] } else { nodes.len() };
                for node in (starts[left]..ends).filter(|&node| nodes[node].ply + 1 == ply) {
                    // The game is over: what follows is another line.
                    let over = cells[left].ending.is_some();
                    let value = nodes[node].value + LINK - passed - if over { 4.0 } else { 0.0 };
                    if best.is_none_or(|(other, _)| value > other) {
                        best = Some((value, node));
                    }
                }
                passed += match cells[left].plies().min() {
                    None => LOOSE,
                    Some(other) if other < ply => BACK,
                    Some(_) => AHEAD,
                };
            }
            if let Some((value, before)) = best {
                nodes.push(Node { cell: index, ply, value, before: Some(before) });
            }
        }
    }
    let mut at = (0..nodes.len()).max_by(|&a, &b| nodes[a].value.total_cmp(&nodes[b].value));
    let mut chain = Vec::new();
    while let Some(node) = at {
        chain.push(nodes[node].cell);
        at = nodes[node].before;
    }
    chain.reverse();
    chain
}
