//! Reports games that a book announces by a numbered heading (`Game 12.`), or by the number between two headings, but
//! that were not read.

use std::sync::LazyLock;

use regex::Regex;
use scorebook_lexicon::roman_value;

use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// Fewest headings that make a series.
const FEWEST: usize = 3;
/// Longer lines, in bytes, are sentences that begin like a heading.
const LONGEST: usize = 60;
/// Most headings that a finding names.
const NAMED: usize = 12;

/// A heading that announces a game.
#[derive(Clone)]
struct Heading {
    span: Span,
    number: u32,
    place: Place,
    /// Whether other text stands in its line, as in the next column of the page.
    shares_line: bool,
}

/// Where something stands: page, column of the page, line, and byte, so that the order is that of reading.
type Key = (usize, usize, usize, usize);

/// A place on a page, without regard to columns.
#[derive(Clone, Copy)]
struct Place {
    page: usize,
    line: usize,
    /// Characters before its middle.
    middle: usize,
    byte: usize,
}

impl Place {
    /// Its order on pages whose columns end at `edges`, in characters.
    fn key(self, edges: &[usize]) -> Key {
        (self.page, edges.partition_point(|edge| *edge <= self.middle), self.line, self.byte)
    }
}

/// One in so many headings without a game shows that a book is not read well.
const MANY: usize = 10;

/// Whether many headings have no game. `games` are the places of the games that were read.
pub(super) fn lacks_many(source: &Source, games: &[Span]) -> bool {
    let series = Series::of(source.text(), games);
    series.lost().count() * MANY > series.headings.len()
}

/// The headings of a book and its games, each in the order of reading.
#[derive(Default)]
struct Series {
    headings: Vec<(Key, Heading)>,
    games: Vec<Key>,
}

impl Series {
    /// The headings that form a series, on whole pages or in columns, whichever explains more.
    fn of(text: &str, games: &[Span]) -> Series {
        let (headings, places) = found(text, games);
        let series = |headings: &[Heading], edges: &dyn Fn(usize) -> Vec<usize>| {
            let key = |place: Place| place.key(&edges(place.page));
            let mut headings: Vec<(Key, Heading)> =
                headings.iter().map(|heading| (key(heading.place), heading.clone())).collect();
            headings.sort_by_key(|(key, _)| *key);
            let mut games: Vec<Key> = places.iter().map(|place| key(*place)).collect();
            games.sort_unstable();
            Series { headings, games }
        };
        let alone: Vec<Heading> = headings.iter().filter(|heading| !heading.shares_line).cloned().collect();
        let mut best = series(&alone, &|_| Vec::new());
        // A page's own headings show its columns, or those of other pages, where it has headings in one only.
        let own = |page: usize| edges(headings.iter().filter(|heading| heading.place.page == page));
        let mut usual: Vec<Vec<usize>> = headings.iter().map(|heading| own(heading.place.page)).collect();
        usual.retain(|edges| !edges.is_empty());
        usual.sort();
        let usual = usual.get(usual.len() / 2).cloned().unwrap_or_default();
        let columns =
            series(&headings, &|page| Some(own(page)).filter(|own| !own.is_empty()).unwrap_or(usual.clone()));
        let (follow, others) = (best.follow(), columns.follow());
        let is_better = others > follow || others == follow && columns.lost().count() < best.lost().count();
        // In a list of contents headings share their lines with other text, too, but no game follows.
        let shared = columns.headings.iter().filter(|(_, heading)| heading.shares_line).count();
        let lost = columns.lost().filter(|heading| heading.shares_line).count();
        if is_better && lost * 3 <= shared {
            best = columns;
        }
        if best.is_series() { best } else { Series::default() }
    }

    /// How many headings have a number that follows the one before.
    fn follow(&self) -> usize {
        let numbers = self.headings.windows(2).map(|pair| pair[1].1.number.wrapping_sub(pair[0].1.number));
        numbers.filter(|more| (1..=3).contains(more)).count()
    }

    fn is_series(&self) -> bool {
        self.headings.len() >= FEWEST && self.follow() * 2 >= self.headings.len() - 1
    }

    /// How many games begin between two places.
    fn read(&self, from: Key, to: Key) -> usize {
        self.games.partition_point(|game| *game < to) - self.games.partition_point(|game| *game < from)
    }

    /// The headings that have no game.
    fn lost(&self) -> impl Iterator<Item = &Heading> {
        let end = (usize::MAX, 0, 0, 0);
        let ends = self.headings.iter().skip(1).map(|next| next.0).chain([end]);
        // The moves follow their heading; a game that began under the heading before may still run on here.
        let mut read: Vec<usize> =
            self.headings.iter().zip(ends).map(|((key, _), to)| self.read(*key, to)).collect();
        // Blocks of a page may come in the wrong order, a heading behind its game, or two before theirs.
        for at in 0..read.len() {
            let beside = [at.checked_sub(1), Some(at + 1)];
            let more = |at: &usize| read.get(*at).is_some_and(|games| *games > 1);
            let more = beside.into_iter().flatten().find(more).filter(|_| read[at] == 0);
            if let Some(other) = more {
                read[other] -= 1;
                read[at] += 1;
            }
        }
        self.headings.iter().zip(read).filter(|(_, games)| *games == 0).map(|((_, heading), _)| heading)
    }

    /// The headings between which numbers are missing, and no games stand in their place.
    fn gaps(&self) -> Vec<(&Heading, &Heading)> {
        let pairs = || self.headings.windows(2).map(|pair| (&pair[0], &pair[1]));
        let others = pairs()
            .filter(|(before, behind)| before.1.number.checked_add(1) != Some(behind.1.number))
            .count();
        if others * STEADY > self.headings.len() {
            return Vec::new();
        }
        let is_missing = |(before, behind): &(&(Key, Heading), &(Key, Heading))| {
            let missing = behind.1.number.saturating_sub(before.1.number.saturating_add(1));
            (1..=MOST_MISSING).contains(&missing) && self.read(before.0, behind.0) <= missing as usize
        };
        pairs().filter(is_missing).map(|(before, behind)| (&before.1, &behind.1)).collect()
    }
}

/// Characters between the middles of headings of two columns of a page, at the least.
const APART: usize = 18;

/// Where the columns end in which headings stand, but for the last; in characters.
fn edges<'h>(headings: impl Iterator<Item = &'h Heading>) -> Vec<usize> {
    let mut middles: Vec<usize> = headings.map(|heading| heading.place.middle).collect();
    middles.sort_unstable();
    let columns = middles.chunk_by(|a, b| b - a < APART);
    let centres: Vec<usize> = columns.map(|column| column[column.len() / 2]).collect();
    centres.windows(2).map(|pair| (pair[0] + pair[1]) / 2).collect()
}

/// The finding that headings have no game. `games` are the places of the games that were read.
pub(super) fn missing(source: &Source, games: &[Span]) -> Option<Finding> {
    let series = Series::of(source.text(), games);
    let lost: Vec<&Heading> = series.lost().collect();
    let gaps = series.gaps();
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
            series.headings.len(),
            lost.len(),
            if lost.len() == 1 { "has" } else { "have" },
            named(lost.iter().map(|heading| name(heading)).collect())
        ));
    }
    if !gaps.is_empty() {
        let gap = |(before, behind): &(&Heading, &Heading)| {
            let (first, last) = (before.number.saturating_add(1), behind.number.saturating_sub(1));
            let numbers = if first == last { first.to_string() } else { format!("{first} to {last}") };
            format!("{numbers} between {} and {}", name(before), name(behind))
        };
        said.push(format!("numbered games are missing: {}", named(gaps.iter().map(gap).collect())));
    }
    let first =
        lost.iter().copied().chain(gaps.iter().map(|gap| gap.0)).min_by_key(|heading| heading.span.start)?;
    Some(Finding::new(&code::L323, first.span, said.join("; ")).text(source.slice(first.span)).naming_pages())
}

/// Most numbers that two headings of a series may leave out, so that they count as missing.
const MOST_MISSING: u32 = 12;
/// Of so many headings, one at the most does not follow the one before, where the numbers count the games.
const STEADY: usize = 5;

/// Blanks that part the columns of a page, at the least.
const GAP: usize = 3;

/// The lines that are headings, and such parts of lines as stand in a column; and the places of games.
fn found(text: &str, games: &[Span]) -> (Vec<Heading>, Vec<Place>) {
    static HEADING: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)^[\s\x0c\W]*(?:game|partie|partij|partida|partita|parti)\s*(?:no|nr|number|nro|núm|num|n)?\W{0,3}\s*(?:([0-9]{1,4})|([ivxlc]{1,8}))\W*$",
        )
        .expect("a pattern of ours")
    });
    let mut starts = games.to_vec();
    starts.sort_unstable_by_key(|game| game.start);
    let mut starts = starts.into_iter().peekable();
    let (mut headings, mut places) = (Vec::new(), Vec::new());
    let (mut byte, mut page) = (0, 0);
    for (line, said) in text.split_inclusive('\n').enumerate() {
        page += said.matches('\x0c').count();
        let place = |from: usize, to: usize| {
            let left = said.get(..from).map_or(0, |before| before.chars().count());
            let wide = said.get(from..to).map_or(0, |inside| inside.chars().count());
            Place { page, line, middle: left + wide / 2, byte: byte + from }
        };
        while let Some(row) = starts.next_if(|row| row.start < byte + said.len()) {
            // The middle of a row with both moves is the middle of its column.
            let from = row.start - byte;
            let to = row.end.checked_sub(byte).filter(|to| *to <= said.len());
            places.push(place(from, to.unwrap_or(from)));
        }
        let is_heading = said.trim().len() <= LONGEST && HEADING.is_match(said.trim());
        let parts = parts(said, if is_heading { usize::MAX } else { GAP });
        for part in &parts {
            let (from, words) = (part.start, &said[part.clone()]);
            let Some(captures) = HEADING.captures(words).filter(|_| words.len() <= LONGEST) else { continue };
            let digits = captures.get(1).and_then(|digits| digits.as_str().parse().ok());
            if let Some(number) = digits
                .or_else(|| captures.get(2).and_then(|roman| roman_value(&roman.as_str().to_lowercase())))
            {
                let span = Span::new(byte + from, byte + part.end);
                let place = place(from, part.end);
                headings.push(Heading { span, number, place, shares_line: parts.len() > 1 });
            }
        }
        byte += said.len();
    }
    (headings, places)
}

/// A line's parts between gaps of at least so many blanks.
fn parts(line: &str, wide: usize) -> Vec<std::ops::Range<usize>> {
    let (mut parts, mut gap): (Vec<std::ops::Range<usize>>, usize) = (Vec::new(), 0);
    for (at, c) in line.char_indices() {
        if c.is_whitespace() {
            gap += if c == '\t' { GAP } else { 1 };
            continue;
        }
        let end = at + c.len_utf8();
        match parts.last_mut().filter(|_| gap < wide) {
            Some(part) => part.end = end,
            None => parts.push(at..end),
        }
        gap = 0;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_without_a_game_are_named_with_their_pages() {
        let text =
            "Game 1.\n1. e4 e5\n\x0c  GAME No. 2\ntorn\nGame III.\n1. d4 d5\nIn this game 4 pawns fell.\n";
        let source = Source::from_bytes("book.txt", text.as_bytes().to_vec());
        let at = |what: &str, text: &str| Span::at(text.find(what).unwrap());
        let finding = missing(&source, &[at("1. e4", text), at("1. d4", text)]).unwrap();
        assert!(
            finding.message.contains("3 headings announce games, and 1 of them has"),
            "{}",
            finding.message
        );
        assert!(finding.message.contains("“GAME No. 2” (page 2)"), "{}", finding.message);
        let told = crate::convert::locate(&source, finding).finding.message;
        assert_eq!(told.matches("(page 2)").count(), 1, "{told}");
        assert_eq!(missing(&source, &[at("1. e4", text), at("torn", text), at("1. d4", text)]), None);
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
        // Two columns a page: the third game begins at the top of the second column.
        let rows = [
            ("     Game 1.", "1. b3 e5"),
            ("1. e4 e5", ""),
            ("     Game 2.", "     Game 4."),
            ("1. d4 d5", "1. c4 c5"),
            ("     Game 3.", "     Game 5."),
            ("", "torn"),
        ];
        let text: String = rows.iter().map(|(left, right)| format!("{left:30}{right}\n")).collect();
        let source = Source::from_bytes("book.txt", text.as_bytes().to_vec());
        let games = ["1. e4", "1. d4", "1. b3", "1. c4"].map(|moves| at(moves, &text));
        let finding = missing(&source, &games).unwrap();
        let expected =
            "5 headings announce games, and 1 of them has no game that was read: “Game 5.” (line 5)";
        assert_eq!(finding.message, expected);
        // A heading whose block stands behind its game.
        let text = "Game 1.\n1. e4 e5\n1. d4 d5\nGame 2.\nGame 3.\n1. c4 c5\n";
        let source = Source::from_bytes("book.txt", text.as_bytes().to_vec());
        assert_eq!(missing(&source, &["1. e4", "1. d4", "1. c4"].map(|moves| at(moves, text))), None);
        // A list of contents announces nothing.
        let contents: String = (1..9).map(|n| format!("Game {n}          Page {}\n", n * 3)).collect();
        let source = Source::from_bytes("book.txt", contents.into_bytes());
        assert_eq!(missing(&source, &[]), None);
        // Two headings are not a series.
        let source = Source::from_bytes("a.txt", b"Game 1.\nGame 2.\n".to_vec());
        assert_eq!(missing(&source, &[]), None);
    }
}
