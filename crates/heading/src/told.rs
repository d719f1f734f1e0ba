//! What a sentence tells, the line of links above a page and the stamp of a post are no headings of the game below them.

use scorebook_lexicon::{
    GAME_WORDS, is_against_word, is_before_day, is_day_word, is_page_word, is_played_word, is_writer,
    month_of, side_of, source_of,
};

use super::calendar;
use super::detail::ORDINALS;
use super::parts::{begins_sentence, is_heading_word, names_event, parts};

/// A line with so many words that no heading has tells something.
const FOREIGN: usize = 3;
/// Words between one that points to the game below and the word for it: `here is the game`.
const BETWEEN: usize = 2;

/// Words that point to the game below: `this game`, `my last game`.
const POINTING: &[&str] = &[
    "this",
    "following",
    "here",
    "my",
    "our",
    "diese",
    "dieser",
    "diesem",
    "folgende",
    "folgenden",
    "hier",
    "meine",
    "unsere",
    "cette",
    "voici",
    "ma",
    "notre",
    "suivante",
    "esta",
    "aquí",
    "mi",
    "nuestra",
    "siguiente",
    "questa",
    "ecco",
    "mia",
    "nostra",
    "seguente",
    "aqui",
    "minha",
    "nossa",
    "deze",
    "mijn",
    "onze",
    "volgende",
    "oto",
    "moja",
    "nasza",
    "tato",
    "zde",
    "moje",
    "naše",
    "detta",
    "här",
    "mitt",
    "vårt",
    "her",
    "min",
    "dette",
    "tässä",
    "ez",
    "itt",
    "эта",
    "вот",
    "моя",
    "наша",
    "следующая",
];

/// Words, lowered and without the signs around them, with whether each is printed in small letters.
fn words(text: &str) -> Vec<(String, bool)> {
    let bare = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    bare.filter(|word| !word.is_empty())
        .map(|word| (word.to_lowercase(), word.starts_with(char::is_lowercase)))
        .collect()
}

/// Whether a word in small letters may stand in a heading.
fn is_of_headings(word: &str) -> bool {
    is_heading_word(word)
        || is_played_word(word)
        || is_before_day(word)
        || is_day_word(word)
        || month_of(word).is_some()
        || side_of(word).is_some()
        || names_event(word)
        || ORDINALS.iter().any(|ordinal| ordinal.0 == word)
}

/// Whether a sentence says that the game below was played somewhere or between two, or points to it.
fn announces(words: &[(String, bool)]) -> bool {
    let is_game = |word: &str| GAME_WORDS.contains(&word) || names_event(word);
    words.iter().enumerate().any(|(at, (word, _))| {
        let behind = || words[at + 1..].iter().take(BETWEEN + 1).map(|word| word.0.as_str());
        let next = || behind().take(BETWEEN);
        is_played_word(word)
            && next().any(|word| is_before_day(word) || is_place_word(word) || is_between(word))
            || is_game(word) && next().next().is_some_and(is_between)
            || POINTING.contains(&&**word) && behind().any(|word| GAME_WORDS.contains(&word))
    })
}

fn is_place_word(word: &str) -> bool {
    matches!(word, "at" | "in" | "zu" | "te" | "à" | "a" | "em" | "by" | "von")
}

fn is_between(word: &str) -> bool {
    super::parts::is_between(word)
}

/// Whether a text tells of something in a sentence, and not of the game that stands below: what it names is not that game's.
///
/// ```
/// use scorebook_heading::is_told;
/// assert!(is_told("The name derives from the game Tartakower versus Maroczy, New York City 1924."));
/// assert!(is_told("I joined the club in 1998 and learned this opening there."));
/// assert!(!is_told("Tartakower versus Maroczy, New York City 1924"));
/// assert!(!is_told("This is my game from the club championship in Leeds, 1962"));
/// ```
#[must_use]
pub fn is_told(text: &str) -> bool {
    let words = words(text);
    let begins = text.split_whitespace().next().is_some_and(begins_sentence);
    foreign(&words) >= FOREIGN - usize::from(begins)
        && (!announces(&words) && !tells_of_players(text, &words) || compares(text))
}

/// Whether a line goes on with the sentence of a line directly above it that tells of something: `… derives from the game` above
/// `Tartakower versus Maroczy, New York City 1924.`
///
/// ```
/// use scorebook_heading::goes_on;
/// assert!(goes_on("The name of it derives from the game", "Tartakower versus Maroczy, New York City 1924."));
/// assert!(!goes_on("I found this one in a very old book", "Tartakower versus Maroczy, New York City 1924"));
/// ```
#[must_use]
pub fn goes_on(above: &str, line: &str) -> bool {
    /// A line of such a length is wrapped.
    const WIDE: usize = 55;
    let above = above.trim_end();
    let last = above.rsplit(char::is_whitespace).next().unwrap_or_default().to_lowercase();
    let is_open = !above.ends_with(['.', ':', '!', '?', ')', ']']) && is_told(above);
    let leads = above.ends_with(',') || is_heading_word(&last);
    // `White: A. Gomez. Black: V. Galkin. Moscow, 2014.`
    let label = line.split_once([':', '(']).map_or("", |(label, _)| label.trim().trim_end_matches('.'));
    if side_of(&label.to_lowercase()).is_some() {
        return false;
    }
    let is_end = above.len() >= WIDE && line.trim_end().ends_with(['.', '!', '?']);
    is_open && (leads || is_end || line.trim_start().starts_with(char::is_lowercase))
}

/// Whether two players stand in the middle of a sentence, behind words that lead to no game: `une partie qui rappelle un peu Spassky –
/// Fischer`.
fn compares(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_name = |word: &&&str| word.starts_with(char::is_uppercase);
    words.iter().enumerate().any(|(at, sign)| {
        let low = sign.trim_end_matches('.').to_lowercase();
        let opposes = matches!(*sign, "-" | "–" | "—") || is_against_word(&low);
        let names = words[..at].iter().rev().take_while(is_name).count();
        let behind = words.get(at + 1).is_some_and(|word| word.starts_with(char::is_uppercase));
        let before = words[..at - names].last().filter(|_| names > 0 && behind && opposes);
        before.is_some_and(|word| {
            word.starts_with(char::is_lowercase)
                && !word.ends_with([',', ':', ';'])
                && !is_of_headings(&word.to_lowercase())
        })
    })
}

/// Whether a short sentence begins with two players and tells of nobody else: `Potter v. Wisker lasted until midnight`.
fn tells_of_players(text: &str, lowered: &[(String, bool)]) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let names = words.iter().take_while(|word| word.starts_with(char::is_uppercase)).count();
    let sign = words.get(names).map(|sign| sign.trim_end_matches('.').to_lowercase()).unwrap_or_default();
    let opposes = matches!(&*sign, "-" | "–" | "—") || is_against_word(&sign);
    let is_other = |word: &str| is_writer(word) || POINTING.contains(&word);
    names > 0 && opposes && foreign(lowered) <= FOREIGN && !lowered.iter().any(|(word, _)| is_other(word))
}

/// How many words in small letters no heading has.
fn foreign(words: &[(String, bool)]) -> usize {
    let is_foreign = |(word, is_small): &&(String, bool)| {
        *is_small && word.chars().nth(1).is_some() && !is_of_headings(word)
    };
    words.iter().filter(is_foreign).count()
}

/// What is left of a line without its sentences that tell of something: the whole line, if none does.
///
/// ```
/// use scorebook_heading::untold;
/// assert_eq!(untold("Leeds 1950. A nice game which I once found in an old book"), ["Leeds 1950."]);
/// ```
#[must_use]
pub fn untold(line: &str) -> Vec<&str> {
    if !is_told(line) {
        return vec![line];
    }
    sentences(line).into_iter().filter(|sentence| foreign(&words(sentence)) == 0).collect()
}

/// The sentences of a line. So is what announces the rest of one: `Here is that game: Bird - Noa`.
///
/// ```
/// use scorebook_heading::sentences;
/// let line = "A fine game. White: P. Byrd, 1951. Black: Dr. K. Noah. We give it here: Leeds, 1950";
/// let all = ["A fine game.", "White: P. Byrd, 1951.", "Black: Dr. K. Noah.", "We give it here:", "Leeds, 1950"];
/// assert_eq!(sentences(line), all);
/// ```
#[must_use]
pub fn sentences(line: &str) -> Vec<&str> {
    /// Fewest letters of a word that a full stop does not shorten, where a label does not follow.
    const WHOLE: usize = 4;
    /// Fewest words that a colon ends; fewer are a label.
    const ANNOUNCED: usize = 4;
    let mut found = Vec::new();
    let mut from = 0;
    for (at, sign) in line.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?' | ':')) {
        let end = at + sign.len_utf8();
        let word = line[from..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let next = line[end..].split_whitespace().next().unwrap_or_default();
        // `(2012).`, `“so.”`
        let is_closed = line[from..at].ends_with([')', ']', '"', '”', '»']);
        let ends = match sign {
            ':' => line[from..at].split_whitespace().count() >= ANNOUNCED,
            '.' => is_closed || word.chars().count() >= WHOLE || next.len() > 2 && next.ends_with(':'),
            _ => true,
        };
        if ends && line[end..].starts_with(char::is_whitespace) {
            found.push(line[from..end].trim());
            from = end;
        }
    }
    found.push(line[from..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether a line tells something: many words, as a whole sentence or more.
///
/// ```
/// use scorebook_heading::is_prose;
/// assert!(is_prose("It may be hot outside, but the air is cool in the rooms of our club."));
/// assert!(!is_prose("Played in the hall of the club at Vienna, May 1882."));
/// ```
#[must_use]
pub fn is_prose(line: &str) -> bool {
    /// Fewest words, and bytes of a line that need not end a sentence.
    const FEWEST: usize = 12;
    const LONG: usize = 160;
    let line = line.trim();
    let words = line.split_whitespace().map(|word| word.trim_end_matches([',', '.', ';']));
    let words = words.filter(|word| word.chars().all(char::is_alphabetic)).count();
    words >= FEWEST && (line.len() > LONG || line.ends_with(['.', '!', '?', '…', ':']))
}

/// Signs between the links of a page.
const BARS: [char; 7] = ['|', '·', '•', '»', '>', '›', '/'];

/// Whether a line is a row of links, or another list of which no part says what a heading says: `Home | Rules | Contact`.
///
/// ```
/// use scorebook_heading::is_list;
/// assert!(is_list("Home | Rules | Tournament | Contact"));
/// assert!(!is_list("Bird – Noa | Vienna 1882 | 1-0"));
/// ```
#[must_use]
pub fn is_list(line: &str) -> bool {
    /// Fewest links of such a row.
    const FEWEST: usize = 3;
    let links = |sign: char| -> Vec<&str> {
        line.split(sign).map(str::trim).filter(|part| !part.is_empty()).collect()
    };
    let is_dull = |part: &&str| {
        !part.chars().any(|c| c.is_ascii_digit()) && parts(part).is_none_or(|found| !found.has_player())
    };
    BARS.into_iter().map(links).any(|links| links.len() >= FEWEST && links.iter().all(is_dull))
}

/// Words for the writing of a post or the making of a page.
const POSTED: &[&str] = &[
    "posted",
    "published",
    "written",
    "edited",
    "updated",
    "submitted",
    "uploaded",
    "copyright",
    "comment",
    "commented",
    "description",
    "replied",
    "answered",
    "asked",
    "geschrieben",
    "verfasst",
    "veröffentlicht",
    "eingestellt",
    "aktualisiert",
    "publié",
    "publiée",
    "écrit",
    "posté",
    "publicado",
    "publicada",
    "escrito",
    "actualizado",
    "pubblicato",
    "scritto",
    "inserito",
    "postado",
    "atualizado",
    "geplaatst",
    "geschreven",
    "bijgewerkt",
    "opublikowano",
    "napisał",
    "dodano",
    "publikováno",
    "napsal",
    "publicerad",
    "skriven",
    "skrevet",
    "опубликовано",
    "написал",
    "добавлено",
    "julkaistu",
    "közzétéve",
];

/// Whether a line names the book or the newspaper from which a game is taken, or says in it when a post or a page was made: of no game
/// is it said when and where it was played.
///
/// ```
/// use scorebook_heading::is_of_page;
/// assert!(is_of_page("Quelle: Wiener Zeitung, 3. Mai 1883") && is_of_page("Posted by knight on May 3, 2016"));
/// assert!(is_of_page("The Herald, 3 May 1883, page 8") && !is_of_page("Wien, 3. Mai 1883"));
/// ```
#[must_use]
pub fn is_of_page(line: &str) -> bool {
    is_posted(line) || source_of(line).is_some() || has_page_number(line)
}

/// Whether a line has a date and ends with the number of a page, as the heads of a newspaper's pages do: `The Herald, 3 May 1883, page 8`.
fn has_page_number(line: &str) -> bool {
    let words: Vec<(String, bool)> = words(line);
    let [.., (word, _), (number, _)] = &words[..] else { return false };
    is_page_word(word)
        && number.len() < 4
        && number.bytes().all(|b| b.is_ascii_digit())
        && calendar::within(line).is_some()
        && parts(line).is_none_or(|found| !found.has_player())
}

/// Whether a line says when a post or a page was written or made, in whatever place it stands: `Posted by knight on May 3, 2016`,
/// `© 2003 Harbour Chess`.
///
/// ```
/// use scorebook_heading::is_posted;
/// assert!(is_posted("Posted by knight on May 3, 2016") && is_posted("© 2003 Harbour Chess"));
/// assert!(!is_posted("Played on May 3, 2016"));
/// ```
#[must_use]
pub fn is_posted(line: &str) -> bool {
    /// Words of the beginning in which it is said.
    const NEAR: usize = 3;
    let has_year = line.split(|c: char| !c.is_ascii_digit()).any(|word| calendar::year_of(word).is_some());
    let says = words(line).iter().take(NEAR).any(|(word, _)| POSTED.contains(&&**word));
    has_year && (says || line.contains('©')) && parts(line).is_none_or(|found| !found.has_player())
}

/// Whether a line says when a page was written: a whole date beside a day of the week or the time, and no players.
///
/// ```
/// use scorebook_heading::is_stamp;
/// assert!(is_stamp("Thursday, August 25, 2011") && is_stamp("24.07.2011 06:43 | Our club"));
/// assert!(!is_stamp("August 25, 2011") && !is_stamp("Bird vs. Noa --- Thu Aug 25, 09:11 2011"));
/// ```
#[must_use]
pub fn is_stamp(line: &str) -> bool {
    /// Most words of a stamp and the title beside it.
    const MOST: usize = 12;
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_clock = |word: &&str| {
        word.split_once(':').is_some_and(|(hour, minute)| {
            (1..=2).contains(&hour.len())
                && hour.bytes().all(|b| b.is_ascii_digit())
                && minute.len() >= 2
                && minute.bytes().take(2).all(|b| b.is_ascii_digit())
        })
    };
    let is_day = |word: &&str| is_day_word(word.trim_matches(|c: char| !c.is_alphabetic()));
    words.len() <= MOST
        && words.iter().any(|word| is_clock(word) || is_day(word))
        && calendar::within(&dated(&words)).is_some_and(|date| !date.ends_with("??"))
        && !super::players::names_players(line)
        && parts(line).is_none_or(|found| !found.has_player())
}

/// The words of a line without the days of the week.
fn dated(words: &[&str]) -> String {
    let is_day = |word: &str| is_day_word(word.trim_matches(|c: char| !c.is_alphabetic()));
    words.iter().copied().filter(|word| !is_day(word)).collect::<Vec<_>>().join(" ")
}
