//! Makes text of others harmless: characters that steer a terminal, or that are not seen, are written as their numbers.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use scorebook_core::text::is_hidden;

/// How such a character is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Escape {
    /// For people and for CSV: `\u{202e}`.
    Text,
    /// Inside JSON: `\u202e`.
    Json,
}

/// A text of any origin for a terminal, a report or a message; its tabs and line ends stay.
///
/// ```
/// use scorebook::render::shown;
/// assert_eq!(shown("Kt\u{1b}[31m\tB3\n"), "Kt\\u{1b}[31m\tB3\n");
/// assert_eq!(shown("Kt-KB3"), "Kt-KB3");
/// ```
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    escaped(text, Escape::Text, &['\n', '\t'])
}

/// A text of any origin that stands on one line.
///
/// ```
/// assert_eq!(scorebook::render::shown_on_a_line("a\nb.pgn"), "a\\u{a}b.pgn");
/// ```
#[must_use]
pub fn shown_on_a_line(text: &str) -> Cow<'_, str> {
    escaped(text, Escape::Text, &[])
}

/// The name of a file for a message.
#[must_use]
pub fn path_name(path: &Path) -> String {
    shown_on_a_line(&path.display().to_string()).into_owned()
}

/// Writes the hidden characters of a text as their numbers, but those in `structure`.
pub(crate) fn escaped<'t>(text: &'t str, escape: Escape, structure: &[char]) -> Cow<'t, str> {
    let is_escaped = |c: char| is_hidden(c) && !structure.contains(&c);
    let Some(first) = text.find(is_escaped) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(&text[..first]);
    for c in text[first..].chars() {
        match escape {
            _ if !is_escaped(c) => out.push(c),
            Escape::Text => out.extend(c.escape_unicode()),
            Escape::Json => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                let _ = write!(out, "\\u{unit:04x}");
            }),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What JSON says stays what it was.
    #[test]
    fn json_with_escapes_says_the_same() {
        let said = "a\u{202e}b\u{e0041}c\u{7f}\u{1b}\n";
        let json = serde_json::to_string(said).unwrap();
        let escaped = escaped(&json, Escape::Json, &['\n']);
        assert!(escaped.is_ascii() && !escaped.chars().any(is_hidden));
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), said);
    }
}
