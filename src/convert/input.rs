//! The inputs of a command: files, directories, standard input.

use std::fs;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use scorebook_source::{Holding, Note, shelf};

use crate::text::{Opened, bare_name, unpacking};

/// The endings of names of text files that are read in a directory; scans are recognised by their content.
const ENDINGS: [&str; 9] = [".pgn", ".txt", ".csv", ".tsv", ".text", ".chess", ".epd", ".ndjson", ".jsonl"];

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input, a pipe or a device, which can be read only once.
    Stream(Stream),
    /// A file.
    File(PathBuf),
    /// The pages in a directory, one or several per file.
    Pages(PathBuf, Vec<PathBuf>),
}

/// An input that can be read only once: what a command looks at to recognise it is kept for its reader.
#[derive(Clone, Debug)]
pub struct Stream(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    state: Mutex<State>,
}

enum State {
    Unopened,
    /// The first bytes, decompressed, and the reader of the others.
    Open(Vec<u8>, Box<dyn Read + Send>),
    /// All bytes, decompressed, in a file without a name: it may be read several times.
    Kept(Arc<Mutex<fs::File>>),
    Taken,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            State::Unopened => "Unopened",
            State::Open(..) => "Open",
            State::Kept(_) => "Kept",
            State::Taken => "Taken",
        })
    }
}

impl PartialEq for Stream {
    fn eq(&self, other: &Stream) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stream {}

impl Stream {
    fn new(path: &Path) -> Stream {
        Stream(Arc::new(Shared { path: path.to_owned(), state: Mutex::new(State::Unopened) }))
    }

    /// Its name: a path, or `-`.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Up to `most` first bytes, decompressed. They stay in the input.
    fn head(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*state, State::Unopened) {
            *state = State::Open(Vec::new(), self.reader()?);
        }
        if let State::Kept(file) = &*state {
            let mut head = Vec::new();
            return Replay::of(file).take(most as u64).read_to_end(&mut head).map(|_| head);
        }
        let State::Open(head, reader) = &mut *state else { return Err(read_before()) };
        let missing = most.saturating_sub(head.len()) as u64;
        let read = reader.take(missing).read_to_end(head);
        // An input that is damaged behind its first bytes is known by them; whoever reads it gets the error again.
        if let Err(error) = read {
            let again = io::Error::new(error.kind(), error.to_string());
            if head.is_empty() {
                return Err(error);
            }
            let broken: Box<dyn Read + Send> = Box::new(Broken(Some(again)));
            *reader = broken;
        }
        Ok(head.iter().copied().take(most).collect())
    }

    /// All of its bytes, decompressed.
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let State::Kept(file) = &*state {
            return Ok(Box::new(Replay::of(file)));
        }
        match std::mem::replace(&mut *state, State::Taken) {
            State::Unopened => self.reader(),
            State::Open(head, reader) => Ok(Box::new(Cursor::new(head).chain(reader))),
            State::Kept(_) | State::Taken => Err(read_before()),
        }
    }

    /// Reads all of it to a file without a name, so that it can be read again.
    fn keep(&self) -> io::Result<()> {
        let mut reader = self.open()?;
        let mut file = tempfile::tempfile()?;
        io::copy(&mut reader, &mut file)?;
        *self.0.state.lock().unwrap_or_else(PoisonError::into_inner) =
            State::Kept(Arc::new(Mutex::new(file)));
        Ok(())
    }

    fn reader(&self) -> io::Result<Box<dyn Read + Send>> {
        unpacking(Opened::path(&self.0.path)?.into_reader())
    }
}

fn read_before() -> io::Error {
    io::Error::other("it is given twice, and can be read only once")
}

/// A reader of an input that is kept, from its beginning.
struct Replay {
    file: Arc<Mutex<fs::File>>,
    at: u64,
}

impl Replay {
    fn of(file: &Arc<Mutex<fs::File>>) -> Replay {
        Replay { file: Arc::clone(file), at: 0 }
    }
}

impl Read for Replay {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        // Others read the same file.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(out)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// A reader that has failed.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl Input {
    /// The input with this path; `-` is standard input.
    #[must_use]
    pub fn of(path: &Path) -> Input {
        let is_once = |data: fs::Metadata| !data.is_file() && !data.is_dir();
        if path == Path::new("-") || fs::metadata(path).is_ok_and(is_once) {
            return Input::Stream(Stream::new(path));
        }
        Input::File(path.to_owned())
    }

    /// Up to `most` first bytes, decompressed. They stay in the input.
    ///
    /// # Errors
    /// If it cannot be opened, or nothing of it can be read.
    pub fn head(&self, most: usize) -> io::Result<Vec<u8>> {
        match self {
            Input::Stream(stream) => stream.head(most),
            Input::File(_) | Input::Pages(..) => {
                let mut head = Vec::new();
                match self.open()?.take(most as u64).read_to_end(&mut head) {
                    Err(error) if head.is_empty() => Err(error),
                    _ => Ok(head),
                }
            }
        }
    }

    /// The name to show to the user.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Input::Stream(stream) => stream.path().display().to_string(),
            Input::File(path) | Input::Pages(path, _) => path.display().to_string(),
        }
    }

    /// Has it be read as often as it is opened: what comes only once is copied to a file without a name.
    ///
    /// # Errors
    /// If it cannot be read, or its copy not be written.
    pub fn keep(&self) -> io::Result<()> {
        match self {
            Input::Stream(stream) => stream.keep(),
            Input::File(_) | Input::Pages(..) => Ok(()),
        }
    }

    /// Opens the input and decompresses it.
    ///
    /// # Errors
    /// If it cannot be opened, if its first bytes cannot be read, or if it is a directory.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Input::Stream(stream) => stream.open(),
            Input::File(path) | Input::Pages(path, _) => unpacking(Opened::path(path)?.into_reader()),
        }
    }

    /// The size in bytes as stored, if known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match self {
            Input::Stream(_) => None,
            Input::File(path) => path.metadata().ok().map(|data| data.len()),
            Input::Pages(_, files) => {
                files.iter().map(|file| file.metadata().ok().map(|data| data.len())).sum()
            }
        }
    }
}

/// The inputs that `paths` name: `-` is standard input; a directory stands for the records and scans in and
/// below it, in natural order of their names (`page-2` before `page-10`).
///
/// # Errors
/// If a directory cannot be read. A missing file is an error only when it is opened.
pub fn inputs(paths: &[PathBuf]) -> io::Result<Vec<Input>> {
    inputs_and_notes(paths).map(|(inputs, _)| inputs)
}

/// Like [`inputs`], with notes on the files in the directories that are not read.
///
/// # Errors
/// As [`inputs`].
pub fn inputs_and_notes(paths: &[PathBuf]) -> io::Result<(Vec<Input>, Vec<Note>)> {
    let (mut inputs, mut notes) = (Vec::new(), Vec::new());
    for path in paths {
        if path.is_dir() {
            let (found, said) = shelf(path, &is_record)?;
            notes.extend(said);
            inputs.extend(found.into_iter().map(|holding| match holding {
                Holding::File(path, _) => Input::File(path),
                Holding::Pages(dir, files) => Input::Pages(dir, files),
            }));
        } else {
            inputs.push(Input::of(path));
        }
    }
    Ok((inputs, notes))
}

fn is_record(name: &str) -> bool {
    let name = name.to_lowercase();
    ENDINGS.iter().any(|end| bare_name(&name).ends_with(end))
}
