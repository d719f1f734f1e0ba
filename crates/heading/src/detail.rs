//! The rest of a heading: number, round, date, event, place, opening, result.

use std::sync::LazyLock;

use scorebook_lexicon::{
    ENDING_WORDS, MONTHS, SIDES, Saying, is_day_word, is_month_in_small_letters, is_played_word,
    is_plural_title, is_seat_link, is_seat_verb, month_alone, month_named, month_of, roman_value, side_of,
};
use shakmaty::Color;

use super::calendar;
use super::fuzzy::{damage, fold, is_within, nearest};
use super::parts::is_match;

/// Languages in which headings are read though their letters are worn; the words of others must be whole.
const WORN_LANGUAGES: [&str; 3] = ["en", "de", "es"];

/// Names of months that are recognised though letters are worn, folded.
static MONTH_KEYS: LazyLock<Vec<(String, u32)>> = LazyLock::new(|| {
    let worn = MONTHS.iter().filter(|months| WORN_LANGUAGES.contains(&months.language));
    worn.flat_map(|months| months.names.iter().zip(1..)).map(|(name, month)| (fold(name), month)).collect()
});

/// Abbreviations of months that are nothing else. `Mar.`, `Jun.`, `Gen.` stand before and behind names.
const CLEAR_MONTHS: [&str; 11] =
    ["jan", "feb", "apr", "aug", "sep", "sept", "oct", "okt", "nov", "dec", "dez"];

/// The month that a word names, and how worn it is.
fn read_month(word: &str) -> Option<(u32, f32)> {
    let word = word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    let whole = month_named(&word).or_else(|| month_of(&word).filter(|_| CLEAR_MONTHS.contains(&&*word)));
    if let Some(month) = whole {
        return Some((month, 0.0));
    }
    let low = fold(&word);
    // `Match, 1909` is no worn March.
    if EVENTS.contains(&low.as_str()) {
        return None;
    }
    let keys: Vec<&str> = MONTH_KEYS.iter().map(|(name, _)| name.as_str()).collect();
    let (key, worn) = nearest(&low, &keys, if low.len() <= 4 { 0.01 } else { 0.22 })?;
    MONTH_KEYS.iter().find(|(name, _)| name == key).map(|&(_, month)| (month, worn))
}

/// Ordinal numbers and their values.
pub(super) const ORDINALS: [(&str, u16); 21] = [
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
    ("eleventh", 11),
    ("twelfth", 12),
    ("thirteenth", 13),
    ("fourteenth", 14),
    ("fifteenth", 15),
    ("sixteenth", 16),
    ("seventeenth", 17),
    ("eighteenth", 18),
    ("nineteenth", 19),
    ("twentieth", 20),
    ("final", 99),
];
const OPENINGS: [&str; 52] = [
    "opening",
    "gambit",
    "defence",
    "defense",
    "lopez",
    "giuoco",
    "piano",
    "sicilian",
    "french",
    "vienna",
    "petroff",
    "petroffs",
    "petrov",
    "philidor",
    "philidors",
    "evans",
    "scotch",
    "ruy",
    "countergambit",
    "fianchetto",
    "caro",
    "kann",
    "alekhine",
    "alekhines",
    "indian",
    "nimzo",
    "dutch",
    "benoni",
    "catalan",
    "english",
    "reti",
    "slav",
    "grunfeld",
    "pirc",
    "steinitz",
    "ponziani",
    "staunton",
    "muzio",
    "allgaier",
    "kieseritzky",
    "declined",
    "irregular",
    "zukertort",
    "gruenfeld",
    "verteidigung",
    "eroffnung",
    "spanische",
    "apertura",
    "defensa",
    "gambito",
    "siciliana",
    "francesa",
];
const EVENTS: [&str; 16] = [
    "tournament",
    "congress",
    "championship",
    "match",
    "olympiad",
    "tourney",
    "interzonal",
    "candidates",
    "turnier",
    "torneo",
    "kongress",
    "memorial",
    "cup",
    "league",
    "zonal",
    "festival",
];

/// A number whose digits OCR may have read as letters.
#[must_use]
pub fn number(word: &str) -> Option<u32> {
    let w = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '|' && c != '!');
    if w.is_empty() || w.len() > 5 {
        return None;
    }
    let mut digits = 0;
    let mapped: Option<String> = w
        .chars()
        .map(|c| match c {
            '0'..='9' => {
                digits += 1;
                Some(c)
            }
            'l' | 'I' | 'i' | '|' | '!' => Some('1'),
            'O' | 'o' | 'Q' => Some('0'),
            'S' | 's' => Some('5'),
            'B' => Some('8'),
            'Z' | 'z' => Some('2'),
            _ => None,
        })
        .collect();
    if digits > 0 {
        if let Some(n) = mapped.and_then(|m| m.parse().ok()) {
            return Some(n);
        }
    }
    roman_value(w).filter(|_| w.starts_with(char::is_uppercase))
}

/// The game's number, when the line states one (`Game No. 12.`, `Oame 5`, `Nr. 7`, `GAME XII.—`).
pub fn game_number(line: &str) -> Option<(u32, f32)> {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || "—–,".contains(c)).filter(|w| !w.is_empty()).collect();
    for (i, w) in words.iter().enumerate().take(4) {
        let low = fold(w);
        let game = ["game", "partie", "partida", "nummer", "games"]
            .iter()
            .map(|k| damage(&low, k))
            .fold(9.0, f32::min);
        let no = matches!(low.as_str(), "no" | "nr" | "n" | "no1") && w.len() > 1;
        if game > 0.46 && !no {
            continue;
        }
        let mut j = i + 1;
        let mut linked = no;
        while let Some(x) = words.get(j).filter(|x| {
            matches!(
                fold(x).as_str(),
                "no" | "nr" | "xo" | "ko" | "nº" | "n" | "so" | "mo" | "number" | "nro" | "n0"
            )
        }) {
            linked = true;
            j += 1;
            let _ = x;
        }
        if let Some(n) = words.get(j).and_then(|x| number(x)) {
            let whole = low.len() == 4 || linked || game < 0.2;
            if whole && (game < 0.3 || linked) {
                return Some((n, 0.95 - game.min(0.5)));
            }
        }
    }
    None
}

/// The round (`in the third round`, `Round 5`, `5. Runde`).
pub fn round(line: &str) -> Option<(String, f32)> {
    let words: Vec<String> = line.split_whitespace().map(fold).collect();
    let at = words
        .iter()
        .position(|w| w.len() >= 4 && ["round", "runde", "ronda"].iter().any(|k| damage(w, k) <= 0.25))?;
    let numeric = |w: &str| {
        let digits: String = w.chars().take_while(|c| c.is_ascii_digit() || "loIi".contains(*c)).collect();
        digits.chars().any(|c| c.is_ascii_digit()).then(|| number(&digits)).flatten()
    };
    for w in [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|i| words.get(i)) {
        let keys: Vec<&str> = ORDINALS.iter().map(|o| o.0).collect();
        if let Some((key, d)) = nearest(w, &keys, 0.3) {
            if let Some(&(_, n)) = ORDINALS.iter().find(|o| o.0 == key).filter(|o| o.1 < 99) {
                return Some((n.to_string(), 0.95 - d));
            }
        }
        if let Some(n) = numeric(w).filter(|n| *n < 60) {
            return Some((n.to_string(), 0.9));
        }
    }
    None
}

/// A date in PGN's form (`1889.04.20`, `????.05.15`); years 1400 to 2099.
pub fn date(line: &str) -> Option<(String, f32)> {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || ",;()[]".contains(c)).filter(|w| !w.is_empty()).collect();
    let lows: Vec<String> = words.iter().map(|w| fold(w)).collect();
    let year = words.iter().find_map(|w| {
        let w = w.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let n = number(w)?;
        (w.len() == 4 && w.chars().filter(char::is_ascii_digit).count() >= 3 && (1400..2100).contains(&n))
            .then_some(n)
    });
    let mut found = None;
    for (i, word) in words.iter().enumerate() {
        if !word.chars().any(char::is_uppercase) && !is_month_in_small_letters(word) {
            continue;
        }
        let Some((month, d)) = read_month(word) else { continue };
        let day = |k: usize| {
            let w = lows.get(k)?;
            let head: String = w.chars().take_while(|c| c.is_ascii_digit() || "lio".contains(*c)).collect();
            let tail = w.len() - head.len();
            let n = head.chars().any(|c| c.is_ascii_digit()).then(|| number(&head)).flatten()?;
            ((1..=31).contains(&n) && tail <= 3).then_some(n)
        };
        let day = day(i + 1).or_else(|| i.checked_sub(1).and_then(day)).or_else(|| {
            i.checked_sub(2).filter(|&k| ["of", "de", "0f"].contains(&lows[k + 1].as_str())).and_then(day)
        });
        // `Dubna 1993`, `Rio de Janeiro 1928`: places.
        let bare = word.trim_matches(|c: char| !c.is_alphabetic());
        let town = month_of(bare).is_some() && month_alone(bare).is_none()
            || i > 1 && ["de", "do", "da", "del"].contains(&lows[i - 1].as_str());
        // `May` and `March` alone are ordinary words
        if day.is_some() || year.is_some() && !town {
            found = Some((month, day, d));
            break;
        }
    }
    match (year, found) {
        (y, Some((m, d, worn))) => Some((
            format!(
                "{}.{m:02}.{}",
                y.map_or("????".into(), |y| y.to_string()),
                d.map_or("??".into(), |d| format!("{d:02}"))
            ),
            0.95 - worn,
        )),
        (Some(y), None) if is_rating(line, &y.to_string()) => None,
        (Some(y), None) => Some((format!("{y}.??.??"), 0.7)),
        _ => None,
    }
}

/// Whether a number that looks like a year is one of something: `mated a 1500`, `my rating is 1632`. In a sentence a year stands
/// behind a word that says so, a town or a comma.
#[must_use]
pub fn is_rating(line: &str, year: &str) -> bool {
    const ARTICLES: &[&str] = &[
        "a", "an", "ein", "einen", "einem", "un", "une", "una", "uno", "een", "en", "ett", "et", "some",
        "another",
    ];
    const IN: &[&str] = &[
        "in", "of", "year", "jahr", "jahre", "anno", "de", "del", "dell", "en", "im", "since", "seit", "an",
        "année", "l", "año", "anno", "nel", "do", "em", "i", "år", "r", "roku", "rok", "jaar", "vuonna",
        "from", "to", "and", "until", "circa", "about", "from", "autumn", "summer", "spring", "winter",
        "early", "late",
    ];
    const RATED: &[&str] = &["rating", "rated", "elo", "dwz", "rtg", "vs"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let Some(at) = words.iter().position(|word| bare(word) == year) else { return false };
    let Some(before) = at.checked_sub(1).map(|at| words[at]) else { return false };
    // `thibault (1812) -3`: in brackets behind a name, and what the game changed of it.
    let is_gain = |word: &&str| {
        let figures = word.trim_start_matches(['+', '-', '−', '–', '±']);
        figures.len() < word.len()
            && (1..=3).contains(&figures.len())
            && figures.bytes().all(|b| b.is_ascii_digit())
    };
    if words[at].starts_with(['(', '[']) && words.get(at + 1).is_some_and(is_gain) {
        return true;
    }
    // `Mazzotti (1841) – R. Pirola (1600)`
    let is_bracketed = |word: &&&str| {
        let inside = word.trim_end_matches([',', '.', ';', ':']).strip_prefix(['(', '[']);
        let inside = inside.and_then(|inside| inside.strip_suffix([')', ']']));
        inside.map(|inside| inside.trim_end_matches('?')).is_some_and(|inside| {
            (3..=4).contains(&inside.len()) && inside.bytes().all(|b| b.is_ascii_digit())
        })
    };
    if is_bracketed(&&words[at]) && words.iter().filter(is_bracketed).count() == 2 {
        return true;
    }
    // `Annotated by: Miller (1959)`
    let is_by = |word: &&str| word.ends_with(':') && is_seat_link(&bare(word)) && !is_seat_verb(&bare(word));
    if is_bracketed(&&words[at]) && words[..at].iter().any(is_by) {
        return true;
    }
    let low = bare(before);
    if is_in_table(line, year) || at + 1 < words.len() && is_behind_inverse(&words[..at]) {
        return true;
    }
    let near = words[at.saturating_sub(3)..at].iter().any(|word| RATED.contains(&bare(word).as_str()));
    if near || ARTICLES.contains(&low.as_str()) && low != "en" {
        return true;
    }
    let small = words.iter().filter(|word| word.starts_with(char::is_lowercase)).count();
    let is_prose = words.len() > 5 && small * 10 >= words.len() * 6;
    is_prose
        && !before.ends_with([',', '.', '(', ';'])
        && !words[at].starts_with(['(', '['])
        && !before
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && !IN.contains(&low.as_str())
        && read_month(before).is_none()
}

/// Whether a number stands in a row of a table of players: `3   Bajwa, R   1890 - bye   1-0`.
fn is_in_table(line: &str, year: &str) -> bool {
    /// Fewest cells of such a row, its number among them.
    const CELLS: usize = 4;
    let cells: Vec<&str> = line
        .split(['|', '\t'])
        .flat_map(|part| part.split("  "))
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
        .collect();
    let first = cells.first().map_or("", |cell| cell.trim_end_matches(['.', ')']));
    let is_row = (1..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_digit());
    is_row && cells.len() >= CELLS && cells[1..].iter().any(|cell| cell.starts_with(year))
}

/// Whether words end with a name whose given name, or its initial, stands behind a comma, as tables of ratings print it: `Bajwa, R`.
fn is_behind_inverse(words: &[&str]) -> bool {
    let [.., family, given] = words else { return false };
    let is_given =
        given.chars().count() < 3 && given.starts_with(char::is_uppercase) && !given.ends_with(',')
            || scorebook_lexicon::is_given_name(given);
    family.strip_suffix(',').is_some_and(|family| {
        family.chars().count() > 1
            && family.starts_with(char::is_uppercase)
            && family.chars().all(|c| c.is_alphabetic() || c == '-')
    }) && is_given
}

/// Words for the day of a tournament, behind its number.
const DAYS: &[&str] = &[
    "day", "tag", "spieltag", "journée", "jornada", "giornata", "dag", "speeldag", "dzień", "день", "päivä",
    "evening", "abend", "soirée",
];
/// Words for the parts of a tournament.
const GROUPS: &[&str] = &[
    "group",
    "gruppe",
    "gruppen",
    "groupe",
    "grupo",
    "gruppo",
    "girone",
    "groep",
    "grupp",
    "grupa",
    "skupina",
    "csoport",
    "группа",
    "група",
    "section",
    "sektion",
    "klasse",
    "klass",
    "class",
    "halbfinale",
];
/// How the names of papers end.
const PAPERS: &[&str] = &[
    "zeitung",
    "zeitschrift",
    "chronicle",
    "magazine",
    "gazette",
    "tidskrift",
    "tidsskrift",
    "revue",
    "revista",
    "rivista",
    "wochenblatt",
    "tageblatt",
    "tijdschrift",
];

/// The names of tags.
const FIELDS: &[&str] = &["event", "site", "date", "round", "white", "black", "result"];

/// Whether a text may be the name of a place: no pair of players, no label, no day of a feast, no sentence.
#[must_use]
pub fn may_be_place(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let small = words.iter().filter(|word| word.starts_with(char::is_lowercase)).count();
    let low = |word: &&str| word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    // `Giuocata a Berlin`, `FOURTH DAY`, `Gruppe Meister`, `Deutsche Schachzeitung`
    let is_played = words.first().is_some_and(|word| is_played_word(word));
    let is_day = words.len() > 1 && words.last().map(low).is_some_and(|word| DAYS.contains(&&*word));
    let is_other = words
        .iter()
        .map(low)
        .any(|word| GROUPS.contains(&&*word) || PAPERS.iter().any(|paper| word.ends_with(paper)));
    // `[Site Rome][Date 1619]`
    let is_label = words.len() == 1 && words.first().map(low).is_some_and(|word| FIELDS.contains(&&*word));
    // `Feb-27 Nov`, `WC-2004-Semifinal`, but `Sept-Îles`.
    let has_date = |word: &&str| {
        let mut parts = word.split(['-', '–', '/']);
        word.contains(['-', '–', '/'])
            && word.contains(|c: char| c.is_ascii_digit())
            && parts.any(|part| calendar::is_month(part) || calendar::year_of(part).is_some())
    };
    // `Ep. 31`
    let is_short = words.len() == 1 && text.ends_with('.') && text.chars().count() < 5;
    // `(Zápas 1932)`; a player whom nobody knows
    let is_match = words.len() == 1 && (is_match(words[0]) || matches!(words[0], "NN" | "N.N."));
    !is_short
        && !is_match
        && !words.iter().any(has_date)
        && !is_label
        && !is_played
        && !is_day
        && !is_other
        && !text.contains([':', ')', '?', '='])
        && !words.iter().any(|word| {
            is_plural_title(word)
                || matches!(*word, "-" | "–" | "—" | "v." | "vs." | "vs" | "v" | "x" | "×")
                || is_day_word(word)
        })
        && words.len() < 9
        && small < 4
}

/// The opening, when the line names one and little else.
pub fn opening(line: &str) -> Option<(String, f32)> {
    let parted = [".—", ". —", ".-", ". -"].iter().find_map(|dash| line.rsplit_once(dash));
    let text =
        parted.map_or(
            line,
            |(head, tail)| {
                if game_number(head).is_some() || number(head).is_some() { tail } else { line }
            },
        );
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .map(fold)
        .filter(|w| w.len() > 1)
        .collect();
    if words.is_empty() || words.len() > 7 {
        return None;
    }
    // `White gives BLACK. Herr Kieseritzki`
    if text.split(|c: char| !c.is_alphabetic()).any(|word| side_of(word).is_some()) {
        return None;
    }
    // letter-spaced capitals (`R U Y  L O P E Z`) are joined
    let joined = fold(text);
    let best = words
        .iter()
        .filter_map(|w| nearest(w, &OPENINGS, if w.len() <= 5 { 0.21 } else { 0.27 }))
        .map(|k| k.1)
        .fold(9.0, f32::min);
    let spaced = words.len() <= 1 && text.split_whitespace().filter(|w| w.chars().count() == 1).count() >= 4;
    let whole = OPENINGS.iter().filter(|o| o.len() >= 6 && joined.contains(**o)).count();
    if best > 0.3 && !(spaced && whole > 0) && whole == 0 {
        return None;
    }
    let clean = text.trim().trim_matches(|c: char| " .,;:—–-|()[]".contains(c));
    if clean.chars().filter(char::is_ascii_digit).count() > 2 || clean.is_empty() {
        return None;
    }
    Some((clean.to_string(), if best < 0.3 { 0.9 - best } else { 0.5 }))
}

/// A text up to its first full stop that does not end an abbreviation (`St.`), semicolon or bracket.
fn upto_end(text: &str) -> &str {
    let ends = |(at, c): (usize, char)| {
        let word = text[..at].rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        c != '.' || word.chars().count() > 3 || word.is_empty()
    };
    let end = text.char_indices().filter(|(_, c)| ".;(".contains(*c)).find(|&one| ends(one));
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// Event and place, if the line mentions a tournament, a club or a town.
pub fn event(line: &str) -> Option<(String, Option<String>, f32)> {
    let words: Vec<String> = line.split_whitespace().map(fold).filter(|w| !w.is_empty()).collect();
    if words.is_empty() || words.len() > 16 {
        return None;
    }
    let named = words
        .iter()
        .any(|w| w.len() > 2 && nearest(w, &EVENTS, if w.len() < 6 { 0.0 } else { 0.2 }).is_some());
    let played =
        words.first().is_some_and(|w| ["played", "gespielt", "jugada"].iter().any(|k| damage(w, k) <= 0.3));
    let year = date(line);
    let clean = line.trim().trim_matches(|c: char| " .,;:—–-()[]".contains(c)).to_string();
    let is_date = |part: &str| date(part).is_some() || number(part).is_some() || is_month(part);
    let place = line
        .split_once(" at ")
        .or_else(|| line.split_once(" zu "))
        .or_else(|| line.split_once(" en "))
        .map(|(_, r)| {
            // up to the date
            let is_people = |part: &str| part.split_whitespace().next().is_some_and(is_plural_title);
            let parts = upto_end(r).split(',').map(str::trim);
            let parts = parts.take_while(|part| !is_date(part) && !is_people(part));
            parts.collect::<Vec<_>>().join(", ").trim_matches(|c: char| " ,.".contains(c)).to_string()
        })
        .filter(|p| p.len() > 2 && p.chars().any(char::is_uppercase) && may_be_place(p));
    // `(Paris, 1881)`: a place
    if let (Some(_), false, false) = (&year, named, played) {
        let first = clean.split(',').next().unwrap_or_default().trim();
        let bare = first.split_whitespace().count() <= 3 && first.starts_with(char::is_uppercase);
        let is_place =
            bare && may_be_place(first) && !first.chars().any(|c| c.is_ascii_digit()) && !is_month(first);
        return is_place.then(|| (String::new(), Some(first.to_owned()), 0.6));
    }
    if named && !played {
        // `Event, Place, 1936`
        let site = place.or_else(|| {
            let parts: Vec<&str> =
                clean.split(',').map(str::trim).filter(|p| !is_date(p) && !p.is_empty()).collect();
            (parts.len() >= 2).then(|| parts[1].to_string())
        });
        // the part that says so
        let says = |part: &&str| {
            part.split_whitespace()
                .map(fold)
                .any(|w| w.len() > 2 && nearest(&w, &EVENTS, if w.len() < 6 { 0.0 } else { 0.2 }).is_some())
        };
        let name = clean.split([',', '.', ';']).find(says)?.trim().to_string();
        let talk = ["between", "members", "won", "lost"];
        if name.split_whitespace().count() > 8
            || name.split_whitespace().any(|w| talk.contains(&fold(w).as_str()))
        {
            return None;
        }
        return Some((name, site, 0.7));
    }
    if played {
        // `Played May 8th, at the St. George's Club`: a day and a place. `Played in the London Tournament`: an event.
        let within =
            line.split_once(" in the ").and_then(|(_, rest)| rest.split([',', '.', ';', '(']).next());
        let names = |text: &&str| {
            text.split_whitespace().map(fold).any(|w| w.len() > 5 && nearest(&w, &EVENTS, 0.2).is_some())
        };
        if let Some(event) = within.map(str::trim).filter(names) {
            return Some((event.to_owned(), place, 0.6));
        }
        let place = place.map(|place| place.strip_prefix("the ").map_or(place.clone(), str::to_owned));
        return place.map(|p| (String::new(), Some(p), 0.6));
    }
    None
}

/// Whether a text begins with the name of a month.
pub(super) fn is_month(text: &str) -> bool {
    text.split_whitespace().next().and_then(read_month).is_some()
}

/// A result in words or figures; `None` if it depends on who moved last (`And wins.`).
pub fn result(line: &str) -> Option<(&'static str, f32)> {
    let t = line.trim();
    if t.len() > 60 || t.is_empty() {
        return None;
    }
    let dashes: String =
        t.chars().filter(|c| !c.is_whitespace()).map(|c| if "—–−".contains(c) { '-' } else { c }).collect();
    let d = dashes.trim_matches(|c: char| ".()[]".contains(c));
    match d {
        "1-0" | "l-0" | "1-O" | "l-O" | "I-0" => return Some(("1-0", 0.95)),
        "0-1" | "O-1" | "0-l" | "O-l" => return Some(("0-1", 0.95)),
        "½-½" | "1/2-1/2" | "%-%" | "'/2-'/2" => return Some(("1/2-1/2", 0.95)),
        _ => {}
    }
    let words: Vec<String> = t.split_whitespace().map(fold).filter(|w| !w.is_empty()).collect();
    if words.len() <= 6 && says(&words, Saying::Drawn, 0.2) {
        return Some(("1/2-1/2", 0.85));
    }
    if words.len() > 7 {
        return None;
    }
    let resigns = says(&words, Saying::Resigns, 0.25) || t.contains("gibt auf");
    let wins = says(&words, Saying::Wins, 0.2) || words.iter().any(|word| damage(word, "mates") <= 0.2);
    let white = names_side(&words, Color::White, 0.3);
    let black = names_side(&words, Color::Black, 0.3);
    match (resigns, wins, white, black) {
        (true, false, true, false) | (false, true, false, true) => Some(("0-1", 0.85)),
        (true, false, false, true) | (false, true, true, false) => Some(("1-0", 0.85)),
        _ => None,
    }
}

/// A word as it is looked for: folded, with its length, and whether it is known worn or whole only, by its language.
struct Known {
    text: String,
    length: usize,
    is_worn: bool,
}

impl Known {
    fn new(language: &str, text: &str) -> Known {
        let text = fold(text);
        Known { length: text.chars().count(), text, is_worn: WORN_LANGUAGES.contains(&language) }
    }

    /// Whether one of some folded words is this one, worn by `limit` at the most.
    fn is_among(&self, words: &[String], limit: f32) -> bool {
        let limit = if self.is_worn { limit } else { 0.0 };
        let is_long = |word: &&String| word.chars().nth(2).is_some();
        words.iter().filter(is_long).any(|word| is_within(word, &self.text, self.length, limit))
    }
}

/// What is said about the end of a game, by what it says.
static SAID: LazyLock<Vec<(Saying, Known)>> = LazyLock::new(|| {
    ENDING_WORDS.iter().map(|word| (word.saying, Known::new(word.language, word.text))).collect()
});

/// The names of White and of Black.
static NAMES: LazyLock<[Vec<Known>; 2]> = LazyLock::new(|| {
    let white =
        SIDES.iter().flat_map(|names| names.white.iter().map(|name| Known::new(names.language, name)));
    let black =
        SIDES.iter().flat_map(|names| names.black.iter().map(|name| Known::new(names.language, name)));
    [white.collect(), black.collect()]
});

/// Whether one of some folded words says that about the end of the game.
fn says(words: &[String], saying: Saying, limit: f32) -> bool {
    SAID.iter().any(|(own, known)| *own == saying && known.is_among(words, limit))
}

/// Whether one of some folded words names a side.
fn names_side(words: &[String], side: Color, limit: f32) -> bool {
    NAMES[usize::from(side.is_black())].iter().any(|name| name.is_among(words, limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rounds_dates() {
        assert_eq!(game_number("Oame No. 12.").map(|n| n.0), Some(12));
        assert_eq!(game_number("Cteme No. l4.").map(|n| n.0), Some(14));
        assert_eq!(game_number("GAME XIV.—RUY LOPEZ.").map(|n| n.0), Some(14));
        assert_eq!(game_number("Game 43, played on the 15th of May.").map(|n| n.0), Some(43));
        assert_eq!(game_number("Played in the first round"), None);
        assert_eq!(round("Played in the flrst round, April 9th.").map(|r| r.0), Some("1".into()));
        assert_eq!(date("Played in the second round, April 20tli.").map(|d| d.0), Some("????.04.20".into()));
        assert_eq!(date("Game 43, played on the 15th of May.").map(|d| d.0), Some("????.05.15".into()));
        assert_eq!(date("Match, 1909").map(|d| d.0), Some("1909.??.??".into()));
        assert_eq!(date("Mareh 3rd, 1909").map(|d| d.0), Some("1909.03.03".into()));
        assert_eq!(date("New York, 1924").map(|d| d.0), Some("1924.??.??".into()));
        assert_eq!(opening("QUEEN'S GAMBIT.").map(|o| o.0), Some("QUEEN'S GAMBIT".into()));
        assert_eq!(opening("VIENNA OPENINa.").map(|o| o.0), Some("VIENNA OPENINa".into()));
        assert_eq!(opening("53.-KING'S INDIAN DEFENCE.").map(|o| o.0), Some("KING'S INDIAN DEFENCE".into()));
        assert_eq!(opening("J. H. Blackburne"), None);
        let played = event("Played May 8th, at the St. George's Club.");
        assert_eq!(played.map(|e| (e.0, e.1)), Some((String::new(), Some("St. George's Club".into()))));
        let played = event("Played in the London Tournament, 1883.");
        assert_eq!(played.map(|e| e.0), Some("London Tournament".into()));
        assert_eq!(result("White resigns.").map(|r| r.0), Some("0-1"));
        assert_eq!(result("And wins."), None);
        assert_eq!(result("Las negras abandonan.").map(|r| r.0), Some("1-0"));
        assert_eq!(result("Le bianche abbandonano").map(|r| r.0), Some("0-1"));
        assert_eq!(result("Partie nulle.").map(|r| r.0), Some("1/2-1/2"));
        assert_eq!(result("Les Noirs abandonnent.").map(|r| r.0), Some("1-0"));
        assert_eq!(date("Joué le 3 août 1867").map(|d| d.0), Some("1867.08.03".into()));
        assert_eq!(date("Milano, 7 giugno 1881").map(|d| d.0), Some("1881.06.07".into()));
        assert_eq!(date("Lisboa, 9 de março de 1902").map(|d| d.0), Some("1902.03.09".into()));
    }
}
