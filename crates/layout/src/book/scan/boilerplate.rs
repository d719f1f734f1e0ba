//! Boilerplate: text that a library or printer puts on every page.

use rustc_hash::FxHashMap;

use crate::book::line::BookLine;

/// Fewest occurrences of a line of boilerplate.
const OFTEN: usize = 8;
/// Shortest boilerplate; shorter lines may be moves or words.
const SHORTEST: usize = 12;

/// The boilerplate lines of a book.
pub(super) struct Boilerplate<'t>(Vec<&'t str>);

impl<'t> Boilerplate<'t> {
    /// Finds lines without moves that occur often; `is_said` marks lines that cannot be boilerplate.
    pub(super) fn find(text: &'t str, lines: &[BookLine], is_said: impl Fn(&str) -> bool) -> Boilerplate<'t> {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for line in lines {
            let body = text[line.span.range()].trim();
            if body.len() >= SHORTEST && body.split_whitespace().count() >= 3 {
                *counts.entry(body).or_default() += 1;
            }
        }
        let mut found: Vec<&str> = counts
            .into_iter()
            .filter(|&(body, count)| count >= OFTEN && !is_said(body))
            .map(|c| c.0)
            .collect();
        found.sort_unstable();
        Boilerplate(found)
    }

    /// Removes boilerplate from the end of a line.
    pub(super) fn without<'l>(&self, line: &'l str) -> &'l str {
        let body = line.trim_end();
        let stamp = self.0.iter().find(|stamp| body.ends_with(*stamp));
        stamp.map_or(line, |stamp| &body[..body.len() - stamp.len()])
    }
}
