//! `scorebook shard`: splits a large corpus into files of whole games.

use std::collections::VecDeque;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::Status;
use super::corpus::{archives, corpus, named};
use super::interrupt;
use super::output::{Output, OutputFolder};
use super::pack::hex;
use super::sbk;
use crate::convert::input::Input;
use crate::corpus::chunks::{Chunk, Chunks, End};
use crate::corpus::pool;
use crate::corpus::supply::Supply;
use crate::pgn;
use crate::render::{Escape, count, path_name};
use crate::text::bare_name;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook shard lichess_db_2023-01.pgn.zst -o shards                     shards of 256 MB of text
  scorebook shard db/ -o shards --size 64M --level 9
  scorebook shard dump.pgn.zst -o shards --to pgn                          uncompressed

Shards are named NAME-00000.pgn.zst and so on, in the order of the games. manifest.csv has one row \
per shard: file, games, bytes of text, bytes of the file, its SHA-256, and where its text begins (source, offset).

Concatenated, the shards are the text of the inputs, byte for byte. Each shard is a series of zstd frames of a few \
megabytes, which can be decompressed in parallel.

Exit status: 0 done, 2 could not run, or an input could not be read to its end (then there is no shard).")]
pub(super) struct Args {
    /// Files, directories (their .pgn files), or - for standard input; .gz, .zst and .bz2 are decompressed
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,
    /// The output directory; it is created if necessary and must be empty
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Approximate size of the text in one shard, in whole games: 500000, 64M, 1G
    #[arg(long, default_value = "256M", value_name = "SIZE", value_parser = size)]
    size: u64,
    /// The format of the shards
    #[arg(long, value_enum, default_value = "zst", value_name = "FORMAT")]
    to: Format,
    /// Compression level, from 1 to 19
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=19))]
    level: i32,
    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Show no summary and no progress
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// PGN compressed with zstd
    Zst,
    /// Plain PGN
    Pgn,
}

/// A number of bytes, with an optional unit: K, M or G (powers of 1024).
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: u64 = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        other => return Err(format!("`{other}` is not a unit: use K, M or G")),
    };
    let number: u64 = digits.parse().map_err(|_| format!("`{text}` is not a size"))?;
    number.checked_mul(unit).filter(|&bytes| bytes > 0).ok_or_else(|| format!("`{text}` is not a size"))
}

/// Least bytes of text in one zstd frame, except at the end of a shard: smaller frames compress worse, larger
/// ones need more memory.
const FRAME: usize = 4 << 20;

/// Consecutive whole games of one input.
struct ShardPiece {
    chunks: Vec<Chunk>,
    bytes: u64,
    /// Whether a game continues after it, so that the shard must not end there.
    goes_on: bool,
}

/// Joins chunks into pieces.
struct ShardPieces<'c> {
    chunks: Chunks<'c>,
    next: VecDeque<Chunk>,
    /// Most bytes of text in one piece.
    most: usize,
}

impl Iterator for ShardPieces<'_> {
    type Item = ShardPiece;

    fn next(&mut self) -> Option<ShardPiece> {
        let first = self.next.pop_front().or_else(|| self.chunks.next())?;
        let mut piece = ShardPiece { bytes: first.bytes.len() as u64, goes_on: false, chunks: vec![first] };
        while piece.bytes < self.most as u64 && !piece.ends_input() {
            let Some(chunk) = self.chunks.next() else { break };
            if chunk.input != piece.chunks[0].input {
                self.next.push_back(chunk);
                break;
            }
            piece.bytes += chunk.bytes.len() as u64;
            piece.chunks.push(chunk);
        }
        piece.goes_on = piece.chunks.last().is_some_and(|chunk| matches!(chunk.end, End::Giant { .. }));
        Some(piece)
    }
}

impl ShardPiece {
    fn ends_input(&self) -> bool {
        self.chunks.last().is_some_and(|chunk| matches!(chunk.end, End::Input | End::Failed(_)))
    }

    fn weight(&self) -> usize {
        self.chunks.iter().map(Chunk::weight).sum()
    }
}

/// A compressed piece.
struct Packed {
    input: usize,
    offset: u64,
    bytes: u64,
    games: u64,
    written: std::io::Result<Vec<u8>>,
    goes_on: bool,
    failed: Option<std::io::Error>,
}

fn pack(mut piece: ShardPiece, args: &Args) -> Packed {
    let (input, offset) = (piece.chunks[0].input, piece.chunks[0].offset);
    let mut games = 0;
    let mut failed = None;
    let mut text = Vec::with_capacity(piece.bytes as usize);
    for chunk in piece.chunks.drain(..) {
        games += match chunk.end {
            // A game that was too long to be cut out counts where it begins.
            End::Giant { head } => u64::from(head),
            _ => pgn::games(&chunk.bytes).count() as u64,
        };
        text.extend_from_slice(&chunk.bytes);
        if let End::Failed(error) = chunk.end {
            failed = Some(error);
        }
    }
    let written = match args.to {
        Format::Zst if !text.is_empty() => zstd::encode_all(text.as_slice(), args.level),
        Format::Zst | Format::Pgn => Ok(text),
    };
    Packed { input, offset, bytes: piece.bytes, games, written, goes_on: piece.goes_on, failed }
}

/// One row of the manifest.
#[derive(Serialize)]
struct ManifestRow {
    file: String,
    games: u64,
    bytes: u64,
    packed: u64,
    sha256: String,
    source: String,
    offset: u64,
}

/// A shard being written.
struct Shard {
    out: Output,
    hash: Sha256,
    row: ManifestRow,
    /// Whether a game continues after what was written.
    open: bool,
}

struct Sharder<'a> {
    args: &'a Args,
    inputs: &'a [Input],
    folder: OutputFolder,
    now: Option<Shard>,
    rows: Vec<ManifestRow>,
}

impl Sharder<'_> {
    fn take(&mut self, piece: Packed) -> Result<()> {
        let name = self.inputs[piece.input].name();
        if let Some(error) = piece.failed {
            bail!("{name} cannot be read to its end: {error}; no shard was written");
        }
        if piece.bytes == 0 {
            return Ok(());
        }
        let full = |shard: &Shard| shard.row.bytes >= self.args.size && !shard.open;
        if self.now.as_ref().is_some_and(full) {
            self.close()?;
        }
        let written = piece.written.context("cannot pack")?;
        let shard = match &mut self.now {
            Some(shard) => shard,
            None => {
                let shard = self.begin(name, piece.offset)?;
                self.now.insert(shard)
            }
        };
        shard.out.write_all(&written).with_context(|| format!("cannot write {}", shard.row.file))?;
        shard.hash.update(&written);
        shard.row.bytes += piece.bytes;
        shard.row.packed += written.len() as u64;
        shard.row.games += piece.games;
        shard.open = piece.goes_on;
        Ok(())
    }

    fn begin(&mut self, source: String, offset: u64) -> Result<Shard> {
        let stem = match &self.inputs[0] {
            Input::Stream(_) => "games".to_owned(),
            Input::File(path) | Input::Pages(path, _) => {
                let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
                let bare = bare_name(&name).to_owned();
                bare.strip_suffix(".pgn").map_or(bare.clone(), str::to_owned)
            }
        };
        let end = if self.args.to == Format::Zst { "pgn.zst" } else { "pgn" };
        let file = format!("{stem}-{:05}.{end}", self.rows.len());
        let out = self.folder.file(&file)?;
        let row = ManifestRow { file, games: 0, bytes: 0, packed: 0, sha256: String::new(), source, offset };
        Ok(Shard { out, hash: Sha256::new(), row, open: false })
    }

    fn close(&mut self) -> Result<()> {
        let Some(mut shard) = self.now.take() else { return Ok(()) };
        shard.out.finish()?;
        shard.row.sha256 = hex(&shard.hash.finalize());
        self.rows.push(shard.row);
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<ManifestRow>> {
        self.close()?;
        let mut manifest = csv::Writer::from_writer(self.folder.file("manifest.csv")?.escaped(Escape::Text));
        for row in &self.rows {
            manifest.serialize(row)?;
        }
        manifest.into_inner().map_err(|error| error.into_error())?.finish()?;
        self.folder.finish()?;
        Ok(self.rows)
    }
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let named = named(&args.inputs);
    if let Some(input) = archives(&named).first() {
        bail!("{} is an archive; use scorebook unpack --games for any part of it", input.name());
    }
    let inputs = corpus(named)?;
    let stop = interrupt::flag();
    let open = |index: usize| Supply::of(&inputs[index]);
    let most = usize::try_from(args.size).unwrap_or(usize::MAX).min(FRAME);
    let chunks = Chunks::new(inputs.len(), &open, Arc::clone(&stop));
    let pieces = ShardPieces { chunks, next: VecDeque::new(), most };
    let mut sharder = Sharder {
        args,
        inputs: &inputs,
        folder: OutputFolder::create(&args.output, "shards")?,
        now: None,
        rows: Vec::new(),
    };
    let bar = super::corpus::progress(&inputs, args.quiet);
    let mut result = Ok(());
    let jobs = args.jobs.filter(|&jobs| jobs > 0);
    let jobs = jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    pool::ordered_by_weight(
        jobs,
        pieces,
        ShardPiece::weight,
        |piece| pack(piece, args),
        |piece| {
            bar.inc(piece.bytes);
            result = sharder.take(piece);
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    bar.finish_and_clear();
    result?;
    if stop.load(Ordering::Relaxed) {
        bail!("stopped by the user: no shard was written");
    }
    let rows = sharder.finish()?;
    if !args.quiet {
        let (games, bytes) =
            rows.iter().fold((0, 0), |(games, bytes), row| (games + row.games, bytes + row.bytes));
        let shards = count(rows.len(), "shard");
        sbk::line(&format!(
            "{}: {shards}, {games} games, {:.1} MB of text",
            path_name(&args.output),
            bytes as f64 / 1e6
        ));
    }
    Ok(Status::Clean)
}
