//! `scorebook unpack`: games of an archive as PGN, or as a table.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use rayon::prelude::*;

use super::Status;
use super::damage::Reporter;
use super::output::Output;
use super::sbk::{Choice, Held, open, pool};
use super::table::{self, Rows, Table, To};
use crate::archive::{Archive, Damage, Error, Stored, write_pgn};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook unpack games.sbk -o games.pgn
  scorebook unpack games.sbk --games 5,10-20
  scorebook unpack games.sbk --where 'white ~ \"Morphy\" and date < 1860 and plies > 40'
  scorebook unpack games.sbk --to parquet -o games.parquet      (a build with --features tables)

Exit status: 0 all is well, 1 something is damaged, be it put right (said on standard error), 2 could
not run. Without a choice of games every part of each block is looked at; info --check looks at every byte.")]
pub(super) struct Args {
    /// The archive, or - for standard input
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// Write to this file instead of standard output; it appears whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a table, a row a game, instead of PGN
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "exact")]
    to: Option<To>,
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

/// Some games of one block.
struct Made {
    text: Vec<u8>,
    /// The same as rows, if a table is wanted.
    rows: Option<Rows>,
    /// What is wrong with them.
    damage: Vec<Damage>,
}

/// What is wanted of each game.
#[derive(Copy, Clone)]
enum Wanted<'a> {
    Pgn,
    /// The very bytes that were packed.
    Exact,
    /// Rows of a table, from an archive of that name.
    Rows(&'a str),
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let archive = open(&args.archive)?;
    if args.exact && !archive.is_exact() {
        bail!("{} was packed without --exact: the bytes of its source are not kept", args.archive.display());
    }
    let mut reporter = Reporter::new(&args.archive, args.quiet);
    reporter.tell_all(archive.damage());
    let jobs = by_block(&archive, args.choice.numbers(&archive, &mut reporter)?);
    let source = args.archive.display().to_string();
    let (mut output, mut table, wanted) = match args.to {
        Some(to) => (None, Some(Table::create(args.output.as_deref(), to)?), Wanted::Rows(&source)),
        None if args.exact => (Some(Output::create(args.output.as_deref())?), None, Wanted::Exact),
        None => (Some(Output::create(args.output.as_deref())?), None, Wanted::Pgn),
    };
    let pool = pool(args.jobs)?;
    // A few blocks for each thread at a time: enough to keep all at work, little memory.
    for batch in jobs.chunks(4 * pool.current_num_threads()) {
        let made: Vec<Made> = pool.install(|| {
            batch.par_iter().map(|(block, games)| make(&archive, *block, games.as_deref(), wanted)).collect()
        });
        for Made { text, rows, damage } in made {
            if let Some(output) = &mut output {
                output.write_all(&text)?;
            }
            if let (Some(table), Some(rows)) = (&mut table, rows) {
                table.write(rows)?;
            }
            reporter.tell_all(&damage);
        }
    }
    reporter.tell_all(&archive.take_healed());
    output.map_or(Ok(()), Output::finish)?;
    table.map_or(Ok(()), Table::finish)?;
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

fn make(archive: &Archive<Held>, number: usize, games: Option<&[u64]>, wanted: Wanted<'_>) -> Made {
    let mut damage = Vec::new();
    let block = match archive.block(number) {
        Ok(block) => block,
        Err(error) => {
            note(&mut damage, error);
            return Made { text: Vec::new(), rows: None, damage };
        }
    };
    let indices: Vec<usize> = match games {
        None => (0..block.len()).collect(),
        Some(games) => games.iter().map(|game| (game - block.first()) as usize).collect(),
    };
    let broken = |index: usize, what: String| {
        let first = block.first() + index as u64;
        Error::Damaged(Damage { what, games: first..first + 1, ..Damage::default() })
    };
    let (mut text, mut rows) = (Vec::new(), None);
    match wanted {
        Wanted::Exact => match archive.exact(&block) {
            Ok(sources) => {
                let sources = sources.unwrap_or_default();
                indices
                    .iter()
                    .filter_map(|&i| sources.get(i))
                    .for_each(|bytes| text.extend_from_slice(bytes));
            }
            Err(error) => note(&mut damage, error),
        },
        Wanted::Pgn => {
            for index in indices {
                let at = text.len();
                let made = archive
                    .game_in(&block, index)
                    .and_then(|game| write_pgn(&game, &mut text).map_err(|what| broken(index, what)));
                if let Err(error) = made {
                    text.truncate(at);
                    note(&mut damage, error);
                }
            }
        }
        Wanted::Rows(source) => {
            let mut whole: Vec<(usize, Stored)> = Vec::new();
            for index in indices {
                match archive.game_in(&block, index) {
                    Ok(game) => whole.push((index, game)),
                    Err(error) => note(&mut damage, error),
                }
            }
            let bad = |index, what| note(&mut damage, broken(index, what));
            rows = Some(table::stored(whole.into_iter(), source, bad));
        }
    }
    if games.is_none() {
        damage.extend(block.look_at_rest());
    }
    damage.extend(block.take_healed());
    Made { text, rows, damage }
}

/// Keeps what is damaged.
fn note(damage: &mut Vec<Damage>, error: Error) {
    if let Error::Damaged(found) = error {
        damage.push(found);
    }
}
