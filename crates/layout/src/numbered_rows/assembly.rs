//! Builds the draft of one game from its rows.

use shakmaty::Color;

use super::{Entry, Sheet};
use crate::anchor::is_placeholder;
use crate::finding::{Finding, code};
use crate::heading::Heading;
use crate::segment::{Part, Segmenter, trim};
use crate::text::{Source, Span};
use crate::words::{Word, joined, span_of};
use crate::{Cell, Draft, Ending, ending};
use scorebook_pgn::glyph;

/// A draft while its rows are read.
pub(crate) struct Assembly<'a, 's, 'm> {
    source: &'a Source,
    segmenter: &'m mut Segmenter<'a, 's>,
    pub draft: Draft<'a>,
    /// The number and side of the last cell.
    last: Option<(u32, Color)>,
}

impl<'a, 's, 'm> Assembly<'a, 's, 'm> {
    pub(crate) fn new(
        source: &'a Source,
        segmenter: &'m mut Segmenter<'a, 's>,
        heading: Heading,
        span: Span,
    ) -> Assembly<'a, 's, 'm> {
        Assembly { source, segmenter, draft: heading.draft(source.text(), span), last: None }
    }

    /// Adds one entry: White's and Black's move, or only Black's, after dots or a repeated number.
    pub(crate) fn entry(&mut self, entry: &Entry<'a>, is_last: bool) {
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
    pub(crate) fn line(&mut self, words: &[Word<'a>]) {
        // `{Black forfeits on time} 1-0`, as servers end a game.
        let comment = words.iter().position(|word| word.text.ends_with('}'));
        if words.first().is_some_and(|word| word.text.starts_with('{'))
            && let Some(at) = comment
            && let Some((0, ending, span)) = ending::find(&words[at + 1..])
        {
            self.note(&words[..=at]);
            self.end(ending, span, &words[at + 1..]);
            return;
        }
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
        // Behind the end of a game nothing is a part of its last move.
        if words.len() > 12 || self.draft.ending.is_some() {
            return false;
        }
        let Some(cell) = self.draft.mainline.cells.last_mut() else { return false };
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
    pub(crate) fn free(&mut self, words: &[Word<'a>]) {
        let ended = ending::find(words);
        let (words, said) = words.split_at(ended.as_ref().map_or(words.len(), |(at, ..)| *at));
        for part in self.segmenter.split(words, None) {
            match part {
                Part::Cell(range) => {
                    self.draft.mainline.cells.push(cell(self.source, &words[range], None, None));
                }
                Part::Placeholder(_) => {}
                Part::Loose(range) if range.len() <= 2 => {
                    self.draft.mainline.cells.push(cell(self.source, &words[range], None, None));
                }
                Part::Loose(range) => self.note(&words[range]),
            }
        }
        if let Some((_, ending, span)) = ended {
            self.end(ending, span, said);
        }
    }

    /// Adds one move of a stated side.
    pub(crate) fn side(&mut self, side: Color, words: &[Word<'a>]) {
        let number = match self.last {
            None => 1,
            Some((number, Color::White)) => number,
            Some((number, Color::Black)) => number.saturating_add(1),
        };
        match ending::find(words) {
            Some((0, ending, span)) => self.end(ending, span, words),
            _ if words.is_empty() => {}
            _ => self.push(words, number, side),
        }
    }

    /// Adds a comment to the last cell that ends before byte `place` of the source.
    pub(crate) fn comment_at(&mut self, place: usize, text: String) {
        let cell_line = &mut self.draft.mainline;
        let before = cell_line.cells.partition_point(|cell| cell.span.end <= place);
        match before.checked_sub(1).and_then(|at| cell_line.cells.get_mut(at)) {
            Some(cell) => cell.comments.push(text),
            None => cell_line.comments.push(text),
        }
    }

    pub(crate) fn push(&mut self, words: &[Word<'a>], number: u32, side: Color) {
        // The game continues, so that was not its end.
        self.draft.ending = None;
        self.draft.mainline.cells.push(cell(self.source, words, Some(number), Some(side)));
        self.last = Some((number, side));
    }

    /// Adds words that are not a move as a comment.
    pub(crate) fn note(&mut self, words: &[Word<'a>]) {
        let is_dash = |word: &Word<'_>| word.text.chars().all(|c| matches!(c, '-' | '–' | '—' | '―'));
        if words.iter().all(|&word| is_placeholder(word) || is_dash(&word)) {
            return;
        }
        let text = joined(self.source.text(), words).trim().to_owned();
        match self.draft.mainline.cells.last_mut() {
            Some(cell) => cell.comments.push(text),
            None => self.draft.mainline.comments.push(text),
        }
    }

    fn end(&mut self, ending: Ending, span: Span, words: &[Word<'a>]) {
        // A phrase is also kept as a comment; a bare marker is not.
        let marker = matches!(ending, Ending::Marker(_));
        // A printed result says more than a phrase.
        let is_phrase = |said: &(Ending, Span)| !matches!(said.0, Ending::Marker(_));
        if self.draft.ending.as_ref().is_none_or(|said| marker && is_phrase(said)) {
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
        if last.checked_add(1) == Some(number) {
            let span = span_of(&entry.words);
            let finding = Finding::new(&code::L102, span, format!("move {last} has no move for Black"));
            self.draft.findings.push(finding.text(number.to_string()));
        }
    }
}

/// Converts a sheet into a game, with the entries in the given order.
pub(crate) fn assemble<'a>(
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

/// A cell with the text of some words.
pub(crate) fn cell<'a>(
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
