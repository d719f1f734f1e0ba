//! Errors.

use std::fmt;
use std::io;

/// Why a document could not be read at all. Defects of a part are [`Note`](crate::Note)s.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be opened or read.
    Io {
        /// The file.
        file: String,
        /// The system's error.
        error: io::Error,
    },
    /// The file has no pages of words.
    NoRecord {
        /// The file.
        file: String,
        /// Its format, such as "an executable" or "unknown bytes".
        what: String,
    },
    /// A program for this format is not installed.
    ToolMissing {
        /// The file.
        file: String,
        /// The program.
        tool: &'static str,
        /// Its purpose.
        purpose: &'static str,
        /// The command that installs it.
        install: String,
    },
    /// A program could not read the file.
    Tool {
        /// The file.
        file: String,
        /// The program.
        tool: &'static str,
        /// Its message.
        message: String,
    },
    /// The file has the right format but no page.
    Empty {
        /// The file.
        file: String,
        /// Why, or the assumed format.
        what: String,
    },
}

impl Error {
    pub(crate) fn io(file: &str, error: io::Error) -> Error {
        Error::Io { file: file.to_owned(), error }
    }

    pub(crate) fn no_record(file: &str, what: impl Into<String>) -> Error {
        Error::NoRecord { file: file.to_owned(), what: what.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io { file, error } => write!(f, "{file}: {error}"),
            Error::NoRecord { file, what } => write!(f, "{file} is not a game record: it is {what}"),
            Error::ToolMissing { file, tool, purpose, install } => {
                write!(f, "{file}: {purpose} needs {tool}, which is not installed; try: {install}")
            }
            Error::Tool { file, tool, message } => write!(f, "{file}: {tool} failed: {message}"),
            Error::Empty { file, what } => write!(f, "{file} has no pages: {what}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
