//! YAML, with the place of every value; several documents are a list.

use std::borrow::Cow;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use super::{DEEPEST, Moves, Value, are_moves, has_line_of_moves, is_like_move};

/// Whether a line names a value of moves, or items of lists are moves or have them as values.
pub(super) fn is_like(raw: &str) -> bool {
    has_line_of_moves(raw, ':') || has_items_of_moves(raw) || is_of_named_moves(raw)
}

/// Whether each line has a name and a game without numbers, from its first move on: `spanish: e4 e5 Nf3 Nc6`.
fn is_of_named_moves(raw: &str) -> bool {
    const FEWEST: usize = 2;
    let lines =
        || raw.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', '-']));
    let is_game = |line: &str| {
        line.split_once(": ").is_some_and(|(_, said)| are_moves(said.trim().trim_matches(['"', '\''])))
    };
    lines().count() >= FEWEST && lines().all(is_game)
}

/// Whether the items of a list, `- e4`, `- w: e4`, `- [e4, e5]`, are moves, and no line is one of plain text.
fn has_items_of_moves(raw: &str) -> bool {
    let lines = || raw.lines().filter(|line| !line.trim().is_empty());
    let is_item = |line: &&str| line.trim_start().starts_with("- ");
    let is_of_data = |line: &str| {
        let said = line.trim();
        said.starts_with(['-', '#', '[', ']', '{', '}'])
            || said.contains(':')
            || line.starts_with([' ', '\t'])
    };
    if !lines().any(|line| is_item(&line))
        || !lines().any(|line| line.contains(':'))
        || !lines().all(is_of_data)
    {
        return false;
    }
    let words =
        raw.split(|c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}' | '"' | '\'' | ':'));
    Moves::of_words(words).may_be_of_game()
}

/// The values of YAML; `None` if it is none, or if it is doubtful: moves behind a `#` would be no moves.
pub(super) fn read(raw: &str) -> Option<Value<'_>> {
    let mut places = Places { raw, chars: 0, bytes: 0 };
    let mut documents: Vec<Value<'_>> = Vec::new();
    // Lists and maps that are open; of a map, the name that waits for its value.
    let mut open: Vec<(Value<'_>, Option<Cow<'_, str>>)> = Vec::new();
    for event in Parser::new_from_str(raw) {
        let (event, span) = event.ok()?;
        let done = match event {
            Event::Scalar(text, style, ..) => {
                let (start, end) = places.of(span);
                if style == ScalarStyle::Plain && hides_moves(raw, end) {
                    return None;
                }
                Value::Scalar { text: lent(raw, start, end, text), start, end }
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                let is_list = matches!(event, Event::SequenceStart(..));
                open.push((if is_list { Value::List(Vec::new()) } else { Value::Map(Vec::new()) }, None));
                if open.len() > DEEPEST {
                    return None;
                }
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => open.pop()?.0,
            // A value that stands elsewhere is not followed.
            Event::Alias(_) => Value::List(Vec::new()),
            _ => continue,
        };
        match open.last_mut() {
            None => documents.push(done),
            Some((Value::List(items), _)) => items.push(done),
            Some((Value::Map(fields), name)) => match (name.take(), done) {
                (Some(name), value) => fields.push((name, value)),
                (None, Value::Scalar { text, .. }) => *name = Some(text),
                (None, _) => *name = Some("".into()),
            },
            Some((Value::Scalar { .. }, _)) => return None,
        }
    }
    match documents.len() {
        // A text that is no list and no map is any text.
        1 => documents.pop().filter(|value| !matches!(value, Value::Scalar { .. })),
        _ => Some(Value::List(documents)),
    }
}

/// Whether a comment behind a value has moves.
fn hides_moves(raw: &str, end: usize) -> bool {
    let line = raw.get(end..).unwrap_or_default().lines().next().unwrap_or_default();
    let line = line.trim_start();
    line.starts_with('#') && line.split_whitespace().any(is_like_move)
}

/// A text, lent from the file where it stands there.
fn lent<'t>(raw: &'t str, start: usize, end: usize, text: Cow<'t, str>) -> Cow<'t, str> {
    match raw.get(start..end) {
        Some(own) if *own == *text => own.into(),
        _ => text,
    }
}

/// Bytes of places that are counted in characters, in order.
struct Places<'t> {
    raw: &'t str,
    chars: usize,
    bytes: usize,
}

impl Places<'_> {
    fn of(&mut self, span: Span) -> (usize, usize) {
        (self.byte(span.start.index()), self.byte(span.end.index()))
    }

    fn byte(&mut self, chars: usize) -> usize {
        if chars < self.chars {
            (self.chars, self.bytes) = (0, 0);
        }
        let rest = &self.raw[self.bytes..];
        self.bytes += rest.char_indices().nth(chars - self.chars).map_or(rest.len(), |(at, _)| at);
        self.chars = chars;
        self.bytes
    }
}
