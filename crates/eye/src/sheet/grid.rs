//! The cells of a sheet.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Cell;

/// The cells of a sheet in the order of the half-moves.
///
/// ```
/// use scorebook_eye::sheet::Grid;
/// let grid = Grid::from_json(r#"{"cells": [[10, 20, 90, 50], [90, 20, 170, 50]]}"#)?;
/// assert_eq!(grid.cells.len(), 2);
/// # Ok::<(), scorebook_eye::sheet::GridError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// White's and Black's cells by turns.
    pub cells: Vec<Cell>,
}

/// Why a file is no grid.
#[derive(Debug)]
pub struct GridError(String);

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GridError {}

impl Grid {
    /// A grid as a person gives it: `{"cells": [[left, top, right, bottom], …]}` in pixels, White's and Black's cells by turns.
    ///
    /// # Errors
    /// If it is no such JSON, has no cells, or has a cell without extent.
    pub fn from_json(text: &str) -> Result<Grid, GridError> {
        let grid: Grid = serde_json::from_str(text).map_err(|error| GridError(error.to_string()))?;
        if grid.cells.is_empty() {
            return Err(GridError("a grid without cells".to_owned()));
        }
        let broken = |cell: &Cell| {
            let [left, top, right, bottom] = cell.0;
            !(cell.0.iter().all(|edge| edge.is_finite()) && left < right && top < bottom)
        };
        match grid.cells.iter().position(broken) {
            Some(at) => Err(GridError(format!("cell {} has no extent", at + 1))),
            None => Ok(grid),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_grid_is_refused() {
        for text in ["", "{}", "{\"cells\": []}", "{\"cells\": [[1, 2, 3]]}", "{\"cells\": [[5, 5, 5, 9]]}"] {
            assert!(Grid::from_json(text).is_err(), "{text}");
        }
    }
}
