//! Finds the games of a scanned book: headings, and rows numbered 1 with a 2 soon after.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::page::{ScanLine, ScanLineKind};
use super::title::{self, Title};

/// The lines of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRegion {
    /// All its lines.
    pub lines: Range<usize>,
    /// Its heading.
    pub heading: Option<Title>,
}

/// A 2 must follow within so many rows and numbers of the 1.
const SECOND_WITHIN: usize = 7;
/// Fewest rows of a game without any numbers.
const FEWEST_ROWS: usize = 8;
/// A game that has reached this number may be followed by another without a heading.
const FAR: u32 = 12;

/// A possible start of a game.
#[derive(Copy, Clone, Debug)]
enum Event {
    Heading(usize),
    Start(usize),
}

/// All games.
#[must_use]
pub fn find(text: &str, lines: &[ScanLine]) -> Vec<GameRegion> {
    let mut titles = title::find(text, lines).into_iter().peekable();
    let mut names: Vec<Title> = Vec::new();
    let mut events = Vec::new();
    for index in 0..lines.len() {
        if let Some(title) = titles.next_if(|title| title.line == index) {
            events.push(Event::Heading(index));
            names.push(title);
        } else if starts(text, lines, index) {
            events.push(Event::Start(index));
        }
    }
    let headings = events.iter().filter(|event| matches!(event, Event::Heading(_))).count();
    let headed = by_headings(lines, &events);
    let counted = by_starts(lines, &events);
    // A few headings, as on a newspaper page, decide only if numbers are lost.
    let begins = if headings >= 3 || headed.len() > counted.len() { headed } else { counted };
    begins
        .iter()
        .enumerate()
        .map(|(at, &(begin, heading))| {
            let end = begins.get(at + 1).map_or(lines.len(), |next| next.0.min(next.1.unwrap_or(next.0)));
            let heading = heading.and_then(|line| names.iter().find(|title| title.line == line).cloned());
            GameRegion { lines: begin..end.max(begin), heading }
        })
        .collect()
}

/// Whether the row or number 1 at `index` begins a game.
fn starts(text: &str, lines: &[ScanLine], index: usize) -> bool {
    let value = |line: &ScanLine| match &line.kind {
        ScanLineKind::Row(segments) => segments.first().and_then(|s| s.label.filter(|_| !s.leaders)),
        ScanLineKind::Numbers(numbers) if numbers.len() == 1 => numbers.first().copied(),
        _ => None,
    };
    if value(&lines[index]).is_none_or(|label| label.value != 1) {
        return false;
    }
    if matches!(lines[index].kind, ScanLineKind::Row(_)) && !may_be_first(&text[lines[index].span.range()]) {
        return false;
    }
    let mut seen = 0;
    let mut far = None;
    for line in &lines[index + 1..] {
        match &line.kind {
            ScanLineKind::Row(_) | ScanLineKind::Numbers(_) => {
                if seen == 0 && is_bare(line) && !may_be_first(&text[line.span.range()]) {
                    return false;
                }
                if let Some(label) = value(line) {
                    if label.value == 2 {
                        return true;
                    }
                    // The numbers after it continue another game: it is a 1 from a diagram. One high number
                    // may belong to an adjacent column.
                    if label.value > FAR && label.price == 0 && matches!(line.kind, ScanLineKind::Row(_)) {
                        if far.is_some() {
                            return false;
                        }
                        far = Some(label.value);
                    }
                    if label.value == 1 && matches!(line.kind, ScanLineKind::Row(_)) {
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

fn is_bare(line: &ScanLine) -> bool {
    matches!(&line.kind, ScanLineKind::Row(segments) if !segments[0].is_numbered())
}

/// Whether a row may hold the first moves of a game: no capture, check or castling.
fn may_be_first(row: &str) -> bool {
    static LATER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)tak[ec]s|[a-z.]\s*[x×]\s*(?:[KQRBP]|kt)|\bch\b|\([ce]h|castl|[o0]-[o0]")
            .expect("a pattern of ours")
    });
    !LATER.is_match(row)
}

fn rows(lines: &[ScanLine]) -> usize {
    lines.iter().filter(|line| matches!(line.kind, ScanLineKind::Row(_))).count()
}

/// The number up to which the numbers have no gap.
fn counted(lines: &[ScanLine]) -> u32 {
    let mut values: Vec<u32> = lines
        .iter()
        .filter_map(|line| match &line.kind {
            ScanLineKind::Row(segments) => {
                Some(segments.iter().filter_map(|s| s.label).map(|l| l.value).collect())
            }
            ScanLineKind::Numbers(numbers) => Some(numbers.iter().map(|l| l.value).collect::<Vec<u32>>()),
            _ => None,
        })
        .flatten()
        .collect();
    values.sort_unstable();
    values.iter().fold(0, |far, &value| if value > far && value <= far + 2 { value } else { far })
}

/// Each heading with moves after it is a game. A start before a heading, after the end of the game before, is
/// a displaced part of the game.
fn by_headings(lines: &[ScanLine], events: &[Event]) -> Vec<(usize, Option<usize>)> {
    let mut begins: Vec<(usize, Option<usize>)> = Vec::new();
    let heads: Vec<usize> =
        events.iter().filter_map(|e| if let Event::Heading(at) = e { Some(*at) } else { None }).collect();
    let starts: Vec<usize> =
        events.iter().filter_map(|e| if let Event::Start(at) = e { Some(*at) } else { None }).collect();
    let zone = |head: usize| heads.get(head + 1).copied().unwrap_or(lines.len());
    // There may be games before the first heading too.
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
        // The last start before it, if the game before has continued from another one.
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

/// Games without headings between `from` and `to`: each start after a game that has reached a high number.
fn split(
    lines: &[ScanLine],
    from: usize,
    to: usize,
    starts: &[usize],
    begins: &mut Vec<(usize, Option<usize>)>,
) {
    let mut last = begins.last().map_or(from, |begin| begin.0.max(from.saturating_sub(60)));
    for &start in starts.iter().filter(|&&s| s >= from && s < to) {
        let first =
            begins.is_empty() || begins.last().is_some_and(|begin| begin.0 < from.saturating_sub(200));
        let prose = lines[last..start].iter().filter(|line| matches!(line.kind, ScanLineKind::Prose)).count();
        if (first && begins.is_empty()) || counted(&lines[last..start]) >= FAR && prose >= 6 {
            begins.push((start, None));
            last = start;
        }
    }
}

/// For a book without legible headings: games begin at starts.
fn by_starts(lines: &[ScanLine], events: &[Event]) -> Vec<(usize, Option<usize>)> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::line;
    use crate::book::scan::page;
    use crate::testing::NoSense;

    /// The first lines of the regions of a text.
    fn begins(text: &str) -> Vec<&str> {
        let lines = page::read_lines(text, &line::read(text, &NoSense));
        find(text, &lines).iter().map(|region| text[lines[region.lines.start].span.range()].trim()).collect()
    }

    /// A game of 14 moves.
    fn game() -> String {
        let mut rows = String::from("1 P to K 4 P to K 4\n2 Kt to K B 3 Kt to Q B 3\n3 B to B 4 B to B 4\n");
        for number in 4..15 {
            rows.push_str(&format!("{number} P to Q 3 P to Q 3\n"));
        }
        rows
    }

    #[test]
    fn games_begin_at_their_headings() {
        let game = game();
        let text = format!(
            "A. Anderson v. B. Bell.\n\n{game}\nB. Bell v.\nA. Anderson.\n\n{game}\nB. BELL z\\ A. ANDERSON.\n\n{game}\n\
             A. Anderson v. B. Bell.\n\n{game}"
        );
        assert_eq!(
            begins(&text),
            ["A. Anderson v. B. Bell.", "B. Bell v.", "B. BELL z\\ A. ANDERSON.", "A. Anderson v. B. Bell."]
        );
    }

    #[test]
    fn games_without_headings_begin_where_the_count_does() {
        let game = game();
        let text = format!("{game}\nResigns.\n\n{game}");
        assert_eq!(begins(&text).len(), 2);
    }

    #[test]
    fn the_second_half_of_a_game_may_stand_beside_the_first() {
        let game = game();
        let beside: String =
            (1..15).map(|n| format!("{n} P to Q 3\nP to Q 3\n{} P to Q 3\nP to Q 3\n", n + 14)).collect();
        let notes = "A line of a note that says nothing about any of the moves at all.\n".repeat(6);
        assert_eq!(begins(&format!("{game}\n{notes}\n{beside}")).len(), 2);
    }

    #[test]
    fn a_number_out_of_a_diagram_begins_no_game() {
        let game = game();
        let rest = "15 P to B 3 P to B 3\n16 Castles Castles\n2 P to B 4\n";
        assert_eq!(begins(&format!("{game}\nBLACK.\n\n1\n\nWHITE.\n\n{rest}")).len(), 1);
    }
}
