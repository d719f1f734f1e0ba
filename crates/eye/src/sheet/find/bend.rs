//! How a sheet lies in its picture: turned, in perspective, bent. Both families of rules become straight by a few parameters, which
//! are fitted to all pieces of rules at once, so that a torn rule does no harm.

use super::rules::{Piece, pieces, ridges};
use crate::Plane;

/// The lines of one family: the line that has the value `v` in the middle goes through `v + f(x, v)`. Its slope is a polynomial.
#[derive(Clone, Copy, Debug, Default)]
struct Family([f64; TERMS]);

/// Parameters of a family.
const TERMS: usize = 8;
/// Of these the first so many are fitted, and pieces whose slope is off by more count nothing: coarse, then fine.
const STAGES: [(usize, f64); 6] = [(1, 0.15), (3, 0.12), (3, 0.06), (6, 0.04), (TERMS, 0.03), (TERMS, 0.02)];
/// Less pieces say nothing of a family.
const FEWEST: usize = 12;
/// Keeps parameters small that nothing speaks for.
const STIFFNESS: f64 = 0.3;

/// One straightening: both families, in units of half the longer side from the middle.
#[derive(Clone, Copy, Debug)]
struct Pass {
    middle: (f64, f64),
    unit: f64,
    across: Family,
    down: Family,
}

/// From the straightened picture to the picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Bend(Vec<Pass>);

impl Bend {
    /// Straightens a picture as far as its rules say how, which are darker than the paper by this share; `None` if it has no two families of rules.
    pub fn of(picture: &Plane, dark: f32) -> Option<(Bend, Plane)> {
        let mut bend = Bend::default();
        let mut straight = picture.clone();
        for (steepest, step) in [(0.36, 0.02), (0.08, 0.01)] {
            bend.0.push(Pass::of(&straight, dark, steepest, step)?);
            straight =
                bend.straightened(picture, 1.0, [0.0, 0.0, picture.width as f64, picture.height as f64]);
        }
        Some((bend, straight))
    }

    /// Where a place of the straightened picture is in the picture.
    pub fn place(&self, u: f64, v: f64) -> (f64, f64) {
        self.0.iter().rev().fold((u, v), |(u, v), pass| pass.place(u, v))
    }

    /// A part of the straightened picture, `scale` times as large. The picture may be larger or smaller than the one that was fitted.
    pub fn straightened(&self, picture: &Plane, scale: f64, [left, top, right, bottom]: [f64; 4]) -> Plane {
        self.drawn(picture, 1.0, scale, [left, top, right, bottom])
    }

    /// The same out of a picture that is `larger` times as large.
    pub fn drawn(
        &self,
        picture: &Plane,
        larger: f64,
        scale: f64,
        [left, top, right, bottom]: [f64; 4],
    ) -> Plane {
        // Places are computed for each so many pixels, and lie evenly between.
        const MESH: usize = 16;
        let width = ((right - left) * scale).round().max(1.0) as usize;
        let height = ((bottom - top) * scale).round().max(1.0) as usize;
        let (across, down) = (width.div_ceil(MESH) + 1, height.div_ceil(MESH) + 1);
        let place = |i: usize, j: usize| {
            let u = left + ((i * MESH) as f64 + 0.5) / scale;
            let v = top + ((j * MESH) as f64 + 0.5) / scale;
            let (x, y) = self.place(u, v);
            ((x * larger - 0.5) as f32, (y * larger - 0.5) as f32)
        };
        let mesh: Vec<(f32, f32)> =
            (0..down).flat_map(|j| (0..across).map(move |i| (i, j))).map(|(i, j)| place(i, j)).collect();
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let (j, b) = (y / MESH, (y % MESH) as f32 / MESH as f32);
            for i in 0..across - 1 {
                let corner = |i: usize, j: usize| mesh[j * across + i];
                let between =
                    |p: (f32, f32), q: (f32, f32), t: f32| (p.0 + (q.0 - p.0) * t, p.1 + (q.1 - p.1) * t);
                let start = between(corner(i, j), corner(i, j + 1), b);
                let end = between(corner(i + 1, j), corner(i + 1, j + 1), b);
                for x in 0..MESH.min(width - (i * MESH).min(width)) {
                    let (x, y) = between(start, end, x as f32 / MESH as f32);
                    pixels.push(picture.at(x, y));
                }
            }
        }
        Plane { width, height, pixels }
    }
}

impl Pass {
    fn of(picture: &Plane, dark: f32, steepest: f64, step: f64) -> Option<Pass> {
        let middle = (picture.width as f64 / 2.0, picture.height as f64 / 2.0);
        let unit = middle.0.max(middle.1);
        let own = |piece: Piece, x0: f64, y0: f64| Piece {
            x: (piece.x - x0) / unit,
            y: (piece.y - y0) / unit,
            ..piece
        };
        let across = pieces(&ridges(picture, dark), steepest, step);
        let across: Vec<Piece> = across.into_iter().map(|piece| own(piece, middle.0, middle.1)).collect();
        let down = pieces(&ridges(&picture.transposed(), dark), steepest, step);
        let down: Vec<Piece> = down.into_iter().map(|piece| own(piece, middle.1, middle.0)).collect();
        Some(Pass { middle, unit, across: Family::of(&across)?, down: Family::of(&down)? })
    }

    fn place(&self, u: f64, v: f64) -> (f64, f64) {
        let (u, v) = ((u - self.middle.0) / self.unit, (v - self.middle.1) / self.unit);
        let (mut x, mut y) = (u, v);
        for _ in 0..8 {
            y = v + self.across.rise(x, v);
            x = u + self.down.rise(y, u);
        }
        (x * self.unit + self.middle.0, y * self.unit + self.middle.1)
    }
}

impl Family {
    fn of(pieces: &[Piece]) -> Option<Family> {
        if pieces.len() < FEWEST {
            return None;
        }
        let mut family = Family::default();
        family.0[0] = most_frequent(pieces);
        for (terms, widest) in STAGES {
            for _ in 0..3 {
                family = family.fitted(pieces, terms, widest);
            }
        }
        let fits = pieces
            .iter()
            .filter(|piece| (family.slope(piece.x, family.line(piece)) - piece.slope).abs() < 0.03);
        (fits.count() >= FEWEST).then_some(family)
    }

    fn slope_terms(x: f64, v: f64) -> [f64; TERMS] {
        [1.0, v, x, v * x, x * x, v * v, x * x * x, v * x * x]
    }

    fn slope(&self, x: f64, v: f64) -> f64 {
        Family::slope_terms(x, v).iter().zip(&self.0).map(|(term, factor)| term * factor).sum()
    }

    /// f(x, v).
    fn rise(&self, x: f64, v: f64) -> f64 {
        let (x2, x3) = (x * x, x * x * x);
        let terms = [x, v * x, x2 / 2.0, v * x2 / 2.0, x3 / 3.0, v * v * x, x3 * x / 4.0, v * x3 / 3.0];
        terms.iter().zip(&self.0).map(|(term, factor)| term * factor).sum()
    }

    /// The value of the line on which a piece lies.
    fn line(&self, piece: &Piece) -> f64 {
        let mut v = piece.y;
        for _ in 0..5 {
            v = piece.y - self.rise(piece.x, v);
        }
        v
    }

    /// Least squares with weights that fall to 0 where a slope is off by `widest`.
    fn fitted(&self, pieces: &[Piece], terms: usize, widest: f64) -> Family {
        let mut sums = [[0.0; TERMS + 1]; TERMS];
        for (i, row) in sums.iter_mut().enumerate() {
            row[i] = if i < 1 { 1e-6 } else { STIFFNESS };
        }
        for piece in pieces {
            let v = self.line(piece);
            let off = (self.slope(piece.x, v) - piece.slope) / widest;
            if off.abs() >= 1.0 {
                continue;
            }
            let weight = piece.weight * (1.0 - off * off).powi(2);
            let row = Family::slope_terms(piece.x, v);
            for i in 0..terms {
                for j in 0..terms {
                    sums[i][j] += weight * row[i] * row[j];
                }
                sums[i][TERMS] += weight * row[i] * piece.slope;
            }
        }
        Family(solved(sums))
    }
}

/// The slope near which most pieces lie.
fn most_frequent(pieces: &[Piece]) -> f64 {
    let near = |slope: f64| {
        pieces
            .iter()
            .map(|piece| piece.weight * (1.0 - ((piece.slope - slope) / 0.05).powi(2)).max(0.0))
            .sum::<f64>()
    };
    let slopes = (-36..=36).map(|i| f64::from(i) / 100.0);
    slopes.map(|slope| (slope, near(slope))).max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |best| best.0)
}

/// The solution of linear equations whose matrix is symmetric and positive.
fn solved(mut rows: [[f64; TERMS + 1]; TERMS]) -> [f64; TERMS] {
    for i in 0..TERMS {
        let pivot = rows[i];
        for row in &mut rows[i + 1..] {
            let factor = row[i] / pivot[i];
            row.iter_mut().zip(&pivot).for_each(|(value, above)| *value -= factor * above);
        }
    }
    let mut values = [0.0; TERMS];
    for i in (0..TERMS).rev() {
        let known: f64 = (i + 1..TERMS).map(|k| rows[i][k] * values[k]).sum();
        values[i] = (rows[i][TERMS] - known) / rows[i][i];
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let wanted: [f64; TERMS] = std::array::from_fn(|i| i as f64 - 2.5);
        let mut rows = [[0.0; TERMS + 1]; TERMS];
        for (i, row) in rows.iter_mut().enumerate() {
            for (j, value) in row[..TERMS].iter_mut().enumerate() {
                *value = if i == j { 9.0 } else { 1.0 / (1 + i + j) as f64 };
            }
            row[TERMS] = row.iter().zip(&wanted).map(|(factor, value)| factor * value).sum();
        }
        for (value, wanted) in solved(rows).iter().zip(&wanted) {
            assert!((value - wanted).abs() < 1e-9);
        }
    }

    /// Lines of known families are straightened to where they are.
    #[test]
    fn a_bent_family_is_found_by_its_pieces() {
        let truth = Family([0.06, -0.04, 0.01, 0.0, 0.03, 0.0, 0.0, 0.0]);
        let mut pieces = Vec::new();
        for line in -9..=9 {
            for step in -8..=8 {
                let (x, v) = (f64::from(step) / 10.0, f64::from(line) / 10.0);
                pieces.push(Piece { x, y: v + truth.rise(x, v), slope: truth.slope(x, v), weight: 1.0 });
            }
        }
        // Strokes of letters go anywhere.
        for stray in 0..80 {
            let at = |factor: f64| (f64::from(stray) * factor).fract() * 1.6 - 0.8;
            pieces.push(Piece { x: at(0.37), y: at(0.73), slope: at(0.19) / 3.0, weight: 0.7 });
        }
        let found = Family::of(&pieces).expect("a family");
        for (x, v) in [(-0.7, -0.5), (0.6, 0.8), (0.0, 0.3), (0.8, -0.8)] {
            assert!((found.rise(x, v) - truth.rise(x, v)).abs() < 0.004, "{x} {v}");
        }
    }
}
