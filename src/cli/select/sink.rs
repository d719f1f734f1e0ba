//! Where the games go: one file, one for each part, or one for so many games.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};

use super::{Args, By, Format};
use crate::cli::output::{Output, OutputFolder};
use crate::cli::table::Table;
use crate::corpus::select::TableRow;
use crate::render::Escape;
use crate::sink::csv::COLUMNS;

/// The output with hidden characters written as their numbers: always in JSON and CSV, and on a terminal. The bytes of games are
/// data.
fn escaped(out: Output, format: Format) -> Output {
    match format {
        Format::Json => out.escaped(Escape::Json),
        Format::Csv => out.escaped(Escape::Text),
        Format::Polyglot => out,
        _ => out.escaped_on_terminal(),
    }
}

/// The destination of the games.
pub(super) enum Sink {
    One(Output),
    /// Rows of a table.
    Table(Box<Table>),
    /// One file per part, by name of the part.
    Parts(OutputFolder, BTreeMap<String, Output>),
    /// The current file and its number of games; number of finished files; games in a file.
    Counted(OutputFolder, Option<(Output, u64)>, u64, u64),
}

impl Sink {
    pub fn of(args: &Args) -> Result<Sink> {
        let Some(by) = args.split else {
            let path = args.output.as_deref();
            let is_counted = args.count_by.is_some();
            let format = if is_counted { Format::Csv } else { args.format() };
            if let Some(to) = format.table() {
                return Ok(Sink::Table(Box::new(Table::create(path, to)?)));
            }
            let mut out = escaped(Output::create(path)?, format);
            if !is_counted && args.tree.is_none() {
                begin(&mut out, format)?;
            }
            return Ok(Sink::One(out));
        };
        let folder = args.output.as_deref().unwrap_or(Path::new("."));
        let folder = OutputFolder::create(folder, "files")?;
        Ok(match by {
            By::Part(_) => Sink::Parts(folder, BTreeMap::new()),
            By::Count(most) => Sink::Counted(folder, None, 0, most),
        })
    }

    /// Writes a game to its parts.
    pub fn put(&mut self, format: Format, parts: &[String], text: &[u8]) -> Result<()> {
        let ending = format.ending();
        match self {
            Sink::One(out) => out.write_all(text)?,
            Sink::Table(table) => match TableRow::read(text) {
                Some(row) => table.pgn(&row)?,
                None => bail!("a temporary file is damaged"),
            },
            Sink::Parts(folder, files) => {
                for part in parts {
                    let name = file_name(part);
                    if !files.contains_key(&name) {
                        let mut file = escaped(folder.appended(&format!("{name}.{ending}")), format);
                        begin(&mut file, format)?;
                        files.insert(name.clone(), file);
                    }
                    if let Some(out) = files.get_mut(&name) {
                        out.write_all(text)?;
                    }
                }
            }
            Sink::Counted(folder, now, done, most) => {
                if now.as_ref().is_some_and(|(_, games)| games >= most)
                    && let Some((out, _)) = now.take()
                {
                    out.finish()?;
                    *done += 1;
                }
                let (out, games) = match now {
                    Some(now) => now,
                    None => {
                        let mut file = escaped(folder.file(&format!("{:05}.{ending}", *done))?, format);
                        begin(&mut file, format)?;
                        now.insert((file, 0))
                    }
                };
                out.write_all(text)?;
                *games += 1;
            }
        }
        Ok(())
    }

    /// Finishes all files; how many they are, if they are in a directory.
    pub fn finish(self) -> Result<Option<usize>> {
        Ok(match self {
            Sink::One(out) => {
                out.finish()?;
                None
            }
            Sink::Table(table) => {
                table.finish()?;
                None
            }
            Sink::Parts(folder, files) => {
                let parts = files.len();
                files.into_values().try_for_each(Output::finish)?;
                folder.finish()?;
                Some(parts)
            }
            Sink::Counted(folder, now, done, _) => {
                let more = u64::from(now.is_some());
                now.map_or(Ok(()), |(out, _)| out.finish())?;
                folder.finish()?;
                Some((done + more) as usize)
            }
        })
    }
}

/// Begins a file: CSV with the names of its columns.
fn begin(out: &mut Output, format: Format) -> Result<()> {
    if format == Format::Csv {
        writeln!(out, "{}", COLUMNS.join(","))?;
    }
    Ok(())
}

/// The name of a part as a valid file name.
fn file_name(part: &str) -> String {
    const LONGEST: usize = 80;
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | ',' | '.') { c } else { '_' };
    let name: String = part.chars().take(LONGEST).map(plain).collect();
    let name = name.trim_start_matches('.');
    if name.is_empty() { "unknown".to_owned() } else { name.to_owned() }
}
