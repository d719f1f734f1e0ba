//! What words around a move, or before a game, say of it.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// What a phrase says, by its place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// Behind a move: it is talked about, and was not played.
    Behind,
    /// Before a move: it is only named.
    Before,
    /// Before a move, at the beginning of a sentence: it is supposed.
    Supposed,
    /// Before a move: a sentence about what followed it, or could have.
    About,
    /// Before a move, anywhere in a sentence: somebody showed the line behind it, and nobody played it.
    Shown,
    /// Before a move: it is an example in a note, and the stop behind the phrase may be that of an abbreviation.
    Example,
    /// Between two moves: the one or the other may be played.
    Or,
    /// Before a move, in a letter or a story: it is played.
    Played,
    /// Before a game: it was played at odds.
    Odds,
}

/// The phrases of that kind, in small letters.
///
/// ```
/// use scorebook_lexicon::{Phrase, phrases};
/// assert!(phrases(Phrase::Before).any(|phrase| phrase == "instead of"));
/// assert!(phrases(Phrase::Supposed).any(|phrase| phrase == "wenn"));
/// ```
pub fn phrases(kind: Phrase) -> impl Iterator<Item = &'static str> {
    static BY_KIND: LazyLock<[Vec<&str>; KINDS.len()]> = LazyLock::new(|| KINDS.map(of_kind));
    KINDS.iter().position(|other| *other == kind).into_iter().flat_map(|at| BY_KIND[at].iter().copied())
}

/// The phrases of a kind that end in a letter, with how many letters they have; all of them for one that is not in ASCII. Most
/// letters end none.
fn phrases_by_end(kind: Phrase, last: char) -> &'static [(&'static str, usize)] {
    type ByEnd = FxHashMap<char, Vec<(&'static str, usize)>>;
    /// Where all phrases of a kind are.
    const ANY: char = '\0';
    static BY_KIND: LazyLock<[ByEnd; KINDS.len()]> = LazyLock::new(|| {
        KINDS.map(|kind| {
            let mut by_end = ByEnd::default();
            for phrase in phrases(kind) {
                let own = (phrase, phrase.chars().count());
                let end = phrase.chars().next_back().filter(char::is_ascii);
                end.into_iter().chain([ANY]).for_each(|end| by_end.entry(end).or_default().push(own));
            }
            by_end
        })
    });
    let end = if last.is_ascii() { last.to_ascii_lowercase() } else { ANY };
    let by_end = KINDS.iter().position(|other| *other == kind).map(|at| &BY_KIND[at]);
    by_end.and_then(|by_end| by_end.get(&end)).map_or(&[], Vec::as_slice)
}

const KINDS: [Phrase; 9] = [
    Phrase::Behind,
    Phrase::Before,
    Phrase::Supposed,
    Phrase::About,
    Phrase::Shown,
    Phrase::Example,
    Phrase::Or,
    Phrase::Played,
    Phrase::Odds,
];

/// The phrases of a kind, in the order of the table.
fn of_kind(kind: Phrase) -> Vec<&'static str> {
    let is_of = |name: &str| match kind {
        Phrase::Behind => name == "behind",
        // What is supposed, or shown, or an example, is only named.
        Phrase::Before => matches!(name, "before" | "supposed" | "shown" | "example"),
        Phrase::Supposed => name == "supposed",
        Phrase::About => name == "about",
        Phrase::Shown => name == "shown",
        Phrase::Example => name == "example",
        Phrase::Or => name == "or",
        Phrase::Played => name == "played",
        Phrase::Odds => name == "odds",
    };
    let lines = include_str!("phrases.tsv").lines().filter_map(|line| line.split_once('\t'));
    lines.filter(|(name, _)| is_of(name)).map(|(_, phrase)| phrase).collect()
}

/// Bytes around a move in which a phrase stands.
const REACH: usize = 100;

/// Where the phrase begins that stands directly before a move, or before its number; `before` is the text up to the move.
///
/// ```
/// use scorebook_lexicon::{Phrase, phrase_before};
/// assert_eq!(phrase_before("4... Nf6 Better was 4. ", &[Phrase::Before]), Some(9));
/// // The rank of the move before is no number.
/// assert_eq!(phrase_before("5. Se2 ", &[Phrase::Before]), None);
/// ```
#[must_use]
pub fn phrase_before(before: &str, kinds: &[Phrase]) -> Option<usize> {
    let from = before.floor_char_boundary(before.len().saturating_sub(REACH));
    let near = &before[from..];
    let paragraph = near.as_bytes().windows(2).rposition(|pair| pair == b"\n\n").map_or(0, |at| at + 2);
    let bare = without_last_number(&near[paragraph..]);
    let end = bare.as_ptr() as usize - before.as_ptr() as usize + bare.len();
    let last = bare.chars().next_back()?;
    kinds.iter().flat_map(|kind| phrases_by_end(*kind, last)).find_map(|&(phrase, letters)| {
        let (start, _) = bare.char_indices().rev().nth(letters.checked_sub(1)?)?;
        let is_it = bare[start..].to_lowercase() == phrase && !bare[..start].ends_with(char::is_alphanumeric);
        is_it.then(|| end - (bare.len() - start))
    })
}

/// Whether a phrase stands directly behind a move, on its line, that says that it was only talked about.
///
/// ```
/// use scorebook_lexicon::is_phrase_behind;
/// assert!(is_phrase_behind("!? was possible.") && !is_phrase_behind(" Nc6"));
/// ```
#[must_use]
pub fn is_phrase_behind(behind: &str) -> bool {
    let near = behind[..behind.floor_char_boundary(REACH)].lines().next().unwrap_or_default().to_lowercase();
    let near = near.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '(' && c != '[');
    phrases(Phrase::Behind)
        .any(|phrase| near.strip_prefix(phrase).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
}

/// A text without the number of a move at its end. The rank of a move before it is no number.
fn without_last_number(text: &str) -> &str {
    let is_sign = |c: char| matches!(c, ' ' | '\n' | '\r' | '.' | '…' | ':' | ',');
    let bare = text.trim_end_matches(is_sign);
    let rest = bare.trim_end_matches(|c: char| c.is_ascii_digit());
    if rest.ends_with(char::is_alphanumeric) { bare } else { rest.trim_end_matches(is_sign) }
}
