//! Where the games of a scanned book stand: headings, and rows numbered 1 with a 2 soon after.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::page::{Kind, Line};
use crate::record::book::heading::game_number;

/// A game's lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// All its lines.
    pub lines: Range<usize>,
    /// The line that names it.
    pub heading: Option<usize>,
}

/// A 2 must stand within so many rows and numbers of the 1.
const SECOND_WITHIN: usize = 7;
/// Rows that a game without any numbers has at least.
const FEWEST_ROWS: usize = 8;
/// A game that has counted so far may be followed by another without a heading.
const FAR: u32 = 12;

/// Whether a line names two players, or the number of a game.
#[must_use]
pub fn is_heading(line: &str) -> bool {
    static NAMES: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"^\W{0,3}[A-Z][\w.,'’ -]{1,40}?[\s.](?:[vV][.,]|[vV]s\.?|versus)(?:\s+[A-Za-z][\w.,'’ -]*)?\W*$",
        )
        .ok()
    });
    let body = line.trim();
    if body.len() > 64 || body.len() < 5 {
        return false;
    }
    let titled = body
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 3)
        .all(|word| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) || word == "versus");
    titled
        && (NAMES.as_ref().is_some_and(|names| names.is_match(body))
            || game_number(body).is_some() && body.starts_with(|c: char| c.is_uppercase()))
}

/// What may start a game.
#[derive(Copy, Clone, Debug)]
enum Event {
    Heading(usize),
    Start(usize),
}

/// All games.
#[must_use]
pub fn find(text: &str, lines: &[Line]) -> Vec<Region> {
    let mut events = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        match &line.kind {
            Kind::Scrap | Kind::Prose | Kind::End(_) if is_heading(&text[line.span.range()]) => {
                events.push(Event::Heading(index));
            }
            _ if starts(lines, index) => events.push(Event::Start(index)),
            _ => {}
        }
    }
    let headings = events.iter().filter(|event| matches!(event, Event::Heading(_))).count();
    let begins = if headings >= 3 { by_headings(lines, &events) } else { by_starts(lines, &events) };
    begins
        .iter()
        .enumerate()
        .map(|(at, &(begin, heading))| {
            let end = begins.get(at + 1).map_or(lines.len(), |next| next.0.min(next.1.unwrap_or(next.0)));
            Region { lines: begin..end.max(begin), heading }
        })
        .collect()
}

/// Whether a row or a number 1 opens a count.
fn starts(lines: &[Line], index: usize) -> bool {
    let value = |line: &Line| match &line.kind {
        Kind::Row(segments) => segments.first().and_then(|s| s.label.filter(|_| !s.leaders)),
        Kind::Numbers(numbers) if numbers.len() == 1 => numbers.first().copied(),
        _ => None,
    };
    if value(&lines[index]).is_none_or(|label| label.value != 1) {
        return false;
    }
    let mut seen = 0;
    for line in &lines[index + 1..] {
        match &line.kind {
            Kind::Row(_) | Kind::Numbers(_) => {
                if let Some(label) = value(line) {
                    if label.value == 2 {
                        return true;
                    }
                    if label.value == 1 && matches!(line.kind, Kind::Row(_)) {
                        return false;
                    }
                }
                seen += 1;
                if seen >= SECOND_WITHIN {
                    return false;
                }
            }
            _ => {}
        }
    }
    false
}

fn rows(lines: &[Line]) -> usize {
    lines.iter().filter(|line| matches!(line.kind, Kind::Row(_))).count()
}

/// How far the numbers count without a gap.
fn counted(lines: &[Line]) -> u32 {
    let mut values: Vec<u32> = lines
        .iter()
        .filter_map(|line| match &line.kind {
            Kind::Row(segments) => Some(segments.iter().filter_map(|s| s.label).map(|l| l.value).collect()),
            Kind::Numbers(numbers) => Some(numbers.iter().map(|l| l.value).collect::<Vec<u32>>()),
            _ => None,
        })
        .flatten()
        .collect();
    values.sort_unstable();
    values.iter().fold(0, |far, &value| if value > far && value <= far + 2 { value } else { far })
}

/// Every heading with moves behind it is a game; starts that stand before it, behind the game before,
/// are its first moves displaced.
fn by_headings(lines: &[Line], events: &[Event]) -> Vec<(usize, Option<usize>)> {
    let mut begins: Vec<(usize, Option<usize>)> = Vec::new();
    let heads: Vec<usize> =
        events.iter().filter_map(|e| if let Event::Heading(at) = e { Some(*at) } else { None }).collect();
    let starts: Vec<usize> =
        events.iter().filter_map(|e| if let Event::Start(at) = e { Some(*at) } else { None }).collect();
    let zone = |head: usize| heads.get(head + 1).copied().unwrap_or(lines.len());
    // Before the first heading there may be games too.
    let first = heads.first().copied().unwrap_or(lines.len());
    split(lines, 0, first, &starts, &mut begins);
    for (index, &head) in heads.iter().enumerate() {
        let end = zone(index);
        let inside: Vec<usize> = starts.iter().copied().filter(|&s| s > head && s < end).collect();
        let near = inside.first().is_some_and(|&s| rows(&lines[head..s]) <= 24);
        if near {
            begins.push((head, Some(head)));
            split(lines, inside[0] + 1, end, &starts, &mut begins);
            continue;
        }
        if rows(&lines[head..end]) < FEWEST_ROWS {
            continue;
        }
        // The last start before, if the game before has counted on from another one.
        let before = begins.last().map_or(0, |last| last.0);
        let displaced = starts.iter().copied().rfind(|&s| s > before && s < head && head - s < 120);
        let displaced =
            displaced.filter(|&s| counted(&lines[before..s]) >= FAR / 2 && rows(&lines[s..head]) <= 40);
        begins.push((displaced.unwrap_or(head), Some(head)));
    }
    begins.sort_unstable();
    begins.dedup_by_key(|begin| begin.0);
    begins
}

/// Games without headings between `from` and `to`: a start behind a game that has counted far.
fn split(lines: &[Line], from: usize, to: usize, starts: &[usize], begins: &mut Vec<(usize, Option<usize>)>) {
    let mut last = begins.last().map_or(from, |begin| begin.0.max(from.saturating_sub(60)));
    for &start in starts.iter().filter(|&&s| s >= from && s < to) {
        let first =
            begins.is_empty() || begins.last().is_some_and(|begin| begin.0 < from.saturating_sub(200));
        let prose = lines[last..start].iter().filter(|line| matches!(line.kind, Kind::Prose)).count();
        if (first && begins.is_empty()) || counted(&lines[last..start]) >= FAR && prose >= 6 {
            begins.push((start, None));
            last = start;
        }
    }
}

/// A book without headings that can be read: games begin where the count does.
fn by_starts(lines: &[Line], events: &[Event]) -> Vec<(usize, Option<usize>)> {
    let mut begins: Vec<(usize, Option<usize>)> = Vec::new();
    for event in events {
        let Event::Start(start) = *event else { continue };
        let fresh = begins.last().is_none_or(|last| counted(&lines[last.0..start]) >= FAR / 2);
        if fresh {
            begins.push((start, None));
        }
    }
    begins
}
