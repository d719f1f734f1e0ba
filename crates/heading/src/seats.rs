//! Players whom a sentence above a game seats: `White being Mr. Bird, Black Dr. Noa`, `Noa had White against Bird`, `Name: Lily
//! (black)   Opponent: Topalov`. What is read here is text; `scorebook` decides which games it is said of.

use scorebook_lexicon::{
    GAME_WORDS, ending_of, is_against_word, is_colour_label, is_even_word, is_every_word, is_given_name,
    is_man_word, is_odd_word, is_opponent_word, is_owner_label, is_played_word, is_seat_link, is_turn_word,
    mark_of, month_of, side_of, without_plural_title,
};
use shakmaty::Color;

use crate::{are_same, names, parts};

/// Most words that link a side with a player.
const LINKS: usize = 4;
/// Most words of a name.
const NAME: usize = 5;
/// Who had a side in all games of a text, or in every other.
#[derive(Clone, Debug, PartialEq)]
pub enum Always {
    /// `Mieses had White on every board`.
    Side(Color, String),
    /// `Noa had the move in the odd-numbered games`: White's in games of that parity.
    Turns {
        /// The player.
        player: String,
        /// Whether he has White in the odd games.
        odd: bool,
    },
}

/// White and Black, as far as they are named.
pub type Seats = [Option<String>; 2];

/// A word of a sentence, and what it is in small letters without its signs.
struct Word<'a> {
    text: &'a str,
    bare: String,
}

impl Word<'_> {
    fn side(&self) -> Option<Color> {
        side_of(self.bare.trim_end_matches("'s").trim_end_matches("’s"))
    }

    fn is_link(&self) -> bool {
        // `(met wit, …)`
        let text = self.text.trim_start_matches('(');
        text.starts_with(char::is_lowercase) && is_seat_link(&self.bare)
    }

    /// Whether a sentence or a part of it ends here.
    fn stops(&self) -> bool {
        self.text.ends_with([',', ';', ':', '!', '?', ')']) || self.ends_sentence() || self.bare.is_empty()
    }

    fn ends_sentence(&self) -> bool {
        self.text.ends_with('.') && self.bare.chars().count() > 3
    }

    /// Whether it may be one of a name: a capital first, and no figures.
    fn is_of_name(&self) -> bool {
        let text = self.text.trim_start_matches(['(', '"', '“', '„', '«']);
        text.starts_with(char::is_uppercase)
            && !text.contains(|c: char| c.is_ascii_digit())
            && self.side().is_none()
            && text != "I"
    }

    fn is_given(&self) -> bool {
        self.bare.chars().count() == 1 || is_given_name(self.text.trim_end_matches([',', '.', ';', ':']))
    }
}

fn words(sentence: &str) -> Vec<Word<'_>> {
    let cut = |c: char| c.is_whitespace() || matches!(c, '—' | '–');
    let bare = |text: &str| text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    sentence.split(cut).filter(|text| !text.is_empty()).map(|text| Word { text, bare: bare(text) }).collect()
}

/// Words inside of names.
const PARTICLES: &[&str] = &[
    "de", "la", "von", "van", "der", "den", "di", "da", "ten", "ter", "du", "del", "zu", "af", "av", "della",
    "dos",
];

/// A player as a tag, if a text is one and nothing else.
fn player(text: &str) -> Option<String> {
    let text = without_plural_title(text.trim().trim_end_matches([',', ';', ':'])).trim();
    let is_other = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        is_man_word(&bare)
            || side_of(&bare).is_some()
            || ending_of(&bare).is_some()
            || is_played_word(&bare)
            || mark_of(&bare).is_some()
            || month_of(&bare).is_some() && word.chars().count() > 4
    };
    if text.split_whitespace().any(is_other) || parts::names_event(text) || parts::names_opening_alone(text) {
        return None;
    }
    let name = names::parse(text)?;
    // `Lily P.`: a given name, and what is left of the family's.
    let last = text.rsplit(' ').next().unwrap_or_default().trim_end_matches('.');
    let is_short = !text.contains(',') && text.contains(' ') && last.chars().count() == 1;
    let is_one = name.quality > 0.6 && !name.initials;
    is_one.then(|| if is_short { text.to_owned() } else { name.tag })
}

/// The name that begins at a word, and the word behind it.
fn name_from(words: &[Word<'_>], at: usize) -> Option<(String, usize)> {
    let mut taken: Vec<&str> = Vec::new();
    let mut end = at;
    while let Some(word) = words.get(end).filter(|_| taken.len() < NAME) {
        let particle = PARTICLES.contains(&word.text);
        if !word.is_of_name() && !particle || end > at && word.text.starts_with('(') {
            break;
        }
        taken.push(word.text.trim_start_matches('('));
        end += 1;
        // `Bisguier, Arthur Bernard`
        let goes_on = word.text.ends_with(',')
            && taken.len() == 1
            && words.get(end).is_some_and(|next| next.is_of_name() && next.is_given());
        if word.stops() && !goes_on {
            break;
        }
    }
    while taken.last().is_some_and(|word| PARTICLES.contains(word)) {
        taken.pop();
        end -= 1;
    }
    let text = taken.join(" ");
    player(text.trim_end_matches([')', '"', '”', '“', '»', '?', '!'])).map(|name| (name, end))
}

/// The name that ends before a word.
fn name_before(words: &[Word<'_>], end: usize) -> Option<String> {
    let mut start = end;
    while let Some(before) = start.checked_sub(1).map(|at| &words[at]) {
        let particle = PARTICLES.contains(&before.text) && start < end;
        let is_last = start == end;
        if end - start >= NAME || !before.is_of_name() && !particle || !is_last && before.stops() {
            break;
        }
        if is_last && before.stops() && !before.text.ends_with([')', '"', '”']) {
            return None;
        }
        start -= 1;
    }
    while start < end && PARTICLES.contains(&words[start].text) {
        start += 1;
    }
    // `Benko, Pal C`: what stands before the link is a given name and an initial.
    let whole = &words[start..end];
    let family = start
        .checked_sub(1)
        .map(|at| &words[at])
        .filter(|word| word.text.ends_with(',') && word.is_of_name());
    let is_inverse = whole.first().is_some_and(Word::is_given)
        || whole.last().is_some_and(|word| word.bare.chars().count() == 1);
    let start = start - usize::from(family.is_some() && is_inverse);
    let text: Vec<&str> = words[start..end].iter().map(|word| word.text).collect();
    player(&text.join(" "))
}

/// How the first side was found: before its player or behind him.
#[derive(Copy, Clone, PartialEq)]
enum Order {
    SideFirst,
    NameFirst,
}

/// The players whom a text seats; none of a side to which it gives two people.
#[must_use]
pub fn seats(sentence: &str) -> Seats {
    let words = words(sentence);
    let mut found: Vec<(Color, String)> = Vec::new();
    let mut order: Option<Order> = None;
    for (at, word) in words.iter().enumerate() {
        let Some(side) = word.side() else { continue };
        let links =
            words[..at].iter().rev().take(LINKS).take_while(|word| word.is_link() && !word.stops()).count();
        // `Noa had White against Bird`
        let before =
            (links > 0 || order == Some(Order::NameFirst)).then(|| name_before(&words, at - links)).flatten();
        if let Some(name) = before {
            found.push((side, name));
            order.get_or_insert(Order::NameFirst);
            let links = words[at + 1..].iter().take(2).take_while(|word| word.is_link()).count();
            let next = at + 1 + links;
            if !word.ends_sentence() && words.get(next).is_some_and(|word| is_against_word(&word.bare)) {
                found.extend(name_from(&words, next + 1).map(|(name, _)| (!side, name)));
            }
            continue;
        }
        // `White being Mr. Bird`
        let links = words[at + 1..].iter().take(LINKS).take_while(|word| word.is_link()).count();
        let linked = links > 0 && !word.stops();
        if (linked || order == Some(Order::SideFirst) && !word.ends_sentence())
            && let Some((name, _)) = name_from(&words, at + 1 + links)
        {
            found.push((side, name));
            order.get_or_insert(Order::SideFirst);
        }
    }
    // `my son Joe is white, opponent Tariq M.`
    let sides: Vec<Color> = found.iter().map(|(side, _)| *side).collect();
    if let [side] = sides[..]
        && let Some(at) = words.iter().position(|word| is_opponent_word(&word.bare))
    {
        let links = words[at + 1..].iter().take(2).take_while(|word| word.is_link()).count();
        found.extend(name_from(&words, at + 1 + links).map(|(name, _)| (!side, name)));
    }
    let one = |side: Color| {
        let mut own = found.iter().filter(|(of, _)| *of == side).map(|(_, name)| name);
        let name = own.next()?;
        own.all(|other| other == name).then(|| name.clone())
    };
    match (one(Color::White), one(Color::Black)) {
        (Some(white), Some(black)) if white != black => [Some(white), Some(black)],
        _ => [None, None],
    }
}

/// The two players whom a sentence names in that order, and no side: `Eine Partie zwischen Karl Meier und Otto Lang in Ulm`.
#[must_use]
pub fn between(sentence: &str) -> Option<(String, String)> {
    /// Words between the one for a game and `between`.
    const NEAR: usize = 4;
    let words = words(sentence);
    let at = words.iter().position(|word| parts::is_between(&word.bare))?;
    let is_game = |word: &Word<'_>| GAME_WORDS.contains(&&*word.bare) || parts::names_event(&word.bare);
    let leads = words[..at].iter().rev().take(NEAR).any(is_game);
    let (first, end) = name_from(&words, at + 1)?;
    let joins = words.get(end).is_some_and(|word| parts::is_ally_sign(&word.bare));
    let (second, _) = name_from(&words, end + 1).filter(|_| leads && joins)?;
    (first != second).then_some((first, second))
}

/// The players of a sheet that is headed by its owner: `Name: Lily P. (black)   Opponent: Topalov`, each in a line of its own or not.
#[must_use]
pub fn own_sheet(lines: &[&str]) -> Option<Seats> {
    let (mut owner, mut opponent, mut side) = (None, None, None);
    for line in lines {
        for field in line.split(['\t', '|', ';']).flat_map(|part| part.split("  ")) {
            let Some((label, value)) = field.split_once(':') else { continue };
            let label = label.trim().to_lowercase();
            let (value, mark) = match value.trim().strip_suffix(')').and_then(|inner| inner.rsplit_once('('))
            {
                Some((name, inside)) if side_of(inside.trim()).is_some() => {
                    (name.trim(), side_of(inside.trim()))
                }
                _ => (value.trim(), None),
            };
            if is_colour_label(&label) {
                side = side.or(side_of(value));
            } else if is_owner_label(&label) && owner.is_none() {
                owner = player(value);
                side = side.or(mark);
            } else if is_opponent_word(&label) && opponent.is_none() {
                opponent = player(value);
                side = side.or(mark.map(|side| !side));
            }
        }
    }
    let side = side?;
    let (owner, opponent) = (owner?, opponent?);
    let pair = if side.is_white() { [owner, opponent] } else { [opponent, owner] };
    Some(pair.map(Some))
}

/// What a sentence says of all games that follow.
#[must_use]
pub fn always_of(sentence: &str) -> Option<Always> {
    /// Words behind the side in which it is said of which games.
    const NEAR: usize = 6;
    let words = words(sentence);
    words.iter().enumerate().find_map(|(at, word)| {
        let is_move = is_turn_word(&word.bare);
        let side = word.side().or(is_move.then_some(Color::White))?;
        let links =
            words[..at].iter().rev().take(LINKS).take_while(|word| word.is_link() && !word.stops()).count();
        let behind = || words[at + 1..].iter().take(NEAR).flat_map(|word| word.bare.split('-'));
        let says = |is_one: fn(&str) -> bool| behind().any(is_one);
        let (odd, even) = (says(is_odd_word), says(is_even_word));
        if links == 0 || !(odd || even || !is_move && says(is_every_word)) {
            return None;
        }
        let player = name_before(&words, at - links)?;
        match (odd, even) {
            (false, false) => Some(Always::Side(side, player)),
            (true, true) => None,
            _ => Some(Always::Turns { player, odd: odd == side.is_white() }),
        }
    })
}

/// The players of a game below `against Miss Lockwood:`, where another had the same side in all games.
#[must_use]
pub fn against(lines: &[&str], side: Color, player: &str) -> Option<Seats> {
    let mut named = lines.iter().rev().filter_map(|line| {
        let words = words(line);
        words.first().filter(|word| is_against_word(&word.bare))?;
        let (name, end) = name_from(&words, 1)?;
        (end == words.len()).then_some(name)
    });
    let other = named.next()?;
    let pair = if side.is_white() { [player.to_owned(), other] } else { [other, player.to_owned()] };
    (pair[0] != pair[1]).then(|| pair.map(Some))
}

/// The players of a game of a match in which White's side goes round.
#[must_use]
pub fn turn(player: &str, is_his: bool, one: &str, other: &str) -> Option<Seats> {
    let (own, rival) = match (are_same(player, one), are_same(player, other)) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return None,
    };
    let pair = if is_his { [own, rival] } else { [rival, own] };
    Some(pair.map(|name| Some(name.to_owned())))
}

/// A name without the side in brackets behind it, and the side.
#[must_use]
pub fn marked(name: &str) -> (&str, Option<Color>) {
    let cut = name.trim().strip_suffix([')', ']']).and_then(|inner| inner.rsplit_once(['(', '[']));
    match cut {
        Some((name, inside)) if !name.trim().is_empty() => match side_of(inside.trim()) {
            Some(side) => (name.trim(), Some(side)),
            None => (name, None),
        },
        _ => (name, None),
    }
}

/// A name behind that of a side, and the side: `Weiß Hagedorn`.
#[must_use]
pub fn behind_side(name: &str) -> Option<(Color, &str)> {
    let (first, rest) = name.trim().split_once(' ')?;
    let rest = rest.trim_start_matches([':', '-', '–', '—', ' ']);
    let side = side_of(first.trim_end_matches([':', '.', ',']))?;
    rest.starts_with(char::is_uppercase).then_some((side, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(sentence: &str) -> Option<(String, String)> {
        let [white, black] = seats(sentence);
        white.zip(black)
    }

    #[test]
    fn sentences_that_seat_two_players() {
        for (sentence, white, black) in [
            (
                "from Hastings, 1895, White being Mr. Blackburne, Black Mr. Schlechter.—1.",
                "Blackburne",
                "Schlechter",
            ),
            (
                "Il Bianco è condotto da Blatny, il Nero da Priehoda; giocata a Brno nel 1990.",
                "Blatny",
                "Priehoda",
            ),
            ("my son Joe is white, opponent Tariq M. I typed it from his sheet", "Joe", "Tariq M."),
            (
                "Sure, Benko, Pal C had White against Bisguier, Arthur Bernard, 1966, result 1-0:",
                "Benko, Pal C.",
                "Bisguier, Arthur Bernard",
            ),
            ("Tarrasch played White and Lasker had Black.", "Tarrasch", "Lasker"),
            ("Noa hatte Weiß gegen Bird, gespielt in Wien", "Noa", "Bird"),
            ("Les Blancs étant conduits par Rosenthal, les Noirs par Clerc.", "Rosenthal", "Clerc"),
            ("Las blancas conducidas por Golmayo, las negras por Vázquez.", "Golmayo", "Vázquez"),
            ("Белыми играл Петров, чёрными Сидоров.", "Петров", "Сидоров"),
            ("Białymi grał Makarczyk, czarnymi Najdorf.", "Makarczyk", "Najdorf"),
            ("Wit werd gespeeld door Loman, zwart door Olland.", "Loman", "Olland"),
            ("Burn is White, Bird Black.", "Burn", "Bird"),
            ("Mason had Black against Winawer at Vienna", "Winawer", "Mason"),
        ] {
            let found = pair(sentence);
            let surname = |name: &str| name.split(',').next().unwrap_or(name).to_owned();
            let found = found.map(|(one, other)| (surname(&one), surname(&other)));
            assert_eq!(found, Some((surname(white), surname(black))), "{sentence}");
        }
    }

    #[test]
    fn sentences_that_seat_nobody() {
        for sentence in [
            "White is lost here, Black has two Bishops.",
            "White was better and Black was in trouble; Tal said so.",
            "Then White played Castles and Black played Knight takes Pawn.",
            "In London White has won six games, Black four.",
            "Morphy was Black in the first and White in the second, against Anderssen and Harrwitz.",
            "White to play and win. Composed by Horwitz.",
            "White: the Queen is lost. Black: Resigns.",
            "Here Black had the better game, opponent of the Queen's Gambit as he was.",
        ] {
            assert_eq!(pair(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn sheets_of_one_player() {
        let sheet = |lines: &[&str]| own_sheet(lines).map(|pair| pair.map(Option::unwrap_or_default));
        let wanted = Some(["Topalov".to_owned(), "Lily".to_owned()]);
        assert_eq!(sheet(&["Name: Lily (black)   Opponent: Topalov"]), wanted);
        assert_eq!(sheet(&["Spieler: Lily", "Farbe: Schwarz", "Gegner: Topalov"]), wanted);
        assert_eq!(sheet(&["Nombre: Lily (negras)\tRival: Topalov"]), wanted);
        assert_eq!(sheet(&["Name: Lily   Opponent: Topalov"]), None);
        assert_eq!(sheet(&["Name: Spring Cup (white)"]), None);
    }

    #[test]
    fn one_side_in_all_games() {
        let name = |text: &str| Some(Always::Side(Color::White, text.to_owned()));
        assert_eq!(always_of("Huddersfield. Mieses had White on every board."), name("Mieses"));
        assert_eq!(always_of("Sämisch hatte Weiß in allen Partien."), name("Sämisch"));
        assert_eq!(always_of("White had the better of it in every game"), None);
        let turns = |odd| Some(Always::Turns { player: "Noa".to_owned(), odd });
        assert_eq!(always_of("Mr. Noa had the move in the odd-numbered games."), turns(true));
        assert_eq!(always_of("Noa hatte Schwarz in den ungeraden Partien."), turns(false));
        assert_eq!(always_of("the odd move was missed"), None);
    }
}
