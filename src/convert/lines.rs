//! Lists of openings: each line names one, and has the moves that lead to it. Nobody is said to have played them, so they are no games.

use std::sync::LazyLock;

use regex::Regex;
use shakmaty::san::San;
use shakmaty::{Chess, Move, Position};

/// Fewest lines of a list.
const FEWEST: usize = 3;
/// Most half-moves of an opening in a list; of several games in a row none has so few as the second number, but for a mate.
const LONGEST: usize = 16;
const SHORT: usize = 6;
/// Fewest cells of a table's row, and half-moves in them, that name an opening.
const CELLS: usize = 4;
const HALF_MOVES: usize = 3;
/// Letters of a word that two names can share: shorter ones are articles.
const LETTERS: usize = 4;

/// Whether a text is a list of openings: most of its lines name one, by its code or as it is called, before moves from the first one on.
///
/// ```
/// use scorebook::convert::lines::are_openings;
/// assert!(are_openings("B00 Nimzowitsch 1.e4 Nc6\nB01 Scandinavian 1.e4 d5\nC00 French 1.e4 e6\n"));
/// assert!(are_openings("Opening;1;;2;\nFrench;e4;e6;d4;d5\nSicilian;e4;c5;Nf3;d6\nQueen's Gambit;d4;d5;c4;e6\n"));
/// assert!(!are_openings("C00 Kern - Auer 1.e4 e6 2.d4 d5 1-0\nB01 Rau - Pohl 1.e4 d5 2.exd5 Qxd5 0-1\nA00 X - Y 1.g4 d5 *\n"));
/// ```
#[must_use]
pub fn are_openings(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (mut named, mut others, mut tabled) = (0_usize, 0_usize, 0_usize);
    for line in lines {
        match in_cells(line).or_else(|| opening(line)) {
            Some(true) => {
                named += 1;
                tabled += usize::from(line.starts_with('|') || in_cells(line).is_some());
            }
            // A line with moves of its own that names none is a game, or anything.
            Some(false) => return false,
            None => others += 1,
        }
    }
    // A table says by its head that its rows are of one kind.
    (named >= FEWEST || named + 1 == FEWEST && tabled == named) && named >= others
}

/// Whether a row of a table, with a cell a half-move, names the opening; `None` if it has no such cells.
fn in_cells(line: &str) -> Option<bool> {
    let sign = ['|', '\t', ';', ','].into_iter().find(|sign| line.matches(*sign).count() >= CELLS)?;
    let cells: Vec<&str> = line.split(sign).map(str::trim).filter(|cell| !cell.is_empty()).collect();
    // The moves stand side by side, and are those of a game from its beginning.
    let first = cells.iter().position(|cell| played([*cell]).len() == 1)?;
    let moves = &cells[first..];
    let count = played(moves.iter().copied()).len();
    let others: Vec<&str> = cells[..first].iter().chain(&moves[count..]).copied().collect();
    let label = others.join(" ");
    let is_coded = others.iter().any(|cell| is_code(cell));
    (count >= HALF_MOVES).then(|| !is_of_players(&label) && (is_coded || is_called(&label, moves)))
}

/// Whether a text is the code of an opening.
fn is_code(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'E', one, other] if one.is_ascii_digit() && other.is_ascii_digit())
}

/// Two players have a sign or a word between them.
fn is_of_players(label: &str) -> bool {
    [" - ", " – ", " — ", " v ", " v. ", " vs ", " vs. "].iter().any(|sign| label.contains(sign))
}

/// The moves that texts are from the first position on, as far as they can be played.
fn played<'t>(words: impl IntoIterator<Item = &'t str>) -> Vec<Move> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for word in words {
        let san = word.trim_end_matches(['+', '#', '!', '?']).parse::<San>().ok();
        let Some(mv) = san.and_then(|san| san.to_move(&position).ok()) else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// Whether a line with moves from the first one on names the opening that they lead to; `None` if it has no such moves.
fn opening(line: &str) -> Option<bool> {
    static FIRST: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?:^|[\s:(|;,])1\s?[.)]\s*[A-Za-z♔-♟]").ok());
    static RESULT: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?:1-0|0-1|1/2|½|1:0|0:1|\*)\)?$").ok());
    static CODE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\W*[A-E][0-9]{2}\b").ok());
    let at = FIRST.as_ref()?.find(line)?.start();
    let (label, moves) = line.split_at(at);
    let words: Vec<&str> = moves
        .split([' ', '\t', '.', '(', ')', '|'])
        .map(|word| word.trim_matches([',', ';', ':']))
        .filter(|word| !word.is_empty() && !word.bytes().all(|b| b.is_ascii_digit()))
        .collect();
    let has_result = RESULT.as_ref().is_some_and(|pattern| pattern.is_match(line));
    if words.len() > LONGEST || has_result || !label.contains(char::is_alphabetic) {
        return Some(false);
    }
    let is_coded = CODE.as_ref().is_some_and(|pattern| pattern.is_match(label));
    // `Board 1: 1.e4 e5` is a game that has just begun.
    let is_counted = !is_coded && label.contains(|c: char| c.is_ascii_digit());
    let is_short = || words.len() <= SHORT && !moves.contains(['#', '‡']) && !moves.contains("++");
    Some(!is_of_players(label) && !is_counted && (is_coded || is_called(label, &words) || is_short()))
}

/// Whether a label shares a word with the name of the opening that the moves lead to.
fn is_called(label: &str, words: &[&str]) -> bool {
    let moves = played(words.iter().copied());
    let Some(opening) = scorebook_openings::classify(moves.into_iter()) else { return false };
    let name = opening.name.to_lowercase();
    let name: Vec<&str> = name.split(|c: char| !c.is_alphabetic()).collect();
    let own = label.to_lowercase();
    own.split(|c: char| !c.is_alphabetic())
        .any(|word| word.chars().count() >= LETTERS && name.contains(&word))
}
