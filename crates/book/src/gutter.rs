//! Finds gutters: vertical paths through the spaces of lines.
//!
//! Scans are rarely straight, and a page imitated with spaces is uneven. So a gutter is not a column but a
//! chain of spaces, one per line, each overlapping the one above.

use std::ops::Range;

use rustc_hash::FxHashSet;

/// Least width of a gutter, in columns; narrower spaces separate words.
const NARROWEST: u32 = 2;
/// Most columns that a gutter may shift from line to line.
const LEAN: u32 = 5;
/// Fewest lines with text on both sides.
const LEAST_LINES: usize = 3;
/// Most gutters of one block.
const MOST: usize = 10;
/// The end of the space after the last text of a line.
pub const OPEN: u32 = u32::MAX;

/// A gutter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gutter {
    /// The lines that it passes, as indices.
    pub lines: Range<usize>,
    /// For each line, the column at which the right side starts.
    pub at: Vec<u32>,
    /// Number of lines with text on both sides.
    both: usize,
}

/// The spaces of a line: before, between and after its text. `printed`: whether each column has text.
#[must_use]
pub fn blanks(printed: impl Iterator<Item = u32>) -> Vec<Range<u32>> {
    let mut runs = Vec::new();
    let mut last = 0;
    for column in printed {
        if column >= last + NARROWEST || (last == 0 && column > 0) {
            runs.push(last..column);
        }
        last = column + 1;
    }
    runs.push(last..OPEN);
    runs
}

/// The gutters of lines, given by their spaces; those with the most text on both sides first.
///
/// ```
/// use scorebook_book::gutter::{blanks, find};
/// let lines = ["aa    bb", "aaa   bb", "a     bbb"];
/// let printed = |line: &str| {
///     let columns: Vec<u32> =
///         line.char_indices().filter(|(_, c)| *c != ' ').map(|(at, _)| at as u32).collect();
///     blanks(columns.into_iter())
/// };
/// let found = find(&lines.map(printed));
/// assert_eq!(found[0].at, [6, 6, 6]);
/// ```
#[must_use]
pub fn find(lines: &[Vec<Range<u32>>]) -> Vec<Gutter> {
    let mut found: Vec<Gutter> = Vec::new();
    let mut seen: FxHashSet<(usize, u32)> = FxHashSet::default();
    for (line, seed) in seeds(lines) {
        if seen.contains(&(line, seed.start)) {
            continue;
        }
        let up = follow(lines[..line].iter().rev(), &seed);
        let down = follow(lines[line..].iter(), &seed);
        let start = line - up.len();
        let way: Vec<Range<u32>> = up.into_iter().rev().chain(down).collect();
        seen.extend(way.iter().enumerate().map(|(at, run)| (start + at, run.start)));
        let count = |which: fn(&Range<u32>) -> bool| way.iter().filter(|run| which(run)).count();
        // If the lines of two columns are not level, each line has text on one side only.
        let left = count(|run| run.start > 0 && run.end == OPEN);
        let right = count(|run| run.start == 0 && run.end != OPEN);
        let both = count(inner) + left.min(right);
        if both >= LEAST_LINES {
            let at = way.iter().map(|run| if run.end == OPEN { run.start } else { run.end }).collect();
            found.push(Gutter { lines: start..start + way.len(), at, both });
        }
    }
    found.sort_by_key(|gutter| std::cmp::Reverse(gutter.both));
    let mut kept: Vec<Gutter> = Vec::new();
    for gutter in found {
        if kept.len() < MOST && !kept.iter().any(|other| other.same(&gutter)) {
            kept.push(gutter);
        }
    }
    kept
}

/// Spaces at which a gutter may start, with their lines: with text on both sides, or between a line that ends
/// before it and an adjacent line that starts after it.
fn seeds(lines: &[Vec<Range<u32>>]) -> Vec<(usize, Range<u32>)> {
    let mut seeds = Vec::new();
    for (line, runs) in lines.iter().enumerate() {
        seeds.extend(runs.iter().filter(|run| inner(run)).map(|run| (line, run.clone())));
        let Some(next) = lines.get(line + 1) else { continue };
        let (Some(ends), Some(starts)) = (runs.last(), next.first()) else { continue };
        let (ends, starts) = match (ends.start, next.last()) {
            // The upper line is on the left, or the lower one.
            _ if starts.start == 0 && ends.start + NARROWEST <= starts.end => (ends.start, starts.end),
            (_, Some(last)) if runs[0].start == 0 && last.start + NARROWEST <= runs[0].end => {
                (last.start, runs[0].end)
            }
            _ => continue,
        };
        if ends > 0 && starts != OPEN {
            seeds.push((line, ends..starts));
        }
    }
    seeds
}

/// Whether there is text on both sides of a space.
fn inner(run: &Range<u32>) -> bool {
    run.start > 0 && run.end != OPEN
}

/// Follows the gutter line by line as far as it goes.
fn follow<'l>(lines: impl Iterator<Item = &'l Vec<Range<u32>>>, seed: &Range<u32>) -> Vec<Range<u32>> {
    let mut way = Vec::new();
    // The columns that are empty on all lines so far.
    let mut common = seed.clone();
    let mut last = seed.clone();
    for runs in lines {
        let overlap = |run: &Range<u32>, with: &Range<u32>| {
            run.end.min(with.end).saturating_sub(run.start.max(with.start))
        };
        let widest = |with: &Range<u32>| {
            runs.iter()
                .map(|run| (overlap(run, with), run))
                .filter(|(by, _)| *by > 0)
                .max_by_key(|(by, _)| *by)
        };
        let next = if let Some((_, run)) = widest(&common) {
            common = common.start.max(run.start)..common.end.min(run.end);
            run
        } else {
            let near = last.start.saturating_sub(LEAN)..last.end.saturating_add(LEAN);
            let Some((_, run)) = widest(&near) else { break };
            common = run.clone();
            run
        };
        // After a short line there is no limit; the space above it determines the path.
        if inner(next) {
            last = next.clone();
        }
        way.push(next.clone());
    }
    way
}

impl Gutter {
    /// Whether another gutter passes mostly the same spaces.
    fn same(&self, other: &Gutter) -> bool {
        let start = self.lines.start.max(other.lines.start);
        let end = self.lines.end.min(other.lines.end);
        let alike = (start..end)
            .filter(|line| self.at[line - self.lines.start] == other.at[line - other.lines.start])
            .count();
        alike * 2 > other.lines.len()
    }
}
