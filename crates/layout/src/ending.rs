//! Recognises statements that a game ended: `Resigns`, `and wins`, `Drawn game`, `1-0`.

use std::borrow::Cow;
use std::ops::Range;

use scorebook_lexicon::{
    ENDING_PHRASES, Saying, completes_ending_phrase, ending_of, is_acceptance, is_agreement,
    is_beside_ending, is_condition, is_denial, is_offer, joins_clauses, side_of,
};
use shakmaty::{Color, KnownOutcome, Outcome};

use super::Ending;
use super::heading::is_result;
use super::move_words::of_a_move;
use super::words::{Gap, Word, span_of, words};
use crate::text::Span;

/// The PGN termination markers, in the spellings people use.
#[must_use]
pub fn marker(text: &str) -> Option<Outcome> {
    // Few words begin as one, with signs before it or without.
    let may_begin = |c: char| " \t.(),*_10½=lIOoi".contains(c);
    if !text.starts_with(may_begin) {
        return None;
    }
    let decisive = |winner| Outcome::Known(KnownOutcome::Decisive { winner });
    let packed: Cow<'_, str> =
        if text.contains(' ') { text.replace([' ', '\t'], "").into() } else { text.into() };
    // `½-½³`: the mark of a footnote.
    let bare = packed.trim_end_matches(['¹', '²', '³', '⁰', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '†', '‡']);
    let bare = bare.trim_matches(['.', '(', ')', ',']);
    // `**0-1**`
    let bare = if bare.len() > 3 { bare.trim_matches(['*', '_']) } else { bare };
    // TeX sets a dash as two hyphens: `1--0`.
    let bare: Cow<'_, str> = if bare.contains("--") { bare.replace("--", "-").into() } else { bare.into() };
    // `l - 0`, `O-1`: letters for figures, of old type and of hands. `O-O` is castling.
    let figures: Cow<'_, str> = match &*bare {
        "l-0" | "I-0" | "l-O" | "I-O" | "1-O" | "l-o" | "1-o" | "l:0" | "I:0" | "l–0" | "I–0" | "l—0"
        | "i-0" => "1-0".into(),
        "O-1" | "O-l" | "O-I" | "0-l" | "0-I" | "o-1" | "o-l" | "O:1" | "0:l" | "0:I" | "0–l" | "0–I"
        | "0—l" | "0-i" => "0-1".into(),
        _ => bare,
    };
    match &*figures {
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
    find_within(words, usize::MAX)
}

/// Most words before those of a phrase with which it may begin: a name, and `and` before it.
const SUBJECT: usize = 2;

/// The same; an ending that does not begin with one of the first words up to `latest` need not be found.
fn find_within(words: &[Word<'_>], latest: usize) -> Option<(usize, Ending, Span)> {
    let mut phrase = 0;
    let mut note = Note::default();
    let is_game = words.first().is_some_and(|word| is_numbered_first(word.text));
    for at in 0..words.len() {
        note.take(at, words[at].text);
        // Where the words begin that may stand in one phrase with this one.
        if at > latest && !may_be_beside(&words[at - 1]) {
            phrase = at;
        }
        if phrase > latest.saturating_add(SUBJECT) {
            return None;
        }
        if let Some(found) = ending_at(words, at).filter(|found| is_game || !note.holds(found.0)) {
            return Some(found);
        }
    }
    None
}

/// The bracket of a note that is open.
#[derive(Default)]
struct Note {
    depth: usize,
    /// The word with which it opens, and whether that has figures, as moves have.
    begin: usize,
    has_number: bool,
}

impl Note {
    /// Takes in the next word.
    fn take(&mut self, at: usize, word: &str) {
        for c in word.chars() {
            match c {
                '(' | '[' | '{' => {
                    if self.depth == 0 {
                        self.begin = at;
                        self.has_number = word.contains(|c: char| c.is_ascii_digit());
                    }
                    self.depth += 1;
                }
                ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Whether what begins with a word stands in it, behind other words: `(3... Nf6 4. O-O and White resigns)`.
    fn holds(&self, begin: usize) -> bool {
        self.depth > 0 && self.has_number && self.begin < begin
    }
}

/// Whether a word opens a bracket around a whole game: `(1.e4`.
fn is_numbered_first(word: &str) -> bool {
    let number = word.trim_start_matches(['(', '[', '{']);
    let behind = number.strip_prefix('1').filter(|_| number.len() < word.len());
    behind
        .is_some_and(|behind| !behind.starts_with(|c: char| c.is_ascii_digit()) && !behind.starts_with(".."))
}

/// The same of one that begins with the first word.
fn find_leading(words: &[Word<'_>]) -> Option<(Ending, Span)> {
    for at in 0..words.len() {
        let is_label = at == 1 && is_result(words[0].text);
        if at > 0 && !is_label && !is_beside(&words[at - 1]) {
            return None;
        }
        if let Some((begin, ending, span)) = ending_at(words, at) {
            return (begin == 0).then_some((ending, span));
        }
    }
    None
}

/// Whether a word may stand in a phrase about an ending, beside the one that says it.
fn is_beside(word: &Word<'_>) -> bool {
    is_beside_ending(&plain(word.text))
}

/// The same of a phrase about any ending: `Remis vereinbart`.
fn may_be_beside(word: &Word<'_>) -> bool {
    let word = plain(word.text);
    is_beside_ending(&word) || is_agreement(&word) || is_acceptance(&word)
}

/// The ending that the word at `i` states, with the words around it.
fn ending_at(words: &[Word<'_>], i: usize) -> Option<(usize, Ending, Span)> {
    let word = &words[i];
    if let Some(outcome) = marker(word.text) {
        // `Result 1-0`
        return match i.checked_sub(1).filter(|&before| is_result(words[before].text)) {
            Some(label) => Some((label, Ending::Marker(outcome), span_of(&words[label..=i]))),
            None => Some((i, Ending::Marker(outcome), word.span())),
        };
    }
    let plain = self::plain(word.text);
    // `re-` at the end of a line, `signed.` on the next
    let divided = divided(words, i);
    let (plain, torn) = divided.map_or((plain, 0), |whole| (whole, 1));
    let completed = completed(words, i, &plain);
    // `zwart geeft zijn pion op` has an object.
    let verb = completed.filter(|&(_, verb)| (verb + 1..i).all(|at| is_beside(&words[at])));
    let verb = verb.map_or(i, |(_, verb)| verb);
    let completed = completed.map(|(saying, _)| saying).or(mates(words, i, &plain));
    let saying = completed.or(ending_of(&plain))?;
    // `Remis vereinbart`, `Ничья по соглашению`
    let is_told = |word: &Word<'_>| {
        saying == Saying::Drawn && {
            let word = self::plain(word.text);
            is_agreement(&word) || is_acceptance(&word)
        }
    };
    let start =
        (0..verb).rev().take_while(|&before| is_beside(&words[before]) || is_told(&words[before])).last();
    let start = start.unwrap_or(verb);
    // A new sentence says something else.
    let is_same =
        |at: usize| !words[at - 1].text.ends_with(['.', ';', '!', '?']) && !begins_sentence(words, at);
    let i = i + torn;
    // `Black resigned, as the position is lost`: behind the comma begins what it is said with.
    let is_said = |at: usize| {
        words[at - 1].text.ends_with(',')
            && words[start..at].iter().any(|word| side_of(&self::plain(word.text)).is_some())
    };
    let after = (i + 1..words.len())
        .take_while(|&at| {
            is_same(at)
                && !is_said(at)
                && (is_beside(&words[at]) || is_told(&words[at]) || is_for_side(words, at))
        })
        .count();
    let after = after + counted_move(&words[i + after + 1..]);
    let has_side = words[start..=i + after].iter().any(|word| side_of(&self::plain(word.text)).is_some());
    let start = start - usize::from(!has_side && is_subject(words, start, saying));
    // `y Capablanca se rindió`
    let joins = |at: usize| {
        words[at].text.starts_with(char::is_lowercase)
            && words[at].text.chars().all(char::is_alphabetic)
            && is_and(&self::plain(words[at].text))
    };
    let named = words[start].text.starts_with(char::is_uppercase)
        && side_of(&self::plain(words[start].text)).is_none();
    let start = start - usize::from(named && start > 0 && joins(start - 1));
    let phrase = &words[start..=i + after];
    let whole = start..i + after + 1;
    if whole.end < words.len() && closes_note(phrase) {
        return None;
    }
    if !is_statement(words, whole.clone(), saying) || has_object(words, &whole, saying) {
        return None;
    }
    // `abbandonò (0-1)`: figures say it better than words.
    if let Some(next) = words.get(whole.end)
        && next.text.starts_with(['(', '['])
        && let Some(outcome) = marker(next.text).filter(|outcome| *outcome != Outcome::Unknown)
    {
        let place = span_of(&words[start..=whole.end]);
        return Some((start, Ending::Marker(outcome), place));
    }
    let side = phrase.iter().find_map(|word| side_of(&self::plain(word.text)));
    let side = side.or_else(|| before_clause(words, start)).or_else(|| before_short_words(words, start));
    // `Loses.` is said of a move, and so is `Wins.` in a line of its own.
    let is_note = saying == Saying::Loses && !is_on_time(phrase)
        || matches!(saying, Saying::Wins) && phrase.len() == 1 && is_line_alone(words, start);
    if side.is_none() && is_note {
        return None;
    }
    let ending = match saying {
        // "Won by White", "White won"; "Drawn game" is never "won".
        Saying::Wins | Saying::Won => Ending::Wins(side),
        Saying::Loses if is_on_time(phrase) => Ending::Time(side.or_else(|| subject_side(words, start))),
        Saying::Resigns | Saying::Loses => Ending::Resigns(side),
        Saying::Drawn => Ending::Drawn,
        Saying::Time => Ending::Time(side),
        Saying::Unfinished => Ending::Unfinished,
    };
    Some((start, ending, span_of(phrase)))
}

/// Whether the last word of a phrase closes a bracket that opened before the phrase: it is the end of a note.
fn closes_note(phrase: &[Word<'_>]) -> bool {
    let count = |signs: [char; 3]| phrase.iter().map(|word| word.text.matches(signs).count()).sum::<usize>();
    count([')', ']', '}']) > count(['(', '[', '{'])
}

/// Whether a word with a capital is all that stands on its line.
fn is_line_alone(words: &[Word<'_>], at: usize) -> bool {
    words[at].gap == Gap::Line
        && words[at].text.starts_with(char::is_uppercase)
        && words.get(at + 1).is_none_or(|next| next.gap == Gap::Line)
}

/// A word that is divided at the end of a line, if it says an end as a whole: `re-⏎signed`, `auf-⏎gegeben`.
fn divided(words: &[Word<'_>], at: usize) -> Option<String> {
    let first = words[at].text.strip_suffix(['-', '\u{ad}', '¬'])?;
    let next = words
        .get(at + 1)
        .filter(|next| next.gap == Gap::Line && next.text.starts_with(char::is_lowercase))?;
    let whole = plain(&format!("{first}{}", next.text));
    ending_of(&whole).is_some().then_some(whole)
}

/// Whether a phrase says that time was lost.
fn is_on_time(phrase: &[Word<'_>]) -> bool {
    phrase.iter().any(|word| plain(word.text) == "time")
}

/// The side that is the subject of the sentence of which a phrase is the end: `Black left the room and lost on time`.
fn subject_side(words: &[Word<'_>], start: usize) -> Option<Color> {
    let ends = |word: &&Word<'_>| word.text.ends_with(['.', ';', '!', '?']);
    let sentence = words[..start].iter().rev().take_while(|word| !ends(word));
    let sides: Vec<Color> = sentence.filter_map(|word| side_of(&plain(word.text))).collect();
    sides.first().copied().filter(|first| sides.iter().all(|side| side == first))
}

/// How many words behind a phrase say in which move: `im 43. Zuge`, `in 40 moves`.
fn counted_move(words: &[Word<'_>]) -> usize {
    const MOVES: &[&str] =
        &["zuge", "zug", "zügen", "move", "moves", "coup", "coups", "jugada", "mossa", "zet", "drag", "træk"];
    let [number, noun, ..] = words else { return 0 };
    let figures = number.text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let is_number = (1..=3).contains(&figures.len()) && figures.bytes().all(|b| b.is_ascii_digit());
    let is_noun = MOVES.contains(&plain(noun.text).as_str()) && noun.gap != Gap::Line;
    if is_number && is_noun { 2 } else { 0 }
}

/// Whether the word before a phrase is a name that is its subject: `Rotlewi gave up`.
fn is_subject(words: &[Word<'_>], start: usize, saying: Saying) -> bool {
    let Some(before) = start.checked_sub(1).map(|at| words[at]) else { return false };
    let is_verb = matches!(saying, Saying::Resigns | Saying::Time);
    let begins = &words[start];
    is_verb
        && begins.text.starts_with(char::is_lowercase)
        && begins.gap != Gap::Line
        && !is_and(&plain(begins.text))
        && before.text.chars().count() > 2
        && before.text.starts_with(char::is_uppercase)
        && before.text.chars().skip(1).all(|c| c.is_lowercase() || matches!(c, '-' | '\'' | '’'))
        && !of_a_move(before.text)
}

/// The side that is the subject of a phrase behind a few short words: `Črni se je vdal`.
fn before_short_words(words: &[Word<'_>], start: usize) -> Option<Color> {
    /// Most such words, and most letters of each.
    const MOST: usize = 3;
    let is_short =
        |word: &&Word<'_>| word.text.chars().count() <= MOST && word.text.chars().all(char::is_lowercase);
    let between = words[..start].iter().rev().take_while(is_short).count();
    let subject = words.get(start.checked_sub(between + 1)?).filter(|_| (1..=MOST).contains(&between))?;
    side_of(&plain(subject.text))
}

/// The side that is the subject of a phrase behind a clause between commas: `il Bianco, in zeitnot, abbandonò`.
fn before_clause(words: &[Word<'_>], start: usize) -> Option<Color> {
    /// Most words of the clause.
    const CLAUSE: usize = 5;
    words[..start].last().filter(|last| last.text.ends_with(','))?;
    let near = &words[start.saturating_sub(CLAUSE + 1)..start];
    let subject = near.iter().rev().skip(1).find(|word| word.text.ends_with([',', '.', ';']))?;
    subject.text.ends_with(',').then(|| side_of(&plain(subject.text))).flatten()
}

/// Whether a sentence says that the players agreed to what a phrase says, or that a judge decided so.
fn is_agreed(words: &[Word<'_>], phrase: &Range<usize>) -> bool {
    /// Words before and behind the phrase in which it is said.
    const NEAR: usize = 4;
    let ends = |word: &Word<'_>| word.text.ends_with(['.', ';', '!', '?']);
    let before = words[..phrase.start].iter().rev().take_while(|word| !ends(word)).take(2 * NEAR);
    let before: Vec<String> = before.map(|word| plain(word.text)).collect();
    let behind = words[phrase.end..].iter().take(NEAR / 2).map(|word| plain(word.text));
    let inside = words[phrase.clone()].iter().map(|word| plain(word.text));
    let near = before.iter().take(NEAR).cloned().chain(behind).chain(inside);
    near.into_iter().any(|word| is_agreement(&word)) && !before.iter().any(|word| is_denial(word))
}

/// Whether a side on a line of its own begins the next sentence, of which it is the subject: `Resigns` above `White announced mate`.
fn begins_sentence(words: &[Word<'_>], at: usize) -> bool {
    let is_verb = |word: &Word<'_>| {
        word.gap != Gap::Line
            && word.text.starts_with(char::is_lowercase)
            && !matches!(plain(word.text).as_str(), "to" | "by" | "in" | "on" | "at" | "after" | "and")
    };
    words[at].gap == Gap::Line
        && words[at].text.starts_with(char::is_uppercase)
        && side_of(&plain(words[at].text)).is_some()
        && words.get(at + 1).is_some_and(is_verb)
}

/// Whether a word is `for` before a side: `a win for Black`.
fn is_for_side(words: &[Word<'_>], at: usize) -> bool {
    const FOR: &[&str] = &["for", "für", "pour", "para", "per", "voor", "för", "for", "dla"];
    let next = words.get(at + 1).map(|word| plain(word.text));
    FOR.contains(&plain(words[at].text).as_str()) && next.is_some_and(|word| side_of(&word).is_some())
}

/// Most words between a verb and the word that completes it: `geeft de partij op`.
const WORDS_BETWEEN: usize = 3;

/// What the word at `at` says with a verb before it that it completes, `gives up`, `gibt auf`, `perdieron por tiempo`, and where the verb
/// stands.
fn completed(words: &[Word<'_>], at: usize, plain: &str) -> Option<(Saying, usize)> {
    if !completes_ending_phrase(plain) {
        return None;
    }
    let before = at.saturating_sub(WORDS_BETWEEN + 1)..at;
    let phrases = ENDING_PHRASES.iter().filter(|phrase| phrase.completed_by.contains(&plain));
    let mut found = phrases.filter_map(|phrase| {
        let is_verb = |at: &usize| phrase.verbs.contains(&self::plain(words[*at].text).as_str());
        Some((phrase.saying, before.clone().rev().find(is_verb)?))
    });
    found.next()
}

/// Whether a word joins two parts of a sentence.
fn is_and(word: &str) -> bool {
    matches!(word, "and" | "und" | "y" | "et" | "e" | "en" | "och" | "og" | "i" | "a" | "és" | "и")
}

/// `and Black mates`: the end of a score. Without the conjunction it is the task of a problem, and without the side the mark of
/// a move.
fn mates(words: &[Word<'_>], at: usize, plain: &str) -> Option<Saying> {
    let word = |back: usize| at.checked_sub(back).map(|at| self::plain(words[at].text));
    let is_side = word(1).is_some_and(|word| side_of(&word).is_some());
    let goes_on = word(2).is_some_and(|word| is_and(&word));
    (matches!(plain, "mates" | "checkmates") && is_side && goes_on).then_some(Saying::Wins)
}

/// Whether a phrase names who won or lost and goes on with what: `White won the exchange`, `Weiß gewann einen Bauern`.
fn has_object(words: &[Word<'_>], phrase: &Range<usize>, saying: Saying) -> bool {
    const ARTICLES: &[&str] = &[
        "a", "an", "the", "die", "der", "das", "den", "las", "los", "la", "el", "les", "il", "le", "lo",
        "gli", "het", "os", "as",
    ];
    /// `White resigned himself to a long defence`, `Hope resigned from the club`
    const REFLEXIVES: &[&str] = &["himself", "herself", "themselves", "itself", "from", "as"];
    const SOME: &[&str] = &[
        "a", "an", "his", "her", "another", "one", "two", "einen", "eine", "ein", "seinen", "seine", "een",
        "zijn",
    ];
    let Some(next) = words.get(phrase.end) else { return false };
    let last = words[phrase.end - 1].text;
    // `Black gives up a bishop`
    if saying == Saying::Resigns && !last.ends_with(['.', ',', ';', ':', '!', ')']) {
        let is_open = ARTICLES.contains(&plain(last).as_str()) && next.text.starts_with(char::is_alphabetic);
        return is_open
            || REFLEXIVES.contains(&plain(next.text).as_str())
            || [last, next.text].iter().any(|word| SOME.contains(&plain(word).as_str()));
    }
    // `Drawn by H. Smith`: a picture.
    if saying == Saying::Drawn {
        return plain(last) == "by" && next.text.starts_with(char::is_uppercase);
    }
    if !matches!(saying, Saying::Wins | Saying::Won | Saying::Loses) {
        return false;
    }
    if last.ends_with(['.', ',', ';', ':', '!', ')', ']']) || !next.text.starts_with(char::is_alphabetic) {
        return false;
    }
    ARTICLES.contains(&plain(last).as_str())
        || saying == Saying::Won && ending_of(&plain(last)) == Some(Saying::Won) && !next.text.contains("ly")
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
    // `- Abandonam.`
    let begins = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—'));
    if !may_begin_with_ending(begins) && !may_end_in_marker(text) {
        return None;
    }
    let words: Vec<Word<'_>> = words(begins, text.len() - begins.len()).collect();
    let leading = find_leading(&words);
    let (ending, span) = leading.or_else(|| ending_of_sentence(&words)).or_else(|| confirmed(&words))?;
    Some((ending, span.range()))
}

/// Whether one of the first words of a text may state an ending that [`find_leading`] or [`ending_of_sentence`] finds. Behind most
/// moves none does, and the other words need not be cut.
fn may_begin_with_ending(text: &str) -> bool {
    // As in `find_within`: the words before the sentence's end, and where those begin that may stand in one phrase.
    let (mut own, mut is_own_so_far, mut phrase, mut is_beside) = (0, true, 0, false);
    for (at, word) in words(text, 0).enumerate() {
        if at > own && !is_beside {
            phrase = at;
        }
        if phrase > own + SUBJECT {
            return false;
        }
        let plain = plain(word.text);
        let states = marker(word.text).is_some()
            || word.text.ends_with(['-', '\u{ad}', '¬'])
            || matches!(&*plain, "mates" | "checkmates")
            || completes_ending_phrase(&plain)
            || ending_of(&plain).is_some();
        if states {
            return true;
        }
        is_own_so_far &= own < BEFORE && is_of_sentence(&word);
        own += usize::from(is_own_so_far);
        is_beside = is_beside_ending(&plain) || is_agreement(&plain) || is_acceptance(&plain);
    }
    false
}

/// Whether the last word of a text may be one that [`marker`] knows.
fn may_end_in_marker(text: &str) -> bool {
    let is_sign = |c: char| !c.is_alphanumeric();
    let last = text.trim_end_matches(is_sign).rsplit(is_sign).next().unwrap_or_default();
    // `=-=`
    last.chars().all(|c| "012½lIOoi¹²³⁰⁴⁵⁶⁷⁸⁹".contains(c)) || text.contains('=')
}

/// The end that the last words of a short text say and figures behind them say again: `strokes only. Black overstepped, 1-0)`.
fn confirmed(words: &[Word<'_>]) -> Option<(Ending, Span)> {
    /// Most words of the text.
    const MOST: usize = 20;
    let (last, before) = words.split_last().filter(|_| words.len() <= MOST)?;
    let outcome = marker(last.text).filter(|outcome| *outcome != Outcome::Unknown)?;
    let (at, ending, span) = find(before)?;
    let is_last = span.end + 1 >= before.last().map_or(0, |word| word.span().end);
    let agrees = match ending {
        Ending::Marker(_) | Ending::Unfinished => false,
        Ending::Drawn => outcome == Outcome::Known(KnownOutcome::Draw),
        _ => {
            ending.outcome(None).map_or(outcome != Outcome::Known(KnownOutcome::Draw), |told| told == outcome)
        }
    };
    (is_last && agrees).then(|| (Ending::Marker(outcome), span_of(words))).filter(|_| at > 0)
}

/// The ending with which the first sentence closes, where it leaves no doubt: a draw that was agreed, a side that resigned behind
/// a clause, figures behind the verb. `und da haben wir uns auf Remis geeinigt`, `e il Bianco, in zeitnot, abbandonò (0-1)`.
fn ending_of_sentence(words: &[Word<'_>]) -> Option<(Ending, Span)> {
    let own = words.iter().take(BEFORE).take_while(|word| is_of_sentence(word)).count();
    let mut from = 0;
    loop {
        let (at, ending, span) = find_within(words.get(from..)?, own.checked_sub(from)?)?;
        let at = from + at;
        // A name that is the subject: `Dale gave up.`
        if at == 0 {
            return Some((ending, span));
        }
        if at > own {
            return None;
        }
        let length = words[at..].iter().take_while(|word| word.start < span.end).count();
        let phrase = at..at + length;
        let is_sure = match ending {
            Ending::Drawn => is_agreed(words, &phrase),
            Ending::Time(Some(_)) => true,
            Ending::Resigns(_) | Ending::Time(_) => {
                before_clause(words, at).is_some() || closes_sentence(words, &phrase)
            }
            Ending::Marker(_) => length > 1,
            _ => false,
        };
        if is_sure {
            return Some((ending, span_of(&words[..phrase.end])));
        }
        // `He wins my knight and I resign.`
        if !matches!(ending, Ending::Wins(_)) || phrase.is_empty() {
            return None;
        }
        from = phrase.end;
    }
}

/// Most words of a sentence before its ending.
const BEFORE: usize = 12;

/// Whether a word may stand before the ending of a sentence. Another game has a year, a page, a move.
fn is_of_sentence(word: &Word<'_>) -> bool {
    let ends = word.text.ends_with(['.', ';', '!', '?', ':']) && word.text.chars().count() > 4;
    let plain = plain(word.text);
    !ends
        && (is_square(&plain) || !word.text.contains(|c: char| c.is_ascii_digit()))
        && !matches!(plain.as_str(), "v" | "vs")
}

/// Whether a word names a square: `my defender of c2`.
fn is_square(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

/// Whether a statement is the last clause of a sentence, and nothing says that it only may come about: `Though material is even, Black
/// resigns.`, `Black takes my bishop and I resign.`
fn closes_sentence(words: &[Word<'_>], phrase: &Range<usize>) -> bool {
    let ends = words.get(phrase.end).is_none() || words[phrase.end - 1].text.ends_with(['.', '!', ';', ')']);
    let before = &words[..phrase.start];
    let says = |wanted: fn(&str) -> bool| before.iter().any(|word| wanted(&plain(word.text)));
    let leads =
        before.last().is_some_and(|word| word.text.ends_with(',') || joins_clauses(&plain(word.text)));
    let begins = plain(words[phrase.start].text);
    ends && (leads || joins_clauses(&begins)) && !says(is_denial) && !says(is_condition)
}

/// The first statement in a text of how a game ends, with its bytes.
///
/// ```
/// use scorebook_core::record::Ending;
/// use scorebook_layout::first_ending;
/// let (ending, place) = first_ending("R-K5 Resigns.").unwrap();
/// assert_eq!((ending, place), (Ending::Resigns(None), 5..13));
/// assert_eq!(first_ending("a draw was near"), None);
/// ```
#[must_use]
pub fn first_ending(text: &str) -> Option<(Ending, Range<usize>)> {
    let words: Vec<Word<'_>> = words(text, 0).collect();
    find(&words).map(|(_, ending, span)| (ending, span.range()))
}

/// The first statement between two moves that the game is over, with its bytes: a result, or a sentence that begins with the
/// end. Games that are won, or adjourned, may go on.
///
/// ```
/// use scorebook_core::record::Ending;
/// use scorebook_layout::closing_words;
/// let (ending, place) = closing_words(" Resigns. If ").unwrap();
/// assert_eq!((ending, place), (Ending::Resigns(None), 1..9));
/// assert_eq!(closing_words(" Here Black might have resigned. 15 "), None);
/// assert_eq!(closing_words(" and wins. 15 "), None);
/// assert_eq!(closing_words(" The game was lost. 15 "), None);
/// assert_eq!(closing_words(" loses a Pawn. 15 "), None);
/// assert!(closing_words(" Here Black left the room and lost on time. 15 ").is_some());
/// assert!(closing_words(" Here Black resigned, not waiting for 15 ").is_some());
/// ```
#[must_use]
pub fn closing_words(gap: &str) -> Option<(Ending, Range<usize>)> {
    /// Most words of a sentence before its statement.
    const LEAD: usize = 3;
    // Most gaps are a blank or a number.
    if gap.len() < 3 || !gap.contains(|c: char| c.is_alphabetic() || matches!(c, '-' | '½' | '–' | ':')) {
        return None;
    }
    let (ending, place) = first_ending(gap)?;
    let before = gap[..place.start].trim_end();
    let is_final = match ending {
        Ending::Marker(outcome) => {
            // In a table, it is in a field of its own.
            let is_sign = |c: char| matches!(c, '.' | '#' | '+' | '!' | '?' | '|') || c.is_whitespace();
            outcome != Outcome::Unknown && before.trim_end_matches(is_sign).is_empty()
        }
        // `Black left the room and lost on time`
        Ending::Time(_) => true,
        // `Here Black resigned`
        Ending::Resigns(_) | Ending::Drawn if !is_only_lost(&gap[place.clone()]) => {
            let lead = before.rsplit(['.', '!', '?', ';', ':', '\n']).next().unwrap_or_default();
            lead.split_whitespace().count() <= LEAD && !lead.contains([',', '(', '['])
        }
        _ => false,
    };
    is_final.then_some((ending, place))
}

/// Whether a statement says no more than that something is lost, which is said of men and of positions too.
#[must_use]
pub fn is_only_lost(statement: &str) -> bool {
    let says = |wanted: Saying| words(statement, 0).any(|word| ending_of(&plain(word.text)) == Some(wanted));
    says(Saying::Loses)
        && !says(Saying::Resigns)
        && !words(statement, 0).any(|word| plain(word.text) == "time")
}

/// A sentence that continues with more words than this is about something else.
const GOING_ON: usize = 1;

/// Whether a phrase states how the game ended: it is not part of a sentence about something else ("the game
/// is drawn by perpetual check in some lines"), not a question, and not an aside.
fn is_statement(words: &[Word<'_>], phrase: std::ops::Range<usize>, saying: Saying) -> bool {
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
    if is_hoped_for(words, &phrase) || is_task(words, &phrase) {
        return false;
    }
    // `The game was eventually drawn.` is about this game.
    let told =
        matches!(&words[..phrase.start], [.., was, how] if was.text == "was" && how.text.ends_with("ly"));
    let led = phrase.start.checked_sub(1).map(|at| &words[at]).is_some_and(|word| talk(word) && !stops(word));
    // `then we agreed a draw`
    let we = matches!(plain(words[phrase.start].text).as_str(), "we" | "they" | "players");
    let agreed = words[phrase.clone()].iter().any(|word| plain(word.text) == "agreed");
    // `Black left the room and lost on time`
    let verb = words[phrase.clone()].iter().find_map(|word| ending_of(&plain(word.text))).or(Some(saying));
    let before = phrase.start.checked_sub(1).map(|at| plain(words[at].text)).unwrap_or_default();
    let ends_all = matches!(verb, Some(Saying::Resigns | Saying::Time))
        || verb == Some(Saying::Loses) && is_on_time(&words[phrase.clone()]);
    let joined = is_and(&plain(words[phrase.start].text)) && ends_all;
    let also = joined
        || matches!(verb, Some(Saying::Resigns | Saying::Loses | Saying::Time)) && joins_clauses(&before);
    let settled = verb == Some(Saying::Drawn) && is_agreed(words, &phrase);
    let is_whole = told || also || settled || we && agreed;
    let led = led && !is_whole;
    let behind = || words[phrase.end..].iter().take_while(|word| talk(word));
    // `Белые сдались ввиду потери слона`, `et les Noirs abandonnent, car …`: a side has resigned, whatever for.
    let has_side = words[phrase.clone()].iter().any(|word| side_of(&plain(word.text)).is_some());
    let sentence =
        words[..phrase.start].iter().rev().take_while(|word| !word.text.ends_with(['.', '!', '?', ';', ':']));
    let is_deed = verb == Some(Saying::Resigns)
        && has_side
        && (joined || words[phrase.start].text.starts_with(char::is_uppercase))
        && !sentence.chain(behind()).any(|word| is_condition(&plain(word.text)));
    let goes_on = !settled && !is_deed && behind().count() > GOING_ON;
    let bracket = words[phrase.start].text.starts_with(['(', '['])
        && !words[..phrase.end].last().is_some_and(|w| w.text.contains([')', ']']));
    !(led || bracket || goes_on && !stops(last))
}

/// Whether a phrase is the head of a problem, whose word is that of a resignation in German and Dutch: `Aufgabe 12`.
fn is_task(words: &[Word<'_>], phrase: &std::ops::Range<usize>) -> bool {
    const TASKS: &[&str] = &["aufgabe", "aufg", "opgave", "uppg"];
    let numbered =
        |at: usize| words.get(at).is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_digit()));
    let is_title = words[phrase.start].text.starts_with(char::is_uppercase);
    let before = phrase.start.checked_sub(1).filter(|_| is_title);
    let before = before.is_some_and(|at| words[at].text.ends_with('.') && numbered(at));
    phrase.len() == 1
        && TASKS.contains(&plain(words[phrase.start].text).as_str())
        && (before || numbered(phrase.end))
}

/// Whether a phrase names an end that did not come about: `threatening to win a piece`, `a win was overlooked`, `draw offered`.
fn is_hoped_for(words: &[Word<'_>], phrase: &std::ops::Range<usize>) -> bool {
    const DEEDS: &[&str] = &["win", "draw", "resign", "lose"];
    /// Words in which an offer is accepted.
    const REPLY: usize = 8;
    const AGREED: &[&str] = &["agreed", "consented", "agree", "consent"];
    let told: Vec<String> = words[phrase.clone()].iter().map(|word| plain(word.text)).collect();
    let is_offer = |word: &Word<'_>| is_offer(&plain(word.text));
    let before = phrase.start.checked_sub(1).map(|at| &words[at]);
    let is_agreed = words[phrase.start..].iter().take(REPLY).any(|word| is_acceptance(&plain(word.text)));
    if !is_agreed && words[phrase.clone()].iter().chain(words.get(phrase.end)).chain(before).any(is_offer) {
        return true;
    }
    let is_open =
        words.get(phrase.end).is_some() && !words[phrase.end - 1].text.ends_with(['.', ';', ':', '!']);
    let named = |article: &str| matches!(article, "a" | "an");
    told.windows(2).enumerate().any(|(at, pair)| {
        DEEDS.contains(&pair[1].as_str())
            // `decides to resign`
            && completed(words, phrase.start + at + 1, &pair[1]).is_none()
            && (pair[0] == "to" && !told.iter().any(|word| AGREED.contains(&word.as_str()))
                || named(&pair[0]) && is_open && !matches!(words[phrase.end].text, "by" | "after" | "in"))
    })
}

fn plain(word: &str) -> String {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).trim_end_matches("'s");
    // `d'accordo`, `j'abandonne`
    let behind = bare.split_once(['\'', '’']).filter(|(before, behind)| {
        before.chars().count() < 3 && behind.chars().count() > 3 && before.chars().all(char::is_alphabetic)
    });
    behind.map_or(bare, |(_, behind)| behind).to_lowercase()
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
        assert!(
            [
                "(draw offered)",
                "White offered a draw, which was declined.",
                "Draw refused",
                "offers a draw",
                "Remis angeboten"
            ]
            .iter()
            .all(|text| ending(text).is_none())
        );
        assert_eq!(ending("drawn by perpetual check"), Some((0, Ending::Drawn)));
        assert_eq!(ending("White exceeded the time limit"), Some((0, Ending::Time(Some(Color::White)))));
        assert_eq!(ending("Black's flag fell."), Some((0, Ending::Time(Some(Color::Black)))));
        assert_eq!(ending("Black decides to resign."), Some((0, Ending::Resigns(Some(Color::Black)))));
        assert_eq!(ending("Here a draw was agreed upon."), Some((0, Ending::Drawn)));
        assert_eq!(ending("abandoned"), Some((0, Ending::Unfinished)));
        assert_eq!(ending("Las negras abandonan"), Some((0, Ending::Resigns(Some(Color::Black)))));
        assert_eq!(
            ending("K-R1 0-1"),
            Some((1, Ending::Marker(Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }))))
        );
        assert_eq!(ending("P-K4 P-K4"), None);
        assert_eq!(ending("Drawn by agreement"), Some((0, Ending::Drawn)));
        assert_eq!(ending("Drawn after 60 moves"), Some((0, Ending::Drawn)));
        for (text, side) in [
            ("and after some further moves White won.", Color::White),
            ("and Black mates next move", Color::Black),
            ("und Schwarz setzt im nächsten Zuge matt.", Color::Black),
            ("Weiß gewann.", Color::White),
        ] {
            assert_eq!(ending(text), Some((0, Ending::Wins(Some(side)))), "{text}");
        }
        for (text, side) in [
            ("Weiss giebt auf.", Color::White),
            ("Schwarz ergab sich", Color::Black),
            ("Siyah terk etti. 1-0", Color::Black),
        ] {
            assert_eq!(ending(text), Some((0, Ending::Resigns(Some(side)))), "{text}");
        }
        for (text, side) in [
            ("Las negras perdieron por tiempo.", Color::Black),
            ("Les Blancs perdent au temps", Color::White),
            ("Schwarz verlor durch Zeitüberschreitung.", Color::Black),
            ("Weiß verlor auf Zeit", Color::White),
        ] {
            assert_eq!(ending(text), Some((0, Ending::Time(Some(side)))), "{text}");
        }
    }

    #[test]
    fn results_in_other_words() {
        let ending = |text| find(&words(text, 0).collect::<Vec<_>>()).map(|(_, ending, _)| ending);
        let white = Some(Color::White);
        let black = Some(Color::Black);
        for (text, wanted) in [
            ("Resigns\nWhite announced mate as follows:", Ending::Resigns(None)),
            ("Resigns\nWhite", Ending::Resigns(white)),
            ("and Black announced mate in three moves.", Ending::Wins(black)),
            ("And White mates in three moves", Ending::Wins(white)),
            ("Adjudicated a win for Black.", Ending::Wins(black)),
            ("then we agreed a draw", Ending::Drawn),
            ("és sötét feladta.", Ending::Resigns(black)),
            ("og sort opgav", Ending::Resigns(black)),
        ] {
            assert_eq!(ending(text), Some(wanted), "{text}");
        }
        assert_eq!(marker("**0-1**"), marker("0-1"));
        assert_eq!(marker("½-½³"), marker("½-½"));
        assert_eq!(marker("1-0†"), marker("1-0"));
        for (text, wanted) in [
            ("25. Kt-Kt5 ch and\nBlack re-\nsigned.", Ending::Resigns(black)),
            ("Schwarz hat auf-\ngegeben.", Ending::Resigns(black)),
            ("Weiß hat aufgegeben.", Ending::Resigns(white)),
            ("Les Noirs ont abandonné.", Ending::Resigns(black)),
            ("Zwart heeft opgegeven", Ending::Resigns(black)),
            ("Weiß auf-\ngegeben.", Ending::Resigns(white)),
            ("Las negras aban-\ndonan", Ending::Resigns(black)),
            ("White re-\nsigns.", Ending::Resigns(white)),
        ] {
            assert_eq!(ending(text), Some(wanted), "{text}");
        }
        for text in
            ["and Black re-\ntreats.", "re-signed the letter", "White re-\nsigned the book for a friend"]
        {
            assert_eq!(ending(text), None, "{text}");
        }
        for (text, wanted) in [
            ("(time scramble: strokes only. Black overstepped, 1-0)", "1-0"),
            ("(both in time trouble; White resigned, 0-1)", "0-1"),
            ("The clubs dined. Damson 0.9 resigns, 1-0", "1-0"),
        ] {
            let found = leading_ending(text).and_then(|found| found.0.outcome(None));
            assert_eq!(found.map(|outcome| outcome.to_string()).as_deref(), Some(wanted), "{text}");
        }
        for text in ["(see p. 3. Black overstepped, 0-1)", "In Tal - Petrov White won quickly, 0-1"] {
            assert_eq!(leading_ending(text).map(|found| found.0), None, "{text}");
        }
        for (text, wanted) in [
            ("und da haben wir uns auf Remis geeinigt, der Bus fuhr.", Ending::Drawn),
            ("Here the umpire, Dr. Louch, adjudicated the game a draw.", Ending::Drawn),
            ("e il Bianco, ormai stanco, abbandonò.", Ending::Resigns(white)),
            ("Dale gave up.", Ending::Resigns(None)),
            ("and Black left the room and lost on time.", Ending::Time(black)),
        ] {
            assert_eq!(leading_ending(text).map(|found| found.0), Some(wanted), "{text}");
        }
        for text in [
            "wir konnten uns nicht auf Remis einigen",
            "Hope resigned from the club in May.",
            "In 1894 a draw was agreed here.",
            "he attacked and lost a pawn.",
        ] {
            assert_eq!(leading_ending(text), None, "{text}");
        }
        for text in ["White mates in three moves", "White was playing for a win"] {
            assert_eq!(ending(text), None, "{text}");
        }
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
            "Weiß gewann die Dame",
            "White won the exchange here",
            "White mates in three.",
            "Black had lost a pawn",
            "Black loses the exchange here",
            "zwart geeft zijn pion op, maar",
            "Black might have had reason to resign",
            "If White loses time in withdrawing the Bishop, Black is well",
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

    /// What is asked of the first words before the text is cut into words loses no ending.
    #[test]
    fn a_glance_at_the_first_words_loses_no_ending() {
        const WORDS: &[&str] = &[
            "Black",
            "White",
            "resigns",
            "resigned.",
            "and",
            "y",
            "Capablanca",
            "se",
            "rindió",
            "gives",
            "up",
            "the",
            "game",
            "1-0",
            "(0-1)",
            "½-½",
            "Remis",
            "vereinbart",
            "drawn",
            "by",
            "agreement",
            "on",
            "time",
            "lost",
            "re-",
            "signed.",
            "Kf3",
            "a",
            "pawn,",
            "but",
            "Result",
            "wins",
            "mates",
            "strokes",
            "here;",
            "ich",
            "gebe",
            "auf.",
            "–",
            "Loses.",
        ];
        let mut random = scorebook_random::Random::new(1977);
        for _ in 0..20_000 {
            let length = 1 + random.below(9);
            let text: Vec<&str> = (0..length).map(|_| *random.pick(WORDS)).collect();
            let text = text.join(if random.below(8) == 0 { "\n" } else { " " });
            let words: Vec<Word<'_>> = words(&text, 0).skip_while(|word| word.text == "–").collect();
            let whole =
                find_leading(&words).or_else(|| ending_of_sentence(&words)).or_else(|| confirmed(&words));
            let whole = whole.map(|(ending, span)| (ending, span.range()));
            assert_eq!(leading_ending(&text), whole, "{text}");
        }
    }
}
