//! The table of findings by code, and next steps.

use std::fmt::Write;

use anstyle::{AnsiColor, Style as Ansi};

use crate::finding::{Code, Severity};
use scorebook_core::text::is_hidden;

/// The findings by code, one line each, worst last, and how to learn what a code means.
#[must_use]
pub fn findings<'c>(rows: impl IntoIterator<Item = (&'c Code, Severity, usize)>, colour: bool) -> String {
    placed_findings(
        rows.into_iter().map(|(code, severity, count)| (code, severity, count, String::new())),
        colour,
    )
}

/// The same, each with where it is (`line 12, line 30`), if it is not empty: of notes, which are not shown in the text.
#[must_use]
pub fn placed_findings<'c>(
    rows: impl IntoIterator<Item = (&'c Code, Severity, usize, String)>,
    colour: bool,
) -> String {
    let rows: Vec<_> = rows.into_iter().collect();
    let total: usize = rows.iter().map(|(_, _, count, _)| count).sum();
    let mut out = format!("{}\n", count(total, "finding"));
    for (code, severity, count, places) in &rows {
        let ansi = match severity {
            Severity::Note => AnsiColor::Cyan,
            Severity::Warning => AnsiColor::Yellow,
            Severity::Error => AnsiColor::Red,
        };
        let name = format!("{:<8}", severity.to_string());
        let ansi = Ansi::new().fg_color(Some(ansi.into()));
        let name = if colour { format!("{ansi}{name}{ansi:#}") } else { name };
        let at = if places.is_empty() { String::new() } else { format!(", {places}") };
        let _ = writeln!(out, "  {count:>7}  {} {name} {}{at}", code.id, code.title);
    }
    let worst = rows.iter().max_by_key(|(_, severity, count, _)| (*severity, *count));
    if let Some((code, ..)) = worst.filter(|(_, severity, ..)| *severity > Severity::Note) {
        let _ = writeln!(out, "What a code means: scorebook explain {}", code.id);
    }
    out
}

/// "1 game", "2 games".
#[must_use]
pub fn count(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A shell command line with these words, quoted if necessary. What steers a terminal is written as its number, which bash
/// and zsh understand.
#[must_use]
pub fn command<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    let quoted = |word: S| match word.as_ref() {
        word if !word.is_empty() && word.chars().all(plain) => word.to_owned(),
        word if word.chars().any(is_hidden) => dollar_quoted(word),
        word => format!("'{}'", word.replace('\'', r"'\''")),
    };
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// A word in the quotes of bash and zsh in which characters can be given by their bytes.
fn dollar_quoted(word: &str) -> String {
    let mut out = "$'".to_owned();
    for c in word.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            c if is_hidden(c) => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| {
                let _ = write!(out, "\\x{byte:02x}");
            }),
            c => out.push(c),
        }
    }
    out + "'"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::code;

    #[test]
    fn findings_are_counted_by_code() {
        let rows = [(&code::A102, Severity::Note, 3), (&code::M110, Severity::Warning, 12)];
        assert_eq!(
            findings(rows, false),
            "15 findings\n        3  A102 note     ambiguous here, resolved by a later move\n       12  M110 warning  misprint repaired\n\
             What a code means: scorebook explain M110\n"
        );
        let placed = [(&code::L309, Severity::Note, 1, "line 25".to_owned())];
        assert_eq!(
            placed_findings(placed, false),
            "1 finding\n        1  L309 note     rows printed twice, line 25\n"
        );
        assert!(findings(rows, true).contains('\u{1b}'));
    }

    #[test]
    fn a_command_can_be_copied_into_a_shell() {
        assert_eq!(command(["scorebook", "review", "a b.txt"]), "scorebook review 'a b.txt'");
        assert_eq!(command(["it's", "$(x)", ""]), r"'it'\''s' '$(x)' ''");
        assert_eq!(command(["it's\u{1b}[31m", "a\nb"]), r"$'it\'s\x1b[31m' $'a\x0ab'");
    }
}
