//! What the reader took each row of a print for, and why, in words for people: the trace of a page.
//!
//! Everything is told from what the reader returned ([`Evidence`], [`Reading`]), after it has read.

mod moves;
mod parts;

use std::ops::Range;

use crate::book::{Game, GameRows};
use crate::decode::Evidence;
use crate::print::Print;
use crate::token::STRONG;
use scorebook_heading::detail::{date, event, game_number, opening, result, round};
use scorebook_heading::line::{LineKind, kind, page_number};
use scorebook_heading::players::{names_players, one_labelled};
use scorebook_heading::{self as heading, FieldPlace, Furniture, is_head};

pub use self::moves::{ReadMove, half_moves, trace};
pub use self::parts::{Part, follow, parts};

/// What a row was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Taken {
    /// A row of a table of moves.
    Row,
    /// Moves without a number of their own: of one side, or the end of the row above.
    Cells,
    /// Moves in running text.
    Running,
    /// A row among moves in which no move reads.
    Worn,
    /// A note, or a variation: moves that were not played.
    Note,
    /// A heading, or a part of one.
    Heading,
    /// Words that say that a game ends.
    Ending,
    /// A running head or a page number.
    Furniture,
    /// A diagram.
    Diagram,
    /// Words.
    Prose,
    /// Too little to tell.
    Scrap,
}

impl Taken {
    /// All, in the order of a legend.
    pub const ALL: [Taken; 11] = [
        Taken::Row,
        Taken::Cells,
        Taken::Running,
        Taken::Worn,
        Taken::Note,
        Taken::Heading,
        Taken::Ending,
        Taken::Furniture,
        Taken::Diagram,
        Taken::Prose,
        Taken::Scrap,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Taken::Row => "row",
            Taken::Cells => "moves",
            Taken::Running => "running",
            Taken::Worn => "worn",
            Taken::Note => "note",
            Taken::Heading => "heading",
            Taken::Ending => "ending",
            Taken::Furniture => "furniture",
            Taken::Diagram => "diagram",
            Taken::Prose => "prose",
            Taken::Scrap => "scrap",
        }
    }

    /// What the name means.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Taken::Row => "a row of a table of moves, with its number",
            Taken::Cells => "moves without a number: a column of one side, or the end of the row above",
            Taken::Running => "moves in running text",
            Taken::Worn => "a line among moves in which no move can be read",
            Taken::Note => {
                "a note or a variation: moves that were not played, words among them or brackets around them"
            }
            Taken::Heading => "a heading of a game or of a column, or a part of one",
            Taken::Ending => "words that say how a game ends",
            Taken::Furniture => "a page number or a running head",
            Taken::Diagram => "a diagram",
            Taken::Prose => "words",
            Taken::Scrap => "a line with too little on it to tell",
        }
    }
}

/// A row and what it was taken for.
#[derive(Clone, Debug)]
pub struct TakenRow {
    /// What it was taken for.
    pub taken: Taken,
    /// Why, in a few words.
    pub why: String,
    /// The number at its head.
    pub number: Option<u16>,
    /// The chance that it holds moves that were played.
    pub chance: f32,
    /// What reads as a move in it, as characters.
    pub moves: Vec<Range<u32>>,
}

/// From this chance on a row holds moves that were played.
const SCORE: f32 = 0.5;
/// So many blanks part the cells of a table.
const GAP: usize = 3;
/// Rows with so many words of prose are prose.
const WORDS: usize = 3;

/// What every row of a print was taken for.
#[must_use]
pub fn rows(evidence: &Evidence) -> Vec<TakenRow> {
    let print = &evidence.print;
    let texts: Vec<String> = (0..print.rows.len()).map(|row| fed(print, row)).collect();
    let lines: Vec<&str> = texts.iter().map(|text| heading::line_of(text)).collect();
    let furniture = Furniture::learn(&lines);
    let mut told: Vec<TakenRow> =
        (0..print.rows.len()).map(|row| taken(evidence, &furniture, row, lines[row])).collect();
    for (row, pages) in repeated(print, &lines) {
        if !matches!(told[row].taken, Taken::Row | Taken::Cells | Taken::Running) {
            told[row].taken = Taken::Furniture;
            told[row].why = format!("the same text stands at the edge of {pages} pages");
        }
    }
    told
}

/// So many pages show that a text at their edge is a running head.
const PAGES: usize = 3;
/// So many letters are more than a mark.
const LETTERS: usize = 6;

/// The rows at the edges of pages whose text stands at the edges of several, each with their number. A gutter may have parted
/// them from their page's other rows, so that they are not the first to be read.
fn repeated(print: &Print, lines: &[&str]) -> Vec<(usize, usize)> {
    let mut edges: Vec<(String, usize)> = Vec::new();
    let all: Vec<usize> = (0..print.rows.len()).collect();
    for page in all.chunk_by(|a, b| print.rows[*a].page == print.rows[*b].page) {
        let mut page = page.to_vec();
        page.sort_by_key(|row| print.bytes.get(print.rows[*row].chars.start as usize).copied());
        let (head, foot) = (page.iter().take(2), page.iter().skip(2).next_back());
        for row in head.chain(foot) {
            let key: String = lines[*row].chars().filter(|c| c.is_alphabetic()).collect();
            edges.extend((key.chars().count() >= LETTERS).then_some((key, *row)));
        }
    }
    edges.sort();
    let texts = edges.chunk_by(|a, b| a.0 == b.0).filter(|rows| rows.len() >= PAGES);
    texts.flat_map(|rows| rows.iter().map(|(_, row)| (*row, rows.len()))).collect()
}

/// What the headings of games were read from: by row, the tag and its value, with the index of the game.
#[must_use]
pub fn headings(print: &Print, games: &[Game]) -> Vec<(usize, usize, &'static str, String)> {
    let texts: Vec<String> = (0..print.rows.len()).map(|row| fed(print, row)).collect();
    let lines: Vec<&str> = texts.iter().map(|text| heading::line_of(text)).collect();
    let mut out = Vec::new();
    for (at, game) in games.iter().enumerate() {
        let rows = GameRows::of(print, &lines, &(game.start..game.end));
        for (tag, field) in game.heading.fields() {
            let Some(field) = field else { continue };
            let row = match field.place {
                FieldPlace::Before(row) => rows.from + row,
                FieldPlace::Inside(row) => rows.first + row,
                FieldPlace::After(row) => rows.last + 1 + row,
                FieldPlace::Book => continue,
            };
            out.push((row, at, tag, field.text.trim().to_owned()));
        }
    }
    out.retain(|heading| heading.0 < print.rows.len());
    out
}

/// The text of a row, with a form feed before the first one of its page.
fn fed(print: &Print, row: usize) -> String {
    let feeds = row > 0 && print.rows[row - 1].page != print.rows[row].page;
    format!("{}{}", if feeds { "\u{c}" } else { "" }, print.text(row))
}

fn taken(evidence: &Evidence, furniture: &Furniture, row: usize, line: &str) -> TakenRow {
    let Evidence { print, rows, .. } = evidence;
    let chars = print.rows[row].chars.clone();
    let chance = rows.score[row];
    let moves = moves_in(evidence, chars.clone());
    let numbers = numbers_in(evidence, &moves, f32::INFINITY);
    let number = numbers.first().filter(|(at, _)| *at < chars.start + HEAD).map(|(_, number)| *number);
    let number = number.or_else(|| leading(line));
    let inside = chars.clone().filter(|&at| rows.bracketed[at as usize]).count();
    let is_bracketed = inside * 2 > chars.len();
    let seen = count(moves.len(), "move");
    let sure = format!("{:.0} % sure to be moves of a game", chance * 100.0);
    let (taken, why) = if chance >= SCORE && !is_bracketed && !moves.is_empty() {
        let head = match number {
            Some(number) => format!("begins with the number {number}"),
            None => "no number at its head".to_owned(),
        };
        let gaps = moves.windows(2).filter(|pair| is_wide(print, pair[0].end..pair[1].start)).count();
        let taken = match number {
            _ if numbers.len() > 1 && moves.len() > 2 && gaps == 0 => Taken::Running,
            Some(_) => Taken::Row,
            None => Taken::Cells,
        };
        (taken, format!("{head}; {seen}; {sure}"))
    } else if chance >= SCORE && !is_bracketed {
        let worn = rows.worn.iter().any(|worn| chars.contains(&worn.start));
        match other(line, furniture, rows.closings(chars.start, chars.end) > 0) {
            (Taken::Prose | Taken::Scrap, _) if worn => {
                (Taken::Worn, format!("stands among moves, but none reads; {sure}"))
            }
            (Taken::Prose | Taken::Scrap, _) => {
                (Taken::Scrap, "stands among moves, no move in it".to_owned())
            }
            told => told,
        }
    } else if is_bracketed {
        (Taken::Note, format!("stands in brackets that hold words or several moves; {seen}"))
    } else {
        let (taken, why) = other(line, furniture, rows.closings(chars.start, chars.end) > 0);
        match taken {
            Taken::Prose | Taken::Scrap if !moves.is_empty() => {
                let words = "words around them, no row of a table";
                (Taken::Note, format!("{seen} in {words}; only {sure}"))
            }
            _ => (taken, why),
        }
    };
    TakenRow { taken, why, number, chance, moves }
}

/// No running head is longer.
const LONGEST_HEAD: usize = 90;

/// What a line without moves of a game is, by its words.
fn other(line: &str, furniture: &Furniture, closes: bool) -> (Taken, String) {
    let text = line.trim_start_matches('\u{c}');
    let is = |taken, why: &str| (taken, why.to_owned());
    if page_number(text) {
        return is(Taken::Furniture, "a page number and nothing else");
    }
    if text.len() < LONGEST_HEAD && kind(text) == LineKind::Other && furniture.holds(line) {
        return is(Taken::Furniture, "the same text stands at the edge of several pages");
    }
    if is_diagram(text) {
        return is(Taken::Diagram, "squares or frames of a board");
    }
    let low = text.split_whitespace().filter(|word| is_word(word)).count();
    if kind(text) == LineKind::Other || low < WORDS {
        if let Some((number, _)) = game_number(text) {
            return is(Taken::Heading, &format!("says the number of a game: {number}"));
        }
        if is_head(text) {
            return is(Taken::Heading, "names the sides above their columns");
        }
        let labelled = || one_labelled(text, true).or_else(|| one_labelled(text, false)).is_some();
        if names_players(text) || has_versus(text) {
            return is(Taken::Heading, "names two players");
        }
        if labelled() {
            return is(Taken::Heading, "names a player behind a side");
        }
        if closes || result(text).is_some() {
            return is(Taken::Ending, "says how a game ends");
        }
        let said = [
            (round(text).is_some(), "says a round"),
            (date(text).is_some(), "says a date"),
            (opening(text).is_some(), "names an opening"),
            (event(text).is_some(), "names an event"),
            (heading::is_name(text), "a name and nothing else"),
        ];
        if let Some((_, why)) = said.iter().find(|(said, _)| *said) {
            return is(Taken::Heading, why);
        }
    }
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    match (low, letters) {
        (WORDS.., _) => is(Taken::Prose, &format!("{low} words, no moves")),
        (_, 0..=4) => is(Taken::Scrap, "a few signs"),
        _ => is(Taken::Prose, "words, no moves"),
    }
}

/// Whether `v.` stands between two words with capitals.
fn has_versus(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let capital = |word: Option<&&str>| word.is_some_and(|word| word.starts_with(char::is_uppercase));
    let is_versus = |at: usize| matches!(words[at], "v." | "vs." | "v" | "vs" | "against");
    (1..words.len()).any(|at| is_versus(at) && capital(words.get(at - 1)) && capital(words.get(at + 1)))
}

/// The digits that a line begins with.
fn leading(line: &str) -> Option<u16> {
    let line = line.trim_start_matches(['\u{c}', ' ']);
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line[..digits].parse().ok().filter(|number| (1..400).contains(number))
}

fn is_word(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    core.len() >= 3 && core.chars().all(char::is_lowercase)
}

/// Rows of squares, or of frames.
fn is_diagram(text: &str) -> bool {
    let bars = text.matches('|').count();
    let rules = text.matches(['-', '+', '=', '_', '─', '═']).count();
    let squares =
        text.split_whitespace().count() >= 8 && text.split_whitespace().all(|word| word.chars().count() <= 2);
    bars >= 4
        || rules >= 10 && rules * 4 > text.len() * 3
        || squares && !text.contains(|c: char| c.is_ascii_digit())
}

/// Characters in which the number at the head of a row ends.
const HEAD: u32 = 8;

/// What reads as a move between two characters.
fn moves_in(evidence: &Evidence, chars: Range<u32>) -> Vec<Range<u32>> {
    let cut = &evidence.tokens.cut;
    let first = cut.partition_point(|cut| cut.0 < chars.start);
    let inside = cut[first..].iter().take_while(|cut| cut.0 < chars.end);
    inside.filter(|cut| cut.2 > STRONG).map(|cut| cut.0..cut.1).collect()
}

/// A number that costs less, in nats, is clear.
const CLEAR: f32 = 0.3;

/// The numbers before moves that cost less than so much, each with its place.
fn numbers_in(evidence: &Evidence, moves: &[Range<u32>], most: f32) -> Vec<(u32, u16)> {
    let all = &evidence.tokens.all;
    let number = |place: &Range<u32>| {
        let at = all.binary_search_by_key(&place.start, |token| token.start).ok()?;
        let label = &all[at].label;
        let best = label.values.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        (!label.apart && best.1 < most).then_some((label.start, best.0))
    };
    moves.iter().filter_map(number).collect()
}

fn is_wide(print: &Print, chars: Range<u32>) -> bool {
    chars.start < chars.end && print.chars[chars.start as usize..chars.end as usize].starts_with(&[' '; GAP])
}

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

#[cfg(test)]
mod tests;
