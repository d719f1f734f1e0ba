//! Gutters: ways down a page through the blanks of its lines.
//!
//! Print is seldom set square: a scan leans, and a text that imitates a page by blanks jitters. So a gutter is no column
//! but a chain of blanks, one a line, each below the one before.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::seam::Seam;

/// Narrower blanks part words, in columns; a gutter passes through a few of them where print runs into it.
const NARROWEST: u32 = 2;
/// Lines in succession whose print runs into a gutter.
const MOST_PIERCED: usize = 2;
/// One in so many lines of a gutter may be such.
const RARE: usize = 4;
/// How far a gutter may lean from line to line, in columns.
const LEAN: u32 = 5;
/// A gutter that leans more from line to line is two.
const LEAP: u32 = 12;
/// Fewer lines with print on both sides make no gutter.
const LEAST_LINES: usize = 3;
/// Gutters that are kept of one block.
const MOST: usize = 16;
/// Gutters that are tried as going on in others.
const MOST_JOINED: usize = 40;
/// The end of the blank behind the last print of a line.
pub const OPEN: u32 = u32::MAX;

/// A way down through blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gutter {
    /// The lines that it runs through, as places in what it was found in.
    pub lines: Range<usize>,
    /// For each line: the column where what stands right of it starts.
    pub at: Vec<u32>,
    /// Lines with print on both sides.
    both: usize,
}

/// The blanks of a line: before its print, between, and behind; `printed` says which of its columns bear print.
#[must_use]
pub fn blanks(printed: impl Iterator<Item = u32>) -> Vec<Range<u32>> {
    let mut runs = Vec::new();
    let mut last = 0;
    for column in printed {
        if column > last {
            runs.push(last..column);
        }
        last = column + 1;
    }
    runs.push(last..OPEN);
    runs
}

/// The gutters of lines, each given by its blanks; those with the most print on both sides first.
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
        let (up, above) = follow(lines[..line].iter().rev(), &seed);
        let (down, below) = follow(lines[line..].iter(), &seed);
        let start = line - up.len();
        let way: Vec<Range<u32>> = up.into_iter().rev().chain(down).collect();
        let pierced = above + below;
        seen.extend(way.iter().enumerate().map(|(at, run)| (start + at, run.start)));
        if pierced * RARE <= both(&way) {
            found.extend(straight(start, &way));
        }
    }
    found.sort_by_key(|gutter| std::cmp::Reverse(gutter.both));
    let mut kept: Vec<Gutter> = Vec::new();
    for gutter in found {
        if kept.len() < MOST && !kept.iter().any(|other| other.same(&gutter)) {
            kept.push(gutter);
        }
    }
    let once: Vec<Gutter> = joined(&kept, &kept).collect();
    let twice: Vec<Gutter> = joined(&once, &kept).collect();
    kept.extend(once.into_iter().chain(twice).take(MOST_JOINED));
    kept
}

/// Lines with print on both sides of a way.
fn both(way: &[Range<u32>]) -> usize {
    let count = |which: fn(&Range<u32>) -> bool| way.iter().filter(|run| which(run)).count();
    // Where the lines of two columns do not stand level, each line has print on one side only.
    let left = count(|run| run.start > 0 && run.end == OPEN);
    let right = count(|run| run.start == 0 && run.end != OPEN);
    count(inner) + left.min(right)
}

/// The straightest ways through blanks, from a line on: one for each part between two leaps.
fn straight(start: usize, way: &[Range<u32>]) -> Vec<Gutter> {
    let Some(seed) = way.iter().position(inner) else { return Vec::new() };
    let mut at: Vec<u32> = way.iter().map(|run| run.end).collect();
    for line in seed + 1..way.len() {
        at[line] = at[line - 1].clamp(way[line].start, way[line].end);
    }
    for line in (0..seed).rev() {
        at[line] = at[line + 1].clamp(way[line].start, way[line].end);
    }
    let leaps = (1..at.len()).filter(|line| at[*line].abs_diff(at[line - 1]) > LEAP);
    let ends: Vec<usize> = leaps.chain([at.len()]).collect();
    let mut first = 0;
    let mut parts = Vec::new();
    for end in ends {
        let lines = first..end;
        let both = both(&way[lines.clone()]);
        if both >= LEAST_LINES {
            let at = at[lines.clone()].to_vec();
            parts.push(Gutter { lines: start + lines.start..start + lines.end, at, both });
        }
        first = end;
    }
    parts
}

/// Gutters that go on in others, where print is set anew: a text that imitates a page by blanks puts its columns elsewhere
/// where a line is wider.
fn joined<'g>(upper: &'g [Gutter], lower: &'g [Gutter]) -> impl Iterator<Item = Gutter> + 'g {
    upper.iter().flat_map(move |upper| lower.iter().filter_map(move |lower| upper.join(lower)))
}

/// Blanks from which a gutter may be followed, with their lines: with print on both sides, or between a line that ends
/// before and a neighbour that starts behind.
fn seeds(lines: &[Vec<Range<u32>>]) -> Vec<(usize, Range<u32>)> {
    let mut seeds = Vec::new();
    for (line, runs) in lines.iter().enumerate() {
        seeds.extend(runs.iter().filter(|run| inner(run) && is_wide(run)).map(|run| (line, run.clone())));
        let Some(next) = lines.get(line + 1) else { continue };
        let (Some(ends), Some(starts)) = (runs.last(), next.first()) else { continue };
        let (ends, starts) = match (ends.start, next.last()) {
            // The upper line stands on the left, or the lower one.
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

/// Whether print stands on both sides of a blank.
fn inner(run: &Range<u32>) -> bool {
    run.start > 0 && run.end != OPEN
}

/// So many blanks part columns, not words.
const SPREAD: u32 = 4;

/// Whether a wide blank parts the print of a line.
#[must_use]
pub fn is_spread(runs: &[Range<u32>]) -> bool {
    runs.iter().any(|run| inner(run) && run.end - run.start >= SPREAD)
}

/// Whether a blank is more than what parts words.
fn is_wide(run: &Range<u32>) -> bool {
    run.end == OPEN || run.start == 0 || run.end - run.start >= NARROWEST
}

/// From blank to blank, line by line, as far as it goes; and on how many of the lines print runs into the way.
fn follow<'l>(
    lines: impl Iterator<Item = &'l Vec<Range<u32>>>,
    seed: &Range<u32>,
) -> (Vec<Range<u32>>, usize) {
    let mut way = Vec::new();
    // The columns that are blank on all lines so far.
    let mut common = seed.clone();
    let mut last = seed.clone();
    let (mut pierced, mut open) = (0, 0);
    for runs in lines {
        let overlap = |run: &Range<u32>, with: &Range<u32>| {
            run.end.min(with.end).saturating_sub(run.start.max(with.start))
        };
        let widest = |with: &Range<u32>, wide: bool| {
            runs.iter()
                .filter(|run| is_wide(run) == wide)
                .map(|run| (overlap(run, with), run))
                .filter(|(by, _)| *by > 0)
                .max_by_key(|(by, _)| *by)
        };
        let near = last.start.saturating_sub(LEAN)..last.end.saturating_add(LEAN);
        let next = if let Some((_, run)) = widest(&common, true) {
            common = common.start.max(run.start)..common.end.min(run.end);
            run.clone()
        } else if let Some((_, run)) = widest(&near, true) {
            common = run.clone();
            run.clone()
        } else if open < MOST_PIERCED {
            open += 1;
            way.push(match widest(&common, false).or_else(|| widest(&near, false)) {
                Some((_, run)) => run.clone(),
                None => last.end..last.end,
            });
            continue;
        } else {
            break;
        };
        pierced += open;
        open = 0;
        // Behind a short line the way is open: it is the blank above that leads on.
        if inner(&next) {
            last = next.clone();
        }
        way.push(next);
    }
    // The way ends where it was last open.
    way.truncate(way.len() - open);
    (way, pierced)
}

impl From<Seam> for Gutter {
    fn from(seam: Seam) -> Gutter {
        Gutter { both: seam.score as usize, lines: seam.lines, at: seam.at }
    }
}

impl Gutter {
    /// The same way set square: on each line through the blank, however narrow, that is nearest to where most lines have it. A
    /// gutter that follows wide blanks goes round cells that fill their column. `None` if nothing changes.
    #[must_use]
    pub fn squared(&self, lines: &[Vec<Range<u32>>]) -> Option<Gutter> {
        let mut sorted = self.at.clone();
        sorted.sort_unstable();
        let most = sorted.chunk_by(|a, b| a == b).max_by_key(|run| run.len())?[0];
        let near = |line: usize, at: u32| {
            let blanks = lines[line].iter().map(|run| most.clamp(run.start, run.end));
            blanks.filter(|at| at.abs_diff(most) <= LEAN).min_by_key(|at| at.abs_diff(most)).unwrap_or(at)
        };
        let at: Vec<u32> = self.lines.clone().zip(&self.at).map(|(line, at)| near(line, *at)).collect();
        self.moved(at)
    }

    /// How often it goes on in quite another place.
    #[must_use]
    pub fn leaps(&self) -> usize {
        self.at.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > LEAP).count()
    }

    /// The same lines parted at other columns; `None` if nothing changes.
    #[must_use]
    pub fn moved(&self, at: Vec<u32>) -> Option<Gutter> {
        (at != self.at).then(|| Gutter { lines: self.lines.clone(), at, both: self.both })
    }

    /// This gutter and one that goes on where it ends.
    fn join(&self, below: &Gutter) -> Option<Gutter> {
        let follows = below.lines.start > self.lines.start
            && below.lines.start <= self.lines.end
            && below.lines.end > self.lines.end;
        let own = below.lines.end.checked_sub(self.lines.end).filter(|_| follows)?;
        if own < LEAST_LINES {
            return None;
        }
        let rest = &below.at[below.at.len() - own..];
        let at = self.at.iter().chain(rest).copied().collect();
        Some(Gutter { lines: self.lines.start..below.lines.end, at, both: self.both + below.both })
    }

    /// Whether another one runs through nearly the same blanks.
    fn same(&self, other: &Gutter) -> bool {
        let start = self.lines.start.max(other.lines.start);
        let end = self.lines.end.min(other.lines.end);
        let alike = (start..end)
            .filter(|line| self.at[line - self.lines.start] == other.at[line - other.lines.start])
            .count();
        alike * 5 > other.lines.len() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::{blanks, find};

    #[test]
    fn a_gutter_is_set_square_past_a_cell_that_fills_its_column() {
        let lines = [
            "aa  aaa    bb bb",
            "aa  aaa    bb b",
            "aa  aaa aa bb bb",
            "aa  aaa    b bb",
            "aa  aaa    bb bb",
        ];
        let printed = |line: &str| {
            let columns: Vec<u32> =
                (0u32..).zip(line.chars()).filter(|(_, c)| *c != ' ').map(|(at, _)| at).collect();
            blanks(columns.into_iter())
        };
        let runs = lines.map(printed);
        let mut gutter =
            find(&runs).into_iter().find(|gutter| gutter.at.contains(&11)).expect("a gutter before b");
        gutter.at[2] = 8;
        let squared = gutter.squared(&runs).expect("another way");
        assert_eq!(squared.at, [11; 5]);
    }
}
