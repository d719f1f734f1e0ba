//! The codes of this crate: a file a letter.

use super::Code;

mod p_position;

pub use p_position::*;

/// The codes of this crate by letter and number.
pub static TABLE: &[&[&Code]] = &[p_position::TABLE];
