//! `scorebook fix`: writes a PGN corpus with its defects fixed.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::Status;
use super::corpus::{Run, corpus, named};
use super::encoding::EncodingArg;
use super::interrupt;
use super::levels::LevelArgs;
use super::output::{Output, same_file};
use super::rules::RulesArgs;
use super::tell;
use super::unique::{Found, UniqueArgs};
use crate::convert::input::Input;
use crate::corpus::mend::{self, Left, Mended, Policy};
use crate::render::{count, path_name, shown_on_a_line};
use crate::verify::Options;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook fix games.pgn -o fixed.pgn                 canonical SAN, marks, numbers, tags, UTF-8
  scorebook fix games.pgn --diff                       only show the changes
  scorebook fix games.pgn -o good.pgn --rejects bad.pgn
  scorebook fix games.pgn -o named.pgn --eco           add ECO codes and opening names
  scorebook fix db/ --duplicates -o one.pgn --removed gone.csv       also leave out all but the best copy of a game

A game without a defect that can be fixed is written unchanged, byte for byte, and so is a game that cannot be proven. What is left
undecided (two results that contradict each other, a date that is none) is counted by its code; `scorebook verify` shows where it is.

Exit status: 0 every game is proven, 1 some are not, 2 could not run.")]
pub(super) struct Args {
    /// Files, directories (their .pgn files), or - for standard input; .gz, .zst and .bz2 are decompressed
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,
    /// Write to this file instead of standard output; it is written completely or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write games that cannot be proven to this file, unchanged, instead of to the output
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Write the changes as a unified diff instead of the games
    #[arg(long)]
    diff: bool,
    /// Also replace an illegal move by its only legal reading
    #[arg(long)]
    unsafe_fixes: bool,
    /// Also add missing ECO and Opening tags, from the last position of the game that has a name in
    /// lichess-org/chess-openings
    #[arg(long)]
    eco: bool,
    /// Also leave out duplicates: of each game the longest record, and of equal ones that with proven moves, more tags and more
    /// notes, is kept
    #[arg(long)]
    duplicates: bool,
    #[command(flatten)]
    unique: UniqueArgs,
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    encoding: EncodingArg,
    #[command(flatten)]
    rules: RulesArgs,
    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Show no summary and no progress
    #[arg(short, long)]
    quiet: bool,
}

struct FixWriter<'a> {
    inputs: &'a [Input],
    out: Output,
    rejects: Option<Output>,
    diff: bool,
    input: usize,
    /// Lines of the input before the chunk, and how many more lines the output has.
    lines: usize,
    gained: isize,
    headed: bool,
    mended: usize,
    broken: usize,
    doubles: usize,
    left: Left,
    failures: Vec<String>,
}

impl FixWriter<'_> {
    fn take(&mut self, chunk: Mended) -> Result<()> {
        if chunk.input != self.input {
            self.input = chunk.input;
            self.lines = 0;
            self.gained = 0;
            self.headed = false;
        }
        let name = self.inputs[chunk.input].name();
        if let Some(error) = &chunk.failed {
            self.failures.push(format!("{name}: {error}"));
        }
        if self.diff {
            self.write_diff(&name, &chunk)?;
        } else {
            self.out.write_all(&chunk.bytes)?;
        }
        if let Some(rejects) = &mut self.rejects {
            rejects.write_all(&chunk.rejects)?;
        }
        self.lines += chunk.lines;
        self.mended += chunk.mended;
        self.broken += chunk.broken;
        self.doubles += chunk.doubles;
        for (id, (title, number)) in chunk.left {
            self.left.entry(id).or_insert((title, 0)).1 += number;
        }
        Ok(())
    }

    fn write_diff(&mut self, name: &str, chunk: &Mended) -> Result<()> {
        for change in &chunk.changes {
            if !self.headed {
                self.headed = true;
                writeln!(self.out, "--- {name}\n+++ {name}")?;
            }
            let count = |text: &[u8]| text.split_inclusive(|&b| b == b'\n').count();
            let (old, new) = (count(&change.old), count(&change.new));
            let line = self.lines + change.line;
            // In a unified diff, an empty side is given the line before it.
            let from = if old == 0 { line - 1 } else { line };
            let to = line.saturating_add_signed(self.gained) - usize::from(new == 0);
            writeln!(self.out, "@@ -{from},{old} +{to},{new} @@")?;
            for (sign, text) in [(b'-', &change.old), (b'+', &change.new)] {
                for line in text.split_inclusive(|&b| b == b'\n') {
                    self.out.write_all(&[sign])?;
                    self.out.write_all(line)?;
                    if !line.ends_with(b"\n") {
                        self.out.write_all(b"\n\\ No newline at end of file\n")?;
                    }
                }
            }
            self.gained += new.cast_signed() - old.cast_signed();
        }
        Ok(())
    }
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let inputs = corpus(named(&args.inputs))?;
    let options = Options {
        levels: args.levels.levels()?,
        rules: args.rules.rules()?,
        edits: true,
        ..Options::default()
    };
    let policy =
        Policy { unsafe_fixes: args.unsafe_fixes, reject: args.rejects.is_some(), openings: args.eco };
    if let Some(rejects) = args.rejects.as_deref()
        && same_file(rejects, args.output.as_deref().unwrap_or(Path::new("-")))
    {
        bail!("the games and the rejects cannot go to one place ({})", path_name(rejects));
    }
    let stop = interrupt::flag();
    args.unique.check(args.duplicates, "--duplicates")?;
    let found = if args.duplicates {
        args.unique.find(&inputs, &options, args.jobs, args.quiet)?
    } else {
        Found::default()
    };
    let rejects = args.rejects.as_deref().map(|path| Output::create(Some(path))).transpose()?;
    let mut writer = FixWriter {
        inputs: &inputs,
        out: Output::create(args.output.as_deref())?.escaped_on_terminal(),
        rejects,
        diff: args.diff,
        input: 0,
        lines: 0,
        gained: 0,
        headed: false,
        mended: 0,
        broken: 0,
        doubles: 0,
        left: Left::new(),
        failures: Vec::new(),
    };
    let all =
        Run { inputs: &inputs, jobs: args.jobs, quiet: args.quiet, charset: args.encoding.charset(), stop }
            .each(|chunk| mend::chunk(&chunk, &options, policy, &found.gone), |mended| writer.take(mended))?;
    if !all {
        match args.output {
            Some(_) => bail!("stopped by the user: nothing was written"),
            None => bail!("stopped by the user: the output breaks off"),
        }
    }
    if let Some(first) = writer.failures.first() {
        bail!("cannot read {}", shown_on_a_line(first));
    }
    let FixWriter { out, rejects, mended, broken, doubles, left, .. } = writer;
    out.finish()?;
    rejects.map_or(Ok(()), Output::finish).context("cannot write the rejects")?;
    if !args.quiet {
        let place = if args.rejects.is_some() { "set aside" } else { "left as they stand" };
        let mended = count(mended, "game");
        tell(&format!("{mended} mended, {broken} that cannot be proven {place}\n"));
        if args.duplicates {
            tell(&format!("{}\n", found.summary(doubles)));
        }
        if !left.is_empty() {
            let mut text = "left undecided in what is written:\n".to_owned();
            for (id, (title, number)) in left {
                text.push_str(&format!("{number:9}  {id} {title}\n"));
            }
            tell(&text);
        }
    }
    Ok(if broken > 0 { Status::Findings } else { Status::Clean })
}
