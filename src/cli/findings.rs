//! Writes findings to a file in the format of its extension.

use std::path::Path;

use anyhow::Result;

use super::ending;
use super::output::Output;
use crate::render::Escape;
use crate::sink::report::Report;
use crate::sink::sarif::Sarif;
use crate::sink::{Located, lines};

/// The format of a findings file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Format {
    Csv,
    Json,
    Sarif,
}

const ENDINGS: &[(&str, Format)] = &[
    ("csv", Format::Csv),
    ("json", Format::Json),
    ("jsonl", Format::Json),
    ("ndjson", Format::Json),
    ("sarif", Format::Sarif),
];

/// A findings file being written.
pub(super) enum FindingsFile {
    Csv(Box<Report<Output>>),
    Json(Output),
    Sarif(Sarif<Output>),
}

impl FindingsFile {
    /// Creates the report at `path`, as CSV if the extension says nothing.
    ///
    /// # Errors
    /// If the extension belongs to a format that a report cannot have, or if the file cannot be created.
    pub fn create(path: &Path) -> Result<FindingsFile> {
        let format = ending::format(Some(path), ENDINGS)?.unwrap_or(Format::Csv);
        let out = Output::create(Some(path))?;
        Ok(match format {
            Format::Csv => FindingsFile::Csv(Box::new(Report::new(out.escaped(Escape::Text))?)),
            Format::Json => FindingsFile::Json(out.escaped(Escape::Json)),
            Format::Sarif => FindingsFile::Sarif(Sarif::new(out.escaped(Escape::Json), false)?),
        })
    }

    /// Writes one finding. `game` is the number of the game in the output, from 1.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&mut self, file: &str, game: Option<usize>, located: &Located) -> Result<()> {
        match self {
            FindingsFile::Csv(report) => report.row(file, game, located)?,
            FindingsFile::Json(out) => lines::write(out, file, game, located)?,
            FindingsFile::Sarif(sarif) => sarif.result(file, game, located)?,
        }
        Ok(())
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(self) -> Result<()> {
        match self {
            FindingsFile::Csv(report) => report.finish()?.finish(),
            FindingsFile::Json(out) => out.finish(),
            FindingsFile::Sarif(sarif) => sarif.finish(true)?.finish(),
        }
    }
}
