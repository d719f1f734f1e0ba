//! `scorebook repair`: writes the undamaged games of an archive to a new archive.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::damage::Reporter;
use super::output::Output;
use super::sbk::{line, open};
use super::{Status, progress};
use crate::archive::{Error, MoveCodec, Options, Stored, Writer};
use crate::render::path_name;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  scorebook repair broken.sbk -o whole.sbk

Every undamaged block is kept, and every block with at most one damaged byte per section; the index and the file header \
are not needed. Lost games are reported. Blocks of another archive that were copied into this one are left out.

Exit status: 0 no damage, 1 damage, 2 could not run.")]
pub(super) struct Args {
    /// The damaged archive
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// The new archive; it is written completely or not at all
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Show no findings, no summary and no progress
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let archive = open(&args.archive)?;
    let mut reporter = Reporter::new(&args.archive, args.quiet);
    reporter.tell_all(&archive.check_headers());
    let exact = archive.is_exact();
    let codec = archive.codec().unwrap_or(MoveCodec::Words);
    let mut writer = Writer::new(Output::create_seekable(&args.output)?, Options { codec, exact })?;
    let bar = progress::blocks(archive.block_count(), args.quiet);
    for number in 0..archive.block_count() {
        bar.inc(1);
        archive.source().check()?;
        // Check the whole block, so that nothing damaged gets a new checksum.
        let found = archive.check_block(number);
        reporter.tell_all(&found);
        if found.iter().any(|damage| {
            !damage.healed && !damage.games.is_empty() && damage.games.end - damage.games.start > 1
        }) {
            continue;
        }
        let Ok(block) = archive.block(number) else { continue };
        let sources = if exact { archive.exact(&block).ok().flatten() } else { None };
        for index in 0..block.len() {
            let at = block.first() + index as u64;
            if found.iter().any(|damage| !damage.healed && damage.games.contains(&at)) {
                continue;
            }
            let game: Stored = match archive.game_in(&block, index) {
                Ok(game) => game,
                Err(Error::Damaged(damage)) => {
                    reporter.tell(&damage);
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let source = sources.as_ref().and_then(|sources| sources.get(index));
            writer.push(game, source.map(Vec::as_slice).unwrap_or_default())?;
        }
    }
    bar.finish_and_clear();
    let games = writer.games();
    if games == 0 && archive.games() > 0 {
        bail!("no game of {} can be read", path_name(&args.archive));
    }
    let (output, _) = writer.finish()?;
    output.finish()?;
    let status = reporter.finish();
    if !args.quiet {
        let lost = archive.games().saturating_sub(games);
        let games = crate::render::count(games as usize, "game");
        line(&format!("{}: {games} kept, {lost} lost", path_name(&args.output)));
    }
    Ok(status)
}
