//! `scorebook.Archive`.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};
use scorebook::archive;
use scorebook::query::{BadQuery, Query};
use scorebook::table::Owned;
use scorebook::text::FileBytes;

use super::error::make;
use super::game::Game;

/// An archive of games (`.sbk`, made by `scorebook pack`). `archive[n]` reads game `n`, from 0, without reading the
/// others. Threads may share an archive.
///
/// >>> import scorebook
/// >>> archive = scorebook.Archive("games.sbk")                       # doctest: +SKIP
/// >>> archive[0].san[:2], len(archive)                               # doctest: +SKIP
/// (['e4', 'e5'], 336000)
/// >>> for game in archive.where('white ~ "Morphy" and date < 1860'): # doctest: +SKIP
/// ...     print(game)
#[pyclass(frozen, module = "scorebook")]
pub struct Archive {
    path: String,
    held: archive::Archive<FileBytes>,
}

/// Games that are read in one batch.
const AHEAD: usize = 64;

impl Archive {
    /// Games by number; fails if one is damaged.
    fn read(&self, py: Python<'_>, numbers: &[u64]) -> PyResult<Vec<Game>> {
        let made: Result<Vec<Game>, (u64, String)> = py.detach(|| {
            let mut block = None;
            let each = |&number: &u64| {
                let at = self.held.block_of(number).ok_or_else(|| "no such game".to_owned())?;
                if block.as_ref().is_none_or(|(known, _)| *known != at) {
                    block = Some((at, self.held.block(at).map_err(|error| error.to_string())?));
                }
                let (_, block) = block.as_ref().ok_or_else(|| "no such block".to_owned())?;
                let index = (number - block.first()) as usize;
                let stored = self.held.game_in(block, index).map_err(|error| error.to_string())?;
                Ok(Game::new(&self.path, Owned::stored(&stored)?))
            };
            let mut each = each;
            numbers.iter().map(|number| each(number).map_err(|words: String| (*number, words))).collect()
        });
        made.map_err(|(number, words)| {
            make(
                py,
                "DamageError",
                (format!("{}, game {number}: {words}", self.path), self.path.clone(), number),
            )
        })
    }
}

/// Raises `QueryError` if a query is invalid.
#[pyfunction]
pub fn _check_query(py: Python<'_>, question: &str) -> PyResult<()> {
    parsed(py, question).map(drop)
}

fn parsed(py: Python<'_>, question: &str) -> PyResult<Query> {
    question.parse().map_err(|error| bad(py, question, &error))
}

fn bad(py: Python<'_>, question: &str, error: &BadQuery) -> PyErr {
    make(py, "QueryError", (error.message.clone(), question, error.at))
}

#[pymethods]
impl Archive {
    #[new]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Archive> {
        let name = path.display().to_string();
        let mapped = FileBytes::open(&path)?;
        let held = archive::Archive::open(mapped)
            .map_err(|error| make(py, "ReadError", (error.to_string(), name.clone(), 0)))?;
        Ok(Archive { path: name, held })
    }

    fn __len__(&self) -> usize {
        self.held.games() as usize
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let games = slf.get().held.games();
        if let Ok(slice) = key.cast::<PySlice>() {
            let at = slice.indices(games as isize)?;
            let numbers = (0..at.slicelength).map(|i| (at.start + i as isize * at.step) as u64).collect();
            return Ok(Bound::new(py, ArchiveGames::new(slf, numbers))?.into_any());
        }
        let Ok(number) = key.extract::<i64>() else {
            return Err(PyTypeError::new_err("games are numbered: an integer or a slice is wanted"));
        };
        let number = if number < 0 { number + games as i64 } else { number };
        if number < 0 || number as u64 >= games {
            return Err(PyIndexError::new_err(format!("there are {games} games")));
        }
        let game = slf.get().read(py, &[number as u64])?.pop();
        Ok(Bound::new(py, game.ok_or_else(|| PyIndexError::new_err("no such game"))?)?.into_any())
    }

    fn __iter__(slf: &Bound<'_, Self>) -> ArchiveGames {
        ArchiveGames::new(slf, (0..slf.get().held.games()).collect())
    }

    /// The numbers of the games that match a query (the language of `scorebook unpack --where`). Games are read only if
    /// their headers do not decide.
    ///
    /// Raises `QueryError`, with the place of the error, if the query is invalid.
    fn find(&self, py: Python<'_>, question: &str) -> PyResult<Vec<u64>> {
        let query = parsed(py, question)?;
        let found = py.detach(|| self.held.find(&query));
        let (found, damage) = found.map_err(|error| bad(py, question, &error))?;
        match damage.first() {
            None => Ok(found),
            Some(damage) => {
                let words = format!("{}: {}", self.path, damage.what);
                Err(make(py, "DamageError", (words, self.path.clone(), damage.games.start)))
            }
        }
    }

    /// Iterates over the games that match a query.
    #[pyo3(name = "where")]
    fn matching(slf: &Bound<'_, Self>, question: &str) -> PyResult<ArchiveGames> {
        Ok(ArchiveGames::new(slf, slf.get().find(slf.py(), question)?))
    }

    /// Archives are equal if they hold the same games in the same order.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Archive>().is_ok_and(|other| {
            let (one, other) = (self, other.get());
            match (one.held.content(), other.held.content()) {
                (Some(one), Some(other)) => one == other,
                _ => one.path == other.path,
            }
        })
    }

    fn __hash__(&self) -> u64 {
        let content = self.held.content().unwrap_or_default();
        content.iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
    }

    /// An archive is pickled by its path: who reads the pickle must have the file.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Archive>().into_any(), (self.path.clone(),)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// The file is closed when the last reference to the archive, and to what iterates over it, is gone.
    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, PyTuple>) -> bool {
        false
    }

    fn __repr__(&self) -> String {
        format!("<Archive {}, {} games>", self.path, self.held.games())
    }
}

/// An iterator over games of an archive.
#[pyclass(frozen, module = "scorebook")]
pub struct ArchiveGames {
    archive: Py<Archive>,
    state: Mutex<State>,
}

struct State {
    numbers: VecDeque<u64>,
    ready: VecDeque<Game>,
}

impl ArchiveGames {
    fn new(archive: &Bound<'_, Archive>, numbers: Vec<u64>) -> ArchiveGames {
        let state = State { numbers: numbers.into(), ready: VecDeque::new() };
        ArchiveGames { archive: archive.clone().unbind(), state: Mutex::new(state) }
    }
}

#[pymethods]
impl ArchiveGames {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let numbers: Vec<u64> = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(game) = state.ready.pop_front() {
                return Ok(Some(game));
            }
            let next = state.numbers.len().min(AHEAD);
            state.numbers.drain(..next).collect()
        };
        // Read without the lock: another thread that iterates gets the next games.
        let mut games: VecDeque<Game> = self.archive.get().read(py, &numbers)?.into();
        let first = games.pop_front();
        self.state.lock().unwrap_or_else(PoisonError::into_inner).ready.append(&mut games);
        Ok(first)
    }

    fn __length_hint__(&self) -> usize {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.numbers.len() + state.ready.len()
    }
}
