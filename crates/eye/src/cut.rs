//! Cells, and the ways in which they are cut out.

use serde::{Deserialize, Serialize};

use crate::{Colours, Look, Plane, Posteriors, Recogniser};

/// A cell: left, top, right and bottom in pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub [f64; 4]);

/// How often a cell is cut out, each time a little differently: hands leave their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cuts {
    /// As it is, in brightness and in the red part.
    Few,
    /// Five times in both.
    Many,
}

/// How far the left, right, upper and lower edges move, in heights of the cell.
const EDGES: [[f64; 4]; 5] = [
    [0.0, 0.0, 0.0, 0.0],
    [-0.25, 0.08, -0.08, 0.05],
    [-0.08, 0.25, 0.05, 0.10],
    [0.12, -0.12, 0.06, -0.06],
    [0.0, 0.0, -0.12, -0.02],
];

impl Cell {
    /// What a recogniser sees in the cell.
    #[must_use]
    pub fn seen(&self, picture: &Colours, recogniser: &dyn Recogniser, cuts: Cuts) -> Look {
        let edges = match cuts {
            Cuts::Many => &EDGES[..],
            Cuts::Few => &EDGES[..1],
        };
        let planes: [&Plane; 2] = [&picture.grey, &picture.red];
        let each = planes.iter().flat_map(|plane| edges.iter().map(|edges| plane.cut(self.moved(edges))));
        let seen: Vec<Posteriors> = each.map(|cut| recogniser.posteriors(&cut)).collect();
        Look::of(&seen)
    }

    fn moved(self, [left, right, top, bottom]: &[f64; 4]) -> [f64; 4] {
        let [x0, y0, x1, y1] = self.0;
        let height = y1 - y0;
        [x0 + left * height, y0 + top * height, x1 + right * height, y1 + bottom * height]
    }
}
