//! `scorebook collate`: several records of the same games, read together.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Parser;

use super::{Status, convert};
use crate::convert::collate::collate;
use crate::convert::input::inputs_and_notes;
use crate::convert::{Unit, Units};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook collate white.csv black.csv -o game.pgn    the score sheets of both players
  scorebook collate book.txt newspaper.txt -o games.pgn --report differences.csv

Each INPUT is one source: a record in any format, or a directory of records. The games of all sources are matched by their moves
and players, and each game is read from all its records at once. Where the records differ, a finding (W101) quotes each.
Exit status: 0 no findings, 1 findings, 2 could not run, or no game was found.")]
pub(super) struct Args {
    /// The records of the same games, two or more
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,
    /// Write to this file instead of standard output; it is written completely or not at all. Its
    /// extension selects the format unless --to does
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The notation of the records; `scorebook convert --from list` lists all
    #[arg(long, default_value = "auto", value_name = "NOTATION")]
    from: String,
    /// The output format: pgn, csv, json or a notation; `scorebook convert --to list` lists all
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Write the findings to this file; its extension selects the format: .csv, .json (one object per line) or .sarif
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Required probability of a move against the best different one, from 0 to 1 [default: 0.95]
    #[arg(long, value_name = "SHARE")]
    confidence: Option<f64>,
    /// Show no findings, no summary and no progress
    #[arg(short, long)]
    quiet: bool,
}

/// The options of `convert` that these are.
#[derive(Parser, Debug)]
struct Conversion {
    #[command(flatten)]
    args: convert::Args,
}

impl Args {
    fn conversion(&self) -> Result<convert::Args> {
        let mut words: Vec<OsString> = vec!["collate".into()];
        let mut option = |name: &str, value: Option<OsString>| {
            words.extend(value.into_iter().flat_map(|value| [OsString::from(name), value]));
        };
        option("--output", self.output.clone().map(Into::into));
        option("--from", Some(self.from.clone().into()));
        option("--to", self.to.clone().map(Into::into));
        option("--report", self.report.clone().map(Into::into));
        option("--confidence", self.confidence.map(|share| share.to_string().into()));
        words.extend(self.quiet.then(|| OsString::from("--quiet")));
        words.push("--".into());
        words.extend(self.sources.iter().map(|path| path.clone().into_os_string()));
        Ok(Conversion::try_parse_from(words)?.args)
    }
}

pub(super) fn run(args: &Args) -> Result<Status> {
    if args.sources.len() < 2 {
        bail!("collate compares records of the same games: give two SOURCEs or more");
    }
    let conversion = args.conversion()?;
    let plan = convert::plan(&conversion)?;
    let mut sources = Vec::new();
    for path in &args.sources {
        sources.push(read_source(path, &plan)?);
    }
    let games = collate(&sources, &plan);
    let name = sources.iter().flatten().next().map_or("", |unit: &Unit| unit.source.name()).to_owned();
    convert::write(&conversion, &plan, &name, games)
}

/// All units of a source.
fn read_source(path: &PathBuf, plan: &crate::convert::Plan) -> Result<Vec<Unit>> {
    let (inputs, _) = inputs_and_notes(std::slice::from_ref(path)).context("cannot read a directory")?;
    let mut all = Vec::new();
    for input in &inputs {
        let mut units =
            Units::open(input, plan).with_context(|| format!("cannot open {}", path.display()))?;
        while let Some(unit) = units.next_unit().with_context(|| format!("cannot read {}", path.display()))? {
            all.push(unit);
        }
    }
    if all.is_empty() {
        bail!("{} holds nothing to read", path.display());
    }
    Ok(all)
}
