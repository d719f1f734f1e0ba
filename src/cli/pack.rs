//! `scorebook pack`: PGN to an archive.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Seek, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use rayon::prelude::*;
use scorebook_charset::{Assumed, Detector};
use scorebook_variants::Rules;

use super::encoding::EncodingArg;
use super::output::Output;
use super::rules::RulesArgs;
use super::sbk::{self, head, line, pool};
use super::{Status, progress};
use crate::archive::{Body, Kept, MoveCodec, Options, Refusal, Stored, Writer, is_unruly, next_game_kept};
use crate::convert::input::{Input, inputs_and_notes};
use crate::corpus::chunks::{Chunk, Chunks, End, LONGEST_GAME};
use crate::corpus::supply::{Bytes, Supply};
use crate::finding::{Code, code};
use crate::pgn::Lexer;
use crate::render::path_name;
use crate::render::{command, count, findings, shown, shown_on_a_line};
use crate::text::Span;
use crate::verify;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook pack games.pgn -o games.sbk
  scorebook pack *.pgn.zst -o all.sbk --codec dense --rejects broken.pgn

Every move is proven as it is packed. Unproven games are left out unless --keep-all is given.
Exit status: 0 all games packed, 1 some left out or kept as text, 2 could not run.")]
pub(super) struct Args {
    /// PGN files, directories, or - for standard input; .gz, .zst and .bz2 are decompressed
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,
    /// The archive, or - for standard output; a file is written completely or not at all
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Coding of moves: 16 (two bytes per move), 12, zstd (16, compressed), dense (by how likely they are), densest (2 % smaller
    /// than dense, four times slower)
    #[arg(long, default_value = "16", value_name = "CODEC", value_parser = codec)]
    codec: MoveCodec,
    /// Store unproven games as text
    #[arg(long, conflicts_with = "moves_only")]
    keep_all: bool,
    /// Keep illegal moves that are written with both squares (Bf1c4), as `convert --as-written` writes them; the game gets
    /// the tag Reading "illegal", or Kept "illegal" where its Reading is "incomplete"
    #[arg(long)]
    as_written: bool,
    /// Leave out comments, NAGs and variations
    #[arg(long)]
    moves_only: bool,
    /// Store what is needed to restore the input byte for byte (unpack --exact)
    #[arg(long, conflicts_with = "moves_only")]
    exact: bool,
    /// Write an index of positions beside the archive, as FILE.positions: queries of a position (fen, line) read only the
    /// games that come to it
    #[arg(long)]
    index: bool,
    /// Write the text of unproven games to this file
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    encoding: EncodingArg,
    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Show no findings, no summary and no progress
    #[arg(short, long)]
    quiet: bool,
    /// What the input is called in messages, if its file is one of our own.
    #[arg(skip)]
    called: Option<String>,
}

fn codec(name: &str) -> Result<MoveCodec, String> {
    name.parse()
}

/// Most findings shown; the summary counts all.
const SHOWN: usize = 200;

pub(super) fn run(args: &Args) -> Result<Status> {
    let (inputs, notes) = inputs_and_notes(&args.inputs).context("cannot read a directory")?;
    let is_named = |input: &&Input| args.inputs.iter().any(|path| path.display().to_string() == input.name());
    if let Some(why) = inputs.iter().filter(is_named).find_map(super::kind::no_pgn) {
        bail!(why);
    }
    if inputs.is_empty() {
        bail!("no PGN in the directories given");
    }
    if !args.quiet {
        for note in notes {
            line(&format!(
                "{}: {}: {}",
                shown_on_a_line(&note.file),
                head(&code::B105),
                shown(&note.message)
            ));
        }
    }
    if args.output == Path::new("-") && stdout().is_terminal() {
        bail!("an archive is no text for a terminal: name a file with -o");
    }
    if args.index && args.output == Path::new("-") {
        bail!("--index writes a file beside the archive: name a file with -o");
    }
    let options = Options { codec: args.codec, exact: args.exact };
    let rules = verify::Options { rules: args.rules.rules()?, ..verify::Options::default() };
    let mut packer = Packer {
        args,
        rules,
        writer: Writer::new(Output::create_seekable(&args.output)?, options)?,
        rejects: args
            .rejects
            .as_deref()
            .map(|path| Output::create(Some(path)))
            .transpose()?
            .map(Output::escaped_on_terminal),
        plies: 0,
        unruly: 0,
        refused: 0,
        as_text: 0,
        codes: BTreeMap::new(),
        bytes: 0,
    };
    let bar = progress::bytes(&inputs, args.quiet);
    pool(args.jobs)?.install(|| {
        for input in &inputs {
            packer.take(input, &bar)?;
        }
        bar.finish_and_clear();
        let status = packer.finish()?;
        if args.index {
            let mut index = Output::create(Some(&sbk::positions_of(&args.output)))?;
            sbk::open(&args.output)?.write_positions(&mut index)?;
            index.finish()?;
        }
        Ok(status)
    })
}

/// Packs the games of a conversion; those that are not proven are kept as text, but for illegal moves where they are to be kept
/// as written.
pub(super) fn converted(
    pgn: PathBuf,
    called: String,
    output: PathBuf,
    rules: RulesArgs,
    as_written: bool,
    quiet: bool,
) -> Result<Status> {
    run(&Args {
        inputs: vec![pgn],
        output,
        codec: MoveCodec::default(),
        keep_all: true,
        as_written,
        moves_only: false,
        exact: false,
        index: false,
        rejects: None,
        encoding: super::encoding::EncodingArg::default(),
        rules,
        jobs: None,
        quiet,
        called: Some(called),
    })
}

struct Packer<'a> {
    args: &'a Args,
    /// The rules in the user's files.
    rules: verify::Options,
    writer: Writer<Output>,
    rejects: Option<Output>,
    plies: u64,
    /// Games with illegal moves kept as written.
    unruly: usize,
    refused: usize,
    as_text: usize,
    codes: BTreeMap<&'static str, (&'static Code, usize)>,
    bytes: u64,
}

/// A part of the input that begins and ends between games, and the line on which it begins (from 1).
struct PackPiece {
    text: Bytes,
    line: usize,
}

type Games = Vec<(Span, Result<Stored, Box<Refusal>>)>;

impl Packer<'_> {
    fn take(&mut self, input: &Input, bar: &ProgressBar) -> Result<()> {
        let name = self.args.called.clone().unwrap_or_else(|| input.name());
        let open = |_| Supply::of(input);
        let mut chunks = Chunks::new(1, &open, Arc::default()).peekable();
        let kept = if self.args.as_written { Kept::AsWritten } else { Kept::Legal };
        let threads = rayon::current_num_threads();
        let (mut line, mut game) = (1, 0);
        let (named, mut detector) = (self.args.encoding.named(), Detector::default());
        while chunks.peek().is_some() {
            let mut pieces = Vec::new();
            for chunk in chunks.by_ref().take(threads * 4) {
                let assumed = named.or_else(|| detector.feed(&chunk.bytes)).unwrap_or_default();
                pieces.push((chunk, assumed));
            }
            let read: Vec<(Games, usize)> =
                pieces.par_iter().map(|(chunk, assumed)| read_games(chunk, *assumed, kept)).collect();
            for ((chunk, _), (games, lines)) in pieces.into_iter().zip(read) {
                if self.args.exact && chunk.recoded {
                    bail!("{} is UTF-16, of which --exact cannot keep the bytes", shown_on_a_line(&name));
                }
                let piece = PackPiece { text: chunk.bytes, line };
                line += lines;
                match chunk.end {
                    End::Giant { head } => self.refuse_giant(&name, &piece, head, &mut game)?,
                    _ => self.put(&name, &piece, games, &mut game)?,
                }
                self.bytes += piece.text.len() as u64;
                bar.inc(piece.text.len() as u64);
                if let End::Failed(error) = chunk.end {
                    return Err(error).with_context(|| format!("cannot read {}", shown_on_a_line(&name)));
                }
            }
        }
        Ok(())
    }

    /// Reports a part of a game that is too long; `head` tells whether the game begins here.
    fn refuse_giant(&mut self, name: &str, piece: &PackPiece, head: bool, number: &mut usize) -> Result<()> {
        if head {
            *number += 1;
            self.refused += 1;
            self.codes.entry(code::K101.id).or_insert((&code::K101, 0)).1 += 1;
            if !self.args.quiet {
                let (name, row, most) = (shown_on_a_line(name), piece.line, LONGEST_GAME >> 20);
                let head = super::sbk::head(&code::K101);
                line(&format!("{name}:{row}: {head}: game {number}: it is longer than {most} MiB"));
            }
        }
        match &mut self.rejects {
            Some(rejects) => Ok(rejects.write_all(&piece.text)?),
            None => Ok(()),
        }
    }

    /// Adds the games of a piece. Each game includes the bytes up to the next one.
    fn put(&mut self, name: &str, piece: &PackPiece, games: Games, number: &mut usize) -> Result<()> {
        let starts: Vec<usize> = games.iter().map(|(span, _)| span.start).skip(1).collect();
        let mut start = 0;
        for (index, (span, game)) in games.into_iter().enumerate() {
            *number += 1;
            let end = starts.get(index).copied().unwrap_or(piece.text.len());
            let source = &piece.text[start..end];
            start = end;
            let game = match game {
                Ok(game) => game,
                Err(refusal) => match self.refuse(name, piece, span, *refusal, *number)? {
                    Some(game) => game,
                    None => continue,
                },
            };
            let game = if self.args.moves_only { bare(game) } else { game };
            self.plies += game.line().len() as u64;
            self.unruly += usize::from(matches!(game.body, Body::Moves(_)) && is_unruly(&game.tags));
            self.writer.push(game, source)?;
        }
        Ok(())
    }

    /// Reports why a game is not proven; stores it as text or writes it to the rejects.
    fn refuse(
        &mut self,
        name: &str,
        piece: &PackPiece,
        span: Span,
        refusal: Refusal,
        number: usize,
    ) -> Result<Option<Stored>> {
        let text = &piece.text[span.range()];
        let by_rules = self.proven_by_rules(&refusal, text);
        let keep = self.args.keep_all || refusal.beyond_notation || by_rules;
        let code = match (keep, refusal.beyond_notation) {
            _ if by_rules => &code::K104,
            (_, true) => &code::K103,
            (true, _) => &code::K102,
            (false, _) => &code::K101,
        };
        self.codes.entry(code.id).or_insert((code, 0)).1 += 1;
        if !self.args.quiet && self.refused + self.as_text < SHOWN {
            let at = refusal.span.start.min(piece.text.len());
            let row = piece.line + lines(&piece.text[..at]);
            let ply = refusal.ply.map_or(String::new(), |ply| format!(", half-move {ply}"));
            let (name, reason) = (shown_on_a_line(name), shown(&refusal.reason));
            line(&format!("{name}:{row}: {}: game {number}{ply}: {reason}", head(code)));
        }
        if keep {
            self.as_text += 1;
            return Ok(Some(Stored { tags: refusal.tags, body: Body::Text(text.to_vec()) }));
        }
        self.refused += 1;
        if let Some(rejects) = &mut self.rejects {
            rejects.write_all(text)?;
            rejects.write_all(b"\n\n")?;
        }
        Ok(None)
    }

    /// Whether a game is proven by rules in a user's file. The archive does not contain those rules, so the
    /// game is stored as text.
    fn proven_by_rules(&self, refusal: &Refusal, text: &[u8]) -> bool {
        let Some(name) = refusal.tags.get("Variant") else { return false };
        let own = self.rules.rules;
        let of_file =
            Rules::called(name, own).is_some_and(|found| own.iter().any(|own| std::ptr::eq(own, found)));
        let mut lexer = Lexer::new(text);
        of_file && lexer.begin_game() && {
            let report = verify::game(&mut lexer, &self.rules);
            report.proven && !report.broken
        }
    }

    fn finish(self) -> Result<Status> {
        let games = self.writer.games();
        let (mut output, content) = self.writer.finish()?;
        let size = output.stream_position()?;
        output.finish()?;
        if let Some(rejects) = self.rejects {
            rejects.finish()?;
        }
        if !self.args.quiet {
            let path = path_name(&self.args.output);
            let each = size as f64 / games as f64;
            let share = 100.0 * size as f64 / self.bytes.max(1) as f64;
            let shares = format!(" ({each:.1} a game, {share:.1} % of the text)");
            line(&format!(
                "{path}: {}, {} half-moves, {size} bytes{}",
                if games == 0 { "no game".to_owned() } else { count(games as usize, "game") },
                self.plies,
                if games == 0 { "" } else { &shares }
            ));
            let proven = games as usize - self.as_text - self.unruly;
            line(&format!("  {proven:>7}  proven      every move is legal"));
            if self.unruly > 0 {
                line(&format!(
                    "  {:>7}  as written  illegal moves are kept, and the game says so",
                    self.unruly
                ));
            }
            if self.as_text > 0 {
                line(&format!("  {:>7}  as text     kept as it is written", self.as_text));
            }
            if self.refused > 0 {
                let hint = if self.args.rejects.is_some() {
                    ""
                } else {
                    "; --rejects FILE keeps their text, --keep-all packs it"
                };
                line(&format!("  {:>7}  left out    not proven{hint}", self.refused));
            }
            line(&format!("content {}", hex(&content)));
            if !self.codes.is_empty() {
                let rows = self.codes.values().map(|(code, count)| (*code, code.severity, *count));
                line(findings(rows, false).trim_end());
            }
            if !self.codes.is_empty() && self.args.called.is_none() {
                let mut words = vec!["scorebook".to_owned(), "verify".to_owned()];
                words.extend(self.args.inputs.iter().take(4).map(|path| path.display().to_string()));
                line(&format!("Every defect with its place: {}", command(words)));
            }
        }
        Ok(if self.refused + self.as_text > 0 { Status::Findings } else { Status::Clean })
    }
}

/// A game reduced to its moves.
fn bare(mut game: Stored) -> Stored {
    if let Body::Moves(moves) = &mut game.body {
        moves.notes.clear();
    }
    game
}

/// The games of a chunk, its text read in this character set, and the number of line ends in it.
fn read_games(chunk: &Chunk, assumed: Assumed, kept: Kept) -> (Games, usize) {
    if matches!(chunk.end, End::Giant { .. }) {
        return (Vec::new(), lines(&chunk.bytes));
    }
    let mut lexer = Lexer::new(&chunk.bytes);
    let games = std::iter::from_fn(|| next_game_kept(&mut lexer, assumed, kept)).collect();
    (games, lines(&chunk.bytes))
}

/// Number of line ends in a text.
fn lines(text: &[u8]) -> usize {
    // Chunks short enough for a `u8` counter, so that the compiler can vectorise the sum.
    let ends = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    text.chunks(255).map(|bytes| usize::from(ends(bytes))).sum()
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
