//! Reports games that a book announces by a numbered heading (`Game 12.`), or by the number between two headings, but
//! that were not read.

use std::sync::LazyLock;

use regex::Regex;

use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// Fewest headings that make a series.
const FEWEST: usize = 3;
/// Longer lines, in bytes, are sentences that begin like a heading.
const LONGEST: usize = 60;
/// Most headings that a finding names.
const NAMED: usize = 12;

/// A heading that announces a game.
struct Heading {
    span: Span,
    number: u32,
}

/// One in so many headings without a game shows that a book is not read well.
const MANY: usize = 10;

/// Whether many headings have no game. `games` are the places of the games that were read.
pub(super) fn lacks_many(source: &Source, games: &[Span]) -> bool {
    let headings = headings(source.text());
    lost(source, &headings, games).len() * MANY > headings.len()
}

/// The headings that have no game.
fn lost<'h>(source: &Source, headings: &'h [Heading], games: &[Span]) -> Vec<&'h Heading> {
    let end = source.text().len();
    let ends = headings.iter().skip(1).map(|next| next.span.start).chain([end]);
    // The moves follow their heading; a game that began under the heading before may still run on here.
    let read = |from: usize, to: usize| games.iter().any(|game| (from..to).contains(&game.start));
    let lost = headings.iter().zip(ends).filter(|(heading, to)| !read(heading.span.start, *to));
    lost.map(|(heading, _)| heading).collect()
}

/// The finding that headings have no game. `games` are the places of the games that were read.
pub(super) fn missing(source: &Source, games: &[Span]) -> Option<Finding> {
    let headings = headings(source.text());
    let lost = lost(source, &headings, games);
    let gaps = gaps(&headings, games);
    let name = |heading: &Heading| {
        let text = source.slice(heading.span).split_whitespace().collect::<Vec<_>>().join(" ");
        match source.page_number(heading.span.start) {
            Some(page) => format!("“{text}” ({page})"),
            None => format!("“{text}” (line {})", source.locate(heading.span.start).0),
        }
    };
    let named = |mut names: Vec<String>| {
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        names.extend((more > 0).then(|| format!("and {more} more")));
        names.join(", ")
    };
    let mut said = Vec::new();
    if !lost.is_empty() {
        said.push(format!(
            "{} headings announce games, and {} of them {} no game that was read: {}",
            headings.len(),
            lost.len(),
            if lost.len() == 1 { "has" } else { "have" },
            named(lost.iter().map(|heading| name(heading)).collect())
        ));
    }
    if !gaps.is_empty() {
        let gap = |(before, behind): &(&Heading, &Heading)| {
            let (first, last) = (before.number + 1, behind.number - 1);
            let numbers = if first == last { first.to_string() } else { format!("{first} to {last}") };
            format!("{numbers} between {} and {}", name(before), name(behind))
        };
        said.push(format!("numbered games are missing: {}", named(gaps.iter().map(gap).collect())));
    }
    let first =
        lost.iter().copied().chain(gaps.iter().map(|gap| gap.0)).min_by_key(|heading| heading.span.start)?;
    Some(Finding::new(&code::L323, first.span, said.join("; ")).text(source.slice(first.span)))
}

/// Most numbers that two headings of a series may leave out, so that they count as missing.
const MOST_MISSING: u32 = 12;
/// Of so many headings, one at the most does not follow the one before, where the numbers count the games.
const STEADY: usize = 5;

/// The headings between which numbers are missing, and no games stand in their place.
fn gaps<'h>(headings: &'h [Heading], games: &[Span]) -> Vec<(&'h Heading, &'h Heading)> {
    let pairs = || headings.windows(2).map(|pair| (&pair[0], &pair[1]));
    let is_gap = |(before, behind): &(&Heading, &Heading)| behind.number > before.number + 1;
    let all: Vec<_> = pairs().filter(is_gap).collect();
    let others = pairs().filter(|(before, behind)| behind.number != before.number + 1).count();
    if others * STEADY > headings.len() {
        return Vec::new();
    }
    let is_missing = |(before, behind): &(&Heading, &Heading)| {
        let missing = behind.number - before.number - 1;
        let range = before.span.start..behind.span.start;
        let read = games.iter().filter(|game| range.contains(&game.start)).count();
        missing <= MOST_MISSING && read <= missing as usize
    };
    all.into_iter().filter(is_missing).collect()
}

/// The headings of a series: most of their numbers follow each other.
fn headings(text: &str) -> Vec<Heading> {
    static HEADING: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)^[\s\x0c\W]*(?:game|partie|partij|partida|partita|parti)\s*(?:no|nr|number|nro|núm|num|n)?\W{0,3}\s*(?:([0-9]{1,4})|([ivxlc]{1,8}))\W*$",
        )
        .expect("a pattern of ours")
    });
    let mut found: Vec<Heading> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let said = line.trim();
        if said.len() <= LONGEST
            && let Some(captures) = HEADING.captures(said)
        {
            let digits = captures.get(1).and_then(|digits| digits.as_str().parse().ok());
            if let Some(number) = digits.or_else(|| captures.get(2).and_then(|roman| value(roman.as_str()))) {
                let start = at + line.len() - line.trim_start().len();
                found.push(Heading { span: Span::new(start, start + said.len()), number });
            }
        }
        at += line.len();
    }
    let follow =
        found.windows(2).filter(|pair| (1..=3).contains(&pair[1].number.wrapping_sub(pair[0].number)));
    if found.len() < FEWEST || follow.count() * 2 < found.len() - 1 {
        found.clear();
    }
    found
}

/// The value of a Roman numeral.
fn value(roman: &str) -> Option<u32> {
    let digit = |c: char| match c.to_ascii_lowercase() {
        'i' => 1,
        'v' => 5,
        'x' => 10,
        'l' => 50,
        'c' => 100,
        _ => 0,
    };
    let digits: Vec<u32> = roman.chars().map(digit).collect();
    let signed = digits.iter().enumerate().map(|(at, digit)| {
        let less = digits.get(at + 1).is_some_and(|next| next > digit);
        if less { -i64::from(*digit) } else { i64::from(*digit) }
    });
    u32::try_from(signed.sum::<i64>()).ok().filter(|value| *value > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_without_a_game_are_named_with_their_pages() {
        let text =
            "Game 1.\n1. e4 e5\n\x0c  GAME No. 2\ntorn\nGame III.\n1. d4 d5\nIn this game 4 pawns fell.\n";
        let source = Source::from_bytes("book.txt", text.as_bytes().to_vec());
        let at = |what: &str| Span::at(text.find(what).unwrap());
        let finding = missing(&source, &[at("1. e4"), at("1. d4")]).unwrap();
        assert!(
            finding.message.contains("3 headings announce games, and 1 of them has"),
            "{}",
            finding.message
        );
        assert!(finding.message.contains("“GAME No. 2” (page 2)"), "{}", finding.message);
        assert_eq!(missing(&source, &[at("1. e4"), at("torn"), at("1. d4")]), None);
        // A page with a heading is torn out.
        let text: String = [1, 2, 3, 4, 5, 7, 8, 9].map(|n| format!("Game {n}.\n1. e4 e5\n\x0c")).concat();
        let source = Source::from_bytes("book.txt", text.as_bytes().to_vec());
        let games: Vec<Span> = text.match_indices("1. e4").map(|(at, _)| Span::at(at)).collect();
        let finding = missing(&source, &games).unwrap();
        let expected = "numbered games are missing: 6 between “Game 5.” (page 5) and “Game 7.” (page 6)";
        assert_eq!(finding.message, expected);
        // Its heading alone is lost, or the headings do not count the games.
        let between = Span::at(text.find("Game 7").unwrap() - 2);
        assert_eq!(missing(&source, &[&games[..], &[between]].concat()), None);
        let text: String = [1, 3, 5, 6, 8].map(|n| format!("Game {n}.\n1. e4 e5\n\x0c")).concat();
        let source = Source::from_bytes("book.txt", text.as_bytes().to_vec());
        let games: Vec<Span> = text.match_indices("1. e4").map(|(at, _)| Span::at(at)).collect();
        assert_eq!(missing(&source, &games), None);
        // Two headings are not a series.
        let source = Source::from_bytes("a.txt", b"Game 1.\nGame 2.\n".to_vec());
        assert_eq!(missing(&source, &[]), None);
    }
}
