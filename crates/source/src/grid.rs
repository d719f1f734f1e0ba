//! Lays out the words of a page on a grid of characters, with the same distances as on paper.

use std::collections::HashMap;
use std::ops::Range;

use crate::leaders;
use crate::order::{Measure, Spot, WordAt, median, reading_order, rows, spots, upright};
use crate::{Area, Page, Places};

/// Least gap between columns, in characters.
const COLUMN: f32 = 1.9;
/// Least gap between rows that gives an empty line, in heights of their words.
const PARAGRAPH: f32 = 1.2;
/// Most consecutive empty lines of plain text.
const MOST_BLANK: f32 = 50.0;
/// Most characters in a row.
const WIDEST: f32 = 400.0;

/// The text of a page, with the position of each of its words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Laid {
    /// Lines, each ending with a line feed.
    pub text: String,
    /// The bytes of the text that each word takes, in text order.
    pub words: Vec<(Range<usize>, WordAt)>,
}

/// How a page is laid out as text.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Lay {
    /// On a grid of characters, with the same distances as on paper.
    #[default]
    Grid,
    /// Block by block in the likeliest [reading order](crate::reading_order), each on its own grid.
    Blocks,
    /// Line by line in the order of the file, with single spaces between words.
    Lines,
}

/// Lays the words out; where they have no places, line by line.
pub(crate) fn laid(page: &Page, lay: Lay) -> Laid {
    let mut laid = Laid::default();
    let (spots, homeless) = spots(page);
    let measure = Measure::of(page, &spots);
    let leads = measure.as_ref().filter(|measure| leaders::are_on(page, measure));
    match lay {
        Lay::Lines => lines(page, leads, &mut laid),
        Lay::Grid | Lay::Blocks => {
            if let Some(measure) = &measure {
                let spots = upright(page, measure, spots);
                match lay {
                    Lay::Blocks => blocks(page, &spots, measure, leads, &mut laid),
                    _ => block(page, rows(&spots, measure), measure, leads, &mut laid),
                }
            }
            for line in homeless.chunk_by(|a, b| a.line == b.line) {
                laid.line(page, leads, line.iter().copied());
            }
        }
    }
    laid
}

/// Rows that are read straight across.
fn block(page: &Page, rows: Vec<Vec<Spot>>, measure: &Measure, leads: Option<&Measure>, laid: &mut Laid) {
    let left = rows.iter().flatten().map(|spot| spot.area.x0).fold(f32::INFINITY, f32::min);
    // Of the row before: its lower edge, and how high its words are.
    let mut before: Option<(f32, f32)> = None;
    for row in rows {
        let top = row.iter().map(|spot| spot.area.y0).fold(f32::INFINITY, f32::min);
        let height = row_height(&row, measure);
        let gap = before.map_or(0.0, |(bottom, above)| (top - bottom) / height.max(above));
        let blank = match page.places {
            Places::Characters => gap.clamp(0.0, MOST_BLANK) as usize,
            _ => usize::from(gap > PARAGRAPH),
        };
        laid.text.extend(std::iter::repeat_n('\n', blank));
        before = row.iter().map(|spot| spot.area.y1).reduce(f32::max).map(|bottom| (bottom, height));
        lay(page, &row, left, measure.width, leads, laid);
        laid.text.push('\n');
    }
}

/// How high the words of a row are; no less than the words of the page are.
fn row_height(row: &[Spot], measure: &Measure) -> f32 {
    let words = row.iter().filter(|spot| spot.chars > 1).map(|spot| spot.area.height());
    median(words).unwrap_or(measure.height).clamp(measure.height, measure.height * 2.0)
}

/// The blocks of a page one after the other, a blank line between them.
fn blocks(page: &Page, spots: &[Spot], measure: &Measure, leads: Option<&Measure>, laid: &mut Laid) {
    let known: HashMap<WordAt, Spot> = spots.iter().map(|spot| (spot.at, *spot)).collect();
    for found in reading_order(page) {
        let rows = found.rows.iter().map(|row| row.iter().filter_map(|at| known.get(at).copied()).collect());
        let rows: Vec<Vec<Spot>> = rows.filter(|row: &Vec<Spot>| !row.is_empty()).collect();
        if rows.is_empty() {
            continue;
        }
        if !laid.text.is_empty() {
            laid.text.push('\n');
        }
        block(page, rows, measure, leads, laid);
    }
}

/// The lines of the form in its order, a blank line where a paragraph begins or, if the form does not tell, where a line
/// does not stand right under the one before.
fn lines(page: &Page, leads: Option<&Measure>, laid: &mut Laid) {
    let told = page.lines.iter().any(|line| line.opens);
    let mut before: Option<Area> = None;
    for (at, line) in page.lines.iter().enumerate() {
        let area = line.area.or_else(|| line.words.iter().filter_map(|word| word.area).reduce(Area::join));
        if let (Some(before), Some(area)) = (before, area) {
            let gap = (area.y0 - before.y1) / before.height().max(1.0);
            let is_apart = if told { line.opens } else { !(-1.0..=PARAGRAPH).contains(&gap) };
            if is_apart {
                laid.text.push('\n');
            }
        }
        before = area;
        laid.line(page, leads, (0..line.words.len()).map(|word| WordAt { line: at, word }));
    }
}

impl Laid {
    /// Adds words as a line of their own, with single blanks between them; `leads` where the page has leaders.
    fn line(&mut self, page: &Page, leads: Option<&Measure>, words: impl Iterator<Item = WordAt>) {
        for (at, word) in words.enumerate() {
            self.text.push_str(if at == 0 { "" } else { " " });
            self.word(page, leads, word);
        }
        self.text.push('\n');
    }

    /// Adds a word; returns how many characters it has.
    fn word(&mut self, page: &Page, leads: Option<&Measure>, at: WordAt) -> usize {
        let said = leaders::plain(&page.lines[at.line].words[at.word], leads);
        let start = self.text.len();
        self.text.push_str(&said);
        self.words.push((start..self.text.len(), at));
        said.chars().count()
    }
}

fn lay(page: &Page, row: &[Spot], left: f32, width: f32, leads: Option<&Measure>, laid: &mut Laid) {
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
        laid.text.extend(std::iter::repeat_n(' ', start - column));
        column = start + laid.word(page, leads, spot.at);
        end = Some(spot.area.x1);
    }
}
