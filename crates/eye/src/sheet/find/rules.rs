//! Rules: thin dark lines. Short pieces of them are found first, each with its slope; what a sheet is made of is fitted to these.

use crate::Plane;

/// A short piece of a rule that goes across, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Its middle.
    pub x: f64,
    pub y: f64,
    /// Rows down for each column to the right.
    pub slope: f64,
    /// How much of it is there: 0 to 1.
    pub weight: f64,
}

/// Distances at which a rule is compared with what lies above and below it: rules are thin or thick, single or double.
const REACHES: [usize; 3] = [2, 3, 5];
/// A rule is this much darker than its paper, as a share of it; what is darker counts no more. Rules may be faint.
pub(super) const DARK: [f32; 2] = [0.14, 0.06];
/// The length of a piece, and the steps between two.
const LENGTH: usize = 48;
const STEP: usize = 24;
const MIDDLE: f64 = (LENGTH - 1) as f64 / 2.0;
/// So much of a piece is there.
const WHOLE: f32 = 0.6;
/// What does nearly as well as the best, as a share of it.
const NEARLY: f32 = 0.9;
/// Pieces are no nearer to each other, in rows.
const APART: usize = 5;

/// Where a picture is darker than what lies above and below, as a part of `dark`: 0 to 1.
pub(super) fn ridges(picture: &Plane, dark: f32) -> Plane {
    let (width, height) = (picture.width, picture.height);
    let mut pixels = vec![0.0f32; width * height];
    let row = |y: usize| &picture.pixels[y * width..(y + 1) * width];
    for (y, out) in pixels.chunks_exact_mut(width).enumerate() {
        for reach in REACHES {
            if y < reach || y + reach >= height {
                continue;
            }
            let (above, here, below) = (row(y - reach), row(y), row(y + reach));
            for (((out, above), here), below) in out.iter_mut().zip(above).zip(here).zip(below) {
                let paper = above.min(*below);
                *out = out.max(((paper - here) / (dark * paper.max(0.15))).clamp(0.0, 1.0));
            }
        }
    }
    Plane { width, height, pixels }
}

/// The pieces of rules in what [`ridges`] found, of slopes up to `steepest` in steps of `step`.
pub(super) fn pieces(ridges: &Plane, steepest: f64, step: f64) -> Vec<Piece> {
    // Turned, so that what is summed lies side by side.
    let columns = ridges.transposed();
    let height = ridges.height;
    let count = (steepest / step).round() as i64;
    let slopes: Vec<f64> = (-count..=count).map(|i| i as f64 * step).collect();
    let mut pieces = Vec::new();
    let mut sums = vec![0.0f32; height * slopes.len()];
    for left in (0..ridges.width.saturating_sub(LENGTH)).step_by(STEP) {
        sums.fill(0.0);
        for (sum, slope) in sums.chunks_exact_mut(height).zip(&slopes) {
            for along in 0..LENGTH {
                let column = &columns.pixels[(left + along) * height..(left + along + 1) * height];
                let down = slope * (along as f64 - MIDDLE);
                // Between two rows of pixels.
                let part = (down - down.floor()) as f32;
                add(sum, column, down.floor() as isize, 1.0 - part);
                add(sum, column, down.floor() as isize + 1, part);
            }
        }
        let sum = |slope: usize, y: usize| sums[slope * height + y];
        let best: Vec<(f32, usize)> = (0..height)
            .map(|y| {
                (0..slopes.len()).fold((0.0, 0), |best, slope| {
                    if sum(slope, y) > best.0 { (sum(slope, y), slope) } else { best }
                })
            })
            .collect();
        let mut y = 0;
        while y < height {
            let most = best[y].0;
            let near = &best[y.saturating_sub(APART)..(y + APART + 1).min(height)];
            if most < WHOLE * LENGTH as f32 || near.iter().any(|other| other.0 > most) {
                y += 1;
                continue;
            }
            // A thick rule is there in several rows: its middle. The slopes that do nearly as well lie about its own.
            let end = (y..height).find(|&end| best[end].0 < NEARLY * most).unwrap_or(height);
            let middle = (y + end - 1) / 2;
            let at = best[middle].1;
            let weight = |slope: usize| f64::from((sum(slope, middle) - NEARLY * best[middle].0).max(0.0));
            let from = (0..=at).rev().take_while(|&slope| weight(slope) > 0.0).last().unwrap_or(at);
            let to = (at..slopes.len()).take_while(|&slope| weight(slope) > 0.0).last().unwrap_or(at);
            let weights: f64 = (from..=to).map(weight).sum();
            let slope: f64 = (from..=to).map(|slope| weight(slope) * slopes[slope]).sum();
            let y_middle = (y + end - 1) as f64 / 2.0;
            y = end.max(y + APART);
            pieces.push(Piece {
                x: left as f64 + MIDDLE,
                y: y_middle,
                slope: slope / weights,
                weight: f64::from(most) / LENGTH as f64,
            });
        }
    }
    pieces
}

/// Adds a column moved up by some rows.
fn add(sum: &mut [f32], column: &[f32], down: isize, weight: f32) {
    let skipped = down.unsigned_abs().min(column.len());
    let (sum, column) = match down >= 0 {
        true => (&mut sum[..column.len() - skipped], &column[skipped..]),
        false => (&mut sum[skipped..], &column[..column.len() - skipped]),
    };
    sum.iter_mut().zip(column).for_each(|(sum, pixel)| *sum += weight * pixel);
}
