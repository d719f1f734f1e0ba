//! Gutters: upright strips that hardly any word reaches into.

use super::rows::{Measure, Spot, median, rows};

/// A strip between two sides of a region.
#[derive(Clone, Debug)]
pub(crate) struct Gutter {
    left: f32,
    right: f32,
    /// How likely it parts columns and not cells, as a logarithm of odds.
    odds: f32,
}

/// A strip that is narrower, in characters, is a gap between words.
const NARROWEST: f32 = 1.2;
/// So many words on each side, at least.
const FEWEST: usize = 4;
/// Of a region's gutters so many are tried.
const TRIED: usize = 2;
/// What share of the rows may reach into a gutter.
const REACH: f32 = 0.08;
/// A strip has so many steps to a character.
const STEPS: f32 = 2.0;
/// No region has more steps.
const MOST_STEPS: usize = 20_000;

impl Gutter {
    pub fn middle(&self) -> f32 {
        f32::midpoint(self.left, self.right)
    }

    /// The price of cutting here.
    pub fn cost(&self) -> f32 {
        (-self.odds).exp().ln_1p()
    }

    /// The price of not cutting here.
    pub fn cost_of_none(&self) -> f32 {
        self.odds.exp().ln_1p()
    }

    fn reaches(&self, spot: &Spot) -> bool {
        spot.area.x0 < self.right && spot.area.x1 > self.left
    }

    /// Which words stand across it: those that reach into it, and those that stand in one row with them, no further apart
    /// than words are.
    pub fn across(&self, spots: &[Spot], measure: &Measure) -> Vec<bool> {
        let mut across: Vec<bool> = spots.iter().map(|spot| self.reaches(spot)).collect();
        let mut work: Vec<usize> = (0..spots.len()).filter(|&index| across[index]).collect();
        // A page in ruins, all of it across, would be gone through for every word.
        if work.len() > spots.len() / 4 {
            return across;
        }
        while let Some(index) = work.pop() {
            let one = spots[index];
            for (other, spot) in spots.iter().enumerate() {
                let gap = (spot.area.x0 - one.area.x1).max(one.area.x0 - spot.area.x1);
                let beside = (spot.middle() - one.middle()).abs() <= measure.height * 0.5;
                if !across[other] && beside && gap <= measure.width * 2.0 {
                    across[other] = true;
                    work.push(other);
                }
            }
        }
        across
    }
}

/// The likeliest gutters of a region, the best first.
pub(crate) fn gutters(spots: &[Spot], measure: &Measure) -> Vec<Gutter> {
    let left = spots.iter().map(|spot| spot.area.x0).fold(f32::INFINITY, f32::min);
    let right = spots.iter().map(|spot| spot.area.x1).fold(f32::NEG_INFINITY, f32::max);
    let step = (measure.width / STEPS).max((right - left) / MOST_STEPS as f32);
    if spots.len() < 2 * FEWEST || !(right - left).is_finite() || step <= 0.0 {
        return Vec::new();
    }
    let index = |x: f32| (((x - left) / step).max(0.0) as usize).min(MOST_STEPS);
    let mut cover = vec![0.0_f32; index(right) + 1];
    for spot in spots {
        // Edges are worn: a quarter of a step within a word is still at its edge.
        let (from, to) = (index(spot.area.x0 + step * 0.25), index(spot.area.x1 - step * 0.25));
        for cell in &mut cover[from..=to.max(from)] {
            *cell += 1.0;
        }
    }
    let many = rows(spots, measure).len() as f32;
    let few = many * REACH;
    let mut found = Vec::new();
    let mut from = None;
    for at in 0..=cover.len() {
        let is_free = cover.get(at).is_some_and(|&cover| cover <= few);
        match (from, is_free) {
            (None, true) => from = Some(at),
            (Some(start), false) => {
                from = None;
                let (x0, x1) = (left + start as f32 * step, left + at as f32 * step);
                if start > 0 && at < cover.len() && x1 - x0 >= measure.width * NARROWEST {
                    found.extend(weighed(spots, measure, x0, x1, many));
                }
            }
            _ => {}
        }
    }
    found.sort_by(|a, b| b.odds.total_cmp(&a.odds));
    found.truncate(TRIED);
    found
}

/// How likely a strip parts columns of text. Columns are wide, their lines fill them, and little stands across; the cells
/// of a table are narrow and ragged.
fn weighed(spots: &[Spot], measure: &Measure, left: f32, right: f32, many: f32) -> Option<Gutter> {
    let strip = Gutter { left, right, odds: 0.0 };
    let across = spots.iter().filter(|spot| strip.reaches(spot)).count() as f32;
    let side = |is_right: bool| -> Vec<Spot> {
        let inside = spots.iter().filter(|spot| !strip.reaches(spot));
        inside.filter(|spot| (spot.middle_across() > strip.middle()) == is_right).copied().collect()
    };
    let (one, two) = (Side::of(&side(false), measure)?, Side::of(&side(true), measure)?);
    let wide = (right - left) / measure.width;
    let fill = one.fill.min(two.fill);
    let columns = one.wide.min(two.wide);
    let odds = ((wide - 1.5) / 1.5).clamp(-1.0, 1.5)
        + (fill - 0.7) * 6.0
        + ((columns - 18.0) / 8.0).clamp(-2.5, 2.0)
        // Words in the strip, a few of them allowed to headings.
        - (across / many.max(1.0)) * 10.0
        // Two rows side by side may be anything.
        + ((one.rows.min(two.rows) as f32 - 6.0) / 6.0).clamp(-1.5, 1.0);
    Some(Gutter { odds, ..strip })
}

struct Side {
    /// How far its rows reach, of the way that most of them reach.
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
