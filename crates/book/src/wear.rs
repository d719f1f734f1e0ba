//! How worn a print is: in print that is clean everywhere a misread sign is a rarity, and its price rises.
//!
//! The prices of misread signs are those of worn print, where one cell in seven holds one. Where fewer do, each costs the
//! logarithm of the ratio more: a clean book has no second reading of `R-Q1` as `K-Q1`.

use crate::print::Print;
use crate::rows::Rows;
use crate::token::Tokens;

/// The share of cells with a misread sign that the prices assume.
const USUAL: f32 = 0.15;
/// Cells that are needed to think otherwise.
const CELLS: f32 = 14.0;
/// A cell that costs less, in nats, is as some printers print it.
const PRINTED: f32 = 0.6;
/// A cell that costs more has a misread sign.
const MISREAD: f32 = 1.0;
/// The most that a misread sign costs above its price, in nats.
const MOST: f32 = 3.0;

/// What a misread sign costs above its price, in nats.
#[must_use]
pub fn surcharge(print: &Print, tokens: &Tokens, rows: &Rows) -> f32 {
    let (mut cells, mut misread) = (0.0, rows.worn.len() as f32);
    for &(start, end, strength) in &tokens.cut {
        if strength > 1.0 && rows.chance(print, start) > 0.5 {
            cells += 1.0;
            misread += f32::from(u8::from(cost(tokens, start, end) > PRINTED));
        }
    }
    let share = (misread + USUAL * CELLS) / (cells + rows.worn.len() as f32 + CELLS);
    (USUAL / share).ln().clamp(0.0, MOST)
}

/// Puts a surcharge on all misread signs.
pub fn charge(tokens: &mut Tokens, surcharge: f32) {
    for said in tokens.all.iter_mut().flat_map(|token| &mut token.said) {
        said.cost += surcharge * ((said.cost - PRINTED) / (MISREAD - PRINTED)).clamp(0.0, 1.0);
    }
}

/// What the text of a move costs.
fn cost(tokens: &Tokens, start: u32, end: u32) -> f32 {
    let said = tokens.all[tokens.within(start, start + 1)].iter().flat_map(|token| &token.said);
    said.filter(|said| said.end == end).map(|said| said.cost).fold(f32::INFINITY, f32::min)
}
