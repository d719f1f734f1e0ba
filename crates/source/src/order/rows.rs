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
    /// What its letters tell of the line it stands on.
    stands: Stands,
}

/// Which edge of a word tells the height of its line: letters differ in how far they reach up and down.
#[derive(Copy, Clone, Debug)]
enum Stands {
    /// Its upper edge: it has a capital, a figure or a letter as high.
    Below,
    /// Its lower edge: it has low letters only, and none with a tail.
    Above,
    /// Neither.
    Between,
    /// It is a speck, as a dash or what is left of a number: it stands on a line of words.
    Speck,
}

impl Stands {
    fn of(text: &str) -> Stands {
        let is_high = |c: char| c.is_uppercase() || c.is_ascii_digit() || "bdfhklt()[]{}&!?".contains(c);
        if !text.chars().any(char::is_alphanumeric) {
            Stands::Speck
        } else if text.chars().any(is_high) {
            Stands::Below
        } else if text.chars().all(|c| c.is_lowercase() && !"gjpqy".contains(c) || c == '.') {
            Stands::Above
        } else {
            Stands::Between
        }
    }
}

impl Spot {
    /// The middle of its line's capitals, as far as the word tells it.
    fn level(&self, measure: &Measure) -> f32 {
        let half = measure.height / 2.0;
        match self.stands {
            // A box so high holds more than the word.
            _ if self.area.height() > measure.height * TALL => self.middle(),
            Stands::Below => self.area.y0 + half,
            Stands::Above => self.area.y1 - half,
            Stands::Between | Stands::Speck => self.middle(),
        }
    }

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

/// Words so many times as high as words are have letters that no line has.
const TALL: f32 = 2.0;

/// A word so many times as high as words are, and as it is wide, stands on end: it is print that is turned, or what a scanner made of signs one
/// below the other, as the numbers of a column.
const ON_END: f32 = 2.0;
/// Of a page that is turned as a whole, more than one in so many words.
const TURNED: usize = 4;

/// The words that stand in lines across the page, and those that have no place or stand on end.
pub(crate) fn spots(page: &Page) -> (Vec<Spot>, Vec<WordAt>) {
    let (mut spots, mut homeless) = (Vec::new(), Vec::new());
    for (line, words) in page.lines.iter().enumerate() {
        for (word, said) in words.words.iter().enumerate() {
            let at = WordAt { line, word };
            match said.area {
                Some(area) => spots.push(Spot {
                    at,
                    area,
                    told: area,
                    chars: said.text.chars().count(),
                    stands: Stands::of(&said.text),
                }),
                None => homeless.push(at),
            }
        }
    }
    if let Some(measure) = Measure::of(page, &spots).filter(|_| page.places != Places::Characters) {
        let is_on_end = |spot: &Spot| {
            let (width, height) = (spot.told.width(), spot.told.height());
            spot.chars > 1 && height > ON_END * measure.height && height > ON_END * width
        };
        let on_end: Vec<WordAt> = spots.iter().filter(|spot| is_on_end(spot)).map(|spot| spot.at).collect();
        if on_end.len() * TURNED <= spots.len() {
            spots.retain(|spot| !is_on_end(spot));
            homeless.extend(on_end);
            homeless.sort();
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

/// How far from the level of its line a word may stand, and how far from that of its part of the line, in heights of words.
const SAME: f32 = 0.35;
/// See `SAME`.
const ASTRAY: f32 = 1.0;
/// What parts a line into parts, in widths of characters.
const WIDE: f32 = 6.0;

/// How far from a row a speck may stand that belongs to it, in heights of words.
const SPECK: f32 = 0.2;

/// The rows of some words from top to bottom, each from left to right.
pub(crate) fn rows(spots: &[Spot], measure: &Measure) -> Vec<Vec<Spot>> {
    let mut sorted: Vec<(f32, Spot)> = leveled(spots, measure);
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let is_speck = |leveled: &(f32, Spot)| matches!(leveled.1.stands, Stands::Speck);
    let (specks, words): (Vec<_>, Vec<_>) = sorted.into_iter().partition(is_speck);
    let mut rows = joined(level_rows(words, measure), measure);
    let mut alone = Vec::new();
    let extents: Vec<(f32, f32)> = rows.iter().map(|row| extent(&row.1, measure)).collect();
    for (level, spot) in specks {
        let far = |(top, bottom): &(f32, f32)| (top - level).max(level - bottom).max(0.0);
        let near =
            rows.iter_mut().zip(&extents).map(|(row, extent)| (far(extent), (row.0 - level).abs(), row));
        let near = near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        match near.filter(|(far, ..)| *far <= SPECK * measure.height) {
            Some((.., row)) => row.1.push(spot),
            None => alone.push((level, spot)),
        }
    }
    rows.extend(level_rows(alone, measure));
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let across = |mut row: Vec<Spot>| {
        row.sort_by(|a, b| a.area.x0.total_cmp(&b.area.x0).then(a.at.cmp(&b.at)));
        row
    };
    rows.into_iter().map(|(_, row)| across(row)).collect()
}

/// From where to where the words of a row reach down the page, most of them.
fn extent(row: &[Spot], measure: &Measure) -> (f32, f32) {
    let words = || row.iter().filter(|spot| spot.area.height() <= TALL * measure.height);
    let edge = |of: fn(&Spot) -> f32| median(words().map(of));
    let level = || row.first().map_or(0.0, Spot::middle);
    (edge(|spot| spot.area.y0).unwrap_or_else(level), edge(|spot| spot.area.y1).unwrap_or_else(level))
}

/// How far apart two rows stand at the most that are one, in heights of words, if none of their words stand above each other.
const BESIDE: f32 = 0.8;

/// Rows, those that stand side by side as one.
fn joined(rows: Vec<(f32, Vec<Spot>)>, measure: &Measure) -> Vec<(f32, Vec<Spot>)> {
    let mut out: Vec<(f32, Vec<Spot>)> = Vec::with_capacity(rows.len());
    for (level, row) in rows {
        let is_above = |a: &Spot, b: &Spot| a.area.x0 < b.area.x1 && b.area.x0 < a.area.x1;
        match out.last_mut() {
            Some((last, before))
                if level - *last <= BESIDE * measure.height
                    && !before.iter().any(|a| row.iter().any(|b| is_above(a, b))) =>
            {
                let (own, other) = (before.len() as f32, row.len() as f32);
                *last = (*last * own + level * other) / (own + other);
                before.extend(row);
            }
            _ => out.push((level, row)),
        }
    }
    out
}

/// Words that are sorted by level as rows, each with its level.
fn level_rows(sorted: Vec<(f32, Spot)>, measure: &Measure) -> Vec<(f32, Vec<Spot>)> {
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
    rows
}

/// Words with their levels: that of their line as the form has it, or of their part of it, if they stand near it.
fn leveled(spots: &[Spot], measure: &Measure) -> Vec<(f32, Spot)> {
    let mut words: Vec<Spot> = spots.to_vec();
    words.sort_by_key(|spot| spot.at);
    let level = |words: &[Spot]| median(words.iter().map(|spot| spot.level(measure)));
    let mut leveled = Vec::with_capacity(words.len());
    for line in words.chunk_by(|a, b| a.at.line == b.at.line) {
        let whole = level(line);
        // Rows of two columns that a scanner takes for one line need not be level.
        let is_near = |a: &Spot, b: &Spot| b.area.x0 - a.area.x1 < WIDE * measure.width;
        for part in line.chunk_by(is_near) {
            let own = level(part);
            leveled.extend(part.iter().map(|spot| {
                let middle = spot.level(measure);
                let near = |level: Option<f32>, astray: f32| {
                    level.filter(|level| (level - middle).abs() <= astray * measure.height)
                };
                (near(whole, SAME).or_else(|| near(own, ASTRAY)).unwrap_or(middle), *spot)
            }));
        }
    }
    leveled
}
