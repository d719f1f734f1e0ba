//! `scorebook review`: list what a person must decide, as a web page.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::encoding::EncodingArg;
use super::output::Output;
use super::{Status, progress, tell};
use crate::convert::input::{Input, inputs_and_notes};
use crate::convert::ruled::Variants;
use crate::convert::{Format, Plan, Unit, Units};
use crate::decode::Options;
use crate::finding::code;
use crate::render::{count, path_name, shown_on_a_line};
use crate::review::{Book, Pictures, Remark, Room, SourceView, page};
use crate::sink::Comments;
#[cfg(feature = "server")]
use serve::serve;

#[cfg(feature = "server")]
mod serve;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook review book.txt -o review.html            then open it in a browser, decide, export
  scorebook convert book.txt --corrections corrections.csv -o games.pgn
  scorebook review --serve book.txt --corrections corrections.csv
                                                      decisions go straight to the file

The page works offline. Exit status: 0 nothing to decide, 1 doubts, 2 could not
run, or no game was found.")]
pub(super) struct Args {
    /// Records and scans in any format, directories of them, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Write the page to this file instead of standard output; it is written completely or not at all
    #[arg(short, long, value_name = "FILE", conflicts_with = "serve")]
    output: Option<PathBuf>,
    /// Serve the page on this machine and write decisions to the corrections file
    #[arg(long)]
    serve: bool,
    /// The port to serve on [default: any free port]
    #[arg(long, value_name = "PORT", requires = "serve", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Maximum size in megabytes of page images in the page; with --serve all images are available
    #[arg(long, value_name = "MB", default_value_t = 16)]
    pictures: usize,
    /// Earlier corrections; with --serve also the file for new ones [with --serve: corrections.csv]
    #[arg(long, value_name = "FILE")]
    corrections: Option<PathBuf>,
    /// The notation of the records; `scorebook convert --from list` lists all
    #[arg(long, default_value = "auto", value_name = "NOTATION")]
    from: String,
    /// The layout of the records; `scorebook convert --layout list` lists all
    #[arg(long, default_value = "auto", value_name = "LAYOUT")]
    layout: String,
    /// Also show moves that are no game: variations in prose, examples, lines of contents
    #[arg(long)]
    fragments: bool,
    #[command(flatten)]
    encoding: EncodingArg,
    #[command(flatten)]
    scans: super::scans::ScanArgs,
    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N", help_heading = "Options")]
    jobs: Option<usize>,
    /// Print nothing
    #[arg(short, long, help_heading = "Options")]
    quiet: bool,
}

/// The file of the decisions of `--serve`, unless another is given.
pub(super) const CORRECTIONS: &str = "corrections.csv";

pub(super) fn run(args: &Args) -> Result<Status> {
    let from = super::choices::from(&args.from)?;
    let layout = super::choices::layout(&args.layout)?;
    let (inputs, notes) = inputs_and_notes(&args.inputs).context("cannot read a directory")?;
    if inputs.is_empty() {
        bail!(super::scans::NOTHING);
    }
    let bar = progress::spinner(args.quiet);
    let options = Options { from: from.notation, ..Options::default() };
    let mut plan = Plan {
        options,
        charset: args.encoding.charset(),
        layout,
        format: Format::Pgn,
        decisions: Arc::default(),
        direct: false,
        whole: true,
        fragments: args.fragments,
        comments: Comments::All,
        explain: false,
        variants: Variants { usual: from.rules, from: from.ruled, ..Variants::default() },
        scan: args.scans.options(&bar)?,
        sheets: Default::default(),
        spoken: super::choices::spoken(&args.from)?,
        progress: progress::conversion(&bar),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0)).build();
    let pool = pool.context("cannot start threads")?;
    let work = || {
        if args.serve {
            return serve(args, plan, &inputs, &bar);
        }
        let rows = args.corrections.iter().cloned().collect::<Vec<_>>();
        let (decisions, remarks) = super::decisions::load(&rows, &inputs)?;
        let mut book = Book { files: inputs.iter().map(Input::name).collect(), ..Book::default() };
        book.prior = book.files.iter().flat_map(|name| decisions.of(name)).cloned().collect();
        book.prior.extend(decisions.strangers().iter().cloned());
        book.remarks.extend(notes.iter().map(|note| Remark {
            file: note.file.clone(),
            line: 1,
            code: "B105",
            message: note.message.clone(),
        }));
        book.remarks.extend(remarks.into_iter().map(|(file, located)| Remark {
            file,
            line: located.line,
            code: located.finding.code.id,
            message: located.finding.message,
        }));
        plan.decisions = Arc::new(decisions);
        let mut pictures = Pictures::new(&plan.scan);
        let mut room = Room { left: args.pictures.saturating_mul(1 << 20), without: 0 };
        for (at, input) in inputs.iter().enumerate() {
            bar.set_message(format!("opening {}", input.name()));
            for (unit_at, unit) in units(input, &plan)?.iter().enumerate() {
                bar.set_prefix(match (inputs.len(), book.games.len()) {
                    (1, _) => String::new(),
                    (all, games) => format!("input {} of {all}, {}: ", at + 1, count(games, "game")),
                });
                book.add(at, unit_at, unit, &SourceView::of(unit), &plan);
                book.embed(at, unit_at, unit, &mut pictures, &mut room);
            }
        }
        book.listen();
        if room.without > 0 {
            let message = format!(
                "{} without their pictures: the page contains at most {} MB of them; see --pictures and --serve",
                count(room.without, "doubt"),
                args.pictures
            );
            book.remarks.push(Remark { file: title(&book.files), line: 1, code: "B106", message });
        }
        bar.finish_and_clear();
        let none = book.remarks.iter().find(|remark| remark.code == code::L104.id);
        if let Some(remark) = none.filter(|_| book.games.is_empty()) {
            bail!("{}", remark.message);
        }
        write(args, &book)
    };
    let done = super::quietly(|| pool.install(work));
    bar.finish_and_clear();
    done
}

fn title(files: &[String]) -> String {
    files.first().cloned().unwrap_or_default()
}

fn units(input: &Input, plan: &Plan) -> Result<Vec<Unit>> {
    let name = input.name();
    let name = shown_on_a_line(&name);
    let mut open = Units::open(input, plan).with_context(|| format!("cannot open {name}"))?;
    let mut units = Vec::new();
    while let Some(unit) = open.next_unit().with_context(|| format!("cannot read {name}"))? {
        units.push(unit);
    }
    Ok(units)
}

fn write(args: &Args, book: &Book) -> Result<Status> {
    let mut out = Output::create(args.output.as_deref())?;
    out.write_all(page(book, None).as_bytes())?;
    out.finish()?;
    let doubts: usize = book.games.iter().map(|game| game.doubts.len()).sum();
    if !args.quiet {
        let remarks = match book.remarks.len() {
            0 => String::new(),
            several => format!(", {}", count(several, "remark")),
        };
        tell(&format!("{}, {}{remarks}\n", count(book.games.len(), "game"), count(doubts, "doubt")));
        if let Some(path) = args.output.as_deref().filter(|_| doubts > 0) {
            tell(&format!(
                "Open {} in a browser, decide, export; then: scorebook convert … --corrections FILE\n",
                path_name(path)
            ));
        }
    }
    Ok(if doubts == 0 && book.remarks.is_empty() { Status::Clean } else { Status::Findings })
}

#[cfg(not(feature = "server"))]
fn serve(_args: &Args, _plan: Plan, _inputs: &[Input], _bar: &indicatif::ProgressBar) -> Result<Status> {
    bail!("scorebook was built without the feature `server`; omit --serve")
}
