//! `scorebook.convert`.

use std::sync::{Arc, PoisonError};

use pyo3::prelude::*;
use scorebook::convert::ruled::Variants;
use scorebook::convert::{Converted, Format, LayoutChoice, Plan, Text, convert as read};
use scorebook::decode::{NotationChoice, Options};
use scorebook::{notation, record};

use super::error::{Failure, make};
use super::game::{Finding, Game};
use super::input::{Input, Wanted, inputs};
use super::product::jobs;
use super::prove::{Games, Remarks};
use super::pump::{Pump, Sender};

/// An input of `convert`: text, or the name of files.
fn records(source: &Bound<'_, PyAny>) -> PyResult<Vec<Input>> {
    inputs(source, Wanted::Records)
}

fn plan(
    py: Python<'_>,
    notation: &str,
    layout: &str,
    as_written: bool,
    fragments: bool,
    confidence: Option<f64>,
) -> PyResult<Plan> {
    let unknown = |what: &str, name: &str| make(py, "UnknownName", (format!("no {what} `{name}`"),));
    let from = match notation {
        "auto" => NotationChoice::Auto,
        name => NotationChoice::Notation(notation::find(name).ok_or_else(|| unknown("notation", name))?),
    };
    let layout = match layout {
        "auto" => LayoutChoice::Auto,
        name => LayoutChoice::Named(record::find(name).ok_or_else(|| unknown("layout", name))?),
    };
    let options = Options { from, as_written, confidence, ..Options::default() };
    Ok(Plan {
        charset: None,
        options,
        layout,
        format: Format::Table,
        decisions: Arc::default(),
        direct: false,
        whole: false,
        fragments,
        comments: scorebook::sink::Comments::All,
        explain: false,
        variants: Variants::default(),
        scan: Default::default(),
        sheets: Default::default(),
        spoken: Default::default(),
        progress: Default::default(),
    })
}

/// The result for one game, or a remark.
fn game(converted: Converted, name: &str, remarks: &Remarks) -> Option<Game> {
    let Converted { text: Text::Table(owned), findings, notation, verdict: Some(_), .. } = converted else {
        let mut remarks = remarks.lock().unwrap_or_else(PoisonError::into_inner);
        let found = converted.findings.iter();
        remarks.extend(
            found.map(|located| Finding::new(&located.finding, 0, Some((located.line, located.column)))),
        );
        return None;
    };
    let mut game = Game::new(name, *owned).read_in(notation);
    findings.iter().for_each(|located| game.place(located.line, located.column));
    Some(game)
}

fn run(all: &[Input], plan: &Plan, threads: usize, remarks: &Remarks, sender: &Sender<Vec<Game>>) {
    let pool = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool,
        Err(error) => return sender.fail(Failure::Panic(error.to_string())),
    };
    for input in all {
        let name = input.name();
        let mut read_so_far = 0;
        let mut each = || -> std::io::Result<bool> {
            let mut units = input.units(plan)?;
            while let Some(unit) = units.next_unit()? {
                let games = pool.install(|| read(&unit, plan));
                let games =
                    games.into_iter().filter_map(|converted| game(converted, &name, remarks)).collect();
                read_so_far += unit.bytes as u64;
                if !sender.send(games) {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        match each() {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                return sender.fail(match input.raised() {
                    Some(raised) => Failure::Raised(raised),
                    None => Failure::Read {
                        message: format!("cannot be read on: {error}"),
                        source: name,
                        offset: read_so_far,
                        kind: error.kind(),
                    },
                });
            }
        }
    }
}

/// Reads records of games as people wrote them, in any notation and layout, and proves them.
///
/// `source` is the text of a record, a path, a pattern, bytes, a file object, or a list of these. A string is text if it
/// has more than one line, or if it contains a space and is not the name of a file. `notation` and `layout` are detected
/// unless given (`"english"`, `"pairs"`; `scorebook convert --from list` and `--layout list` name all). With `as_written`,
/// illegal moves are kept as written; with `fragments`, moves that are not a complete game are returned too.
///
/// >>> import scorebook
/// >>> game, = scorebook.convert("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3")
/// >>> game.san
/// ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']
/// >>> game.notation, game.reading
/// ('english', 'verified')
#[pyfunction]
#[pyo3(signature = (source, notation = "auto", *, layout = "auto", as_written = false, fragments = false, confidence = None, threads = None))]
#[allow(clippy::too_many_arguments)]
pub fn convert(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    notation: &str,
    layout: &str,
    as_written: bool,
    fragments: bool,
    confidence: Option<f64>,
    threads: Option<i64>,
) -> PyResult<Games> {
    let plan = plan(py, notation, layout, as_written, fragments, confidence)?;
    let all = records(source)?;
    let remarks = Remarks::default();
    let told = Arc::clone(&remarks);
    let threads = jobs(threads)?.unwrap_or(0);
    Ok(Games::new(Pump::start(move |sender| run(&all, &plan, threads, &told, sender))?, remarks))
}
