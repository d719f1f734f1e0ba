//! Every code: those that the package tells itself, a file a letter, and those of the crates.
//!
//! A letter and three digits, never reused, each with its explanation. `scorebook explain CODE` prints
//! from here, and a test holds that every code has an explanation and an example.

use std::sync::LazyLock;

mod b_input;
mod d_decided;
mod h_heard;
mod l_convert;
mod r_draft;
mod t_opening;

pub use b_input::*;
pub use d_decided::*;
pub use h_heard::*;
pub use l_convert::*;
pub use r_draft::*;
pub use t_opening::*;

pub use scorebook_archive::finding::code::*;
pub use scorebook_core::finding::code::*;
pub use scorebook_decode::finding::code::*;
pub use scorebook_layout::finding::code::*;
pub use scorebook_retro::finding::code::*;
pub use scorebook_verify::finding::code::*;

/// The codes of this package by letter and number.
pub static TABLE: &[&[&Code]] =
    &[b_input::TABLE, d_decided::TABLE, h_heard::TABLE, l_convert::TABLE, r_draft::TABLE, t_opening::TABLE];

/// The tables of all crates.
static TABLES: &[&[&[&Code]]] = &[
    TABLE,
    scorebook_archive::finding::code::TABLE,
    scorebook_core::finding::code::TABLE,
    scorebook_decode::finding::code::TABLE,
    scorebook_layout::finding::code::TABLE,
    scorebook_retro::finding::code::TABLE,
    scorebook_verify::finding::code::TABLE,
];

/// All codes by letter and number.
static ALL: LazyLock<Vec<&'static Code>> = LazyLock::new(|| {
    let mut all: Vec<_> = TABLES.iter().copied().flatten().copied().flatten().copied().collect();
    all.sort_by_key(|code| code.id);
    all
});

/// Every code, by letter and number.
pub fn all() -> impl Iterator<Item = &'static Code> {
    ALL.iter().copied()
}

/// The code of that id, in any case.
///
/// ```
/// use scorebook::finding::code;
/// assert_eq!(code::find("a101").map(|c| c.id), Some("A101"));
/// assert!(code::find("A999").is_none());
/// ```
#[must_use]
pub fn find(id: &str) -> Option<&'static Code> {
    all().find(|code| code.id.eq_ignore_ascii_case(id.trim()))
}
