//! A score sheet in a picture, found by itself: put straight by its rules, its table of rows and columns, and which columns hold
//! White's and Black's moves. Printed numbers are anchors where there are any.

mod bend;
mod roles;
mod rules;
mod table;

use crate::{Cell, Colours, Plane, Recogniser};
use bend::Bend;
use roles::Roles;
use table::Table;

/// A score sheet that was found in a picture.
pub struct Sheet {
    /// The sheet, straight.
    pub picture: Colours,
    /// The orders in which its cells may be meant, White's and Black's by turns; the best known first. Where no numbers are printed,
    /// a row of heads looks like any other.
    pub orders: Vec<Vec<Cell>>,
    /// Whether printed numbers tell the order.
    pub is_numbered: bool,
}

/// The longer side of the picture in which rules are sought, in pixels.
const SIDE: f64 = 1600.0;
/// No picture is made larger than so many times.
const LARGER: f64 = 2.0;
/// Heights of a row in the straight picture.
const ROW: (f64, f64) = (44.0, 60.0);
/// So much of a row above and below it belongs to what is written in it.
const OVER: f64 = 0.07;

/// The score sheet in a picture that is the right way up; `None` if there is no table of at least six rows and two equal columns.
///
/// The recogniser reads the printed numbers.
///
/// ```
/// use scorebook_eye::{Colours, Network, Plane, sheet};
/// let blank = Plane::filled(400, 300, 1.0);
/// let picture = Colours { grey: blank.clone(), red: blank };
/// assert!(sheet::find(&picture, Network::own()).is_none());
/// ```
#[must_use]
pub fn find(picture: &Colours, recogniser: &dyn Recogniser) -> Option<Sheet> {
    found(picture, recogniser).ok()
}

/// Why there is no sheet.
pub(super) enum Missing {
    /// Nothing is ruled in two directions, however the picture is turned.
    Rules,
    /// The rules make no table with columns of moves.
    Table,
}

/// The score sheet in a picture that is the right way up.
pub(super) fn found(picture: &Colours, recogniser: &dyn Recogniser) -> Result<Sheet, Missing> {
    let [usual, faint] = rules::DARK;
    found_by(picture, recogniser, usual).or_else(|_| found_by(picture, recogniser, faint))
}

/// The same by rules that are darker than the paper by this share.
fn found_by(picture: &Colours, recogniser: &dyn Recogniser, dark: f32) -> Result<Sheet, Missing> {
    let (width, height) = (picture.grey.width as f64, picture.grey.height as f64);
    let scale = (SIDE / width.max(height)).min(LARGER);
    let small = picture.grey.resized((width * scale).round() as usize, (height * scale).round() as usize);
    let (bend, straight) = Bend::of(&small, dark).ok_or(Missing::Rules)?;
    let table = Table::of(&straight, dark).ok_or(Missing::Table)?;
    let row = table.height();
    // Rows keep their size, if it is neither too small to read nor larger than a network sees.
    let larger = (row / scale).clamp(ROW.0, ROW.1) / row;
    let area = table.area([0.0, 0.0, straight.width as f64, straight.height as f64]);
    let drawn = |plane: &Plane| {
        // A picture that is much larger is made smaller first, so that no pixel is passed over.
        let finest = larger * 1.5;
        let (from, plane) = if 1.0 / scale > finest {
            let resized = plane
                .resized((small.width as f64 * finest) as usize, (small.height as f64 * finest) as usize);
            (finest, resized)
        } else {
            (1.0 / scale, plane.clone())
        };
        bend.drawn(&plane, from, larger, area)
    };
    let picture = Colours { grey: drawn(&picture.grey), red: drawn(&picture.red) };
    let cell = |column: usize, row: i64| {
        let [left, top, right, bottom] = table.cell(column, row);
        Cell([left - area[0], top - area[1], right - area[0], bottom - area[1]].map(|edge| edge * larger))
    };
    // Hands leave their rows.
    let written = |column: usize, row: i64| {
        let [left, top, right, bottom] = cell(column, row).0;
        let over = OVER * (bottom - top);
        Cell([left, top - over, right, bottom + over])
    };
    let roles =
        Roles::of(&table, &|column, row| cell(column, row), &picture, recogniser).ok_or(Missing::Table)?;
    let order = |order: &Vec<(usize, i64)>| order.iter().map(|&(column, row)| written(column, row)).collect();
    Ok(Sheet { orders: roles.orders.iter().map(order).collect(), is_numbered: roles.is_numbered, picture })
}
