//! The words of a page on a grid of characters, as far apart as on paper.

use crate::order::{Measure, Spot, rows, spots, upright};
use crate::{Page, Places};

/// A gap between words that is wider, in characters, parts columns.
const COLUMN: f32 = 1.9;
/// A gap between rows that is higher, in heights of words, leaves a blank line.
const PARAGRAPH: f32 = 1.2;
/// Plain text keeps its blank lines, as many as these.
const MOST_BLANK: f32 = 50.0;
/// No row is wider.
const WIDEST: f32 = 400.0;

/// Lays the words out; where they have no places, line by line.
pub(crate) fn text(page: &Page) -> String {
    let (spots, homeless) = spots(page);
    let mut text = String::new();
    if let Some(measure) = Measure::of(page, &spots) {
        let spots = upright(page, &measure, spots);
        let left = spots.iter().map(|spot| spot.area.x0).fold(f32::INFINITY, f32::min);
        let mut bottom: Option<f32> = None;
        for row in rows(&spots, &measure) {
            let top = row.iter().map(|spot| spot.area.y0).fold(f32::INFINITY, f32::min);
            let gap = bottom.map_or(0.0, |bottom| (top - bottom) / measure.height);
            let blank = match page.places {
                Places::Characters => gap.clamp(0.0, MOST_BLANK) as usize,
                _ => usize::from(gap > PARAGRAPH),
            };
            text.extend(std::iter::repeat_n('\n', blank));
            bottom = row.iter().map(|spot| spot.area.y1).reduce(f32::max);
            lay(page, &row, left, measure.width, &mut text);
            text.push('\n');
        }
    }
    for line in homeless.chunk_by(|a, b| a.line == b.line) {
        let words: Vec<&str> =
            line.iter().map(|at| page.lines[at.line].words[at.word].text.as_str()).collect();
        text.push_str(&words.join(" "));
        text.push('\n');
    }
    text
}

fn lay(page: &Page, row: &[Spot], left: f32, width: f32, text: &mut String) {
    let mut column = 0_usize;
    let mut end: Option<f32> = None;
    for spot in row {
        let due = ((spot.area.x0 - left) / width).clamp(0.0, WIDEST).round() as usize;
        let least = match end {
            None => 0,
            Some(end) if (spot.area.x0 - end) / width >= COLUMN => column + 2,
            Some(_) => column + 1,
        };
        // Within a sentence letters are of many widths: only a wide gap is laid out.
        let is_apart = end.is_none_or(|end| (spot.area.x0 - end) / width >= COLUMN);
        let start = if is_apart { due.max(least) } else { least };
        text.extend(std::iter::repeat_n(' ', start - column));
        let said = &page.lines[spot.at.line].words[spot.at.word].text;
        text.push_str(said);
        column = start + said.chars().count();
        end = Some(spot.area.x1);
    }
}
