//! The text directly after the last move, in its paragraph: the words that end the game, a note, or the rest of a move.
//!
//! Every other move is confirmed by the moves after it. The last one is not, so all text after it must be identified.

use std::ops::Range;

use super::word::{has_letter, is_long, is_text, pieces};
use super::{FAR, Leftover, LeftoverKind, Looker};
use crate::anchor::anchor;
use crate::ending;
use crate::move_words::{of_a_move, of_moves};
use crate::text::Span;
use crate::words::{Word, rows, span_of};

impl<'p> Looker<'p, '_> {
    /// The first words after the last move that are neither the end of the game, nor a note, nor signs of that move.
    pub(super) fn tail(&mut self) -> Option<Leftover> {
        let text = self.print.text;
        let last = self.print.read.iter().map(|mark| mark.span.end).max()?;
        let rest = text.get(last..self.print.region.end)?;
        let mut end = last;
        for (at, row) in rows(rest, last).enumerate() {
            if at > 0 && row.text.trim().is_empty() || end > last + FAR {
                break;
            }
            end = row.span().end;
        }
        let notes: Vec<Range<usize>> = self.notes(Span::new(last, end));
        let mut due = false;
        for (at, row) in rows(text.get(last..end)?, last).enumerate() {
            let words = pieces(row.text, row.start, &notes);
            let mut words: Vec<Word<'p>> =
                words.into_iter().filter(|word| !self.is_explained(word)).collect();
            let number = words.first().and_then(|word| Some((anchor(word.text)?, *word)));
            if let Some((found, first)) = number {
                due = found.number == self.print.due && (found.dotted || at > 0);
                words.splice(0..1, first.skip(found.len));
            }
            let all = words.len();
            words.truncate(ending::find(&words).map_or(all, |(at, ..)| at));
            let figures = words.first().copied();
            words.retain(|word| is_text(word.text));
            if words.is_empty() {
                // Of moves in figures, some figures are a part: `43.48`.
                if let Some(part) = figures.filter(|_| due && self.print.numeric) {
                    let span = span_of(&[part]);
                    return Some(Leftover { span, kind: LeftoverKind::Numbered, behind: true, moves: 1 });
                }
                // The end of the game, or a line that ends with a number.
                if all > 0 && !due {
                    return None;
                }
                continue;
            }
            let is_over = at > 0 && self.print.end.is_some_and(|end| end <= row.start);
            if self.is_prose(&words) || (at > 1 || is_over) && !due {
                return None;
            }
            let letters: Vec<&str> =
                words.iter().map(|word| word.text).filter(|word| has_letter(word)).collect();
            let long = letters.iter().filter(|word| is_long(word)).count();
            let signs = letters.iter().all(|word| is_sign(word));
            // `London, 1851`, `FINIS`
            let dated = words.iter().any(|word| is_year(word.text));
            let below = at > 0 && !due;
            let named = letters.iter().any(|word| is_name(word))
                && letters.iter().all(|word| is_name(word) || is_initial(word));
            if below && named {
                return None;
            }
            if below && long == letters.len() && (dated || letters.iter().all(|word| is_capitals(word))) {
                return None;
            }
            // White's next move would have its number.
            if at == 0 && !due && long == letters.len() && self.awaits_number() {
                return None;
            }
            let unknown = !letters.is_empty() && (due || long < 2 || long * 2 < letters.len());
            return (unknown && !signs).then(|| Leftover {
                span: span_of(&words),
                kind: LeftoverKind::Numbered,
                behind: true,
                moves: 1,
            });
        }
        None
    }

    /// Whether the next move is White's, in a record with move numbers.
    fn awaits_number(&self) -> bool {
        let last = self.print.read.iter().map(|mark| mark.ply).max().unwrap_or(0);
        last.is_multiple_of(2) && self.print.read.iter().any(|mark| mark.in_order)
    }

    fn is_explained(&self, word: &Word<'_>) -> bool {
        let explained = self.print.explained;
        let from = explained.partition_point(|span| span.end <= word.start);
        explained[from..].iter().take_while(|span| span.start <= word.start).any(|span| span.end > word.start)
    }
}

/// Whether a word is a sign of the move before it, `ch` or `mate`.
fn is_sign(word: &str) -> bool {
    of_a_move(word)
        && word.chars().all(|c| !c.is_uppercase() && !c.is_ascii_digit())
        && word.chars().filter(|c| c.is_alphabetic()).count() > 1
}

/// Whether a word is spelled like a name, `Smith` or `Page`, and is not a misread word of a move.
fn is_name(word: &str) -> bool {
    let plain: String = word.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let letters = plain.chars().count();
    let mut signs = word.trim_end_matches(['.', ',', ':']).chars();
    letters > 3
        && signs.next().is_some_and(char::is_uppercase)
        && signs.all(char::is_lowercase)
        && of_moves().all(|known| strsim::levenshtein(&plain, known) > letters.max(known.len()) / 3)
}

/// The first letter of a name: `J.`
fn is_initial(word: &str) -> bool {
    let mut signs = word.chars();
    signs.next().is_some_and(char::is_uppercase) && signs.as_str() == "."
}

fn is_year(word: &str) -> bool {
    let digits = word.trim_matches(|c: char| !c.is_alphanumeric());
    digits.len() == 4 && digits.starts_with(['1', '2']) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a word has four letters or more, all capitals.
fn is_capitals(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).count() > 3 && !word.contains(char::is_lowercase)
}
