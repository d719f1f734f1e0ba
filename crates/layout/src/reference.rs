//! References to the first moves of another game: `Move 1-6 as in Game No. 16`, `The same to move 7, then`, `Bis zum 7. Zuge wie
//! in der ersten Partie`.

use scorebook_lexicon::{GAME_WORDS, MOVE_WORDS, MOVES_WORDS, NUMBER_WORDS, ordinal, roman_value, side_of};

/// Longest line of a reference, in bytes.
const LONGEST: usize = 120;

/// Words of so many letters are small ones, and so many longer ones may stand in a reference beside its own words.
const SMALL: usize = 3;
const OTHERS: usize = 2;
/// Words for the first moves of a game.
const OPENING: &[&str] = &["opening", "eröffnung", "ouverture", "apertura"];

/// What a line says of the first moves of the game below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// How many moves are those of the other game, where that is said.
    pub moves: Option<u32>,
    /// The number or letter of the other game, as [`game_name`] gives it; `None`: the game before.
    pub game: Option<String>,
}

/// What says that moves are the same, in words.
const SAME: &[&[&str]] = &[
    &["as", "in"],
    &["as", "before"],
    &["as", "above"],
    &["the", "same"],
    &["same", "as"],
    &["wie", "in"],
    &["wie", "oben"],
    &["wie", "vorher"],
    &["wie", "zuvor"],
    &["dieselben"],
    &["comme", "dans"],
    &["comme", "ci"],
    &["comme", "précédemment"],
    &["les", "mêmes"],
    &["como", "en"],
    &["las", "mismas"],
    &["come", "nella"],
    &["come", "sopra"],
    &["zoals", "in"],
    &["als", "in"],
    &["как", "в"],
    &["identical"],
    &["identisch"],
    &["identiques"],
    &["idénticas"],
    &["see"],
    &["siehe"],
    &["voir"],
    &["véase"],
    &["vedi"],
    &["zie"],
];

/// The reference that a line is.
///
/// ```
/// use scorebook_layout::reference::{Reference, reference};
/// let found = |line: &str| reference(line).map(|found| (found.moves, found.game));
/// assert_eq!(found("Move 1-6 as in Game No. 16."), Some((Some(6), Some("16".to_owned()))));
/// assert_eq!(found("(The first seven moves as in the preceding game.)"), Some((Some(7), None)));
/// assert_eq!(found("Bis zum 7. Zuge wie in der ersten Partie."), Some((Some(7), Some("1".to_owned()))));
/// assert_eq!(found("Game B: Smith - Jones. As in Game A to White's 12th move."), Some((Some(12), Some("a".to_owned()))));
/// assert_eq!(found("and after two more moves we have the same position as before,"), None);
/// ```
#[must_use]
pub fn reference(line: &str) -> Option<Reference> {
    if line.len() > LONGEST {
        return None;
    }
    let words = words(line);
    let place = |same: &&[&str]| words.windows(same.len()).position(|some| some.iter().eq(same.iter()));
    let same = SAME.iter().filter_map(place).min()?;
    // `Game B: as in Game A`: the one behind these words is meant.
    let behind = name_at(&words[same..]).map(|(name, at)| (name, same + at));
    let named = behind.or_else(|| name_at(&words[..same]));
    // `The first seven moves`: the first are those of a number.
    let counted = (0..words.len()).filter(|at| named.as_ref().is_none_or(|(_, own)| own != at));
    let moves = counted.filter_map(|at| ordinal(&words[at])).filter(|number| *number > 1).max();
    // `The opening as in game 3`, `The same to move 7`, `The opening moves as before`; a sentence has other words.
    let is_of_moves = words.iter().any(|word| is_move_word(word));
    let is_said = named.is_some() && (is_of_moves || moves.is_some())
        || is_of_moves && (moves.is_some() || words.iter().any(|word| OPENING.contains(&&**word)));
    let is_known = |word: &&String| {
        word.chars().count() <= SMALL
            || is_move_word(word)
            || GAME_WORDS.contains(&&***word)
            || ordinal(word).is_some()
            || side_of(word).is_some()
            || SAME.iter().any(|same| same.contains(&&***word))
    };
    let others = words.iter().filter(|word| !is_known(word)).count();
    (is_said && others <= OTHERS).then(|| Reference { moves, game: named.map(|(name, _)| name) })
}

/// The number or the letter of the game that a heading names: `16` of `GAME No. XVI`, `a` of `Game A`, `1` of `First game`.
#[must_use]
pub fn game_name(line: &str) -> Option<String> {
    (line.len() <= LONGEST).then(|| name_at(&words(line)))?.map(|(name, _)| name)
}

/// The name of the game among some words, and which of them it is.
fn name_at(words: &[String]) -> Option<(String, usize)> {
    let game = words.iter().position(|word| GAME_WORDS.contains(&&**word))?;
    let behind = words.get(game + 1).filter(|word| NUMBER_WORDS.contains(&&***word)).map_or(1, |_| 2);
    let name = |word: &String| {
        let number = word.parse().ok().or_else(|| roman_value(&word.to_uppercase()));
        let letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
        number.map(|number: u32| number.to_string()).or_else(|| letter.then(|| word.clone()))
    };
    let after = words.get(game + behind).and_then(name).map(|name| (name, game + behind));
    let before = || {
        let at = game.checked_sub(1)?;
        Some((ordinal(&words[at])?.to_string(), at))
    };
    after.or_else(before)
}

fn is_move_word(word: &str) -> bool {
    MOVE_WORDS.contains(&word) || MOVES_WORDS.contains(&word)
}

/// The words of a line, in small letters; figures are words.
fn words(line: &str) -> Vec<String> {
    let parts = line.split(|c: char| !c.is_alphanumeric() && c != '°' && c != '№');
    parts.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
