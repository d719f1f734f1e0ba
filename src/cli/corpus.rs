//! What all commands on PGN corpora share: inputs, threads, progress and stopping.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use scorebook_charset::Charset;
use walkdir::WalkDir;

use super::kind::no_pgn;
use super::{interrupt, progress};
use crate::convert::input::Input;
use crate::corpus::chunks::{Chunk, Chunks};
use crate::corpus::pool;
use crate::corpus::supply::Supply;
use crate::text::bare_name;

/// Whether a file name ends in `.pgn`, possibly compressed.
fn is_pgn(name: &str) -> bool {
    let name = name.to_lowercase();
    bare_name(&name).ends_with(".pgn")
}

/// The files to read; of directories only the PGN files, in order of their names.
pub(super) fn corpus(paths: &[PathBuf]) -> Result<Vec<Input>> {
    let mut found = Vec::new();
    for path in paths {
        if path == Path::new("-") {
            found.push(Input::Stdin);
        } else if path.is_dir() {
            for entry in WalkDir::new(path).sort_by_file_name().follow_links(true) {
                let entry = entry.context("cannot read a directory")?;
                let name = entry.file_name().to_string_lossy();
                if entry.file_type().is_file() && !name.starts_with('.') && is_pgn(&name) {
                    found.push(Input::File(entry.into_path()));
                }
            }
        } else if let Some(why) = no_pgn(path) {
            bail!(why);
        } else {
            found.push(Input::File(path.clone()));
        }
    }
    if found.is_empty() {
        bail!("no .pgn file in the directories given");
    }
    Ok(found)
}

/// The progress bar.
pub(super) fn progress(inputs: &[Input], quiet: bool) -> ProgressBar {
    progress::bytes_and_speed(progress::total(inputs), quiet)
}

fn jobs(asked: Option<usize>) -> usize {
    asked
        .filter(|&jobs| jobs > 0)
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// How to process a corpus.
pub(super) struct Run<'a> {
    pub(super) inputs: &'a [Input],
    /// Number of threads; `None`: one per processor.
    pub(super) jobs: Option<usize>,
    /// Show no progress.
    pub(super) quiet: bool,
    /// The character set that the user has named.
    pub(super) charset: Option<Charset>,
}

impl Run<'_> {
    /// Runs `work` on each chunk on all threads, and `take` on the results in order. True when everything was
    /// done, false if the user stopped it.
    pub(super) fn each<R: Send>(
        &self,
        work: impl Fn(Chunk) -> R + Sync,
        mut take: impl FnMut(R) -> Result<()>,
    ) -> Result<bool> {
        let stop = interrupt::flag();
        let bar = progress(self.inputs, self.quiet);
        let open = |index: usize| match &self.inputs[index] {
            Input::File(path) => Supply::open(path),
            input => Ok(Supply::Stream(input.open()?)),
        };
        let mut result = Ok(());
        pool::ordered_by_weight(
            jobs(self.jobs),
            Chunks::new(self.inputs.len(), &open, Arc::clone(&stop)).in_charset(self.charset),
            Chunk::weight,
            |chunk| (chunk.bytes.len() as u64, work(chunk)),
            |(bytes, done)| {
                bar.inc(bytes);
                result = take(done);
                if result.is_ok() {
                    return ControlFlow::Continue(());
                }
                stop.store(true, Ordering::Relaxed);
                ControlFlow::Break(())
            },
        );
        bar.finish_and_clear();
        let stopped = stop.load(Ordering::Relaxed);
        result.map(|()| !stopped)
    }
}
