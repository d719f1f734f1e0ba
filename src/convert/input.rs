//! The inputs of a command: files, directories, standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use scorebook_source::{Holding, Note, shelf};

use crate::text::{bare_name, unpacking};

/// The endings of names of text files that are read in a directory; scans are recognised by their content.
const ENDINGS: [&str; 9] = [".pgn", ".txt", ".csv", ".tsv", ".text", ".chess", ".epd", ".ndjson", ".jsonl"];

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// The pages in a directory, one or several per file.
    Pages(PathBuf, Vec<PathBuf>),
}

impl Input {
    /// The name to show to the user.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_owned(),
            Input::File(path) | Input::Pages(path, _) => path.display().to_string(),
        }
    }

    /// Opens the input and decompresses it.
    ///
    /// # Errors
    /// If it cannot be opened, if its first bytes cannot be read, or if it is a directory.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Input::Stdin => unpacking(io::stdin()),
            Input::File(path) | Input::Pages(path, _) => unpacking(File::open(path)?),
        }
    }

    /// The size in bytes as stored, if known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match self {
            Input::Stdin => None,
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
        if path == Path::new("-") {
            inputs.push(Input::Stdin);
        } else if path.is_dir() {
            let (found, said) = shelf(path, &is_record)?;
            notes.extend(said);
            inputs.extend(found.into_iter().map(|holding| match holding {
                Holding::File(path, _) => Input::File(path),
                Holding::Pages(dir, files) => Input::Pages(dir, files),
            }));
        } else {
            inputs.push(Input::File(path.clone()));
        }
    }
    Ok((inputs, notes))
}

fn is_record(name: &str) -> bool {
    let name = name.to_lowercase();
    ENDINGS.iter().any(|end| bare_name(&name).ends_with(end))
}
