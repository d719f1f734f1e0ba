//! Boxes as text: rows of words with blanks between them as wide as on the page.

use std::fmt::Write as _;

use super::{Boxes, Page, Place, Word};

/// A text laid out from boxes.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Laid {
    /// The text; a form feed stands before each page but the first.
    pub text: String,
    /// Where each page starts in the text, and its number.
    pub pages: Vec<(usize, u32)>,
    /// Where each word starts in the text, and in the file.
    pub words: Vec<(usize, usize)>,
}

impl Laid {
    /// Lays out all pages.
    #[must_use]
    pub fn out(boxes: &Boxes) -> Laid {
        let mut laid = Laid::default();
        for (index, page) in boxes.pages.iter().enumerate() {
            if index > 0 {
                laid.text.push_str("\n\u{c}\n");
            }
            laid.pages.push((laid.text.len(), page.number));
            laid.page(page);
        }
        laid
    }

    fn page(&mut self, page: &Page) {
        let lines: Vec<Line<'_>> = page.lines.iter().filter_map(|words| Line::new(words)).collect();
        let Some(width) = letter_width(&lines) else { return };
        let height = median(lines.iter().map(|line| line.place.height()));
        let beside = rows(lines.clone(), height);
        let gutter = gutter(&beside, width).or_else(|| between_columns(&beside, width));
        let Some(gutter) = gutter else { return self.rows(&rows(lines, height), width, height) };
        // What crosses the gutter (a heading) parts what stands above it from what stands below.
        let mut halves: [Vec<Line<'_>>; 2] = [Vec::new(), Vec::new()];
        let mut lines: Vec<Line<'_>> = lines.into_iter().flat_map(|line| line.cut(gutter, width)).collect();
        lines.sort_by(|a, b| a.place.top.total_cmp(&b.place.top));
        for line in lines {
            if line.place.right <= gutter {
                halves[0].push(line);
            } else if line.place.left >= gutter {
                halves[1].push(line);
            } else {
                for half in &mut halves {
                    self.rows(&rows(std::mem::take(half), height), width, height);
                }
                self.rows(&[vec![line]], width, height);
            }
        }
        for half in halves {
            self.rows(&rows(half, height), width, height);
        }
    }

    fn rows(&mut self, rows: &[Vec<Line<'_>>], width: f32, height: f32) {
        let all = rows.iter().flatten();
        let left = all.clone().map(|line| line.place.left).fold(f32::INFINITY, f32::min);
        let mut bottom: Option<f32> = None;
        for row in rows {
            let place = row.iter().map(|line| line.place).reduce(Place::join).unwrap_or_default();
            if bottom.is_some_and(|bottom| place.top - bottom > height * PARAGRAPH) {
                self.text.push('\n');
            }
            bottom = Some(place.bottom);
            self.row(row, left, width);
        }
    }

    fn row(&mut self, row: &[Line<'_>], left: f32, width: f32) {
        let mut column = 0;
        let mut end: Option<f32> = None;
        for word in row.iter().flat_map(|line| line.words) {
            let gap = end.map(|end| (word.place.left - end) / width);
            let due = ((word.place.left - left) / width).clamp(0.0, MOST_COLUMNS) as usize;
            let blanks = match gap {
                None => due,
                Some(gap) if gap < COLUMN => 1,
                Some(_) => due.saturating_sub(column).max(2),
            };
            let _ = write!(self.text, "{:blanks$}", "");
            self.words.push((self.text.len(), word.offset));
            self.text.push_str(&word.text);
            column += blanks + word.text.chars().count();
            end = Some(word.place.right);
        }
        self.text.push('\n');
    }
}

/// A gap this many letters wide parts columns.
const COLUMN: f32 = 2.2;
/// A gap this many lines high parts paragraphs.
const PARAGRAPH: f32 = 0.9;
/// No line is wider than this in letters.
const MOST_COLUMNS: f32 = 200.0;

#[derive(Clone)]
struct Line<'p> {
    words: &'p [Word],
    place: Place,
}

impl<'p> Line<'p> {
    fn new(words: &'p [Word]) -> Option<Line<'p>> {
        let place = words.iter().map(|word| word.place).reduce(Place::join)?;
        Some(Line { words, place })
    }

    fn letters(&self) -> usize {
        self.words.iter().map(|word| word.text.chars().count()).sum()
    }

    /// The parts on both sides of a gutter, if no word stands in it and it is no blank between two words.
    fn cut(self, gutter: f32, width: f32) -> Vec<Line<'p>> {
        let at = self.words.partition_point(|word| word.place.right <= gutter);
        if self.words[at..].iter().any(|word| word.place.left < gutter) {
            return vec![self];
        }
        let (left, right) = self.words.split_at(at);
        if let (Some(last), Some(first)) = (left.last(), right.first())
            && first.place.left - last.place.right < width * COLUMN
        {
            return vec![self];
        }
        [left, right].into_iter().filter_map(Line::new).collect()
    }
}

/// The width of a letter of the page.
fn letter_width(lines: &[Line<'_>]) -> Option<f32> {
    let words = lines.iter().flat_map(|line| line.words).filter(|word| word.place.right > word.place.left);
    let widths =
        words.map(|word| (word.place.right - word.place.left) / word.text.chars().count().max(1) as f32);
    Some(median(widths)).filter(|&width| width > 0.0)
}

fn median(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Lines that stand beside each other, each row from left to right, from the top down.
fn rows(mut lines: Vec<Line<'_>>, height: f32) -> Vec<Vec<Line<'_>>> {
    lines.sort_by(|a, b| a.place.middle().total_cmp(&b.place.middle()));
    let mut rows: Vec<Vec<Line<'_>>> = Vec::new();
    for line in lines {
        let beside = |row: &Vec<Line<'_>>| {
            row.iter().all(|other| {
                let apart = other.place.right <= line.place.left || line.place.right <= other.place.left;
                apart && (other.place.middle() - line.place.middle()).abs() < height * 0.5
            })
        };
        // The rows near to it are the last ones.
        let last = rows.len().saturating_sub(3);
        match rows[last..].iter_mut().rev().find(|row| beside(row)) {
            Some(row) => row.push(line),
            None => rows.push(vec![line]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| a.place.left.total_cmp(&b.place.left));
    }
    rows
}

/// Where a page of two columns of text is cut: between prose that fills both halves, or before a second
/// column of numbered rows. White's and Black's moves beside each other are no such halves: they belong
/// together.
fn gutter(rows: &[Vec<Line<'_>>], width: f32) -> Option<f32> {
    let lines: Vec<&Line<'_>> = rows.iter().flatten().collect();
    let place = lines.iter().map(|line| line.place).reduce(Place::join)?;
    let wide = place.right - place.left;
    // Left edges of what begins the second half of a row.
    let mut starts: Vec<f32> = Vec::new();
    for row in rows {
        let words: Vec<&Word> = row.iter().flat_map(|line| line.words).collect();
        let numbered = words.first().is_some_and(|word| is_number(&word.text));
        let wide_gap = |pair: &[&Word]| pair[1].place.left - pair[0].place.right > width * COLUMN;
        let gaps: Vec<usize> =
            (0..words.len().saturating_sub(1)).filter(|&at| wide_gap(&words[at..at + 2])).collect();
        for (count, &at) in gaps.iter().enumerate() {
            let word = words[at + 1];
            let middle = (word.place.left - place.left) / wide;
            // Some print the number again before Black's move: then one cell stands before it, not two.
            let cells = count + 1 - usize::from(gaps[0] == 0);
            let again = cells < 2 && digits(&words[0].text) == digits(&word.text);
            if numbered && !again && is_number(&word.text) && (0.3..0.75).contains(&middle) {
                starts.push(word.place.left);
            }
        }
        if let [first, second] = row.as_slice()
            && first.letters().min(second.letters()) >= PROSE
        {
            starts.push(second.place.left);
        }
    }
    if starts.len() < FEWEST_ROWS {
        return None;
    }
    let at = median(starts.iter().copied());
    let near = starts.iter().filter(|start| (*start - at).abs() < width * 4.0).count();
    let first = starts.iter().copied().filter(|start| (start - at).abs() < width * 4.0).fold(at, f32::min);
    let gutter = first - width * 0.5;
    let crossed = lines.iter().flat_map(|line| line.words);
    let crossed = crossed.filter(|word| word.place.left < gutter && word.place.right > gutter).count();
    (near * 4 >= starts.len() * 3 && crossed * 8 <= near).then_some(gutter)
}

/// Lines of a column of prose have so many letters.
const PROSE: usize = 22;
/// Rows that bear witness to a gutter.
const FEWEST_ROWS: usize = 4;

/// Where a page is cut that has prose, or heads of White's and Black's columns, on both sides of a clear
/// band. Between White's and Black's moves there is no such band: one head stands on each side of it.
fn between_columns(rows: &[Vec<Line<'_>>], width: f32) -> Option<f32> {
    /// Heads that a column of text must have, where it has no prose, in lines of prose.
    const HEADS: usize = 3;
    let place = rows.iter().flatten().map(|line| line.place).reduce(Place::join)?;
    let wide = place.right - place.left;
    let steps = (wide * 0.45 / width) as usize;
    let mut best: Option<(usize, f32, f32)> = None;
    for step in 0..=steps {
        let at = place.left + wide * 0.3 + step as f32 * width;
        let (mut sides, mut crossed) = ([0, 0], 0);
        for row in rows {
            let words = row.iter().flat_map(|line| line.words);
            let clear = words.clone().all(|word| word.place.right <= at || word.place.left >= at);
            let (left, right): (Vec<&Word>, Vec<&Word>) =
                words.partition(|word| word.place.middle_across() < at);
            // What no blank parts stands on both sides.
            let apart = match (left.last(), right.first()) {
                (Some(left), Some(right)) => right.place.left - left.place.right >= width * COLUMN,
                _ => true,
            };
            if !apart || !clear {
                crossed += 1;
                continue;
            }
            for (side, words) in sides.iter_mut().zip([left, right]) {
                *side += if are_heads(&words) { HEADS } else { usize::from(is_prose(&words)) };
            }
        }
        let said = sides[0].min(sides[1]);
        if said < HEADS || crossed * 3 > rows.len() {
            continue;
        }
        best = match best {
            Some((known, from, _)) if known == said => Some((known, from, at)),
            Some(known) if known.0 > said => Some(known),
            _ => Some((said, at, at)),
        };
    }
    best.map(|(_, from, to)| f32::midpoint(from, to))
}

/// `WHITE  BLACK` over the columns of a table.
fn are_heads(words: &[&Word]) -> bool {
    let is = |word: &&Word, heads: &[&str]| {
        let letters: String = word.text.chars().filter(|c| c.is_alphabetic()).collect();
        heads.iter().any(|head| letters.eq_ignore_ascii_case(head))
    };
    let [first, second] = words else { return false };
    is(first, &["white", "weiss", "weiß", "blancs"]) && is(second, &["black", "schwarz", "noirs"])
}

fn is_prose(words: &[&Word]) -> bool {
    let long = |word: &&&Word| word.text.chars().filter(|c| c.is_lowercase()).count() >= 4;
    words.iter().map(|word| word.text.chars().count()).sum::<usize>() >= PROSE
        && words.iter().filter(long).count() >= 3
}

fn digits(word: &str) -> &str {
    word.trim_end_matches(['.', ',', ')'])
}

fn is_number(word: &str) -> bool {
    let digits = digits(word);
    !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit())
}
