//! `scorebook unpack`: games of an archive as PGN, JSON lines or rows.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use rayon::prelude::*;

use super::Status;
use super::damage::Reporter;
use super::ending;
use super::output::Output;
use super::sbk::{Choice, Held, line, open, pool};
use crate::archive::{Archive, Body, Damage, Error, Stored, write_pgn};
use crate::render::count;
use crate::sink::{csv, stored};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook unpack games.sbk -o games.pgn
  scorebook unpack games.sbk --games 5,10-20
  scorebook unpack games.sbk --to json -o games.json    an object a game; csv: a row a half-move
  scorebook unpack games.sbk --where 'white ~ \"Morphy\" and date < 1860 and plies > 40'

Exit status: 0 all is well, 1 something is damaged, be it put right (said on standard error), 2 could
not run. Without a choice of games every part of each block is looked at; info --check looks at every byte.")]
pub(super) struct Args {
    /// The archive, or - for standard input
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// Write to this file instead of standard output; it appears whole or not at all. Its ending says the
    /// format, unless --to does
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What to write [default: pgn, or what the name of the output ends in]
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "exact")]
    to: Option<Format>,
    #[command(flatten)]
    choice: Choice,
    /// Give back the very bytes that were packed (if pack --exact kept them)
    #[arg(long)]
    exact: bool,
    /// How many threads to use [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Show no findings
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Games with tags, comments and variations
    Pgn,
    /// An object a game, one a line
    #[value(alias = "jsonl")]
    Json,
    /// A row a half-move of the mainline
    Csv,
}

const ENDINGS: &[(&str, Format)] = &[
    ("pgn", Format::Pgn),
    ("csv", Format::Csv),
    ("json", Format::Json),
    ("jsonl", Format::Json),
    ("ndjson", Format::Json),
];

/// How games are written.
struct Shape<'a> {
    format: Format,
    exact: bool,
    /// The name of the archive.
    file: &'a str,
}

/// The text of some games of one block, what is wrong with it, and how many of them have no rows.
type Made = (Vec<u8>, Vec<Damage>, usize);

pub(super) fn run(args: &Args) -> Result<Status> {
    let archive = open(&args.archive)?;
    if args.exact && !archive.is_exact() {
        bail!("{} was packed without --exact: the bytes of its source are not kept", args.archive.display());
    }
    let by_name = if args.exact { None } else { ending::format(args.output.as_deref(), ENDINGS)? };
    let file = args.archive.display().to_string();
    let format = args.to.or(by_name).unwrap_or(Format::Pgn);
    let shape = Shape { format, exact: args.exact, file: &file };
    let mut reporter = Reporter::new(&args.archive, args.quiet);
    reporter.tell_all(archive.damage());
    let jobs = by_block(&archive, args.choice.numbers(&archive, &mut reporter)?);
    let mut output = Output::create(args.output.as_deref())?;
    if format == Format::Csv {
        output.write_all(table([csv::COLUMNS.map(str::to_owned).to_vec()])?.as_slice())?;
    }
    let pool = pool(args.jobs)?;
    let mut unproven = 0;
    // A few blocks for each thread at a time: enough to keep all at work, little memory.
    for batch in jobs.chunks(4 * pool.current_num_threads()) {
        let made: Vec<Made> = pool.install(|| {
            batch.par_iter().map(|(block, games)| make(&archive, *block, games.as_deref(), &shape)).collect()
        });
        for (text, damage, rowless) in made {
            output.write_all(&text)?;
            unproven += rowless;
            reporter.tell_all(&damage);
        }
    }
    reporter.tell_all(&archive.take_healed());
    output.finish()?;
    if unproven > 0 && !args.quiet {
        line(&format!("{} kept as text, not as moves: no rows of them are written", count(unproven, "game")));
    }
    Ok(reporter.finish())
}

/// Which games of which blocks; `None` for all of a block.
fn by_block(archive: &Archive<Held>, numbers: Option<Vec<u64>>) -> Vec<(usize, Option<Vec<u64>>)> {
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

fn make(archive: &Archive<Held>, number: usize, games: Option<&[u64]>, shape: &Shape<'_>) -> Made {
    let (mut text, mut damage, mut rowless) = (Vec::new(), Vec::new(), 0);
    let mut note = |error: Error| {
        if let Error::Damaged(found) = error {
            damage.push(found);
        }
    };
    match archive.block(number) {
        Err(error) => note(error),
        Ok(block) => {
            let wanted: Vec<usize> = match games {
                None => (0..block.len()).collect(),
                Some(games) => games.iter().map(|game| (game - block.first()) as usize).collect(),
            };
            if shape.exact {
                match archive.exact(&block) {
                    Ok(sources) => {
                        let sources = sources.unwrap_or_default();
                        wanted
                            .iter()
                            .filter_map(|&i| sources.get(i))
                            .for_each(|bytes| text.extend_from_slice(bytes));
                    }
                    Err(error) => note(error),
                }
            } else {
                for index in wanted {
                    let at = text.len();
                    let made = archive.game_in(&block, index).and_then(|game| {
                        let first = block.first() + index as u64;
                        let text_only = shape.format == Format::Csv && matches!(game.body, Body::Text(_));
                        rowless += usize::from(text_only);
                        write(&game, first + 1, shape, &mut text).map_err(|what| {
                            let games = first..first + 1;
                            Error::Damaged(Damage { what, games, ..Damage::default() })
                        })
                    });
                    if let Err(error) = made {
                        text.truncate(at);
                        note(error);
                    }
                }
            }
            if games.is_none() {
                damage.extend(block.look_at_rest());
            }
            damage.extend(block.take_healed());
        }
    }
    (text, damage, rowless)
}

/// Appends one game.
fn write(game: &Stored, number: u64, shape: &Shape<'_>, out: &mut Vec<u8>) -> Result<(), String> {
    match shape.format {
        Format::Pgn => write_pgn(game, out)?,
        Format::Json => out.extend_from_slice(stored::json(game, number, shape.file)?.as_bytes()),
        Format::Csv => {
            let rows = stored::rows(game, number, shape.file)?;
            out.extend_from_slice(&table(rows).map_err(|error| error.to_string())?);
        }
    }
    Ok(())
}

/// Rows as CSV.
fn table(rows: impl IntoIterator<Item = Vec<String>>) -> Result<Vec<u8>> {
    let mut out = ::csv::Writer::from_writer(Vec::new());
    for row in rows {
        out.write_record(&row)?;
    }
    out.into_inner().map_err(|error| anyhow::anyhow!("{error}"))
}
