//! Moves that are not put out as games, counted by the pages that they stand on, or by lines where there are no pages.

/// Places that are named.
const SHOWN: usize = 8;

/// The places where moves stand that were left out.
#[derive(Clone, Debug, Default)]
pub struct LeftOut {
    /// Each place once, in the order of the print, and how many stand there.
    places: Vec<(String, usize)>,
}

impl LeftOut {
    /// Counts one, by its page or else by the line at which it begins.
    pub fn add(&mut self, page: Option<String>, line: usize) {
        let place = page.unwrap_or_else(|| format!("line {line}"));
        match self.places.last_mut() {
            Some((last, count)) if *last == place => *count += 1,
            _ => self.places.push((place, 1)),
        }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.places.iter().map(|(_, count)| count).sum()
    }

    /// Where they stand: `page 3 (2), page 7`; of many the first ones, and how many places follow.
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
