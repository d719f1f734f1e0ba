//! Leaders, the dots that lead the eye across a row, which scanners read as words of letters, or as the end of the word before.
//! Their boxes tell what they are: as long as the row of dots, and as low.

use std::borrow::Cow;

use crate::order::Measure;
use crate::{Page, Places, Word};

/// Letters of words so low, in usual heights of a word, are dots.
const LOW: f32 = 0.4;
/// Words narrower than this, in usual widths of a character, may be anything: a dash, a point.
const SHORT: f32 = 4.0;
/// Letters are so wide at least, in heights of their word.
const NARROW: f32 = 0.6;
/// A word so many times as wide as its letters are holds more than them.
const STRETCHED: f32 = 2.5;
/// It is then so many characters wide at least.
const WIDE: f32 = 8.0;
/// Letters without parts above or below, as a run of dots is read.
const ROUND: &str = "aceimnorsuvwxz";

/// Fewer words that look like leaders are letters set wide, as in a heading.
const FEWEST: usize = 3;

/// Whether a page has leaders.
pub(crate) fn are_on(page: &Page, measure: &Measure) -> bool {
    let is_leader = |word: &&Word| matches!(plain(word, Some(measure)), Cow::Owned(_));
    page.places != Places::Characters && page.words().filter(is_leader).take(FEWEST).count() == FEWEST
}

/// What a word says, leaders in it as dots; `measure` is that of a page with leaders.
pub(crate) fn plain<'a>(word: &'a Word, measure: Option<&Measure>) -> Cow<'a, str> {
    let (Some(area), Some(measure)) = (word.area, measure) else { return Cow::Borrowed(&word.text) };
    let chars = word.text.chars().count();
    // Print of several sizes stands on one page: high letters are wide.
    let width = area.width() / measure.width.max(area.height() * NARROW);
    let is_word = word.text.chars().any(char::is_alphanumeric);
    if !is_word || width < SHORT {
        return Cow::Borrowed(&word.text);
    }
    let dots = |from: usize| ".".repeat((width.round() as usize).saturating_sub(from).max(1));
    if area.height() < LOW * measure.height {
        return Cow::Owned(dots(0));
    }
    if width < WIDE || width < STRETCHED * chars as f32 {
        return Cow::Borrowed(&word.text);
    }
    let said = word.text.trim_end_matches(|c| ROUND.contains(c) || c == '.');
    let space = if said.is_empty() { "" } else { " " };
    Cow::Owned(format!("{said}{space}{}", dots(said.chars().count() + space.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Area, Line};

    #[test]
    fn low_words_and_stretched_words_hold_leaders() {
        let measure = Measure { width: 10.0, height: 30.0, gap: 10.0 };
        let plain = |text: &str, width: f32, height: f32| {
            let area = Some(Area { x0: 100.0, y0: 50.0, x1: 100.0 + width, y1: 50.0 + height });
            let word = Word { text: text.to_owned(), area, ..Word::default() };
            super::plain(&word, Some(&measure)).into_owned()
        };
        assert_eq!(plain("eccseess", 120.0, 7.0), "............");
        assert_eq!(plain("Bs", 180.0, 30.0), "B ........");
        assert_eq!(plain("reir", 120.0, 19.0), "...........");
        assert_eq!(plain("Kt", 84.0, 42.0), "Kt");
        assert_eq!(plain("successes", 120.0, 20.0), "successes");
        assert_eq!(plain("—", 60.0, 4.0), "—");
    }

    #[test]
    fn a_word_that_is_set_wide_is_no_leader() {
        let measure = Measure { width: 10.0, height: 30.0, gap: 10.0 };
        let page = |many: usize| {
            let area = Some(Area { x0: 100.0, y0: 50.0, x1: 280.0, y1: 80.0 });
            let word = Word { text: "von".to_owned(), area, ..Word::default() };
            let lines = vec![Line { words: vec![word; many], ..Line::default() }];
            Page { places: Places::Pixels, lines, ..Page::default() }
        };
        assert!(!are_on(&page(2), &measure));
        assert!(are_on(&page(3), &measure));
    }
}
