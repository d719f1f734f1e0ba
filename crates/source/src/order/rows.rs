//! Words as spots on a page set upright, and rows of them.

use crate::{Area, Page, Places};

use super::WordAt;

/// A word's place.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Spot {
    pub at: WordAt,
    /// Where it stands on the page set upright.
    pub area: Area,
    /// Where it stands as the form tells it.
    pub told: Area,
    pub chars: usize,
}

impl Spot {
    pub fn middle(&self) -> f32 {
        f32::midpoint(self.area.y0, self.area.y1)
    }

    pub fn middle_across(&self) -> f32 {
        f32::midpoint(self.area.x0, self.area.x1)
    }
}

/// The measure of a page's print.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Measure {
    /// A character's usual width.
    pub width: f32,
    /// A word's usual height.
    pub height: f32,
    /// The usual gap between words.
    pub gap: f32,
}

impl Measure {
    pub fn of(page: &Page, spots: &[Spot]) -> Option<Measure> {
        if page.places == Places::Characters {
            return (!spots.is_empty()).then_some(Measure { width: 1.0, height: 1.0, gap: 1.0 });
        }
        let width = median(spots.iter().map(|spot| spot.area.width() / spot.chars.max(1) as f32));
        let height = median(spots.iter().map(|spot| spot.area.height()));
        // Places that all are one point tell nothing; something must be divided by.
        let (width, height) = (width?, height?);
        let lines = page.lines.iter().flat_map(|line| line.words.windows(2));
        let gaps = lines.filter_map(|pair| Some(pair[1].area?.x0 - pair[0].area?.x1));
        // What is wider is no gap between words.
        let gap = median(gaps.filter(|gap| *gap > 0.0 && *gap < width * 2.5)).unwrap_or(width);
        (width > 0.0 && height > 0.0).then_some(Measure { width, height, gap: gap.max(width * 0.5) })
    }
}

pub(crate) fn median(numbers: impl Iterator<Item = f32>) -> Option<f32> {
    let mut numbers: Vec<f32> = numbers.filter(|number| number.is_finite()).collect();
    if numbers.is_empty() {
        return None;
    }
    let middle = numbers.len() / 2;
    Some(*numbers.select_nth_unstable_by(middle, f32::total_cmp).1)
}

/// The words that have places, and those that have none.
pub(crate) fn spots(page: &Page) -> (Vec<Spot>, Vec<WordAt>) {
    let (mut spots, mut homeless) = (Vec::new(), Vec::new());
    for (line, words) in page.lines.iter().enumerate() {
        for (word, said) in words.words.iter().enumerate() {
            let at = WordAt { line, word };
            match said.area {
                Some(area) => spots.push(Spot { at, area, told: area, chars: said.text.chars().count() }),
                None => homeless.push(at),
            }
        }
    }
    // Should no measure come of the places, the words must not be lost.
    if Measure::of(page, &spots).is_none() {
        homeless.extend(spots.drain(..).map(|spot| spot.at));
        homeless.sort();
    }
    (spots, homeless)
}

/// Sets the page upright: lines of four words and more tell how far it leans.
pub(crate) fn upright(page: &Page, measure: &Measure, mut spots: Vec<Spot>) -> Vec<Spot> {
    if page.places == Places::Characters {
        return spots;
    }
    let slopes = page.lines.iter().filter(|line| line.words.len() >= 4).filter_map(|line| {
        let first = line.words.first()?.area?;
        let last = line.words.last()?.area?;
        let across = last.x0 - first.x0;
        // Bases tell better than tops, of which some have ascenders.
        (across > measure.width * 15.0).then(|| (last.y1 - first.y1) / across)
    });
    let slopes: Vec<f32> = slopes.collect();
    let lean = if slopes.len() < 5 { 0.0 } else { median(slopes.into_iter()).unwrap_or_default() };
    // What leans more is no scan but lines read askew.
    if lean.abs() < 0.001 || lean.abs() > 0.1 {
        return spots;
    }
    for spot in &mut spots {
        let (x, y) = (spot.middle_across(), spot.middle());
        let (right, down) = (y * lean, -x * lean);
        let area = spot.area;
        spot.area = Area { x0: area.x0 + right, x1: area.x1 + right, y0: area.y0 + down, y1: area.y1 + down };
    }
    spots
}

/// How far from the middle of its line a word may stand, in heights of words.
const ASTRAY: f32 = 0.7;

/// The rows of some words from top to bottom, each from left to right.
pub(crate) fn rows(spots: &[Spot], measure: &Measure) -> Vec<Vec<Spot>> {
    let mut sorted: Vec<(f32, Spot)> = leveled(spots, measure);
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut rows: Vec<(f32, Vec<Spot>)> = Vec::new();
    for (level, spot) in sorted {
        match rows.last_mut() {
            Some((middle, row)) if level - *middle <= measure.height * 0.5 => {
                row.push(spot);
                // The row's middle follows its words, so that a leaning row stays one.
                *middle += (level - *middle) / row.len() as f32;
            }
            _ => rows.push((level, vec![spot])),
        }
    }
    let across = |mut row: Vec<Spot>| {
        row.sort_by(|a, b| a.area.x0.total_cmp(&b.area.x0).then(a.at.cmp(&b.at)));
        row
    };
    rows.into_iter().map(|(_, row)| across(row)).collect()
}

/// Words with their levels: the middle of their line as the form has it, for a word with a tail stands lower than its
/// neighbours.
fn leveled(spots: &[Spot], measure: &Measure) -> Vec<(f32, Spot)> {
    let mut words: Vec<Spot> = spots.to_vec();
    words.sort_by_key(|spot| spot.at);
    let mut leveled = Vec::with_capacity(words.len());
    for line in words.chunk_by(|a, b| a.at.line == b.at.line) {
        let middle = median(line.iter().map(Spot::middle));
        leveled.extend(line.iter().map(|spot| {
            let own = spot.middle();
            let near = middle.filter(|middle| (middle - own).abs() <= ASTRAY * measure.height);
            (near.unwrap_or(own), *spot)
        }));
    }
    leveled
}
