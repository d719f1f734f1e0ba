//! Games in data formats: XML, YAML, TOML, and the statements of SQL that fill tables. Each is parsed into a tree of named
//! values, and the tree is written as JSON, every character with its place: the layout of JSON reads the games of all.
//!
//! Only a text of which all can be parsed, and in which a value named like a list of moves holds moves, is data. Any other
//! text stays as it is, for the readers of plain records.

mod sql;
mod toml;
mod write;
mod xml;
mod yaml;

use std::borrow::Cow;

use super::{Left, Out};

/// A value of a data format. Places are bytes of the text.
#[derive(Clone, Debug, PartialEq)]
enum Value<'t> {
    /// A text, or a number or a truth value as it is written, and where it stands with its quotes.
    Scalar { text: Cow<'t, str>, start: usize, end: usize },
    /// Values in order.
    List(Vec<Value<'t>>),
    /// Values with names, in the order of the text.
    Map(Vec<(Cow<'t, str>, Value<'t>)>),
}

/// Deepest nesting that is followed.
const DEEPEST: usize = 32;

/// Names of the value that holds a game's moves.
const MOVES: &[&str] = &[
    "moves",
    "move",
    "movetext",
    "movelist",
    "gamemoves",
    "pgn",
    "history",
    "plies",
    "halfmoves",
    "züge",
    "zuege",
    "coups",
    "jugadas",
    "movimientos",
    "mosse",
    "zetten",
    "lances",
    "ходы",
];

/// The games of a data format as JSON; `None` if the text is none.
pub(super) fn strip(raw: &str, _: &mut Left) -> Option<Out> {
    let value = read(raw)?;
    let mut out = Out::default();
    write::json(&value, raw, &mut out);
    Some(out)
}

/// The values of a text, if it is data with games.
fn read(raw: &str) -> Option<Value<'_>> {
    if sql::is_like(raw) {
        return sql::read(raw);
    }
    let value = if xml::is_like(raw) {
        xml::read(raw)
    } else if toml::is_like(raw) {
        toml::read(raw)
    } else if yaml::is_like(raw) {
        yaml::read(raw)
    } else {
        None
    };
    value.filter(|value| has_game(value, 0))
}

/// Whether a text that begins so may be data with games, so that it must be read as a whole.
///
/// ```
/// assert!(scorebook_text::is_data("INSERT INTO games (white, moves) VALUES ('Anna', 'e4 e5');"));
/// assert!(!scorebook_text::is_data("[Event \"moves\"]"));
/// ```
#[must_use]
pub fn is_data(head: &str) -> bool {
    sql::is_like(head) || xml::is_like(head) || toml::is_like(head) || yaml::is_like(head)
}

/// A name in small letters, without what parts its words.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn names_moves(name: &str) -> bool {
    MOVES.contains(&plain(name).as_str())
}

/// Whether a line of a text names a value that holds moves, `sign` behind the name.
fn has_line_of_moves(raw: &str, sign: char) -> bool {
    raw.lines().any(|line| {
        let start =
            line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '{' | '[' | '"' | '\''));
        start.split_once(sign).is_some_and(|(name, _)| {
            let name = name.trim_end().trim_end_matches(['"', '\'']);
            // `moves.san` is `moves`, too.
            name.len() < 24 && name.split('.').any(names_moves)
        })
    })
}

/// Whether a value or one inside is a game: its value of moves holds something like a move.
fn has_game(value: &Value<'_>, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    match value {
        Value::Scalar { .. } => false,
        Value::List(items) => items.iter().any(|item| has_game(item, depth + 1)),
        Value::Map(fields) => fields.iter().any(|(name, value)| {
            names_moves(name) && has_move(value, depth + 1) || has_game(value, depth + 1)
        }),
    }
}

fn has_move(value: &Value<'_>, depth: usize) -> bool {
    match value {
        _ if depth > DEEPEST => false,
        Value::Scalar { text, .. } => text.split_whitespace().take(12).any(is_like_move),
        Value::List(items) => items.iter().any(|item| has_move(item, depth + 1)),
        Value::Map(fields) => fields.iter().any(|(_, value)| has_move(value, depth + 1)),
    }
}

/// Whether a word may be a move: it names a square, castles, or is an English man with what he does (`P-K4`, `KtxB`).
pub(super) fn is_like_move(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let has_square = word.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    let man = word.starts_with(['P', 'K', 'Q', 'R', 'B', 'N']) && word.contains(['-', 'x']);
    word.len() <= 12 && (has_square || man || word.starts_with("O-O") || word.starts_with("-0"))
}

#[cfg(test)]
mod tests;
