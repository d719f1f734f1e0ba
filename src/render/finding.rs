//! One finding as text: message, place, source line, board, candidates.

use std::fmt::Write;

use anstyle::{AnsiColor, Style as Ansi};

use super::board;
use super::shown::{shown, shown_on_a_line};
use super::wrap::wrap;
use crate::finding::Severity;
use crate::sink::Located;
use scorebook_core::text::is_hidden;

/// How findings are shown.
#[derive(Copy, Clone, Debug, Default)]
pub struct Style {
    /// Whether to use colours.
    pub colour: bool,
    /// Whether to show notes, or only warnings and errors.
    pub notes: bool,
}

/// Most characters of a source line that are shown.
const WIDTH: usize = 100;

/// Appends a finding as text. `game` is the number of the game in the output, from 1.
pub fn finding(file: &str, game: Option<usize>, located: &Located, style: Style, out: &mut String) {
    let finding = &located.finding;
    let colour = match finding.severity {
        Severity::Note => AnsiColor::Cyan,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Error => AnsiColor::Red,
    };
    let paint = |text: &str, ansi: Ansi| {
        if style.colour { format!("{ansi}{text}{ansi:#}") } else { text.to_owned() }
    };
    let head = paint(
        &format!("{}[{}]", finding.severity, finding.code.id),
        Ansi::new().bold().fg_color(Some(colour.into())),
    );
    let _ = writeln!(out, "{head} {}", paint(finding.code.title, Ansi::new().bold()));
    let _ = write!(out, "  --> {}:{}:{}", shown_on_a_line(file), located.line, located.column);
    if let Some(game) = game {
        let _ = write!(out, "  game {game}");
    }
    if let Some((number, side)) = finding.mover {
        let _ = write!(out, ", move {number}{}", side.fold_wb(".", "..."));
    }
    out.push('\n');
    source_line(located, &|text| paint(text, Ansi::new().bold().fg_color(Some(colour.into()))), out);
    for line in wrap(&shown(&finding.message), WIDTH - 4) {
        let _ = writeln!(out, "    {line}");
    }
    if finding.severity > Severity::Note
        && let Some(text) = finding.fen.as_deref().and_then(board)
    {
        out.push('\n');
        text.lines().for_each(|line| {
            let _ = writeln!(out, "      {line}");
        });
    }
    if let Some(chosen) = &finding.chosen {
        let _ = writeln!(out, "    taken: {}", shown_on_a_line(chosen));
    }
    let others: Vec<&str> = finding
        .candidates
        .iter()
        .map(|candidate| candidate.san.as_str())
        .filter(|san| finding.chosen.as_deref() != Some(*san))
        .collect();
    if !others.is_empty() {
        let label = if finding.chosen.is_some() { "or" } else { "candidates" };
        for (i, line) in wrap(&shown_on_a_line(&others.join(", ")), WIDTH - 16).into_iter().enumerate() {
            let _ = writeln!(
                out,
                "    {} {line}",
                if i == 0 { format!("{label}:") } else { " ".repeat(label.len() + 1) }
            );
        }
    }
    if let Some(fix) = &finding.fix {
        let written = fix.replacement.trim().replace('\n', " ⏎ ");
        let written = shown_on_a_line(&written);
        let _ = match &*written {
            "" => writeln!(out, "    suggestion: remove it"),
            written => writeln!(out, "    suggestion: write `{written}`"),
        };
    }
    out.push('\n');
}

/// The source line, cut to fit, with a caret under the place.
fn source_line(located: &Located, paint: &dyn Fn(&str) -> String, out: &mut String) {
    let line: Vec<char> = located.context.chars().map(visible).collect();
    if line.iter().all(|c| c.is_whitespace()) {
        return;
    }
    let at = (located.column - 1).saturating_sub(located.cut).min(line.len());
    let length = located.finding.text.chars().count().clamp(1, line.len().saturating_sub(at).max(1));
    let from = if line.len() <= WIDTH { 0 } else { at.saturating_sub(WIDTH / 2) };
    let shown: String = line.iter().skip(from).take(WIDTH).collect();
    let number = located.line.to_string();
    let margin = " ".repeat(number.len());
    let is_cut = from + located.cut > 0;
    let before = if is_cut { "…" } else { "" };
    let _ = writeln!(out, "  {margin} |");
    let _ = writeln!(out, "  {number} | {before}{}", shown.trim_end());
    let indent = " ".repeat(at - from + usize::from(is_cut));
    let marks = "^".repeat(length.min(WIDTH));
    let _ = writeln!(out, "  {margin} | {indent}{}", paint(&marks));
}

/// A character of a source line, which keeps its column.
fn visible(c: char) -> char {
    match c {
        '\t' | '\r' => ' ',
        c if is_hidden(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Candidate, Finding, code};
    use crate::text::Span;

    #[test]
    fn a_part_of_a_long_line_is_shown_with_its_place() {
        let finding = Finding::new(&code::N101, Span::default(), "no move").text("zz");
        let located =
            Located { finding, line: 1, column: 90_004, page: None, context: "e4 zz e5".into(), cut: 90_000 };
        let mut out = String::new();
        source_line(&located, &|marks| marks.to_owned(), &mut out);
        assert_eq!(out, "    |\n  1 | …e4 zz e5\n    |     ^^\n");
    }

    #[test]
    fn a_finding_shows_the_place_the_board_and_the_candidates() {
        let found = Finding::new(&code::A101, Span::default(), "the text fits Rad1 and Rfd1")
            .text("R-Q1")
            .at_ply(3, 2, shakmaty::Color::White)
            .fen("8/8/8/8/2k5/6P1/7K/8 w - - 0 1")
            .chosen("Rad1")
            .candidates([Candidate::new("Rad1"), Candidate::new("Rfd1")]);
        let located = Located {
            finding: found,
            line: 2,
            column: 4,
            page: None,
            context: "2. R-Q1 K-K2".into(),
            cut: 0,
        };
        let mut out = String::new();
        finding("game.txt", Some(1), &located, Style { colour: false, notes: true }, &mut out);
        let wanted = "warning[A101] ambiguous move
  --> game.txt:2:4  game 1, move 2.
    |
  2 | 2. R-Q1 K-K2
    |    ^^^^
    the text fits Rad1 and Rfd1

      8  . . . . . . . .
      7  . . . . . . . .
      6  . . . . . . . .
      5  . . . . . . . .
      4  . . k . . . . .
      3  . . . . . . P .
      2  . . . . . . . K
      1  . . . . . . . .
         a b c d e f g h   White to move
    taken: Rad1
    or: Rfd1

";
        assert_eq!(out, wanted);
    }
}
