//! Inputs: paths, patterns, directories, bytes, file objects, lists of them.

use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::game::Game;
use pyo3::exceptions::{PyFileNotFoundError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyMemoryView, PyString, PyTuple};
use scorebook::convert::{Plan, Units, input as files};
use scorebook::corpus::supply::Supply;
use scorebook::text::{bare_name, unpacking};

/// One input.
pub enum Input {
    /// A file.
    Path(PathBuf),
    /// Bytes from the caller.
    Bytes(Shared),
    /// A file object, or an iterator of text and games.
    Object(Arc<Object>),
    /// The scanned pages of a directory.
    Pages(PathBuf, Vec<PathBuf>),
}

/// Bytes owned by Python, not copied.
#[derive(Clone)]
pub struct Shared(Arc<PyBackedBytes>);

impl From<PyBackedBytes> for Shared {
    fn from(bytes: PyBackedBytes) -> Shared {
        Shared(Arc::new(bytes))
    }
}

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref()
    }
}

/// A file object, and the exception that it raised.
pub struct Object {
    file: Py<PyAny>,
    /// Whether it is an iterator.
    iterated: bool,
    name: String,
    raised: Mutex<Option<PyErr>>,
}

impl Input {
    /// The name to show.
    pub fn name(&self) -> String {
        match self {
            Input::Path(path) | Input::Pages(path, _) => path.display().to_string(),
            Input::Bytes(_) => "<bytes>".to_owned(),
            Input::Object(object) => object.name.clone(),
        }
    }

    /// Opens it for the driver of PGN corpora.
    ///
    /// # Errors
    /// If it cannot be opened, or its first bytes cannot be read.
    pub fn supply(&self) -> io::Result<Supply> {
        match self {
            Input::Path(path) => Supply::open(path),
            other => other.open().map(Supply::Stream),
        }
    }

    /// Opens it and decompresses it if necessary.
    ///
    /// # Errors
    /// As above.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Input::Path(path) | Input::Pages(path, _) => {
                unpacking(scorebook::text::Opened::path(path)?.into_reader())
            }
            Input::Bytes(bytes) => unpacking(Cursor::new(bytes.clone())),
            Input::Object(object) => {
                unpacking(Reader { object: Arc::clone(object), ready: Vec::new(), at: 0 })
            }
        }
    }

    /// Opens it for the reader of records, text or scans.
    ///
    /// # Errors
    /// As above; or if it is not a record, or needs a program that is not installed.
    pub fn units<'p>(&self, plan: &'p Plan) -> io::Result<Units<'p>> {
        match self {
            Input::Path(path) => Units::open(&files::Input::File(path.clone()), plan),
            Input::Pages(path, all) => Units::open(&files::Input::Pages(path.clone(), all.clone()), plan),
            Input::Bytes(_) | Input::Object(_) => Units::stream(self.name(), self.open()?, plan),
        }
    }

    /// The exception that the file object raised, if any.
    pub fn raised(&self) -> Option<PyErr> {
        match self {
            Input::Object(object) => object.raised.lock().unwrap_or_else(PoisonError::into_inner).take(),
            _ => None,
        }
    }
}

/// Reads from a file object.
struct Reader {
    object: Arc<Object>,
    ready: Vec<u8>,
    at: usize,
}

/// Number of bytes requested from a file object at once.
const PIECE: usize = 1 << 20;

impl Read for Reader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.ready.len() {
            let piece = Python::attach(|py| -> PyResult<Vec<u8>> {
                if self.object.iterated {
                    return next_pieces(self.object.file.bind(py));
                }
                let piece = self.object.file.bind(py).call_method1("read", (PIECE,))?;
                if let Ok(text) = piece.cast::<PyString>() {
                    return Ok(text.to_str()?.as_bytes().to_vec());
                }
                match piece.cast::<PyBytes>() {
                    Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
                    Err(_) => piece.extract::<Vec<u8>>().map_err(|_| {
                        let kind = piece.get_type().name().map(|name| name.to_string()).unwrap_or_default();
                        PyTypeError::new_err(format!(
                            "read() of a file object must give bytes or str, not {kind}"
                        ))
                    }),
                }
            });
            match piece {
                Ok(piece) => (self.ready, self.at) = (piece, 0),
                Err(error) => {
                    let words = error.to_string();
                    *self.object.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return Err(io::Error::other(words));
                }
            }
        }
        let count = out.len().min(self.ready.len() - self.at);
        out[..count].copy_from_slice(&self.ready[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// Whether a string is a record and no name: it has lines, or it has words and is no file and no pattern. `*` and `?` may stand
/// in both; a record begins with a number or a tag.
fn is_record(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let numbered =
        first.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.') && !first.starts_with('.');
    let is_pattern = text.contains(['*', '?']) && !numbered && !first.starts_with('[');
    text.contains('\n') || text.contains(' ') && !is_pattern && !Path::new(text).exists()
}

/// Whether a string is a record and no name of a file.
#[pyfunction]
#[pyo3(name = "_is_record")]
pub fn told_record(text: &str) -> bool {
    is_record(text)
}

/// The text of the next games or pieces of an iterator, about [`PIECE`] bytes; nothing at its end.
fn next_pieces(iterator: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let mut out = Vec::new();
    for piece in iterator.try_iter()? {
        let piece = piece?;
        if let Ok(game) = piece.cast::<Game>() {
            out.extend(game.get().text().as_bytes());
            out.push(b'\n');
        } else if let Ok(text) = piece.cast::<PyString>() {
            let text = text.to_str()?;
            out.extend(text.as_bytes());
            // A game by itself, not a line of a file.
            if !text.is_empty() && !text.ends_with('\n') {
                out.extend(b"\n\n");
            }
        } else if let Ok(bytes) = piece.cast::<PyBytes>() {
            out.extend(bytes.as_bytes());
        } else {
            let kind = piece.get_type().name().map(|name| name.to_string()).unwrap_or_default();
            return Err(PyTypeError::new_err(format!(
                "an iterator gives text, bytes or games, not {kind}; paths are put in a list"
            )));
        }
        if out.len() >= PIECE {
            break;
        }
    }
    Ok(out)
}

/// Which files of a directory are inputs.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// PGN and archives.
    Games,
    /// Anything that may be a record.
    Records,
}

/// The inputs that a `source` names.
///
/// # Errors
/// `TypeError` for a type that cannot be read, `FileNotFoundError` for a path or a pattern without files.
pub fn inputs(source: &Bound<'_, PyAny>, wanted: Wanted) -> PyResult<Vec<Input>> {
    let mut found = Vec::new();
    collect(source, wanted, &mut found)?;
    Ok(found)
}

fn collect(source: &Bound<'_, PyAny>, wanted: Wanted, found: &mut Vec<Input>) -> PyResult<()> {
    let py = source.py();
    if let Ok(text) = source.cast::<PyString>() {
        // Text has lines, or words that are no file.
        let text = text.to_str()?;
        if is_record(text) {
            let bytes = source.call_method1("encode", ("utf-8", "replace"))?;
            found.push(Input::Bytes(bytes.extract::<PyBackedBytes>()?.into()));
            return Ok(());
        }
    }
    if source.is_instance_of::<PyList>() || source.is_instance_of::<PyTuple>() {
        for one in source.try_iter()? {
            collect(&one?, wanted, found)?;
        }
    } else if let Ok(bytes) = source.extract::<PyBackedBytes>() {
        found.push(Input::Bytes(bytes.into()));
    } else if source.is_instance_of::<PyByteArray>() || source.is_instance_of::<PyMemoryView>() {
        let bytes = py.get_type::<PyBytes>().call1((source,))?;
        found.push(Input::Bytes(bytes.extract::<PyBackedBytes>()?.into()));
    } else if source.hasattr("read")? {
        let name =
            source.getattr("name").and_then(|name| name.extract()).unwrap_or_else(|_| "<file>".to_owned());
        let object =
            Object { file: source.clone().unbind(), iterated: false, name, raised: Mutex::new(None) };
        found.push(Input::Object(Arc::new(object)));
    } else if let Ok(path) = source.extract::<PathBuf>() {
        named(py, path, wanted, found)?;
    } else if let Ok(game) = source.cast::<Game>() {
        let bytes = PyBytes::new(py, game.get().text().as_bytes());
        found.push(Input::Bytes(bytes.extract::<PyBackedBytes>()?.into()));
    } else if source.hasattr("__iter__")? {
        let (file, name) = (source.try_iter()?.into_any().unbind(), "<iterator>".to_owned());
        let object = Object { file, iterated: true, name, raised: Mutex::new(None) };
        found.push(Input::Object(Arc::new(object)));
    } else {
        let kind = source.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a path, a pattern, text, bytes, a file object, an iterator or a list of them is wanted, not {kind}"
        )));
    }
    Ok(())
}

fn named(py: Python<'_>, path: PathBuf, wanted: Wanted, found: &mut Vec<Input>) -> PyResult<()> {
    if path.is_dir() {
        if wanted == Wanted::Games {
            return folder(&path, found);
        }
        let all = files::inputs(std::slice::from_ref(&path))?;
        found.extend(all.into_iter().filter_map(|input| match input {
            files::Input::File(path) => Some(Input::Path(path)),
            files::Input::Pages(path, pages) => Some(Input::Pages(path, pages)),
            files::Input::Stream(_) => None,
        }));
        return Ok(());
    }
    let pattern = path.to_string_lossy();
    if path.exists() || !pattern.contains(['*', '?', '[']) {
        if !path.exists() {
            return Err(PyFileNotFoundError::new_err(format!("no such file: {pattern}")));
        }
        found.push(Input::Path(path));
        return Ok(());
    }
    let arguments = pyo3::types::PyDict::new(py);
    arguments.set_item("recursive", true)?;
    let all = py.import("glob")?.call_method("glob", (pattern.as_ref(),), Some(&arguments))?;
    let mut all: Vec<PathBuf> = all.extract()?;
    all.sort();
    if all.is_empty() {
        return Err(PyFileNotFoundError::new_err(format!("no file is named like {pattern}")));
    }
    all.into_iter().try_for_each(|path| named(py, path, wanted, found))
}

/// PGN files, compressed or not, and archives below a directory, by name.
fn folder(path: &Path, found: &mut Vec<Input>) -> PyResult<()> {
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    all.sort();
    for path in all {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        if path.is_dir() {
            folder(&path, found)?;
        } else if !name.starts_with('.') && (bare_name(&name).ends_with(".pgn") || name.ends_with(".sbk")) {
            found.push(Input::Path(path));
        }
    }
    Ok(())
}
