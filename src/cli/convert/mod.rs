//! `scorebook convert`: written records to verified PGN.

mod explained;
mod writer;

pub(super) use writer::csv_row;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use rayon::prelude::*;
use scorebook_eye::sheet::Grid;

use self::writer::GameWriter;
use super::encoding::EncodingArg;
use super::rules::{RulesArgs, UsualArgs};
use super::table::To;
use super::{Status, ending, progress};
use crate::convert::input::{Input, inputs_and_notes};
use crate::convert::ruled::{StonesForm, Variants};
use crate::convert::{
    Converted, Format, LayoutChoice, Plan, Progress, Sheets, Unit, Units, convert, unreadable,
};
use crate::decode::Options;
use crate::explained::{Explained, explain};
use crate::finding::{Finding, code};
use crate::notation;
use crate::record::{self, Csv};
use crate::render::{command, path_name};
use crate::sink::{Comments, Located};
use crate::text::{Source, Span};

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  scorebook convert game.txt                           PGN on standard output
  scorebook convert book.txt -o games.pgn --report doubts.csv
  scorebook convert scan.pdf                           also page images, DjVu, hOCR, ALTO, …
  scorebook convert --from english --to uci records/   all records and scans in a directory
  scorebook convert book.txt --to parquet -o games.parquet    (needs --features tables)
  scorebook convert table.csv --columns game=1,white-move=3,black-move=4
  scorebook convert sheet.csv --to json --ask 2        which half-moves of a score sheet to look up
  scorebook convert --variants mine.ini games.pgn --to uci    variants by a file of rules
  scorebook convert --rules omega --variants omega.ini log.txt  a Game Courier log

Each game has the tag Reading: verified, settled, repaired, ambiguous, illegal or incomplete.
Exit status: 0 no findings, 1 findings, 2 could not run, or no game was found.")]
pub(super) struct Args {
    /// Records and scans in any format, directories of them, or - for standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Write to this file instead of standard output; it is written completely or not at all. Its
    /// extension selects the format unless --to does
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The notation of the records; `--from list` lists all
    #[arg(long, default_value = "auto", value_name = "NOTATION")]
    from: String,
    /// The layout of the records; `--layout list` lists all
    #[arg(long, default_value = "auto", value_name = "LAYOUT")]
    layout: String,
    /// The output format: pgn, csv, json, parquet, arrow or a notation; `--to list` lists all [default: pgn, or the
    /// extension of --output]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Write the findings to this file; its extension selects the format: .csv, .json (one object per line) or .sarif
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Corrections file (CSV, made by `scorebook review`); may be given more than once
    #[arg(long, value_name = "FILE")]
    corrections: Vec<PathBuf>,
    /// Keep illegal moves as written (an unnoticed check, castling without the right)
    #[arg(long)]
    as_written: bool,
    /// Also write moves that are not a complete game: variations in prose, opening tables
    #[arg(long)]
    fragments: bool,
    /// What PGN and movetext have as comments: all (the record's notes and the findings), notes, or none
    #[arg(long, value_name = "WHICH", default_value = "all", hide_default_value = true)]
    comments: CommentsArg,
    /// Write on behind the last half-move that holds: each guessed half-move has the glyph $13 (∞, unclear), and in
    /// JSON its chance
    #[arg(long)]
    guess: bool,
    /// Ask for the N half-moves of each score sheet whose answers settle most: they are written to the JSON (--to json) as
    /// `questions`, each with the moves that it may be and the row of a corrections file that answers it
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    ask: usize,
    /// Write to this file how each page was read: what each line was taken for and why, and which words became which
    /// half-move; as text (.txt), or as boxes over the page (.html, .svg)
    #[arg(long, value_name = "FILE")]
    explain_layout: Option<PathBuf>,
    /// The columns of a CSV record, as KIND=NAME or KIND=NUMBER: game, number, ply, side, move,
    /// white-move, black-move, moves, comment, fen, result, or a tag
    #[arg(long, value_name = "KIND=COLUMN,…")]
    columns: Option<String>,
    /// The cells of pictures of score sheets, where they are not found by themselves (JSON): {"cells": [[left, top, right,
    /// bottom], …]} in pixels, White's and Black's by turns
    #[arg(long, value_name = "FILE")]
    grid: Option<PathBuf>,
    #[command(flatten)]
    encoding: EncodingArg,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    usual: UsualArgs,
    /// Required probability of a reading against the best different one, from 0 to 1
    /// [default: 0.95 for a move, 0.99 for a whole game of a torn page]
    #[arg(long, value_name = "SHARE")]
    confidence: Option<f64>,
    /// Number of readings of a game that are kept at once
    #[arg(long, default_value_t = Options::default().beam, value_name = "N", hide_short_help = true)]
    beam: usize,
    #[command(flatten)]
    scans: super::scans::ScanArgs,
    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N", help_heading = "Options")]
    jobs: Option<usize>,
    /// Show no findings, no summary and no progress
    #[arg(short, long, help_heading = "Options")]
    quiet: bool,
}

/// The value of `--comments`.
#[derive(Copy, Clone, Debug, clap::ValueEnum)]
enum CommentsArg {
    All,
    Notes,
    None,
}

impl From<CommentsArg> for Comments {
    fn from(said: CommentsArg) -> Comments {
        match said {
            CommentsArg::All => Comments::All,
            CommentsArg::Notes => Comments::Notes,
            CommentsArg::None => Comments::None,
        }
    }
}

/// Bytes of input that each thread has in progress.
const IN_WORK: usize = 2 << 20;
/// Most findings shown on a terminal or in a log; the report has all.
const SHOWN: usize = 200;

pub(super) fn run(args: &Args) -> Result<Status> {
    if [args.from.as_str(), args.layout.as_str(), args.to.as_deref().unwrap_or_default()].contains(&"list") {
        return list(args);
    }
    if args.usual.lists() {
        super::rules::list(args.rules.rules()?)?;
        return Ok(Status::Clean);
    }
    if args.inputs.is_empty() {
        bail!("no INPUT given: a file, a directory, or - for standard input");
    }
    let archive = args.output.as_deref().filter(|path| args.to.is_none() && is_archive(path));
    if let Some(archive) = archive {
        return to_archive(args, archive);
    }
    let mut plan = plan(args)?;
    let (inputs, notes) = inputs_and_notes(&args.inputs).context("cannot read a directory")?;
    if inputs.is_empty() {
        bail!(super::scans::NOTHING);
    }
    let bar = progress::bytes(&inputs, args.quiet);
    plan.scan = args.scans.options(&bar)?;
    plan.progress = progress::conversion(&bar);
    let (decisions, remarks) = super::decisions::load(&args.corrections, &inputs)?;
    plan.decisions = Arc::new(decisions);
    let jobs = args.jobs.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().context("cannot start threads")?;
    let mut writer = GameWriter::create(args, &plan)?;
    for (name, remark) in remarks {
        writer.game(&name, Converted::remark(remark))?;
    }
    for note in notes {
        let finding = Finding::new(&code::B105, Span::default(), note.message);
        writer.game(&note.file, Converted::remark(unplaced(finding)))?;
    }
    let done = super::quietly(|| pool.install(|| drive(&inputs, &plan, &mut writer, &bar)));
    bar.finish_and_clear();
    let failed = done?;
    if failed.len() == inputs.len() {
        // The findings say why, unless they are not shown.
        writer.show()?;
        match failed.as_slice() {
            [why] if args.quiet => bail!("{why}"),
            [_] => bail!("the input could not be read"),
            _ => bail!("none of the inputs could be read"),
        }
    }
    if writer.has_nothing() {
        return writer.nothing(&inputs);
    }
    writer.finish()
}

/// Writes games that were read elsewhere, each with the name of its input. Returns their numbers in the output.
pub(super) fn write(
    args: &Args,
    plan: &Plan,
    games: Vec<(String, Converted)>,
) -> Result<(Status, Vec<Option<usize>>)> {
    let mut writer = GameWriter::create(args, plan)?;
    let mut numbers = Vec::with_capacity(games.len());
    for (file, game) in games {
        numbers.push(writer.game(&file, game)?);
    }
    if writer.has_nothing() {
        let (inputs, _) = inputs_and_notes(&args.inputs).context("cannot read a directory")?;
        return Ok((writer.nothing(&inputs)?, numbers));
    }
    Ok((writer.finish()?, numbers))
}

/// Whether the name of an output is that of an archive.
fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("sbk"))
}

/// Converts to PGN and packs it. What cannot be proven is stored as text.
fn to_archive(args: &Args, archive: &Path) -> Result<Status> {
    let folder = tempfile::TempDir::new().context("cannot make a temporary folder")?;
    let pgn = folder.path().join("converted.pgn");
    let status = run(&Args { output: Some(pgn.clone()), ..args.clone() })?;
    let called = match args.inputs.as_slice() {
        [only] => path_name(only),
        _ => "the converted games".to_owned(),
    };
    let (rules, as_written) = (args.rules.clone(), args.as_written);
    let packed = super::pack::converted(pgn, called, archive.to_owned(), rules, as_written, args.quiet)?;
    Ok(if status == Status::Clean { packed } else { status })
}

pub(super) fn plan(args: &Args) -> Result<Plan> {
    let from = super::choices::from(&args.from)?;
    let own = args.rules.rules()?;
    let usual = args.usual.rules(own)?.or(from.rules);
    let variants = Variants { own, usual, from: from.ruled };
    let layout = match (&args.columns, args.layout.as_str()) {
        (Some(columns), "auto" | "csv") => {
            LayoutChoice::Table(Csv::with_columns(columns).map_err(anyhow::Error::msg)?)
        }
        (Some(_), _) => bail!("--columns requires --layout csv"),
        (None, name) => super::choices::layout(name)?,
    };
    let by_name = if args.to.is_none() { ending::format(args.output.as_deref(), ENDINGS)? } else { None };
    let small = args.to.as_deref().map(str::to_ascii_lowercase);
    let format = match small.as_deref().or(by_name).unwrap_or("pgn") {
        "pgn" => Format::Pgn,
        "csv" => Format::Csv,
        "json" | "jsonl" => Format::Json,
        "sgf" => Format::Stones(StonesForm::Sgf),
        "psq" => Format::Stones(StonesForm::Psq),
        #[cfg(feature = "tables")]
        name if To::named(name).is_some() => Format::Table,
        #[cfg(not(feature = "tables"))]
        name if To::named(name).is_some() => return Err(super::table::missing(name)),
        name => match (notation::find(name), scorebook_variants::Notation::named(name)) {
            (Some(notation), _) if notation.writes() => Format::Moves(notation),
            (None, Some(notation)) => Format::Ruled(notation),
            _ => bail!("{}", unknown_output(name)),
        },
    };
    if args.confidence.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
        bail!("--confidence must be between 0 and 1");
    }
    let options = Options {
        from: from.notation,
        as_written: args.as_written,
        confidence: args.confidence,
        beam: args.beam.max(1),
        guess: args.guess,
        ask: args.ask,
    };
    if args.ask > 0 && !matches!(format, Format::Json) {
        bail!("--ask writes its questions as JSON: add --to json");
    }
    Ok(Plan {
        options,
        charset: args.encoding.charset(),
        layout,
        format,
        decisions: Arc::default(),
        direct: true,
        whole: false,
        fragments: args.fragments,
        comments: args.comments.into(),
        explain: args.explain_layout.is_some(),
        variants,
        scan: scorebook_source::Options::default(),
        sheets: Sheets { grid: args.grid.as_deref().map(grid).transpose()? },
        spoken: super::choices::spoken(&args.from)?,
        progress: Progress::default(),
    })
}

/// The cells in a file of `--grid`.
fn grid(path: &Path) -> Result<Grid> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path_name(path)))?;
    Grid::from_json(&text).with_context(|| format!("{} is no grid of cells", path_name(path)))
}

/// What to do instead, where an output has a name that is none.
fn unknown_output(name: &str) -> String {
    let hint = match name.to_ascii_lowercase().as_str() {
        "fen" | "epd" | "positions" => "positions are written by `scorebook select GAMES.pgn --to epd`",
        "lan" => "long algebraic notation is `--to long`, or `--to uci` for bare squares",
        "sbk" | "archive" => "an archive is written with `-o GAMES.sbk`",
        "txt" | "text" | "ascii" | "md" | "markdown" | "doc" | "docx" | "rtf" | "pdf" => {
            "moves as plain text are `--to san`, or another notation"
        }
        "html" | "review" => "a page for a browser is written by `scorebook review`",
        "svg" | "png" | "picture" => "pictures are drawn by `scorebook board`",
        "xlsx" | "excel" => "a table for a spreadsheet is `--to csv`",
        _ => return format!("unknown output `{name}`; see `scorebook convert --to list`"),
    };
    format!("unknown output `{name}`: {hint}; all are listed by `scorebook convert --to list`")
}

/// File extensions of outputs and their formats.
const ENDINGS: &[(&str, &str)] = &[
    ("pgn", "pgn"),
    ("csv", "csv"),
    ("json", "json"),
    ("jsonl", "json"),
    ("ndjson", "json"),
    ("sgf", "sgf"),
    ("psq", "psq"),
];

fn list(args: &Args) -> Result<Status> {
    let mut out = std::io::stdout().lock();
    let to = args.to.as_deref() == Some("list");
    if args.from == "list" || to {
        if to {
            writeln!(out, "{:<16} games with tags, comments and variations", "pgn")?;
            writeln!(out, "{:<16} one row per half-move", "csv")?;
            writeln!(out, "{:<16} one JSON object per game, one per line", "json")?;
            writeln!(out, "{:<16} games of stones (go-moku, renju) in the Smart Game Format", "sgf")?;
            writeln!(out, "{:<16} games of stones in the format of Gomocup", "psq")?;
            if cfg!(feature = "tables") {
                writeln!(out, "{:<16} a compressed table, one row per game", "parquet")?;
                writeln!(out, "{:<16} the same table as an uncompressed Arrow file", "arrow")?;
            }
        }
        let offered = notation::TABLE.iter().filter(|notation| !to || notation.writes());
        for notation in offered {
            writeln!(out, "{:<16} {}", notation.name(), notation.title())?;
        }
        if !to {
            writeln!(
                out,
                "{:<16} games that were read aloud, as a recogniser of speech writes them",
                "spoken"
            )?;
            for language in scorebook_spoken::LANGUAGES.iter() {
                writeln!(
                    out,
                    "{:<16} the same in {}",
                    format!("spoken-{}", language.name),
                    language.title()
                )?;
            }
        }
        let all = scorebook_variants::Notation::ALL.into_iter();
        for notation in all.filter(|own| notation::find(own.name()).is_none()) {
            writeln!(out, "{:<16} {}", notation.name(), notation.title())?;
        }
    }
    if args.layout == "list" {
        for layout in record::TABLE {
            writeln!(out, "{:<16} {}", layout.name(), layout.title())?;
        }
    }
    Ok(Status::Clean)
}

/// Converts the units in batches on the pool. Returns the reasons why inputs could not be read.
fn drive(inputs: &[Input], plan: &Plan, writer: &mut GameWriter, bar: &ProgressBar) -> Result<Vec<String>> {
    let most = IN_WORK * rayon::current_num_threads();
    let mut batch: Vec<BatchItem> = Vec::new();
    let mut weight = 0;
    let mut failed: Vec<String> = Vec::new();
    for input in inputs {
        let mut units = match Units::open(input, plan) {
            Ok(units) => units,
            Err(error) => {
                let finding = unreadable(&input.name(), &error);
                failed.push(finding.message.clone());
                batch.push(BatchItem::Remark(input.name(), Box::new(unplaced(finding))));
                continue;
            }
        };
        loop {
            match units.next_unit() {
                Ok(Some(unit)) => {
                    weight += unit.bytes;
                    batch.push(BatchItem::Unit(Box::new(unit)));
                }
                Ok(None) => break,
                Err(error) => {
                    let finding = unreadable(&input.name(), &error);
                    failed.push(finding.message.clone());
                    batch.push(BatchItem::Remark(input.name(), Box::new(unplaced(finding))));
                    break;
                }
            }
            if weight >= most || batch.len() >= 256 {
                flush(&mut batch, plan, writer, bar)?;
                weight = 0;
            }
        }
    }
    flush(&mut batch, plan, writer, bar)?;
    Ok(failed)
}

enum BatchItem {
    Unit(Box<Unit>),
    Remark(String, Box<Located>),
}

/// A finding about a whole input.
fn unplaced(finding: Finding) -> Located {
    Located { finding, line: 1, column: 1, page: None, context: String::new(), cut: 0 }
}

fn flush(batch: &mut Vec<BatchItem>, plan: &Plan, writer: &mut GameWriter, bar: &ProgressBar) -> Result<()> {
    let done: Vec<Done> = std::mem::take(batch).into_par_iter().map(|item| done(item, plan)).collect();
    for Done { name, games, bytes, explained } in done {
        let mut numbers = Vec::with_capacity(games.len());
        for game in games {
            numbers.push(writer.game(&name, game)?);
        }
        if let Some((explained, source)) = explained.as_deref() {
            writer.explained(explained, source, &numbers)?;
        }
        bar.inc(bytes as u64);
    }
    Ok(())
}

/// What became of an item of a batch.
struct Done {
    name: String,
    games: Vec<Converted>,
    bytes: usize,
    explained: Option<Box<(Explained, Source)>>,
}

fn done(item: BatchItem, plan: &Plan) -> Done {
    match item {
        BatchItem::Unit(unit) => {
            let games = convert(&unit, plan);
            let explained = plan.explain.then(|| explain(&unit, &games, plan));
            let Unit { source, bytes, .. } = *unit;
            let name = source.name().to_owned();
            Done { name, games, bytes, explained: explained.map(|explained| Box::new((explained, source))) }
        }
        BatchItem::Remark(name, located) => {
            Done { name, games: vec![Converted::remark(*located)], bytes: 0, explained: None }
        }
    }
}

/// The `review` command for the same records and options.
fn review(args: &Args) -> String {
    const MOST: usize = 4;
    let mut words = vec!["scorebook".to_owned(), "review".to_owned()];
    words.extend(args.inputs.iter().take(MOST).map(|path| path.display().to_string()));
    for (option, value) in [("--from", &args.from), ("--layout", &args.layout)] {
        if value != "auto" {
            words.extend([option.to_owned(), value.clone()]);
        }
    }
    // `review` takes one corrections file: use the first.
    if let Some(path) = args.corrections.first() {
        words.extend(["--corrections".to_owned(), path.display().to_string()]);
    }
    words.extend(["-o".to_owned(), "review.html".to_owned()]);
    let more = if args.inputs.len() > MOST { " (and the other inputs)" } else { "" };
    format!("{}{more}", command(words))
}
