//! What pieces of a heading look like, and the tags of a whole reading.

use scorebook_lexicon::{
    Saying, ending_of, is_beside_ending, is_chess, is_day_word, is_given_name, is_played_word, is_seat_verb,
    is_town, is_writer, month_alone, month_named, month_of, roman_value, side_of, side_of_letter,
    sides_of_letters,
};
use shakmaty::Color;

use super::Parts;
use super::lex::{Gap, Token};
use super::words::{
    ALLIES, AT, Counted, PARTICLES, PROGRAMS, SENTENCE, SHORT, TITLES, behind_opening, counted,
    is_before_day, is_between, is_event, is_lead, is_match, is_of_variation, is_opening, is_table,
    names_opening,
};
use crate::calendar;
use crate::colour::is_surname;
use crate::detail::ORDINALS;
use crate::fuzzy::fold;

/// What a piece of a heading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The name of a side before a player.
    Side(Color),
    /// A player, or several on one side.
    Player,
    /// A title before a player.
    TitleBefore,
    /// A title behind a player.
    Title,
    /// A rating behind a player.
    Elo,
    /// A club, a town or a country behind a player.
    Team,
    /// A side or its letter in brackets behind a player.
    SideMark,
    /// What a player scored: `Marosi 0, Benjamin 1`.
    Score,
    /// Words that lead to the players: `Endgame from`, `Partie`.
    Lead,
    /// `between`, `zwischen`.
    Between,
    /// `and` between the two players behind `between`.
    And,
    Site,
    Date,
    /// A day and a month, whose year stands before: `(1956), Oct-17`.
    Day,
    Event,
    Round,
    Board,
    /// The number of the game.
    Number,
    Result,
    Opening,
    Eco,
    /// The number of moves.
    Count,
    /// Anything else.
    Rest,
}

impl Role {
    /// Whether it belongs to the player before it.
    pub(super) fn is_detail(self) -> bool {
        matches!(self, Role::Title | Role::Elo | Role::Team | Role::SideMark | Role::Score)
    }

    /// Whether a player stands behind it, or his title.
    pub(super) fn leads_to_player(self) -> bool {
        matches!(self, Role::Side(_) | Role::TitleBefore | Role::Between | Role::And)
    }
}

/// The text of a piece.
fn text<'a>(line: &'a str, piece: &[Token<'a>]) -> &'a str {
    match piece {
        [first, .., last] => &line[first.start..last.end],
        [one] => &line[one.start..one.end],
        [] => "",
    }
}

/// The roles that a piece may have, with their costs.
pub(super) fn costs(line: &str, piece: &[Token], letters: &[(usize, Color)]) -> Vec<(Role, f32)> {
    let mut out = Vec::new();
    let inner = |most: Gap| piece.iter().skip(1).all(|token| token.gap <= most);
    let words: Vec<&str> = piece.iter().map(|token| token.text).collect();
    let whole = text(line, piece);
    let bracketed = piece[0].bracket != 0;
    let mut put = |role: Role, cost: Option<f32>| out.extend(cost.map(|cost| (role, cost)));
    if let [word] = words[..] {
        put(Role::Eco, is_eco(word).then_some(0.0));
        put(Role::Result, result(word).map(|_| 0.0));
        put(Role::Score, (!bracketed && score(word).is_some()).then_some(0.1));
        put(Role::Between, (!bracketed && is_between(word)).then_some(0.0));
        put(Role::And, (!bracketed && ALLIES.contains(&word)).then_some(0.0));
        let side = side_of(word).filter(|_| !is_surname(line, piece[0].end));
        let letter = letters.iter().find(|letter| letter.0 == piece[0].start).map(|letter| letter.1);
        if let Some(side) = side.or(letter) {
            put(Role::Side(side), (!bracketed).then_some(0.0));
        }
        put(Role::SideMark, (bracketed && (side.is_some() || word.chars().count() == 1)).then_some(0.0));
        if TITLES.contains(&word) {
            put(Role::TitleBefore, (!bracketed).then_some(0.0));
            put(Role::Title, Some(0.1));
        }
    }
    if inner(Gap::Short) {
        put(Role::Lead, (!bracketed && is_lead(&words)).then_some(0.1));
        put(Role::Result, told_result(&words).map(|_| 0.1));
    }
    put(Role::Elo, elo(&words, bracketed).map(|_| if bracketed { 0.1 } else { 0.3 }));
    put(Role::Count, count(&words, bracketed).then_some(0.3));
    if bracketed {
        put(Role::Title, is_category(&words).then_some(0.1));
    }
    if inner(Gap::Short) {
        for kind in [Counted::Round, Counted::Board, Counted::Game] {
            let role = match kind {
                Counted::Round => Role::Round,
                Counted::Board => Role::Board,
                Counted::Game => Role::Number,
            };
            put(role, number_of(&words, kind).map(|_| 0.0));
        }
        if let [number] = words[..]
            && number.len() < 4
            && number.bytes().all(|b| b.is_ascii_digit())
        {
            put(Role::Number, (piece[0].start < 3).then_some(0.4));
            put(Role::Round, (bracketed && number.len() < 3).then_some(0.5));
        }
    }
    // `1988. május 3`
    let month = piece.len() == 3 && words[1].starts_with(char::is_alphabetic) && inner(Gap::Stop);
    if (inner(Gap::Wide) || month) && piece.len() <= 7 {
        // `Rio | de Janeiro 1928`, but `London | in 1862`.
        let begins = !PARTICLES.contains(&words[0]) || words[0] == "the" || is_before_day(words[0]);
        put(Role::Date, date(line, piece).filter(|_| begins).map(|_| 0.0));
    }
    put(Role::Day, (piece.len() <= 2 && calendar::day_of_year(whole).is_some()).then_some(0.1));
    put(Role::Player, player(line, piece));
    put(Role::Team, team(piece));
    put(Role::Site, site(line, piece));
    let titled = words[0].starts_with(|c: char| !c.is_lowercase());
    if inner(Gap::Short) && titled && is_event(&words) && !is_opening(&words) {
        let dates = words.iter().any(|word| calendar::year_of(word).is_some());
        // `The Championship Was Won By Karpov`
        let is_sentence_of_title = words.iter().any(|word| is_seat_verb(&word.to_lowercase()));
        // `This is my game from the club championship`
        let is_sentence =
            SENTENCE.contains(&words[0]) && !PARTICLES.contains(&words[0].to_lowercase().as_str());
        let label = side_of(words[0]).is_some() || is_sentence && words.len() > 1 || is_sentence_of_title;
        let long = words.iter().filter(|word| word.starts_with(char::is_lowercase)).count();
        put(Role::Event, (!dates && !label).then_some(0.2 + 0.15 * long.saturating_sub(1) as f32));
    }
    // `Hastings (1895), Hastings ENG, rd 1`: what is called like its town.
    if piece[0].start == 0 && inner(Gap::Short) && is_before_year(line, whole) && site(line, piece).is_some()
    {
        put(Role::Event, Some(0.5));
    }
    if let [word] = words[..]
        && !bracketed
        && is_sponsor(line, word)
    {
        put(Role::Event, Some(0.3));
    }
    // `(Philidor)`
    if bracketed && inner(Gap::Short) && names_opening(&words) {
        put(Role::Opening, Some(0.2));
    }
    let joined = piece.iter().skip(1).all(|token| !matches!(token.gap, Gap::Against | Gap::Wide | Gap::Stop));
    let sided = words.iter().any(|word| side_of(word).is_some());
    if joined && !sided && is_opening(&words) && !whole.chars().any(|c| c.is_ascii_digit()) {
        let signs = piece.iter().skip(1).filter(|token| token.gap > Gap::Short).count();
        put(Role::Opening, Some(if titled { 0.1 } else { 0.4 } + 0.4 * signs as f32));
    }
    // No label or name of a side is left over.
    if !words.iter().any(|word| side_of(word).is_some())
        && !piece.iter().any(|token| token.gap == Gap::Against)
        && piece.iter().skip(1).all(|token| token.gap <= Gap::Comma)
    {
        let counted = words.iter().filter(|word| result(word).is_some() || calendar::year_of(word).is_some());
        // A month or a clock that is left over is half of a date.
        let half = words.iter().any(|word| month_named(word).is_some() || word.contains(':'));
        put(
            Role::Rest,
            Some(if half { 2.0 } else { 0.0 } + 0.9 + 0.25 * words.len() as f32 + counted.count() as f32),
        );
    }
    out
}

/// Whether a word is a day, a month and the last two figures of a year.
pub(super) fn is_short_date(word: &str) -> bool {
    let mut numbers = word.split(['/', '.', '-']);
    let is = |number: Option<&str>| {
        number.is_some_and(|number| {
            (1..3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit())
        })
    };
    is(numbers.next()) && is(numbers.next()) && is(numbers.next()) && numbers.next().is_none()
}

/// Whether a year in brackets and a comma follow on the text with which a line begins.
fn is_before_year(line: &str, text: &str) -> bool {
    let behind = line.strip_prefix(text).and_then(|rest| rest.trim_start().strip_prefix('('));
    behind.and_then(|rest| rest.split_once("),")).is_some_and(|(year, _)| calendar::year_of(year).is_some())
}

/// `B22`, `C33/04`.
fn is_eco(word: &str) -> bool {
    let code = word.split('/').next().unwrap_or_default().as_bytes();
    matches!(code, [b'A'..=b'E', tens, ones] if tens.is_ascii_digit() && ones.is_ascii_digit())
}

/// `1-0`, `0:1`, `½-½`, `remis`.
pub(super) fn result(word: &str) -> Option<&'static str> {
    let plain: String = word.chars().filter(|c| !c.is_whitespace()).collect();
    match plain.replace('½', "1/2").replace(['–', '—', ':', '−'], "-").as_str() {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "1/2" => Some("1/2-1/2"),
        _ => (ending_of(word) == Some(Saying::Drawn) && word.starts_with(char::is_lowercase))
            .then_some("1/2-1/2"),
    }
}

/// The result that a few words say: `Weiß gewann`, `Black resigned`, `won by White`.
fn told_result(words: &[&str]) -> Option<&'static str> {
    let low: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let (mut side, mut saying) = (None, None);
    for word in &low {
        match (side_of(word), ending_of(word)) {
            (Some(own), _) if side.is_none() => side = Some(own),
            (None, Some(said)) if saying.is_none() => saying = Some(said),
            (None, None) if is_beside_ending(word) => {}
            _ => return None,
        }
    }
    let winner = match (side?, saying?) {
        (side, Saying::Wins | Saying::Won) => side,
        (side, Saying::Resigns | Saying::Loses) => !side,
        _ => return None,
    };
    Some(if winner.is_white() { "1-0" } else { "0-1" })
}

/// What a player scored, in half points.
fn score(word: &str) -> Option<u8> {
    match word {
        "0" => Some(0),
        "½" | "1/2" | "0.5" | "0,5" => Some(1),
        "1" => Some(2),
        _ => None,
    }
}

/// The date of a piece, perhaps with words before it: `gespielt am 3. Mai 1921`.
fn date(line: &str, piece: &[Token]) -> Option<String> {
    // `ID #1499`
    if line[..piece.first()?.start].ends_with('#') {
        return None;
    }
    let lead = piece.iter().take_while(|token| is_before_day(token.text)).count();
    calendar::date(text(line, piece)).or_else(|| calendar::date(text(line, piece.get(lead..)?)))
}

/// Whether a word is the letters of a country beside a rating: `NED`.
pub(super) fn is_country(word: &str) -> bool {
    word.len() == 3 && word.bytes().all(|b| b.is_ascii_uppercase()) && roman_value(word).is_none()
}

/// `2450`, `Elo 2450`, `2450P`; in brackets also the grades of three figures: `(214)`.
fn elo<'a>(words: &[&'a str], bracketed: bool) -> Option<&'a str> {
    const NAMES: &[&str] = &["elo", "dwz", "rating", "rtg", "uscf", "ecf", "fide", "рейтинг", "эло"];
    let is_name = |word: &str| NAMES.contains(&word.to_lowercase().as_str());
    let number = match *words {
        [one] => one,
        [name, number] | [number, name] if is_name(name) => number,
        _ => return None,
    };
    let rating = number.trim_end_matches(['P', 'p', 'E', 'e', '?']);
    let is = (3..=4).contains(&rating.len()) && rating.bytes().all(|b| b.is_ascii_digit());
    let least = if bracketed { 100 } else { 400 };
    rating.parse().ok().filter(|value| is && (least..=3600).contains(value)).map(|_: u32| rating)
}

/// `1 разряд`, `I kat.`
fn is_category(words: &[&str]) -> bool {
    matches!(words, [number, word]
        if number.len() <= 4
            && ["разряд", "розряд", "kat", "kategoria", "категория"].contains(&word.to_lowercase().as_str()))
}

/// `(23)`, `23 moves`.
fn count(words: &[&str], bracketed: bool) -> bool {
    let number = |word: &str| (1..=3).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit());
    const MOVES: &[&str] =
        &["moves", "züge", "coups", "jugadas", "mosse", "zetten", "ходов", "drag", "træk", "lances"];
    match *words {
        [one] => number(one) && (bracketed || one.len() < 3),
        [one, moves] => number(one) && MOVES.contains(&moves.to_lowercase().as_str()),
        _ => false,
    }
}

/// The number beside a word that counts: `Round 6`, `5. Runde`, `third round`, `Partie Nr. 12`, `4-й тур`.
pub(super) fn number_of(words: &[&str], kind: Counted) -> Option<String> {
    let is = |word: &str| counted(word) == Some(kind);
    let (word, number) = match *words {
        [word, number] if is(word) => (word, number),
        [number, word] if is(word) && kind != Counted::Game => (word, number),
        [word, sign, number] if is(word) && counted(sign) == Some(Counted::Game) => (word, number),
        _ => return None,
    };
    let low = number.to_lowercase();
    if let Some(&(_, n)) = ORDINALS.iter().find(|ordinal| ordinal.0 == low && ordinal.1 < 99) {
        return Some(n.to_string());
    }
    // `Board B`
    let is_letter = |c: char| ('A'..='H').contains(&c);
    if kind == Counted::Board && number.len() == 1 && number.chars().all(is_letter) && word == words[0] {
        return Some(number.to_owned());
    }
    let digits: String = number.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let tail = number[digits.len()..].to_lowercase();
    let ends = [
        "", "st", "nd", "rd", "th", "e", "de", "ste", "ª", "º", "°", "a", "-й", "-го", "-м", "-ти", "ème",
        "er",
    ];
    let figures = digits.trim_matches('.');
    if !figures.is_empty() && figures.len() < 6 && ends.contains(&tail.as_str()) {
        return Some(figures.to_owned());
    }
    let roman = number.len() < 6 && number.chars().all(|c| "IVXL".contains(c));
    // `I round` is no round.
    (roman && (number.len() > 1 || word.starts_with(char::is_uppercase)))
        .then(|| roman_value(number).map(|n| n.to_string()))
        .flatten()
}

/// Whether a word may be in a name.
fn is_capital(word: &str) -> bool {
    let first = word.chars().find(|c| c.is_alphabetic());
    let known = word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’' | '`'));
    known && first.is_some_and(|c| !c.is_lowercase())
}

fn is_initial(token: &Token) -> bool {
    let letters = token.text.chars().filter(|c| c.is_alphabetic()).count();
    let stops = token.text.matches('.').count() + usize::from(token.end > token.start + token.text.len());
    letters <= 2 * stops.max(1) && token.text.starts_with(char::is_uppercase) && (stops > 0 || letters == 1)
}

/// What it costs to take a piece for the players of a side.
fn player(line: &str, piece: &[Token]) -> Option<f32> {
    let words: Vec<&str> = piece.iter().map(|token| token.text).collect();
    // `WHITE Lopez`: a surname that an opening has too.
    let surname = words.len() == 1 && is_capital(words[0]);
    if is_opening(&words) && !surname || is_event(&words) || counted(words[0]).is_some() && piece.len() > 1 {
        return None;
    }
    if piece.iter().skip(1).any(|token| token.gap > Gap::Comma) {
        return None;
    }
    if SENTENCE.contains(&words[0])
        && piece.len() > 1
        && !is_initial(&piece[0])
        && !PARTICLES.contains(&words[0].to_lowercase().as_str())
        || words[0] == "I"
    {
        return None;
    }
    if piece.len() > 1 && is_match(words[0]) || words.iter().any(|word| is_address(word)) {
        return None;
    }
    // `GAME II.--King's Gambit`: a number and half of an opening.
    let is_number = |word: &str| word.len() > 1 && word.bytes().all(|b| matches!(b, b'I' | b'V' | b'X'));
    if words.len() == 1 && is_number(words[0]) && roman_value(words[0]).is_some()
        || words.last().is_some_and(|word| word.ends_with("'s") || word.ends_with("’s"))
    {
        return None;
    }
    let mut cost = 0.2;
    // `zug_zwang77`: a nickname.
    if let [word] = words[..] {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
        // `White gives` a pawn, `White resigns`.
        let is_deed = scorebook_lexicon::is_move_verb(word) || ending_of(word).is_some();
        if !is_capital(word)
            && letters >= 3
            && plain
            && !is_deed
            && !PARTICLES.contains(&word)
            && side_of(word).is_none()
        {
            // A small word is one only if nothing else speaks for it: `por`.
            let marked = word.chars().any(|c| c.is_ascii_digit() || c == '_');
            return Some(if marked { 0.8 } else { 1.2 });
        }
        // `White—Castles`
        if matches!(word.to_lowercase().as_str(), "white" | "black") {
            return None;
        }
        if letters == 1 {
            return is_capital(word).then_some(1.4);
        }
    }
    let people: Vec<&[Token]> = piece.split(|token| ALLIES.contains(&token.text)).collect();
    if people.iter().any(|one| one.is_empty()) {
        return None;
    }
    cost += 0.3 * (people.len() - 1) as f32;
    for (n, one) in people.iter().enumerate() {
        cost += person(line, one, n > 0 || people.len() > 1)?;
    }
    Some(cost)
}

/// Whether a word is the address of a page: `BooksOnline.com`.
fn is_address(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(name, end)| {
        (2..=4).contains(&end.len())
            && end.bytes().all(|b| b.is_ascii_lowercase())
            && name.chars().filter(|c| c.is_lowercase()).count() > 3
    })
}

/// `5.32`, `16`: behind the name of a program.
fn is_version(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.len() < 7
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
        && calendar::year_of(word).is_none()
}

/// `9b`: behind the name of a school's class.
fn is_class(word: &str) -> bool {
    let letter = word.trim_start_matches(|c: char| c.is_ascii_digit());
    (1..3).contains(&(word.len() - letter.len()))
        && letter.len() == 1
        && letter.bytes().all(|b| (b'a'..=b'd').contains(&b))
}

/// Whether words end with the name of a program.
fn is_program(words: &[Token]) -> bool {
    words.last().is_some_and(|word| PROGRAMS.contains(&word.text.to_lowercase().as_str()))
}

/// What it costs to take words for the name of one person.
fn person(line: &str, words: &[Token], allied: bool) -> Option<f32> {
    // `Fritz 5.32`
    let words = match words {
        [program @ .., version] if is_version(version.text) && is_program(program) => program,
        // `Class 9b`
        [class @ .., number] if !class.is_empty() && is_class(number.text) => class,
        _ => words,
    };
    // `ESPAGNOLE Durand`: the end of a title.
    if let [first, .., last] = words
        && behind_opening(&line[first.start..last.end]) != &line[first.start..last.end]
    {
        return None;
    }
    let mut cost = 0.0;
    // `N. N.`
    let mut whole = usize::from(words.len() == 2 && words.iter().all(|word| word.text == "N"));
    for (n, token) in words.iter().enumerate() {
        let low = token.text.to_lowercase();
        // `Dr. v. Holst`
        let short = matches!(token.text, "v" | "d") && token.end > token.start + token.text.len();
        let particle = PARTICLES.contains(&low.as_str()) || short;
        // `Berg, Jan van den`: what belongs before the family's name stands behind the given ones.
        let is_turned = words[..=n].iter().skip(1).any(|token| token.gap == Gap::Comma);
        if particle && n + 1 == words.len() && n > 0 && !is_turned {
            return None;
        }
        if !particle && !is_capital(token.text) && !SHORT.contains(&low.as_str()) {
            return None;
        }
        if side_of(token.text).is_some() && !is_surname(line, token.end) {
            cost += 1.5;
        }
        let mixed = words[..n].iter().any(|word| word.text.chars().any(char::is_lowercase));
        if mixed && is_country(token.text) {
            cost += 1.0;
        }
        if TITLES.contains(&token.text)
            || month_of(token.text).is_some() && words.len() > 1 && !is_initial(token)
        {
            cost += 0.6;
        }
        if counted(token.text).is_some() && !is_initial(token) && token.text.len() > 2 {
            cost += 1.5;
        }
        if n > 0 && token.gap == Gap::Comma {
            cost += 0.5;
        }
        // `Lee. Vienna`: the end of a sentence.
        if n > 0
            && token.gap == Gap::Short
            && !is_initial(&words[n - 1])
            && words[n - 1].text.chars().count() > 2
        {
            cost += 0.3;
        }
        whole += usize::from(!particle && token.text.chars().filter(|c| c.is_alphabetic()).count() > 1);
    }
    let commas = words.iter().skip(1).filter(|token| token.gap == Gap::Comma).count();
    // `Mr.`: the name is behind a gap.
    let polite = |token: &Token| {
        let low = fold(token.text);
        low.len() > 1 && crate::names::words::TITLES.contains(&low.as_str())
    };
    // `Duke & Count` are people.
    let is_whole = |token: &Token| token.end == token.start + token.text.len();
    if words.iter().all(polite) && !(allied && words.iter().all(is_whole)) {
        return None;
    }
    if commas > 1 || whole == 0 && !allied {
        return None;
    }
    // Behind the comma of `Smith, J. R.` there are given names, and before it one family's.
    if commas == 1 {
        let at = words.iter().skip(1).position(|token| token.gap == Gap::Comma)? + 1;
        let family = words[..at]
            .iter()
            .filter(|token| !PARTICLES.contains(&token.text.to_lowercase().as_str()))
            .count();
        if words.len() - at > 3 || family > 2 || is_initial(&words[0]) {
            return None;
        }
        if words[at..].iter().all(is_initial) {
            cost -= 0.3;
        }
    }
    Some(cost + 0.25 * words.len().saturating_sub(5) as f32)
}

/// What it costs to take a piece for a player's club, town or country.
fn team(piece: &[Token]) -> Option<f32> {
    let words: Vec<&str> = piece.iter().map(|token| token.text).collect();
    let names = piece.iter().skip(1).all(|token| token.gap <= Gap::Short)
        && words.iter().all(|word| {
            is_capital(word) || PARTICLES.contains(word) || word.bytes().all(|b| b.is_ascii_digit())
        })
        && is_capital(words[0])
        && words.len() <= 4;
    let dated = words.iter().any(|word| calendar::year_of(word).is_some());
    if !names
        || dated && (piece[0].bracket == 0 || words.len() < 3)
        || elo(&words, false).is_some()
        || is_opening(&words)
        || words.iter().any(|word| TITLES.contains(word))
    {
        return None;
    }
    if words.len() == 1 && (words[0].chars().count() < 2 || side_of(words[0]).is_some()) {
        return None;
    }
    Some(0.4 + 0.1 * words.len() as f32)
}

/// Whether a word is the short name of a club or a sponsor that gave a tournament its name, `AVRO`: all in capitals among other
/// words, and no country.
#[must_use]
pub fn is_sponsor(line: &str, word: &str) -> bool {
    const COUNTRIES: &[&str] = &["USSR", "UDSSR", "URSS", "СССР", "EEUU", "ČSSR", "CSSR"];
    let capital = |word: &str| word.chars().all(char::is_uppercase);
    let others =
        line.split(|c: char| !c.is_alphabetic()).filter(|other| other.chars().count() > 2 && *other != word);
    (4..=5).contains(&word.chars().count())
        && capital(word)
        // `WHITE—Blackburne`
        && side_of(word).is_none()
        && roman_value(word).is_none()
        && !COUNTRIES.contains(&word)
        && others.clone().any(|other| !capital(other))
        && !others.clone().any(capital)
}

/// What it costs to take a piece for a place.
fn site(line: &str, piece: &[Token]) -> Option<f32> {
    let mut words: Vec<&str> = piece.iter().map(|token| token.text).collect();
    let mut cost = 0.2;
    while is_at(words[0]) && words.len() > 1 {
        words.remove(0);
    }
    let places = &piece[piece.len() - words.len()..];
    // `Santa Maria – Rio Grande do Sul`: a town and its country, behind the event.
    let dashes = places.iter().skip(1).filter(|token| token.gap == Gap::Dash).count();
    let is_other = |token: &Token| token.gap > Gap::Comma && token.gap != Gap::Dash;
    if dashes > 1 || places.iter().skip(1).any(is_other) {
        return None;
    }
    cost += 0.5 * dashes as f32;
    // `XII. Internationales Turnier`
    if words.len() == 1 && words[0].chars().all(|c| c.is_ascii_uppercase()) && roman_value(words[0]).is_some()
    {
        return None;
    }
    // `Paris en`: half of a date.
    if words.iter().any(|word| is_table(word) || is_of_variation(word))
        || words.last().is_some_and(|word| is_before_day(word))
    {
        return None;
    }
    let commas = places.iter().skip(1).filter(|token| token.gap == Gap::Comma).count();
    cost += 0.3 * commas as f32;
    let lower = words.iter().filter(|word| word.starts_with(char::is_lowercase)).count();
    let fits = |token: &Token| is_capital(token.text) || PARTICLES.contains(&token.text);
    // `Was Won By Karpov`
    let is_deed = |word: &&str| word.len() > 2 && is_seat_verb(&word.to_lowercase());
    if words.len() > 1 && words.iter().any(is_deed) {
        return None;
    }
    // `The Chess Herald`: a column or a book, where no club meets.
    let is_of_game = |word: &&str| is_chess(&word.to_lowercase());
    let is_of_club = |word: &&str| word.to_lowercase().ends_with("club");
    if words.iter().any(is_of_game) && !words.iter().any(is_of_club) {
        return None;
    }
    // `AUGER Bertrand`
    let is_person = words.len() == 2
        && words.iter().any(|word| is_given_name(word))
        && words.iter().any(|word| word.chars().count() > 2 && word.chars().all(char::is_uppercase))
        && words.iter().any(|word| word.chars().any(char::is_lowercase));
    if is_person {
        cost += 1.0;
    }
    // `Easter Monday 1884`, `AVRO 1938`
    if words.iter().any(|word| is_day_word(word)) || words.len() == 1 && is_sponsor(line, words[0]) {
        return None;
    }
    if commas > 1
        || words.len() > 5 + 3 * dashes
        || !is_capital(words[0])
        || lower > 2
        || !places.iter().all(fits)
        || PARTICLES.contains(words.last()?)
        || is_opening(&words)
        || is_event(&words)
        || words
            .iter()
            .any(|word| side_of(word).is_some() || counted(word).is_some() || TITLES.contains(word))
        || SENTENCE.contains(&words[0]) && !PARTICLES.contains(&words[0].to_lowercase().as_str())
        || words.iter().all(|word| word.chars().count() < 2)
    {
        return None;
    }
    // `Janeiro` alone is a month.
    let months = words.iter().filter(|word| month_alone(word.trim_end_matches('.')).is_some()).count();
    if months > 0 && (words.len() == 1 || months == words.len()) {
        return None;
    }
    Some(cost + 0.1 * words.len().saturating_sub(3) as f32)
}

/// A name as a tag: without the full stop of the line, with single spaces.
fn tidy(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_end_matches([',', ';', ':', ' ']);
    let bare = text.trim_end_matches('.');
    let last = bare.rsplit([' ', '.', ',']).next().unwrap_or_default();
    let keeps = last.chars().count() < 3 || SHORT.contains(&last.to_lowercase().as_str());
    if keeps { text.to_owned() } else { bare.to_owned() }
}

/// One player and what stands behind him.
#[derive(Default)]
struct Seat {
    side: Option<Color>,
    mark: Option<String>,
    name: String,
    commas: usize,
    nick: bool,
    elo: Option<String>,
    title: Option<String>,
    team: Option<String>,
    score: Option<u8>,
}

/// The tags of a whole reading and what it costs as a whole; `None` if it is no heading.
pub(super) fn told(line: &str, tokens: &[Token], pieces: &[(Role, usize, usize)]) -> Option<(f32, Parts)> {
    let mut seats: Vec<Seat> = Vec::new();
    let mut parts = Parts::default();
    let (mut side, mut before) = (None, None);
    let mut cost = 0.0;
    let mut label_gap = None;
    let mut numbers_at = None;
    for &(role, from, to) in pieces {
        let piece = &tokens[from..to];
        let words: Vec<&str> = piece.iter().map(|token| token.text).collect();
        let whole = text(line, piece);
        match role {
            Role::Side(color) => {
                if seats.iter().any(|seat| seat.side == Some(color)) {
                    return None;
                }
                side = Some(color);
                label_gap = tokens.get(to).map(|token| token.gap);
            }
            Role::TitleBefore => before = Some(whole.to_owned()),
            Role::Player => seats.push(Seat {
                side: side.take(),
                name: tidy(whole),
                commas: piece.iter().skip(1).filter(|token| token.gap == Gap::Comma).count(),
                nick: words.len() == 1 && !is_capital(words[0]),
                title: before.take(),
                ..Seat::default()
            }),
            Role::Title => seats.last_mut()?.title = Some(whole.to_owned()),
            Role::Elo => seats.last_mut()?.elo = elo(&words, true).map(str::to_owned),
            Role::Team => seats.last_mut()?.team = Some(whole.to_owned()),
            Role::SideMark => seats.last_mut()?.mark = Some(words[0].to_uppercase()),
            Role::Site => {
                let skip = words.iter().take_while(|word| !is_capital(word) || is_at(word)).count();
                parts.tags.push(("Site", tidy(text(line, &piece[skip.min(piece.len() - 1)..]))));
            }
            Role::Date => parts.tags.push(("Date", date(line, piece)?)),
            Role::Day => {
                let (month, day) = calendar::day_of_year(whole)?;
                let date = parts.tags.iter_mut().find(|(tag, _)| *tag == "Date").map(|(_, date)| date)?;
                let year = date.strip_suffix(".??.??")?.to_owned();
                *date = format!("{year}.{month:02}.{day:02}");
            }
            Role::Event => parts.tags.push(("Event", tidy(whole))),
            Role::Round => {
                let round = number_of(&words, Counted::Round);
                parts.tags.push(("Round", round.unwrap_or_else(|| whole.trim_end_matches('.').to_owned())));
            }
            Role::Board => parts.tags.push(("Board", number_of(&words, Counted::Board)?)),
            Role::Result => {
                let said = if let [word] = words[..] { result(word) } else { told_result(&words) };
                parts.tags.push(("Result", said?.to_owned()));
            }
            Role::Opening => parts.tags.push(("Opening", tidy(whole))),
            Role::Eco => parts.tags.push(("ECO", words[0].to_owned())),
            Role::Number => numbers_at = Some(from),
            Role::Score => seats.last_mut()?.score = score(words[0]),
            Role::Count | Role::Lead | Role::Between | Role::And => {}
            Role::Rest => parts.rest.push(whole.to_owned()),
        }
    }
    // `Club – Town – Country`: which two would be the players?
    let is_row = pieces.windows(2).any(|pair| {
        let next = &tokens[pair[1].1];
        let is_name = next.text.starts_with(char::is_uppercase);
        next.gap == Gap::Dash
            && (pair[0].0 == Role::Rest && pair[1].0 == Role::Player
                || pair[0].0 == Role::Player && pair[1].0 == Role::Rest && is_name)
    });
    if is_row && seats.iter().all(|seat| seat.side.is_none()) {
        return None;
    }
    if side.is_some()
        || before.is_some()
        || numbers_at.is_some_and(|at| {
            at > 0 && seats.is_empty() && !parts.tags.iter().any(|(tag, _)| *tag == "Event")
        })
    {
        return None;
    }
    let has = |tag: &str| parts.tags.iter().any(|(name, _)| *name == tag);
    let counts = pieces.iter().filter(|piece| piece.0 == Role::Count).count();
    // A bare number of moves stands behind a result or players.
    if counts > 0 && !has("Result") && seats.len() < 2 || counts > 1 {
        return None;
    }
    // `Bled Open (3)`: the round.
    if counts > 0 && has("Event") && !has("Result") {
        cost += 0.5;
    }
    let led = pieces.iter().any(|piece| matches!(piece.0, Role::Lead | Role::Between));
    // `Udo / Vic`
    if pieces.iter().any(|piece| piece.0 == Role::And) && !pieces.iter().any(|piece| piece.0 == Role::Between)
    {
        if seats.len() != 2 || seats.iter().any(|seat| seat.nick) {
            return None;
        }
        cost += 0.5;
    }
    if led && seats.len() < 2 {
        return None;
    }
    let occasion = has("Date") || has("Event") || has("Round") || has("Board") || led;
    if has("Site") && !occasion {
        return None;
    }
    if has("Site") && !has("Date") {
        cost += 0.4;
    }
    let mut scored = None;
    match &seats[..] {
        [] => {
            let known = ["Site", "Event", "Date", "Round", "Board"].iter().filter(|tag| has(tag)).count()
                + usize::from(has("Event") && numbers_at.is_some());
            // `English Opening (A33). Championship of the USSR. Moscow, 11-2-1955`
            let is_whole = has("ECO") && has("Event") && has("Site") && has("Date");
            let of_opening = has("Opening") || has("ECO");
            let bare = parts.rest.is_empty() && !has("Result") && (!of_opening || is_whole);
            // A line that is the name of a tournament from its beginning to its end.
            let titled = |event: &(&str, String)| {
                let mut words = event.1.split(' ');
                let begins = words.next().is_some_and(|word| !SENTENCE.contains(&word));
                let more = event.1.split(' ').nth(1).is_some();
                begins && more && words.all(|word| is_capital(word) || PARTICLES.contains(&word))
            };
            let alone = known == 1 && pieces.len() == 1 && parts.tags.iter().any(titled) && has("Event");
            if known < 2 && !alone || !bare || has("Round") && !has("Event") && !has("Site") {
                return None;
            }
            // `Schachecke (17)`: a column of a newspaper, if it is no town.
            let is_bare = |piece: &(Role, usize, usize)| {
                piece.0 == Role::Round
                    && tokens[piece.1].text.bytes().all(|b| b.is_ascii_digit())
                    && piece.2 == piece.1 + 1
            };
            if known == 2
                && pieces.iter().any(is_bare)
                && parts.get("Site").is_some_and(|site| !is_town(site))
            {
                return None;
            }
        }
        [one] => {
            one.side?;
            // One label alone has its colon.
            if label_gap != Some(Gap::Colon) {
                return None;
            }
        }
        [one, other] => {
            cost += 0.9 * f32::from(u8::from(one.commas != other.commas));
            cost += 0.4 * f32::from(u8::from(one.elo.is_some() != other.elo.is_some()));
            match (one.score, other.score) {
                (None, None) => {}
                (Some(first), Some(second)) if first + second == 2 && !has("Result") => {
                    scored = Some(["0-1", "1/2-1/2", "1-0"][usize::from(first)]);
                }
                _ => return None,
            }
            // A club beside the rating of the one who has one.
            let beside = [one, other].iter().any(|seat| seat.team.is_some() && seat.elo.is_some());
            let odd = one.team.is_some() != other.team.is_some();
            cost += if beside { 0.3 } else { 0.9 } * f32::from(u8::from(odd));
            // `EL AJEDREZ — por`: small words are nicknames of two, or beside `vs`.
            let opposed = tokens.iter().any(|token| token.gap == Gap::Against) || has("Result");
            if (one.nick != other.nick) && !opposed && one.side.is_none() {
                return None;
            }
            cost += 0.2 * f32::from(u8::from(one.nick != other.nick));
            // `Vogt (W) v. Staff`: the other has the other side.
            let alone = |seat: &Seat| seat.mark.as_deref().is_some_and(|mark| told_side(mark).is_some());
            if one.mark.is_some() != other.mark.is_some() && !alone(one) && !alone(other)
                || one.name == other.name
            {
                return None;
            }
        }
        _ => return None,
    }
    // What stands behind the second player where the first has a rating is no year: `Nolan 1988 - Thwaite 2011`.
    if let [one, other] = &seats[..]
        && one.elo.is_some()
        && other.elo.is_none()
        && !has("Site")
        && !has("Event")
        && parts.get("Date").is_some_and(|date| date.ends_with("??.??"))
    {
        cost += 1.5;
    }
    // A year behind the second player alone is no rating.
    if let [one, other] = &seats[..]
        && one.elo.is_none()
        && other.elo.as_deref().is_some_and(|elo| calendar::year_of(elo).is_some())
    {
        cost += 1.5;
    }
    if seats.len() == 1 && seats[0].team.is_some() {
        cost += 0.6;
    }
    // `White: John Smith (1894)`
    if seats.len() == 1 && has("Date") && !has("Site") && !has("Event") {
        cost += 0.6;
    }
    // `Club Championship, Leeds – York, 2022`: two towns.
    let is_behind_event = pieces.windows(2).any(|pair| {
        pair[0].0 == Role::Event && pair[1].0 == Role::Player && tokens[pair[1].1].gap == Gap::Comma
    });
    if is_behind_event && seats.iter().all(|seat| seat.side.is_none() && seat.mark.is_none()) {
        cost += 1.2;
    }
    parts.tags.extend(scored.map(|result| ("Result", result.to_owned())));
    let first = pieces.first().is_some_and(|piece| matches!(piece.0, Role::Count | Role::Round));
    parts.numbered = numbers_at.is_some() || first;
    parts.coloured = seats.iter().any(|seat| seat.side.is_some() || seat.mark.is_some());
    let colours = colours(&seats)?;
    let mut named = Vec::new();
    for (mut seat, color) in seats.into_iter().zip(colours) {
        // `undertecknad (Sören Ek)`
        if is_writer(&seat.name) {
            let Some(name) = seat.team.take() else { continue };
            seat.name = name;
        }
        let tags = match color {
            Color::White => ["White", "WhiteElo", "WhiteTitle", "WhiteTeam"],
            Color::Black => ["Black", "BlackElo", "BlackTitle", "BlackTeam"],
        };
        named.push((tags[0], seat.name));
        let details = [seat.elo, seat.title, seat.team].into_iter().zip(&tags[1..]);
        named.extend(details.filter_map(|(value, tag)| Some((*tag, value?))));
    }
    named.append(&mut parts.tags);
    parts.tags = named;
    Some((cost, parts))
}

fn is_at(word: &str) -> bool {
    // `giocata a Milano`; in English a capital stands there: `A Game`.
    word == "a" || AT.contains(&word.to_lowercase().as_str()) || is_played_word(word)
}

/// The colours of the players, in the order of the line.
fn colours(seats: &[Seat]) -> Option<Vec<Color>> {
    if let [one, other] = seats {
        if let (Some(first), Some(second)) = (&one.mark, &other.mark) {
            return marked(first, second);
        }
        match (&one.mark, &other.mark) {
            (Some(mark), None) => return told_side(mark).map(|side| vec![side, !side]),
            (None, Some(mark)) => return told_side(mark).map(|side| vec![!side, side]),
            _ => {}
        }
        if let (Some(first), Some(second)) = (one.side, other.side) {
            return Some(vec![first, second]);
        }
        return Some(vec![Color::White, Color::Black]);
    }
    Some(seats.iter().filter_map(|seat| seat.side).collect())
}

/// The side that a mark alone tells.
fn told_side(mark: &str) -> Option<Color> {
    side_of(mark).or_else(|| side_of_letter(mark))
}

/// The colours that two marks behind names give, by their words or by letters of one language: `(W)` and `(B)`, `(B)` and `(N)`.
fn marked(first: &str, second: &str) -> Option<Vec<Color>> {
    if let Some(sides) = sides_of_letters(first, second) {
        return Some(sides.to_vec());
    }
    let (white, black) = (vec![Color::White, Color::Black], vec![Color::Black, Color::White]);
    match (side_of(first)?, side_of(second)?) {
        (Color::White, Color::Black) => Some(white),
        (Color::Black, Color::White) => Some(black),
        _ => None,
    }
}
