//! `scorebook unpack`: games of an archive as PGN, JSON lines, rows or a table.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use rayon::prelude::*;

use super::damage::Reporter;
use super::output::Output;
use super::sbk::{Choice, line, open, pool};
use super::table::{self, Rows, Table, To};
use super::{Status, ending, progress};
use crate::archive::{Archive, Body, Damage, Error, Stored, write_pgn};
use crate::render::{Escape, count, path_name};
use crate::sink::{csv, stored};
use crate::text::FileBytes;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook unpack games.sbk -o games.pgn
  scorebook unpack games.sbk --games 5,10-20
  scorebook unpack games.sbk --to json -o games.json    one object per game
  scorebook unpack games.sbk --where 'white ~ \"Morphy\" and date < 1860 and plies > 40'

Exit status: 0 no damage, 1 damage, even if repaired (reported on standard error), 2 could not run.
Without --games or --where every part of each block is checked; info --check checks every byte.")]
pub(super) struct Args {
    /// The archive, or - for standard input
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// Write to this file instead of standard output; it is written completely or not at all. Its
    /// extension selects the format unless --to does
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The output format [default: pgn, or the extension of --output]
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "exact")]
    to: Option<Format>,
    #[command(flatten)]
    choice: Choice,
    /// Restore the packed files byte for byte (needs pack --exact)
    #[arg(long)]
    exact: bool,
    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Show no findings and no progress
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Games with tags, comments and variations
    Pgn,
    /// One JSON object per game, one per line
    #[value(alias = "jsonl")]
    Json,
    /// One row per half-move of the mainline
    Csv,
    /// A Parquet table, one row per game
    Parquet,
    /// An Arrow file, one row per game, uncompressed
    #[value(alias = "feather")]
    Arrow,
}

impl Format {
    fn table(self) -> Option<To> {
        match self {
            Format::Parquet => Some(To::Parquet),
            Format::Arrow => Some(To::Arrow),
            Format::Pgn | Format::Json | Format::Csv => None,
        }
    }
}

const ENDINGS: &[(&str, Format)] = &[
    ("pgn", Format::Pgn),
    ("csv", Format::Csv),
    ("json", Format::Json),
    ("jsonl", Format::Json),
    ("ndjson", Format::Json),
    ("parquet", Format::Parquet),
    ("arrow", Format::Arrow),
    ("feather", Format::Arrow),
];

/// How to write the games.
struct UnpackShape<'a> {
    format: Format,
    exact: bool,
    /// The file name of the archive.
    file: &'a str,
}

/// Games of one block.
#[derive(Default)]
struct Made {
    text: Vec<u8>,
    /// The same games as table rows, if a table is written.
    rows: Option<Rows>,
    /// Damage in these games.
    damage: Vec<Damage>,
    /// Number of games stored as text, which have no CSV rows.
    rowless: usize,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let archive = open(&args.archive)?;
    if args.exact && !archive.is_exact() {
        bail!(
            "{} was packed without --exact: the bytes of its source are not kept",
            path_name(&args.archive)
        );
    }
    let by_name = if args.exact { None } else { ending::format(args.output.as_deref(), ENDINGS)? };
    let file = args.archive.display().to_string();
    let format = args.to.or(by_name).unwrap_or(Format::Pgn);
    let shape = UnpackShape { format, exact: args.exact, file: &file };
    let mut reporter = Reporter::new(&args.archive, args.quiet);
    reporter.tell_all(archive.damage());
    let pool = pool(args.jobs)?;
    let jobs = by_block(&archive, args.choice.numbers(&archive, &pool, &mut reporter, args.quiet)?);
    let path = args.output.as_deref();
    let (mut output, mut table) = match format.table() {
        Some(to) => (None, Some(Table::create(path, to)?)),
        None => (Some(escaped(Output::create(path)?, format)), None),
    };
    if let Some(output) = output.as_mut().filter(|_| format == Format::Csv) {
        output.write_all(lines([csv::COLUMNS.map(str::to_owned).to_vec()])?.as_slice())?;
    }
    let mut unproven = 0;
    // On a terminal the games themselves show how far it is.
    let is_shown = output.as_ref().is_none_or(|output| !output.is_terminal());
    let bar = progress::blocks(jobs.len(), args.quiet || !is_shown);
    // A few blocks per thread at a time: enough to keep all threads busy, with little memory.
    for batch in jobs.chunks(4 * pool.current_num_threads()) {
        archive.source().check()?;
        let made: Vec<Made> = pool.install(|| {
            batch.par_iter().map(|(block, games)| make(&archive, *block, games.as_deref(), &shape)).collect()
        });
        for Made { text, rows, damage, rowless } in made {
            if let Some(output) = &mut output {
                output.write_all(&text)?;
            }
            if let (Some(table), Some(rows)) = (&mut table, rows) {
                table.write(rows)?;
            }
            unproven += rowless;
            bar.inc(1);
            reporter.tell_all(&damage);
        }
    }
    bar.finish_and_clear();
    reporter.tell_all(&archive.take_healed());
    output.map_or(Ok(()), Output::finish)?;
    table.map_or(Ok(()), Table::finish)?;
    if unproven > 0 && !args.quiet {
        line(&format!("{} kept as text, not as moves: no rows of them are written", count(unproven, "game")));
    }
    Ok(reporter.finish())
}

/// Text and JSON quote the archive; PGN is data, of which a terminal is spared what steers it.
fn escaped(output: Output, format: Format) -> Output {
    match format {
        Format::Json => output.escaped(Escape::Json),
        Format::Csv => output.escaped(Escape::Text),
        Format::Pgn | Format::Parquet | Format::Arrow => output.escaped_on_terminal(),
    }
}

/// Which games of which blocks to read; `None` for all games of a block.
pub(super) fn by_block(
    archive: &Archive<FileBytes>,
    numbers: Option<Vec<u64>>,
) -> Vec<(usize, Option<Vec<u64>>)> {
    let Some(numbers) = numbers else {
        return (0..archive.block_count()).map(|block| (block, None)).collect();
    };
    let mut jobs: Vec<(usize, Option<Vec<u64>>)> = Vec::new();
    for number in numbers {
        let Some(block) = archive.block_of(number) else { continue };
        match jobs.last_mut() {
            Some((last, Some(games))) if *last == block => games.push(number),
            _ => jobs.push((block, Some(vec![number]))),
        }
    }
    jobs
}

fn make(archive: &Archive<FileBytes>, number: usize, games: Option<&[u64]>, shape: &UnpackShape<'_>) -> Made {
    let mut made = Made::default();
    let block = match archive.block(number) {
        Ok(block) => block,
        Err(error) => {
            note(&mut made.damage, error);
            return made;
        }
    };
    let wanted: Vec<usize> = match games {
        None => (0..block.len()).collect(),
        Some(games) => games.iter().map(|game| (game - block.first()) as usize).collect(),
    };
    let broken = |index: usize, what: String| {
        let first = block.first() + index as u64;
        Error::Damaged(Damage { what, games: first..first + 1, ..Damage::default() })
    };
    if shape.exact {
        match archive.exact(&block) {
            Ok(sources) => {
                let sources = sources.unwrap_or_default();
                let bytes = wanted.iter().filter_map(|&index| sources.get(index));
                bytes.for_each(|bytes| made.text.extend_from_slice(bytes));
            }
            Err(error) => note(&mut made.damage, error),
        }
    } else if shape.format.table().is_some() {
        let mut whole: Vec<(usize, Stored)> = Vec::new();
        for index in wanted {
            match archive.game_in(&block, index) {
                Ok(game) => whole.push((index, game)),
                Err(error) => note(&mut made.damage, error),
            }
        }
        let damage = &mut made.damage;
        let bad = |index, what| note(damage, broken(index, what));
        made.rows = Some(table::stored(whole.into_iter(), shape.file, bad));
    } else {
        for index in wanted {
            let at = made.text.len();
            let rowless = &mut made.rowless;
            let text = &mut made.text;
            let written = archive.game_in(&block, index).and_then(|game| {
                *rowless += usize::from(shape.format == Format::Csv && matches!(game.body, Body::Text(_)));
                let number = block.first() + index as u64 + 1;
                write(&game, number, shape, text).map_err(|what| broken(index, what))
            });
            if let Err(error) = written {
                made.text.truncate(at);
                note(&mut made.damage, error);
            }
        }
    }
    if games.is_none() {
        made.damage.extend(block.look_at_rest());
    }
    made.damage.extend(block.take_healed());
    made
}

/// Keeps the damage for the report.
fn note(damage: &mut Vec<Damage>, error: Error) {
    if let Error::Damaged(found) = error {
        damage.push(found);
    }
}

/// Appends one game.
fn write(game: &Stored, number: u64, shape: &UnpackShape<'_>, out: &mut Vec<u8>) -> Result<(), String> {
    match shape.format {
        // Tables are not written game by game.
        Format::Pgn | Format::Parquet | Format::Arrow => write_pgn(game, out)?,
        Format::Json => out.extend_from_slice(stored::json(game, number, shape.file)?.as_bytes()),
        Format::Csv => {
            let rows = stored::rows(game, number, shape.file)?;
            out.extend_from_slice(&lines(rows).map_err(|error| error.to_string())?);
        }
    }
    Ok(())
}

/// Rows as CSV.
fn lines(rows: impl IntoIterator<Item = Vec<String>>) -> Result<Vec<u8>> {
    let mut out = ::csv::Writer::from_writer(Vec::new());
    for row in rows {
        out.write_record(&row)?;
    }
    out.into_inner().map_err(|error| anyhow::anyhow!("{error}"))
}
