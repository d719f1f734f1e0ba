//! The source around a place, and its page number.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::{Source, Span};

/// Lines shown before and after.
const LINES: usize = 8;
/// Most bytes shown before and after.
const MOST: usize = 900;

/// The first line shown, the text before `span`, the text of `span`, and the text after it.
#[must_use]
pub fn around(source: &Source, span: Span) -> (usize, String, String, String) {
    let text = source.text();
    let head = text.get(..span.start).unwrap_or_default();
    let tail = text.get(span.end..).unwrap_or_default();
    let from = head.match_indices('\n').rev().nth(LINES).map_or(0, |(at, _)| at + 1);
    let from = ceil(text, from.max(span.start.saturating_sub(MOST)));
    let to = tail.match_indices('\n').nth(LINES).map_or(text.len(), |(at, _)| span.end + at);
    let to = floor(text, to.min(span.end + MOST));
    let piece = |from: usize, to: usize| text.get(from..to).unwrap_or_default().replace('\r', "");
    (source.locate(from).0, piece(from, span.start), piece(span.start, span.end), piece(span.end, to))
}

fn ceil(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The page breaks of a book.
pub struct Pages {
    marks: Vec<(usize, u32)>,
}

impl Pages {
    /// Finds form feeds, or page numbers left by transcribers: `[Pg 12]`, `{12}`.
    #[must_use]
    pub fn of(text: &str) -> Pages {
        static MARK: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"\[(?:Pg|Page|p\.) ?(\d{1,4})\]|\{(\d{1,4})\}").expect("a pattern of ours")
        });
        let feeds: Vec<(usize, u32)> = text.match_indices('\u{c}').map(|(at, _)| at).zip(2..).collect();
        if feeds.len() >= 2 {
            return Pages { marks: feeds };
        }
        let marks = MARK.captures_iter(text).filter_map(|found| {
            let number = found.get(1).or(found.get(2))?.as_str().parse().ok()?;
            Some((found.get(0)?.start(), number))
        });
        let mut marks: Vec<(usize, u32)> = marks.collect();
        // Page numbers must rise, and there must be more than a few.
        let rising = marks.windows(2).filter(|pair| pair[0].1 < pair[1].1).count();
        if marks.len() < 4 || rising * 10 < (marks.len() - 1) * 8 {
            marks.clear();
        }
        Pages { marks }
    }

    /// The page of a place.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<u32> {
        let next = self.marks.partition_point(|&(at, _)| at <= offset);
        match next.checked_sub(1) {
            Some(before) => Some(self.marks[before].1),
            None => self.marks.first().map(|&(_, number)| number.saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_lines_around_the_place_are_shown() {
        let lines =
            |from: usize, to: usize| (from..=to).map(|line| format!("line {line}\n")).collect::<String>();
        let text = lines(1, 9) + "5. P-K4 P-K4\n" + &lines(11, 20);
        let source = Source::from_bytes("a", text.clone().into_bytes());
        let at = text.find("P-K4").unwrap();
        let (line, before, cell, after) = around(&source, Span::new(at, at + 4));
        assert_eq!((line, before, cell.as_str()), (2, lines(2, 9) + "5. ", "P-K4"));
        assert_eq!(after, " P-K4\n".to_owned() + lines(11, 18).trim_end());
        // A whole book on one line, with multi-byte characters.
        let long = "é".repeat(5_000);
        let source = Source::from_bytes("a", long.into_bytes());
        let (_, before, _, after) = around(&source, Span::new(4_000, 4_002));
        assert!(before.len() <= MOST && after.len() <= MOST && before.len() > MOST - 4);
    }

    #[test]
    fn pages_are_those_that_the_print_marks() {
        let fed = Pages::of("a\u{c}b\u{c}c");
        assert_eq!([0, 2, 4].map(|at| fed.at(at)), [Some(1), Some(2), Some(3)]);
        let marked = Pages::of("{3} x {4} x {5} x {6} x");
        assert_eq!((marked.at(1), marked.at(7)), (Some(3), Some(4)));
        assert_eq!(Pages::of("1. e4 {0} e5 {12} 2. d4 {3}").at(9), None);
    }
}
