//! One side of a heading: a name at the end or the start of a text, allies, clubs.

use super::fuzzy::{damage, fold};
use super::names::{Name, allies, company, parse};

/// The best name at the start of `text` (`X. French Defence.` gives X).
pub(super) fn leading_name(text: &str) -> Option<Name> {
    let text = text.trim_start_matches(|c: char| " .:;,—–-=)\u{a0}".contains(c));
    let mut ends: Vec<usize> =
        text.char_indices().filter(|(_, c)| ".;:,)—".contains(*c)).map(|(i, c)| i + c.len_utf8()).collect();
    ends.push(text.len());
    let wide = text.find("   ");
    ends.iter()
        .copied()
        .chain(wide)
        .filter_map(|e| {
            let n = parse(&text[..e])?;
            let closed = e == text.len() || wide == Some(e) || !text[e..].starts_with(char::is_alphabetic);
            // prefer longer names while they still look like one
            Some((
                n.quality + 0.004 * e as f32
                    - if closed { 0.0 } else { 0.3 }
                    - if n.initials { 0.3 } else { 0.0 },
                n,
            ))
        })
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, n)| n)
}

/// The best name at the end of `text` (`Game 5. A. Albin` gives Albin).
pub(super) fn trailing_name(text: &str) -> Option<Name> {
    let mut starts: Vec<usize> = vec![0];
    for (i, c) in text.char_indices() {
        if c.is_whitespace() {
            starts.push(i);
        }
    }
    let best = starts.iter().filter_map(|&s| {
        let before = text[..s].trim_end();
        let n = parse(&text[s..])?;
        let clean = before.is_empty()
            || before.ends_with(['.', ':', ',', ';', '—', '–', ')'])
                && fold(before.split_whitespace().last().unwrap_or("")).len() > 2
            || before.split_whitespace().last().is_some_and(|w| {
                let f = fold(w);
                f.chars().all(|c| c.is_ascii_digit())
                    || ["between", "zwischen", "entre", "players", "von"].iter().any(|k| damage(&f, k) < 0.25)
            });
        Some((n.quality + 0.004 * (text.len() - s) as f32 - if clean { 0.0 } else { 0.25 }, n))
    });
    best.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, n)| n)
}

/// A text without the town behind a name: `Mr. Thorold, of Bradford`.
pub(super) fn without_origin(text: &str) -> &str {
    let cut = [" of ", " aus ", " de Paris"].iter().filter_map(|of| text.rfind(of)).max();
    match cut {
        Some(at) if text[at..].split_whitespace().count() <= 4 => text[..at].trim_end().trim_end_matches(','),
        _ => text,
    }
}

/// One side of `X v. Y` before the `v.`: a name, or several, or a club.
pub(super) fn side_before(text: &str) -> Option<Name> {
    let text = without_origin(text);
    // behind the last full stop that ends a sentence
    let mut stop = text.char_indices().filter(|(_, c)| ".;:".contains(*c)).filter(|(at, c)| {
        let word = text[..*at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        *c != '.' || word.chars().count() > 3
    });
    let last = stop.next_back().map_or(text, |(at, c)| &text[at + c.len_utf8()..]);
    let last =
        last.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit() || "-.)".contains(c));
    allies(last).or_else(|| company(last)).or_else(|| trailing_name(text))
}

/// One side of `X v. Y` behind the `v.`
pub(super) fn side_behind(text: &str) -> Option<Name> {
    let stop = text.char_indices().filter(|(_, c)| ".;(".contains(*c)).find(|(at, c)| {
        let word = text[..*at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        *c != '.' || word.chars().count() > 3
    });
    let first = stop.map_or(text, |(at, _)| &text[..at]);
    let comma = first.split(',').next().unwrap_or(first);
    let named = allies(first).or_else(|| allies(comma)).or_else(|| company(comma));
    named.or_else(|| leading_name(text)).or_else(|| parse(without_origin(comma)))
}

pub(super) fn is_club(name: &Name) -> bool {
    name.tag.split(' ').any(|word| matches!(fold(word).as_str(), "club" | "cercle" | "schachclub"))
}
