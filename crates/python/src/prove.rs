//! `scorebook.verify`.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scorebook::archive::Stored;
use scorebook::corpus::check::{ChunkReport, Work};
use scorebook::table::Owned;
use scorebook::verify::Options;

use super::game::{Finding, Game};
use super::input::{Wanted, inputs};
use super::levels::levels;
use super::product::{Plan, Product, jobs};
use super::pump::Pump;

/// An iterator over games, in input order. The attribute `remarks` lists the findings about the inputs themselves so
/// far.
#[pyclass(frozen, module = "scorebook")]
pub struct Games {
    pump: Pump<Vec<Game>>,
    ready: Mutex<VecDeque<Game>>,
    remarks: Remarks,
}

/// Findings about inputs.
pub type Remarks = Arc<Mutex<Vec<Finding>>>;

impl Games {
    /// The games that a pump delivers.
    pub fn new(pump: Pump<Vec<Game>>, remarks: Remarks) -> Games {
        Games { pump, ready: Mutex::default(), remarks }
    }
}

#[pymethods]
impl Games {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        loop {
            if let Some(game) = self.ready.lock().unwrap_or_else(PoisonError::into_inner).pop_front() {
                return Ok(Some(game));
            }
            match self.pump.next(py)? {
                Some(games) => self.ready.lock().unwrap_or_else(PoisonError::into_inner).extend(games),
                None => return Ok(None),
            }
        }
    }

    /// Stops the work; no more games come.
    fn close(&self) {
        self.pump.close();
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, PyTuple>) -> bool {
        self.close();
        false
    }

    /// The findings about the inputs themselves, so far.
    #[getter]
    fn remarks(&self) -> Vec<Finding> {
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Makes Python games.
struct Proving {
    cross_check: bool,
    /// Whether no code is allowed, so that all defects are among the findings.
    tells_all: bool,
    remarks: Remarks,
}

impl Product for Proving {
    type Out = Vec<Game>;

    fn prove(&self, name: &str, work: Work, options: &Options) -> (ChunkReport, Vec<Game>) {
        let mut games = Vec::new();
        let report = work.report_each(options, self.cross_check, |seen| {
            let game = |game| match Game::new(name, game) {
                game if self.tells_all => game.fully_judged(),
                game => game,
            };
            games.extend(Owned::seen(&seen).map(game));
        });
        (report, games)
    }

    fn place(&self, mut games: Vec<Game>, report: &mut ChunkReport, lines: usize) -> Vec<Game> {
        for (number, located) in report.findings.drain(..) {
            let line = located.line + lines;
            match number.and_then(|number| games.get_mut(number - 1)) {
                Some(game) => game.place(line, located.column),
                None => {
                    let finding = Finding::new(&located.finding, 0, Some((line, located.column)));
                    self.remarks.lock().unwrap_or_else(PoisonError::into_inner).push(finding);
                }
            }
        }
        games
    }

    fn stored(&self, name: &str, games: Vec<Stored>) -> Result<Vec<Game>, String> {
        games.iter().map(|game| Ok(Game::new(name, Owned::stored(game)?))).collect()
    }
}

/// Proves every game of a PGN corpus and returns each with its findings.
///
/// `source` is a path, a pattern (`"db/*.pgn.zst"`), a directory, PGN as a string or bytes, a file object, an iterator of such text or of
/// games, or a list of these; `.gz`, `.zst`, `.bz2` and archives (`.sbk`) are read directly. `allow` names codes, or letters of codes, that are not reported; with
/// `cross_check` a second reader, pgn-reader and shakmaty, replays each game.
/// The work is done on `threads` threads (-1: all processors, -2: all but one) without the interpreter's lock.
///
/// Raises `ReadError` after the last complete game if an input cannot be read further.
///
/// >>> import scorebook
/// >>> for game in scorebook.verify(b"1. e4 e5 2. Ke3 Nc6 *", allow=["S116"]):
/// ...     for finding in game.findings:
/// ...         print(finding.code, finding.ply, finding.message)
/// M201 3 `Ke3` cannot be played: the king on e1 does not move to e3
#[pyfunction]
#[pyo3(signature = (source, *, allow = Vec::new(), cross_check = false, threads = None))]
pub fn verify(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    allow: Vec<String>,
    cross_check: bool,
    threads: Option<i64>,
) -> PyResult<Games> {
    let threads = jobs(threads)?;
    let tells_all = allow.is_empty();
    let options = Options { levels: levels(py, &allow)?, moves: true, ..Options::default() };
    let plan = Plan { inputs: inputs(source, Wanted::Games)?, threads, options };
    let remarks = Remarks::default();
    let proving = Proving { cross_check, tells_all, remarks: Arc::clone(&remarks) };
    Ok(Games::new(Pump::start(move |sender| plan.run(&proving, sender))?, remarks))
}
