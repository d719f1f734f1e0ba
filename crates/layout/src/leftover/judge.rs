//! The words of a line: notes in brackets, prose, moves, and what is reported of them.

use std::ops::Range;

use scorebook_lexicon::{is_and_so_on, is_small, side_of};

use super::word::{is_garbled, is_long, is_mixed, is_odd, is_strange, is_text, is_worn};
use super::{LIKE, LONGEST_LINE, LONGEST_NOTE, Leftover, LeftoverKind, Looker};
use crate::anchor::{Anchor, anchor};
use crate::ending;
use crate::move_words::says_check;
use crate::running::side_word;
use crate::segment::Part;
use crate::text::Span;
use crate::words::{Word, joined, span_of};

impl<'p> Looker<'p, '_> {
    /// The notes in brackets of a gap. A bracket that is attached to a move and contains what moves have in brackets is not
    /// a note.
    pub(super) fn notes(&mut self, gap: Span) -> Vec<Range<usize>> {
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
    pub(super) fn is_part(&mut self, note: &Range<usize>) -> bool {
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
    pub(super) fn is_prose(&mut self, words: &[Word<'p>]) -> bool {
        /// Fewest small words of a sentence.
        const SENTENCE: usize = 5;
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
                && side_of(word.text.trim_end_matches(['.', ':'])).is_none()
                && self.segmenter.text_likeness(word.text) < LIKE
        });
        // `QRP x P`
        let told = told && words.len() > 2 && !self.begins_with_move(words);
        // `A strange idea, as he told me.`
        let is_small = |word: &&Word<'p>| {
            let bare = word.text.trim_end_matches([',', '.', ';', ':', '!', '?']);
            bare.len() > 1 && bare.chars().all(is_small) && !says_check(bare)
        };
        let small = words.iter().filter(is_small).count();
        let spoken = words.iter().filter(|word| word.text.contains(char::is_alphabetic)).count();
        let is_sentence = small >= SENTENCE && small * 5 >= spoken * 4;
        long >= 2 && (long * 5 >= words.len() * 2 || is_sentence) || told
    }

    /// The parts of a sequence of words that look like moves.
    pub(super) fn cells(&mut self, words: &[Word<'p>]) -> Vec<Range<usize>> {
        let parts = self.segmenter.split(words, None);
        let cells = parts
            .into_iter()
            .filter_map(|part| if let Part::Cell(range) = part { Some(range) } else { None });
        let cells: Vec<Range<usize>> = cells.collect();
        cells.into_iter().filter(|range| self.is_move(&words[range.clone()])).collect()
    }

    pub(super) fn is_move(&mut self, words: &[Word<'p>]) -> bool {
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
    pub(super) fn is_all_moves(&mut self, words: &[Word<'p>]) -> bool {
        let number = words.first().is_some_and(|word| word.text.ends_with('.') && word.text.len() <= 4);
        let words = &words[usize::from(number && words.len() > 1)..];
        let cells = self.cells(words);
        let inside: usize = cells.iter().map(ExactSizeIterator::len).sum();
        inside == words.len()
    }

    /// Whether words are a number, moves behind it, and perhaps the end of the game: `42 PxP Resigns.`
    pub(super) fn is_row(&mut self, words: &[Word<'p>]) -> bool {
        let number = words.first().and_then(|word| anchor(word.text)).map_or(0, |found| found.len);
        let end = ending::find(words).map_or(words.len(), |(at, ..)| at);
        let first = words.iter().take(1).filter_map(|word| word.skip(number));
        let moves: Vec<Word<'p>> = first.chain(words.iter().take(end).skip(1).copied()).collect();
        number > 0 && !moves.is_empty() && self.is_all_moves(&moves)
    }

    /// Whether a text is a piece and a sign whose target square was read as a move by itself: `Q -`.
    pub(super) fn breaks_off(&self, words: &[Word<'p>]) -> bool {
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
        let behind = &self.print.text[last.start + last.text.len()..];
        let sign = last.text.ends_with(['-', '–', '—', 'x', '×', ':'])
            || behind.trim_start_matches(' ').starts_with(['-', '–', '—', '×']);
        words.len() <= 3 && first.text.starts_with(char::is_uppercase) && first.text.len() <= 4 && sign
    }

    /// Reports the text of a line that is not accounted for.
    pub(super) fn judge(
        &mut self,
        words: &[Word<'p>],
        number: Option<Anchor>,
        attached: bool,
        (head, behind): (bool, bool),
    ) {
        let is_noted = words.last().is_some_and(|word| is_and_so_on(word.text));
        if is_noted && !attached && number.is_none() {
            return;
        }
        let mut all: Vec<Word<'p>> = Vec::with_capacity(words.len());
        let mut numbers = 0;
        for &word in words {
            match anchor(word.text) {
                Some(found) => {
                    numbers += 1;
                    // `12.-`: a sign behind a number is no text.
                    let rest = word.skip(found.len);
                    all.extend(rest.filter(|rest| is_text(rest.text)));
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
            self.found.push(Leftover {
                span: span_of(words),
                kind: LeftoverKind::Numbered,
                behind,
                moves: 1,
            });
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
            self.found.push(Leftover { span, kind: LeftoverKind::Moves, behind, moves: cells.len() });
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
        // Behind the words that end the game another number counts something else: `CHAPTER IV.`
        let is_over = self.print.end.is_some_and(|end| words.first().is_some_and(|word| word.start >= end));
        let unread = number.is_some()
            && !head
            && (due || !is_over)
            && all.len() <= 4
            && (lost || !all.iter().any(|word| is_long(word.text)));
        // Nor may a word with digits be alone below the last line.
        let below = behind && !attached && all.len() <= 2 && self.is_below_last(all);
        let lost = below && all.iter().any(|word| is_mixed(word.text));
        // Behind the expected number a misread move is one, whatever is said of it.
        let garbled = due && behind && !attached && all.first().is_some_and(|word| is_garbled(word.text));
        if worn || unread || strange || lost || garbled {
            let all = if garbled { &all[..1] } else { all };
            self.found.push(Leftover { span: span_of(all), kind: LeftoverKind::Numbered, behind, moves: 1 });
        }
    }
}
