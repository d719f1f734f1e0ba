//! INI: names and values below the names of sections. Where the names are numbers the values are the moves of a game, a move
//! or a pair each.

use std::borrow::Cow;

use super::{Value, is_like_move, names_moves};

/// Fewest numbered lines that are a game's.
const FEWEST: usize = 2;

/// A line with a name and a value, and the places of both.
struct Entry<'t> {
    name: &'t str,
    value: &'t str,
    /// Where the value begins.
    start: usize,
}

impl Entry<'_> {
    fn number(&self) -> Option<u32> {
        self.name
            .trim_end_matches('.')
            .trim_start_matches(|c: char| c.is_alphabetic() || c == '_')
            .parse()
            .ok()
    }

    fn has_move(&self) -> bool {
        self.value.split(separators).any(is_like_move)
    }
}

fn separators(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '|' | '/')
}

/// A section with its lines.
struct Section<'t> {
    entries: Vec<Entry<'t>>,
}

impl Section<'_> {
    /// Whether its numbered lines are moves.
    fn holds_moves(&self) -> bool {
        let numbered: Vec<&Entry<'_>> =
            self.entries.iter().filter(|entry| entry.number().is_some()).collect();
        let moves = numbered.iter().filter(|entry| entry.has_move()).count();
        moves >= FEWEST && moves * 4 >= numbered.len() * 3
    }

    fn has_text_of_moves(&self) -> bool {
        self.entries.iter().any(|entry| names_moves(entry.name) && entry.has_move())
    }
}

/// The name of a section, if a line is one.
fn section(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    (!name.is_empty() && !name.contains(['"', '[', ']'])).then_some(name)
}

/// Whether a text begins like INI: the name of a section, and lines with names and values.
pub(super) fn is_like(raw: &str) -> bool {
    let mut lines =
        raw.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with([';', '#']));
    lines.next().is_some_and(|line| section(line).is_some()) && raw.contains('=')
}

/// The games of sections; `None` if a line is neither a section nor a name with its value, or there are no moves.
pub(super) fn read(raw: &str) -> Option<Value<'_>> {
    let sections = sections(raw)?;
    let mut games: Vec<Value<'_>> = Vec::new();
    let mut fields = Vec::new();
    let mut has_moves = false;
    for section in &sections {
        let holds_moves = section.holds_moves() || section.has_text_of_moves();
        // A section with more moves, or behind moves with names that the game has, is of the next game.
        let is_known =
            |entry: &Entry<'_>| fields.iter().any(|(name, _): &(Cow<'_, str>, _)| *name == entry.name);
        let begins = holds_moves || section.entries.iter().any(is_known);
        if has_moves && begins {
            games.push(Value::Map(std::mem::take(&mut fields)));
        }
        has_moves = holds_moves || has_moves && !begins;
        let numbered = section.holds_moves();
        if numbered {
            fields.push(("moves".into(), Value::List(rows(section))));
        }
        for entry in &section.entries {
            if !(numbered && entry.number().is_some()) {
                fields.push((entry.name.into(), scalar(entry.value, entry.start)));
            }
        }
    }
    if has_moves {
        games.push(Value::Map(fields));
    } else if let Some(Value::Map(last)) = games.last_mut() {
        last.append(&mut fields);
    }
    match games.len() {
        0 => None,
        1 => games.pop(),
        _ => Some(Value::List(games)),
    }
}

fn scalar(text: &str, start: usize) -> Value<'_> {
    Value::Scalar { text: text.into(), start, end: start + text.len() }
}

/// The numbered lines as rows, each with its number; what is empty in a pair stays.
fn rows<'t>(section: &Section<'t>) -> Vec<Value<'t>> {
    let numbered = section.entries.iter().filter(|entry| entry.number().is_some());
    numbered
        .map(|entry| {
            let sign = entry.value.find([',', ';', '|', '/']);
            let mut row = vec![Value::Scalar {
                text: entry.number().unwrap_or_default().to_string().into(),
                start: entry.start,
                end: entry.start,
            }];
            match sign {
                Some(at) => {
                    let (one, other) = (&entry.value[..at], &entry.value[at + 1..]);
                    row.push(scalar(one.trim(), entry.start));
                    let lead = other.len() - other.trim_start().len();
                    row.push(scalar(other.trim(), entry.start + at + 1 + lead));
                }
                None => {
                    let mut at = 0;
                    for word in entry.value.split_whitespace() {
                        at += entry.value[at..].find(word).unwrap_or(0);
                        row.push(scalar(word, entry.start + at));
                        at += word.len();
                    }
                }
            }
            Value::List(row)
        })
        .collect()
}

fn sections(raw: &str) -> Option<Vec<Section<'_>>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut at = 0;
    for line in raw.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let said = line.trim();
        if said.is_empty() || said.starts_with([';', '#']) {
            continue;
        }
        if section(said).is_some() {
            sections.push(Section { entries: Vec::new() });
            continue;
        }
        let (name, value) = line.split_once('=')?;
        let from = start + name.len() + 1;
        let lead = value.len() - value.trim_start().len();
        let value = value.trim();
        let (value, quoted) = match value.strip_prefix('"').and_then(|inside| inside.strip_suffix('"')) {
            Some(inside) => (inside, 1),
            None => (value, 0),
        };
        let entry = Entry { name: name.trim(), value, start: from + lead + quoted };
        // A name that the section has already is one of the next, whose head is lost.
        let is_known = |own: &Entry<'_>| own.name == entry.name && entry.number().is_none();
        if sections.last()?.entries.iter().any(is_known) {
            sections.push(Section { entries: Vec::new() });
        }
        sections.last_mut()?.entries.push(entry);
    }
    Some(sections)
}
