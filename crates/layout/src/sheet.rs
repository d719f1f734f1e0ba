//! Numbered rows of moves: shared by the layouts of numbered pairs, blocks and columns.
//!
//! A row is split at its move numbers into *entries*; the rows from one start to the next are a game.

use super::anchor::{Anchor, anchor, is_placeholder};
use super::heading::{Heading, tag_pair};
use super::meter::is_meter;
use super::running::begins_within;
use super::segment::{Part, Segmenter, trim};
use super::words::{Gap, Row, Word, joined, rows, span_of};
use super::{Cell, Draft, Ending, MoveSense, ending};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};
use scorebook_pgn::glyph;
use shakmaty::Color;

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
pub(super) enum Blocks {
    /// One, or two with the same number.
    One,
    /// Any number: blocks of pairs are side by side.
    Many,
}

/// The entries of a row; empty if it does not begin with a move number.
pub(super) fn entries<'a>(
    row: Row<'a>,
    blocks: Blocks,
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
    (blocks, step): (Blocks, Option<u32>),
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
    if blocks == Blocks::Many && step.is_some_and(|step| found.number == here + step) {
        let mut longer = entry.words.clone();
        longer.push(word);
        let cells = |words: &[Word<'a>], segmenter: &mut Segmenter<'a, '_>| {
            let parts = segmenter.split(words, Some(2));
            (parts.iter().all(|part| matches!(part, Part::Cell(_))), parts.len())
        };
        return cells(&entry.words, segmenter) == (true, 2) || segmenter.split(&longer, Some(2)).len() > 2;
    }
    blocks == Blocks::Many && found.number > here && (word.gap == Gap::Wide || (found.dotted && attached))
        || found.dotted && found.number == here + 1 && blocks == Blocks::Many
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
    blocks: Blocks,
    segmenter: &mut Segmenter<'a, '_>,
) -> Vec<Sheet<'a>> {
    let mut done: Vec<Sheet<'a>> = Vec::new();
    let mut sheet = Sheet::default();
    let mut between: Vec<Row<'a>> = Vec::new();
    let mut last = 0;
    let step = if blocks == Blocks::Many { block_step(source.text()) } else { None };
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

/// A cell with the text of some words.
pub(super) fn cell<'a>(
    source: &'a Source,
    words: &[Word<'a>],
    number: Option<u32>,
    side: Option<Color>,
) -> Cell<'a> {
    let text = joined(source.text(), words);
    let text = match text {
        std::borrow::Cow::Borrowed(text) => std::borrow::Cow::Borrowed(trim(text)),
        std::borrow::Cow::Owned(text) => std::borrow::Cow::Owned(trim(&text).to_owned()),
    };
    let nags = praise(&text).into_iter().collect();
    Cell { text, span: span_of(words), number, side, nags, ..Cell::default() }
}

/// The NAG of the glyph after a move: `!`, `??`.
fn praise(text: &str) -> Option<u8> {
    let bare = text.trim_end_matches(['!', '?']);
    glyph(&text.as_bytes()[bare.len()..])
}

/// A draft while its rows are read.
pub(super) struct Assembly<'a, 's, 'm> {
    source: &'a Source,
    segmenter: &'m mut Segmenter<'a, 's>,
    pub draft: Draft<'a>,
    /// The number and side of the last cell.
    last: Option<(u32, Color)>,
}

impl<'a, 's, 'm> Assembly<'a, 's, 'm> {
    pub(super) fn new(
        source: &'a Source,
        segmenter: &'m mut Segmenter<'a, 's>,
        heading: Heading,
        span: Span,
    ) -> Assembly<'a, 's, 'm> {
        let heading = heading.finish();
        let mut draft = Draft { tags: heading.tags, start: heading.start, span, ..Draft::default() };
        draft.strand.comments = heading.remarks;
        if let super::Start::Odds(fen, place) = &draft.start {
            let board = fen.split(' ').next().unwrap_or_default();
            let finding = Finding::new(&code::L303, *place, format!("game at odds, from {board}"));
            draft.findings.push(finding.text(source.slice(*place).trim()));
        }
        if let Some(fen) = draft.tags.get("FEN").filter(|_| draft.start == super::Start::Array) {
            draft.start = super::Start::Fen(fen.to_owned(), span);
        }
        Assembly { source, segmenter, draft, last: None }
    }

    /// Adds one entry: White's and Black's move, or only Black's, after dots or a repeated number.
    pub(super) fn entry(&mut self, entry: &Entry<'a>, is_last: bool) {
        let number = entry.anchor.number;
        let black_only = entry.anchor.ellipsis || self.last == Some((number, Color::White));
        self.check_pair(entry, number);
        let mut words = entry.words.as_slice();
        let ended = ending::find(words).filter(|(at, ..)| is_last || *at > 0);
        let said = ended.as_ref().map_or(&[][..], |(at, ..)| &words[*at..]);
        words = &words[..words.len() - said.len()];
        let mut sides = if black_only { vec![Color::Black] } else { vec![Color::Black, Color::White] };
        let parts = self.segmenter.split(words, Some(sides.len()));
        let cells = parts.iter().filter(|part| matches!(part, Part::Cell(_))).count();
        let mut missing = sides.len().saturating_sub(cells);
        for part in parts {
            match part {
                Part::Cell(range) => {
                    if let Some(side) = sides.pop() {
                        self.push(&words[range], number, side);
                    }
                }
                Part::Placeholder(_) if sides.last() == Some(&Color::White) => {
                    sides.pop();
                    missing = missing.saturating_sub(1);
                }
                Part::Placeholder(_) => {}
                // A short text in place of a move is an illegible move; the decoder reports it.
                Part::Loose(range) if missing > 0 && range.len() <= 4 => {
                    missing -= 1;
                    if let Some(side) = sides.pop() {
                        self.push(&words[range], number, side);
                    }
                }
                Part::Loose(range) => self.note(&words[range]),
            }
        }
        for meter in &entry.meters {
            self.comment_at(meter.start, meter.text.to_owned());
        }
        if let Some((_, ending, span)) = ended {
            self.end(ending, span, said);
        }
    }

    /// Adds the words of another line: the ending, the rest of a move, or a note.
    pub(super) fn line(&mut self, words: &[Word<'a>]) {
        if let Some((at, ending, span)) = ending::find(words)
            && at < 3
        {
            self.end(ending, span, &words[at..]);
            if at > 0 {
                self.note(&words[..at]);
            }
            return;
        }
        if !self.continues(words) {
            self.note(words);
        }
    }

    /// Adds the words to the last cell, or adds Black's move on a line of its own; false if they are neither.
    fn continues(&mut self, words: &[Word<'a>]) -> bool {
        let Some((number, side)) = self.last else { return false };
        if words.len() > 12 {
            return false;
        }
        let Some(cell) = self.draft.strand.cells.last_mut() else { return false };
        let more = joined(self.source.text(), words);
        let hyphen = cell.text.ends_with('-');
        let text = format!("{}{}{}", cell.text, if hyphen { "" } else { " " }, trim(&more));
        let alone = self.segmenter.likeness(words);
        let whole = self.segmenter.text_likeness(&text);
        if whole >= 0.5 && (hyphen || whole > alone) {
            cell.text = text.into();
            cell.span = cell.span.join(span_of(words));
            return true;
        }
        if side == Color::White && alone >= 0.5 {
            self.push(words, number, Color::Black);
            return true;
        }
        false
    }

    /// Adds moves without numbers; their order determines the sides.
    pub(super) fn free(&mut self, words: &[Word<'a>]) {
        let ended = ending::find(words);
        let (words, said) = words.split_at(ended.as_ref().map_or(words.len(), |(at, ..)| *at));
        for part in self.segmenter.split(words, None) {
            match part {
                Part::Cell(range) => {
                    self.draft.strand.cells.push(cell(self.source, &words[range], None, None));
                }
                Part::Placeholder(_) => {}
                Part::Loose(range) if range.len() <= 2 => {
                    self.draft.strand.cells.push(cell(self.source, &words[range], None, None));
                }
                Part::Loose(range) => self.note(&words[range]),
            }
        }
        if let Some((_, ending, span)) = ended {
            self.end(ending, span, said);
        }
    }

    /// Adds one move of a stated side.
    pub(super) fn side(&mut self, side: Color, words: &[Word<'a>]) {
        let number = match self.last {
            None => 1,
            Some((number, Color::White)) => number,
            Some((number, Color::Black)) => number + 1,
        };
        match ending::find(words) {
            Some((0, ending, span)) => self.end(ending, span, words),
            _ if words.is_empty() => {}
            _ => self.push(words, number, side),
        }
    }

    /// Adds a comment to the last cell that ends before byte `place` of the source.
    pub(super) fn comment_at(&mut self, place: usize, text: String) {
        let strand = &mut self.draft.strand;
        let before = strand.cells.partition_point(|cell| cell.span.end <= place);
        match before.checked_sub(1).and_then(|at| strand.cells.get_mut(at)) {
            Some(cell) => cell.comments.push(text),
            None => strand.comments.push(text),
        }
    }

    pub(super) fn push(&mut self, words: &[Word<'a>], number: u32, side: Color) {
        // The game continues, so that was not its end.
        self.draft.ending = None;
        self.draft.strand.cells.push(cell(self.source, words, Some(number), Some(side)));
        self.last = Some((number, side));
    }

    /// Adds words that are not a move as a comment.
    pub(super) fn note(&mut self, words: &[Word<'a>]) {
        if words.iter().all(|&word| is_placeholder(word) || word.text == "-") {
            return;
        }
        let text = joined(self.source.text(), words).trim().to_owned();
        match self.draft.strand.cells.last_mut() {
            Some(cell) => cell.comments.push(text),
            None => self.draft.strand.comments.push(text),
        }
    }

    fn end(&mut self, ending: Ending, span: Span, words: &[Word<'a>]) {
        // A phrase is also kept as a comment; a bare marker is not.
        let marker = matches!(ending, Ending::Marker(_));
        if self.draft.ending.is_none() {
            self.draft.ending = Some((ending, span));
        }
        if !marker {
            self.note(words);
        }
    }

    /// Reports a pair without its second half although the record continues. Gaps in the numbers are reported
    /// by the decoder.
    fn check_pair(&mut self, entry: &Entry<'a>, number: u32) {
        let Some((last, Color::White)) = self.last else { return };
        if number == last + 1 {
            let span = span_of(&entry.words);
            let finding = Finding::new(&code::L102, span, format!("move {last} has no move for Black"));
            self.draft.findings.push(finding.text(number.to_string()));
        }
    }
}

/// Converts a sheet into a game, with the entries in the given order.
pub(super) fn assemble<'a>(
    source: &'a Source,
    sheet: Sheet<'a>,
    ordered: &[(usize, Entry<'a>)],
    segmenter: &mut Segmenter<'a, '_>,
) -> Draft<'a> {
    let mut assembly = Assembly::new(source, segmenter, sheet.heading, sheet.span);
    let mut notes = sheet.notes.into_iter().peekable();
    for (i, (row, entry)) in ordered.iter().enumerate() {
        while let Some((_, words)) = notes.next_if(|(at, _)| at <= row) {
            assembly.line(&words);
        }
        assembly.entry(entry, i + 1 == ordered.len());
    }
    for (_, words) in notes {
        assembly.line(&words);
    }
    assembly.draft
}

/// Counts of a source's lines: rows that begin with a move number, other lines, rows with several blocks, and
/// rows with one move only.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Census {
    pub numbered: usize,
    pub other: usize,
    pub blocks: usize,
    pub single: usize,
    pub pair: usize,
    pub crowded: usize,
}

/// Most lines that are examined to detect a layout.
const SAMPLE: usize = 400;

pub(super) fn census(source: &Source, sense: &dyn MoveSense) -> Census {
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
        let found = entries(row, Blocks::Many, step, &mut segmenter);
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
            [first, second, ..] if second.anchor.number == first.anchor.number + 1 => census.crowded += 1,
            _ => {
                census.numbered += 1;
                census.blocks += 1;
            }
        }
    }
    census
}
