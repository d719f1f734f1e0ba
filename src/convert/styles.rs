//! Where another style begins in a text: a file in which someone keeps records of many books is read record by record, for what is best for
//! most of them loses the others.
//!
//! A part begins with the lines above a first move. Its style is what each notation makes of its words; two parts are of one style if
//! some notation reads both nearly as well as any.

use scorebook_notation::{Notation, detect::likeness, guessable};
use shakmaty::Color;

use super::audit::result_of_line;
use super::glance::{is_in_squares, is_man};
use super::sense::NotationSense;
use crate::decode::NotationChoice;
use crate::record::pgn::first_pair;
use crate::record::{MoveSense, Playable, json, playable};
use crate::text::{Source, Span};

/// Longest text that is taken apart, in bytes: a longer one is a book, or a corpus.
pub(super) const LONGEST: usize = 1 << 18;
/// Most parts of such a text.
const MOST: usize = 64;
/// Likeness from which a word counts as a move.
const LIKE: f32 = 0.5;
/// A line with so many moves is one of a game.
const MOVES: usize = 3;
/// So is one of which every so many words is a move.
const SHARE: usize = 4;
/// Less likeness tells no style.
const TOLD: f32 = 8.0;
/// A notation reads a part nearly as well as the best of it.
const NEARLY: f32 = 0.92;
/// What a word counts that stands for a man in English: `Kt.`
const MAN: f32 = 0.5;

/// The places at which another style begins than that of the text before, in bytes of the file as it is given; none where its lines are
/// not those of the text that is read, but for signs of headings and quotations before them.
pub(super) fn cuts(source: &Source, given: &str) -> Vec<usize> {
    let is_kept = |(given, own): (&str, &str)| given.trim_end().ends_with(own.trim_end());
    if given.lines().count() != source.text().lines().count()
        || !given.lines().zip(source.text().lines()).all(is_kept)
    {
        return Vec::new();
    }
    let lines: Vec<usize> =
        std::iter::once(0).chain(given.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let line = |at: usize| source.text()[..at].matches('\n').count();
    places(source).into_iter().filter_map(|at| lines.get(line(at)).copied()).collect()
}

/// The same in bytes of the text that is read, where lines begin.
fn places(source: &Source) -> Vec<usize> {
    let text = source.text();
    if text.len() > LONGEST {
        return Vec::new();
    }
    let sense = NotationSense::new(NotationChoice::Auto);
    let data = json::values_in(text);
    let is_data = |at: usize| data.iter().any(|value| value.start <= at && at < value.end);
    let mut starts: Vec<usize> = first_moves(text, &sense).chain(tag_sections(text)).take(2 * MOST).collect();
    starts.retain(|&start| !is_data(start));
    // Nothing but data is of one style.
    if starts.is_empty() || starts.len() + data.len() < 2 || starts.len() > MOST {
        return Vec::new();
    }
    let around = |value: &Span| [line_of(text, value.start), end_of_line(text, value.end)];
    let bounds = |playable: &[Playable]| -> Vec<usize> {
        let above = |&start: &usize| heading_above(text, played_before(playable, start), start, &sense);
        let mut bounds: Vec<usize> = starts.iter().map(above).chain(data.iter().flat_map(around)).collect();
        bounds.sort_unstable();
        bounds.dedup();
        bounds
    };
    // What can be played is asked only of the few texts of several styles.
    match other_styles(text, bounds(&[]), &data).is_empty() {
        true => Vec::new(),
        false => other_styles(text, bounds(&playable(source, &sense)), &data),
    }
}

/// Those of the places at which parts begin where another style does.
fn other_styles(text: &str, mut bounds: Vec<usize>, data: &[Span]) -> Vec<usize> {
    if bounds.len() < 2 || bounds.len() > MOST {
        return Vec::new();
    }
    bounds[0] = 0;
    let ends = bounds[1..].iter().copied().chain([text.len()]);
    let mut before = Style::default();
    let mut found = Vec::new();
    for (&start, end) in bounds.iter().zip(ends) {
        let own = Style {
            is_data: data.iter().any(|value| line_of(text, value.start) == start),
            ..Style::of(&text[start..end])
        };
        let is_other = match (before.is_tagged, own.is_tagged) {
            _ if before.is_data != own.is_data => true,
            (true, true) => false,
            (false, true) => true,
            // What stands behind a game with tag pairs may be a part of it, until it has ended.
            (true, false) => has_ended(&text[..start]),
            (false, false) => !before.is_like(&own),
        };
        if before.is_told() && own.is_told() && is_other {
            found.push(start);
            before = own;
        } else {
            before.add(&own);
        }
    }
    found
}

/// What each notation makes of the words of a text.
#[derive(Clone)]
struct Style {
    likeness: Vec<f32>,
    /// Whether tag pairs stand above its moves.
    is_tagged: bool,
    /// Whether they are values in JSON.
    is_data: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { likeness: vec![0.0; guessable().count()], is_tagged: false, is_data: false }
    }
}

impl Style {
    fn of(text: &str) -> Style {
        let mut style = Style { is_tagged: text.lines().any(is_pair), ..Style::default() };
        for word in text.split_whitespace() {
            let says_man = is_man(word);
            let bare = bare(word);
            let has_figure = bare.contains(|c: char| c.is_ascii_digit());
            for (sum, notation) in style.likeness.iter_mut().zip(guessable()) {
                let own = if has_figure { read_by(notation, bare) } else { 0.0 };
                let man = if says_man && notation.name() == "english" { MAN } else { 0.0 };
                *sum += own.max(man);
            }
        }
        style
    }

    fn best(&self) -> f32 {
        self.likeness.iter().copied().fold(0.0, f32::max)
    }

    fn is_told(&self) -> bool {
        self.is_data || self.best() >= TOLD
    }

    fn is_like(&self, other: &Style) -> bool {
        let (best, others) = (self.best() * NEARLY, other.best() * NEARLY);
        self.likeness.iter().zip(&other.likeness).any(|(&own, &theirs)| own >= best && theirs >= others)
    }

    fn add(&mut self, other: &Style) {
        self.is_tagged |= other.is_tagged;
        self.is_data = other.is_data;
        self.likeness.iter_mut().zip(&other.likeness).for_each(|(own, theirs)| *own += theirs);
    }
}

/// Whether a text of games with tag pairs ends with the result of the last.
fn has_ended(text: &str) -> bool {
    text.split_whitespace().next_back().is_some_and(is_result)
}

/// What a notation makes of a word, whoever plays it.
fn read_by(notation: &dyn Notation, word: &str) -> f32 {
    let by = |side: Color| likeness(&notation.read(word, side));
    by(Color::White).max(by(Color::Black))
}

/// Whether a text has a tag pair, which marks it as PGN; words may stand before it on its line.
pub(super) fn has_pairs(text: &str) -> bool {
    text.lines().any(|line| first_pair(line).is_some())
}

/// Whether a line begins with a tag pair.
fn is_pair(line: &str) -> bool {
    first_pair(line) == Some(0)
}

/// The starts of the sections of tag pairs.
fn tag_sections(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut was_pair = false;
    let lines =
        text.split_inclusive('\n').map(|line| (line.as_ptr() as usize - text.as_ptr() as usize, line));
    lines
        .filter(move |(_, line)| !std::mem::replace(&mut was_pair, is_pair(line)) && is_pair(line))
        .map(|(at, _)| at)
}

/// A word without the number before it and the signs around it.
fn bare(word: &str) -> &str {
    let from = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    let behind = word[from..].trim_start_matches(['.', ')', '…', ':']);
    let own = if behind.len() < word.len() - from { behind } else { word };
    own.trim_matches(['(', ')', '[', ']', '{', '}', '!', '?', '.', ',', ';', '"', '“', '”'])
}

/// The starts of the lines that begin with the number 1 and a move, and of the first of those that are moves by their squares.
pub(super) fn first_moves<'t>(text: &'t str, sense: &'t NotationSense) -> impl Iterator<Item = usize> + 't {
    let mut was_in_squares = false;
    let lines = text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some((*at - line.len(), line))
    });
    lines
        .filter(move |(_, line)| {
            let is_further = std::mem::replace(&mut was_in_squares, is_in_squares(line)) || !was_in_squares;
            numbered(line, sense) == Some("1") || !is_further
        })
        .map(|(at, _)| at)
}

/// The number that begins a line, in a table or not, if a move stands behind it.
fn numbered<'l>(line: &'l str, sense: &NotationSense) -> Option<&'l str> {
    let line = line.trim_start_matches([' ', '\t', '|']);
    let (number, rest) = line.split_at(line.find(|c: char| !c.is_ascii_digit())?);
    let rest = rest.trim_start_matches(['.', ')', ' ', '\t', '|']);
    let first = rest.split_whitespace().next().filter(|_| !number.is_empty())?;
    let cell = rest.split('|').next().unwrap_or(rest).trim();
    let is_move = is_man(first) || sense.likeness(bare(first)) >= LIKE || sense.likeness(cell) >= LIKE;
    is_move.then_some(number)
}

/// The end of the last half-move that can be played before a place.
pub(super) fn played_before(playable: &[Playable], place: usize) -> usize {
    let ends = playable.iter().flat_map(|game| &game.half_moves).map(|own| own.end);
    ends.filter(|&end| end <= place).max().unwrap_or(0)
}

/// The start of the lines above a game that hold no moves, behind the end of the last game: its heading, and what is said before it.
pub(super) fn heading_above(text: &str, last: usize, start: usize, sense: &NotationSense) -> usize {
    let mut bound = line_of(text, start);
    while let Some(end) = bound.checked_sub(1) {
        let above = line_of(text, end);
        if above < last || holds_moves(&text[above..end], sense) {
            break;
        }
        bound = above;
    }
    bound
}

/// The start of the line that a place stands in.
fn line_of(text: &str, place: usize) -> usize {
    text[..place].rfind('\n').map_or(0, |end| end + 1)
}

/// The end of the line that a place stands in.
fn end_of_line(text: &str, place: usize) -> usize {
    text[place..].find('\n').map_or(text.len(), |end| place + end + 1)
}

/// Whether a line is one of a game: it begins with a number and a move, has some moves, or is hardly more than one, or than the result.
fn holds_moves(line: &str, sense: &NotationSense) -> bool {
    let is_move = |word: &&str| is_man(word) || is_result(word) || sense.likeness(bare(word)) >= LIKE;
    if is_pair(line) {
        return false;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let moves = words.iter().filter(|word| is_move(word)).count();
    moves >= MOVES || moves * SHARE >= words.len() && moves > 0 || numbered(line, sense).is_some()
}

fn is_result(word: &str) -> bool {
    word == "*" || result_of_line(word).is_some()
}
