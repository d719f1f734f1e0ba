//! TOML, with the place of every value.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{DEEPEST, Moves, Value, has_line_of_moves, names_moves};

/// Whether a line gives a value to a name of moves, begins a table of that name, or the texts in quotes behind `=` are moves.
pub(super) fn is_like(raw: &str) -> bool {
    let begins_table = |line: &str| {
        let name = line.trim().strip_prefix("[").and_then(|name| name.strip_suffix("]"));
        name.is_some_and(|name| name.trim_matches(['[', ']']).split('.').any(names_moves))
    };
    let has_values =
        raw.lines().any(|line| line.contains("= \"") || line.contains("=\"") || line.contains("= ["));
    has_values && Moves::of_words(raw.split(['"', '\''])).may_be_of_game()
        || has_line_of_moves(raw, '=')
        || raw.lines().any(begins_table)
}

/// The values of TOML; `None` if it is none.
pub(super) fn read(raw: &str) -> Option<Value<'_>> {
    let table = DeTable::parse(raw).ok()?.into_inner();
    Some(map(table, raw, 0))
}

/// The fields of a table in the order of the text.
fn map<'t>(table: DeTable<'t>, raw: &'t str, depth: usize) -> Value<'t> {
    let mut fields: Vec<(usize, Cow<'t, str>, Value<'t>)> = table
        .into_iter()
        .map(|(name, item)| (item.span().start, name.into_inner(), value(item, raw, depth + 1)))
        .collect();
    fields.sort_by_key(|(start, ..)| *start);
    Value::Map(fields.into_iter().map(|(_, name, value)| (name, value)).collect())
}

fn value<'t>(item: Spanned<DeValue<'t>>, raw: &'t str, depth: usize) -> Value<'t> {
    let (start, end) = (item.span().start, item.span().end);
    let scalar = |text| Value::Scalar { text, start, end };
    match item.into_inner() {
        DeValue::Table(table) if depth < DEEPEST => map(table, raw, depth),
        DeValue::Array(list) if depth < DEEPEST => {
            Value::List(list.into_iter().map(|item| value(item, raw, depth + 1)).collect())
        }
        DeValue::String(text) => scalar(text),
        // Numbers, truth values and dates as they are written.
        _ => scalar(raw.get(start..end).unwrap_or_default().into()),
    }
}
