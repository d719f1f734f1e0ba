//! Finds the main line of a game among its cells by following the move numbers.
//!
//! Notes repeat numbers; the main line counts on. A link from half-move `p` to `p + 1` skips the cells in
//! between. If these count back to `p` or before, the left end of the link was most likely in a variation; if
//! they run ahead, the variation is between the two, as is usual for notes.

use super::cells::Printed;

/// Gain for each cell in the chain.
const LINK: f32 = 1.0;
/// Cost of skipping a cell that repeats a number at or before the left end.
const BACK: f32 = 0.8;
/// Cost of skipping a cell with a number still to come.
const AHEAD: f32 = 0.1;
/// Cost of skipping a cell without a number.
const LOOSE: f32 = 0.15;
/// Most cells that a link may skip.
const REACH: usize = 160;

/// The best chain that starts with half-move `first` at the first of `cells`, as indices.
#[must_use]
pub fn mainline(cells: &[Printed], first: u32) -> Vec<usize> {
    struct Node {
        cell: usize,
        ply: u32,
        value: f32,
        before: Option<usize>,
    }
    let mut nodes: Vec<Node> = Vec::new();
    // Index of the first node of each cell.
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
                    // After the end of the game, moves belong to another line.
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
