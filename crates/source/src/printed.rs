//! The numbers printed on pages, from their heads and feet.

use std::collections::HashMap;

use crate::{Line, Page};

/// So many pages must agree before a number at a page's head is a page number.
const AGREE: usize = 3;

/// Fills in the printed numbers that the form does not say: where numbers at heads or feet rise with the pages, most of
/// them by the same difference, those that fit are page numbers.
pub(crate) fn number(pages: &mut [Page]) {
    let mut support: HashMap<i64, usize> = HashMap::new();
    let candidates: Vec<Vec<(i64, String)>> = pages
        .iter()
        .map(|page| {
            let scanned = i64::from(page.scanned);
            let mut found: Vec<(i64, String)> =
                numbers(page).into_iter().map(|(number, said)| (number - scanned, said)).collect();
            found.sort();
            found.dedup_by_key(|(shift, _)| *shift);
            for (shift, _) in &found {
                *support.entry(*shift).or_default() += 1;
            }
            found
        })
        .collect();
    for (page, found) in pages.iter_mut().zip(candidates) {
        if page.printed.is_some() {
            continue;
        }
        // Plates shift the count: each page goes with the difference that most others share.
        let best = found.into_iter().max_by_key(|(shift, _)| support[shift]);
        page.printed = best.filter(|(shift, _)| support[shift] >= AGREE).map(|(_, said)| said);
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
