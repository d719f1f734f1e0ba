//! Text of a record that no reading has accounted for: moves, numbered moves and results outside the cells that were
//! read and outside what is clearly not part of the score.
//!
//! A layout may lose moves without noticing: as a comment, as a note, after the last row that it recognises. So this
//! module goes through the text again, line by line, without a layout. Brackets are notes, lines of mostly words are
//! prose, and lines of only moves are neither.

mod figures;
mod tail;
#[cfg(test)]
mod tests;
mod word;

use std::ops::Range;

use crate::anchor::{Anchor, anchor};
use crate::heading::side_name;
use crate::running::side_word;
use crate::segment::{Part, Segmenter};
use crate::text::Span;
use crate::words::{Word, joined, rows, span_of};
use crate::{MoveSense, ending};
use word::{is_bare, is_long, is_mixed, is_number, is_odd, is_strange, is_worn, pieces, stops};

/// A cell that was read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its place.
    pub span: Span,
    /// The half-move that it is, from 1.
    pub ply: u32,
    /// Whether its number is printed with it.
    pub in_order: bool,
}

/// What is known about the text of one game.
#[derive(Copy, Clone, Debug)]
pub struct Print<'p> {
    /// The whole text.
    pub text: &'p str,
    /// All text that may belong to this game: from the end of the previous game to the start of the next.
    pub region: Span,
    /// The part of it that the layout used.
    pub own: Span,
    /// The cells that were read, by place.
    pub read: &'p [Mark],
    /// Other text that is accounted for, by place: tag pairs, comments, variations, other games.
    pub explained: &'p [Span],
    /// The number of the next move.
    pub due: u32,
    /// Whether the game's notation can read a text without letters.
    pub numeric: bool,
    /// Whether all cells were read.
    pub whole: bool,
}

/// Text that no reading has accounted for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Where it stands.
    pub span: Span,
    /// What stands there.
    pub kind: Kind,
    /// Whether it comes after the last move that was read.
    pub behind: bool,
    /// How many moves it looks like, at least 1.
    pub moves: usize,
}

/// What the text is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Texts that can be read as moves.
    Moves,
    /// A move number, and a text that cannot be read as a move.
    Numbered,
    /// A move that was read, but whose original text does not literally say it, or says more.
    Unlike,
    /// A move that was read as part of another game.
    Woven,
    /// A move that was read, but that the printed numbers contradict.
    Order,
}

/// Likeness from which a text counts as a move.
const LIKE: f32 = 0.5;
/// Most bytes of a note in brackets.
const LONGEST_NOTE: usize = 8_000;
/// A longer line, in bytes, is not examined word by word.
const LONGEST_LINE: usize = 4_000;
/// Bytes after the last move in which the game may continue.
const FAR: usize = 4_000;

/// Finds the text of a game that is not accounted for.
#[must_use]
pub fn left_over(print: &Print<'_>, sense: &dyn MoveSense) -> Vec<Leftover> {
    let mut looker = Looker {
        print: *print,
        segmenter: Segmenter::new(print.text, sense),
        figures: figures::between(print),
        found: Vec::new(),
    };
    let mut at = print.region.start;
    let mut read = print.read.iter().map(|mark| mark.span).peekable();
    let mut other = print.explained.iter().copied().peekable();
    loop {
        let next = match (read.peek(), other.peek()) {
            (Some(a), Some(b)) if a.start <= b.start => read.next(),
            (Some(_), None) => read.next(),
            (_, Some(_)) => other.next(),
            (None, None) => None,
        };
        let Some(span) = next else { break };
        if span.start > at {
            looker.gap(Span::new(at, span.start.min(print.region.end)));
        }
        at = at.max(span.end);
    }
    if at < print.region.end {
        looker.gap(Span::new(at, print.region.end));
    }
    // If other moves are also followed by digits, those after the last move are of the same kind.
    if print.whole && looker.figures == 0 {
        let known = |one: &Leftover| looker.found.iter().any(|other| other.span == one.span);
        let more: Vec<Leftover> = figures::behind(print).into_iter().filter(|one| !known(one)).collect();
        looker.found.extend(more);
        looker.found.extend(figures::torn_off(print));
    }
    if print.whole && !looker.found.iter().any(|found| found.behind) {
        let tail = looker.tail();
        looker.found.extend(tail);
    }
    looker.found
}

/// The move number that a line ends with.
fn bare_number(words: &[Word<'_>]) -> Option<Anchor> {
    let last = words.last()?;
    anchor(last.text).filter(|found| found.dotted && found.len == last.text.len())
}

struct Looker<'p, 's> {
    print: Print<'p>,
    segmenter: Segmenter<'p, 's>,
    /// How many moves are followed by numbers other than the next move number: times, evaluations.
    figures: usize,
    found: Vec<Leftover>,
}

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
    /// Whether it begins with a short word and a full stop, as a worn number does.
    worn: bool,
    /// The number of the next line that begins with a number.
    next: Option<u32>,
}

impl<'p> Looker<'p, '_> {
    /// Whether the numbers of a line are those of moves after the last one that was read.
    fn numbers_more(&self, words: &[Word<'p>]) -> bool {
        words.iter().filter_map(|word| anchor(word.text)).any(|found| found.number >= self.print.due.max(2))
    }

    /// Examines a gap between texts that are accounted for.
    fn gap(&mut self, gap: Span) {
        let text = &self.print.text[gap.range()];
        if is_bare(text) || is_number(text) {
            return;
        }
        let notes = self.notes(gap);
        let lines: Vec<(Span, Vec<Word<'p>>)> =
            rows(text, gap.start).map(|row| (row.span(), pieces(row.text, row.start, &notes))).collect();
        let kinds: Vec<Line> = lines
            .iter()
            .map(|(span, words)| {
                let blank = words.is_empty() && is_bare(&self.print.text[span.range()]);
                if blank {
                    Line::Blank
                } else if self.is_prose(words) {
                    Line::Prose
                } else {
                    Line::Other
                }
            })
            .collect();
        let first = self.print.read.first().map_or(usize::MAX, |mark| mark.span.start);
        let last = self.print.read.iter().map(|mark| mark.span.end).max().unwrap_or(0);
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
                let line = Behind { span: *span, number, prose, in_prose, begins, noted, alone, worn, next };
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
    fn begins_with_move(&mut self, words: &[Word<'p>]) -> bool {
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
        let Behind { span, number, prose, in_prose, begins, noted, alone, worn, next } = *line;
        let own = span.start < self.print.own.end;
        if *over || span.start > self.print.own.end + FAR {
            return false;
        }
        match number {
            // A sentence that begins with the expected move may also be a note, unless it is a line by itself.
            Some(found) if found.number == self.print.due => !in_prose || own && !prose && begins,
            // After a note, rows by themselves continue the game, although Black's move before them is missing.
            Some(found) if found.number == self.print.due + 1 && alone => true,
            // Another game begins, which the layout does not know; but if the next number continues, this one is misread.
            Some(found) if found.number == 1 && self.print.due > 1 && !own => {
                let misread = !prose && next == Some(self.print.due + 1);
                *over = !misread;
                misread
            }
            // After a note, a line of moves may continue the note or the game.
            _ => !in_prose && (!noted || alone && (own || worn)),
        }
    }

    /// Whether no move can be missing at `span`: the moves before and after it are printed with their numbers, and are
    /// consecutive.
    fn is_whole(&self, span: Span) -> bool {
        let behind = self.print.read.partition_point(|mark| mark.span.start < span.start);
        let before = behind.checked_sub(1).and_then(|at| self.print.read.get(at));
        let sides = (before, self.print.read.get(behind));
        matches!(sides, (Some(a), Some(b)) if a.in_order && b.in_order && a.ply < b.ply && b.ply <= a.ply + 1)
    }

    /// Whether a cell that was read is on the line of `span`.
    fn holds_read(&self, span: Span) -> bool {
        let text = self.print.text;
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
        let from = self.print.read.partition_point(|mark| mark.span.end <= start);
        self.print.read.get(from).is_some_and(|mark| mark.span.start < end)
    }

    /// Whether words follow a move that was read, on its line.
    fn is_among(&self, words: &[Word<'p>]) -> bool {
        let Some(first) = words.first() else { return false };
        let before = self.print.read.partition_point(|mark| mark.span.start < first.start);
        let Some(last) = before.checked_sub(1).map(|at| self.print.read[at].span) else { return false };
        self.print.text.get(last.end..first.start).is_some_and(|gap| !gap.contains('\n'))
    }

    /// Whether words are on the line below the last move.
    fn is_below_last(&self, words: &[Word<'p>]) -> bool {
        let (Some(first), Some(last)) = (words.first(), self.print.read.last()) else { return false };
        let gap = self.print.text.get(last.span.end..first.start).unwrap_or_default();
        gap.bytes().filter(|b| *b == b'\n').count() == 1
    }

    /// The notes in brackets of a gap. A bracket that is attached to a move and contains what moves have in brackets is not
    /// a note.
    fn notes(&mut self, gap: Span) -> Vec<Range<usize>> {
        let text = &self.print.text[gap.range()];
        if !text.contains(['(', '[', '{']) {
            return Vec::new();
        }
        let mut open: Vec<usize> = Vec::new();
        let mut notes: Vec<Range<usize>> = Vec::new();
        for (at, c) in text.char_indices() {
            match c {
                '(' | '[' | '{' => open.push(at),
                ')' | ']' | '}' => {
                    let Some(start) = open.pop() else { continue };
                    if open.is_empty() && at - start <= LONGEST_NOTE {
                        notes.push(gap.start + start..gap.start + at + 1);
                    }
                }
                _ => {}
            }
        }
        notes.retain(|note| !self.is_part(note));
        notes
    }

    /// Whether a bracket is part of a move: attached to it, with a square or a piece inside.
    fn is_part(&mut self, note: &Range<usize>) -> bool {
        let text = self.print.text;
        let glued_before = text[..note.start].ends_with(|c: char| c.is_alphanumeric());
        let glued_behind =
            text[note.end..].starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == 'x');
        let inside = text[note.start + 1..note.end - 1].trim();
        if !(glued_before || glued_behind) || inside.len() > 12 || !inside.starts_with(char::is_alphanumeric)
        {
            return false;
        }
        let square = format!("P-{inside}");
        inside.chars().any(char::is_uppercase) && self.segmenter.text_likeness(&square) >= LIKE
            || self.segmenter.text_likeness(inside) >= LIKE
    }

    /// Whether many words of a line cannot be part of a move.
    fn is_prose(&mut self, words: &[Word<'p>]) -> bool {
        // The words that end a game are not prose.
        let ended = words.first().and_then(|word| anchor(word.text)).and_then(|_| ending::find(words));
        let words = ended.map_or(words, |(at, ..)| &words[..at]);
        let long = words
            .iter()
            .filter(|word| is_long(word.text) && self.segmenter.text_likeness(word.text) < LIKE)
            .count();
        // A line of moves begins with a move, its number or its side.
        let told = words.first().is_some_and(|word| {
            is_long(word.text)
                && side_name(word.text.trim_end_matches(['.', ':'])).is_none()
                && self.segmenter.text_likeness(word.text) < LIKE
        });
        // `QRP x P`
        let told = told && words.len() > 2 && !self.begins_with_move(words);
        long >= 2 && long * 5 >= words.len() * 2 || told
    }

    /// The parts of a sequence of words that look like moves.
    fn cells(&mut self, words: &[Word<'p>]) -> Vec<Range<usize>> {
        let parts = self.segmenter.split(words, None);
        let cells = parts
            .into_iter()
            .filter_map(|part| if let Part::Cell(range) = part { Some(range) } else { None });
        let cells: Vec<Range<usize>> = cells.collect();
        cells.into_iter().filter(|range| self.is_move(&words[range.clone()])).collect()
    }

    fn is_move(&mut self, words: &[Word<'p>]) -> bool {
        let text = joined(self.print.text, words);
        let letters = text.chars().any(char::is_alphabetic);
        // Single letters are the files or the pieces of a diagram.
        let said = text
            .contains(|c: char| c.is_ascii_digit() || matches!(c, '-' | 'x' | 'X' | '×' | ':' | '–' | '—'))
            || text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 2);
        if !said {
            return false;
        }
        // `0-0`, not the number `0.0`.
        let castles = text.contains('0')
            && text.chars().all(|c| matches!(c, '0' | '-' | '–' | '—' | '+' | '#' | ' '))
            && !text.ends_with(['-', '–', '—']);
        (letters || castles || self.print.numeric) && self.segmenter.text_likeness(&text) >= LIKE
    }

    /// Whether words are only moves, except for the rest of their number.
    fn is_all_moves(&mut self, words: &[Word<'p>]) -> bool {
        let number = words.first().is_some_and(|word| word.text.ends_with('.') && word.text.len() <= 4);
        let words = &words[usize::from(number && words.len() > 1)..];
        let cells = self.cells(words);
        let inside: usize = cells.iter().map(ExactSizeIterator::len).sum();
        inside == words.len()
    }

    /// Whether a text is a piece and a sign whose target square was read as a move by itself: `Q -`.
    fn breaks_off(&self, words: &[Word<'p>]) -> bool {
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
        let behind = &self.print.text[last.start + last.text.len()..];
        let sign = last.text.ends_with(['-', '–', '—', 'x', '×', ':'])
            || behind.trim_start_matches(' ').starts_with(['-', '–', '—', '×']);
        words.len() <= 3 && first.text.starts_with(char::is_uppercase) && first.text.len() <= 4 && sign
    }

    /// Reports the text of a line that is not accounted for.
    fn judge(
        &mut self,
        words: &[Word<'p>],
        number: Option<Anchor>,
        attached: bool,
        (head, behind): (bool, bool),
    ) {
        let mut all: Vec<Word<'p>> = Vec::with_capacity(words.len());
        let mut numbers = 0;
        for &word in words {
            match anchor(word.text) {
                Some(found) => {
                    numbers += 1;
                    all.extend(word.skip(found.len));
                }
                None => all.push(word),
            }
        }
        let cut = ending::find(&all).map_or(all.len(), |(at, ..)| at);
        let mut all = &all[..cut];
        // `W.` before a move that was read names the side.
        if let [first, rest @ ..] = all
            && attached
            && first.text.ends_with(['.', ':'])
            && side_word(*first).is_some()
        {
            all = rest;
        }
        // `14. 6 465`: only digits, in a notation whose moves are digits.
        // `Cb 4 24.`: a digit that is not the expected number, if no other move has one; `14. 4`: one instead of a move.
        let is_due = number.is_some_and(|found| found.dotted && found.number == self.print.due);
        let torn_off = attached && self.figures == 1 || !attached && is_due;
        if all.is_empty() && numbers > 1 && (self.print.numeric || torn_off) && !head {
            self.found.push(Leftover { span: span_of(words), kind: Kind::Numbered, behind, moves: 1 });
            return;
        }
        if all.is_empty() || all.iter().map(|word| word.text.len()).sum::<usize>() > LONGEST_LINE {
            return;
        }
        let cells = self.cells(all);
        let inside: usize = cells.iter().map(ExactSizeIterator::len).sum();
        let enough = attached || number.is_some() || inside * 2 >= all.len();
        let alone = head && cells.len() < 2 && numbers == 0;
        if let (Some(first), Some(last)) = (cells.first(), cells.last())
            && enough
            && !alone
        {
            let span = span_of(&all[first.start..last.end]);
            self.found.push(Leftover { span, kind: Kind::Moves, behind, moves: cells.len() });
            return;
        }
        // A word that cannot be part of a move may be a remark; a short text between or after moves is a lost move.
        let odd = all.iter().any(|word| is_odd(word.text)) && !all.iter().any(|word| is_long(word.text));
        let short = all.len() > 2 && !all.iter().any(|word| is_long(word.text));
        let worn =
            attached && (short || odd || self.breaks_off(all) || all.iter().any(|word| is_worn(word.text)));
        // After the expected number a single word is a move, whatever it looks like.
        let due = number.is_some_and(|found| found.number == self.print.due);
        let lost = due && (all.len() == 1 || !all.iter().all(|word| is_long(word.text)));
        // On the line of a move only signs, digits, sentences and accounted text may follow it.
        let among = attached && self.is_among(all);
        let strange = among && all.iter().any(|word| is_strange(word.text));
        let unread = number.is_some()
            && !head
            && all.len() <= 4
            && (lost || !all.iter().any(|word| is_long(word.text)));
        // Nor may a word with digits be alone below the last line.
        let below = behind && !attached && all.len() <= 2 && self.is_below_last(all);
        let lost = below && all.iter().any(|word| is_mixed(word.text));
        if worn || unread || strange || lost {
            self.found.push(Leftover { span: span_of(all), kind: Kind::Numbered, behind, moves: 1 });
        }
    }
}
