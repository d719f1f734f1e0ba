//! `--to parquet|arrow`: games as tables.
//!
//! Writing tables adds about a minute to the build, so it is a feature; without it, the option says how to
//! enable it.

use std::path::Path;

use anyhow::Result;

/// The format of a table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum To {
    /// Parquet: compressed
    Parquet,
    /// An Arrow file (Feather): uncompressed, can be memory-mapped
    Arrow,
}

impl To {
    /// The format with this name.
    pub(super) fn named(name: &str) -> Option<To> {
        match name {
            "parquet" => Some(To::Parquet),
            "arrow" | "feather" => Some(To::Arrow),
            _ => None,
        }
    }
}

/// The error for a format that this build cannot write.
#[cfg(not(feature = "tables"))]
pub(super) fn missing(name: &str) -> anyhow::Error {
    anyhow::anyhow!(
        "scorebook was built without tables and cannot write {name}; install it with: cargo install --path . --features tables"
    )
}

#[cfg(feature = "tables")]
mod present {
    use super::{Path, Result, To};
    use crate::archive::Stored;
    use crate::cli::output::Output;
    use crate::corpus::check::{CheckedGame, ChunkReport, Work};
    use crate::corpus::select::TableRow;
    use crate::pgn::Lexer;
    use crate::table::{Batch, FileFormat, Owned, Strings, TableWriter, Told, arrow::RecordBatch};
    use crate::verify::{Options, Prover};

    /// Games to be appended to a table.
    pub(in crate::cli) struct Rows(Option<RecordBatch>);

    /// A table being written.
    pub(in crate::cli) struct Table {
        writer: TableWriter<Output>,
        /// Games that are added one by one.
        batch: Batch,
        prover: Prover,
    }

    /// Most games in one batch of games added one by one.
    const ROWS: usize = 1024;
    /// Most bytes in one batch.
    const BYTES: usize = 4 << 20;

    impl Table {
        pub(in crate::cli) fn create(path: Option<&Path>, to: To) -> Result<Table> {
            let format = match to {
                To::Parquet => FileFormat::Parquet,
                To::Arrow => FileFormat::Arrow,
            };
            let writer = TableWriter::new(Output::create(path)?, format)?;
            Ok(Table { writer, batch: Batch::new(Strings::Dictionary), prover: Prover::default() })
        }

        pub(in crate::cli) fn write(&mut self, rows: Rows) -> Result<()> {
            Ok(rows.0.map_or(Ok(()), |batch| self.writer.write(&batch))?)
        }

        pub(in crate::cli) fn game(&mut self, game: &Owned, file: &str) -> Result<()> {
            game.push(&mut self.batch, file);
            if self.batch.len() >= ROWS || self.batch.bytes() >= BYTES {
                self.writer.write(&self.batch.finish())?;
            }
            Ok(())
        }

        /// Adds a game by its PGN, which is proven here.
        pub(in crate::cli) fn pgn(&mut self, row: &TableRow) -> Result<()> {
            let mut lexer = Lexer::new(&row.pgn);
            if !lexer.begin_game() {
                return Ok(());
            }
            // Whether the input ended behind the game is not known here.
            let options = Options { moves: true, more: true, ..Options::default() };
            let report = self.prover.game(&mut lexer, &options);
            let offset = row.offset.unwrap_or_default();
            let seen = CheckedGame { report: &report, bytes: &row.pgn, offset };
            match Owned::seen(&seen) {
                Some(game) => self.game(&Owned { offset: row.offset, ..game }, &row.source),
                None => Ok(()),
            }
        }

        pub(in crate::cli) fn finish(mut self) -> Result<()> {
            if !self.batch.is_empty() {
                self.writer.write(&self.batch.finish())?;
            }
            self.writer.finish()?.finish()
        }
    }

    /// Proves the games of a chunk; also makes table rows if a table is `wanted`, with openings by position
    /// if `classify`.
    pub(in crate::cli) fn prove(
        work: Work,
        options: &Options,
        cross_check: bool,
        wanted: Option<&str>,
        classify: bool,
    ) -> (ChunkReport, Rows) {
        let Some(source) = wanted else { return (work.report(options, cross_check), Rows(None)) };
        let mut batch = Batch::new(Strings::Dictionary);
        let mut told = Told::classifying(classify);
        let report = work.report_each(options, cross_check, |seen| told.push(&mut batch, source, &seen));
        (report, Rows((!batch.is_empty()).then(|| batch.finish())))
    }

    /// Games of an archive as rows; calls `bad` with each error.
    pub(in crate::cli) fn stored(
        games: impl Iterator<Item = (usize, Stored)>,
        source: &str,
        mut bad: impl FnMut(usize, String),
    ) -> Rows {
        let mut batch = Batch::new(Strings::Dictionary);
        for (index, game) in games {
            match Owned::stored(&game) {
                Ok(game) => game.push(&mut batch, source),
                Err(what) => bad(index, what),
            }
        }
        Rows((!batch.is_empty()).then(|| batch.finish()))
    }
}

#[cfg(not(feature = "tables"))]
mod absent {
    use super::{Path, Result, To};
    use crate::archive::Stored;
    use crate::corpus::check::{ChunkReport, Work};
    use crate::corpus::select::TableRow;
    use crate::verify::Options;

    pub(in crate::cli) struct Rows;

    /// Without the feature, no table can be created.
    pub(in crate::cli) enum Table {}

    impl Table {
        pub(in crate::cli) fn create(_: Option<&Path>, to: To) -> Result<Table> {
            Err(super::missing(&format!("{to:?}").to_lowercase()))
        }

        pub(in crate::cli) fn write(&mut self, _: Rows) -> Result<()> {
            match *self {}
        }

        pub(in crate::cli) fn pgn(&mut self, _: &TableRow) -> Result<()> {
            match *self {}
        }

        pub(in crate::cli) fn finish(self) -> Result<()> {
            match self {}
        }
    }

    pub(in crate::cli) fn prove(
        work: Work,
        options: &Options,
        cross_check: bool,
        _: Option<&str>,
        _: bool,
    ) -> (ChunkReport, Rows) {
        (work.report(options, cross_check), Rows)
    }

    pub(in crate::cli) fn stored(
        _: impl Iterator<Item = (usize, Stored)>,
        _: &str,
        _: impl FnMut(usize, String),
    ) -> Rows {
        Rows
    }
}

#[cfg(not(feature = "tables"))]
pub(super) use absent::{Rows, Table, prove, stored};
#[cfg(feature = "tables")]
pub(super) use present::{Rows, Table, prove, stored};
