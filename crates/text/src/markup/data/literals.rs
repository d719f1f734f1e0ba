//! Games in the values that stand in the source of programs: objects, maps, structures, and calls with names, as any language
//! writes them: `{ moves: 'e4 e5' }`, `Game(moves="e4 e5")`, `['moves' => 'e4 e5']`.
//!
//! What is in a bracket is a map if all of it has names, a list if all of it is values, and otherwise a block of the program, of which only
//! the values inside are looked at. Names of languages, types and functions before a bracket say nothing.
//!
//! Of a map that has no value named like moves, the only text that is moves is the game, whatever its name is.

use std::borrow::Cow;

use super::super::code;
use super::{DEEPEST, Moves, Value, has_game, has_move, names_moves};

/// Fewest half-moves of a text whose name does not say that it is moves.
const FEWEST: usize = 2;
/// So many half-moves in other strings are a game that is not in a map.
const OUTSIDE: usize = 4;

/// Whether a text may be the source of a program with values in it.
pub(super) fn is_like(raw: &str) -> bool {
    raw.contains(['"', '\'', '`']) && raw.contains(['{', '[', '(']) && code::is_source(raw)
}

/// The games of a program; `None` if it has none in maps, or others beside them.
pub(super) fn read(raw: &str) -> Option<Value<'_>> {
    let mut games = Vec::new();
    Reader::read(raw).into_iter().for_each(|node| node.take(&mut games, 0));
    let mut places = Vec::new();
    games.iter().for_each(|game| texts(game, &mut places));
    places.sort_unstable();
    let is_outside = |at: usize| {
        let behind = places.partition_point(|place: &(usize, usize)| place.0 <= at);
        behind.checked_sub(1).is_none_or(|last| at >= places[last].1)
    };
    let outside: usize = code::moves_of_strings(raw)
        .into_iter()
        .filter(|(at, _)| is_outside(*at))
        .map(|(_, moves)| moves)
        .sum();
    if games.is_empty() || outside >= OUTSIDE {
        return None;
    }
    let only = if games.len() == 1 { games.pop() } else { None };
    Some(only.unwrap_or(Value::List(games)))
}

/// The places of all texts in the maps of a value.
fn texts(value: &Value<'_>, places: &mut Vec<(usize, usize)>) {
    fn all(value: &Value<'_>, is_in_map: bool, places: &mut Vec<(usize, usize)>) {
        match value {
            Value::Scalar { start, end, .. } if is_in_map => places.push((*start, *end)),
            Value::Scalar { .. } => {}
            Value::List(items) => items.iter().for_each(|item| all(item, is_in_map, places)),
            Value::Map(fields) => fields.iter().for_each(|(_, value)| all(value, true, places)),
        }
    }
    all(value, false, places);
}

/// What stands in a bracket, or between two commas.
#[derive(Debug)]
enum Node<'t> {
    Scalar {
        text: Cow<'t, str>,
        start: usize,
        end: usize,
    },
    List(Vec<Node<'t>>),
    Map(Vec<(&'t str, Node<'t>)>),
    /// Statements: only the values in them count.
    Block(Vec<Node<'t>>),
}

impl<'t> Node<'t> {
    fn is_empty(&self) -> bool {
        match self {
            Node::Scalar { .. } => false,
            Node::List(items) | Node::Block(items) => items.is_empty(),
            Node::Map(fields) => fields.is_empty(),
        }
    }

    /// Adds the values with games, those of a block each for itself.
    fn take(self, games: &mut Vec<Value<'t>>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match self {
            Node::Block(nodes) => nodes.into_iter().for_each(|node| node.take(games, depth + 1)),
            node => {
                games.extend(Some(node.value(depth)).filter(|value| has_game(value, 0) || is_history(value)))
            }
        }
    }

    fn value(self, depth: usize) -> Value<'t> {
        match self {
            Node::Scalar { text, start, end } => Value::Scalar { text, start, end },
            _ if depth > DEEPEST => Value::List(Vec::new()),
            Node::List(items) => Value::List(items.into_iter().map(|item| item.value(depth + 1)).collect()),
            Node::Block(nodes) => {
                let mut games = Vec::new();
                nodes.into_iter().for_each(|node| node.take(&mut games, depth + 1));
                Value::List(games)
            }
            Node::Map(fields) => {
                let fields = fields.into_iter();
                named(fields.map(|(name, node)| (Cow::from(name), node.value(depth + 1))).collect())
            }
        }
    }
}

/// Whether a value is a list of maps of which each is a half-move.
fn is_history(value: &Value<'_>) -> bool {
    let Value::List(items) = value else { return false };
    items.len() >= FEWEST
        && items.iter().all(|item| matches!(item, Value::Map(_)) && Moves::of(item).moves > 0)
}

/// A map, of which the only text that is moves has their name.
fn named<'t>(mut fields: Vec<(Cow<'t, str>, Value<'t>)>) -> Value<'t> {
    let is_told = fields.iter().any(|(name, value)| names_moves(name) && has_move(value, 0));
    let is_moves = |value: &Value<'_>| match value {
        Value::Scalar { text, .. } => code::moves_in(text) >= FEWEST,
        _ => false,
    };
    let mut moves = fields.iter().enumerate().filter(|(_, (_, value))| is_moves(value)).map(|(at, _)| at);
    if let (false, Some(only), None) = (is_told, moves.next(), moves.next())
        && let Some((name, _)) = fields.get_mut(only)
    {
        *name = "moves".into();
    }
    Value::Map(fields)
}

/// A part of what stands between two commas.
#[derive(Debug)]
enum Token<'t> {
    Text(Cow<'t, str>, usize, usize),
    Word(&'t str, usize),
    /// What parts a name from its value.
    Names,
    /// What joins two strings.
    Joins,
    Node(Node<'t>),
}

/// A bracket that is open.
struct Open<'t> {
    sign: char,
    items: Vec<Vec<Token<'t>>>,
    item: Vec<Token<'t>>,
}

impl<'t> Open<'t> {
    fn new(sign: char) -> Open<'t> {
        Open { sign, items: Vec::new(), item: Vec::new() }
    }

    fn end_item(&mut self) {
        if !self.item.is_empty() {
            self.items.push(std::mem::take(&mut self.item));
        }
    }

    fn closed(mut self) -> Node<'t> {
        self.end_item();
        let items = self.items;
        // `{ white, ...rest, moves: "" }`
        let is_short = |item: &Vec<Token<'t>>| matches!(item.as_slice(), [Token::Word(..)]);
        if self.sign != '\0'
            && items.iter().any(|item| is_named(item))
            && items.iter().all(|item| is_named(item) || is_short(item))
        {
            return Node::Map(items.into_iter().filter_map(field).collect());
        }
        let is_value = |item: &Vec<Token<'t>>| {
            let nodes = item.iter().filter(|token| matches!(token, Token::Node(_))).count();
            !item.iter().any(|token| matches!(token, Token::Names)) && (nodes < 2 || self.sign == '[')
        };
        if self.sign == '[' || self.sign != '\0' && items.iter().all(is_value) && !items.is_empty() {
            let mut values: Vec<Node<'t>> = items.into_iter().filter_map(of_value).collect();
            let is_group = matches!(values.as_slice(), [Node::Map(_) | Node::List(_) | Node::Block(_)]);
            let only = if self.sign == '(' && is_group { values.pop() } else { None };
            return only.unwrap_or(Node::List(values));
        }
        let nodes = items.into_iter().flatten().filter_map(|token| match token {
            Token::Node(node) if !node.is_empty() => Some(node),
            _ => None,
        });
        Node::Block(nodes.collect())
    }
}

/// Whether a part is a name with a value.
fn is_named(item: &[Token<'_>]) -> bool {
    matches!(item, [Token::Word(..) | Token::Text(..), Token::Names, ..])
}

/// A name with its value.
fn field<'t>(item: Vec<Token<'t>>) -> Option<(&'t str, Node<'t>)> {
    let mut tokens = item.into_iter();
    let name = match tokens.next()? {
        Token::Word(word, _) => word.trim_start_matches([':', '.', '$', '@', '%']),
        Token::Text(Cow::Borrowed(text), ..) => text,
        _ => return None,
    };
    tokens.next()?;
    Some((name, of_value(tokens.collect())?))
}

/// The value that some tokens say: strings that are joined, the values in a bracket, or a word.
fn of_value<'t>(item: Vec<Token<'t>>) -> Option<Node<'t>> {
    let mut nodes: Vec<Node<'t>> = Vec::new();
    let mut text: Option<(Cow<'t, str>, usize, usize)> = None;
    let mut word = None;
    let mut is_called = false;
    let mut is_joined = true;
    for token in item {
        match token {
            Token::Text(..) if !nodes.is_empty() => {}
            Token::Text(own, start, end) => match &mut text {
                None => text = Some((own, start, end)),
                Some((whole, _, until)) if is_joined => {
                    whole.to_mut().push_str(&own);
                    *until = end;
                }
                Some(_) => {}
            },
            Token::Word(own, at) => {
                // What is called of a value changes its form only: `"e4 e5".split(" ")`.
                is_called |= own.starts_with('.');
                is_joined &= text.is_none();
                word.get_or_insert((own, at));
            }
            Token::Node(node) if !is_called && text.is_none() && !node.is_empty() => nodes.push(node),
            Token::Node(_) | Token::Names | Token::Joins => {}
        }
    }
    if let Some((text, start, end)) = text {
        return Some(Node::Scalar { text, start, end });
    }
    match nodes.len() {
        0 => word.map(|(word, at)| Node::Scalar { text: word.into(), start: at, end: at + word.len() }),
        1 => nodes.pop(),
        _ => Some(Node::Block(nodes)),
    }
}

struct Reader<'t> {
    raw: &'t str,
    at: usize,
    open: Vec<Open<'t>>,
    /// Where the last string ended.
    last: Option<usize>,
}

impl<'t> Reader<'t> {
    fn read(raw: &'t str) -> Option<Node<'t>> {
        let mut reader = Reader { raw, at: 0, open: vec![Open::new('\0')], last: None };
        while let Some(c) = raw[reader.at..].chars().next() {
            reader.token(c);
        }
        while reader.open.len() > 1 {
            reader.close();
        }
        reader.open.pop().map(Open::closed)
    }

    fn token(&mut self, c: char) {
        let (raw, at) = (self.raw, self.at);
        let rest = &raw[at..];
        if let Some(length) = comment(raw, at) {
            self.at += length;
        } else if matches!(c, '"' | '\'' | '`')
            && code::opened_by(raw, at, self.last)
            && let Some((text, end)) = code::text(raw, at)
        {
            self.last = Some(end);
            self.at = end;
            let inside = raw.get(at + c.len_utf8()..end.saturating_sub(c.len_utf8()));
            let text = match inside {
                Some(inside) if inside == text => inside.into(),
                _ => text.into(),
            };
            self.push(Token::Text(text, at, end));
        } else if c.is_whitespace() {
            self.at += c.len_utf8();
        } else if matches!(c, '{' | '[' | '(') {
            self.at += 1;
            // What is nested deeper is read as if it were not.
            if self.open.len() < DEEPEST {
                self.open.push(Open::new(c));
            }
        } else if matches!(c, '}' | ']' | ')') {
            self.at += 1;
            let opens = match c {
                '}' => '{',
                ']' => '[',
                _ => '(',
            };
            if self.open.iter().any(|open| open.sign == opens) {
                while self.open.last().is_some_and(|open| open.sign != opens) {
                    self.close();
                }
                self.close();
            } else if opens == '{' && self.open.len() == 1 {
                self.close_cut();
            }
        } else if matches!(c, ',' | ';') {
            self.at += 1;
            if let Some(open) = self.open.last_mut() {
                open.end_item();
            }
        } else if let Some(length) = names(raw, at) {
            self.at += length;
            self.push(Token::Names);
        } else if matches!(c, '+' | '&' | '~') {
            self.at += 1;
            self.push(Token::Joins);
        } else {
            const ENDS: &[char] = &['"', '\'', '`', '{', '}', '[', ']', '(', ')', ',', ';', '=', '+', '&'];
            let first = c.len_utf8();
            let is_end = |c: char| c.is_whitespace() || ENDS.contains(&c) || c == ':';
            let length = first + rest[first..].find(is_end).unwrap_or(rest.len() - first);
            self.at += length;
            let word = &rest[..length];
            // `"moves" to "e4 e5"`
            let is_name = word == "to"
                && self.open.last().is_some_and(|open| matches!(open.item.as_slice(), [Token::Text(..)]));
            self.push(match word {
                _ if is_name => Token::Names,
                "." | ".." | "\\" | "<>" | "<<" => Token::Joins,
                word => Token::Word(word, at),
            });
        }
    }

    fn push(&mut self, token: Token<'t>) {
        if let Some(open) = self.open.last_mut() {
            open.item.push(token);
        }
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            self.push(Token::Node(open.closed()));
        }
    }

    /// Closes what nothing opened: the end of a map whose beginning is cut off with the beginning of the text. What else nothing
    /// opened closes nothing.
    fn close_cut(&mut self) {
        let Some(open) = self.open.last_mut() else { return };
        open.end_item();
        // The first value may be cut in two.
        let named = open.items.iter().skip(1).filter(|item| is_named(item)).count();
        if named > 0 && named + 1 >= open.items.len() {
            let mut items = std::mem::take(&mut open.items);
            items.retain(|item| is_named(item));
            let cut = Open { sign: '{', items, item: Vec::new() };
            self.push(Token::Node(cut.closed()));
        }
    }
}

/// The length of a remark at a place.
fn comment(raw: &str, at: usize) -> Option<usize> {
    let rest = &raw[at..];
    let line = || rest.find('\n').unwrap_or(rest.len());
    let begins = || raw[..at].chars().next_back().is_none_or(char::is_whitespace);
    if rest.starts_with("/*") {
        return Some(rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    let is_line = rest.starts_with("//") || begins() && (rest.starts_with("# ") || rest.starts_with("-- "));
    is_line.then(line)
}

/// The length of a sign between a name and its value.
fn names(raw: &str, at: usize) -> Option<usize> {
    let rest = &raw[at..];
    let sign = ["=>", "->", ":="].iter().find(|sign| rest.starts_with(**sign));
    if let Some(sign) = sign {
        return Some(sign.len());
    }
    let next = rest.get(1..).and_then(|rest| rest.chars().next());
    match rest.as_bytes()[0] {
        b'=' if next != Some('=') => Some(1),
        // `:moves` is a name of Ruby, `std::` one of C++.
        b':' => {
            let is_word = next.is_some_and(|c| c.is_alphabetic())
                && raw[..at]
                    .chars()
                    .next_back()
                    .is_none_or(|c| c.is_whitespace() || matches!(c, '{' | '[' | '(' | ','));
            (!is_word && next != Some(':')).then_some(1)
        }
        _ => None,
    }
}
