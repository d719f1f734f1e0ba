//! Games in data formats: XML, YAML, TOML, INI, the statements of SQL that fill tables, and values in the source of programs. Each is
//! parsed into a tree of named values, and the tree is written as JSON, every character with its place: the layout of JSON reads the games of all.
//!
//! Only a text of which all can be parsed, but for records among others that are not well formed (`salvage`), and in which a value named like a list of moves holds moves, or several values are
//! moves and nothing else, is data. Any other text stays as it is, for the readers of plain records.

mod ini;
mod literals;
mod lost;
mod salvage;
mod sql;
mod toml;
mod write;
mod xml;
mod yaml;

use std::borrow::Cow;

use super::{Left, Out};
pub use lost::moves_in_rows;
pub(super) use lost::places as lost;

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
    "moveslist",
    "listofmoves",
    "movehistory",
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
pub(super) fn strip(raw: &str, left: &mut Left) -> Option<Out> {
    let mut out = Out::default();
    let is_sql = sql::is_like(raw);
    if let Some(value) = if is_sql { sql::read(raw) } else { parsed(raw) } {
        write::json(&value, raw, &mut out);
        return Some(out);
    }
    // Data of which a record is broken.
    if !is_sql
        && let Some(whole) = salvage::without_broken(raw)
        && let Some(value) = parsed(&whole)
    {
        write::json(&value, &whole, &mut out);
        return Some(out);
    }
    if !is_sql
        && literals::is_like(raw)
        && let Some(value) = literals::read(raw)
    {
        write::json(&value, raw, &mut out);
        return Some(out);
    }
    // A page that shows data.
    let shown = shown(raw)?;
    let value = literals::read(&shown)?;
    write::json(&value, &shown, &mut out);
    left.push((0, "the words around data"));
    Some(out)
}

/// A text with nothing but the objects of JSON that it shows, each from the beginning of a line on, at their places; `None` if it shows
/// none, or has moves beside them.
fn shown(raw: &str) -> Option<String> {
    /// Most moves that the words around name.
    const NAMED: usize = 3;
    let mut shown = String::with_capacity(raw.len());
    let mut others = String::new();
    let (mut depth, mut found) = (0_usize, false);
    for line in raw.split_inclusive('\n') {
        let begins = ["{\"", "[{\""].iter().any(|open| line.trim_start().starts_with(open))
            || matches!(line.trim(), "{" | "[");
        if depth > 0 || begins {
            depth = depth_behind(line, depth);
            found = true;
            shown.push_str(line);
        } else {
            others.push_str(line);
            shown.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        }
    }
    let moves = || others.split_whitespace().filter(|word| is_like_move(word)).count();
    (found && depth == 0 && moves() <= NAMED).then_some(shown)
}

/// How many brackets are open behind a line of JSON.
fn depth_behind(line: &str, mut depth: usize) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    for byte in line.bytes() {
        match byte {
            _ if std::mem::take(&mut escaped) => {}
            b'\\' => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}

/// The values of a text of XML, TOML, INI or YAML, all of which can be parsed, if it has games.
fn parsed(raw: &str) -> Option<Value<'_>> {
    let value = if xml::is_like(raw) {
        xml::read(raw)
    } else {
        let value = toml::is_like(raw).then(|| toml::read(raw)).flatten();
        let value = value.or_else(|| ini::is_like(raw).then(|| ini::read(raw)).flatten());
        value.or_else(|| yaml::is_like(raw).then(|| yaml::read(raw)).flatten())
    };
    value.filter(|value| has_game(value, 0) || Moves::of(value).are_of_game()).map(apart)
}

/// A game beside a list of others, as where its head is cut off with the beginning of the text, is the first of them.
fn apart(value: Value<'_>) -> Value<'_> {
    let is_game = |value: &Value<'_>, is_of_players: bool| match value {
        Value::Map(fields) => {
            fields.iter().any(|(name, value)| names_moves(name) && has_move(value, 0))
                && (!is_of_players || fields.iter().any(|(name, _)| plain(name).starts_with("white")))
        }
        _ => false,
    };
    let is_list = |(_, value): &(Cow<'_, str>, Value<'_>)| match value {
        Value::List(items) => !items.is_empty() && items.iter().all(|item| is_game(item, true)),
        _ => false,
    };
    if !is_game(&value, false) {
        return value;
    }
    let Value::Map(mut fields) = value else { return value };
    let Some(at) = fields.iter().position(is_list) else { return Value::Map(fields) };
    let (_, others) = fields.remove(at);
    let mut games = vec![Value::Map(fields)];
    if let Value::List(others) = others {
        games.extend(others);
    }
    Value::List(games)
}

/// Whether a text that begins so may be data with games, so that it must be read as a whole.
///
/// ```
/// assert!(scorebook_text::is_data("INSERT INTO games (white, moves) VALUES ('Anna', 'e4 e5');"));
/// assert!(!scorebook_text::is_data("[Event \"moves\"]"));
/// ```
#[must_use]
pub fn is_data(head: &str) -> bool {
    sql::is_like(head)
        || xml::is_like(head)
        || toml::is_like(head)
        || ini::is_like(head)
        || yaml::is_like(head)
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

/// How many values are single moves, and how many of those more than a square; a text of several moves counts for as many as it must have.
#[derive(Copy, Clone, Default)]
struct Moves {
    squares: usize,
    moves: usize,
}

impl Moves {
    fn of(value: &Value<'_>) -> Moves {
        let mut moves = Moves::default();
        moves.add(value, 0);
        moves
    }

    fn of_words<'w>(words: impl Iterator<Item = &'w str>) -> Moves {
        let mut moves = Moves::default();
        words.for_each(|word| moves.count(word));
        moves
    }

    fn add(&mut self, value: &Value<'_>, depth: usize) {
        match value {
            _ if depth > DEEPEST => {}
            Value::Scalar { text, .. } => self.count(text),
            Value::List(items) => items.iter().for_each(|item| self.add(item, depth + 1)),
            Value::Map(fields) => {
                fields.iter().for_each(|(_, value)| self.add(value, depth + 1));
                // Two squares beside each other are a move.
                let is_square = |value: &Value<'_>| match value {
                    Value::Scalar { text, .. } => matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']),
                    _ => false,
                };
                let pairs = fields.windows(2).filter(|pair| is_square(&pair[0].1) && is_square(&pair[1].1));
                self.moves += pairs.count();
            }
        }
    }

    fn count(&mut self, text: &str) {
        let bare = text.trim().trim_end_matches(['+', '#', '!', '?']);
        let ends = matches!(bare.as_bytes(), [.., b'a'..=b'h', b'1'..=b'8']);
        if bare.len() <= 8 && ends && !bare.contains(char::is_whitespace) {
            self.squares += 1;
            self.moves += usize::from(bare.len() > 2);
        } else if is_descriptive(bare) {
            self.squares += 1;
            self.moves += 1;
        } else if are_moves(bare) {
            self.squares += FEWEST;
            self.moves += FEWEST;
        }
    }

    /// Whether they may be moves, so that the text must be read as a whole.
    fn may_be_of_game(self) -> bool {
        self.squares >= 4 || self.moves >= 2
    }

    /// Whether they are moves: squares alone are places of anything.
    fn are_of_game(self) -> bool {
        self.moves >= 2
    }
}

/// Fewest half-moves of a text of moves.
const FEWEST: usize = 4;

/// Whether a text is a game without numbers, from its first move on, and nothing else.
fn are_moves(text: &str) -> bool {
    let words = || text.split_whitespace();
    let moves = words().filter(|word| is_like_move(word)).count();
    words().next().is_some_and(super::code::is_first) && moves >= FEWEST && moves * 10 >= words().count() * 9
}

fn has_move(value: &Value<'_>, depth: usize) -> bool {
    match value {
        _ if depth > DEEPEST => false,
        Value::Scalar { text, .. } => {
            text.split_whitespace().take(12).any(is_like_move) || is_descriptive(text.trim())
        }
        Value::List(items) => items.iter().any(|item| has_move(item, depth + 1)),
        Value::Map(fields) => fields.iter().any(|(_, value)| has_move(value, depth + 1)),
    }
}

/// Whether a text is a descriptive move of several words or none: a man, and a rank, or what he does (`P to K4`, `Kt. takes P.`).
fn is_descriptive(text: &str) -> bool {
    /// Longest such move, in bytes.
    const LONGEST: usize = 48;
    const MEN: [&str; 16] =
        ["P", "K", "Q", "R", "B", "N", "Kt", "QP", "KP", "QR", "KR", "QB", "KB", "QKt", "KKt", "Castles"];
    const TAKES: [&str; 4] = ["takes", "tks", "x", "×"];
    let mut words =
        text.split(|c: char| matches!(c, '-' | '.') || c.is_whitespace()).filter(|word| !word.is_empty());
    let is_man = words.next().is_some_and(|word| MEN.contains(&word));
    let is_square = |word: &str| {
        let rank = word.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == 't');
        matches!(rank.as_bytes(), [b'1'..=b'8', ending @ ..] if ending.iter().all(u8::is_ascii_lowercase))
    };
    text.len() <= LONGEST
        && is_man
        && (text == "Castles" || words.any(|word| is_square(word) || TAKES.contains(&word)))
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
