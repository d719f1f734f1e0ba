//! Rows of a table that are no row of moves: a name and a value, `Ergebnis;0:1`, or the names of the players.

use std::collections::BTreeMap;

use super::row::outcome_of;
use super::{Column, Field, tag_value};
use crate::shape;
use crate::{Draft, Ending};

/// Tags that a name without a colon says.
const TAGS: &[&str] =
    &["White", "Black", "Event", "Site", "Date", "Round", "ECO", "Opening", "WhiteElo", "BlackElo"];

/// A name and the fields behind it.
struct Fact<'r, 'a> {
    column: Column,
    name: &'r Field<'a>,
    values: Vec<&'r Field<'a>>,
}

impl Fact<'_, '_> {
    /// Takes it into a draft; `false` if its value is none of its kind.
    fn take(&self, draft: &mut Draft<'_>) -> bool {
        // A comma of the name that is not quoted makes two fields: `Schwarz:,Estevez Morales, Guillermo`.
        let texts: Vec<&str> = self.values.iter().map(|value| value.text.trim()).collect();
        let text = texts.join(", ");
        let (Some(first), Some(last)) = (self.values.first(), self.values.last()) else { return false };
        match &self.column {
            Column::Result => {
                let Some(outcome) = outcome_of(&text) else { return false };
                draft.ending.get_or_insert((Ending::Marker(outcome), first.span.join(last.span)));
            }
            Column::Tag(tag) => {
                let Some(said) = tag_value(tag, &text) else { return false };
                draft.tags.set_default(tag, said);
            }
            _ => return false,
        }
        draft.explained.push(self.name.span.join(last.span));
        true
    }
}

/// The names and values of a row, each name with a colon but perhaps the first; `None` if it is another row.
fn facts<'r, 'a>(row: &'r [Field<'a>]) -> Option<Vec<Fact<'r, 'a>>> {
    let mut facts: Vec<Fact<'r, 'a>> = Vec::new();
    for field in row.iter().filter(|field| !shape::is_blank(field)) {
        let text = field.text.trim();
        let bare = text.strip_suffix(':').map(str::trim_end);
        let named = Column::named(bare.unwrap_or(text));
        let is_of_game = |column: &Column| match column {
            Column::Result => true,
            Column::Tag(tag) => bare.is_some() || TAGS.contains(&tag.as_str()),
            _ => false,
        };
        match named.filter(is_of_game) {
            Some(column) if bare.is_some() || facts.is_empty() => {
                facts.push(Fact { column, name: field, values: Vec::new() });
            }
            // Heads of columns stand beside each other.
            Some(_) if shape::side(text).is_some() || TAGS.contains(&text) => return None,
            _ => facts.last_mut()?.values.push(field),
        }
    }
    facts.retain(|fact| !fact.values.is_empty());
    (!facts.is_empty()).then_some(facts)
}

/// Takes a row above the moves for what it says of the game; `false` if it says nothing.
pub(super) fn read(row: &[Field<'_>], draft: &mut Draft<'_>) -> bool {
    let Some(facts) = facts(row) else { return false };
    // All are tried.
    facts.iter().filter(|fact| fact.take(draft)).count() == facts.len()
}

/// The same of a row below the first move, where `White;e4` may be a move: only a result, and names with a colon.
pub(super) fn below(row: &[Field<'_>], draft: &mut Draft<'_>) -> bool {
    let Some(facts) = facts(row) else { return false };
    let is_told = |fact: &Fact<'_, '_>| fact.column == Column::Result || fact.name.text.trim().ends_with(':');
    if !facts.iter().all(is_told) || !facts.iter().all(|fact| fact.take(draft)) {
        return false;
    }
    let spans = row.iter().map(|field| field.span);
    draft.span = spans.fold(draft.span, crate::text::Span::join);
    true
}

/// Takes a row with a name over each column of moves, and nothing else, for the players.
pub(super) fn names(row: &[Field<'_>], columns: &BTreeMap<usize, Column>, draft: &mut Draft<'_>) -> bool {
    let mut named: Vec<(&'static str, String)> = Vec::new();
    for (at, field) in row.iter().enumerate().filter(|(_, field)| !shape::is_blank(field)) {
        let text = field.text.trim();
        let tag = match columns.get(&at) {
            Some(Column::WhiteMove) => "White",
            Some(Column::BlackMove) => "Black",
            // The head of another column.
            _ if Column::named(text).is_some() || shape::is_number(text) => continue,
            _ => return false,
        };
        if shape::side(text).is_none() {
            named.push((tag, text.to_owned()));
        }
    }
    let is_name = |text: &str| {
        text.chars().any(char::is_alphabetic)
            && !text.chars().any(|c| c.is_ascii_digit())
            && !text.ends_with(':')
    };
    if named.len() != 2 || !named.iter().all(|(_, text)| is_name(text)) {
        return false;
    }
    for (tag, name) in named {
        draft.tags.set_default(tag, name);
    }
    true
}
