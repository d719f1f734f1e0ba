//! Counts places by page or by line: of moves that were withheld, of notes.

/// Most places that are named.
const SHOWN: usize = 8;

/// Places of one kind.
#[derive(Clone, Debug, Default)]
pub struct LeftOut {
    /// The places in source order, each with how many are there.
    places: Vec<(String, usize)>,
}

impl LeftOut {
    /// Counts one record by its page, or by the line on which it begins.
    pub fn add(&mut self, page: Option<String>, line: usize) {
        let place = page.unwrap_or_else(|| format!("line {line}"));
        match self.places.last_mut() {
            Some((last, count)) if *last == place => *count += 1,
            _ => self.places.push((place, 1)),
        }
    }

    /// Total number.
    #[must_use]
    pub fn count(&self) -> usize {
        self.places.iter().map(|(_, count)| count).sum()
    }

    /// The places as text: `page 3 (2), page 7`; of many, the first few and the number of the rest.
    #[must_use]
    pub fn places(&self) -> String {
        let named = self.places.iter().take(SHOWN).map(|(place, count)| match count {
            1 => place.clone(),
            _ => format!("{place} ({count})"),
        });
        let mut text = named.collect::<Vec<_>>().join(", ");
        let more = self.places.len().saturating_sub(SHOWN);
        if more > 0 {
            text.push_str(&format!(" and {more} more"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_page_and_by_line() {
        let mut left = LeftOut::default();
        left.add(Some("page 3".to_owned()), 10);
        left.add(Some("page 3".to_owned()), 12);
        left.add(None, 40);
        assert_eq!((left.count(), left.places().as_str()), (3, "page 3 (2), line 40"));
        (50..60).for_each(|line| left.add(None, line));
        assert!(left.places().ends_with("line 55 and 4 more"), "{}", left.places());
    }
}
