//! Pages as pictures: text set in a font, printed badly, and written as a portable grey map.
#![allow(dead_code)]

use std::fs;
use std::io;
use std::path::Path;

use ab_glyph::{Font, FontVec, PxScale, ScaleFont, point};

use crate::common::Random;

/// Where Debian keeps the fonts of its `fonts-liberation` and `fonts-dejavu` packages.
pub const FONTS: [&str; 3] = [
    "/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSerif-Bold.ttf",
];

/// A font, if the machine has it.
pub fn font(path: &str) -> Option<FontVec> {
    FontVec::try_from_vec(fs::read(path).ok()?).ok()
}

/// A grey picture: 0 is paper, 1 is ink.
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub ink: Vec<f32>,
}

impl Picture {
    pub fn new(width: usize, height: usize) -> Picture {
        Picture { width, height, ink: vec![0.0; width * height] }
    }

    /// Sets one line of text with its baseline at `y`; returns where it ends.
    pub fn set(&mut self, font: &FontVec, size: f32, x: f32, y: f32, text: &str) -> f32 {
        let scaled = font.as_scaled(PxScale::from(size));
        let mut x = x;
        for c in text.chars() {
            let id = scaled.glyph_id(c);
            let glyph = id.with_scale_and_position(PxScale::from(size), point(x, y));
            x += scaled.h_advance(id);
            let Some(outline) = font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            outline.draw(|dx, dy, ink| {
                let (px, py) = (bounds.min.x + dx as f32, bounds.min.y + dy as f32);
                if px >= 0.0 && py >= 0.0 && (px as usize) < self.width && (py as usize) < self.height {
                    let at = &mut self.ink[py as usize * self.width + px as usize];
                    *at = at.max(ink);
                }
            });
        }
        x
    }

    /// Wears the print: blurs it, adds specks and gaps, and cuts to black and white.
    pub fn wear(&mut self, random: &mut Random, grain: f32, threshold: f32) {
        let mut unit = || (random.next() >> 40) as f32 / (1 << 24) as f32 - 0.5;
        let coarse: Vec<f32> = (0..self.ink.len()).map(|_| unit()).collect();
        let blurred = |from: &[f32], x: usize, y: usize| {
            let mut sum = 0.0;
            for dy in 0..3 {
                for dx in 0..3 {
                    let (px, py) = ((x + dx).saturating_sub(1), (y + dy).saturating_sub(1));
                    sum += from[py.min(self.height - 1) * self.width + px.min(self.width - 1)];
                }
            }
            sum / 9.0
        };
        let mut worn = vec![0.0; self.ink.len()];
        for y in 0..self.height {
            for x in 0..self.width {
                let ink = blurred(&self.ink, x, y) + grain * 3.0 * blurred(&coarse, x, y);
                worn[y * self.width + x] = f32::from(u8::from(ink > threshold));
            }
        }
        self.ink = worn;
    }

    /// Writes a portable grey map, which every program for pictures reads.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut bytes = format!("P5\n{} {}\n255\n", self.width, self.height).into_bytes();
        bytes.extend(self.ink.iter().map(|ink| 255 - (ink.clamp(0.0, 1.0) * 255.0) as u8));
        fs::write(path, bytes)
    }
}
