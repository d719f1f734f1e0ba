//! The layout of a rules file: sections `[name:parent]` with lines `key = value`; `#` starts a comment.

use std::fmt;

/// What is wrong with a rules file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesError {
    /// The line, from 1.
    pub line: usize,
    /// The variant, if the line stands in one.
    pub variant: String,
    /// The key, if the line has one.
    pub key: String,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if !self.variant.is_empty() {
            write!(f, ", variant {}", self.variant)?;
        }
        if !self.key.is_empty() {
            write!(f, ", key {}", self.key)?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for RulesError {}

/// One line `key = value`.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The line, from 1.
    pub line: usize,
    /// The key.
    pub key: &'a str,
    /// The value, trimmed.
    pub value: &'a str,
}

/// One variant as it is written.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// The line of the heading, from 1.
    pub line: usize,
    /// The variant's name.
    pub name: &'a str,
    /// The variant it starts from.
    pub parent: Option<&'a str>,
    /// Its keys, in the order of the file.
    pub entries: Vec<Entry<'a>>,
}

/// Cuts a rules file into sections; lines that are neither go to the errors.
pub fn sections(text: &str) -> (Vec<Section<'_>>, Vec<RulesError>) {
    let mut sections: Vec<Section> = Vec::new();
    let mut errors = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        let content = raw.trim();
        let variant = sections.last().map_or("", |section| section.name);
        let mut error = |key: &str, reason: &str| {
            let (key, reason) = (key.to_string(), reason.to_string());
            errors.push(RulesError { line, variant: variant.into(), key, reason });
        };
        if content.is_empty() || content.starts_with(['#', ';']) {
            continue;
        }
        if let Some(rest) = content.strip_prefix('[') {
            let Some(heading) = rest.strip_suffix(']') else {
                error("", "a heading without “]” at its end");
                continue;
            };
            let (name, parent) = match heading.split_once(':') {
                Some((name, parent)) => (name.trim(), Some(parent.trim())),
                None => (heading.trim(), None),
            };
            match name.is_empty() || parent == Some("") {
                true => error("", "a heading without a name"),
                false => sections.push(Section { line, name, parent, entries: Vec::new() }),
            }
        } else {
            match (content.split_once('='), sections.last_mut()) {
                (None, _) => error("", "neither a heading in brackets nor “key = value”"),
                (Some((key, _)), None) => error(key.trim(), "stands before the first heading"),
                (Some((key, value)), Some(section)) => {
                    section.entries.push(Entry { line, key: key.trim(), value: value.trim() });
                }
            }
        }
    }
    (sections, errors)
}
