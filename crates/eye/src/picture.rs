//! Pictures as numbers.

use std::fmt;
use std::io::Cursor;

use image::error::{LimitError, LimitErrorKind};
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader};

/// A picture of one value a pixel, row after row: 0 is black, 1 is white.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    /// Pixels of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The pixels, row after row.
    pub pixels: Vec<f32>,
}

/// Why a picture cannot be read.
#[derive(Debug)]
pub struct PictureError(String);

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PictureError {}

/// A picture in colour, as two planes: its brightness, and its red part alone, in which blue ink is darkest and what is printed in
/// red is pale.
#[derive(Clone, Debug)]
pub struct Colours {
    /// Brightness.
    pub grey: Plane,
    /// The red part.
    pub red: Plane,
}

impl Colours {
    /// A picture file (PNG, JPEG, TIFF, …).
    ///
    /// # Errors
    /// If the bytes are no picture that can be read.
    pub fn from_bytes(bytes: &[u8]) -> Result<Colours, PictureError> {
        let image = upright(bytes).map_err(|error| PictureError(error.to_string()))?.to_rgb8();
        let (width, height) = (image.width() as usize, image.height() as usize);
        if width == 0 || height == 0 {
            return Err(PictureError("a picture without pixels".to_owned()));
        }
        let plane = |value: fn(&image::Rgb<u8>) -> f32| Plane {
            width,
            height,
            pixels: image.pixels().map(value).collect(),
        };
        let grey =
            plane(|p| (0.299 * f32::from(p[0]) + 0.587 * f32::from(p[1]) + 0.114 * f32::from(p[2])) / 255.0);
        let red = plane(|p| f32::from(p[0]) / 255.0);
        Ok(Colours { grey, red })
    }

    /// The picture turned by a quarter, clockwise.
    #[must_use]
    pub fn turned(&self) -> Colours {
        Colours { grey: self.grey.turned(), red: self.red.turned() }
    }
}

/// No camera makes larger pictures of a sheet.
const MOST_PIXELS: u64 = 100_000_000;

/// A picture as it is shown: cameras only note how they were held.
fn upright(bytes: &[u8]) -> image::ImageResult<DynamicImage> {
    let mut decoder = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(ImageError::Limits(LimitError::from_kind(LimitErrorKind::DimensionError)));
    }
    let orientation = decoder.orientation()?;
    let mut image = DynamicImage::from_decoder(decoder)?;
    image.apply_orientation(orientation);
    Ok(image)
}

impl Plane {
    /// A picture of one value.
    #[must_use]
    pub fn filled(width: usize, height: usize, value: f32) -> Plane {
        Plane { width, height, pixels: vec![value; width * height] }
    }

    /// The part between two corners, in pixels, as far as it is inside; at least one pixel.
    #[must_use]
    pub fn cut(&self, [left, top, right, bottom]: [f64; 4]) -> Plane {
        let x0 = (left.max(0.0) as usize).min(self.width.saturating_sub(1));
        let y0 = (top.max(0.0) as usize).min(self.height.saturating_sub(1));
        let x1 = (right.max(0.0) as usize).clamp(x0 + 1, self.width.max(x0 + 1));
        let y1 = (bottom.max(0.0) as usize).clamp(y0 + 1, self.height.max(y0 + 1));
        let rows = (y0..y1).flat_map(|y| &self.pixels[y * self.width + x0..y * self.width + x1]);
        Plane { width: x1 - x0, height: y1 - y0, pixels: rows.copied().collect() }
    }

    /// Rows become columns.
    #[must_use]
    pub fn transposed(&self) -> Plane {
        let mut pixels = vec![0.0; self.pixels.len()];
        // In small squares, which stay in the cache.
        const SQUARE: usize = 32;
        for top in (0..self.height).step_by(SQUARE) {
            for left in (0..self.width).step_by(SQUARE) {
                for y in top..(top + SQUARE).min(self.height) {
                    for x in left..(left + SQUARE).min(self.width) {
                        pixels[x * self.height + y] = self.pixels[y * self.width + x];
                    }
                }
            }
        }
        Plane { width: self.height, height: self.width, pixels }
    }

    /// Turned by a quarter, clockwise.
    #[must_use]
    pub fn turned(&self) -> Plane {
        let mut turned = self.transposed();
        turned.pixels.chunks_exact_mut(self.height).for_each(<[f32]>::reverse);
        turned
    }

    /// The value at a place between pixels; beyond the edges it is white.
    #[must_use]
    pub fn at(&self, x: f32, y: f32) -> f32 {
        let (left, top) = (x.floor(), y.floor());
        let pixel = |column: f32, row: f32| {
            let is_inside =
                column >= 0.0 && row >= 0.0 && column < self.width as f32 && row < self.height as f32;
            if is_inside { self.pixels[row as usize * self.width + column as usize] } else { 1.0 }
        };
        let (a, b) = (x - left, y - top);
        let upper = pixel(left, top) * (1.0 - a) + pixel(left + 1.0, top) * a;
        let lower = pixel(left, top + 1.0) * (1.0 - a) + pixel(left + 1.0, top + 1.0) * a;
        upper * (1.0 - b) + lower * b
    }

    /// The same picture in another size: each new pixel is the mean of what it covers, or lies between its neighbours.
    #[must_use]
    pub fn resized(&self, width: usize, height: usize) -> Plane {
        let across = Taps::of(self.width, width);
        let down = Taps::of(self.height, height);
        let mut narrow = Vec::with_capacity(width * self.height);
        for row in self.pixels.chunks_exact(self.width) {
            narrow.extend(across.each().map(|(start, taps)| {
                taps.iter().zip(&row[start..]).map(|(weight, pixel)| weight * pixel).sum::<f32>()
            }));
        }
        let mut pixels = Vec::with_capacity(width * height);
        for (start, taps) in down.each() {
            pixels.extend((0..width).map(|x| {
                taps.iter()
                    .enumerate()
                    .map(|(i, weight)| weight * narrow[(start + i) * width + x])
                    .sum::<f32>()
            }));
        }
        Plane { width, height, pixels }
    }

    /// The value below which a share of the pixels lies; the share is from 0 to 1.
    #[must_use]
    pub fn quantile(&self, share: f64) -> f32 {
        let mut sorted = self.pixels.clone();
        sorted.sort_unstable_by(f32::total_cmp);
        let at = (share * sorted.len() as f64) as usize;
        sorted.get(at.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
    }
}

/// For each pixel of a resized line: where the pixels that it is made of begin, and their weights.
struct Taps(Vec<(usize, Vec<f32>)>);

impl Taps {
    /// A triangle as wide as a new pixel, but no narrower than an old one.
    fn of(old: usize, new: usize) -> Taps {
        let scale = old as f64 / new as f64;
        let reach = scale.max(1.0);
        let taps = (0..new).map(|i| {
            let center = (i as f64 + 0.5) * scale;
            let start = ((center - reach).floor().max(0.0) as usize).min(old - 1);
            let end = ((center + reach).ceil() as usize).clamp(start + 1, old);
            let weight = |j: usize| (1.0 - (j as f64 + 0.5 - center).abs() / reach).max(0.0);
            let total: f64 = (start..end).map(weight).sum();
            (start, (start..end).map(|j| (weight(j) / total.max(1e-9)) as f32).collect())
        });
        Taps(taps.collect())
    }

    fn each(&self) -> impl Iterator<Item = (usize, &[f32])> {
        self.0.iter().map(|(start, taps)| (*start, &taps[..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_picture_stays_plain_in_any_size() {
        let plane = Plane::filled(37, 11, 0.25);
        for (width, height) in [(10, 5), (37, 11), (90, 40)] {
            let resized = plane.resized(width, height);
            assert_eq!(
                (resized.width, resized.height, resized.pixels.len()),
                (width, height, width * height)
            );
            assert!(resized.pixels.iter().all(|pixel| (pixel - 0.25).abs() < 1e-5));
        }
    }

    #[test]
    fn a_cut_outside_is_what_is_inside() {
        let mut plane = Plane::filled(4, 3, 0.0);
        plane.pixels[11] = 1.0;
        assert_eq!(plane.cut([3.0, 2.0, 9.0, 9.0]).pixels, [1.0]);
        assert_eq!(plane.cut([-5.0, -5.0, 2.0, 1.0]).pixels, [0.0, 0.0]);
        assert_eq!(plane.cut([50.0, 50.0, 60.0, 60.0]).pixels, [1.0]);
    }

    #[test]
    fn four_quarters_are_a_whole_turn() {
        let plane = Plane { width: 3, height: 2, pixels: vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0] };
        assert_eq!(plane.turned(), Plane { width: 2, height: 3, pixels: vec![4.0, 1.0, 5.0, 2.0, 6.0, 3.0] });
        assert_eq!(plane.turned().turned().turned().turned(), plane);
    }

    #[test]
    fn no_picture_is_an_error() {
        assert!(Colours::from_bytes(b"1. e4 e5").is_err());
    }
}
