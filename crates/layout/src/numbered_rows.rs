//! Numbered rows of moves: shared by the layouts of numbered pairs, blocks and columns.
//!
//! A row is split at its move numbers into *entries*; the rows from one start to the next are a game.

mod assembly;
mod census;

use super::anchor::{Anchor, anchor};
use super::ending;
use super::heading::{Heading, tag_pair};
use super::meter::is_meter;
use super::segment::{Part, Segmenter};
use super::words::{Gap, Row, Word, rows};
use crate::text::{Source, Span};

pub(super) use assembly::{Assembly, assemble};
use census::SAMPLE;
pub(super) use census::census;

/// A move number and the words that follow it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry<'a> {
    pub anchor: Anchor,
    pub words: Vec<Word<'a>>,
    /// Evaluations and times among the words.
    pub meters: Vec<Word<'a>>,
}

/// One game's rows, its heading, and the text between its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sheet<'a> {
    pub heading: Heading,
    /// The entries row by row.
    pub rows: Vec<Vec<Entry<'a>>>,
    /// Words of all other lines, each line with the number of rows before it.
    pub notes: Vec<(usize, Vec<Word<'a>>)>,
    pub span: Span,
}

/// How many entries a row may have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum EntriesPerRow {
    /// One, or two with the same number.
    One,
    /// Any number: blocks of pairs are side by side.
    Many,
}

/// The entries of a row; empty if it does not begin with a move number.
pub(super) fn entries<'a>(
    row: Row<'a>,
    blocks: EntriesPerRow,
    step: Option<u32>,
    segmenter: &mut Segmenter<'a, '_>,
) -> Vec<Entry<'a>> {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let words: Vec<Word<'a>> = row.words().collect();
    let mut behind = false;
    for (i, &word) in words.iter().enumerate() {
        if let Some(entry) = entries.last_mut()
            && is_meter(word.text)
        {
            entry.meters.push(word);
            behind = true;
            continue;
        }
        let word = if std::mem::take(&mut behind) { Word { gap: Gap::Comment, ..word } } else { word };
        let rest = &words[i + 1..];
        let found = anchor(word.text).filter(|a| match entries.last() {
            None => i == 0 && (a.len < word.text.len() || !rest.is_empty()),
            Some(entry) => begins_entry(*a, word, entry, rest, (blocks, step), segmenter),
        });
        match (found, entries.last_mut()) {
            (Some(anchor), _) => {
                let words = word.skip(anchor.len).into_iter().collect();
                entries.push(Entry { anchor, words, meters: Vec::new() });
            }
            (None, Some(entry)) => entry.words.push(word),
            (None, None) => return entries,
        }
    }
    entries
}

/// Whether a number inside a row is a move number, not the rank of a square.
fn begins_entry<'a>(
    found: Anchor,
    word: Word<'a>,
    entry: &Entry<'a>,
    rest: &[Word<'a>],
    (blocks, step): (EntriesPerRow, Option<u32>),
    segmenter: &mut Segmenter<'a, '_>,
) -> bool {
    let here = entry.anchor.number;
    let attached = found.len < word.text.len();
    if entry.words.is_empty() || rest.is_empty() && !attached {
        return false;
    }
    if found.number == here {
        // "4 PxP     4 PxP": a number far from the text before it and near the text after it.
        let heads = word.gap == Gap::Wide && rest.first().is_some_and(|next| next.gap != Gap::Wide);
        if heads && segmenter.likeness(&entry.words) >= 0.5 && segmenter.likeness(rest) >= 0.5 {
            return true;
        }
        // "9 BxKt, 9 RxB", but not "4 P - K 4 P - K 4".
        return found.dotted || {
            let mut longer = entry.words.clone();
            longer.push(word);
            segmenter.likeness(&entry.words) >= 0.5 && segmenter.likeness(&longer) < 0.5
        };
    }
    // Blocks are recognised by their numbers: these differ by the same step on each row.
    if blocks == EntriesPerRow::Many && step.is_some_and(|step| found.number == here + step) {
        let mut longer = entry.words.clone();
        longer.push(word);
        let cells = |words: &[Word<'a>], segmenter: &mut Segmenter<'a, '_>| {
            let parts = segmenter.split(words, Some(2));
            (parts.iter().all(|part| matches!(part, Part::Cell(_))), parts.len())
        };
        return cells(&entry.words, segmenter) == (true, 2) || segmenter.split(&longer, Some(2)).len() > 2;
    }
    blocks == EntriesPerRow::Many
        && found.number > here
        && (word.gap == Gap::Wide || (found.dotted && attached))
        || found.dotted && found.number == here + 1 && blocks == EntriesPerRow::Many
}

/// The difference between the numbers of two blocks, if it is the same on most rows: `1 P-K4 P-K4 5 Castles
/// B-K2`.
pub(super) fn block_step(text: &str) -> Option<u32> {
    let mut votes: rustc_hash::FxHashMap<u32, usize> = rustc_hash::FxHashMap::default();
    let (mut numbered, mut row_before) = (0, 0);
    for row in rows(text, 0).filter(|row| !row.is_blank()).take(SAMPLE) {
        let mut numbers = row.words().filter_map(|word| anchor(word.text)).map(|found| found.number);
        let Some(first) = row.words().next().and_then(|word| anchor(word.text)) else { continue };
        // Consecutive rows; differences due to a rank or a note vary.
        numbered += usize::from(first.number == row_before + 1 || first.number == 1);
        row_before = first.number;
        let mut steps: Vec<u32> =
            numbers.by_ref().filter_map(|number| number.checked_sub(first.number)).collect();
        steps.retain(|&step| step > 1);
        steps.sort_unstable();
        steps.dedup();
        for step in steps {
            *votes.entry(step).or_default() += 1;
        }
    }
    let (&step, &count) = votes.iter().min_by_key(|&(step, count)| (std::cmp::Reverse(*count), *step))?;
    (count > 2 && count * 3 >= numbered * 2 && numbered >= count).then_some(step)
}

/// Splits a source into sheets: a sheet begins where the first number of a row returns to 1, or after tag
/// pairs.
pub(super) fn sheets<'a>(
    source: &'a Source,
    blocks: EntriesPerRow,
    segmenter: &mut Segmenter<'a, '_>,
) -> Vec<Sheet<'a>> {
    let mut done: Vec<Sheet<'a>> = Vec::new();
    let mut sheet = Sheet::default();
    let mut between: Vec<Row<'a>> = Vec::new();
    let mut last = 0;
    let step = if blocks == EntriesPerRow::Many { block_step(source.text()) } else { None };
    for row in rows(source.text(), 0) {
        let found = entries(row, blocks, step, segmenter);
        let Some(first) = found.first() else {
            if !row.is_blank() {
                between.push(row);
            }
            continue;
        };
        let number = first.anchor.number;
        let tagged = between.iter().any(|row| tag_pair(row.text).is_some());
        let restarts = number < last && number == 1 || (number == 1 && last == 1 && !first.anchor.ellipsis);
        if !sheet.rows.is_empty() && (restarts || tagged) {
            // Lines up to the first empty line belong to the game before; the rest is the next heading.
            let heading = split_between(&mut sheet, &between, source);
            done.push(std::mem::take(&mut sheet));
            between = heading;
        }
        if sheet.rows.is_empty() {
            sheet.span = row.span();
            for row in between.drain(..) {
                sheet.span = sheet.span.join(row.span());
                sheet.heading.read(row);
            }
        } else {
            let at = sheet.rows.len();
            sheet.notes.extend(between.drain(..).map(|row| (at, row.words().collect())));
        }
        sheet.span = sheet.span.join(row.span());
        sheet.rows.push(found);
        last = number;
    }
    if !sheet.rows.is_empty() {
        let at = sheet.rows.len();
        for row in between {
            sheet.span = sheet.span.join(row.span());
            sheet.notes.push((at, row.words().collect()));
        }
        done.push(sheet);
    }
    done
}

/// Adds the lines after a game's last row to the game, up to an empty line, a tag pair or the last statement
/// of its end; returns the lines of the next heading.
fn split_between<'a>(sheet: &mut Sheet<'a>, between: &[Row<'a>], source: &Source) -> Vec<Row<'a>> {
    let mut end = sheet.span.end;
    let mut taken = 0;
    for (i, row) in between.iter().enumerate() {
        let gap = source.slice(Span::new(end, row.start)).matches('\n').count() > 1;
        let words: Vec<Word<'a>> = row.words().collect();
        let ends = ending::find(&words).is_some_and(|(at, ..)| at < 3) && !row.text.contains(':');
        if tag_pair(row.text).is_some() || (gap && !ends) {
            break;
        }
        taken = i + 1;
        end = row.start + row.text.len();
    }
    let at = sheet.rows.len();
    for row in &between[..taken] {
        sheet.span = sheet.span.join(row.span());
        sheet.notes.push((at, row.words().collect()));
    }
    between[taken..].to_vec()
}
