//! Running heads: text repeated at the top or bottom of many pages is not a heading.

use super::columns::is_heads;
use super::fuzzy::{distance, fold};
use super::line::{LineKind, kind, page_number};
use super::names::parse;
use super::players::names_players;

/// Texts that occur on many pages.
#[derive(Clone, Debug, Default)]
pub struct Furniture {
    keys: Vec<String>,
}

fn key(line: &str) -> String {
    fold(line).chars().filter(|c| c.is_alphabetic()).collect()
}

fn alike(a: &str, b: &str) -> bool {
    a.len().abs_diff(b.len()) <= 4 && distance(a, b) <= 0.14 * a.len().max(b.len()) as f32
}

impl Furniture {
    /// Learns from the whole book: lines at the edges of pages (form feeds), or beside a line that is only a
    /// page number, that occur at least three times. Column heads, moves, names and lines shorter than five
    /// letters are never furniture, since torn columns put players' names at many edges.
    #[must_use]
    pub fn learn(lines: &[&str]) -> Self {
        let filled: Vec<(usize, &str)> =
            lines.iter().enumerate().filter(|(_, l)| !l.trim().is_empty()).map(|(i, l)| (i, *l)).collect();
        let mut edge = vec![false; filled.len()];
        for i in 0..filled.len() {
            // a page begins at the line with the form feed
            let broken = filled[i].1.contains('\u{c}')
                || i > 0 && (filled[i - 1].0..filled[i].0).any(|k| lines[k].contains('\u{c}'));
            if broken || i == 0 {
                for k in [i.checked_sub(2), i.checked_sub(1), Some(i), Some(i + 1)].into_iter().flatten() {
                    if k < edge.len() {
                        edge[k] = true;
                    }
                }
            }
            if page_number(filled[i].1) {
                for k in [i.checked_sub(1), Some(i + 1)].into_iter().flatten() {
                    if k < edge.len() {
                        edge[k] = true;
                    }
                }
            }
        }
        let mut seen: Vec<(String, usize)> = vec![];
        for (i, (_, l)) in filled.iter().enumerate() {
            if !edge[i] || kind(l) == LineKind::Moves || is_heads(l) || names_players(l) || parse(l).is_some()
            {
                continue;
            }
            let k = key(l);
            if k.len() < 5 || k.len() > 60 {
                continue;
            }
            match seen.iter_mut().find(|(s, _)| *s == k || alike(s, &k)) {
                Some((_, n)) => *n += 1,
                None => seen.push((k, 1)),
            }
        }
        Furniture { keys: seen.into_iter().filter(|(_, n)| *n >= 3).map(|(k, _)| k).collect() }
    }

    /// True if the line is one of the texts.
    #[must_use]
    pub fn holds(&self, line: &str) -> bool {
        let k = key(line);
        k.len() >= 5 && self.keys.iter().any(|s| *s == k || alike(s, &k))
    }
}
