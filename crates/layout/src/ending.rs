//! Recognises statements that a game ended: `Resigns`, `and wins`, `Drawn game`, `1-0`.

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::{Color, KnownOutcome, Outcome};

use super::Ending;
use super::ending_words;
use super::move_words::of_a_move;
use super::words::{Word, span_of, words};
use crate::text::Span;

/// Whether a word may occur in a phrase about the end.
fn is_company(word: &str) -> bool {
    COMPANY.contains(&word) || ending_words::side(word).is_some() || ending_words::COMPANY.contains(&word)
}

/// What an ending phrase states.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Trigger {
    Resigns,
    Wins,
    Loses,
    Drawn,
    Time,
    Unfinished,
    Won,
}

/// Words that state how a game ended, in the languages whose notations are read.
const TRIGGERS: &[(&str, Trigger)] = &[
    ("resigns", Trigger::Resigns),
    ("resigned", Trigger::Resigns),
    ("resign", Trigger::Resigns),
    ("surrenders", Trigger::Resigns),
    ("surrendered", Trigger::Resigns),
    ("abandonne", Trigger::Resigns),
    ("abandonnent", Trigger::Resigns),
    ("abandonan", Trigger::Resigns),
    ("abandona", Trigger::Resigns),
    ("rinden", Trigger::Resigns),
    ("rinde", Trigger::Resigns),
    ("abbandona", Trigger::Resigns),
    ("abbandonano", Trigger::Resigns),
    ("aufgegeben", Trigger::Resigns),
    ("opgegeven", Trigger::Resigns),
    ("wins", Trigger::Wins),
    ("ganan", Trigger::Wins),
    ("gagnent", Trigger::Wins),
    ("gewinnt", Trigger::Wins),
    ("vincono", Trigger::Wins),
    ("win", Trigger::Wins),
    ("won", Trigger::Won),
    ("loses", Trigger::Loses),
    ("lost", Trigger::Loses),
    ("drawn", Trigger::Drawn),
    ("draw", Trigger::Drawn),
    ("draws", Trigger::Drawn),
    ("stalemate", Trigger::Drawn),
    ("tablas", Trigger::Drawn),
    ("nulle", Trigger::Drawn),
    ("patta", Trigger::Drawn),
    ("empate", Trigger::Drawn),
    ("remis", Trigger::Drawn),
    ("remise", Trigger::Drawn),
    ("exceeded", Trigger::Time),
    ("exceeds", Trigger::Time),
    ("overstepped", Trigger::Time),
    ("unfinished", Trigger::Unfinished),
    ("adjourned", Trigger::Unfinished),
    ("abandoned", Trigger::Unfinished),
    ("abandons", Trigger::Resigns),
];

/// Words that may surround them.
const COMPANY: &[&str] = &[
    "and",
    "the",
    "game",
    "a",
    "an",
    "by",
    "perpetual",
    "check",
    "in",
    "his",
    "is",
    "was",
    "as",
    "on",
    "time",
    "limit",
    "up",
    "gives",
    "gave",
    "of",
    "mutual",
    "consent",
    "agreed",
    "consented",
    "to",
    "here",
    "after",
    "white",
    "black",
    "blacks",
    "whites",
    "won",
    "party",
    "las",
    "los",
    "blancas",
    "negras",
    "se",
    "les",
    "blancs",
    "noirs",
    "weiß",
    "weiss",
    "schwarz",
    "bianco",
    "nero",
    "il",
    "left",
    "move",
    "moves",
    "few",
    "more",
];

/// The PGN termination markers, in the spellings people use.
pub(super) fn marker(text: &str) -> Option<Outcome> {
    let decisive = |winner| Outcome::Known(KnownOutcome::Decisive { winner });
    let packed: Cow<'_, str> =
        if text.contains(' ') { text.replace([' ', '\t'], "").into() } else { text.into() };
    match packed.trim_matches(['.', '(', ')', ',']) {
        "1-0" | "1–0" | "1—0" | "1:0" => Some(decisive(Color::White)),
        "0-1" | "0–1" | "0—1" | "0:1" => Some(decisive(Color::Black)),
        "1/2-1/2" | "½-½" | "½–½" | "½:½" | "1/2" | "½" | "1/2–1/2" | "1/2:1/2" | "0.5-0.5" | "=-=" => {
            Some(Outcome::Known(KnownOutcome::Draw))
        }
        "*" => Some(Outcome::Unknown),
        _ => None,
    }
}

/// An ending that begins within `words`, and the number of words before it.
///
/// A phrase begins at the first word after which only words of such phrases follow, and ends with the word
/// that states the ending.
pub(super) fn find(words: &[Word<'_>]) -> Option<(usize, Ending, Span)> {
    for (i, word) in words.iter().enumerate() {
        if let Some(outcome) = marker(word.text) {
            return Some((i, Ending::Marker(outcome), word.span()));
        }
        let plain = plain(word.text);
        let telling = TRIGGERS.iter().find(|(text, _)| *text == plain).map(|&(_, trigger)| trigger);
        let telling = telling.or_else(|| ending_words::draws(&plain).then_some(Trigger::Drawn));
        let given_up =
            plain == "up" && i > 0 && matches!(self::plain(words[i - 1].text).as_str(), "gives" | "gave")
                || ending_words::gives_up(words, i, &plain);
        let Some(trigger) = telling.or(given_up.then_some(Trigger::Resigns)) else { continue };
        let start = (0..i)
            .rev()
            .take_while(|&before| is_company(&self::plain(words[before].text)))
            .last()
            .unwrap_or(i);
        let after = words[i + 1..].iter().take_while(|word| is_company(&self::plain(word.text))).count();
        let phrase = &words[start..=i + after];
        if !is_statement(words, start..i + after + 1) {
            continue;
        }
        let side = phrase.iter().find_map(|word| match self::plain(word.text).as_str() {
            "white" | "whites" | "blancas" | "blancs" | "weiß" | "weiss" | "bianco" => Some(Color::White),
            "black" | "blacks" | "negras" | "noirs" | "schwarz" | "nero" => Some(Color::Black),
            word => ending_words::side(word),
        });
        let ending = match trigger {
            Trigger::Resigns => Ending::Resigns(side),
            Trigger::Wins => Ending::Wins(side),
            // "Won by White", "White won"; "Drawn game" is never "won".
            Trigger::Won => Ending::Wins(side),
            Trigger::Loses => Ending::Resigns(side),
            Trigger::Drawn => Ending::Drawn,
            Trigger::Time => Ending::Time(side),
            Trigger::Unfinished => Ending::Unfinished,
        };
        return Some((start, ending, span_of(phrase)));
    }
    None
}

/// How the game ends that a text states first, with the bytes of the statement; `None` where other words come first.
///
/// ```
/// use scorebook_core::record::Ending;
/// use scorebook_layout::leading_ending;
/// let (ending, place) = leading_ending("Drawn by perpetual check.").unwrap();
/// assert_eq!((ending, place), (Ending::Drawn, 0..25));
/// assert_eq!(leading_ending("R-K5 Resigns."), None);
/// ```
#[must_use]
pub fn leading_ending(text: &str) -> Option<(Ending, Range<usize>)> {
    let words: Vec<Word<'_>> = words(text, 0).collect();
    let (before, ending, span) = find(&words)?;
    (before == 0).then(|| (ending, span.range()))
}

/// A sentence that continues with more words than this is about something else.
const GOING_ON: usize = 1;

/// Whether a phrase states how the game ended: it is not part of a sentence about something else ("the game
/// is drawn by perpetual check in some lines"), not a question, and not an aside.
fn is_statement(words: &[Word<'_>], phrase: std::ops::Range<usize>) -> bool {
    let talk = |word: &Word<'_>| {
        let plain = plain(word.text);
        plain.chars().count() > 1
            && !word.text.contains(|c: char| c.is_ascii_digit())
            && word.text.starts_with(char::is_lowercase)
            && plain.chars().all(char::is_alphabetic)
            && !of_a_move(word.text)
            && !matches!(plain.as_str(), "takes" | "mates" | "checks")
    };
    let stops = |word: &Word<'_>| word.text.ends_with(['.', ',', ';', ':', '!', ')', ']', '—', '–', '-']);
    let Some(last) = words.get(phrase.end - 1) else { return false };
    if words[phrase.clone()].iter().any(|word| word.text.ends_with('?')) {
        return false;
    }
    if is_hoped_for(words, &phrase) {
        return false;
    }
    // `The game was eventually drawn.` is about this game.
    let told =
        matches!(&words[..phrase.start], [.., was, how] if was.text == "was" && how.text.ends_with("ly"));
    let led = phrase.start.checked_sub(1).map(|at| &words[at]).is_some_and(|word| talk(word) && !stops(word));
    let led = led && !told;
    let goes_on = words[phrase.end..].iter().take_while(|word| talk(word)).count() > GOING_ON;
    let bracket = words[phrase.start].text.starts_with(['(', '['])
        && !words[..phrase.end].last().is_some_and(|w| w.text.contains([')', ']']));
    !(led || bracket || goes_on && !stops(last))
}

/// Whether a phrase names an end that did not come about: `threatening to win a piece`, `a win was overlooked`.
fn is_hoped_for(words: &[Word<'_>], phrase: &std::ops::Range<usize>) -> bool {
    const DEEDS: &[&str] = &["win", "draw", "resign", "lose"];
    const AGREED: &[&str] = &["agreed", "consented", "agree", "consent"];
    let told: Vec<String> = words[phrase.clone()].iter().map(|word| plain(word.text)).collect();
    let is_open =
        words.get(phrase.end).is_some() && !words[phrase.end - 1].text.ends_with(['.', ';', ':', '!']);
    let named = |article: &str| matches!(article, "a" | "an");
    told.windows(2).any(|pair| {
        DEEDS.contains(&pair[1].as_str())
            && (pair[0] == "to" && !told.iter().any(|word| AGREED.contains(&word.as_str()))
                || named(&pair[0]) && is_open && !matches!(words[phrase.end].text, "by" | "after" | "in"))
    })
}

fn plain(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).trim_end_matches("'s").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_as_people_write_them() {
        let ending = |text| find(&words(text, 0).collect::<Vec<_>>()).map(|(at, ending, _)| (at, ending));
        assert_eq!(ending("Resigns."), Some((0, Ending::Resigns(None))));
        assert_eq!(ending("And White resigns."), Some((0, Ending::Resigns(Some(Color::White)))));
        assert_eq!(
            ending("K-R2 and Black gives up the game"),
            Some((1, Ending::Resigns(Some(Color::Black))))
        );
        assert_eq!(ending("QxQ and wins."), Some((1, Ending::Wins(None))));
        assert_eq!(ending("Drawn game."), Some((0, Ending::Drawn)));
        assert_eq!(ending("drawn by perpetual check"), Some((0, Ending::Drawn)));
        assert_eq!(ending("White exceeded the time limit"), Some((0, Ending::Time(Some(Color::White)))));
        assert_eq!(ending("abandoned"), Some((0, Ending::Unfinished)));
        assert_eq!(ending("Las negras abandonan"), Some((0, Ending::Resigns(Some(Color::Black)))));
        assert_eq!(
            ending("K-R1 0-1"),
            Some((1, Ending::Marker(Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }))))
        );
        assert_eq!(ending("P-K4 P-K4"), None);
        assert_eq!(ending("Drawn by agreement"), Some((0, Ending::Drawn)));
        assert_eq!(ending("Drawn after 60 moves"), Some((0, Ending::Drawn)));
    }

    #[test]
    fn what_a_sentence_says_of_something_else_is_no_ending() {
        let ending = |text| find(&words(text, 0).collect::<Vec<_>>());
        for text in [
            "After this the game is drawn by perpetual check in some lines",
            "(Black resigns? not yet)",
            "the game is drawn in most lines of this variation",
            "a player who resigns here is wrong",
            "this move wins a pawn by force",
            "Threatening to win a piece.",
            "A win for White was overlooked.",
        ] {
            assert_eq!(ending(text), None, "{text}");
        }
    }

    #[test]
    fn its_place_is_the_phrase() {
        let text = "32. QxQ And White resigns, for if R-K1";
        let (_, _, span) = find(&words(text, 0).collect::<Vec<_>>()).unwrap();
        assert_eq!(&text[span.range()], "And White resigns,");
    }
}
