//! The findings as CSV, one row each: the format of `--report`.

use std::io::{self, Write};

use super::Located;

/// The columns.
pub const COLUMNS: [&str; 16] = [
    "file",
    "line",
    "column",
    "game",
    "ply",
    "move_number",
    "side",
    "text",
    "code",
    "severity",
    "message",
    "fen",
    "chosen",
    "candidates",
    "page",
    "printed_page",
];

/// Writes rows as CSV.
pub struct Report<W: Write>(csv::Writer<W>);

impl<W: Write> Report<W> {
    /// Writes the heading.
    ///
    /// # Errors
    /// If writing fails.
    pub fn new(out: W) -> io::Result<Report<W>> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(COLUMNS).map_err(io)?;
        Ok(Report(writer))
    }

    /// Writes one row. `game` is the number of the game in the output, from 1.
    ///
    /// # Errors
    /// If writing fails.
    pub fn row(&mut self, file: &str, game: Option<usize>, located: &Located) -> io::Result<()> {
        let finding = &located.finding;
        let number = |n: Option<String>| n.unwrap_or_default();
        let candidates: Vec<String> = finding
            .candidates
            .iter()
            .map(|candidate| match candidate.odds {
                Some(odds) => format!("{} ({:.0}%)", candidate.san, odds * 100.0),
                None => candidate.san.clone(),
            })
            .collect();
        self.0
            .write_record([
                file,
                &located.line.to_string(),
                &located.column.to_string(),
                &number(game.map(|game| game.to_string())),
                &number(finding.ply.map(|ply| ply.to_string())),
                &number(finding.mover.map(|(number, _)| number.to_string())),
                finding.mover.map_or("", |(_, side)| side.fold_wb("white", "black")),
                &finding.text,
                finding.code.id,
                &finding.severity.to_string(),
                &finding.message,
                finding.fen.as_deref().unwrap_or_default(),
                finding.chosen.as_deref().unwrap_or_default(),
                &candidates.join(" "),
                &number(located.page.as_ref().map(|page| page.scanned.to_string())),
                located.page.as_ref().and_then(|page| page.printed.as_deref()).unwrap_or_default(),
            ])
            .map_err(io)
    }

    /// Flushes, and returns the writer.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(|error| error.into_error())
    }
}

fn io(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
