//! Running heads: text repeated at the top or bottom of many pages is not a heading.

use rustc_hash::FxHashMap;

use super::columns::is_heads;
use super::detail::{game_number, round};
use super::fuzzy::{distance_within, fold};
use super::line::{LineKind, kind, page_number};
use super::names::parse;
use super::players::names_players;

/// Texts that occur on many pages.
#[derive(Clone, Debug, Default)]
pub struct Furniture {
    keys: Vec<String>,
    /// Texts that stand beside page numbers; without a number, such a line may be something else.
    numbered: Vec<String>,
}

fn key(line: &str) -> String {
    fold(line).chars().filter(|c| c.is_alphabetic()).collect()
}

fn alike(a: &str, b: &str) -> bool {
    a.len().abs_diff(b.len()) <= 4 && distance_within(a, b, 0.14 * a.len().max(b.len()) as f32).is_some()
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
        let keys = seen.into_iter().filter(|(_, n)| *n >= 3).map(|(k, _)| k).collect();
        Furniture { keys, numbered: numbered(&filled) }
    }

    /// True if the line is one of the texts.
    #[must_use]
    pub fn holds(&self, line: &str) -> bool {
        let k = key(line);
        let has = |keys: &[String]| keys.iter().any(|s| *s == k || alike(s, &k));
        k.len() >= 5 && (has(&self.keys) || outer_number(line).is_some() && has(&self.numbered))
    }
}

/// The number at either end of a line.
fn outer_number(line: &str) -> Option<u32> {
    let number = |word: &str| {
        let word = word.trim_matches(|c: char| "[]().-–—".contains(c));
        ((1..=4).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit()))
            .then(|| word.parse().ok())?
    };
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let last = words.next_back()?;
    number(first).or_else(|| number(last))
}

/// Texts that stand at least three times with a number that rises from one to the next, as pages do.
fn numbered(lines: &[(usize, &str)]) -> Vec<String> {
    let mut seen: FxHashMap<String, Vec<u32>> = FxHashMap::default();
    for (_, line) in lines.iter().filter(|(_, line)| line.len() < 90) {
        let Some(number) = outer_number(line) else { continue };
        let k = key(line);
        if (6..=60).contains(&k.len())
            && kind(line) == LineKind::Other
            && game_number(line).is_none()
            && round(line).is_none()
        {
            seen.entry(k).or_default().push(number);
        }
    }
    let rises = |numbers: &Vec<u32>| {
        let up = numbers.windows(2).filter(|pair| pair[0] < pair[1]).count();
        numbers.len() >= 3 && up * 5 >= (numbers.len() - 1) * 4
    };
    let mut keys: Vec<String> =
        seen.into_iter().filter(|(_, numbers)| rises(numbers)).map(|(key, _)| key).collect();
    keys.sort();
    keys
}
