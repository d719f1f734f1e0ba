//! Headings of games in printed books.
//!
//! [`read_all`] takes for each game the lines before its first move (nearest last), its own lines and the lines after it,
//! and extracts players, event, place and date. All ways to read a heading are candidates with scores; the form that the
//! book's sure headings have and the people that it names again and again decide between them, in a few rounds. Repeated
//! names correct each other, `Between the same players` is filled in, and initials (`Mr. M.`) are replaced by the name.
//! [`Furniture`] recognises running heads.
//!
//! Every value has the place it was read from and a confidence from 0 to 1. Values that are not printed are
//! not invented.

#![allow(clippy::collapsible_if, reason = "headings read better with nested conditions")]

pub mod book;
pub mod calendar;
mod colour;
mod columns;
pub mod detail;
pub mod furniture;
pub mod fuzzy;
pub mod line;
pub mod names;
pub mod parts;
pub mod players;
mod roster;
pub mod seats;
mod sides;
mod told;

pub use book::read_all;
pub use colour::is_surname;
pub use furniture::Furniture;
pub use parts::is_sponsor;
pub use told::{goes_on, is_list, is_of_page, is_posted, is_prose, is_stamp, is_told, sentences, untold};

use columns::is_head_of;
use line::{LineKind, kind};
use scorebook_lexicon::side_of;

use players::{HeadingLine, Players, candidates, one_labelled};

/// The slice of [`Around`] and the index in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldPlace {
    /// Before the first move.
    Before(usize),
    /// In the game's own lines.
    Inside(usize),
    /// After the last move.
    After(usize),
    /// Not printed here: taken from another heading of the book.
    Book,
}

/// A value read from the print.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The value.
    pub text: String,
    /// Where it is printed.
    pub place: FieldPlace,
    /// From 0 to 1.
    pub confidence: f32,
}

/// The contents of a heading, as PGN tag values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heading {
    /// The name of White.
    pub white: Option<Field>,
    /// The name of Black.
    pub black: Option<Field>,
    /// The event.
    pub event: Option<Field>,
    /// The place of the event.
    pub site: Option<Field>,
    /// `YYYY.MM.DD`, unknown parts as `?`.
    pub date: Option<Field>,
    /// The round.
    pub round: Option<Field>,
    /// The name of the opening.
    pub opening: Option<Field>,
    /// The result.
    pub result: Option<Field>,
    /// The number of the game in the book.
    pub number: Option<Field>,
    /// `Between the same players.`
    pub same_players: bool,
    /// Players with both colours or `v.` that were not chosen, with their scores (for the second pass).
    pub others: Vec<(String, String, f32)>,
}

impl Heading {
    /// What it says, by PGN tag.
    #[must_use]
    pub fn fields(&self) -> [(&'static str, &Option<Field>); 8] {
        [
            ("White", &self.white),
            ("Black", &self.black),
            ("Event", &self.event),
            ("Site", &self.site),
            ("Date", &self.date),
            ("Round", &self.round),
            ("Opening", &self.opening),
            ("Result", &self.result),
        ]
    }
}

/// The text around one game.
#[derive(Clone, Copy, Default)]
pub struct Around<'a> {
    /// Lines between the end of the game before and the first move, nearest last (about 40).
    pub before: &'a [&'a str],
    /// How many of them belong to the game before: a heading there is unlikely.
    pub foreign: usize,
    /// The game's own lines, from its first move on; a torn column has its head here. May be empty.
    pub inside: &'a [&'a str],
    /// Lines after the last move (about 6). May be empty.
    pub after: &'a [&'a str],
}

/// No line of a page has more bytes: a longer one is no heading.
const LONGEST: usize = 600;

/// A line as far as it may be part of a heading: nothing of one that is too long.
#[must_use]
pub fn line_of(line: &str) -> &str {
    if line.len() <= LONGEST { line } else { "" }
}

fn field(text: impl Into<String>, place: FieldPlace, confidence: f32) -> Option<Field> {
    Some(Field { text: text.into(), place, confidence: confidence.clamp(0.01, 0.99) })
}

/// The ways in which one game's heading may be read.
struct HeadingWays<'a> {
    around: Around<'a>,
    lines: Vec<HeadingLine<'a>>,
    found: Vec<Players>,
}

/// The last line of a numbered list of pairs, `1. B. Crane 0-1 S. Dove` above `2. E. Finch 0-1 J. Gull`, below which no players are
/// named.
fn list_of_pairs(lines: &[&str]) -> Option<usize> {
    let pair =
        |line: &str| parts::parts(line).filter(|found| found.get("White").and(found.get("Black")).is_some());
    let number = |line: &str| {
        let line = line.trim_start();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        line[..digits].parse::<usize>().ok()
    };
    // `2   Crome, L.   1850 - bye   1-0`
    let is_row = |line: &str| line.trim().matches("  ").count() > 1 || line.contains(['\t', '|']);
    let last = lines.iter().rposition(|line| pair(line).is_some())?;
    let listed = lines[..=last].iter().rev().filter(|line| !line.trim().is_empty());
    let numbers: Vec<usize> = listed
        .map_while(|line| number(line).filter(|_| pair(line).is_some() || is_row(line)))
        .take(LONGEST_LIST)
        .collect();
    (numbers.len() > 1 && numbers.iter().rev().copied().eq(1..=numbers.len())).then_some(last)
}

/// Most lines of a list of pairs.
const LONGEST_LIST: usize = 40;

/// Whether a pair is made of two lines below the heads of two blocks of columns, `White. Black. White. Black.`: in one line with the moves the
/// names have lost their order.
fn is_torn_pair(around: &Around, players: &Players) -> bool {
    let (Some((_, one)), Some((_, other))) = (&players.white, &players.black) else { return false };
    let lines: Vec<&str> = around.before.iter().chain(around.inside).copied().collect();
    let end = ((*one).max(*other) + 1).min(lines.len());
    one != other && sides_among(&lines[end.saturating_sub(NEAR_HEADS)..end]) > 3
}

/// Lines in which the heads of columns and the names stand.
const NEAR_HEADS: usize = 7;

/// How many words for a side some lines have.
fn sides_among(lines: &[&str]) -> usize {
    lines.iter().map(|line| line.split(|c: char| !c.is_alphabetic()).filter_map(side_of).count()).sum()
}

/// What a heading costs that stands among the moves of the game before.
const FOREIGN: f32 = 0.3;

impl<'a> HeadingWays<'a> {
    fn new(around: Around<'a>, furniture: &Furniture) -> HeadingWays<'a> {
        let lines: Vec<HeadingLine> = around
            .before
            .iter()
            .enumerate()
            .map(|(index, &raw)| {
                let text = line::without_moves(line::first_block(raw));
                let text = parts::without_spacing(&text).unwrap_or(text);
                HeadingLine {
                    kind: kind(&text),
                    furniture: line::page_number(raw) || furniture.holds(raw),
                    text: text.into(),
                    index,
                }
            })
            .collect();
        let mut found = candidates(&lines);
        // Which pair of a list the game is of, or whether the line above it names two clubs, is not known.
        if let Some(list) = list_of_pairs(around.before) {
            found.retain(|players| {
                let places = [&players.white, &players.black].into_iter().flatten();
                places.map(|(_, at)| *at).all(|at| at > list)
            });
        }
        found.retain(|players| !is_torn_pair(&around, players));
        for players in &mut found {
            if [&players.white, &players.black].into_iter().flatten().any(|(_, at)| *at < around.foreign) {
                players.score -= FOREIGN;
            }
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        HeadingWays { around, lines, found }
    }

    /// The lines that a candidate's names stand on, by their addresses in the book.
    fn places<'s>(&'s self, players: &'s Players) -> impl Iterator<Item = *const u8> + 's {
        let base = self.around.before.len();
        [&players.white, &players.black].into_iter().flatten().filter_map(move |(_, at)| {
            let line = self.around.before.get(*at).or_else(|| self.around.inside.get(at.checked_sub(base)?));
            line.map(|line| line.as_ptr())
        })
    }

    /// The place of a line of a candidate.
    fn place(&self, at: usize) -> FieldPlace {
        let base = self.around.before.len();
        if at < base { FieldPlace::Before(at) } else { FieldPlace::Inside(at - base) }
    }

    /// Whether other lines give the two players the other colours: `WHITE (Mr. H.)` below `Mr. Morphy and Mr. Harrwitz`.
    fn is_crossed(&self, best: &Players) -> bool {
        let (Some((one, at)), Some((two, _))) = (&best.white, &best.black) else { return false };
        let crossed = |white: &str, black: &str| {
            let straight = abbreviates(white, &one.tag) && abbreviates(black, &two.tag);
            let crossed = abbreviates(white, &two.tag) && abbreviates(black, &one.tag);
            (straight != crossed).then_some(crossed)
        };
        // `WHITE. (V. H. d. L.)  BLACK. (Mr. S.)`
        let below = self.lines.iter().filter(|line| line.index >= *at);
        let heads = below.rev().find_map(|line| players::bracketed_heads(&line.text));
        // `White.` / `Black.` / `(Mr Lee) (Mr Blackburne)`
        let filled: Vec<&str> = self
            .lines
            .iter()
            .filter(|line| line.index >= *at)
            .map(|line| &*line.text)
            .filter(|text| !text.trim().is_empty())
            .collect();
        let in_some_lines = || {
            let mut near = filled.windows(2).rev().chain(filled.windows(3).rev());
            near.find_map(|lines| players::bracketed_heads(&lines.join(" ")))
        };
        let heads = heads.or_else(in_some_lines);
        if let Some(crossed) = heads.and_then(|(white, black)| crossed(&white, &black)) {
            return crossed;
        }
        let told = self
            .found
            .iter()
            .filter(|other| other.coloured && other.score > 0.3)
            .find_map(|other| crossed(&other.white.as_ref()?.0.tag, &other.black.as_ref()?.0.tag));
        told.unwrap_or(false)
    }

    /// The heading with the players that were chosen.
    fn heading(&self, best: Option<(&Players, f32)>) -> Heading {
        let mut h = Heading::default();
        if let Some((best, score)) = best {
            let confidence = (score / 1.4).clamp(0.05, 0.97);
            let put = |n: &Option<(names::Name, usize)>| {
                n.as_ref().and_then(|(n, i)| field(&n.tag, self.place(*i), confidence))
            };
            (h.white, h.black) = (put(&best.white), put(&best.black));
            if !best.coloured && self.is_crossed(best) {
                std::mem::swap(&mut h.white, &mut h.black);
            }
        }
        for c in self.found.iter().filter(|c| c.score > 0.3).take(12) {
            if let (Some((w, _)), Some((b, _))) = (&c.white, &c.black) {
                h.others.push((w.tag.clone(), b.tag.clone(), c.score));
            }
        }
        let before = self.around.before;
        let is_torn = sides_among(&before[before.len().saturating_sub(NEAR_HEADS)..]) > 3;
        if (h.white.is_none() || h.black.is_none()) && !is_torn {
            one_sided(&mut h, self.around, &self.found);
        }
        let floor = h.white.as_ref().and_then(|w| match w.place {
            FieldPlace::Before(at) => Some(at),
            _ => None,
        });
        details(&mut h, &self.lines, floor, self.around);
        h
    }
}

/// Whether a line has nothing but the heads of columns: `WHITE. BLACK.`
#[must_use]
pub fn is_head(line: &str) -> bool {
    columns::is_heads(line)
}

/// Whether a line is a name and nothing else.
#[must_use]
pub fn is_name(line: &str) -> bool {
    kind(line) == LineKind::Other
        && names::parse(line).is_some_and(|name| name.quality > 0.7 && !name.initials)
}

/// Whether a text names a player, or several, or a club.
#[must_use]
pub fn is_player(text: &str) -> bool {
    names::parse(text.split(", of ").next().unwrap_or(text)).is_some()
        || names::allies(text).is_some()
        || names::company(text).is_some()
        || text.split_whitespace().count() < 6 && text.contains(" of ")
}

/// Whether two texts may name the same person.
#[must_use]
pub fn are_same(one: &str, other: &str) -> bool {
    let tag = |text: &str| names::parse(text).map(|name| name.tag);
    tag(one).zip(tag(other)).is_some_and(|(one, other)| names::same_person(&one, &other))
}

/// Whether a name is only a given name of another: the Alexander of `Alekhine, Alexander`.
#[must_use]
pub fn is_part_of(part: &str, whole: &str) -> bool {
    let given = whole.split_once(", ").map(|(_, given)| given).unwrap_or_default();
    let same = |word: &str| word.len() > 2 && fuzzy::fold(word) == fuzzy::fold(part);
    given.split(' ').any(same)
}

/// Whether the heads of two columns, `WHITE. (Mr. W.)  BLACK. (M. St. A.)`, give two players the colours that the other has.
#[must_use]
pub fn are_crossed(heads: &str, white: &str, black: &str) -> bool {
    let Some((one, other)) = players::bracketed_heads(heads) else { return false };
    let straight = abbreviates(&one, white) || abbreviates(&other, black);
    !straight && abbreviates(&one, black) && abbreviates(&other, white)
}

/// Whether a text is a name or what is left of it in a column's head: `Mr. M.` for Morphy, `Phila.` for Philadelphia.
fn abbreviates(short: &str, tag: &str) -> bool {
    if names::same_person(short, tag) {
        return true;
    }
    let family = tag.split(',').next().unwrap_or(tag);
    let whole = fuzzy::fold(family.split_whitespace().last().unwrap_or(family));
    let family = short.split(',').next().unwrap_or(short);
    let last = family.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty()).map(fuzzy::fold);
    last.is_some_and(|last| !last.is_empty() && whole.starts_with(&last))
}

/// Reads the heading of one game, without a book around it.
#[must_use]
pub fn read(around: Around, furniture: &Furniture) -> Heading {
    read_all(&[around], furniture, &[]).pop().unwrap_or_default()
}

/// Finds a single name above the moves, if the other column was torn away.
fn one_sided(h: &mut Heading, around: Around, found: &[Players]) {
    if let Some(c) = found.iter().find(|c| c.white.is_some() != c.black.is_some()) {
        let confidence = (c.score / 1.4).clamp(0.05, 0.8);
        for (slot, side) in [(&mut h.white, &c.white), (&mut h.black, &c.black)] {
            if let (None, Some((n, i))) = (&slot, side) {
                *slot = field(&n.tag, FieldPlace::Before(*i), confidence);
            }
        }
    }
    // the last line before the moves is a bare name: the head of a torn column, White's unless known
    if let (None, None) = (&h.white, &h.black) {
        let own = around.before.iter().enumerate().skip(around.foreign);
        let last = own.rev().find(|(_, l)| !l.trim().is_empty());
        if let Some((i, n)) =
            last.and_then(|(i, l)| Some((i, names::parse(l)?))).filter(|(_, n)| n.quality > 0.7)
        {
            h.white = field(n.tag, FieldPlace::Before(i), 0.35);
        }
    }
    for (white, slot) in [(true, &mut h.white), (false, &mut h.black)] {
        if slot.is_some() {
            continue;
        }
        for (i, l) in around.before.iter().enumerate().skip(around.foreign).rev() {
            if kind(l) != LineKind::Other {
                continue;
            }
            if let Some(n) = one_labelled(l, white) {
                *slot = field(n.tag, FieldPlace::Before(i), n.quality * 0.8);
                break;
            }
        }
        if slot.is_some() {
            continue;
        }
        for (i, l) in around.inside.iter().enumerate().filter(|(_, l)| kind(l) == LineKind::Other) {
            let name = one_labelled(l, white).or_else(|| {
                is_head_of(l, white)
                    .then(|| {
                        around.inside[i + 1..]
                            .iter()
                            .find(|t| !t.trim().is_empty())
                            .filter(|t| kind(t) == LineKind::Other)
                            .and_then(|t| names::parse(t))
                    })
                    .flatten()
            });
            if let Some(n) = name {
                *slot = field(n.tag, FieldPlace::Inside(i), n.quality * 0.7);
                break;
            }
        }
    }
}

/// How sure is what the parts of a clean line say.
const CLEAN: f32 = 0.95;

/// Extracts everything except the names from the lines of the heading.
fn details(h: &mut Heading, lines: &[HeadingLine], names_at: Option<usize>, around: Around) {
    // the heading reaches from a few lines above the names to the first move; without names, the nearest lines
    let mut block: Vec<&HeadingLine> = vec![];
    let (mut prose, mut above) = (0, 0);
    for l in lines.iter().rev() {
        if l.kind == LineKind::Blank || l.furniture {
            continue;
        }
        if l.index < around.foreign && names_at.is_none_or(|n| l.index + 4 < n) {
            break;
        }
        if l.kind == LineKind::Moves {
            above += usize::from(names_at.is_some_and(|n| l.index < n));
            if (above > 3 || names_at.is_none() && block.len() > 4) && detail::game_number(&l.text).is_none()
            {
                break;
            }
            continue;
        }
        if l.kind == LineKind::Prose && detail::round(&l.text).is_none() && detail::date(&l.text).is_none() {
            prose += 1;
            if prose > 4 {
                break;
            }
            continue;
        }
        if names_at.is_some_and(|n| n > l.index + 14) || block.len() > 12 {
            break;
        }
        block.push(l);
        if detail::game_number(&l.text).is_some() && l.kind != LineKind::Prose {
            break;
        }
    }
    for l in &block {
        let at = FieldPlace::Before(l.index);
        let near = 1.0 - 0.02 * (lines.len() - l.index) as f32 / 2.0;
        let set = |slot: &mut Option<Field>, value: Option<(String, f32)>| {
            if let Some((text, c)) = value.filter(|v| !v.0.is_empty()) {
                if slot.as_ref().is_none_or(|old| old.confidence < c * near) {
                    *slot = field(text, at, c * near);
                }
            }
        };
        set(&mut h.number, detail::game_number(&l.text).map(|(n, c)| (n.to_string(), c)));
        // A clean line says by its parts what it is; a worn one by its words.
        if let Some(clean) = parts::parts(l.text.trim()) {
            let told = |tag: &str| clean.get(tag).map(|value| (value.to_owned(), CLEAN));
            set(&mut h.event, told("Event"));
            set(&mut h.site, told("Site"));
            // `White: P. Byrd, 1951.`: the rating of one.
            let is_of_one = clean.get("White").is_some() != clean.get("Black").is_some();
            set(&mut h.date, told("Date").filter(|_| !is_of_one));
            set(&mut h.round, told("Round"));
        }
        set(&mut h.round, detail::round(&l.text));
        set(&mut h.date, detail::date(&l.text));
        let own = names::parse(&l.text).map(|name| name.tag);
        let is_name = |f: &Option<Field>| {
            f.as_ref().is_some_and(|f| {
                f.place == at
                    || own.as_ref().is_some_and(|own| *own == f.text || names::same_person(own, &f.text))
            })
        };
        if !is_name(&h.white) && !is_name(&h.black) {
            set(&mut h.opening, detail::opening(&l.text));
            if detail::opening(&l.text).is_none() || detail::date(&l.text).is_some() {
                if let Some((name, site, c)) = detail::event(&l.text) {
                    set(&mut h.event, Some((name, c)));
                    set(&mut h.site, site.map(|s| (s, c)));
                }
            }
        }
        let low = l.text.to_lowercase();
        if low.contains("same players") || low.contains("same opponents") || low.contains("the same.") {
            h.same_players = true;
        }
    }
    if h.number.is_none() {
        // a bare number before names or an opening: `31 Anderssen–Paulsen`, `12.—RUY LOPEZ.`
        for l in &block {
            let head = l
                .text
                .trim_start()
                .split(|c: char| c.is_whitespace() || ".—–".contains(c))
                .next()
                .unwrap_or("");
            if head.chars().all(|c| c.is_ascii_digit())
                && !head.is_empty()
                && l.text.trim().len() > head.len() + 6
            {
                h.number = field(head, FieldPlace::Before(l.index), 0.5);
            }
        }
    }
    for (i, l) in around.after.iter().enumerate().take(8) {
        if let Some((r, c)) = detail::result(l) {
            h.result = field(r, FieldPlace::After(i), c - 0.03 * i as f32);
            break;
        }
    }
    if h.result.is_none() {
        for (i, l) in around.inside.iter().enumerate().rev().take(4) {
            if let Some((r, c)) = detail::result(l) {
                h.result = field(r, FieldPlace::Inside(i), c - 0.1);
                break;
            }
        }
    }
}
