//! What all commands on PGN corpora share: inputs, threads, progress and stopping.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use scorebook_charset::Charset;
use walkdir::WalkDir;

use super::kind::no_pgn;
use super::progress;
use super::sbk::begins_like_archive;
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

/// An input as the user has named it.
pub(super) enum Named {
    Directory(PathBuf),
    One(Input),
}

impl Named {
    /// The input, if it is no directory.
    fn one(&self) -> Option<&Input> {
        match self {
            Named::One(input) => Some(input),
            Named::Directory(_) => None,
        }
    }
}

/// The inputs with these paths; `-` is standard input.
pub(super) fn named(paths: &[PathBuf]) -> Vec<Named> {
    let name = |path: &PathBuf| {
        if path.is_dir() { Named::Directory(path.clone()) } else { Named::One(Input::of(path)) }
    };
    paths.iter().map(name).collect()
}

/// The archives among the inputs.
pub(super) fn archives(named: &[Named]) -> Vec<&Input> {
    named.iter().filter_map(Named::one).filter(|input| begins_like_archive(input)).collect()
}

/// Inputs of one kind that follow each other.
pub(super) enum Segment {
    Archive(Input),
    /// PGN.
    Corpus(Vec<Input>),
}

/// The inputs in their order, archives apart from PGN.
pub(super) fn segments(named: Vec<Named>) -> Result<Vec<Segment>> {
    let mut all = Vec::new();
    let mut rest: Vec<Named> = Vec::new();
    for named in named {
        match named {
            Named::One(input) if begins_like_archive(&input) => {
                if !rest.is_empty() {
                    all.push(Segment::Corpus(corpus(std::mem::take(&mut rest))?));
                }
                all.push(Segment::Archive(input));
            }
            other => rest.push(other),
        }
    }
    if !rest.is_empty() || all.is_empty() {
        all.push(Segment::Corpus(corpus(rest)?));
    }
    Ok(all)
}

/// The files to read; of directories only the PGN files, in order of their names.
pub(super) fn corpus(named: Vec<Named>) -> Result<Vec<Input>> {
    let mut found = Vec::new();
    for named in named {
        match named {
            Named::Directory(path) => found.extend(pgn_files(&path)),
            Named::One(input) => match no_pgn(&input) {
                Some(why) => bail!(why),
                None => found.push(input),
            },
        }
    }
    if found.is_empty() {
        bail!("no .pgn file in the directories given");
    }
    Ok(found)
}

/// The PGN files in and below a directory. A link that leads nowhere and a directory that cannot be read are among them:
/// whoever opens them reports why they cannot be read.
fn pgn_files(folder: &Path) -> Vec<Input> {
    let mut found = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name().follow_links(true) {
        let (path, is_wanted) = match entry {
            Ok(entry) => {
                let is_wanted = entry.file_type().is_file();
                (entry.into_path(), is_wanted)
            }
            // A link to a directory around it leads to what is read already.
            Err(error) if error.loop_ancestor().is_some() => continue,
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                let is_wanted = !path.is_dir();
                if !is_wanted {
                    found.push(Input::File(path.clone()));
                }
                (path, is_wanted)
            }
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_wanted && !name.starts_with('.') && is_pgn(&name) {
            found.push(Input::File(path));
        }
    }
    found
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
    /// The flag that a signal sets, from before anything was written.
    pub(super) stop: Arc<AtomicBool>,
}

impl Run<'_> {
    /// Runs `work` on each chunk on all threads, and `take` on the results in order. True when everything was
    /// done, false if the user stopped it.
    pub(super) fn each<R: Send>(
        &self,
        work: impl Fn(Chunk) -> R + Sync,
        mut take: impl FnMut(R) -> Result<()>,
    ) -> Result<bool> {
        let stop = &self.stop;
        let bar = progress(self.inputs, self.quiet);
        let open = |index: usize| Supply::of(&self.inputs[index]);
        let mut result = Ok(());
        pool::ordered_by_weight(
            jobs(self.jobs),
            Chunks::new(self.inputs.len(), &open, Arc::clone(stop)).in_charset(self.charset),
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
