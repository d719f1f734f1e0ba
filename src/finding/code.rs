//! Every code: those that the package tells itself, a file a letter, and those of the crates.
//!
//! A letter and three digits, never reused, each with its explanation. `scorebook explain CODE` prints
//! from here, and a test holds that every code has an explanation and an example.

use std::sync::LazyLock;

mod b_bytes;
mod c_check;
mod d_decided;
mod k_archive;
mod l_convert;
mod m_illegal;
mod n_san;
mod r_result;
mod s_structure;
mod t_tags;

pub use b_bytes::*;
pub use c_check::*;
pub use d_decided::*;
pub use k_archive::*;
pub use l_convert::*;
pub use m_illegal::*;
pub use n_san::*;
pub use r_result::*;
pub use s_structure::*;
pub use t_tags::*;

pub use scorebook_core::finding::code::*;
pub use scorebook_decode::finding::code::*;
pub use scorebook_layout::finding::code::*;
pub use scorebook_retro::finding::code::*;

/// The codes of this package by letter and number.
pub static TABLE: &[&[&Code]] = &[
    b_bytes::TABLE,
    c_check::TABLE,
    d_decided::TABLE,
    k_archive::TABLE,
    l_convert::TABLE,
    m_illegal::TABLE,
    n_san::TABLE,
    r_result::TABLE,
    s_structure::TABLE,
    t_tags::TABLE,
];

/// The tables of all crates.
static TABLES: &[&[&[&Code]]] = &[
    TABLE,
    scorebook_core::finding::code::TABLE,
    scorebook_decode::finding::code::TABLE,
    scorebook_layout::finding::code::TABLE,
    scorebook_retro::finding::code::TABLE,
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
