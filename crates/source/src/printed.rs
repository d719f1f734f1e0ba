//! The numbers printed on pages, from their heads and feet.

use std::collections::HashMap;

use crate::{Line, Page};

/// So many pages must agree before a number at a page's head is a page number.
const AGREE: usize = 3;

/// Finds the printed numbers of pages that are seen one at a time: where numbers at heads or feet rise with the pages, most
/// of them by the same difference, those that fit are page numbers.
#[derive(Clone, Debug, Default)]
pub struct PrintedNumbers {
    /// How many pages have a number that is so much larger than their place.
    support: HashMap<i64, usize>,
    pages: Vec<Candidates>,
}

#[derive(Clone, Debug)]
struct Candidates {
    /// What the form says.
    said: Option<String>,
    /// Numbers at head and foot, by their difference to the page's place.
    found: Vec<(i64, String)>,
}

impl PrintedNumbers {
    /// Looks at the next page.
    pub fn add(&mut self, page: &Page) {
        let scanned = i64::from(page.scanned);
        let mut found: Vec<(i64, String)> =
            numbers(page).into_iter().map(|(number, said)| (number - scanned, said)).collect();
        found.sort();
        found.dedup_by_key(|(shift, _)| *shift);
        for (shift, _) in &found {
            *self.support.entry(*shift).or_default() += 1;
        }
        self.pages.push(Candidates { said: page.printed.clone(), found });
    }

    /// The printed numbers of the pages seen, in order.
    #[must_use]
    pub fn settle(self) -> Vec<Option<String>> {
        let support = |shift: &i64| self.support.get(shift).copied().unwrap_or_default();
        let settle = |page: Candidates| {
            // Plates shift the count: each page goes with the difference that most others share.
            let best = || page.found.into_iter().max_by_key(|(shift, _)| support(shift));
            page.said.or_else(|| best().filter(|(shift, _)| support(shift) >= AGREE).map(|(_, said)| said))
        };
        self.pages.into_iter().map(settle).collect()
    }
}

/// Fills in the printed numbers that the form does not say.
pub(crate) fn number(pages: &mut [Page]) {
    let mut numbers = PrintedNumbers::default();
    pages.iter().for_each(|page| numbers.add(page));
    for (page, number) in pages.iter_mut().zip(numbers.settle()) {
        page.printed = number;
    }
}

/// Numbers that begin or end the first two lines or the last.
fn numbers(page: &Page) -> Vec<(i64, String)> {
    let lines = page.lines.iter().take(2).chain(page.lines.iter().skip(2).last());
    lines.flat_map(ends).collect()
}

fn ends(line: &Line) -> impl Iterator<Item = (i64, String)> {
    [line.words.first(), line.words.last()].into_iter().flatten().filter_map(|word| {
        let digits = word.text.trim_matches(|c: char| !c.is_ascii_digit());
        let dressed = word.text.chars().filter(|c| c.is_alphanumeric()).count() > digits.len();
        let number = digits.parse().ok().filter(|number| (1..10_000).contains(number) && !dressed);
        number.map(|number| (number, digits.to_owned()))
    })
}
