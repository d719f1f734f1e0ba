//! The inputs of a command: files, directories, standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::text::{bare_name, unpacking};

/// Names that a directory's files must end in to be taken.
const ENDINGS: [&str; 8] = [".pgn", ".txt", ".csv", ".tsv", ".text", ".chess", ".hocr", ".alto.xml"];

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// The name to show.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_owned(),
            Input::File(path) => path.display().to_string(),
        }
    }

    /// Opens it; packed bytes are unpacked.
    ///
    /// # Errors
    /// When it cannot be opened or its first bytes cannot be read.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Input::Stdin => unpacking(io::stdin()),
            Input::File(path) => unpacking(File::open(path)?),
        }
    }

    /// Its size in bytes as it is stored, if it is known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match self {
            Input::Stdin => None,
            Input::File(path) => path.metadata().ok().map(|data| data.len()),
        }
    }
}

/// The files that `paths` stand for: `-` is standard input; of a directory the records in it and
/// below, by name.
///
/// # Errors
/// When a directory cannot be read; a file that is missing shows when it is opened.
pub fn inputs(paths: &[PathBuf]) -> io::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in paths {
        if path == Path::new("-") {
            inputs.push(Input::Stdin);
        } else if path.is_dir() {
            for entry in WalkDir::new(path).sort_by_file_name().follow_links(true) {
                let entry = entry?;
                if entry.file_type().is_file() && is_record(entry.path()) {
                    inputs.push(Input::File(entry.into_path()));
                }
            }
        } else {
            inputs.push(Input::File(path.clone()));
        }
    }
    Ok(inputs)
}

fn is_record(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let name = bare_name(&name);
    !name.starts_with('.') && ENDINGS.iter().any(|end| name.ends_with(end))
}
