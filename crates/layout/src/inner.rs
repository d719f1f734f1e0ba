//! Texts inside a source: a field of a table, a string of JSON. Their characters stand elsewhere in the source than in the
//! text, since quotes and line ends are escaped.

use super::{Cell, CellLine};
use crate::text::Span;

/// A text with the place in the source of each of its bytes, and of its end.
#[derive(Clone, Debug, Default)]
pub(super) struct InnerText {
    pub text: String,
    places: Vec<usize>,
    /// The escapes in the source.
    pub escapes: Vec<Span>,
}

impl InnerText {
    /// An empty text.
    pub(super) fn with_room(bytes: usize) -> InnerText {
        InnerText {
            text: String::with_capacity(bytes),
            places: Vec::with_capacity(bytes + 1),
            escapes: Vec::new(),
        }
    }

    /// A field of a table, in which quotes are doubled. `start`: its place in the source.
    pub(super) fn of_field(raw: &str, start: usize) -> InnerText {
        let mut inner = InnerText::with_room(raw.len());
        let mut chars = raw.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            inner.push(c, start + at);
            if c == '"' && chars.next_if(|(_, next)| *next == '"').is_some() {
                inner.escapes.push(Span::new(start + at, start + at + 2));
            }
        }
        inner.end(start + raw.len());
        inner
    }

    /// Adds a character that stands at `at` in the source.
    pub(super) fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.places.extend(std::iter::repeat_n(at, c.len_utf8()));
    }

    /// The end of the text in the source.
    pub(super) fn end(&mut self, at: usize) {
        self.places.push(at);
    }

    /// The place in the source of a span of the text.
    pub(super) fn place(&self, span: Span) -> Span {
        let at = |offset: usize| self.places.get(offset).or(self.places.last()).copied().unwrap_or_default();
        Span::new(at(span.start), at(span.end))
    }

    /// A line of cells of the text, as one of the source.
    pub(super) fn placed(&self, line: CellLine<'_>) -> CellLine<'static> {
        let cell = |cell: Cell<'_>| {
            let own = cell.into_owned();
            let variations = own.variations.into_iter().map(|line| self.placed(line)).collect();
            Cell { span: self.place(own.span), variations, ..own }
        };
        CellLine { comments: line.comments, cells: line.cells.into_iter().map(cell).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubled_quotes_are_one_character() {
        let inner = InnerText::of_field("a \"\"b\"\" c", 10);
        assert_eq!(inner.text, "a \"b\" c");
        assert_eq!(inner.place(Span::new(6, 7)), Span::new(18, 19));
        assert_eq!(inner.escapes, [Span::new(12, 14), Span::new(15, 17)]);
    }
}
