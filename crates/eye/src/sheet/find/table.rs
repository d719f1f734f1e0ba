//! The table of a straightened sheet: its rows, evenly or slowly changing in height, and its columns.

use super::rules::ridges;
use crate::Plane;

/// A table: rows between lines, and columns.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The lines between rows, from top to bottom.
    pub lines: Vec<f64>,
    /// The columns, from left to right.
    pub columns: Vec<Column>,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub left: f64,
    pub right: f64,
    /// How far the lines of this column are below those of the table, line by line.
    pub shifts: Vec<f64>,
    /// Whether it touches the column before it.
    pub joined: bool,
}

/// Rows that may be above the first line or below the last: where print is dark, no rule is seen.
pub(super) const BEYOND: i64 = 2;
/// Rows of a sheet: no fewer.
const FEWEST_ROWS: usize = 6;
/// Heights of a row, in pixels of the picture that is searched.
const HEIGHTS: std::ops::RangeInclusive<f64> = 10.0..=120.0;
/// A rule of which a smaller part of the width is there is none.
const LEAST_SHARE: f32 = 0.08;
/// The next rule is where the rules before let it be expected, but for this share of a row.
const OFF: f64 = 0.18;
/// Rules that may be missing one after the other.
const MISSED: usize = 2;
/// The share of a row that a rule between columns goes through, and of the rows in which it does.
const THROUGH: f32 = 0.42;
const IN_ROWS: f32 = 0.35;
/// The rules between columns are together at least so many pixels wide.
const FEWEST_PIXELS: usize = 6;
/// The share of the lines that go through a column.
const RULED: f32 = 0.45;

impl Table {
    /// The table of a straightened picture, whose rules are darker than its paper by this share.
    pub fn of(picture: &Plane, dark: f32) -> Option<Table> {
        let across = along_rows(&ridges(picture, dark), 6, 0.6);
        let lines = lines(&shares(&across))?;
        // Shorter than the strokes of what is printed or written in a row is nothing that goes through it.
        let reach = (0.2 * height(&lines)).round() as usize;
        let down = along_rows(&ridges(&picture.transposed(), dark), reach.max(3), 0.85).transposed();
        let edges = Edges::of(&across, &down, &lines);
        let lines = edges.within(&down, &lines)?;
        let edges = Edges::of(&across, &down, &lines);
        let mut table = Table { columns: edges.columns(height(&lines)), lines };
        table.columns.iter_mut().for_each(|column| column.shifts = shifts(&across, column, &table.lines));
        (!table.columns.is_empty()).then_some(table)
    }

    /// The height of a row.
    pub fn height(&self) -> f64 {
        height(&self.lines)
    }

    /// A cell: left, top, right, bottom. A few rows above the first and below the last go on as the others do.
    pub fn cell(&self, column: usize, row: i64) -> [f64; 4] {
        let Column { left, right, .. } = self.columns[column];
        [left, self.line(column, row), right, self.line(column, row + 1)]
    }

    fn line(&self, column: usize, line: i64) -> f64 {
        let shifts = &self.columns[column].shifts;
        let last = self.lines.len() - 1;
        let known = usize::try_from(line.max(0)).unwrap_or(0).min(last);
        let next =
            if known == 0 { self.lines[1] - self.lines[0] } else { self.lines[last] - self.lines[last - 1] };
        self.lines[known] + shifts[known] + next * (line - known as i64) as f64
    }

    /// All columns and rows and a little around them, within some bounds.
    pub fn area(&self, [left, top, right, bottom]: [f64; 4]) -> [f64; 4] {
        let height = self.height();
        let shifts = self
            .columns
            .iter()
            .flat_map(|column| &column.shifts)
            .map(|shift| shift.abs())
            .fold(0.0, f64::max);
        let (first, last) = (&self.columns[0], &self.columns[self.columns.len() - 1]);
        let beyond = height * BEYOND as f64 + height / 2.0 + shifts;
        [
            (first.left - height).max(left),
            (self.lines[0] - beyond).max(top),
            (last.right + height).min(right),
            (self.lines[self.lines.len() - 1] + beyond).min(bottom),
        ]
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.lines.len() - 1
    }
}

fn height(lines: &[f64]) -> f64 {
    (lines[lines.len() - 1] - lines[0]) / (lines.len() - 1) as f64
}

/// Where ridges go on to both sides, 0 or 1: a share of so many pixels. A rule may wander by a pixel.
fn along_rows(ridges: &Plane, reach: usize, share: f32) -> Plane {
    let width = ridges.width;
    let mut out = Plane::filled(width, ridges.height, 0.0);
    for y in 0..ridges.height {
        let rows: Vec<&[f32]> = (y.saturating_sub(1)..(y + 2).min(ridges.height))
            .map(|y| &ridges.pixels[y * width..(y + 1) * width])
            .collect();
        let thick: Vec<f32> = (0..width).map(|x| rows.iter().map(|row| row[x]).fold(0.0, f32::max)).collect();
        let mut sum = 0.0;
        for x in 0..width + reach {
            sum += thick.get(x).copied().unwrap_or(0.0);
            if x > 2 * reach {
                sum -= thick[x - 2 * reach - 1];
            }
            if x >= reach && sum > share * (2 * reach + 1) as f32 {
                out.pixels[y * width + x - reach] = 1.0;
            }
        }
    }
    out
}

/// For each row of pixels the share on which a rule lies.
fn shares(across: &Plane) -> Vec<f32> {
    across
        .pixels
        .chunks_exact(across.width)
        .map(|row| row.iter().sum::<f32>() / across.width as f32)
        .collect()
}

/// The longest series of rules whose distances change slowly. A rule may be missing.
fn lines(shares: &[f32]) -> Option<Vec<f64>> {
    let peak = |y: usize| {
        shares[y.saturating_sub(4)..(y + 5).min(shares.len())].iter().all(|other| *other <= shares[y])
    };
    let mut peaks: Vec<(f64, f64)> = Vec::new();
    let mut y = 0;
    while y < shares.len() {
        if shares[y] < LEAST_SHARE || !peak(y) {
            y += 1;
            continue;
        }
        // A flat top: its middle.
        let end = (y..shares.len()).find(|&end| shares[end] < shares[y]).unwrap_or(shares.len());
        peaks.push(((y + end) as f64 / 2.0, f64::from(shares[y])));
        y = end;
    }
    let mut sorted: Vec<f64> = peaks.iter().map(|peak| peak.1).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let usual = *sorted.get(sorted.len() * 3 / 4)?;
    peaks.iter_mut().for_each(|peak| peak.1 = (peak.1 / usual).min(1.0));
    let mut best = (0.0, Vec::new());
    for i in 0..peaks.len() {
        for j in i + 1..peaks.len() {
            let distance = peaks[j].0 - peaks[i].0;
            if !HEIGHTS.contains(&distance) {
                continue;
            }
            let (score, lines) = series(&peaks, i, distance);
            if score > best.0 {
                best = (score, lines);
            }
        }
    }
    (best.1.len() > FEWEST_ROWS).then_some(best.1)
}

/// The series of rules from one on down, and how much speaks for it.
fn series(peaks: &[(f64, f64)], start: usize, distance: f64) -> (f64, Vec<f64>) {
    let mut lines = vec![peaks[start].0];
    let mut score = peaks[start].1;
    let mut distance = distance;
    let mut missed = 0;
    let mut at = peaks[start].0;
    let (mut kept, mut kept_score) = (1, score);
    while missed <= MISSED {
        let expected = at + distance;
        let found = peaks.iter().filter(|peak| (peak.0 - expected).abs() <= OFF * distance);
        let nearest = found.max_by(|a, b| {
            let worth = |peak: &(f64, f64)| peak.1 - ((peak.0 - expected) / (OFF * distance)).powi(2);
            worth(a).total_cmp(&worth(b))
        });
        match nearest {
            Some(&(y, weight)) => {
                let off = (y - expected) / distance;
                distance += 0.25 * (y - expected);
                at = y;
                score += weight - off.abs();
                missed = 0;
            }
            None => {
                at = expected;
                score -= 0.7;
                missed += 1;
            }
        }
        lines.push(at);
        if missed == 0 {
            (kept, kept_score) = (lines.len(), score);
        }
        if at > peaks[peaks.len() - 1].0 {
            break;
        }
    }
    lines.truncate(kept);
    (kept_score, lines)
}

/// Rules between columns, and where lines begin and end.
struct Edges {
    /// Left and right side of each.
    edges: Vec<(f64, f64)>,
    /// For each column of pixels, the share of lines that go through it.
    ruled: Vec<f32>,
}

impl Edges {
    fn of(across: &Plane, down: &Plane, lines: &[f64]) -> Edges {
        let width = across.width;
        let rows = lines.len() - 1;
        let mut through = vec![0.0f32; width];
        for pair in lines.windows(2) {
            for (x, share) in row_shares(down, pair).into_iter().enumerate() {
                through[x] += f32::from(u8::from(share >= THROUGH)) / rows as f32;
            }
        }
        let mut ruled = vec![0.0f32; width];
        for &line in lines {
            let from = (line - 3.0).max(0.0) as usize;
            let to = ((line + 4.0) as usize).min(across.height);
            for (x, ruled) in ruled.iter_mut().enumerate() {
                let is_there = (from..to).any(|y| across.pixels[y * width + x] > 0.0);
                *ruled += f32::from(u8::from(is_there)) / lines.len() as f32;
            }
        }
        let height = height(lines);
        let mut edges: Vec<(f64, f64)> = Vec::new();
        // What is written in a column, one below the other, goes through fewer rows than the rules of the same sheet.
        let mut sorted = through.clone();
        sorted.sort_unstable_by(f32::total_cmp);
        let usual = sorted[width - 1 - FEWEST_PIXELS.min(width - 1)];
        let least = IN_ROWS.max(0.6 * usual);
        let mut x = 0;
        while x < width {
            if through[x] < least {
                x += 1;
                continue;
            }
            let end = (x..width).find(|&end| through[end] < least).unwrap_or(width);
            match edges.last_mut() {
                // Two rules side by side.
                Some(last) if x as f64 - last.1 < 0.3 * height => last.1 = end as f64,
                _ => edges.push((x as f64, end as f64)),
            }
            x = end;
        }
        let mut smooth = ruled.clone();
        for (x, smooth) in smooth.iter_mut().enumerate() {
            let near = &ruled[x.saturating_sub(5)..(x + 6).min(width)];
            *smooth = near.iter().sum::<f32>() / near.len() as f32;
        }
        // Where no frame closes the columns.
        for x in 1..width {
            let here = x as f64;
            let begins_or_ends = (smooth[x] >= RULED) != (smooth[x - 1] >= RULED);
            let is_framed =
                edges.iter().any(|edge| edge.0 - 0.5 * height < here && here < edge.1 + 0.5 * height);
            if begins_or_ends && !is_framed {
                edges.push((here, here));
            }
        }
        edges.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        Edges { edges, ruled: smooth }
    }

    /// The lines without those beyond the rules between columns.
    fn within(&self, down: &Plane, lines: &[f64]) -> Option<Vec<f64>> {
        let is_row = |pair: &[f64]| {
            let shares = row_shares(down, pair);
            let there = self.edges.iter().filter(|edge| {
                let near =
                    &shares[(edge.0 as usize).saturating_sub(2)..(edge.1 as usize + 3).min(shares.len())];
                near.iter().any(|share| *share >= THROUGH)
            });
            there.count() * 3 >= self.edges.len()
        };
        let first = lines.windows(2).position(is_row)?;
        let last = lines.windows(2).rposition(is_row)?;
        let within = lines[first..=last + 1].to_vec();
        (within.len() > FEWEST_ROWS).then_some(within)
    }

    fn columns(&self, height: f64) -> Vec<Column> {
        let mut columns: Vec<Column> = Vec::new();
        let mut joined = false;
        for pair in self.edges.windows(2) {
            let (left, right) = (pair[0].1, pair[1].0);
            let inside = &self.ruled[left as usize..(right as usize).max(left as usize)];
            let ruled = inside.iter().filter(|share| **share >= RULED).count() * 2 > inside.len();
            if ruled && right - left >= 0.6 * height {
                columns.push(Column { left, right, shifts: Vec::new(), joined });
                joined = true;
            } else {
                joined = joined && right - left < 0.6 * height;
            }
        }
        columns
    }
}

/// For each column of pixels the share of a row, without its ends, that a rule goes through.
fn row_shares(down: &Plane, row: &[f64]) -> Vec<f32> {
    let inset = 0.1 * (row[1] - row[0]);
    let from = (row[0] + inset).max(0.0) as usize;
    let to = ((row[1] - inset) as usize).min(down.height).max(from + 1);
    let mut shares = vec![0.0; down.width];
    for y in from..to.min(down.height) {
        let row = &down.pixels[y * down.width..(y + 1) * down.width];
        shares.iter_mut().zip(row).for_each(|(share, pixel)| *share += pixel / (to - from) as f32);
    }
    shares
}

/// How far the lines of a column are below those of the table: what its rules say, made smooth.
fn shifts(across: &Plane, column: &Column, lines: &[f64]) -> Vec<f64> {
    let height = height(lines);
    let reach = (0.2 * height) as i64;
    let (left, right) = (column.left as usize, (column.right as usize).min(across.width));
    let share = |y: i64| {
        let Some(y) = usize::try_from(y).ok().filter(|y| *y < across.height) else { return 0.0 };
        across.pixels[y * across.width + left..y * across.width + right].iter().sum::<f32>()
            / (right - left).max(1) as f32
    };
    let found: Vec<Option<f64>> = lines
        .iter()
        .map(|&line| {
            let at = line.round() as i64;
            let all: Vec<(i64, f32)> = (-reach..=reach).map(|off| (off, share(at + off))).collect();
            let most = all.iter().map(|(_, share)| *share).fold(0.0, f32::max);
            if most < 0.4 {
                return None;
            }
            let top: Vec<f64> =
                all.iter().filter(|(_, share)| *share >= 0.9 * most).map(|(off, _)| *off as f64).collect();
            Some(top.iter().sum::<f64>() / top.len() as f64 + at as f64 - line)
        })
        .collect();
    let median = |from: usize, to: usize| {
        let mut near: Vec<f64> = found[from..to].iter().flatten().copied().collect();
        near.sort_unstable_by(f64::total_cmp);
        near.get(near.len() / 2).copied()
    };
    let count = lines.len();
    (0..count)
        .map(|line| {
            median(line.saturating_sub(3), (line + 4).min(count)).or_else(|| median(0, count)).unwrap_or(0.0)
        })
        .collect()
}
