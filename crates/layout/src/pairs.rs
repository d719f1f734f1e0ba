//! Numbered pairs: one line per move number, with White's and Black's move; the number may also be before
//! Black's. Two notations may be side by side; each is then a game of its own.

use std::ops::Range;

use super::anchor::anchor;
use super::numbered_rows::{EntriesPerRow, Entry, Sheet, assemble, census, sheets};
use super::restart::last_restart;
use super::segment::{Part, Segmenter};
use super::twins::explain_each_other;
use super::words::Gap;
use super::{Draft, Layout, MoveSense};
use crate::text::Source;

/// `1. P-K4 P-K4`, one pair per line.
#[derive(Debug)]
pub struct Pairs;

impl Layout for Pairs {
    fn name(&self) -> &'static str {
        "pairs"
    }

    fn title(&self) -> &'static str {
        "a numbered pair of moves a line"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let census = census(source, sense);
        // Comments in braces between moves belong to running text; servers put the result on a line of its own in them.
        let inside = |line: &str| line.contains('{') && !line.trim_start().starts_with('{');
        if census.numbered == 0 || source.text().lines().any(inside) {
            return 0.0;
        }
        let (pair, single) = (census.pair as f32, census.single as f32);
        let against = (census.crowded * 3 + census.blocks * 2) as f32 + census.other as f32 * 0.15;
        0.9 * (pair + single * 0.4) / (pair + single + against).max(1.0)
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        cut(source, sense, EntriesPerRow::One)
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        last_restart(head)
    }
}

/// Cuts rows of one or several blocks into games.
pub(super) fn cut<'a>(source: &'a Source, sense: &dyn MoveSense, blocks: EntriesPerRow) -> Vec<Draft<'a>> {
    let mut segmenter = Segmenter::new(source.text(), sense);
    let mut drafts = Vec::new();
    for sheet in sheets(source, blocks, &mut segmenter) {
        let mut ordered: Vec<(usize, Entry<'a>)> = Vec::new();
        for (row, entries) in sheet.rows.iter().enumerate() {
            ordered.extend(entries.iter().cloned().map(|entry| (row, entry)));
        }
        if blocks == EntriesPerRow::Many {
            ordered.sort_by_key(|(_, entry)| entry.anchor.number);
            // Lines between the rows belong to no block: they follow the last move.
            for (row, _) in &mut ordered {
                *row = 0;
            }
        }
        let games = side_by_side(&ordered, &mut segmenter);
        let two = games.len() == 2;
        for (i, game) in games.into_iter().enumerate() {
            let sheet = if i == 0 {
                sheet.clone()
            } else {
                Sheet { heading: sheet.heading.beside(), span: sheet.span, ..Sheet::default() }
            };
            drafts.push(assemble(source, sheet, &game, &mut segmenter));
        }
        if two {
            let first = drafts.len() - 2;
            explain_each_other(&mut drafts[first..], sense);
        }
    }
    drafts
}

/// Splits rows with two notations, `1. P-K4 P-Q4  E4 D5`; usually there is one.
fn side_by_side<'a>(
    ordered: &[(usize, Entry<'a>)],
    segmenter: &mut Segmenter<'a, '_>,
) -> Vec<Vec<(usize, Entry<'a>)>> {
    let sample: Vec<&Entry<'a>> = ordered.iter().map(|(_, entry)| entry).take(12).collect();
    let doubles = sample.iter().filter(|entry| cells(entry, segmenter).len() == 4).count();
    if doubles * 3 < sample.len() * 2 || doubles == 0 {
        return vec![ordered.to_vec()];
    }
    // Another number on the row shows that the same game continues there.
    let others = sample.iter().filter(|entry| {
        let mut printed = entry.words.iter().filter_map(|word| anchor(word.text));
        printed.any(|found| found.number != entry.anchor.number)
    });
    if others.count() * 2 > doubles {
        return vec![ordered.to_vec()];
    }
    // One row may hold four texts like moves by chance.
    let mut parted = |entry: &&Entry<'a>| {
        halves(entry, segmenter).is_some_and(|at| at > 0 && entry.words[at].gap == Gap::Wide)
    };
    if doubles == 1 && !sample.iter().any(&mut parted) {
        return vec![ordered.to_vec()];
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (row, entry) in ordered {
        match halves(entry, segmenter) {
            Some(at) => {
                let part = |words: &[super::words::Word<'a>]| {
                    (*row, Entry { anchor: entry.anchor, words: words.to_vec(), meters: Vec::new() })
                };
                left.push(part(&entry.words[..without_number(&entry.words, at, entry.anchor.number)]));
                right.push(part(&entry.words[at..]));
            }
            None => left.push((*row, entry.clone())),
        }
    }
    vec![left, right]
}

/// The end of the words before the second half, without the number printed there.
fn without_number(words: &[super::words::Word<'_>], at: usize, number: u32) -> usize {
    let printed = at.checked_sub(1).and_then(|last| anchor(words[last].text));
    at - usize::from(printed.is_some_and(|found| found.number == number && at > 1))
}

/// The start of the second notation on a row: after two of four moves, or at a wide gap in the middle.
fn halves<'a>(entry: &Entry<'a>, segmenter: &mut Segmenter<'a, '_>) -> Option<usize> {
    match cells(entry, segmenter).as_slice() {
        [_, _, third, _] => Some(third.start),
        [_, second] if entry.words.get(second.start).is_some_and(|word| word.gap == Gap::Wide) => {
            Some(second.start)
        }
        _ => None,
    }
}

/// The word ranges of the moves on a row, up to four.
fn cells<'a>(entry: &Entry<'a>, segmenter: &mut Segmenter<'a, '_>) -> Vec<Range<usize>> {
    let cell = |part| if let Part::Cell(range) = part { Some(range) } else { None };
    segmenter.split(&entry.words, Some(4)).into_iter().filter_map(cell).collect()
}
