//! Players, event, place, date, round and opening from the lines above a game.

use std::sync::LazyLock;

use regex::Regex;
use scorebook_heading::parts::{names_opening_alone, names_table, upto_other};
use scorebook_lexicon::{is_played_word, roman_value};

use crate::game::Tags;
use crate::heading::{date, is_event};

fn find<'t>(pattern: &LazyLock<Regex>, text: &'t str) -> Option<regex::Captures<'t>> {
    pattern.captures(text)
}

macro_rules! pattern {
    ($name:ident $regex:expr) => {
        static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($regex).expect("a pattern of ours"));
    };
}

pattern!(VERSUS r"^\W*((?:[A-Z][\w.'’-]*\s*|von\s+|de\s+|der\s+|la\s+){1,7}?),?\s*\b(?:[vV][.,]|[vV]s\.?|versus|against)\s+((?:[A-Za-zé][\w.'’-]*,?\s*){1,7})\W*$");
pattern!(COLOURS r"(?i)\bwhite\s*:\s*(.+?)\.?\s*\bblack\s*:\s*(.+?)\.?\s*$");
pattern!(WHITE r"(?i)^\W*white\s*[:,—-]\s*([^()]{2,40}?)\.?\s*$");
pattern!(BLACK r"(?i)^\W*black\s*[:,—-]\s*([^()]{2,40}?)\.?\s*$");
pattern!(BETWEEN r"(?:[Bb]etween|[Pp]layed by)\s+(?:MM\.|Messrs\.)?\s*(.+?)\s+and\s+(.+?)(?:\s+of\s+[A-Z]\w+)?(?:,.*)?\.?$");
pattern!(AND r"^\W*((?:the |Rev\.|Mr\.|Herr|M\.|Dr\.|Lord|Capt\.)\s*.{2,30}?)\s+and\s+((?:the |Rev\.|Mr\.|Herr|M\.|Dr\.|Lord|Capt\.)\s*.{2,30}?)\.?\W*$");
pattern!(HEADS r"(?i)white\W*\(([^)]*)\)\W*black\W*\(([^)]*)\)");
pattern!(HEADS_BARE r"(?i)^\W*white\s*[—.:-]+\s*([A-Z][^()]{2,30}?)\s{2,}black\s*[—.:-]+\s*([A-Z][^()]{2,30}?)\W*$");
pattern!(YEAR r"\b(1[5-9]\d\d|20[0-4]\d)\b");
pattern!(ROUND r"(?i)\bround\s+(\d{1,2}|[ivxl]{1,6})\b");
pattern!(PLACE r"\(?\b([A-Z][\w.'’-]*(?: (?:[A-Z][\w.'’-]*|de|am|la|of))*),?\s+(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)[^,]*,?\s+)?(1[5-9]\d\d|20[0-4]\d)\b");
pattern!(EVENT r"(?i)\b(?:tourn[ae]\w*|match|congress|championship|exhibition|correspondence|telegraph|blindfold|simultaneous)\b");
pattern!(OPENING r"(?i)\b(?:gambits?|defen[cs]e|lopez|giuoco|sicilian|attack|counter[- ]gambit|ponziani|caro-kann|vienna|philidor|petroff?|stonewall|fianchetto)\b");
pattern!(GAME_NO r"(?i)^\W*(?:illustrative )?(?:game|partie|partida|no\.?|nr\.?|board)\W*(?:no\W*|nr\W*|number\W*)?((?:\d{1,4}|[ivxlc]{1,8})\b|the [a-z-]+\b)\W*");

/// Two names separated by "v.", if the line has nothing else.
#[must_use]
pub fn versus(line: &str) -> Option<(String, String)> {
    let line = line.trim();
    if line.len() > 70 || !has_versus(line) {
        return None;
    }
    // `R. Steiner-V. Walsh`: an initial.
    let found = find(&VERSUS, line).filter(|found| !found[1].ends_with('-'))?;
    Some((name(&found[1]), name(&found[2])))
}

/// Whether a line may have a word between two players. Patterns are built when they are first used, and most records are
/// short and need none.
pub(super) fn has_versus(line: &str) -> bool {
    ["v.", "V.", "v,", "V,", "vs", "Vs", "versus", "against"].iter().any(|word| line.contains(word))
}

/// Whether a year stands behind a name and a stroke, as who wrote notes signs them, or says how old a club is: `Pavel Háse/2011`, `founded
/// 1921`.
fn is_signed(line: &str, year: usize) -> bool {
    const FOUNDED: &[&str] = &[
        "founded",
        "established",
        "est",
        "since",
        "gegründet",
        "gegr",
        "seit",
        "fondé",
        "fondée",
        "depuis",
        "fundado",
        "fundada",
        "desde",
        "fondato",
        "fondata",
        "dal",
        "opgericht",
        "sinds",
        "založeno",
        "założony",
        "основан",
        "grundad",
        "stiftet",
    ];
    let word = line[..year]
        .trim_end_matches([' ', '.', ':'])
        .rsplit(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    FOUNDED.contains(&word.to_lowercase().as_str())
        || line[..year].strip_suffix('/').is_some_and(|before| before.ends_with(char::is_alphabetic))
}

/// Whether most words of a line are capitalised, as in a title.
fn is_titled(line: &str) -> bool {
    let words =
        || line.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').filter(|word| word.len() > 3);
    let capital =
        words().filter(|word| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())).count();
    capital * 3 >= words().count() * 2
}

/// Whether the year on a line is part of a club's name: `SCHACHKLUB EINTRACHT 1921 e.V.`
fn is_of_club(line: &str) -> bool {
    const CLUBS: &[&str] = &[
        "club",
        "klub",
        "verein",
        "vereinigung",
        "cercle",
        "circolo",
        "círculo",
        "clube",
        "gesellschaft",
        "клуб",
    ];
    let low = line.to_lowercase();
    let is_registered = low.trim_end_matches(['.', ' ']).ends_with("e.v");
    let named =
        low.split(|c: char| !c.is_alphabetic()).any(|word| CLUBS.iter().any(|club| word.ends_with(club)));
    is_registered || named && !low.contains([',', '(']) && !is_event(line)
}

/// Whether a title names an opening: by a word that only openings have, or says which game or opening it is.
fn names_opening(title: &str) -> bool {
    find(&OPENING, title).is_some() || names_opening_alone(title)
}

/// Whether words behind a comma are the given names of the person before it: `against Bisguier, Arthur Bernard, 1966`.
fn are_given_names(before: &str, words: &str) -> bool {
    let is_given = |word: &str| {
        let bare = word.trim_end_matches(['.', ',']);
        bare.chars().count() == 1 || scorebook_lexicon::is_given_name(bare)
    };
    let is_opposed =
        before.split_whitespace().any(|word| scorebook_lexicon::is_against_word(&word.to_lowercase()));
    let are_given = words.split_whitespace().all(is_given);
    before.trim_end().ends_with(',')
        && (are_given && words.contains(' ')
            || is_opposed && words.split_whitespace().next().is_some_and(is_given))
}

fn name(text: &str) -> String {
    let text = upto_other(text.trim()).trim_end_matches([',', ';', ':']).trim();
    let words: Vec<&str> = text.split_whitespace().collect();
    let joined = words.join(" ");
    if joined.matches('.').count() > 1 || joined.len() < 4 {
        joined
    } else {
        joined.trim_end_matches('.').to_owned()
    }
}

/// Whether a full stop behind a text ends a sentence, and not an initial or a short word: `St. Louis`.
fn ends_sentence(before: &str) -> bool {
    before.rsplit([' ', '.', ',']).next().is_some_and(|word| word.chars().count() > 3)
}

/// The number of the game in the book, Arabic or Roman.
#[must_use]
pub fn game_number(line: &str) -> Option<u32> {
    let found = find(&GAME_NO, line)?;
    let word = found[1].to_ascii_lowercase();
    word.parse().ok().or_else(|| roman_value(&word))
}

/// The event that a title names: all of it, unless a whole date stands among its parts, as in `France, 23/08/2002, Match (20'+0")`.
fn event_part(title: &str) -> Option<String> {
    let bare = |text: &str| text.trim_matches(['(', ')', '.', '[', ']', ' ']).to_owned();
    if date::within(title).is_none_or(|date| date.ends_with("??")) && !title.contains(['"', '″']) {
        return Some(bare(title));
    }
    let part = title.split([',', ';']).find(|part| find(&EVENT, part).is_some())?;
    let part = bare(part.split(['(', '[']).find(|text| !text.trim().is_empty())?);
    let words = part
        .split_whitespace()
        .skip_while(|word| word.starts_with(char::is_lowercase) || is_played_word(word));
    let words: Vec<&str> = words.collect();
    (words.len() > 1 && find(&EVENT, &words.join(" ")).is_some()).then(|| words.join(" "))
}

/// Tags from the lines of a heading, in printed order, and the game's number in the book.
#[must_use]
pub fn tags(lines: &[&str]) -> (Tags, Option<u32>) {
    let mut tags = Tags::default();
    let mut number = None;
    let mut players: Option<(String, String)> = None;
    let mut heads: Option<(String, String)> = None;
    // Lines near the moves have priority.
    for line in lines.iter().rev().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        if line.len() > 160 {
            break;
        }
        if let Some(found) = find(&HEADS, line) {
            heads.get_or_insert((found[1].to_owned(), found[2].to_owned()));
            continue;
        }
        if let Some(found) = find(&COLOURS, line).or_else(|| find(&HEADS_BARE, line)) {
            tags.set_default("White", name(&found[1]));
            tags.set_default("Black", name(&found[2]));
            continue;
        }
        if let Some(found) = find(&WHITE, line) {
            tags.set_default("White", name(&found[1]));
            continue;
        }
        if let Some(found) = find(&BLACK, line) {
            tags.set_default("Black", name(&found[1]));
            continue;
        }
        if let Some(found) = versus(line) {
            players.get_or_insert(found);
            continue;
        }
        // `a game between two 1500 rated players for our review and enjoyment`: no names.
        let is_named = |text: &str| text.trim_start_matches("the ").starts_with(char::is_uppercase);
        if let Some(found) = find(&BETWEEN, line).or_else(|| find(&AND, line))
            && is_named(&found[1])
            && is_named(&found[2])
        {
            players.get_or_insert((name(&found[1]), name(&found[2])));
        }
        // `(rated 1320 vs 1500)`: one of several such numbers may be no year.
        let fours = line.split(|c: char| !c.is_ascii_digit()).filter(|number| number.len() == 4).count();
        let of_club = is_of_club(line);
        if let Some(found) = find(&YEAR, line)
            .filter(|_| !of_club)
            .filter(|found| !scorebook_heading::detail::is_rating(line, &found[1]))
            .filter(|found| !is_signed(line, found.get(1).map_or(0, |year| year.start())))
            .filter(|_| fours == 1 || date::within(line).is_some_and(|date| !date.ends_with("??.??")))
        {
            tags.set_default("Date", date::within(line).unwrap_or_else(|| format!("{}.??.??", &found[1])));
        }
        if let Some(found) = find(&ROUND, line) {
            let round = found[1].parse().ok().or_else(|| roman_value(&found[1].to_ascii_lowercase()));
            tags.set_default("Round", round.map_or_else(|| found[1].to_owned(), |n: u32| n.to_string()));
        }
        if let Some(n) = game_number(line) {
            number.get_or_insert(n);
        }
        if line.len() < 90 && is_titled(line) && find(&EVENT, line).is_some() && !names_table(line) {
            // `Display at Hull: Pillsbury had White in all games`: a sentence follows.
            let title = line.split_once(": ").map_or(line, |(title, _)| title);
            let title = if find(&EVENT, title).is_some() { title } else { line };
            if let Some(event) = event_part(title) {
                tags.set_default("Event", event);
            }
        }
        if let Some(found) = find(&PLACE, line).filter(|_| !of_club) {
            let place = found[1].trim_matches(['(', ',']);
            let place = place.strip_suffix(" of").unwrap_or(place);
            // Behind a full stop a new part of the line begins: `Tal, Botvinnik. Moscow 1960`.
            let place = place
                .rsplit_once(". ")
                .filter(|(before, _)| ends_sentence(before))
                .map_or(place, |cut| cut.1);
            let before = line[..place.as_ptr() as usize - line.as_ptr() as usize].trim_end();
            // `Petrosian - Spassky, 1966`: a player.
            let opposed =
                before.ends_with(['-', '–', '—']) || before.ends_with(" v.") || before.ends_with(" vs.");
            let given = are_given_names(before, place);
            let rated = scorebook_heading::detail::is_rating(line, &found[2]);
            if !date::is_month(place)
                && !opposed
                && !given
                && !rated
                && scorebook_heading::detail::may_be_place(place)
            {
                let event = is_event(place) || scorebook_heading::is_sponsor(line, place);
                tags.set_default(if event { "Event" } else { "Site" }, place);
            }
        }
        let at_odds = line.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| word == "odds");
        if line.len() < 80 && !at_odds && is_titled(line) && names_opening(line) {
            let rest =
                find(&GAME_NO, line).map_or(line, |found| &line[found.get(0).map_or(0, |m| m.end())..]);
            let rest = rest.trim_matches(['.', ' ', '—', '-', '_', '(', ')']);
            // `GAME: WT/M/1288-04`: a label.
            let labelled = line.trim_start_matches(char::is_alphabetic).starts_with(':');
            // `title Open Sicilian`: a word that is not of its name.
            let led = rest.starts_with(char::is_lowercase) && line.contains(char::is_uppercase);
            if !rest.is_empty() && !labelled && !led && names_opening(rest) && find(&BETWEEN, rest).is_none()
            {
                tags.set_default("Opening", rest.to_owned());
            }
        }
        // A line of prose ends the heading.
        if line.len() > 65 && line.ends_with('.') && find(&BETWEEN, line).is_none() {
            break;
        }
    }
    if let Some((white, black)) = seat(players, heads) {
        tags.set_default("White", white);
        tags.set_default("Black", black);
    }
    (tags, number)
}

/// Assigns the colours by the initials in the column heads (`WHITE. (Mr. M.)`).
fn seat(players: Option<(String, String)>, heads: Option<(String, String)>) -> Option<(String, String)> {
    let Some((one, two)) = players else { return heads.filter(|(w, b)| w.len() > 6 && b.len() > 6) };
    let Some((white, black)) = heads else { return Some((one, two)) };
    let initial = |head: &str| {
        let head = head.trim_end_matches(['.', ' ']);
        head.rsplit([' ', '.']).next().and_then(|word| word.chars().next())
    };
    let surname = |player: &str| player.rsplit(' ').next().and_then(|word| word.chars().next());
    let fits = |head: &str, player: &str| initial(head).is_some() && initial(head) == surname(player);
    let straight = usize::from(fits(&white, &one)) + usize::from(fits(&black, &two));
    let crossed = usize::from(fits(&white, &two)) + usize::from(fits(&black, &one));
    Some(if crossed > straight { (two, one) } else { (one, two) })
}

#[cfg(test)]
mod tests {
    use super::tags as tags_of;
    use super::*;

    #[test]
    fn headings_of_several_styles() {
        let (tags, number) = tags_of(&[
            "GAME 6. FRENCH DEFENCE",
            "",
            "(Rice Memorial Tournament, 1916)",
            "White: O. Chajes. Black: J. R. Capablanca.",
        ]);
        assert_eq!(number, Some(6));
        assert_eq!(tags.get("White"), Some("O. Chajes"));
        assert_eq!(tags.get("Black"), Some("J. R. Capablanca"));
        assert_eq!(tags.get("Date"), Some("1916.??.??"));
        assert_eq!(tags.get("Event"), Some("Rice Memorial Tournament, 1916"));
        assert_eq!(tags.get("Opening"), Some("FRENCH DEFENCE"));

        for line in ["SCHACHKLUB EINTRACHT 1921 e.V.", "Cercle du Nord 1898"] {
            let (tags, _) = tags_of(&[line]);
            assert_eq!((tags.get("Date"), tags.get("Site")), (None, None), "{line}");
        }

        let (tags, _) = tags_of(&["(Played in the New York Tournament, on April 3rd, 1924, by the winner.)"]);
        assert_eq!((tags.get("Date"), tags.get("Site")), (Some("1924.04.03"), None));
    }

    #[test]
    fn what_no_line_says() {
        for (line, tag) in [
            ("Opening of the week — 1882.", "Opening"),
            ("FIRST GAME", "Opening"),
            ("Siebzehnte Partie", "Opening"),
            ("PARTIE N° 2153", "Opening"),
            ("THE OPENING AS IN LAST WEEK'S GAME", "Opening"),
            ("Moves 1 to 4 as in Game 41.", "Opening"),
            ("CHESS IN AMERICA.—Game played at London, in 1883.", "Opening"),
            ("3   Bajwa, R            1890 - bye                      1-0", "Date"),
            ("3   Bajwa, R            1890 - bye                      1-0", "Site"),
            ("Sure, Benko had White against Bisguier, Arthur Bernard, 1966", "Site"),
        ] {
            assert_eq!(tags_of(&[line]).0.get(tag), None, "{line}");
        }
        for opening in [
            "Vienna Game",
            "King's Knight's Game",
            "ENGLISH OPENING",
            "PARTIE ESPAGNOLE",
            "Irregular Opening",
            "Scotch Game",
        ] {
            assert_eq!(tags_of(&[opening]).0.get("Opening"), Some(opening));
        }
    }

    #[test]
    fn column_heads_seat_the_players() {
        let (tags, _) = tags_of(&[
            "GAME III.--Between Mr. Horwitz and Mr. Staunton.",
            "WHITE. (Mr. S.)     BLACK. (Mr. H.)",
        ]);
        assert_eq!(tags.get("White"), Some("Mr. Staunton"));
        assert_eq!(tags.get("Black"), Some("Mr. Horwitz"));
    }

    #[test]
    fn two_names_on_a_line() {
        assert_eq!(
            versus("H. N. PiLLSBURY V. W. H. K. Pollock."),
            Some(("H. N. PiLLSBURY".into(), "W. H. K. Pollock.".into()))
        );
        assert_eq!(versus("the Bishop's Gambit by Blackburne v. Steinitz attracts a large"), None);
    }
}
