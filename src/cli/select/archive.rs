//! Archives as inputs: the games that match are read as PGN, block by block.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, anyhow};
use rayon::prelude::*;

use super::Args;
use super::picker::Picker;
use crate::archive::{Archive, Damage, Error, write_pgn};
use crate::cli::damage::Reporter;
use crate::cli::unpack::by_block;
use crate::cli::{Status, progress, sbk};
use crate::convert::input::Input;
use crate::corpus::select::{self, Selected, Wish};
use crate::text::FileBytes;

/// Selects games of an archive. The status of the archive, and whether it was read to its end: not if the user stops it.
///
/// # Errors
/// If it cannot be read, or the games cannot be written.
pub(super) fn read(
    args: &Args,
    input: &Input,
    wish: &Wish,
    picker: &mut Picker<'_>,
    stop: &AtomicBool,
) -> Result<(Status, bool)> {
    let archive = sbk::open_input(input)?;
    let name = input.name();
    let mut reporter = Reporter::new(Path::new(&name), args.quiet);
    reporter.tell_all(archive.damage());
    let pool = sbk::pool(args.jobs)?;
    let numbers = match &wish.query {
        None => None,
        Some(query) => {
            let found = pool.install(|| archive.find(query));
            let text = args.question.as_deref().unwrap_or_default();
            let (numbers, damage) = found.map_err(|error| anyhow!(sbk::pointed(text, &error)))?;
            reporter.tell_all(&damage);
            Some(numbers)
        }
    };
    let read = numbers.as_ref().map_or(archive.games(), |numbers| numbers.len() as u64);
    picker.pass((archive.games() - read) as usize);
    let jobs = by_block(&archive, numbers);
    let bar = progress::blocks(jobs.len(), args.quiet);
    for batch in jobs.chunks(4 * pool.current_num_threads()) {
        archive.source().check()?;
        if stop.load(Ordering::Relaxed) {
            return Ok((Status::Findings, false));
        }
        let made: Vec<(Selected, Vec<Damage>)> = pool.install(|| {
            batch
                .par_iter()
                .map(|(block, numbers)| block_games(&archive, *block, numbers.as_deref(), wish, &name))
                .collect()
        });
        for (selected, damage) in made {
            bar.inc(1);
            reporter.tell_all(&damage);
            picker.put(selected, 0)?;
        }
    }
    bar.finish_and_clear();
    reporter.tell_all(&archive.take_healed());
    Ok((reporter.finish(), true))
}

fn block_games(
    archive: &Archive<FileBytes>,
    number: usize,
    wanted: Option<&[u64]>,
    wish: &Wish,
    name: &str,
) -> (Selected, Vec<Damage>) {
    let mut damage = Vec::new();
    let mut note = |error| {
        if let Error::Damaged(found) = error {
            damage.push(found);
        }
    };
    let mut games = Vec::new();
    match archive.block(number) {
        Err(error) => note(error),
        Ok(block) => {
            let first = block.first();
            let all: Vec<u64> = match wanted {
                Some(numbers) => numbers.to_vec(),
                None => (first..first + block.len() as u64).collect(),
            };
            for number in all {
                let mut text = Vec::new();
                let game = archive.game_in(&block, (number - first) as usize);
                let written = game.and_then(|game| {
                    write_pgn(&game, &mut text).map_err(|what| {
                        Error::Damaged(Damage { what, games: number..number + 1, ..Damage::default() })
                    })
                });
                match written {
                    Ok(()) => games.push((number + 1, text)),
                    Err(error) => note(error),
                }
            }
            damage.extend(block.take_healed());
        }
    }
    (select::stored(&games, wish, name), damage)
}
