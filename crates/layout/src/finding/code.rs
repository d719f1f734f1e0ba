//! The codes of this crate, one file per letter.

use super::Code;

mod l_layout;

pub use l_layout::*;
pub use scorebook_core::finding::code::{S102, S125, S190};

/// The codes of this crate by letter and number.
pub static TABLE: &[&[&Code]] = &[l_layout::TABLE];
