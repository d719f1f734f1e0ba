//! Where in a cell something is written, by plain means: a network need not look at empty paper.

use crate::{Cell, Plane};

/// Two pixels beside each other differ by this share of the paper's brightness where a stroke begins or ends.
const STROKE: f32 = 0.1;
/// The edges of a cell, in its widths and heights, where its rules may be.
const EDGE: (f64, f64) = (0.03, 0.14);
/// Less ink, in heights of the cell, is no move.
const LEAST: f64 = 0.2;
/// What is left around ink, in heights.
const AROUND: f64 = 0.35;

/// The part of a cell in which something is written, with a little paper around it; `None` if nothing is. Rules across and uneven
/// light are no ink: only what changes from left to right counts.
pub(super) fn written_part(picture: &Plane, cell: &Cell) -> Option<Cell> {
    let [left, top, right, bottom] = cell.0;
    let (width, height) = (right - left, bottom - top);
    let (across, down) = (EDGE.0 * width + 2.0, EDGE.1 * height);
    let part = picture.cut([left + across, top + down, right - across, bottom - down]);
    let paper = part.quantile(0.8);
    // Each pixel with those above and below it, so that noise says less.
    let smooth: Vec<Vec<f32>> = (1..part.height.saturating_sub(1))
        .map(|y| {
            let row = |y: usize| &part.pixels[y * part.width..(y + 1) * part.width];
            let three = row(y - 1).iter().zip(row(y)).zip(row(y + 1));
            three.map(|((a, b), c)| (a + b + c) / 3.0).collect()
        })
        .collect();
    let is_inked = |x: usize| {
        let strokes = smooth.iter().filter(|row| (row[x + 1] - row[x - 1]).abs() > STROKE * paper);
        strokes.count() >= 2
    };
    let inked: Vec<usize> = (1..part.width.saturating_sub(1)).filter(|&x| is_inked(x)).collect();
    let (first, last) = (inked.first()?, inked.last()?);
    if (inked.len() as f64) < LEAST * height {
        return None;
    }
    let start = left + across + *first as f64 - AROUND * height;
    let end = left + across + *last as f64 + AROUND * height;
    Some(Cell([start.max(left), top, end.min(right).max(start.max(left) + height / 2.0), bottom]))
}
