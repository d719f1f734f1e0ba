//! Blanks out lines that are not score and cells that are not moves, before a layout reads them.

use crate::text::{Source, Span};

/// The source with all `spans` replaced by spaces; all offsets stay the same.
#[must_use]
pub fn masked(source: &Source, spans: &[Span]) -> Source {
    let mut text = String::with_capacity(source.text().len());
    let mut spans: Vec<Span> = spans.to_vec();
    spans.sort();
    let mut next = spans.into_iter().peekable();
    for (at, c) in source.text().char_indices() {
        while next.next_if(|span| span.end <= at).is_some() {}
        let out = next.peek().is_some_and(|span| span.start <= at);
        match c.len_utf8() {
            _ if !out || c.is_whitespace() => text.push(c),
            // Spaces as wide as the characters they replace, in bytes, so that offsets stay the same; in
            // UTF-16 they have the same number of units too.
            1 => text.push(' '),
            2 => text.push('\u{a0}'),
            3 => text.push('\u{2003}'),
            _ => text.push_str("\u{a0}\u{a0}"),
        }
    }
    source.with_text(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_stay_where_they_were() {
        let source = Source::from_bytes("a", "1. é4 ♞f6\n12 bottles of beer\n2. d4".as_bytes().to_vec());
        let start = source.text().find("12").unwrap();
        let blank = masked(&source, &[Span::new(3, 5), Span::new(start, start + 18)]);
        assert_eq!(blank.text().len(), source.text().len());
        assert_eq!(blank.text().split_whitespace().collect::<Vec<_>>(), ["1.", "4", "♞f6", "2.", "d4"]);
        assert_eq!(blank.locate(start + 19), source.locate(start + 19));
        assert_eq!(blank.name(), "a");
    }
}
