//! A range of bytes.

use std::ops::Range;

/// A half-open range of byte offsets.
///
/// All stages use offsets into the decoded text of a [`Source`](super::Source);
/// [`Source::locate`](super::Source::locate) converts them to line and column of the original file.
///
/// ```
/// use scorebook_core::text::Span;
/// let span = Span::new(2, 5);
/// assert_eq!(&"P-K4 P-K4"[span.range()], "K4 ");
/// assert_eq!(span.len(), 3);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to, not including, `end`.
    #[inline]
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// An empty span at `offset`.
    #[inline]
    #[must_use]
    pub const fn at(offset: usize) -> Span {
        Span { start: offset, end: offset }
    }

    /// Number of bytes.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The span as a range, for slicing.
    #[inline]
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The smallest span that contains both.
    #[must_use]
    pub fn join(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        Span { start: range.start, end: range.end }
    }
}
