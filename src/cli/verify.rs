//! `scorebook verify`: proves the games of PGN corpora.

use std::collections::BTreeMap;
use std::io::{self, Write, stderr};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};

use super::Status;
use super::corpus::{Run, archives, corpus, named};
use super::encoding::EncodingArg;
use super::ending;
use super::interrupt;
use super::levels::LevelArgs;
use super::output::Output;
use super::rules::RulesArgs;
use super::table::{self, Table, To};
use super::{sbk, tell};
use crate::convert::input::Input;
use crate::corpus::check::{ChunkReport, Work};
use crate::corpus::duplicates::{Duplicates, GamePlace};
use crate::finding::{Code, Finding, Severity, code};
use crate::openings::Counts;
use crate::render::{self, Escape, command, count, findings};
use crate::sink::report::Report;
use crate::sink::sarif::Sarif;
use crate::sink::{Located, lines};
use crate::text::Span;
use crate::verify::{Identity, Levels, Options, breaks};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook verify games.pgn                            findings and a summary
  scorebook verify --format csv --report doubts.csv db/ every .pgn file in a directory
  zstdcat dump.zst | scorebook verify --deny T103 -     a missing tag of the roster is an error
  scorebook verify --allow T --allow R201 games.pgn     no findings about tags or repetitions
  scorebook verify --classify --format json games.pgn   also count games by ECO code
  scorebook verify --to parquet -o games.parquet db/    a table (needs --features tables)

Ctrl-C stops with a complete report of what was checked so far (exit status 130); a second Ctrl-C stops at once.

Exit status: 0 no findings at the level of --fail-on, 1 findings, 2 could not run or not finish.")]
pub(super) struct Args {
    /// Files, directories (their .pgn files), or - for standard input; .gz, .zst and .bz2 are decompressed
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,
    /// Count games by opening (by position: moves in another order count), and note ECO tags that disagree; with --to
    /// also fill the columns ECO and Opening where a game has no such tag
    #[arg(long)]
    classify: bool,
    /// Write the findings to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Format of the findings [default: text, or the extension of --report]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write all games as a table, one row per game with its tags, moves, clocks and findings
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "duplicates")]
    to: Option<To>,
    /// Write the table to this file instead of standard output; it is written completely or not at all
    #[arg(short, long, value_name = "FILE", requires = "to")]
    output: Option<PathBuf>,
    /// Also replay every chess game with pgn-reader and shakmaty, and report differences
    #[arg(long)]
    cross_check: bool,
    /// Report duplicate games (keeps all moves in memory: about 0.3 GB per million games)
    #[arg(long)]
    duplicates: bool,
    /// Lowest severity that makes the exit status 1
    #[arg(long, value_enum, default_value = "warning", value_name = "LEVEL")]
    fail_on: FailOn,
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    encoding: EncodingArg,
    #[command(flatten)]
    rules: RulesArgs,
    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Show no summary and no progress, and no findings unless they go to a report
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Human-readable: the line, the board, the candidates
    Text,
    /// JSON lines, one object per finding
    Json,
    /// CSV, one row per finding
    Csv,
    /// SARIF 2.1.0, for code hosts; includes notes only with --fail-on note
    Sarif,
}

/// File extensions of reports and their formats.
const ENDINGS: &[(&str, Format)] = &[
    ("txt", Format::Text),
    ("csv", Format::Csv),
    ("json", Format::Json),
    ("jsonl", Format::Json),
    ("ndjson", Format::Json),
    ("sarif", Format::Sarif),
];

#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    Note,
    Warning,
    Error,
    Never,
}

impl FailOn {
    fn fails(self, severity: Severity) -> bool {
        match self {
            FailOn::Note => true,
            FailOn::Warning => severity >= Severity::Warning,
            FailOn::Error => severity >= Severity::Error,
            FailOn::Never => false,
        }
    }
}

enum Sink {
    Text(Output, render::Style),
    Json(Output),
    Csv(Box<Report<Output>>),
    Sarif(Sarif<Output>),
    Nothing,
}

impl Sink {
    fn create(args: &Args) -> Result<Sink> {
        let by_name =
            if args.format.is_none() { ending::format(args.report.as_deref(), ENDINGS)? } else { None };
        let format = args.format.or(by_name).unwrap_or(Format::Text);
        if (args.quiet || args.to.is_some()) && args.report.is_none() && args.format.is_none() {
            return Ok(Sink::Nothing);
        }
        let out = Output::create(args.report.as_deref())?;
        Ok(match format {
            Format::Text => {
                let colour = args.report.is_none() && super::output::colours(&io::stdout());
                Sink::Text(out, render::Style { colour, notes: true })
            }
            Format::Json => Sink::Json(out.escaped(Escape::Json)),
            Format::Csv => Sink::Csv(Box::new(Report::new(out.escaped(Escape::Text))?)),
            Format::Sarif => {
                Sink::Sarif(Sarif::new(out.escaped(Escape::Json), args.fail_on == FailOn::Note)?)
            }
        })
    }

    /// Adds the count of openings, if the format has a place for it.
    fn openings(&mut self, counts: &Counts) -> Result<()> {
        match self {
            Sink::Json(out) => Ok(out.write_all(counts.json().as_bytes())?),
            _ => Ok(()),
        }
    }

    fn write(&mut self, file: &str, game: Option<usize>, located: &Located) -> Result<()> {
        match self {
            Sink::Text(out, style) => {
                let mut text = String::new();
                render::finding(file, game, located, *style, &mut text);
                out.write_all(text.as_bytes())?;
            }
            Sink::Json(out) => lines::write(out, file, game, located)?,
            Sink::Csv(report) => report.row(file, game, located)?,
            Sink::Sarif(sarif) => sarif.result(file, game, located)?,
            Sink::Nothing => {}
        }
        Ok(())
    }

    /// Completes the report; `whole` is false if the input was not read to the end.
    fn finish(self, whole: bool) -> Result<()> {
        match self {
            Sink::Text(out, _) | Sink::Json(out) => out.finish(),
            Sink::Csv(report) => report.finish()?.finish(),
            Sink::Sarif(sarif) => sarif.finish(whole)?.finish(),
            Sink::Nothing => Ok(()),
        }
    }
}

/// Totals for the summary.
#[derive(Default)]
struct Totals {
    games: u64,
    plies: u64,
    bytes: u64,
    openings: Counts,
    codes: BTreeMap<&'static str, (&'static Code, Severity, u64)>,
    failed: usize,
    fails: bool,
    /// Number of games with a finding, and the number of the last of them.
    doubtful: usize,
    last: Option<(usize, usize)>,
    /// Number of findings with a safe fix, in games that `fix` can change.
    safe: usize,
    /// The same count for the current game, until it is proven.
    safe_here: usize,
    broken_here: bool,
}

impl Totals {
    /// Adds the counts of the last game, unless it is not proven, since `fix` does not change those.
    fn close_game(&mut self) {
        let safe = std::mem::take(&mut self.safe_here);
        if !std::mem::take(&mut self.broken_here) {
            self.safe += safe;
        }
    }
}

/// Receives the reports of the chunks, in input order.
struct Taker<'a> {
    args: &'a Args,
    inputs: &'a [Input],
    levels: &'a Levels,
    sink: Sink,
    totals: Totals,
    duplicates: Duplicates,
    input: usize,
    /// Lines and games of this input before the chunk.
    lines: usize,
    games: usize,
}

impl Taker<'_> {
    fn take(&mut self, report: ChunkReport) -> Result<()> {
        if report.input != self.input {
            self.input = report.input;
            self.lines = 0;
            self.games = 0;
        }
        let file = self.inputs[report.input].name();
        // A duplicate is reported where its game begins, before the findings inside the game.
        let mut doubles = self.doubles(report.input, report.identities).into_iter().peekable();
        for (game, mut located) in report.findings {
            while let Some((game, double)) =
                doubles.next_if(|(double, _)| game.is_some_and(|game| *double <= game))
            {
                self.put(&file, Some(game + self.games), &double)?;
            }
            located.line += self.lines;
            self.put(&file, game.map(|game| game + self.games), &located)?;
        }
        for (game, double) in doubles {
            self.put(&file, Some(game + self.games), &double)?;
        }
        if let Some(error) = report.failed {
            self.totals.failed += 1;
            let message = format!("{file} cannot be read: {error}");
            let finding = Finding::new(&code::B101, Span::default(), message);
            let line = self.lines + report.lines + 1;
            self.put(
                &file,
                None,
                &Located { finding, line, column: 1, page: None, context: String::new(), cut: 0 },
            )?;
        }
        self.lines += report.lines;
        self.games += report.games;
        self.totals.games += report.games as u64;
        self.totals.plies += report.plies;
        self.totals.bytes += report.bytes;
        self.totals.openings.merge(report.openings);
        Ok(())
    }

    /// The games of a chunk that occurred earlier in the corpus, each with its index in the chunk.
    fn doubles(&mut self, input: usize, identities: Vec<(usize, Identity)>) -> Vec<(usize, Located)> {
        let mut out = Vec::new();
        for (number, (line, identity)) in (1..).zip(identities) {
            let seen = GamePlace { input, game: self.games + number };
            let name = |input: usize| self.inputs[input].name();
            let Some(mut finding) = self.duplicates.look_up(seen, &identity, name) else { continue };
            let Some(severity) = self.levels.severity(finding.code) else { continue };
            finding.severity = severity;
            let line = line + self.lines;
            out.push((
                number,
                Located { finding, line, column: 1, page: None, context: String::new(), cut: 0 },
            ));
        }
        out
    }

    fn put(&mut self, file: &str, game: Option<usize>, located: &Located) -> Result<()> {
        let (code, severity) = (located.finding.code, located.finding.severity);
        self.totals.codes.entry(code.id).or_insert((code, severity, 0)).2 += 1;
        if let Some(game) = game.filter(|game| self.totals.last != Some((self.input, *game))) {
            self.totals.close_game();
            self.totals.doubtful += 1;
            self.totals.last = Some((self.input, game));
        }
        self.totals.safe_here += usize::from(located.finding.fix.as_ref().is_some_and(|fix| fix.safe));
        self.totals.broken_here |= breaks(located.finding.code);
        self.totals.fails |= self.args.fail_on.fails(severity);
        self.sink.write(file, game, located)
    }
}

/// Most ECO codes in the summary.
const MOST_CODES: usize = 10;
/// Most inputs named in a suggested command.
const MOST_NAMED: usize = 4;

fn summary(totals: &Totals, inputs: &[PathBuf], seconds: f64, stopped: bool, colour: bool) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    let rate = totals.bytes as f64 / 1e6 / seconds.max(1e-9);
    let _ = writeln!(
        out,
        "{}, {}, {:.1} MB in {seconds:.2} s ({rate:.0} MB/s)",
        crate::render::count(totals.games as usize, "game"),
        crate::render::count(totals.plies as usize, "half-move"),
        totals.bytes as f64 / 1e6
    );
    if stopped {
        let _ = writeln!(out, "stopped by the user: the rest was not checked");
    }
    let games = totals.games as usize;
    let doubtful = totals.doubtful.min(games);
    let _ = writeln!(out, "  {:>7}  clean       no findings", games - doubtful);
    if doubtful > 0 {
        let _ = writeln!(out, "  {doubtful:>7}  with findings");
    }
    let rows = totals.codes.values().map(|(code, severity, count)| (*code, *severity, *count as usize));
    out.push_str(&findings(rows, colour));
    if totals.safe > 0 {
        let mut words: Vec<String> = vec!["scorebook".into(), "fix".into()];
        words.extend(inputs.iter().take(MOST_NAMED).map(|path| path.display().to_string()));
        words.extend(["-o".to_owned(), "mended.pgn".to_owned()]);
        let more = if inputs.len() > MOST_NAMED { " (and the other inputs)" } else { "" };
        let _ = writeln!(out, "Apply safe fixes, {}: {}{more}", count(totals.safe, "place"), command(words));
    }
    out
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let named = named(&args.inputs);
    let archives = archives(&named);
    if !archives.is_empty() {
        if archives.len() < named.len() {
            bail!("archives and PGN files cannot be verified in the same run");
        }
        if args.to.is_some() {
            bail!("the games of an archive are already proven; use scorebook unpack --to for a table");
        }
        let mut status = Status::Clean;
        for archive in archives {
            if sbk::verify(archive, args.jobs, args.quiet)? == Status::Findings {
                status = Status::Findings;
            }
        }
        return Ok(status);
    }
    let levels = args.levels.levels()?;
    let inputs = corpus(named)?;
    let output = args.output.as_deref().filter(|_| args.to.is_some());
    if args.to.is_some() && output.is_none() && args.format.is_some() && args.report.is_none() {
        bail!("the table and the findings cannot both go to standard output: give -o or --report");
    }
    let stop = interrupt::flag();
    let mut table = args.to.map(|to| Table::create(output, to)).transpose()?;
    let sink = Sink::create(args)?;
    let options = Options {
        levels: levels.clone(),
        rules: args.rules.rules()?,
        identities: args.duplicates,
        moves: args.to.is_some() || args.classify,
        // Findings are not shown in this case; only the exit status depends on them.
        count_only: args.quiet && args.to.is_none() && matches!(sink, Sink::Nothing),
        ..Options::default()
    };
    let mut taker = Taker {
        args,
        inputs: &inputs,
        levels: &levels,
        sink,
        totals: Totals::default(),
        duplicates: Duplicates::default(),
        input: 0,
        lines: 0,
        games: 0,
    };
    let started = Instant::now();
    let wants = table.is_some();
    let prove = |input: usize, work: Work| {
        let name = wants.then(|| inputs[input].name());
        table::prove(work, &options, args.cross_check, name.as_deref(), args.classify)
    };
    let all =
        Run { inputs: &inputs, jobs: args.jobs, quiet: args.quiet, charset: args.encoding.charset(), stop }
            .each(
            |chunk| prove(chunk.input, Work::new(chunk).counting_openings(args.classify)),
            |(mut report, mut rows)| loop {
                if let Some(table) = &mut table {
                    table.write(rows)?;
                }
                let (input, rest) = (report.input, report.rest.take());
                taker.take(report)?;
                let Some(rest) = rest else { return Ok(()) };
                (report, rows) = prove(input, *rest);
            },
        )?;
    let Taker { mut sink, mut totals, .. } = taker;
    if args.classify {
        sink.openings(&totals.openings)?;
    }
    sink.finish(all && totals.failed == 0)?;
    // A partial table could be mistaken for a complete one.
    let tabled = table.is_some();
    if let Some(table) = table.filter(|_| all && totals.failed == 0) {
        table.finish()?;
    }
    if !args.quiet {
        let colour = super::output::colours(&stderr());
        totals.close_game();
        let mut text = summary(&totals, &args.inputs, started.elapsed().as_secs_f64(), !all, colour);
        if args.classify {
            text.push_str(&totals.openings.text(MOST_CODES));
        }
        tell(&text);
    }
    if tabled && totals.failed > 0 {
        bail!("{} could not be read to the end; no table was written", count(totals.failed, "input"));
    }
    if totals.failed == inputs.len() {
        bail!("none of the inputs could be read to its end");
    }
    // What was found in a part says nothing of the whole.
    if !all {
        bail!("stopped by the user: the rest was not checked");
    }
    match (totals.fails, totals.failed) {
        (true, _) => Ok(Status::Findings),
        (false, 0) => Ok(Status::Clean),
        (false, failed) => bail!("{} could not be read to the end", count(failed, "input")),
    }
}
