//! The players: two names on a line.

use scorebook_heading::parts::{names_event, parts};
use scorebook_lexicon::{BOARD_WORDS, GAME_WORDS, is_day_word, is_writer, roman_value, side_of};
use shakmaty::Color;

use crate::move_words::of_a_move;

/// Words of openings and events: a text with one of them is not a player.
const NO_NAMES: &[&str] = &[
    "attack",
    "championship",
    "chess",
    "club",
    "congress",
    "counter",
    "defence",
    "defense",
    "exhibition",
    "game",
    "gambit",
    "match",
    "opening",
    "partie",
    "section",
    "tournament",
    "turnier",
    "variation",
    "white",
    "black",
];

/// Words between two players, which are common in sentences.
const AGAINST: &[&str] =
    &["against", "gegen", "contre", "contra", "contro", "tegen", "mot", "против", "protiv", "przeciw"];

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit())
}

/// `B22`, `C33/04`.
fn is_eco(text: &str) -> bool {
    let code = text.split('/').next().unwrap_or_default().as_bytes();
    matches!(code, [b'A'..=b'E', tens, ones] if tens.is_ascii_digit() && ones.is_ascii_digit())
}

/// What a heading says of one player, and what stands behind.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Player<'a> {
    pub name: &'a str,
    pub elo: Option<&'a str>,
    pub title: Option<&'a str>,
    /// The club, town or country in brackets.
    pub team: Option<&'a str>,
    /// The side in brackets.
    pub side: Option<Color>,
    /// The text behind, such as a date.
    pub behind: &'a str,
}

/// Titles before a name or in brackets.
const TITLES: &[&str] = &["GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM", "LM", "MI", "GMI"];
/// Dashes of their own between a player and what follows.
const BREAKS: &[&str] = &[" --- ", " -- ", " — ", " – ", " - ", " | "];

/// A player with rating, title and club: `GM Anna (1714)`, `Bert (1757, Leeds) --- Sep 29, 1996`, `Carl [2010]`.
pub(super) fn player(text: &str) -> Player<'_> {
    let text = text.trim();
    let mut player = Player::default();
    let brackets = text.find(['(', '[']);
    let rest = match text.split_once(' ') {
        Some((title, rest)) if TITLES.contains(&title) && brackets != Some(0) => {
            player.title = Some(title);
            rest.trim_start()
        }
        _ => text,
    };
    let end = [rest.find(['(', '['])].into_iter().chain(BREAKS.iter().map(|sign| rest.find(sign)));
    let (name, mut behind) = rest.split_at(end.flatten().min().unwrap_or(rest.len()));
    while let Some(inner) = behind.trim_start().strip_prefix(['(', '[']) {
        let Some((inside, after)) = inner.split_once([')', ']']) else { break };
        for part in inside.split([',', ';', '/']).map(str::trim).filter(|part| !part.is_empty()) {
            player.note(part);
        }
        behind = after;
    }
    player.name = name.trim().trim_end_matches(',').trim_end();
    player.behind = behind
        .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | ',' | '|' | ';'));
    player
}

impl<'a> Player<'a> {
    /// A part of what stands in brackets behind the name.
    fn note(&mut self, part: &'a str) {
        let number =
            part.trim_start_matches(|c: char| c.is_alphabetic() || matches!(c, ' ' | ':' | '.' | '='));
        let rating = number.trim_end_matches(['P', 'p', 'E', 'e', '?']);
        if (3..=4).contains(&rating.len()) && is_number(rating) {
            self.elo = Some(rating);
        } else if let Some(side) = side_of(part) {
            self.side = Some(side);
        } else if TITLES.contains(&part) {
            self.title = Some(part);
        } else if part.chars().any(char::is_alphabetic) && !part.chars().any(|c| c.is_ascii_digit()) {
            self.team = Some(part);
        }
    }
}

/// A player on a line of his own: a name or a nickname with a rating or a country in brackets, and perhaps what the game changed of the
/// rating: `neio (1957) +3`.
pub(super) fn lone_player(line: &str) -> Option<Player<'_>> {
    let line = line.trim();
    let found = player(line);
    let gain = found.behind.trim_start_matches(['+', '±', '−']);
    let is_gain = gain.len() < 4 && gain.bytes().all(|b| b.is_ascii_digit());
    let is_country = |team: &str| team.len() == 3 && team.bytes().all(|b| b.is_ascii_uppercase());
    let marked = match (found.elo, found.team) {
        (Some(_), None) => true,
        (_, Some(team)) => is_country(team),
        (None, None) => false,
    };
    let nick = !found.name.contains(char::is_whitespace)
        && found.name.chars().filter(|c| c.is_alphabetic()).count() > 2
        && found.name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    let named = nick
        || is_name(found.name)
        || found.name.split_once(", ").is_some_and(|(family, given)| is_name(family) && is_name(given));
    (marked && named && is_gain && found.side.is_none() && !is_event(found.name)).then_some(found)
}

/// Two names in quotation marks and a sign between them, and nothing else on a line: `“The Knights”-“Paradise Chess Club”`.
pub(super) fn quoted(line: &str) -> Option<(String, String)> {
    const MARKS: [char; 7] = ['"', '“', '”', '„', '«', '»', '″'];
    let mut pieces = line.trim().trim_end_matches('.').split(MARKS);
    let (start, white, sign, black, end) =
        (pieces.next()?, pieces.next()?, pieces.next()?, pieces.next()?, pieces.next()?);
    let sign = sign.trim();
    let opposes = matches!(sign, "-" | "–" | "—")
        || scorebook_lexicon::is_against_word(&sign.trim_end_matches('.').to_lowercase());
    let is_whole = start.trim().is_empty() && end.trim().is_empty() && pieces.next().is_none();
    let is = |name: &str| {
        (1..=5).contains(&name.split_whitespace().count())
            && name.trim().starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
    };
    (is_whole && opposes && is(white) && is(black))
        .then(|| (white.trim().to_owned(), black.trim().to_owned()))
}

/// A line without the brackets that say which of the two wrote it: `leika (me) – rookiehm`.
pub(super) fn without_writer(line: &str) -> Option<String> {
    let (before, rest) = line.split_once(" (")?;
    let (inside, behind) = rest.split_once(')')?;
    is_writer(inside).then(|| format!("{before}{behind}"))
}

/// Two names far apart and nothing else on a line, above the moves: `Aljechin                      Nimzowitsch`.
pub(super) fn far_apart(line: &str) -> Option<(String, String)> {
    const GAP: &str = "      ";
    let line = line.trim();
    let at = line.find(GAP)?;
    let (white, black) = (line[..at].trim(), line[at..].trim());
    let is = |name: &str| {
        let words: Vec<&str> = name.split_whitespace().collect();
        !name.contains("  ")
            && words.len() < 4
            && is_name(name)
            && !is_event(name)
            && !is_writer(name)
            && !matches!(words[0], "The" | "A" | "Die" | "Der" | "Das" | "La" | "Le" | "El" | "Il")
            && !words.iter().any(|word| is_day_word(word) || side_of(word).is_some())
            && !scorebook_heading::calendar::is_month(name)
            && parts(&format!("{name} – Nomen"))
                .is_some_and(|found| found.get("White") == Some(bare(name).as_str()))
    };
    (is(white) && is(black)).then(|| (bare(white), bare(black)))
}

/// Two players whom `and` joins, and nothing else on a line of capitals: `VON SCHEVE AND BLACKBURNE`. Since titles of columns have that
/// form too, a title, an initial or a particle says that one of them is a person.
pub(super) fn joined(line: &str) -> Option<(String, String)> {
    const AND: &[&str] = &["AND", "&", "UND", "ET", "Y", "E", "EN", "OCH", "OG", "И", "I", "A"];
    const PARTICLES: &[&str] = &["VON", "VAN", "DE", "DER", "DEN", "DI", "DA", "TEN", "TER", "DU", "ZU"];
    const POLITE: &[&str] = &["MR.", "MRS.", "MISS", "DR.", "HERR", "REV.", "CAPT.", "PROF.", "MM.", "M."];
    /// Most words of a name.
    const MOST: usize = 3;
    let line = line.trim().trim_end_matches('.');
    if line.chars().any(|c| c.is_lowercase() || c.is_ascii_digit()) {
        return None;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut ands = words.iter().enumerate().filter(|(_, word)| AND.contains(word));
    let (Some((at, _)), None) = (ands.next(), ands.next()) else { return None };
    let is_initial =
        |word: &&&str| word.chars().filter(|c| c.is_alphabetic()).count() == 1 && word.ends_with('.');
    let (one, other) = (&words[..at], &words[at + 1..]);
    let is_person = |name: &[&str]| {
        name.iter().filter(|word| PARTICLES.contains(word) || POLITE.contains(word)).count()
            + name.iter().filter(is_initial).count()
            > 0
    };
    let is = |name: &[&str]| {
        (1..=MOST).contains(&name.len())
            && is_name(&name.join(" "))
            && !is_event(&name.join(" "))
            && !name.iter().any(|word| side_of(word).is_some() || word.len() > 2 && of_a_move(word))
    };
    let persons = is(one) && is(other) && (is_person(one) || is_person(other));
    persons.then(|| (bare(&one.join(" ")), bare(&other.join(" "))))
}

/// Two players whom only a hyphen parts and nothing else on a line, which the line with the date below it makes a heading: `Morphy-Anderssen`
/// above `(Paris, 1858)`.
pub(super) fn hyphened(line: &str) -> Option<(String, String)> {
    let line = line.trim().trim_end_matches('.');
    let is_pair =
        line.matches('-').count() == 1 && !line.contains(|c: char| c.is_whitespace() || c.is_ascii_digit());
    let said = parts(&format!("{line} (1900)")).filter(|said| is_pair && said.rest.is_empty())?;
    Some((said.get("White")?.to_owned(), said.get("Black")?.to_owned()))
}

/// Two players with their teams in brackets, far apart: name and team of each.
pub(super) fn members(line: &str) -> Option<[(&str, &str); 2]> {
    let line = line.trim();
    let gap = line.find("  ").or_else(|| line.find('\t'))?;
    let one = |text: &'_ str| -> Option<(usize, usize)> {
        let text = text.trim_end().strip_suffix(')')?;
        Some((text.find('(')?, text.len()))
    };
    let (left, right) = (line[..gap].trim(), line[gap..].trim());
    let cut = |text| {
        let (at, end) = one(text)?;
        let name: &str = text;
        let (name, team) = (name[..at].trim(), name[at + 1..end].trim());
        is_name(name).then_some((name, team))
    };
    Some([cut(left)?, cut(right)?])
}

/// Two players in a sentence, of whom the first has his side in brackets: `speelde Wim (wit) tegen J. van der Meulen`.
pub(super) fn sided(line: &str) -> Option<(String, String)> {
    const PARTICLES: &[&str] =
        &["de", "la", "von", "van", "der", "den", "di", "da", "ten", "ter", "du", "del"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let mark = |word: &str| {
        let inside = word.strip_prefix('(')?.trim_end_matches([',', ';', '.']).strip_suffix(')')?;
        side_of(inside)
    };
    let at = words.iter().position(|word| mark(word).is_some())?;
    let side = mark(words[at])?;
    let against = words.get(at + 1)?.to_lowercase();
    if !AGAINST.contains(&against.as_str()) && !matches!(against.as_str(), "v." | "vs." | "vs" | "v") {
        return None;
    }
    let is_of_name = |word: &&str| word.starts_with(char::is_uppercase) || PARTICLES.contains(word);
    let length = words[..at].iter().rev().take_while(|word| is_of_name(word)).count();
    let mut first = &words[at - length..at];
    while first.first().is_some_and(|word| PARTICLES.contains(word)) {
        first = &first[1..];
    }
    let mut second: Vec<&str> = Vec::new();
    for word in words[at + 2..].iter().take_while(|word| is_of_name(word)) {
        second.push(word.trim_end_matches([',', ';', ':']));
        let stops = word.ends_with([',', ';', ':']) || word.ends_with('.') && word.chars().count() > 3;
        if stops {
            break;
        }
    }
    while second.last().is_some_and(|word| PARTICLES.contains(word)) {
        second.pop();
    }
    let (first, second) = (first.join(" "), bare(&second.join(" ")));
    if !is_name(&first) || !is_name(&second) {
        return None;
    }
    Some(if side.is_white() { (first, second) } else { (second, first) })
}

/// The code of an opening in brackets behind its name, and the name: `Philidor's Defence (C41)`.
pub(super) fn before_eco(title: &str) -> (Option<&str>, &str) {
    match title.rsplit_once(['(', '[']) {
        Some((name, code)) if !name.trim().is_empty() => {
            let code = code.trim_end_matches([')', ']', '.']);
            if is_eco(code) { (Some(code), name.trim_end()) } else { (None, title) }
        }
        _ => (None, title),
    }
}

/// Whether a word is one of openings and events.
pub(super) fn is_no_name(word: &str) -> bool {
    NO_NAMES.contains(&word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase().as_str())
}

/// Two names above two columns: `Capablanca.        Em. Lasker.`
pub(super) fn abreast(line: &str) -> Option<(String, String)> {
    let line = line.trim();
    let gap = line.find("  ").or_else(|| line.find('\t'))?;
    let (white, black) = (line[..gap].trim(), line[gap..].trim());
    let inner = |name: &'_ str| name.trim_start_matches('(').trim_end_matches(['.', ')']).trim().to_owned();
    let (white, black) = match white.starts_with('(') && black.starts_with('(') {
        true => (inner(white), inner(black)),
        false => (white.to_owned(), black.to_owned()),
    };
    // `Mr. A.`
    let unnamed = |name: &str| {
        let mut words = name.split_whitespace();
        words.next().is_some_and(|word| {
            matches!(word, "Mr." | "Mr" | "M." | "Herr" | "Hr." | "Sr." | "Mrs." | "Miss")
        }) && words.next().is_some_and(|word| word.len() < 3 && word.starts_with(char::is_uppercase))
            && words.next().is_none()
    };
    let is = |name: &str| (is_name(name) || unnamed(name)) && !name.contains("  ");
    (is(&white) && is(&black)).then(|| (bare(&white), bare(&black)))
}

/// The start of the right half of a line that says the same of two games, each in its column: two pairs of players, two boards.
pub(super) fn second_half(line: &str) -> Option<usize> {
    let boards = |text: &str| {
        let mut words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let (word, number) = (words.next()?.to_lowercase(), words.next()?);
        let is_number = is_number(number) || roman_value(&number.to_lowercase()).is_some();
        let is_counted = [BOARD_WORDS, GAME_WORDS].iter().any(|words| words.contains(&word.as_str()));
        (is_counted && is_number).then_some(word)
    };
    let pair = |text: &str| {
        let found = parts(text.trim_matches(|c: char| c.is_whitespace() || c == '|'))?;
        found.get("White").and(found.get("Black"))?;
        Some(found.coloured)
    };
    let mut before = ' ';
    let mut wide = 0;
    for (at, c) in line.char_indices() {
        let ends = !c.is_whitespace() && (wide > 1 || before == '|' || before == '\t');
        wide = if c.is_whitespace() { wide + 1 } else { 0 };
        before = if c == '|' || !c.is_whitespace() || before != '|' { c } else { before };
        let (left, right) = line.split_at(at);
        if !ends || c == '|' || left.trim().is_empty() {
            continue;
        }
        if boards(left).is_some_and(|word| boards(right).is_some_and(|other| other == word))
            // `Homerton v Stoke   Fitch (W) - Iyer (B)`: two teams and two of their players.
            || pair(left).is_some_and(|left| pair(right).is_some_and(|right| left || !right))
        {
            return Some(at);
        }
    }
    None
}

/// The players above or below the heads of one block of columns or several, each of which may have them again. A narrow column
/// may leave no blank between them: `AnderssenLange      AnderssenLange`.
pub(super) fn of_blocks(line: &str) -> Option<(String, String)> {
    let parts: Vec<&str> = line.trim().split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
    let pairs: Vec<(String, String)> = match parts.as_slice() {
        [one] => vec![glued(one)?],
        _ if parts.iter().all(|part| glued(part).is_some()) => {
            parts.iter().filter_map(|part| glued(part)).collect()
        }
        _ if parts.len().is_multiple_of(2) && parts.iter().all(|part| is_name(part)) => {
            parts.chunks(2).map(|pair| (bare(pair[0]), bare(pair[1]))).collect()
        }
        _ => return None,
    };
    let first = pairs.first()?.clone();
    pairs.iter().all(|pair| *pair == first).then_some(first)
}

/// Two names without a blank between: a capital behind a small letter, once.
fn glued(word: &str) -> Option<(String, String)> {
    /// Fewest letters of a name: `McDonald` is one.
    const LEAST: usize = 3;
    let chars: Vec<(usize, char)> = word.char_indices().collect();
    let cuts = chars.windows(2).filter(|pair| pair[0].1.is_lowercase() && pair[1].1.is_uppercase());
    let mut cuts = cuts.map(|pair| pair[1].0);
    let (at, None) = (cuts.next()?, cuts.next()) else { return None };
    let (white, black) = word.split_at(at);
    let long = |name: &str| name.chars().count() >= LEAST && name.chars().all(char::is_alphabetic);
    (long(white) && long(black)).then(|| (white.to_owned(), black.to_owned()))
}

/// Whether a line below the name of a side is a player: a few words, none of them of an opening or an event; nicknames
/// may have digits.
pub(super) fn alone(line: &str) -> bool {
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let figures = line.chars().any(|c| c.is_ascii_digit());
    let words = || line.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphabetic()));
    line.starts_with(char::is_alphabetic)
        && words().count() <= 4
        && letters >= if figures { 6 } else { 3 }
        && !line.contains(':')
        && words().all(|word| !NO_NAMES.contains(&word.to_lowercase().as_str()))
}

/// Whether a text has the shape of a name: a few capitalised words without digits.
fn is_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let particle = |word: &str| {
        matches!(word, "de" | "la" | "von" | "van" | "der" | "den" | "di" | "da" | "of" | "und" | "and" | "&")
    };
    let word = |word: &&str| {
        let plain = word.trim_matches(|c: char| !c.is_alphabetic());
        let capital = plain.chars().next().is_some_and(char::is_uppercase);
        // `Evans-Gambit`
        let no_name = plain.to_lowercase().split('-').any(|part| NO_NAMES.contains(&part));
        (capital || particle(word)) && !no_name
    };
    (1..=5).contains(&words.len())
        && words.iter().all(word)
        && words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 2)
        && !text.chars().any(|c| c.is_ascii_digit())
}

/// Whether a text denotes an event and not a place.
pub(crate) fn is_event(text: &str) -> bool {
    const EVENTS: &[&str] = &[
        "campeonato",
        "mundial",
        "campionato",
        "championnat",
        "championship",
        "congress",
        "concours",
        "cup",
        "match",
        "meisterschaft",
        "olympiad",
        "open",
        "torneio",
        "torneo",
        "tournament",
        "tourney",
        "tournoi",
        "turnier",
        "wettkampf",
        "ottelu",
        "tweekamp",
        "tvekamp",
        "holdkamp",
        "turnering",
        "turniej",
        "turnaj",
    ];
    let is_known = |word: &str| EVENTS.iter().any(|event| word.ends_with(event));
    text.to_lowercase().split(|c: char| !c.is_alphabetic()).any(is_known) || names_event(text)
}

/// A name without its full stop, unless that belongs to an initial or a short title.
pub(super) fn bare(name: &str) -> String {
    let name = name.trim().trim_end_matches(',');
    let last = name.trim_end_matches('.').rsplit([' ', '.']).next().unwrap_or_default();
    if last.chars().count() > 3 { name.trim_end_matches('.').to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{abreast, joined, player};

    #[test]
    fn players_with_ratings_and_clubs() {
        for (text, wanted) in [
            ("Anna (1714)", ("Anna", Some("1714"), None, None, "")),
            (
                "Bert (1757) --- Sun Sep 29,  1:06 CDT 1996",
                ("Bert", Some("1757"), None, None, "Sun Sep 29,  1:06 CDT 1996"),
            ),
            ("GM Carla Diaz [2510]", ("Carla Diaz", Some("2510"), Some("GM"), None, "")),
            ("Emil (1650, SK Ulm), 1998", ("Emil", Some("1650"), None, Some("SK Ulm"), "1998")),
            ("Guest (++++)", ("Guest", None, None, None, "")),
            ("Fritz (IM, 2400P)", ("Fritz", Some("2400"), Some("IM"), None, "")),
        ] {
            let found = player(text);
            assert_eq!((found.name, found.elo, found.title, found.team, found.behind), wanted, "{text}");
        }
    }

    #[test]
    fn two_names_on_a_line() {
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(abreast(" Capablanca.        Em. Lasker. "), pair("Capablanca", "Em. Lasker"));
        assert_eq!(abreast("(Mr. Bird)     (Mr. Steinitz)"), pair("Mr. Bird", "Mr. Steinitz"));
        assert_eq!(abreast("P-K4     P-K4"), None);
        assert_eq!(abreast("The Queen's Gambit   Declined"), None);
        assert_eq!(joined("VON SCHEVE AND BLACKBURNE"), pair("VON SCHEVE", "BLACKBURNE"));
        assert_eq!(joined("H. E. BIRD UND NOA."), pair("H. E. BIRD", "NOA"));
        assert_eq!(joined("VAN VLIET EN LOMAN"), pair("VAN VLIET", "LOMAN"));
        for title in [
            "HINTS AND TRAPS",
            "ROOK AND PAWN",
            "THE GAME OF A. AND B.",
            "VON SCHEVE AND BLACK",
            "DE ROOK E TORRE",
        ] {
            assert_eq!(joined(title), None, "{title}");
        }
    }
}
