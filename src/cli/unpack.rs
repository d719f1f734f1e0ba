//! `scorebook unpack`: games of an archive as PGN.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use rayon::prelude::*;

use super::Status;
use super::damage::Reporter;
use super::output::Output;
use super::sbk::{Choice, Held, open, pool};
use crate::archive::{Archive, Damage, Error, write_pgn};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook unpack games.sbk -o games.pgn
  scorebook unpack games.sbk --games 5,10-20
  scorebook unpack games.sbk --where 'white ~ \"Morphy\" and date < 1860 and plies > 40'

Exit status: 0 all is well, 1 something is damaged, be it put right (said on standard error), 2 could
not run. Without a choice of games every part of each block is looked at; info --check looks at every byte.")]
pub(super) struct Args {
    /// The archive, or - for standard input
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// Write to this file instead of standard output; it appears whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
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

/// The text of some games of one block, and what is wrong with it.
type Made = (Vec<u8>, Vec<Damage>);

pub(super) fn run(args: &Args) -> Result<Status> {
    let archive = open(&args.archive)?;
    if args.exact && !archive.is_exact() {
        bail!("{} was packed without --exact: the bytes of its source are not kept", args.archive.display());
    }
    let mut reporter = Reporter::new(&args.archive, args.quiet);
    reporter.tell_all(archive.damage());
    let jobs = by_block(&archive, args.choice.numbers(&archive, &mut reporter)?);
    let mut output = Output::create(args.output.as_deref())?;
    let pool = pool(args.jobs)?;
    // A few blocks for each thread at a time: enough to keep all at work, little memory.
    for batch in jobs.chunks(4 * pool.current_num_threads()) {
        let made: Vec<Made> = pool.install(|| {
            batch
                .par_iter()
                .map(|(block, games)| make(&archive, *block, games.as_deref(), args.exact))
                .collect()
        });
        for (text, damage) in made {
            output.write_all(&text)?;
            reporter.tell_all(&damage);
        }
    }
    reporter.tell_all(&archive.take_healed());
    output.finish()?;
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

fn make(archive: &Archive<Held>, number: usize, games: Option<&[u64]>, exact: bool) -> Made {
    let (mut text, mut damage) = (Vec::new(), Vec::new());
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
            if exact {
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
                        write_pgn(&game, &mut text).map_err(|what| {
                            let first = block.first() + index as u64;
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
    (text, damage)
}
