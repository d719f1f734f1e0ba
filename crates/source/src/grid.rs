//! The words of a page on a grid of characters, as far apart as on paper.

use crate::order::{Measure, Spot, WordAt, rows, spots, upright};
use crate::{Page, Places};

/// A gap between words that is wider, in characters, parts columns.
const COLUMN: f32 = 1.9;
/// A gap between rows that is higher, in heights of words, leaves a blank line.
const PARAGRAPH: f32 = 1.2;
/// Plain text keeps its blank lines, as many as these.
const MOST_BLANK: f32 = 50.0;
/// No row is wider.
const WIDEST: f32 = 400.0;

/// The text of a page, and where in it each of its words stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Laid {
    /// Lines that all end with a line feed.
    pub text: String,
    /// Each word with the byte of the text at which it begins, in the order of the text.
    pub words: Vec<(usize, WordAt)>,
}

/// Lays the words out; where they have no places, line by line.
pub(crate) fn laid(page: &Page) -> Laid {
    let (spots, homeless) = spots(page);
    let mut laid = Laid::default();
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
            laid.text.extend(std::iter::repeat_n('\n', blank));
            bottom = row.iter().map(|spot| spot.area.y1).reduce(f32::max);
            lay(page, &row, left, measure.width, &mut laid);
            laid.text.push('\n');
        }
    }
    for line in homeless.chunk_by(|a, b| a.line == b.line) {
        for (at, word) in line.iter().enumerate() {
            laid.text.push_str(if at == 0 { "" } else { " " });
            laid.word(page, *word);
        }
        laid.text.push('\n');
    }
    laid
}

impl Laid {
    /// Adds a word; returns how many characters it has.
    fn word(&mut self, page: &Page, at: WordAt) -> usize {
        let said = &page.lines[at.line].words[at.word].text;
        self.words.push((self.text.len(), at));
        self.text.push_str(said);
        said.chars().count()
    }
}

fn lay(page: &Page, row: &[Spot], left: f32, width: f32, laid: &mut Laid) {
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
        column = start + laid.word(page, spot.at);
        end = Some(spot.area.x1);
    }
}
