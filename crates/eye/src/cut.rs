//! Cells, and the ways in which they are cut out.

use serde::{Deserialize, Serialize};

use crate::{Colours, Look, Plane, Recogniser};

/// A cell: left, top, right and bottom in pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub [f64; 4]);

/// How often a cell is cut out, each time a little differently: hands leave their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cuts {
    /// Five times, in brightness and in the red part.
    Many,
    /// Three times, in brightness.
    Few,
}

/// How far the left, right, upper and lower edges move, in widths and heights of the cell.
const EDGES: [[f64; 4]; 5] = [
    [0.0, 0.0, 0.0, 0.0],
    [-0.06, 0.02, -0.08, 0.05],
    [-0.02, 0.06, 0.05, 0.10],
    [0.04, -0.04, 0.06, -0.06],
    [0.0, 0.0, -0.12, -0.02],
];

impl Cell {
    /// What a recogniser sees in the cell.
    #[must_use]
    pub fn seen(&self, picture: &Colours, recogniser: &dyn Recogniser, cuts: Cuts) -> Look {
        let (planes, edges): (&[&Plane], _) = match cuts {
            Cuts::Many => (&[&picture.grey, &picture.red], &EDGES[..]),
            Cuts::Few => (&[&picture.grey], &EDGES[..3]),
        };
        let each = planes.iter().flat_map(|plane| edges.iter().map(|edges| plane.cut(self.moved(edges))));
        Look::of(&each.map(|cut| recogniser.posteriors(&cut)).collect::<Vec<_>>())
    }

    fn moved(self, [left, right, top, bottom]: &[f64; 4]) -> [f64; 4] {
        let [x0, y0, x1, y1] = self.0;
        let (width, height) = (x1 - x0, y1 - y0);
        [x0 + left * width, y0 + top * height, x1 + right * width, y1 + bottom * height]
    }
}
