//! The codes of this crate, one file per letter.

use super::Code;

mod k_archive;

pub use k_archive::*;

/// The codes of this crate by letter and number.
pub static TABLE: &[&[&Code]] = &[k_archive::TABLE];
