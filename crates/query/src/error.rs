//! What is wrong with a query.

use std::fmt;

/// Why a query is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadQuery {
    /// Of what kind the error is.
    pub fault: Fault,
    /// In words.
    pub message: String,
    /// The byte offset of the error in the query.
    pub at: usize,
}

/// The kind of an error.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Something is missing, or stands where nothing can.
    Syntax,
    /// There is no such field.
    Field,
    /// The field cannot be compared in that way.
    Operator,
    /// The field can have no such value.
    Value,
}

impl fmt::Display for BadQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.message, self.at + 1)
    }
}

impl std::error::Error for BadQuery {}
