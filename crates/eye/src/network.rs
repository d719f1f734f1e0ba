//! The network that is part of the program: convolutions and nothing else, one step in four columns of a picture 40 pixels high.
//!
//! `tools/eye` trains it and says on what. The file of its weights is described in `tools/eye/export.py`.

use std::sync::OnceLock;

use ndarray::{Array2, ArrayView2};

use crate::{Plane, Posteriors, Recogniser};

/// The weights that come with the program.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The height of a picture as the network sees it.
const HEIGHT: usize = 40;

/// Widths between which a picture is kept, in its own proportions.
const WIDTHS: (usize, usize) = (64, 640);

/// Input channels, output channels, height and width of the kernel of each layer but the last.
const SHAPES: [[usize; 4]; 11] = [
    [1, 32, 3, 3],
    [32, 48, 3, 3],
    [48, 48, 3, 3],
    [48, 112, 3, 3],
    [112, 112, 3, 3],
    [112, 128, 3, 3],
    [128, 128, 3, 3],
    [128, 192, 5, 3],
    [192, 192, 1, 5],
    [192, 192, 1, 5],
    [192, 192, 1, 5],
];

/// A network with its weights.
pub struct Network {
    signs: Vec<char>,
    layers: Vec<Layer>,
}

/// A convolution.
struct Layer {
    shape: [usize; 4],
    /// One row an output channel: input channel, row, column of the kernel.
    weights: Array2<f32>,
    biases: Vec<f32>,
}

/// The values of several channels at each place.
struct Planes {
    channels: usize,
    height: usize,
    width: usize,
    values: Vec<f32>,
}

impl Network {
    /// The network that is part of the program.
    ///
    /// # Panics
    /// Never: a test reads its weights.
    #[must_use]
    pub fn own() -> &'static Network {
        static OWN: OnceLock<Network> = OnceLock::new();
        OWN.get_or_init(|| Network::from_bytes(WEIGHTS).expect("the weights of the program"))
    }

    /// A network in a file that `tools/eye/export.py` made; `None` if it is something else.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Network> {
        let mut rest = bytes.strip_prefix(b"EYE1")?;
        let count = u16::from_le_bytes(take(&mut rest, 2)?.try_into().ok()?);
        let mut signs = Vec::new();
        for _ in 0..count {
            let [length] = *take(&mut rest, 1)?.as_array::<1>()?;
            signs.push(str::from_utf8(take(&mut rest, length.into())?).ok()?.chars().next()?);
        }
        let last = [SHAPES[10][1], signs.len() + 1, 1, 1];
        let layers = SHAPES.iter().chain([&last]).map(|&shape| Layer::from_bytes(shape, &mut rest));
        let layers = layers.collect::<Option<Vec<Layer>>>()?;
        rest.is_empty().then_some(Network { signs, layers })
    }

    /// The values of all signs (the blank first) at each step.
    fn values(&self, picture: Planes) -> Planes {
        let [c1, c2, c3, c4, c5, c6, c7, c8, t1, t2, t3, out] = self.layers.as_slice() else {
            unreachable!("the number of layers is checked where they are read")
        };
        let x = pooled(rectified(c1.of(&picture), None), 2);
        let x = rectified(c2.of(&x), None);
        let x = pooled(rectified(c3.of(&x), Some(&x)), 2);
        let x = rectified(c4.of(&x), None);
        let x = pooled(rectified(c5.of(&x), Some(&x)), 1);
        let x = rectified(c6.of(&x), None);
        let x = rectified(c7.of(&x), Some(&x));
        let mut x = rectified(c8.of(&x), None);
        for layer in [t1, t2, t3] {
            x = rectified(layer.of(&x), Some(&x));
        }
        out.of(&x)
    }
}

impl Recogniser for Network {
    fn posteriors(&self, picture: &Plane) -> Posteriors {
        let values = self.values(prepared(picture));
        let (signs, steps) = (values.channels, values.width);
        let mut chances = vec![0.0; steps * signs];
        for (step, chances) in chances.chunks_exact_mut(signs).enumerate() {
            let value = |sign: usize| values.values[sign * steps + step];
            let top = (0..signs).map(value).fold(f32::MIN, f32::max);
            chances.iter_mut().enumerate().for_each(|(sign, chance)| *chance = (value(sign) - top).exp());
            let total: f32 = chances.iter().sum();
            chances.iter_mut().for_each(|chance| *chance /= total);
        }
        Posteriors::new(self.signs.clone(), chances)
    }
}

/// As the network was trained: 40 pixels high, ink 1, paper 0.
fn prepared(picture: &Plane) -> Planes {
    let proportional = (HEIGHT * picture.width).div_ceil(picture.height).next_multiple_of(4);
    let width = proportional.clamp(WIDTHS.0, WIDTHS.1);
    let small = picture.resized(width, HEIGHT);
    let (ink, paper) = (small.quantile(0.01), small.quantile(0.90));
    let range = (paper - ink).max(0.1);
    let values = small.pixels.iter().map(|pixel| ((paper - pixel) / range).clamp(-0.3, 1.2)).collect();
    Planes { channels: 1, height: HEIGHT, width, values }
}

impl Layer {
    fn from_bytes(shape: [usize; 4], rest: &mut &[u8]) -> Option<Layer> {
        let [inputs, outputs, height, width] = shape;
        let row = inputs * height * width;
        let biases = floats(take(rest, 4 * outputs)?);
        let scales = floats(take(rest, 4 * outputs)?);
        let bytes = take(rest, outputs * row)?;
        let weights =
            bytes.iter().enumerate().map(|(i, &byte)| f32::from(byte as i8) * scales[i / row]).collect();
        Some(Layer { shape, weights: Array2::from_shape_vec((outputs, row), weights).ok()?, biases })
    }

    /// The convolution of `x`. Beyond its edges is 0; a kernel 5 high takes all rows at once.
    fn of(&self, x: &Planes) -> Planes {
        let [inputs, outputs, kernel_height, kernel_width] = self.shape;
        let above = if kernel_height == 3 { 1 } else { 0 };
        let before = kernel_width / 2;
        let height = x.height + 2 * above + 1 - kernel_height;
        let places = height * x.width;
        let mut columns = vec![0.0; inputs * kernel_height * kernel_width * places];
        let mut rows = columns.chunks_exact_mut(places);
        for plane in x.values.chunks_exact(x.height * x.width) {
            for down in 0..kernel_height {
                for right in 0..kernel_width {
                    let Some(row) = rows.next() else { break };
                    shift(
                        plane,
                        x,
                        row,
                        height,
                        (down as isize - above as isize, right as isize - before as isize),
                    );
                }
            }
        }
        let Ok(columns) = ArrayView2::from_shape((self.weights.ncols(), places), &columns) else {
            unreachable!("a row for each weight")
        };
        let mut values = self.weights.dot(&columns).into_raw_vec_and_offset().0;
        for (plane, bias) in values.chunks_exact_mut(places).zip(&self.biases) {
            plane.iter_mut().for_each(|value| *value += bias);
        }
        Planes { channels: outputs, height, width: x.width, values }
    }
}

/// Copies a plane moved by some rows and columns into `row`, which has `height` rows.
fn shift(plane: &[f32], x: &Planes, row: &mut [f32], height: usize, (down, right): (isize, isize)) {
    let width = x.width;
    let skipped = right.unsigned_abs().min(width);
    for (y, target) in row.chunks_exact_mut(width).enumerate().take(height) {
        let Some(from) = y.checked_add_signed(down).filter(|&from| from < x.height) else { continue };
        let source = &plane[from * width..(from + 1) * width];
        if right >= 0 {
            target[..width - skipped].copy_from_slice(&source[skipped..]);
        } else {
            target[skipped..].copy_from_slice(&source[..width - skipped]);
        }
    }
}

/// What is negative becomes 0, after adding what a shorter way brings.
fn rectified(mut x: Planes, shortcut: Option<&Planes>) -> Planes {
    match shortcut {
        Some(other) => {
            for (value, other) in x.values.iter_mut().zip(&other.values) {
                *value = (*value + other).max(0.0);
            }
        }
        None => x.values.iter_mut().for_each(|value| *value = value.max(0.0)),
    }
    x
}

/// The largest of two rows and of `across` columns.
fn pooled(x: Planes, across: usize) -> Planes {
    let (height, width) = (x.height / 2, x.width / across);
    let mut values = Vec::with_capacity(x.channels * height * width);
    for plane in x.values.chunks_exact(x.height * x.width) {
        for rows in plane.chunks_exact(2 * x.width) {
            let (upper, lower) = rows.split_at(x.width);
            let tall = upper.iter().zip(lower).map(|(a, b)| a.max(*b));
            if across == 1 {
                values.extend(tall);
            } else {
                let tall: Vec<f32> = tall.collect();
                values.extend(
                    tall.chunks_exact(across).map(|few| few.iter().copied().fold(f32::MIN, f32::max)),
                );
            }
        }
    }
    Planes { channels: x.channels, height, width, values }
}

/// The next bytes of a file.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(taken)
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|&four| f32::from_le_bytes(four)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_the_program_are_whole() {
        assert!(Network::from_bytes(WEIGHTS).is_some());
        assert!(Network::from_bytes(&WEIGHTS[..WEIGHTS.len() - 1]).is_none());
        assert!(Network::from_bytes(b"EYE1").is_none());
        assert!(Network::from_bytes(b"a text").is_none());
    }

    #[test]
    fn chances_of_a_step_add_up() {
        let posteriors = Network::own().posteriors(&Plane::filled(90, 30, 0.8));
        assert_eq!(posteriors.steps(), 30);
        for step in posteriors.each_step() {
            assert!((step.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        }
    }

    #[test]
    fn pictures_of_any_size_are_read() {
        for (width, height) in [(1, 1), (3, 200), (5000, 7), (64, 40)] {
            let steps = Network::own().posteriors(&Plane::filled(width, height, 0.5)).steps();
            assert!((16..=160).contains(&steps), "{width} × {height}: {steps}");
        }
    }
}
