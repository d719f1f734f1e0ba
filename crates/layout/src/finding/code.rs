//! The codes of this crate: a file a letter.

use super::Code;

mod l_layout;

pub use l_layout::*;
pub use scorebook_core::finding::code::S190;

/// The codes of this crate by letter and number.
pub static TABLE: &[&[&Code]] = &[l_layout::TABLE];
