//! Counts the kinds of lines of a source, to detect its layout.

use super::{EntriesPerRow, block_step, entries};
use crate::running::begins_within;
use crate::segment::{Part, Segmenter};
use crate::text::Source;
use crate::words::{Gap, rows};
use crate::{MoveSense, ending};

/// Counts of a source's lines: rows that begin with a move number, other lines, rows with several blocks, and
/// rows with one move only.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Census {
    pub numbered: usize,
    pub other: usize,
    pub blocks: usize,
    pub single: usize,
    pub pair: usize,
    pub crowded: usize,
}

/// Most lines that are examined to detect a layout.
pub(super) const SAMPLE: usize = 400;

pub(crate) fn census(source: &Source, sense: &dyn MoveSense) -> Census {
    let mut census = Census::default();
    let mut segmenter = Segmenter::new(source.text(), sense);
    let mut comment = false;
    let step = block_step(source.text());
    for row in rows(source.text(), 0).filter(|row| !row.is_blank()).take(SAMPLE) {
        // Lines of a comment in braces are not examined.
        let inside = comment;
        comment = match (row.text.rfind('{'), row.text.rfind('}')) {
            (Some(open), Some(close)) => open > close,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => inside,
        };
        if inside {
            continue;
        }
        let found = entries(row, EntriesPerRow::Many, step, &mut segmenter);
        match found.as_slice() {
            [] if begins_within(row, &mut segmenter).is_some() => census.crowded += 1,
            [] => census.other += 1,
            [entry] => {
                census.numbered += 1;
                let cut = ending::find(&entry.words).map_or(entry.words.len(), |(at, ..)| at);
                let parts = segmenter.split(&entry.words[..cut], None);
                let gaps = entry.words[..cut].iter().any(|word| word.gap == Gap::Wide);
                match parts.iter().filter(|part| matches!(part, Part::Cell(_))).count() {
                    0 => census.other += 1,
                    1 if !entry.anchor.ellipsis => census.single += 1,
                    1 | 2 => census.pair += 1,
                    // Two notations side by side.
                    4 => census.pair += 1,
                    3 if gaps => census.pair += 1,
                    _ => census.crowded += 1,
                }
            }
            [first, second, ..] if second.anchor.number == first.anchor.number => {
                census.numbered += 1;
                census.pair += 1;
            }
            // Consecutive numbers on a line are running text; a larger step is another block.
            [first, second, ..] if second.anchor.number == first.anchor.number.saturating_add(1) => {
                census.crowded += 1
            }
            _ => {
                census.numbered += 1;
                census.blocks += 1;
            }
        }
    }
    census
}
