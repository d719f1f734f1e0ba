//! Recovers lost move numbers from lines of numbers and from the rows around them.

use std::ops::Range;

use super::label::Label;
use super::page::{ScanLine, ScanLineKind};
use super::rows::ScanRow;

/// Cost of a number on the line above the row, in thousandths of a nat.
pub(super) const ABOVE: u32 = 100;
/// Cost of a number in a block, assigned to the row at the same height.
const IN_BLOCK: u32 = 200;
/// Cost of a number that follows from its neighbours.
const BY_NEIGHBOURS: u32 = 700;
/// Assigns numbers on lines of their own to the rows below.
pub(super) fn from_lines(lines: &[ScanLine], range: Range<usize>, spent: &[usize], rows: &mut [ScanRow<'_>]) {
    let mut pending: Vec<Label> = Vec::new();
    let mut block = 0;
    let mut popped = 0;
    let mut row = 0;
    for line in range {
        match &lines[line].kind {
            ScanLineKind::Numbers(numbers) if !spent.contains(&line) => {
                if popped > 0 {
                    pending.clear();
                    popped = 0;
                }
                pending.extend(numbers);
                block = pending.len();
            }
            ScanLineKind::Row(segments) => {
                if !segments[0].is_numbered()
                    && !rows[row].settled
                    && let Some(label) = pending.get(popped)
                {
                    let price = if block == 1 { ABOVE } else { IN_BLOCK };
                    rows[row].given.push((label.value, label.price + price));
                    popped += 1;
                } else if segments[0].is_numbered() {
                    pending.clear();
                    popped = 0;
                }
                row += 1;
            }
            ScanLineKind::Prose => {
                pending.clear();
                popped = 0;
            }
            _ => {}
        }
    }
}

/// The rows that begin with a number, each with it.
pub(super) fn labels(rows: &[ScanRow<'_>]) -> Vec<(usize, u32)> {
    let own = |(index, row): (usize, &ScanRow<'_>)| Some((index, row.segments[0].label?.value));
    rows.iter().enumerate().filter_map(own).collect()
}

/// Replaces a number that is illegible or does not fit its neighbours by the one that fits.
pub(super) fn from_neighbours(rows: &mut [ScanRow<'_>]) {
    let labels = labels(rows);
    let sure = rising(rows, &labels);
    for pair in sure.windows(2) {
        let ((above, first), (below, last)) = (labels[pair[0]], labels[pair[1]]);
        let missing = last.saturating_sub(first + 1) as usize;
        let numbered: Vec<usize> =
            (above + 1..below).filter(|&at| rows[at].segments[0].is_numbered()).collect();
        // Rows without numbers; in columns those are Black's.
        let between = if numbered.is_empty() { (above + 1..below).collect() } else { numbered };
        if missing > 0 && between.len() == missing {
            for (number, at) in (first + 1..).zip(between) {
                if !rows[at].settled && rows[at].segments[0].label.is_none_or(|label| label.value != number) {
                    rows[at].given.push((number, BY_NEIGHBOURS));
                }
            }
        }
    }
    for at in 0..labels.len() {
        let value = |step: isize| labels.get(at.checked_add_signed(step)?).map(|label| label.1);
        if let Some(number) = by_neighbours(&value) {
            let row = &mut rows[labels[at].0];
            if !row.settled && row.given.iter().all(|known| known.0 != number) {
                row.given.push((number, BY_NEIGHBOURS));
            }
        }
    }
}

/// The number that follows from the neighbours of a label, if it is not the label's own.
fn by_neighbours(value: &dyn Fn(isize) -> Option<u32>) -> Option<u32> {
    let own = value(0)?;
    // It continues a column beside another one.
    if value(-2).is_some_and(|before| own == before + 1) || value(2).is_some_and(|after| after == own + 1) {
        return None;
    }
    // One column, possibly with numbers of its own beside another column.
    if let (Some(before), Some(after)) = (value(-1), value(1)) {
        if after == before + 2 {
            return (own != before + 1).then_some(before + 1);
        }
        // White's and Black's moves on separate rows, each with the number.
        if after == before + 1 && own != before && own != after {
            let twice = value(-2) == Some(before) || value(2).is_some_and(|next| next != after);
            return Some(if twice { after } else { before });
        }
    }
    // Two alternating columns, each with its own numbers.
    if let (Some(before), Some(after)) = (value(-2), value(2))
        && after == before + 2
    {
        return (own != before + 1).then_some(before + 1);
    }
    // The last of a column.
    let (before, first) = (value(-1)?, value(-2)?);
    let ends = value(1).is_none_or(|after| after < before);
    (before == first + 1 && ends && own > before + 1).then_some(before + 1)
}

/// The longest chain of consistent labels, as indices of labels: these are read correctly.
pub(super) fn rising(rows: &[ScanRow<'_>], labels: &[(usize, u32)]) -> Vec<usize> {
    /// Labels considered before each label.
    const BACK: usize = 24;
    /// Value of a step to the next number, or over as many numbers as there are rows.
    const NEXT: u32 = 4;
    const OVER: u32 = 1;
    let mut best: Vec<(u32, Option<usize>)> = Vec::with_capacity(labels.len());
    for (at, &(row, value)) in labels.iter().enumerate() {
        let mut own = (0, None);
        for before in at.saturating_sub(BACK)..at {
            let (above, smaller) = labels[before];
            let step = match value.checked_sub(smaller) {
                Some(1) => NEXT,
                // Black's number equals White's.
                Some(0) => OVER,
                Some(more) if more as usize <= row - above => OVER,
                _ => continue,
            };
            if best[before].0 + step > own.0 {
                own = (best[before].0 + step, Some(before));
            }
        }
        // A misread number may be part of the chain but counts less.
        let worn = rows[row].segments[0].label.is_some_and(|label| label.price > 0);
        if worn {
            own.0 = own.0.saturating_sub(1);
        }
        best.push(own);
    }
    let mut chain = Vec::new();
    let mut at = (0..best.len()).max_by_key(|&at| best[at].0);
    while let Some(place) = at {
        chain.push(place);
        at = best[place].1;
    }
    chain.reverse();
    chain
}
