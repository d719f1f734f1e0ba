//! Seams: the best ways down a page through its blanks, where each line may cost something.
//!
//! [`gutter`](crate::gutter) follows blanks as long as they go on. A seam is weighed as a whole: in a page of narrow columns
//! the words of justified prose stand as far apart as the columns, and only the whole height tells a gutter from a
//! river. It is a best local alignment, line by line: Smith and Waterman, "Identification of common molecular
//! subsequences" (1981).

use std::ops::Range;

use crate::gutter::OPEN;

/// A way down through blanks.
#[derive(Clone, Debug, PartialEq)]
pub struct Seam {
    /// The lines that it runs through, as places in what it was found in.
    pub lines: Range<usize>,
    /// For each line: the column where what stands right of it starts.
    pub at: Vec<u32>,
    /// How well it runs: about one for each line that it parts.
    pub score: f32,
}

/// What a line gives for a seam between print, by the width of the blank: none is left of no blank, and so on.
const WIDTHS: [f32; 4] = [-3.0, -1.0, 0.5, 1.0];
/// What a line gives more if print starts right behind the seam.
const FLUSH: f32 = 0.2;
/// What a line gives that has no print on one of the sides.
const OPEN_SIDE: f32 = -0.02;
/// What a line gives instead that starts right behind the seam, or ends right before it, within so many columns.
const STARTS: f32 = 0.5;
const ENDS: f32 = 0.2;
const NEAR: u32 = 2;
/// Cost of each column that a seam leans from one line to the next.
const LEAN: f32 = 0.3;
/// Most columns that it leans.
const MOST_LEAN: usize = 6;
/// Seams that score less are none.
const LEAST: f32 = 6.0;
/// Most seams of a page.
const MOST: usize = 8;
/// Wider pages are no pages.
const WIDEST: u32 = 400;

/// What a line gives for a seam right before the number of a move, which begins a row of the next column.
const HEAD: f32 = 1.2;
/// What it costs at the most that a seam leans to such a number, or from it: a text that imitates a page by blanks puts its
/// columns elsewhere where its lines are longer.
const LEAP: f32 = 1.5;

/// What a line gives at the most for a seam between a numbered move and the reply behind it.
const INSIDE: f32 = -0.3;

/// The best seams of lines, each given by its [blanks](crate::gutter::blanks) and its rows of a table, from the number of a move
/// to where the reply starts; the best first.
#[must_use]
pub fn find(lines: &[Vec<Range<u32>>], rows: &[Vec<Range<u32>>]) -> Vec<Seam> {
    let ends = lines.iter().flatten().filter(|run| run.end == OPEN).map(|run| run.start);
    let width = ends.max().unwrap_or(0).min(WIDEST) as usize + 1;
    let mut gives: Vec<Vec<f32>> =
        lines.iter().zip(rows).map(|(runs, rows)| line(runs, rows, width)).collect();
    let mut found = Vec::new();
    while found.len() < MOST {
        let Some(seam) = best(&gives, rows, width).filter(|seam| seam.score >= LEAST) else { break };
        // Another seam must run through other blanks.
        for (at, gives) in seam.at.iter().zip(&mut gives[seam.lines.clone()]) {
            let runs = &mut gives[..];
            let at = *at as usize;
            let up = runs[at..].iter().take_while(|give| **give > 0.0).count();
            let down = runs[..at].iter().rev().take_while(|give| **give > 0.0).count();
            runs[at - down..at + up].fill(WIDTHS[0]);
        }
        found.push(seam);
    }
    found
}

/// What each line gives for any way through lines, given by their blanks; `at` is its column on each.
#[must_use]
pub fn gives(lines: &[Vec<Range<u32>>], rows: &[Vec<Range<u32>>], at: &[u32]) -> Vec<f32> {
    let mut last: Option<u32> = None;
    let steps = lines.iter().zip(rows).zip(at).map(|((runs, rows), &at)| {
        let leaned = last.replace(at).map_or(0, |last| last.abs_diff(at).min(MOST_LEAN as u32));
        let give = give(runs, rows, at);
        // What leans a little is not pierced.
        if give < 0.0 { give } else { (give - LEAN * leaned as f32).max(-0.5) }
    });
    steps.collect()
}

/// What a line gives for a seam at a column.
fn give(runs: &[Range<u32>], rows: &[Range<u32>], at: u32) -> f32 {
    let give = blank_give(runs, rows, at);
    if rows.iter().any(|row| row.start < at && at <= row.end) { give.min(INSIDE) } else { give }
}

/// What a line gives by its blanks and the starts of its rows.
fn blank_give(runs: &[Range<u32>], rows: &[Range<u32>], at: u32) -> f32 {
    let Some(run) = runs.iter().find(|run| run.start <= at && at <= run.end) else { return WIDTHS[0] };
    match (run.start, run.end) {
        (0, OPEN) => 0.0,
        (0, end) => {
            if end - at <= NEAR {
                STARTS
            } else {
                OPEN_SIDE
            }
        }
        (start, OPEN) => {
            if at - start <= NEAR {
                ENDS
            } else {
                OPEN_SIDE
            }
        }
        (_, end) if end == at && is_head(rows, at) => HEAD,
        (start, end) => {
            let give = WIDTHS[WIDTHS.len().min((end - start) as usize + 1) - 1];
            if end == at && give > 0.0 { give + FLUSH } else { give }
        }
    }
}

/// Whether a row starts at a column.
fn is_head(rows: &[Range<u32>], at: u32) -> bool {
    rows.iter().any(|row| row.start == at)
}

/// What a line gives for a seam at each column.
fn line(runs: &[Range<u32>], rows: &[Range<u32>], width: usize) -> Vec<f32> {
    (0..width as u32).map(|column| give(runs, rows, column)).collect()
}

/// The best way down.
fn best(gives: &[Vec<f32>], rows: &[Vec<Range<u32>>], width: usize) -> Option<Seam> {
    let mut scores = vec![0.0f32; width];
    // For each line and column: from which column the best way comes, if not from nowhere.
    let mut from: Vec<Vec<Option<u32>>> = Vec::with_capacity(gives.len());
    let mut top: Option<(f32, usize, usize)> = None;
    for (line, (gives, here)) in gives.iter().zip(rows).enumerate() {
        let mut came = vec![None; width];
        let mut next = vec![0.0f32; width];
        // To the number of a move from anywhere, and from one to anywhere.
        let highest = |a: &usize, b: &usize| scores[*a].total_cmp(&scores[*b]);
        let any = (0..width).max_by(highest)?;
        let above = line.checked_sub(1).map_or(&[][..], |line| rows[line].as_slice());
        let head = above.iter().map(|row| row.start as usize).filter(|head| *head < width).max_by(highest);
        for column in 0..width {
            let near = column.saturating_sub(MOST_LEAN)..(column + MOST_LEAN + 1).min(width);
            let leaned = near.map(|other| (other, scores[other] - LEAN * other.abs_diff(column) as f32));
            let leapt = Some(any).filter(|_| is_head(here, column as u32)).or(head);
            let leapt = leapt.map(|other| (other, scores[other] - LEAP));
            let (before, score) = leaned.chain(leapt).max_by(|a, b| a.1.total_cmp(&b.1))?;
            if score > 0.0 {
                came[column] = Some(before as u32);
            }
            next[column] = (score.max(0.0) + gives[column]).max(0.0);
            if next[column] > top.map_or(0.0, |top| top.0) {
                top = Some((next[column], line, column));
            }
        }
        from.push(came);
        scores = next;
    }
    let (score, last, mut column) = top?;
    let mut at = vec![column as u32];
    let mut start = last;
    while let Some(before) = from[start][column].filter(|_| start > 0) {
        start -= 1;
        column = before as usize;
        at.push(before);
    }
    at.reverse();
    Some(Seam { lines: start..last + 1, at, score })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gutter::blanks;

    fn seams(lines: &[&str]) -> Vec<Seam> {
        let runs = |line: &&str| {
            let columns: Vec<u32> =
                line.char_indices().filter(|(_, c)| *c != ' ').map(|(at, _)| at as u32).collect();
            blanks(columns.into_iter())
        };
        find(&lines.iter().map(runs).collect::<Vec<_>>(), &vec![Vec::new(); lines.len()])
    }

    #[test]
    fn a_seam_passes_a_line_that_runs_into_the_next_column() {
        let rows = ["aaa aa aa      cccc cc", "aaaaa aaa      cc cccc", "aa  aaaaaaa    cccc"];
        let above = rows.iter().chain(&rows);
        let lines: Vec<&str> =
            above.chain(&["aaaaaaaaaaaaaaxcccc cc", ""]).chain(&rows).chain(&rows).copied().collect();
        let found = seams(&lines);
        assert_eq!(found[0].lines, 0..lines.len());
        assert_eq!(found[0].at, vec![15; lines.len()]);
    }

    #[test]
    fn a_seam_leaps_to_a_row_that_stands_where_lines_are_short() {
        let lines = [
            "aaaaa aaaaaaaaa    bbb bbbbb bb",
            "aaa aaaaaaaaaa     bbbbb bb",
            "aaaaa aaaaaaaaa    bbb bbbbb",
        ];
        let short = ["1. aa bb 8. cc dd", "2. aa bb 9. cc dd", "3. aa bb 7. cc dd", "4. aa bb 6. cc dd"];
        let lines: Vec<&str> = lines.iter().chain(&lines).chain(&short).chain(&lines).copied().collect();
        let runs = |line: &&str| {
            let columns: Vec<u32> =
                (0u32..).zip(line.chars()).filter(|(_, c)| *c != ' ').map(|(at, _)| at).collect();
            blanks(columns.into_iter())
        };
        let rows: Vec<Vec<Range<u32>>> = lines
            .iter()
            .map(|line| if line.starts_with(char::is_numeric) { vec![0..6, 9..15] } else { Vec::new() })
            .collect();
        let found = find(&lines.iter().map(runs).collect::<Vec<_>>(), &rows);
        assert_eq!(found[0].at[6..10], [9; 4], "{found:?}");
        assert_eq!(found[0].at[..6], [19; 6]);
    }
}
