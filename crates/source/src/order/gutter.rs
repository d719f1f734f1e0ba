//! Gutters: upright strips, from some row to another, that hardly any word reaches into.

use super::rows::{Measure, Spot, median, rows};

/// A strip between two sides of a region.
#[derive(Clone, Debug)]
pub(crate) struct Gutter {
    pub left: f32,
    pub right: f32,
    /// Where it begins and ends.
    pub top: f32,
    pub bottom: f32,
    /// How likely it parts columns and not cells, as a logarithm of odds.
    odds: f32,
}

/// A strip that is narrower, in characters, is a gap between words.
const NARROWEST: f32 = 1.0;
/// A strip that is narrower, in gaps between words, is one of these above another.
const RIVER: f32 = 1.1;
/// So many strips are weighed.
const WEIGHED: usize = 6;
/// So many words and so many rows are on each side, at least.
const FEWEST: usize = 4;
const FEWEST_ROWS: usize = 3;
/// Of a region's gutters so many are tried.
const TRIED: usize = 2;
/// What a row is worth that has words on both sides of a strip, on one side, and in it.
const BOTH: f32 = 1.0;
const ONE: f32 = 0.4;
const CROSSED: f32 = -2.5;
/// A word that takes such a share of a strip's width stands across it.
const BRIDGE: f32 = 0.6;
/// A word that is narrower, in characters, is a speck or a printed rule.
const SPECK: f32 = 0.6;
/// What share of its rows may reach into the core of a strip, besides those that reach into all of it.
const RAGGED: f32 = 0.06;
/// A strip has so many steps to a character.
const STEPS: f32 = 2.0;
/// In larger regions words across are not joined to rows.
const MOST_SPOTS: usize = 20_000;
/// Rows times steps; a region that has more is no page of paper.
const MOST_CELLS: usize = 40_000_000;
/// No region has more steps.
const MOST_STEPS: usize = 4_000;

impl Gutter {
    pub fn middle(&self) -> f32 {
        f32::midpoint(self.left, self.right)
    }

    /// The logarithm of the odds that it parts columns.
    pub fn odds(&self) -> f32 {
        self.odds
    }

    /// Whether a word takes most of its width. A speck within it does not, nor does a line that is a little too long.
    fn is_bridged_by(&self, spot: &Spot) -> bool {
        let shared = spot.area.x1.min(self.right) - spot.area.x0.max(self.left);
        shared >= (self.right - self.left) * BRIDGE
    }

    /// Which words stand across it: those that bridge it, and those that stand in one row with them, no further apart than
    /// words are.
    pub fn across(&self, spots: &[Spot], measure: &Measure) -> Vec<bool> {
        let mut across: Vec<bool> = spots.iter().map(|spot| self.is_bridged_by(spot)).collect();
        let mut work: Vec<usize> = (0..spots.len()).filter(|&index| across[index]).collect();
        // A page in ruins, much of it across, would be gone through for every word.
        if work.len() > 50 + spots.len() / 10 || spots.len() > MOST_SPOTS {
            return across;
        }
        while let Some(index) = work.pop() {
            let one = spots[index];
            for (other, spot) in spots.iter().enumerate() {
                let gap = (spot.area.x0 - one.area.x1).max(one.area.x0 - spot.area.x1);
                let beside = (spot.middle() - one.middle()).abs() <= measure.height * 0.5;
                if !across[other] && beside && gap <= measure.width * 1.8 {
                    across[other] = true;
                    work.push(other);
                }
            }
        }
        across
    }
}

/// A row as seen by strips.
struct StripRow {
    /// Which steps its words cover.
    covered: Vec<bool>,
    first: usize,
    last: usize,
    top: f32,
    bottom: f32,
}

/// The likeliest gutters of a region, the best first.
pub(crate) fn gutters(spots: &[Spot], measure: &Measure) -> Vec<Gutter> {
    let left = spots.iter().map(|spot| spot.area.x0).fold(f32::INFINITY, f32::min);
    let right = spots.iter().map(|spot| spot.area.x1).fold(f32::NEG_INFINITY, f32::max);
    let step = (measure.width / STEPS).max((right - left) / MOST_STEPS as f32);
    if spots.len() < 2 * FEWEST || !(right - left).is_finite() || step <= 0.0 {
        return Vec::new();
    }
    let steps = (((right - left) / step) as usize).min(MOST_STEPS) + 1;
    let index = |x: f32| (((x - left) / step).max(0.0) as usize).min(steps - 1);
    let printed: Vec<Spot> =
        spots.iter().filter(|spot| spot.area.width() >= measure.width * SPECK).copied().collect();
    let rows: Vec<StripRow> =
        rows(&printed, measure).iter().map(|row| StripRow::of(row, steps, step, &index)).collect();
    if rows.len() * steps > MOST_CELLS {
        return Vec::new();
    }
    let runs: Vec<Option<Run>> = (0..steps).map(|at| best_run(&rows, at)).collect();
    let mut strips = Vec::new();
    let mut at = 0;
    while at < steps {
        let Some(run) = runs[at] else {
            at += 1;
            continue;
        };
        // Neighbours of about the same rows and as few words are one strip; the emptiest part of it is its core.
        let alike = |other: &Run| {
            let (from, to) = (run.from.max(other.from), run.to.min(other.to));
            (to.saturating_sub(from) + 1) as f32
                >= 0.8 * (run.to.max(other.to) - run.from.min(other.from) + 1) as f32
        };
        let end = (at..steps).find(|&next| !runs[next].as_ref().is_some_and(alike)).unwrap_or(steps);
        let least = runs[at..end].iter().flatten().map(|run| run.crossed).min().unwrap_or_default();
        let most = least + ((run.to - run.from + 1) as f32 * RAGGED) as usize;
        let mut core = at..at;
        let mut from = at;
        let inside = runs[at..end].iter().map(|run| run.is_some_and(|run| run.crossed <= most));
        for (next, is_in) in (at..).zip(inside.chain([false])) {
            if !is_in {
                if next - from > core.len() {
                    core = from..next;
                }
                from = next + 1;
            }
        }
        at = end;
        let wide = (core.len() as f32 + 0.5) * step;
        if wide < measure.width * NARROWEST || wide < measure.gap * RIVER {
            continue;
        }
        let Some(run) = runs[core.start + core.len() / 2] else { continue };
        let strip = Gutter {
            left: left + core.start as f32 * step,
            right: left + core.end as f32 * step,
            top: rows[run.from].top,
            bottom: rows[run.to].bottom,
            odds: 0.0,
        };
        let crossed = run.crossed as f32 / (run.to - run.from + 1) as f32;
        let worth = (run.to - run.from + 1) as f32 * (1.0 - crossed) * wide.min(measure.gap * 3.0);
        strips.push((worth, strip, crossed));
    }
    // Weighing takes time; the strips that are long and wide come first.
    strips.sort_by(|a, b| b.0.total_cmp(&a.0));
    strips.truncate(WEIGHED);
    let weigh = |(_, strip, crossed)| weighed(spots, measure, strip, crossed);
    let mut found: Vec<Gutter> = strips.into_iter().filter_map(weigh).collect();
    found.sort_by(|a, b| b.odds.total_cmp(&a.odds));
    found.truncate(TRIED);
    found
}

impl StripRow {
    fn of(row: &[Spot], steps: usize, step: f32, index: &impl Fn(f32) -> usize) -> StripRow {
        let mut covered = vec![false; steps];
        let (mut first, mut last) = (steps, 0);
        let (mut top, mut bottom) = (f32::INFINITY, f32::NEG_INFINITY);
        for spot in row {
            // Edges are worn: a quarter of a step within a word is still at its edge.
            let from = index(spot.area.x0 + step * 0.25);
            let to = index(spot.area.x1 - step * 0.25).max(from);
            covered[from..=to].fill(true);
            (first, last) = (first.min(from), last.max(to));
            (top, bottom) = (top.min(spot.middle()), bottom.max(spot.middle()));
        }
        StripRow { covered, first, last, top, bottom }
    }
}

/// Rows that a strip parts, the first and the last of them, and how many have a word in it.
#[derive(Copy, Clone)]
struct Run {
    from: usize,
    to: usize,
    crossed: usize,
}

/// The run of rows that a strip parts best: worth by rows, as the greatest sum of neighbours.
fn best_run(rows: &[StripRow], at: usize) -> Option<Run> {
    let worth = |row: &StripRow| match (row.covered[at], row.first < at, row.last > at) {
        (true, ..) => CROSSED,
        (false, true, true) => BOTH,
        _ => ONE,
    };
    let (mut best, mut sum, mut from) = (0.0, 0.0_f32, 0);
    let mut range = None;
    for (index, row) in rows.iter().enumerate() {
        if sum <= 0.0 {
            (sum, from) = (0.0, index);
        }
        sum += worth(row);
        if sum > best {
            best = sum;
            range = Some((from, index));
        }
    }
    let (mut from, to) = range?;
    // What stands above the side that begins lower is read before both.
    let begins = |is_side: fn(&StripRow, usize) -> bool| (from..=to).find(|&index| is_side(&rows[index], at));
    let one = begins(|row, at| row.first < at && !row.covered[at])?;
    let two = begins(|row, at| row.last > at && !row.covered[at])?;
    from = one.max(two);
    let run = &rows[from..=to];
    let crossed = run.iter().filter(|row| row.covered[at]).count();
    let sides =
        [run.iter().filter(|row| row.first < at).count(), run.iter().filter(|row| row.last > at).count()];
    let enough = sides.iter().all(|&side| side >= FEWEST_ROWS + crossed);
    enough.then_some(Run { from, to, crossed })
}

/// How likely a strip parts columns of text. Columns are wide, their lines fill them, and little stands across; the cells
/// of a table are narrow and ragged.
fn weighed(spots: &[Spot], measure: &Measure, strip: Gutter, crossed: f32) -> Option<Gutter> {
    let side = |is_right: bool| -> Vec<Spot> {
        let inside = spots.iter().filter(|spot| {
            spot.middle() >= strip.top && spot.middle() <= strip.bottom && !strip.is_bridged_by(spot)
        });
        inside.filter(|spot| (spot.middle_across() > strip.middle()) == is_right).copied().collect()
    };
    let (one, two) = (Side::of(&side(false), measure)?, Side::of(&side(true), measure)?);
    let wide = (strip.right - strip.left) / measure.gap;
    let fill = one.fill.min(two.fill);
    let columns = one.wide.min(two.wide);
    // One like a gap between words is a river; a wide one is not more telling, for tables have the widest.
    let odds = ((wide - 2.0) * 1.5).clamp(-4.0, 1.0)
        + (fill - 0.75) * 6.0
        + ((columns - 22.0) / 5.0).clamp(-4.0, 1.5)
        // Headings may stand across.
        - crossed * 8.0
        // A few rows side by side may be anything.
        + ((one.rows.min(two.rows) as f32 - 6.0) / 6.0).clamp(-1.5, 1.0);
    Some(Gutter { odds, ..strip })
}

struct Side {
    /// How far its rows reach, of the way that the widest of them reach.
    fill: f32,
    /// Its width in characters.
    wide: f32,
    rows: usize,
}

impl Side {
    fn of(spots: &[Spot], measure: &Measure) -> Option<Side> {
        if spots.len() < FEWEST {
            return None;
        }
        let rows = rows(spots, measure);
        let reach = |row: &Vec<Spot>| {
            let left = row.iter().map(|spot| spot.area.x0).fold(f32::INFINITY, f32::min);
            let right = row.iter().map(|spot| spot.area.x1).fold(f32::NEG_INFINITY, f32::max);
            right - left
        };
        let mut reaches: Vec<f32> = rows.iter().map(reach).collect();
        reaches.sort_by(f32::total_cmp);
        // The widest rows may be headings that stick out.
        let full = *reaches.get(reaches.len() * 9 / 10)?;
        let usual = median(reaches.iter().copied())?;
        Some(Side { fill: usual / full.max(measure.width), wide: full / measure.width, rows: rows.len() })
    }
}
