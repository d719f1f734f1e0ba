//! The parts of one clean line: each piece of it is what costs least to be.
//!
//! [`parts`] cuts a line at its signs and spaces and gives every piece a [`Role`]: a side, a name, a rating, a place, a date, an
//! opening. A piece costs by how little it looks like its role, a cut by how little its sign separates the two roles beside it,
//! and the cheapest way through the line is the reading. A line of which a dearer reading names other people, or of which too
//! much is left over, has none: a tag that is lost is better than one that is wrong.

mod lex;
mod roles;
mod words;

pub use roles::is_sponsor;
pub(crate) use words::{begins_sentence, is_ally_sign, is_between, is_heading_word, is_opening};
pub use words::{behind_opening, is_match, names_event, names_opening_alone, names_table};

use std::cell::RefCell;

use lex::{Gap, Token, tokens};
use roles::{Role, costs};
use rustc_hash::FxHashMap;
use scorebook_lexicon::{
    ends_name, has_own_hyphen, is_chess, is_given_name, is_running_score, is_seat_link, is_seat_verb,
    is_town, is_writer, mark_of, side_of, sides_of_letters, without_owner,
};
use shakmaty::Color;
use words::Counted;

/// Longer lines are no headings.
const LONGEST: usize = 220;
/// The most words of a heading's line.
const MOST_WORDS: usize = 34;
/// The most words of one piece.
const PIECE: usize = 9;
/// Readings that go on from one word.
const BEAM: usize = 48;
/// A reading that costs more is none.
const DEAREST: f32 = 4.0;
/// A reading must be cheaper by this than any that says something else of the people.
const CLEARLY: f32 = 0.15;

/// What one line of a heading says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// PGN tags and their values, in the order of the line; none twice.
    pub tags: Vec<(&'static str, String)>,
    /// Whether the colours are named, and do not only follow from the order.
    pub coloured: bool,
    /// Whether the game has a number.
    pub numbered: bool,
    /// Pieces that are none of them, in the order of the line.
    pub rest: Vec<String>,
}

impl Parts {
    /// The value of a tag.
    #[must_use]
    pub fn get(&self, tag: &str) -> Option<&str> {
        self.tags.iter().find(|(name, _)| *name == tag).map(|(_, value)| value.as_str())
    }

    /// Whether a player is named.
    #[must_use]
    pub fn has_player(&self) -> bool {
        self.get("White").or(self.get("Black")).is_some()
    }

    fn players(&self) -> [Option<&str>; 2] {
        [self.get("White"), self.get("Black")]
    }
}

/// One way to read the beginning of a line.
#[derive(Clone, Debug, Default)]
struct Reading {
    cost: f32,
    /// Role, first token and the one behind the last.
    pieces: Vec<(Role, usize, usize)>,
}

impl Reading {
    fn has(&self, role: Role) -> bool {
        self.pieces.iter().any(|piece| piece.0 == role)
    }

    fn last(&self) -> Option<Role> {
        self.pieces.last().map(|piece| piece.0)
    }

    /// The last piece that is no detail in brackets or such behind a player.
    fn last_player(&self) -> Option<usize> {
        self.pieces.iter().filter(|piece| piece.0 == Role::Player).count().checked_sub(1)
    }

    /// Whether the last player may still get a detail: only details of his stand behind him.
    fn is_at_player(&self) -> bool {
        let mut behind = self.pieces.iter().rev().skip_while(|piece| piece.0.is_detail());
        behind.next().is_some_and(|piece| piece.0 == Role::Player)
    }

    /// The details behind the last player.
    fn details(&self) -> impl Iterator<Item = Role> + '_ {
        self.pieces.iter().rev().map(|piece| piece.0).take_while(|role| role.is_detail())
    }

    fn sides(&self) -> usize {
        self.pieces.iter().filter(|piece| matches!(piece.0, Role::Side(_))).count()
    }
}

/// The parts of a line; `None` if it is no heading, or one that may as well be read otherwise.
///
/// ```
/// use scorebook_heading::parts::parts;
/// let line = parts("Weiß: Kern (1850), Schwarz: Auer (1790), Ulm 1969").unwrap();
/// assert_eq!(line.get("Black"), Some("Auer"));
/// assert_eq!(line.get("WhiteElo"), Some("1850"));
/// assert_eq!(line.get("Site"), Some("Ulm"));
/// assert_eq!(parts("I had Black (1240) vs some 1310."), None);
/// ```
#[must_use]
pub fn parts(line: &str) -> Option<Parts> {
    /// Longest line, with a remark behind its heading.
    const WITH_REMARK: usize = 4 * LONGEST;
    if line.len() > WITH_REMARK {
        return None;
    }
    if let Some(known) = KNOWN.with_borrow(|known| known.get(line).cloned()) {
        return known;
    }
    let found = parts_of(line).filter(|found| !seats_a_word(found));
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(line.into(), found.clone());
    });
    found
}

/// Whether one of two players is no name, but the game's, or what is said behind a move: `Chess - The Herald`, `mate 0-1 Riga-L. Cope`.
fn seats_a_word(found: &Parts) -> bool {
    let is_word = |name: &str| {
        let small = name.trim_end_matches('.').to_lowercase();
        is_chess(&small) || mark_of(&small).is_some()
    };
    let pair = found.get("White").zip(found.get("Black"));
    pair.is_some_and(|(white, black)| is_word(white) || is_word(black))
}

/// Most lines that a thread remembers.
const REMEMBERED: usize = 1 << 12;

thread_local! {
    /// What lines were read as: each layout that is tried asks about the same ones, and about every line of prose.
    static KNOWN: RefCell<FxHashMap<Box<str>, Option<Parts>>> = RefCell::default();
}

/// See [`parts`].
fn parts_of(line: &str) -> Option<Parts> {
    let line = without_enumerator(line);
    // `Score: Bird 1, Noa 0`: the match so far.
    let label = line.split_once(':').map(|(label, _)| label.trim().to_lowercase());
    if label.is_some_and(|label| label.split_whitespace().next_back().is_some_and(is_running_score)) {
        return None;
    }
    let worded = with_words(line);
    let line = worded.as_deref().unwrap_or(line);
    let unmarked = without_user_marks(line);
    let line = unmarked.as_deref().unwrap_or(line);
    let within =
        framed(line).and_then(exact).filter(|found| found.get("White").and(found.get("Black")).is_some());
    if let Some(found) = within.or_else(|| row(line)).or_else(|| told_side(line)) {
        return Some(found);
    }
    let (line, remark) = without_remark(line);
    // `reddit (white) vs Quinteros (black). Top comment is played!`: a sentence follows the marks of both sides.
    if let Some((before, said)) = behind_marks(line)
        && let Some(mut found) = exact(before).filter(|found| found.coloured)
    {
        found.rest.push(said.to_owned());
        return Some(found);
    }
    // `Bird – Noa (Vienna 1882) made this line popular`: what they are said to have done is no heading's.
    let is_deed = |rest: &String| rest.starts_with(char::is_lowercase) && crate::told::is_told(rest);
    let whole = exact(line).or_else(|| lettered(line));
    let whole = whole.filter(|found| found.coloured || !found.rest.iter().any(is_deed));
    if let Some(mut found) = whole {
        found.rest.extend(remark.map(str::to_owned));
        return if found.coloured { Some(found) } else { abreast(line).or(Some(found)) };
    }
    abreast(line)
}

/// A line whose letters are spaced, `E u w e — A l e k h i n e`, without the spaces.
#[must_use]
pub fn without_spacing(line: &str) -> Option<String> {
    /// Fewest letters of such a line.
    const FEWEST: usize = 6;
    let words: Vec<&str> = line.split(' ').collect();
    let is_letter = |word: &str| {
        let mut chars = word.chars();
        chars.next().is_some_and(char::is_alphabetic) && chars.all(|c| matches!(c, '.' | ','))
    };
    let letters = words.iter().filter(|word| is_letter(word)).count();
    let filled = words.iter().filter(|word| word.chars().any(char::is_alphabetic)).count();
    // A small letter follows on another: no initials.
    let small = words
        .windows(2)
        .filter(|pair| is_letter(pair[0]) && is_letter(pair[1]) && pair[1].starts_with(char::is_lowercase));
    if letters < FEWEST || letters * 10 < filled * 8 || small.count() * 2 < letters {
        return None;
    }
    let mut joined = String::new();
    let mut before = "";
    for word in words {
        let goes_on = is_letter(before) && is_letter(word) && !before.ends_with(['.', ',']);
        // Two spaces, or a capital, begin a word.
        if !joined.is_empty() && !joined.ends_with(' ') && (!goes_on || word.starts_with(char::is_uppercase))
        {
            joined.push(' ');
        }
        joined.push_str(word);
        before = word;
    }
    // Where each letter has a stop, there is nothing to join.
    Some(joined.trim().to_owned()).filter(|joined| joined != line)
}

/// What stands in the one pair of brackets around a line: `[Bird-Noa, Vienna 1882]`.
fn framed(line: &str) -> Option<&str> {
    let line = line.trim().trim_end_matches('.');
    let inside = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inside = inside.or_else(|| line.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')))?;
    (!inside.contains(['[', ']']) && !inside.starts_with('(')).then_some(inside)
}

/// A line with signs that are words: `⚪ Bird 🆚 ⚫ Noa`, `□ Bird ■ Noa`. Both sides have theirs.
fn with_words(line: &str) -> Option<String> {
    const WHITE: &[char] = &['⚪', '⬜', '□', '◻', '◽', '▫', '🤍', '🏳', '♙'];
    const BLACK: &[char] = &['⚫', '⬛', '■', '◼', '◾', '▪', '🖤', '🏴', '♟'];
    let count = |signs: &[char]| line.matches(signs).count();
    let is_against = line.contains('🆚');
    if !(count(WHITE) == 1 && count(BLACK) == 1 || is_against && count(WHITE) + count(BLACK) == 0) {
        return None;
    }
    // A sign for `against` is not needed beside those of the sides.
    let versus = if count(WHITE) == 1 { ", " } else { " v. " };
    let plain = line.replace('\u{fe0f}', "").replace('🆚', versus);
    let plain = plain.replace(WHITE, " White: ").replace(BLACK, ", Black: ");
    let plain =
        plain.split_whitespace().collect::<Vec<_>>().join(" ").replace(" , ,", ",").replace(" ,", ",");
    Some(plain.trim_start_matches([',', ' ']).replace(",,", ",").replace(", v.", " v.").replace("v.,", ","))
}

/// A line without the marks of users before their names: `u/knight_9`, `@knight_9`.
fn without_user_marks(line: &str) -> Option<String> {
    let is_marked = |word: &str| {
        ["u/", "@"].iter().any(|mark| {
            word.strip_prefix(mark)
                .is_some_and(|name| name.starts_with(char::is_alphabetic) && !name.contains(['/', '@']))
        })
    };
    let bare = |word: &str| {
        if is_marked(word) {
            word.trim_start_matches("u/").trim_start_matches('@').to_owned()
        } else {
            word.to_owned()
        }
    };
    line.split(' ').any(is_marked).then(|| line.split(' ').map(bare).collect::<Vec<_>>().join(" "))
}

/// A line up to the mark of the second side in brackets, and the sentence behind it.
fn behind_marks(line: &str) -> Option<(&str, &str)> {
    let mut sides = Vec::new();
    for (at, _) in line.match_indices(['(', '[']) {
        let inside = &line[at + 1..];
        let Some(end) = inside.find([')', ']']) else { break };
        let Some(side) = side_of(inside[..end].trim()) else { continue };
        sides.push(side);
        if sides.len() == 2 {
            let (before, said) = line.split_at(at + 1 + end + 1);
            let said = said.strip_prefix(['.', ';', '!'])?.trim();
            let is_sentence = said.split_whitespace().count() > 2;
            return (sides[0] != sides[1] && is_sentence).then_some((before, said));
        }
    }
    None
}

/// The row of a table that names the players of a board, and no more: `Board 2⇥Bird⇥Noa⇥1 – 0`.
fn row(line: &str) -> Option<Parts> {
    let cells: Vec<&str> = line
        .split(['\t', '|'])
        .flat_map(|part| part.split("  "))
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
        .collect();
    let (first, rest) = cells.split_first()?;
    let words: Vec<&str> = first.trim_end_matches([':', '.']).split_whitespace().collect();
    let kinds = [(Counted::Board, "Board"), (Counted::Round, "Round"), (Counted::Game, "")];
    let (tag, number) =
        kinds.into_iter().find_map(|(kind, tag)| Some((tag, roles::number_of(&words, kind)?)))?;
    let mut result = None;
    let mut players = Vec::new();
    for cell in rest {
        let is_rating = cell.len() == 4 && cell.bytes().all(|b| b.is_ascii_digit());
        let is_sign = matches!(*cell, "-" | "–" | "—") || words::is_against(cell);
        match roles::result(cell) {
            Some(told) if result.is_none() => result = Some(told),
            Some(_) => return None,
            None if is_rating || is_sign => {}
            // `Ackroyd (Y)`: his team.
            None => players.push(player_alone(cell.split(" (").next().unwrap_or(cell))?),
        }
    }
    let [white, black] = players[..] else { return None };
    // The places of a tour stand in such rows, too.
    if result.is_none() && tag != "Board" || white == black {
        return None;
    }
    let mut tags = vec![("White", white.to_owned()), ("Black", black.to_owned())];
    tags.extend((!tag.is_empty()).then_some((tag, number)));
    tags.extend(result.map(|result| ("Result", result.to_owned())));
    Some(Parts { tags, numbered: tag.is_empty(), ..Parts::default() })
}

/// A cell that is the name of a player and no more.
fn player_alone(cell: &str) -> Option<&str> {
    let name = crate::names::parse(cell).filter(|name| name.quality > 0.6 && !name.initials);
    let is_word = |word: &str| side_of(word).is_some() || words::counted(word).is_some();
    let is_one = name.is_some() && !names_event(cell) && !names_opening_alone(cell);
    (is_one && !cell.split_whitespace().any(is_word)).then_some(cell)
}

/// Two players whom their order would seat, and behind them the side of one: `Board 1: Bird v. Noa. White: Noa`, `Bird - Noa (Noa had
/// White)`. What is said beats the order.
fn told_side(line: &str) -> Option<Parts> {
    /// Most words of what is said behind the players.
    const SAID: usize = 7;
    let cuts =
        line.char_indices().filter(|(_, c)| matches!(c, '.' | ';' | ',' | '(' | '[' | '–' | '—' | '-' | '|'));
    for (at, sign) in cuts {
        let (before, said) = (line[..at].trim_end(), &line[at + sign.len_utf8()..]);
        let words: Vec<&str> = said
            .split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '(' | ')' | '[' | ']' | ','))
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
            .filter(|word| !word.is_empty())
            .collect();
        let mut sides = words.iter().filter_map(|word| side_of(word));
        let (Some(side), None) = (sides.next(), sides.next()) else { continue };
        if words.len() > SAID {
            continue;
        }
        let Some(mut found) = exact(before).filter(|found| !found.coloured) else { continue };
        let (Some(one), Some(two)) = (found.get("White"), found.get("Black")) else { continue };
        let (one, two) = (one.to_owned(), two.to_owned());
        let is_of = |word: &str, name: &str| {
            name.split([' ', ',', '.'])
                .any(|part| part.chars().count() > 1 && part.eq_ignore_ascii_case(word))
        };
        let names =
            |name: &str, other: &str| words.iter().any(|word| is_of(word, name) && !is_of(word, other));
        // Nothing else is said.
        let is_plain = words.iter().all(|word| {
            let low = word.to_lowercase();
            side_of(word).is_some()
                || is_of(word, &one)
                || is_of(word, &two)
                || is_seat_link(&low)
                || is_seat_verb(&low)
                || words::TITLE_WORDS.contains(&&*low)
        });
        let own = match (names(&one, &two), names(&two, &one)) {
            (true, false) if is_plain => one.clone(),
            (false, true) if is_plain => two.clone(),
            _ => continue,
        };
        let other = if own == one { two.clone() } else { one.clone() };
        let [white, black] = if side.is_white() { [own, other] } else { [other, own] };
        let crossed = white != one;
        for (tag, value) in &mut found.tags {
            match *tag {
                "White" => value.clone_from(&white),
                "Black" => value.clone_from(&black),
                // The ratings and clubs go with their players.
                _ if crossed && tag.starts_with("White") => *tag = other_tag(tag),
                _ if crossed && tag.starts_with("Black") => *tag = other_tag(tag),
                // `A 1-0 B`: of whom, the order alone says.
                "Result" if crossed => *value = crossed_result(value).to_owned(),
                _ => {}
            }
        }
        found.coloured = true;
        return Some(found);
    }
    None
}

/// The tag of the other player.
fn other_tag(tag: &str) -> &'static str {
    match tag {
        "WhiteElo" => "BlackElo",
        "WhiteTitle" => "BlackTitle",
        "WhiteTeam" => "BlackTeam",
        "BlackElo" => "WhiteElo",
        "BlackTitle" => "WhiteTitle",
        _ => "WhiteTeam",
    }
}

/// A result with the players exchanged.
fn crossed_result(result: &str) -> &str {
    match result {
        "1-0" => "0-1",
        "0-1" => "1-0",
        other => other,
    }
}

/// A name up to the word of its sentence that is in no name: a verb, a word of time or place, a date. Names in small letters are
/// nicknames; nothing is left of the writer and of `my brother`.
///
/// ```
/// use scorebook_heading::parts::upto_other;
/// assert_eq!(upto_other("Noa was the longest game of the"), "Noa");
/// assert_eq!(upto_other("Carl Dorn in Leeds on 3 May 1999"), "Carl Dorn");
/// assert_eq!(upto_other("my friend Tom Hill yesterday"), "Tom Hill");
/// assert_eq!(upto_other("me last week"), "");
/// assert_eq!(upto_other("de la Bourdonnais"), "de la Bourdonnais");
/// assert_eq!(upto_other("Bird and another"), "Bird and another");
/// assert_eq!(upto_other("Anton in der Au"), "Anton in der Au");
/// ```
#[must_use]
pub fn upto_other(name: &str) -> &str {
    /// Behind a preposition they are of a name: `in der Au`, `in 't Veld`.
    const ARTICLES: &[&str] = &["der", "den", "dem", "'t", "’t"];
    let name = without_owner(name);
    let words: Vec<&str> = name.split_whitespace().collect();
    let place = |word: &str| word.as_ptr() as usize - name.as_ptr() as usize;
    let own = |end: usize| name[..end].trim_end().trim_end_matches([',', ';', ':', '(']).trim_end();
    let is_small = |word: &str| word.starts_with(char::is_lowercase);
    let end = words.iter().enumerate().skip(1).find(|&(at, word)| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_of_name = words.get(at + 1).is_some_and(|next| ARTICLES.contains(next));
        let is_clause = is_seat_verb(bare) && !words::ALLIES.contains(&words[at - 1]);
        is_small(bare) && (is_clause || ends_name(bare) && !is_of_name) || is_whole_date(&name[place(word)..])
    });
    let own = end.map_or(name, |(_, word)| own(place(word)));
    // A nickname goes on: only who wrote it is nobody.
    match words.first().is_some_and(|first| is_small(first)) {
        true if is_writer(own) && end.is_some() => "",
        true if !own.contains(char::is_uppercase) => name,
        _ => own,
    }
}

/// A name without the town behind it, and the town: `Kieseritzky London` beside `Anderssen`. Since people are called like towns, the
/// other name must be a surname alone, and what is left of this one a surname too.
///
/// ```
/// use scorebook_heading::parts::before_town;
/// assert_eq!(before_town("Kieseritzky New York", "Anderssen"), ("Kieseritzky", Some("New York")));
/// assert_eq!(before_town("Albert London", "Anderssen"), ("Albert London", None));
/// assert_eq!(before_town("New York", "Philadelphia"), ("New York", None));
/// assert_eq!(before_town("Saburov London", "Adolf Anderssen"), ("Saburov London", None));
/// ```
#[must_use]
pub fn before_town<'n>(name: &'n str, other: &str) -> (&'n str, Option<&'n str>) {
    let is_surname = |word: &str| {
        word.chars().filter(|c| c.is_alphabetic()).count() > 2
            && !word.ends_with('.')
            && !is_given_name(word)
            && !words::TITLES.contains(&word)
            && !words::PARTICLES.contains(&word)
    };
    // `New York`: the team of a city.
    let cut = name.split_once([' ', ',']).filter(|_| !is_town(name));
    let cut = cut.map(|(first, town)| (first, town.trim_start()));
    match cut {
        Some((first, town))
            if !other.contains(' ') && is_surname(first) && is_surname(other) && is_town(town) =>
        {
            (first, Some(town))
        }
        _ => (name, None),
    }
}

/// Whether a text is a date with a year and a month.
fn is_whole_date(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && crate::calendar::date(text.trim_end_matches('.')).is_some_and(|date| !date.ends_with("??.??"))
}

/// A line without the letter or the number that counts the games of a text: `A) Poole v. Rudd`, `1-Poole v. Rudd`.
#[must_use]
pub fn without_enumerator(line: &str) -> &str {
    let rest = line.trim_start().trim_start_matches('(');
    let figures = rest.bytes().take_while(u8::is_ascii_digit).count();
    let glued = rest[figures..].strip_prefix(['-', ')', '.']).filter(|_| (1..3).contains(&figures));
    if let Some(name) = glued.filter(|name| name.starts_with(char::is_uppercase)) {
        return name;
    }
    let mut chars = rest.chars();
    let counts = chars.next().is_some_and(char::is_uppercase) && chars.next() == Some(')');
    if counts && chars.as_str().starts_with(' ') { chars.as_str().trim_start() } else { line }
}

/// A line and the remark in brackets at its end, `(sheet water-stained; ? = cannot be read)`: several words, nearly all of them small.
fn without_remark(line: &str) -> (&str, Option<&str>) {
    const FEWEST: usize = 4;
    let whole = line.trim_end();
    // `Bird vs. Noa 12/15/14`: a date whose century is not said.
    if let Some((before, date)) = whole.rsplit_once(' ')
        && roles::is_short_date(date)
    {
        return (before.trim_end(), Some(date));
    }
    let Some((before, remark)) = whole.strip_suffix(')').and_then(|inner| inner.rsplit_once(" (")) else {
        return (line, None);
    };
    let words = || remark.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let small = words().filter(|word| word.starts_with(char::is_lowercase)).count();
    let is_remark = words().count() >= FEWEST && small * 10 >= words().count() * 8;
    if is_remark { (before.trim_end(), Some(remark)) } else { (line, None) }
}

/// A line whose columns are headings of their own, the last of which names the colours: `MATCH CARD   Homerton v Stoke   bd 2
/// Fitch (W) / Iyer (B)`.
fn abreast(line: &str) -> Option<Parts> {
    let columns: Vec<&str> = line.split("  ").map(str::trim).filter(|column| !column.is_empty()).collect();
    let (last, before) = columns.split_last()?;
    if before.is_empty() {
        return None;
    }
    let mut found =
        exact(last).filter(|found| found.coloured && found.get("White").and(found.get("Black")).is_some())?;
    found.rest.extend(before.iter().map(|column| (*column).to_owned()));
    Some(found)
}

/// Both players behind the letters of their sides and a year: `w carter b lin j. 1986`. Nothing else stands on the line.
fn lettered(line: &str) -> Option<Parts> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (first, rest) = words.split_first()?;
    let at =
        rest.iter().position(|word| sides_of_letters(first, word) == Some([Color::White, Color::Black]))?;
    let (white, black) = (&rest[..at], &rest[at + 1..]);
    let year = black.last().and_then(|word| crate::calendar::year_of(word));
    let black = &black[..black.len() - usize::from(year.is_some())];
    let is_word =
        |word: &&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | ','));
    let is_name = |words: &[&str]| {
        (1..=4).contains(&words.len())
            && words.iter().all(is_word)
            && words[0].chars().filter(|c| c.is_alphabetic()).count() > 1
    };
    // Two letters in capitals are initials as well.
    let small = matches!((*first, rest[at]), ("w", "b") | ("w", "s") | ("w", "z"));
    if !small || !is_name(white) || !is_name(black) {
        return None;
    }
    let mut tags = vec![("White", white.join(" ")), ("Black", black.join(" "))];
    tags.extend(year.map(|year| ("Date", format!("{year}.??.??"))));
    Some(Parts { tags, coloured: true, ..Parts::default() })
}

/// The parts of a line that is a heading from its beginning to its end.
fn exact(line: &str) -> Option<Parts> {
    let plain = |line: &str| line.replace(" = ", "   ").contains('=');
    if line.len() > LONGEST
        || line.contains(['"', '“', '”', '„', '«', '»', '{', '}', '<', '>', '\\', '@'])
        || plain(line)
    {
        return None;
    }
    let worn = with_figures(line);
    let line = worn.as_deref().unwrap_or(line);
    let whole = read(line);
    if whole.as_ref().is_some_and(Parts::has_player) {
        return whole;
    }
    parted(line).or(whole)
}

/// A line in which the figures of a year are printed as letters, `l9l2`, with figures.
fn with_figures(line: &str) -> Option<String> {
    let is_worn = |word: &str| {
        let figures = word.bytes().filter(u8::is_ascii_digit).count();
        word.len() == 4
            && (2..4).contains(&figures)
            && word.chars().all(|c| c.is_ascii_digit() || "lIO".contains(c))
    };
    let words = || line.split(|c: char| !c.is_alphanumeric());
    words().any(is_worn).then(|| {
        words().filter(|word| is_worn(word)).fold(line.to_owned(), |line, word| {
            let figures = word.replace(['l', 'I'], "1").replace('O', "0");
            line.replace(word, &figures)
        })
    })
}

/// A line whose players only a hyphen parts: `Short-Timman, Tilburg 1991`. Since it joins the parts of one name too, the line says
/// more of the game, a given name stands on both sides, or an initial or a title right behind it, `Nash-J. Jordan`; there is one hyphen that
/// may part them, and no given name before it alone says that what is in front is one's.
fn parted(line: &str) -> Option<Parts> {
    let mut found = line.match_indices('-').filter_map(|(at, _)| {
        let (left, right) = (&line[..at], &line[at + 1..]);
        let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | ',' | ':' | ';');
        let start = left.rfind(ends).map_or(0, |at| at + left[at..].chars().next().map_or(1, char::len_utf8));
        let end = right.find(ends).unwrap_or(right.len());
        let (first, second) = (&left[start..], &right[..end]);
        let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
        let is_name = |word: &str| {
            letters(word) > 1
                && word.starts_with(char::is_uppercase)
                && !word.contains(|c: char| c.is_ascii_digit())
        };
        let word = &line[start..at + 1 + end];
        let bare = word.trim_end_matches('.');
        // `Ris-Orangis - 15/01/2023`: a town, and the day.
        let behind = right[end..].trim_start().strip_prefix(['-', '–', '—']);
        if behind.is_some_and(|behind| crate::calendar::date(behind).is_some()) {
            return None;
        }
        // A person begins behind it.
        let is_initial =
            letters(second) == 1 && second.ends_with('.') && second.starts_with(char::is_uppercase);
        let begins = (is_initial || words::TITLES.contains(&second))
            && right[end..].trim_start().starts_with(char::is_uppercase)
            && !is_given_name(first);
        // `AVRO-Turnier`: both names are printed alike, but for `NN`.
        let capitals = |word: &str| word.chars().filter(|c| c.is_lowercase()).count() * 4 < letters(word);
        let is_alike =
            capitals(first) == capitals(second) || [first, second].iter().any(|word| word.len() < 3);
        if !is_name(first)
            || !begins && (!is_alike || !is_name(second))
            || has_own_hyphen(bare)
            || words::is_compound(bare)
        {
            return None;
        }
        let parts = read(&format!("{left} – {right}"))?;
        let (white, black) = (parts.get("White")?, parts.get("Black")?);
        let several = |name: &str| name.contains(' ');
        let given = |name: &str| name.split(' ').next().is_some_and(is_given_name);
        let torn = several(white) && given(white) && !(several(black) && given(black));
        let told = ["Date", "Result", "Round", "Number", "Board", "Event", "ECO"];
        let told = told.iter().any(|tag| parts.get(tag).is_some()) || parts.numbered;
        let named = [white, black].iter().all(|name| several(name) && given(name));
        ((told || named || begins) && (!torn || begins) && !parts.coloured).then_some(parts)
    });
    let one = found.next()?;
    found.next().is_none().then_some(one)
}

/// The heading at the end of a passage, directly before moves: what stands there, or in the last brackets, names two players and may be a
/// line of its own. What is told of other games before it is none of it.
///
/// ```
/// use scorebook_heading::parts::closing;
/// assert_eq!(closing("He wrote many books (2012). Bird — Noa, Paris 1885"), Some("Bird — Noa, Paris 1885"));
/// assert_eq!(closing("All this happened in one game (Bird – Noa, Paris 1885)."), Some("Bird – Noa, Paris 1885"));
/// assert_eq!(closing("Here is the game of yesterday, Bauer – Bacrot:"), Some("Bauer – Bacrot"));
/// assert_eq!(closing("Here is the game, Bauer – Bacrot, drawn in the end:"), Some("Bauer – Bacrot"));
/// assert_eq!(closing("It was as in Spassky – Fischer"), None);
/// ```
#[must_use]
pub fn closing(passage: &str) -> Option<&str> {
    let is_announced = passage.trim_end().ends_with(':');
    let passage = passage.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ':'));
    let names_two = |text: &str| {
        let found = parts(text);
        let pair = found.as_ref().and_then(|found| Some((found.get("White")?, found.get("Black")?)));
        // A stroke joins the halves of an opening, too: `Irregular / English Opening`.
        pair.is_some_and(|(white, black)| !text.contains(&format!("{white} / {black}")))
    };
    // The last brackets, if nothing stands behind them.
    if let Some(inside) =
        passage.strip_suffix([')', ']']).and_then(|text| Some(&text[text.rfind(['(', '['])? + 1..]))
        && names_two(inside)
    {
        return Some(inside);
    }
    let from = passage.floor_char_boundary(passage.len().saturating_sub(LONGEST));
    let near = &passage[from..];
    // Whatever begins behind a sign: the longest that is a heading.
    let cuts =
        near.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?' | ':' | ';' | ',' | ')' | ']'));
    let begins = cuts.map(|(at, sign)| near[at + sign.len_utf8()..].trim_start());
    // `The Herald 49 Bird - Noa, May 6, 1883`: the number of a page.
    let behind_numbers =
        near.match_indices(' ').filter(|&(at, _)| near[..at].ends_with(|c: char| c.is_ascii_digit()));
    let begins = begins.chain(behind_numbers.map(|(at, _)| &near[at + 1..]));
    let whole = (from == 0).then_some(near.trim_start());
    let mut found = whole
        .into_iter()
        .chain(begins)
        .filter(|text| text.starts_with(char::is_alphanumeric) && opposes(text));
    let close = found.find(|text| names_two(text) && parts(text).is_some_and(|found| found.rest.is_empty()));
    // `here is the game of yesterday, Bauer – Bacrot, drawn in the end:`
    close.or_else(|| {
        let mut pieces = near.split(", ").filter(|piece| is_announced && names_two(piece));
        pieces.next().filter(|_| pieces.next().is_none())
    })
}

/// Whether a sign that may part two players stands so near to the beginning of a text that only a name is before it.
fn opposes(text: &str) -> bool {
    /// Most words of a name with what is said of the player.
    const MOST: usize = 8;
    text.split_whitespace()
        .take(MOST)
        .any(|word| word.contains(['-', '–', '—', '−']) || words::is_against(word))
}

/// What a line says, each of its hyphens as it stands.
fn read(line: &str) -> Option<Parts> {
    let tokens = tokens(line);
    if tokens.len() < 2 || tokens.len() > MOST_WORDS {
        return None;
    }
    let letters = side_letters(&tokens);
    let mut ways: Vec<Vec<Reading>> = vec![Vec::new(); tokens.len() + 1];
    ways[0].push(Reading::default());
    for at in 0..tokens.len() {
        let mut here = std::mem::take(&mut ways[at]);
        here.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        here.truncate(BEAM);
        if here.is_empty() {
            continue;
        }
        for end in at + 1..=(at + PIECE).min(tokens.len()) {
            let piece = &tokens[at..end];
            if piece.iter().any(|token| token.bracket != piece[0].bracket) {
                break;
            }
            for (role, own) in costs(line, piece, &letters) {
                for way in &here {
                    let Some(joined) = step(way, role, &tokens, at, end) else { continue };
                    let cost = way.cost + own + joined;
                    if cost <= DEAREST + CLEARLY {
                        let mut pieces = way.pieces.clone();
                        pieces.push((role, at, end));
                        ways[end].push(Reading { cost, pieces });
                    }
                }
            }
        }
    }
    let mut whole: Vec<(f32, Parts)> = std::mem::take(&mut ways[tokens.len()])
        .into_iter()
        .filter_map(|way| {
            roles::told(line, &tokens, &way.pieces).map(|(more, parts)| (way.cost + more, parts))
        })
        .filter(|(cost, _)| *cost <= DEAREST + CLEARLY)
        .collect();
    whole.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (cost, best) = whole.first()?.clone();
    let rival = whole.iter().find(|(_, other)| other.players() != best.players());
    let clear = rival.is_none_or(|(other, _)| other - cost >= CLEARLY);
    (cost <= DEAREST && clear).then_some(best)
}

/// The letters of both sides before the players, with their places: `W: Whitlock  B: Pym`, `W Nye, B Orr`.
fn side_letters(tokens: &[Token]) -> Vec<(usize, Color)> {
    let is_letter = |token: &Token| token.bracket == 0 && token.text.chars().count() == 1;
    let labels = |bare: bool| -> Vec<(usize, &Token)> {
        let is = |at: usize| {
            let behind = tokens.get(at + 1).map(|next| next.gap);
            let parted = matches!(tokens[at].gap, Gap::Comma | Gap::Stop | Gap::Wide) || at == 0;
            let whole = tokens[at].end == tokens[at].start + tokens[at].text.len();
            behind == Some(if bare { Gap::Space } else { Gap::Colon }) && (!bare || parted && whole)
        };
        let found = tokens.iter().enumerate().filter(|(at, token)| is_letter(token) && is(*at));
        found.collect()
    };
    let sides = |labels: Vec<(usize, &Token)>| -> Vec<(usize, Color)> {
        let [(at, first), (_, second)] = labels[..] else { return Vec::new() };
        let sides = sides_of_letters(first.text, second.text).filter(|_| first.text != second.text);
        // Initials without a full stop are rare, but these letters alone are not.
        let sure = tokens.get(at + 1).is_some_and(|next| next.gap == Gap::Colon)
            || at == 0 && matches!((first.text, second.text), ("W", "B") | ("Б", "Ч"));
        sides
            .filter(|_| sure)
            .map_or_else(Vec::new, |[one, other]| vec![(first.start, one), (second.start, other)])
    };
    let colons = sides(labels(false));
    let opposed = || tokens.iter().any(|token| matches!(token.gap, Gap::Against | Gap::Dash));
    if colons.is_empty() && !opposed() { sides(labels(true)) } else { colons }
}

/// What it costs that a piece with a role follows on a reading; `None` if it cannot.
fn step(way: &Reading, role: Role, tokens: &[Token], at: usize, end: usize) -> Option<f32> {
    let (gap, last) = (tokens[at].gap, way.last());
    let bracket = tokens[at].bracket;
    // A bracket that begins here, or ended before.
    let edge = at == 0 || tokens[at - 1].bracket != bracket;
    // `Oct-17` belongs to the year before it.
    if role == Role::Day && !way.has(Role::Date) {
        return None;
    }
    let often = matches!(role, Role::Rest | Role::Player | Role::TitleBefore) || role.is_detail();
    if !often && way.has(role) {
        return None;
    }
    let players = way.last_player().map_or(0, |n| n + 1);
    let against = gap == Gap::Against;
    let separate = if edge { 0.0 } else { separation(gap, last, role)? };
    if against && !matches!(role, Role::Player | Role::TitleBefore | Role::Side(_)) {
        return None;
    }
    // Behind the name of a side and `between` only a player stands, or his title, and behind a title only he.
    let waits = last.is_some_and(Role::leads_to_player);
    if waits && role != Role::Player && !(role == Role::TitleBefore && last != Some(Role::TitleBefore)) {
        return None;
    }
    let labelled = matches!(last, Some(Role::Side(_)))
        || last == Some(Role::TitleBefore)
            && way.pieces.iter().rev().nth(1).is_some_and(|piece| matches!(piece.0, Role::Side(_)));
    match role {
        Role::Side(_) => {
            // Both players have a label, or none.
            if bracket != 0 || players != way.sides() {
                return None;
            }
        }
        Role::TitleBefore | Role::Player => {
            if players == 2 || bracket != 0 {
                return None;
            }
            if !labelled && way.sides() > 0 {
                return None;
            }
            let words: Vec<&str> = tokens[at..end].iter().map(|token| token.text).collect();
            if role == Role::Player && !labelled && words::is_opening(&words) {
                return None;
            }
            // `A (White), B (Black)`, `A 1, B 0`: what stands behind the first says that he is one of two.
            let is_side_word =
                || way.pieces.last().is_some_and(|piece| side_of(tokens[piece.1].text).is_some());
            let told = last == Some(Role::Score)
                || last == Some(Role::SideMark)
                    && (matches!(gap, Gap::Comma | Gap::Stop | Gap::Wide) || is_side_word());
            // The second stands behind a dash, `v.`, `and` or the result.
            let opposed = matches!(gap, Gap::Dash | Gap::Against)
                || told
                || matches!(last, Some(Role::Result | Role::And))
                || last == Some(Role::TitleBefore);
            let follows = way.is_at_player() || matches!(last, Some(Role::TitleBefore | Role::And));
            if players == 1
                && !labelled
                && !(opposed && (follows || last == Some(Role::Result) && result_between(way)))
            {
                return None;
            }
            if players == 0 && against {
                return None;
            }
        }
        Role::Lead => {
            if players > 0 || way.sides() > 0 || way.has(Role::Between) {
                return None;
            }
        }
        Role::Between => {
            if players > 0 || way.sides() > 0 {
                return None;
            }
        }
        Role::And => {
            let slash = tokens[at].text == "/";
            if players != 1 || !(way.has(Role::Between) || slash) || !way.is_at_player() {
                return None;
            }
        }
        Role::Elo | Role::Title | Role::Team | Role::SideMark | Role::Score => {
            let twice = way.details().any(|detail| detail == role);
            if !way.is_at_player() || twice || matches!(gap, Gap::Dash | Gap::Against | Gap::Colon) && !edge {
                return None;
            }
            if role == Role::Score {
                return (matches!(gap, Gap::Space | Gap::Short | Gap::Wide)).then_some(0.0);
            }
            // `Alekhine NED 2310`
            if role == Role::Elo && bracket == 0 && gap == Gap::Space && last == Some(Role::Team) {
                return Some(0.0);
            }
            if role == Role::Team && bracket == 0 && gap == Gap::Space && end == at + 1 {
                return (last == Some(Role::Player) && roles::is_country(tokens[at].text)).then_some(0.1);
            }
            if role == Role::Team && bracket == 0 && !matches!(gap, Gap::Comma) {
                return None;
            }
            // Figures without brackets.
            if bracket == 0 {
                return Some(separate + if role == Role::Team { 0.2 } else { 0.5 });
            }
            return Some(if edge { 0.0 } else { 0.1 });
        }
        Role::Rest => {
            let between = players == 1 && way.sides() == 0;
            let delimited = (end == tokens.len()
                || tokens[end].bracket != bracket
                || !matches!(tokens[end].gap, Gap::Space | Gap::Short))
                && (edge || !matches!(gap, Gap::Space | Gap::Short));
            if !delimited || between && bracket == 0 {
                return None;
            }
        }
        Role::Site
            if !way.has(Role::Event) && tokens[at + 1..end].iter().any(|token| token.gap == Gap::Dash) =>
        {
            return None;
        }
        _ => {
            // `(1650, SK Ulm)`: a bracket with a rating tells no place.
            if bracket != 0 && !edge && last.is_some_and(Role::is_detail) {
                return None;
            }
            // Nothing but details stands between the two players of `A - B`, and between `between` and them.
            if players == 1 && way.sides() == 0 && role != Role::Result {
                return None;
            }
        }
    }
    let dashed = gap == Gap::Dash && role != Role::Player && !edge && !matches!(last, Some(Role::Side(_)));
    Some(separate + if dashed { 0.2 } else { 0.0 })
}

/// Whether the result is the piece behind the first player: `A 1-0 B`.
fn result_between(way: &Reading) -> bool {
    let before = Reading { cost: 0.0, pieces: way.pieces[..way.pieces.len() - 1].to_vec() };
    before.is_at_player()
}

/// What a sign costs between two roles.
fn separation(gap: Gap, last: Option<Role>, role: Role) -> Option<f32> {
    use Role as R;
    let Some(last) = last else { return Some(0.0) };
    Some(match gap {
        Gap::Against => 0.0,
        Gap::Dash => match (last, role) {
            (
                R::Player | R::Elo | R::Title | R::Team | R::SideMark | R::Side(_),
                R::Player | R::TitleBefore,
            ) => 0.0,
            _ => 0.2,
        },
        Gap::Colon => match last {
            // `Kern – Wolf: Sicilian Defence`
            R::Player | R::Elo | R::Team if role == R::Opening => 0.1,
            R::Side(_) | R::Number | R::Round | R::Board | R::Lead => 0.0,
            // `START: 2003-02-01`, `Thread: a forgotten gem`: a label.
            R::Site => return None,
            R::Rest | R::Event | R::Date => 0.2,
            R::Opening => 0.3,
            _ => return None,
        },
        Gap::Stop | Gap::Wide => match (last, role) {
            (R::Side(_), R::Player) => 0.2,
            _ => 0.0,
        },
        Gap::Comma => match (last, role) {
            (R::Side(_), R::Player) => 0.2,
            (R::Player, R::Team) => 0.3,
            _ => 0.1,
        },
        Gap::Space | Gap::Short => match (last, role) {
            (R::Side(_) | R::TitleBefore, R::Player) => {
                if last == R::TitleBefore {
                    0.0
                } else {
                    0.3
                }
            }
            (R::Side(_), R::TitleBefore) => 0.3,
            (R::Site, R::Date) | (R::Event, R::Date | R::Round) => 0.05,
            (R::Number | R::Round | R::Eco, _) => 0.3,
            (_, R::Result | R::Eco | R::Count) | (R::Result, _) => 0.2,
            (R::Event, R::Site) => 0.6,
            (R::Player | R::Team, R::Elo) => 0.2,
            (R::Between | R::And, _) | (_, R::Between | R::And) | (R::Score, R::Player | R::TitleBefore) => {
                0.0
            }
            (R::Lead, R::Player | R::TitleBefore | R::Site) => 0.2,
            (R::Date, R::Site | R::Event) => 0.3,
            _ if gap == Gap::Short => 0.4,
            _ => 1.0,
        },
    })
}

#[cfg(test)]
mod tests;
