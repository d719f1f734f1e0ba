//! The lines between texts that are accounted for: which may contain moves.

use super::word::{is_bare, is_garbled, is_number, pieces, stops};
use super::{FAR, Looker};
use crate::anchor::{Anchor, anchor};
use crate::text::Span;
use crate::words::{Word, rows};

/// The kind of a line in a gap.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Line {
    Blank,
    Prose,
    Other,
}

/// A line after the last move that was read.
struct Behind {
    span: Span,
    /// The number that it begins with, or that the line above ends with.
    number: Option<Anchor>,
    /// Whether it is prose itself.
    prose: bool,
    /// Whether its paragraph contains prose.
    in_prose: bool,
    /// Whether it begins a paragraph or a sentence.
    begins: bool,
    /// Whether there is a note between it and the last move.
    noted: bool,
    /// Whether it begins a paragraph of only moves.
    alone: bool,
    /// Whether it holds nothing but a number, moves and words that end the game.
    row: bool,
    /// Whether it begins with a short word and a full stop, as a worn number does.
    worn: bool,
    /// Whether a word that no prose has follows its number.
    garbled: bool,
    /// Whether its numbers count on from the move that is due.
    counts_on: bool,
    /// The number of the next line that begins with a number.
    next: Option<u32>,
}

impl<'p> Looker<'p, '_> {
    /// Whether the numbers of a line are those of moves after the last one that was read.
    pub(super) fn numbers_more(&self, words: &[Word<'p>]) -> bool {
        words.iter().filter_map(|word| anchor(word.text)).any(|found| found.number >= self.print.due.max(2))
    }

    /// Whether the numbers of a line are those behind the move that is due, one after another: `Kt-B3 5 P-Q4 PxP 6 PxP B-Kt5`.
    fn counts_on(&self, words: &[Word<'p>]) -> bool {
        /// Fewest numbers.
        const FEWEST: usize = 2;
        let numbers = words.iter().filter_map(|word| anchor(word.text)).map(|found| found.number);
        let next = self.print.due.saturating_add(1)..;
        let all = numbers.clone().count();
        all >= FEWEST && numbers.eq(next.take(all))
    }

    /// Examines a gap between texts that are accounted for.
    pub(super) fn gap(&mut self, gap: Span) {
        let text = &self.print.text[gap.range()];
        if is_bare(text) || is_number(text) {
            return;
        }
        let notes = self.notes(gap);
        let lines: Vec<(Span, Vec<Word<'p>>)> =
            rows(text, gap.start).map(|row| (row.span(), pieces(row.text, row.start, &notes))).collect();
        let first = self.print.read.first().map_or(usize::MAX, |mark| mark.span.start);
        let last = self.last;
        // Behind the last move the game goes on only near it; whether what is farther off is prose does not matter, but for the
        // rest of a paragraph.
        let is_behind = gap.start >= last || self.print.read.is_empty();
        let far = if is_behind { self.print.own.end.max(gap.start) + FAR } else { usize::MAX };
        let mut kinds: Vec<Line> = Vec::with_capacity(lines.len());
        let mut is_near = true;
        for (span, words) in &lines {
            let blank = words.is_empty() && is_bare(&self.print.text[span.range()]);
            if kinds.last().is_none_or(|kind| *kind == Line::Blank) {
                is_near = span.start <= far;
            }
            kinds.push(match () {
                () if blank => Line::Blank,
                () if is_near && self.is_prose(words) => Line::Prose,
                () => Line::Other,
            });
        }
        // The first and the last line of a gap are parts of lines of moves.
        let parted = kinds.len() > 2 && kinds[1..kinds.len() - 1].contains(&Line::Blank);
        let mut over = false;
        let mut block = 0..0;
        let mut prose_before = false;
        for (at, (span, words)) in lines.iter().enumerate() {
            if !block.contains(&at) {
                prose_before |= kinds[block.clone()].contains(&Line::Prose);
                let end = kinds[at..].iter().position(|kind| *kind == Line::Blank);
                block = at..end.map_or(kinds.len(), |more| at + more.max(1));
            }
            if words.is_empty() {
                continue;
            }
            // A paragraph that contains prose is a note, including its lines of only moves.
            let in_prose = kinds[block.clone()].contains(&Line::Prose);
            let prose = kinds[at] == Line::Prose;
            let attached = self.holds_read(*span);
            // The number of a row may be at the end of the line above.
            let above = || lines[block.start..at].last().and_then(|(_, words)| bare_number(words));
            let own = words.first().and_then(|word| anchor(word.text));
            let number = own.or_else(|| above().filter(|_| !attached));
            let whole = self.is_whole(*span);
            let wanted = if attached {
                !prose || !whole && self.begins_with_move(words)
            } else if span.start >= last || self.print.read.is_empty() {
                let begins = at == block.start || stops(&self.print.text[..lines[at - 1].0.end]);
                // `S. Kt—Q2`
                let worn = words.first().is_some_and(|word| word.text.len() <= 3 && word.text.ends_with('.'));
                let rows = at == block.start && (block.len() == 1 || number.is_some());
                let mut lines_of = lines[block.clone()].iter();
                let alone =
                    prose_before && !in_prose && rows && lines_of.all(|(_, words)| self.is_all_moves(words));
                let numbers = lines[at + 1..].iter().filter_map(|(_, words)| anchor(words.first()?.text));
                let next = numbers.map(|found| found.number).next();
                let noted = prose_before;
                let row = in_prose && begins && own.is_some() && self.is_row(words);
                let garbled = own.is_some_and(|own| {
                    let glued = words.first().and_then(|word| word.skip(own.len));
                    glued.or_else(|| words.get(1).copied()).is_some_and(|word| is_garbled(word.text))
                });
                let (span, counts_on) = (*span, self.counts_on(words));
                let line = Behind {
                    span,
                    number,
                    prose,
                    in_prose,
                    begins,
                    noted,
                    alone,
                    row,
                    worn,
                    garbled,
                    counts_on,
                    next,
                };
                self.goes_on(&line, &mut over)
            } else {
                // If no move is missing, the lines in between are notes, except lines with a number directly among
                // the rows and lines after the end of the game as read.
                let row = number.is_some() && (!parted || at <= 1);
                !in_prose && (!whole || row || self.numbers_more(words))
            };
            if wanted {
                let head = span.end <= first && !attached;
                self.judge(words, number, attached, (head, span.start >= last));
            }
        }
    }

    /// Whether the first words of a line after its number are a move.
    pub(super) fn begins_with_move(&mut self, words: &[Word<'p>]) -> bool {
        let number = words.first().and_then(|word| anchor(word.text)).map_or(0, |found| found.len);
        let rest: Vec<Word<'p>> = words
            .iter()
            .take(1)
            .filter_map(|word| word.skip(number))
            .chain(words.iter().skip(1).copied())
            .collect();
        self.cells(&rest).first().is_some_and(|cell| cell.start == 0)
    }

    /// Whether a line after the last move may belong to the game.
    fn goes_on(&self, line: &Behind, over: &mut bool) -> bool {
        let Behind {
            span,
            number,
            prose,
            in_prose,
            begins,
            noted,
            alone,
            row,
            worn,
            garbled,
            counts_on,
            next,
        } = *line;
        let own = span.start < self.print.own.end;
        if *over || span.start > self.print.own.end + FAR {
            return false;
        }
        match number {
            // A sentence that begins with the expected move may also be a note, unless it is a line by itself.
            Some(found) if found.number == self.print.due => {
                !in_prose || own && !prose && begins || row || begins && garbled
            }
            // After a note, rows by themselves continue the game, although Black's move before them is missing.
            Some(found) if found.number == self.print.due.saturating_add(1) && alone => true,
            // Another game begins, which the layout does not know; but if the next number continues, this one is misread.
            Some(found) if found.number == 1 && self.print.due > 1 && !own => {
                let misread = !prose && next == Some(self.print.due.saturating_add(1));
                *over = !misread;
                misread
            }
            // After a note, a line of moves may continue the note or the game.
            _ => !in_prose && (!noted || counts_on || alone && (own || worn)),
        }
    }

    /// Whether no move can be missing at `span`: the moves before and after it are printed with their numbers, and are
    /// consecutive.
    pub(super) fn is_whole(&self, span: Span) -> bool {
        let behind = self.print.read.partition_point(|mark| mark.span.start < span.start);
        let before = behind.checked_sub(1).and_then(|at| self.print.read.get(at));
        let sides = (before, self.print.read.get(behind));
        matches!(sides, (Some(a), Some(b)) if a.in_order && b.in_order && a.ply < b.ply && b.ply <= a.ply + 1)
    }

    /// Whether a cell that was read is on the line of `span`.
    pub(super) fn holds_read(&self, span: Span) -> bool {
        let text = self.print.text;
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
        let from = self.print.read.partition_point(|mark| mark.span.end <= start);
        self.print.read.get(from).is_some_and(|mark| mark.span.start < end)
    }

    /// Whether words follow a move that was read, on its line.
    pub(super) fn is_among(&self, words: &[Word<'p>]) -> bool {
        let Some(first) = words.first() else { return false };
        let before = self.print.read.partition_point(|mark| mark.span.start < first.start);
        let Some(last) = before.checked_sub(1).map(|at| self.print.read[at].span) else { return false };
        self.print.text.get(last.end..first.start).is_some_and(|gap| !gap.contains('\n'))
    }

    /// Whether words are on the line below the last move.
    pub(super) fn is_below_last(&self, words: &[Word<'p>]) -> bool {
        let (Some(first), Some(last)) = (words.first(), self.print.read.last()) else { return false };
        let gap = self.print.text.get(last.span.end..first.start).unwrap_or_default();
        gap.bytes().filter(|b| *b == b'\n').count() == 1
    }
}

/// The move number that a line ends with.
fn bare_number(words: &[Word<'_>]) -> Option<Anchor> {
    let last = words.last()?;
    anchor(last.text).filter(|found| found.dotted && found.len == last.text.len())
}
