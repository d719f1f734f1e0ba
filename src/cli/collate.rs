//! `scorebook collate`: several records of the same games, read together.

mod page;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Parser;

use super::output::Output;
use super::{Status, convert};
use crate::convert::collate::{Apparatus, Collated, VariantsAs, collate};
use crate::convert::input::inputs_and_notes;
use crate::convert::known::{Comparison, HalfMove, Known};
use crate::convert::{Converted, Unit, Units};
use crate::render::path_name;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook collate white.csv black.csv -o game.pgn    the score sheets of both players
  scorebook collate page1.csv page2.csv -o game.pgn    the pages of one score sheet
  scorebook collate whites.csv blacks.csv              White's moves in one record, Black's in another
  scorebook collate book.txt newspaper.txt -o games.pgn --report differences.csv
  scorebook collate scan1.txt scan2.txt -o games.pgn --variants-as rav --apparatus apparatus.html
  scorebook collate sheets/ --known boards.pgn --table table.csv -o games.pgn    score sheets against the file of the boards

Each INPUT is one source: a record in any format, or a directory of records. The games of all sources are matched by their moves
and players, and each game is read from all its records at once. Where the records differ, a finding (W101) quotes each. The game is
`settled` all the same if the chance that the whole of it is right is at least 99 %, any cell of any record in doubt; A112 and JSON tell it.

With --known, each game is looked for in a PGN by its moves, players and date. What is written is what the records say; a known
game only helps where they say nothing or cannot be read. Where they say another move, a finding (W104) tells it. --table has
each half-move: same, differs, illegible, missing (no cell in the record), extra (not in the known game), or illegal.
Exit status: 0 no findings, 1 findings, 2 could not run, or no game was found.")]
pub(super) struct Args {
    /// The records of the same games, two or more; one is enough with --known, or if it is a directory
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
    /// Compare with the games of this PGN, compressed or not
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Write each half-move beside that of the known game to this file: .csv, or .md for Markdown
    #[arg(long, value_name = "FILE", requires = "known")]
    table: Option<PathBuf>,
    /// How the PGN tells where a record says another move than is written
    #[arg(long, value_name = "FORM", value_enum, default_value_t = Variants::Comment)]
    variants_as: Variants,
    /// Write the half-moves of all games beside what each record says of them to this file (.html), with boards where they differ
    #[arg(long, value_name = "FILE")]
    apparatus: Option<PathBuf>,
    /// Required probability of a move against the best different one, from 0 to 1 [default: 0.95]
    #[arg(long, value_name = "SHARE")]
    confidence: Option<f64>,
    /// Show no findings, no summary and no progress
    #[arg(short, long)]
    quiet: bool,
}

/// The values of `--variants-as`.
#[derive(clap::ValueEnum, Copy, Clone, Debug)]
enum Variants {
    /// A comment that quotes each record
    Comment,
    /// A variation, where a record says one other legal move
    Rav,
    /// Nothing: the report has it
    None,
}

impl Variants {
    fn form(self) -> VariantsAs {
        match self {
            Variants::Comment => VariantsAs::Comment,
            Variants::Rav => VariantsAs::Rav,
            Variants::None => VariantsAs::None,
        }
    }
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
    // A directory may hold the pages of one sheet.
    let is_one_file = matches!(args.sources.as_slice(), [only] if !only.is_dir());
    if is_one_file && args.known.is_none() {
        bail!("collate compares records of the same games: give two SOURCEs or more, or --known");
    }
    let form = args.table.as_deref().map(TableForm::of).transpose()?;
    if let Some(path) = &args.apparatus
        && !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"))
    {
        bail!("--apparatus writes .html, and {} is none", path_name(path));
    }
    let conversion = args.conversion()?;
    let plan = convert::plan(&conversion)?;
    let mut sources = Vec::new();
    for path in &args.sources {
        sources.push(read_source(path, &plan)?);
    }
    let known = args.known.as_deref().map(read_known).transpose()?;
    let collated = collate(&sources, &plan, known.as_ref(), args.variants_as.form());
    let mut games: Vec<(String, Converted)> = Vec::new();
    let mut comparisons: Vec<Option<Comparison>> = Vec::new();
    let mut apparatus: Vec<Option<Apparatus>> = Vec::new();
    for Collated { file, game, comparison, apparatus: own } in collated {
        games.push((file, game));
        comparisons.push(comparison);
        apparatus.push(own);
    }
    let (status, numbers) = convert::write(&conversion, &plan, games)?;
    if let Some(path) = &args.apparatus {
        let mut out = Output::create(Some(path))?;
        let numbered = numbers.iter().zip(&apparatus);
        page::write(numbered.filter_map(|(number, own)| Some(((*number)?, own.as_ref()?))), &mut out)?;
        out.finish()?;
    }
    if let (Some(path), Some(form)) = (&args.table, form) {
        let mut out = Output::create(Some(path))?;
        let compared = numbers.iter().zip(&comparisons);
        form.write(compared.filter_map(|(number, compared)| Some((*number, compared.as_ref()?))), &mut out)?;
        out.finish()?;
    }
    Ok(status)
}

/// The games of `--known`.
fn read_known(path: &Path) -> Result<Known> {
    let cannot = || format!("cannot read {}", path_name(path));
    let (inputs, _) = inputs_and_notes(&[path.to_owned()]).with_context(cannot)?;
    let [input] = inputs.as_slice() else { bail!("--known takes one PGN, and {} is none", path_name(path)) };
    let known = Known::read(input.name(), input.open().with_context(cannot)?).with_context(cannot)?;
    if known.is_empty() {
        bail!("{} holds no game of PGN", path_name(path));
    }
    Ok(known)
}

/// The form of the table of half-moves.
#[derive(Copy, Clone)]
enum TableForm {
    Csv,
    Markdown,
}

/// The columns of the table of half-moves.
const COLUMNS: [&str; 11] = [
    "game",
    "white",
    "black",
    "known_game",
    "move_number",
    "side",
    "status",
    "record",
    "known",
    "text",
    "line",
];

impl TableForm {
    /// The form that the name of a file asks for.
    fn of(path: &Path) -> Result<TableForm> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Ok(TableForm::Csv),
            Some("md") => Ok(TableForm::Markdown),
            _ => bail!("--table writes .csv or .md, and {} is neither", path_name(path)),
        }
    }

    /// Writes the half-moves of all games with their numbers.
    fn write<'c>(
        self,
        games: impl Iterator<Item = (Option<usize>, &'c Comparison)>,
        out: &mut impl Write,
    ) -> Result<()> {
        self.row(out, &COLUMNS.map(str::to_owned))?;
        if let TableForm::Markdown = self {
            self.row(out, &COLUMNS.map(|_| "---".to_owned()))?;
        }
        for (number, game) in games {
            for half_move in &game.half_moves {
                let [white, black] = game.players.clone();
                let number = number.map_or_else(String::new, |number| number.to_string());
                let line = if half_move.line == 0 { String::new() } else { half_move.line.to_string() };
                let HalfMove { mover: (move_number, side), status, record, known, text, .. } =
                    half_move.clone();
                let side = side.fold_wb("white", "black").to_owned();
                let status = status.as_str().to_owned();
                let of =
                    [number, white, black, game.known.to_string(), move_number.to_string(), side, status];
                self.row(out, &[of.as_slice(), &[record, known, text, line]].concat())?;
            }
        }
        Ok(())
    }

    fn row(self, out: &mut impl Write, fields: &[String]) -> Result<()> {
        match self {
            TableForm::Csv => convert::csv_row(out, fields.iter()),
            TableForm::Markdown => {
                let plain = |field: &String| field.replace('|', "\\|").replace(['\n', '\r'], " ");
                let fields: Vec<String> = fields.iter().map(plain).collect();
                Ok(writeln!(out, "| {} |", fields.join(" | "))?)
            }
        }
    }
}

/// All units of a source.
fn read_source(path: &PathBuf, plan: &crate::convert::Plan) -> Result<Vec<Unit>> {
    let (inputs, _) = inputs_and_notes(std::slice::from_ref(path)).context("cannot read a directory")?;
    let mut all = Vec::new();
    for input in &inputs {
        let mut units =
            Units::open(input, plan).with_context(|| format!("cannot open {}", path_name(path)))?;
        while let Some(unit) =
            units.next_unit().with_context(|| format!("cannot read {}", path_name(path)))?
        {
            all.push(unit);
        }
    }
    if all.is_empty() {
        bail!("{} holds nothing to read", path_name(path));
    }
    Ok(all)
}
