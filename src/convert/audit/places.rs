//! Many places of a text, of which it is asked for each word whether one of them meets it.

use crate::text::Span;

/// Places of a text, in order; those that overlap are one.
pub(super) struct Places(Vec<Span>);

impl Places {
    /// These places in any order; empty ones are left out.
    pub(super) fn of(spans: impl IntoIterator<Item = Span>) -> Places {
        let mut spans: Vec<Span> = spans.into_iter().filter(|span| !span.is_empty()).collect();
        spans.sort_unstable();
        let mut places: Vec<Span> = Vec::with_capacity(spans.len());
        for span in spans {
            match places.last_mut() {
                Some(last) if span.start < last.end => last.end = last.end.max(span.end),
                _ => places.push(span),
            }
        }
        Places(places)
    }

    /// Whether one of them shares text with `span`.
    pub(super) fn meet(&self, span: Span) -> bool {
        let next = self.0.partition_point(|own| own.end <= span.start);
        self.0.get(next).is_some_and(|own| own.start < span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_share_text_meet() {
        let places = Places::of([(4, 6), (0, 2), (5, 9), (12, 12)].map(|(start, end)| Span::new(start, end)));
        let meet = |start, end| places.meet(Span::new(start, end));
        assert!(meet(1, 3) && meet(8, 20) && meet(0, 100) && meet(5, 6));
        assert!(!meet(2, 4) && !meet(9, 20) && !meet(11, 13));
    }
}
