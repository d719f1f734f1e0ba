//! The anchor of a correction: its text and hashes of the text around it.
//!
//! White space and line ends are ignored, so a record may be rewrapped. Each side has its own hash, so an
//! edit on one side does not lose the place.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::text::{Source, Span};

/// Characters, without white space, that are hashed on each side: enough to tell the third move of one game
/// from the third move of the next with the same opening.
const AROUND: usize = 64;

/// A place in a source that survives edits elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Anchor {
    /// The file name as given.
    pub file: String,
    /// The line, from 1, when the correction was made.
    pub line: usize,
    /// The text that is corrected.
    pub text: String,
    /// Hashes of the text before and after it, `1234abcd-5678ef90`. Empty in rows written by hand; then line
    /// and text must match.
    pub hash: String,
}

/// The result of looking for an anchor.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Relocation {
    /// Found here.
    At(Span),
    /// The text is gone, or the text around it has changed on both sides.
    Gone,
    /// It matches several places, none of them on its line.
    Several,
}

/// The text of a source without white space, with the source offset of each byte.
pub struct Index {
    text: String,
    offsets: Vec<u32>,
}

impl Index {
    /// The index of a text.
    #[must_use]
    pub fn new(text: &str) -> Index {
        let mut index = Index { text: String::with_capacity(text.len()), offsets: Vec::new() };
        for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            index.text.push(c);
            index.offsets.resize(index.text.len(), u32::try_from(at).unwrap_or(u32::MAX));
        }
        index
    }

    /// The anchor of `span`.
    #[must_use]
    pub fn anchor(&self, source: &Source, span: Span) -> Anchor {
        let start = self.offsets.partition_point(|&at| (at as usize) < span.start);
        let end = self.offsets.partition_point(|&at| (at as usize) < span.end).max(start);
        let words: Vec<&str> = source.slice(span).split_whitespace().collect();
        Anchor {
            file: source.name().to_owned(),
            line: source.locate(span.start).0,
            text: words.join(" "),
            hash: format!("{}-{}", self.before(start), self.after(end)),
        }
    }

    /// Looks for an anchor in the source.
    #[must_use]
    pub fn find(&self, source: &Source, anchor: &Anchor) -> Relocation {
        let text: String = anchor.text.chars().filter(|c| !c.is_whitespace()).collect();
        if text.is_empty() {
            return Relocation::Gone;
        }
        let (before, after) = anchor.hash.split_once('-').unwrap_or_default();
        let mut both: Vec<Span> = Vec::new();
        let mut one: Vec<Span> = Vec::new();
        for at in memchr::memmem::find_iter(self.text.as_bytes(), text.as_bytes()) {
            let end = at + text.len();
            let span = self.span(source, at, end);
            if anchor.hash.is_empty() {
                if source.locate(span.start).0 == anchor.line {
                    both.push(span);
                }
                continue;
            }
            match (self.before(at) == before, self.after(end) == after) {
                // The usual case: nothing has changed, so no other place needs to be checked.
                (true, true) if source.locate(span.start).0 == anchor.line => return Relocation::At(span),
                (true, true) => both.push(span),
                (true, false) | (false, true) => one.push(span),
                (false, false) => {}
            }
        }
        let found = if both.is_empty() { one } else { both };
        let here: Vec<Span> =
            found.iter().copied().filter(|span| source.locate(span.start).0 == anchor.line).collect();
        match (found.as_slice(), here.as_slice()) {
            ([], _) => Relocation::Gone,
            ([only], _) | (_, [only]) => Relocation::At(*only),
            _ => Relocation::Several,
        }
    }

    fn span(&self, source: &Source, start: usize, end: usize) -> Span {
        let at = |index: usize| self.offsets.get(index).map_or(source.text().len(), |&at| at as usize);
        let last = at(end - 1);
        let width = source.text()[last..].chars().next().map_or(0, char::len_utf8);
        Span::new(at(start), last + width)
    }

    fn before(&self, at: usize) -> String {
        let head = &self.text[..at];
        let start = head.char_indices().rev().nth(AROUND - 1).map_or(0, |(start, _)| start);
        hash(&head[start..])
    }

    fn after(&self, at: usize) -> String {
        let tail = &self.text[at..];
        let end = tail.char_indices().nth(AROUND).map_or(tail.len(), |(end, _)| end);
        hash(&tail[..end])
    }
}

/// The first four bytes of the SHA-256 hash, in hexadecimal.
fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(4).fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "Anderssen against Dufresne\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n\n\
                        Morphy against the Duke\n1. P-K4 P-K4\n2. Kt-KB3 P-Q3\n";

    fn source(text: &str) -> Source {
        Source::from_bytes("book.txt", text.as_bytes().to_vec())
    }

    fn span(text: &str, nth: usize, of: &str) -> Span {
        let (at, _) = text.match_indices(of).nth(nth).unwrap();
        Span::new(at, at + of.len())
    }

    #[test]
    fn an_anchor_finds_its_place_again() {
        let book = source(BOOK);
        let index = Index::new(book.text());
        for nth in 0..2 {
            let place = span(BOOK, nth, "Kt-KB3");
            let anchor = index.anchor(&book, place);
            assert_eq!(index.find(&book, &anchor), Relocation::At(place), "{anchor:?}");
        }
    }

    #[test]
    fn edits_elsewhere_and_new_line_ends_do_not_matter() {
        let book = source(BOOK);
        let anchor = Index::new(book.text()).anchor(&book, span(BOOK, 1, "Kt-KB3"));
        let edited = format!(
            "A new preface.\n\n{}",
            BOOK.replace("3. B-B4 B-B4", "3. B-B4 Kt-B3").replace(". ", ".\n")
        );
        let later = source(&edited);
        assert_eq!(
            Index::new(later.text()).find(&later, &anchor),
            Relocation::At(span(&edited, 1, "Kt-KB3"))
        );
    }

    #[test]
    fn a_place_that_is_gone_or_no_longer_alone_is_not_guessed() {
        let book = source(BOOK);
        let anchor = Index::new(book.text()).anchor(&book, span(BOOK, 0, "Kt-QB3"));
        let gone = source(&BOOK.replace("Kt-QB3", "P-KB4"));
        assert_eq!(Index::new(gone.text()).find(&gone, &anchor), Relocation::Gone);
        let twice = source(&format!("\n\n\n\n\n\n\n\n\n\n\n\n{BOOK}{BOOK}"));
        let anchor = Anchor { line: 1, ..anchor };
        // The first copy has the same text before it; the second has the same text after it, or on both
        // sides.
        assert_ne!(Index::new(twice.text()).find(&twice, &anchor), Relocation::At(Span::new(0, 6)));
    }

    #[test]
    fn by_hand_line_and_text_must_fit() {
        let book = source(BOOK);
        let index = Index::new(book.text());
        let by_hand = |line, text: &str| {
            index.find(
                &book,
                &Anchor { file: "book.txt".into(), line, text: text.into(), hash: String::new() },
            )
        };
        assert_eq!(by_hand(8, "Kt-KB3"), Relocation::At(span(BOOK, 1, "Kt-KB3")));
        assert_eq!(by_hand(9, "Kt-KB3"), Relocation::Gone);
        assert_eq!(by_hand(2, "P-K4"), Relocation::Several);
    }
}
