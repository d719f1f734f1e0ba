//! Errors of archive files.

use std::fmt;
use std::io;
use std::ops::Range;

/// Why an archive could not be read or written.
#[derive(Debug)]
pub enum Error {
    /// Reading or writing failed.
    Io(io::Error),
    /// The file does not begin like an archive and has no part of one.
    NotAnArchive,
    /// The archive was written by a later version with unsupported features.
    TooNew {
        /// The version of the format.
        version: u16,
        /// The unsupported feature bits.
        features: u32,
    },
    /// The dense moves were packed with another model than the built-in one.
    OtherModel,
    /// Bytes are damaged beyond correction.
    Damaged(Damage),
    /// There is no game with this number.
    NoGame(u64),
}

/// A damaged place of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// Its byte offset in the file.
    pub offset: u64,
    /// What is damaged, in words.
    pub what: String,
    /// The games that cannot be read because of it, from 0.
    pub games: Range<u64>,
    /// Whether it was corrected.
    pub healed: bool,
    /// Whether it is a part of another archive; its games are skipped.
    pub foreign: bool,
}

impl Damage {
    /// Damage that was corrected.
    pub(super) fn healed(what: impl Into<String>, offset: u64) -> Damage {
        Damage { offset, what: what.into(), healed: true, ..Damage::default() }
    }

    /// Damage that was not corrected, with the lost games, from 0.
    pub(super) fn lost(what: impl Into<String>, offset: u64, games: Range<u64>) -> Damage {
        Damage { offset, what: what.into(), games, ..Damage::default() }
    }

    /// A part of another archive.
    pub(super) fn foreign(what: String, offset: u64) -> Damage {
        Damage { offset, what, foreign: true, ..Damage::default() }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.what, self.offset)?;
        match (self.healed, self.games.end - self.games.start) {
            (true, _) => write!(f, "; put right"),
            (false, 0) => Ok(()),
            (false, 1) => write!(f, "; game {} is lost", self.games.end),
            (false, _) => write!(f, "; games {} to {} are lost", self.games.start + 1, self.games.end),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => write!(f, "{error}"),
            Error::NotAnArchive => f.write_str("not a scorebook archive"),
            Error::TooNew { version, features } => write!(
                f,
                "the archive needs a newer scorebook (format {version}, unknown features {features:#x})"
            ),
            Error::OtherModel => f.write_str(
                "the moves of the archive need another model or dictionary than this scorebook carries",
            ),
            Error::Damaged(damage) => write!(f, "{damage}"),
            Error::NoGame(number) => write!(f, "there is no game {}", number.saturating_add(1)),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}
