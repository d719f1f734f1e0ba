//! The dresses of English descriptive notation: how houses print what the writer here prints one way.

use crate::print::Row;

/// How many manners there are.
pub const DRESSES: usize = 8;

/// Prints all moves of a record, written as `N-KB3`, in the manner of the house `style`.
pub fn dress(rows: &mut [Row], style: usize) {
    for cell in rows.iter_mut().flat_map(|row| &mut row.cells) {
        *cell = one(cell, style);
    }
}

fn one(text: &str, style: usize) -> String {
    let knight = |to: &str| text.replace("Kt", "N").replace('N', to);
    match style {
        0 | 1 => text.to_owned(),
        2 => knight("Kt"),
        3 if text.starts_with('O') => text.to_owned(),
        3 => knight("Kt").replace('-', " to "),
        4 => knight("Kt").replace("O-O-O", "Castles Q R").replace("O-O", "Castles").replace('x', " takes "),
        5 => spaced(&knight("N")),
        6 => knight("Kt").replace("O-O-O", "Castles (QR)").replace("O-O", "Castles (KR)").replace('-', "—"),
        _ => knight("N").to_lowercase().replace("o-o", "O-O").replace("O-o", "O-O"),
    }
}

/// `N - K B 3`
fn spaced(text: &str) -> String {
    if text.starts_with('O') {
        return text.to_owned();
    }
    text.replace('-', " - ").replace('x', " x ")
}
