//! The codes of this crate, one file per letter.

use super::Code;

mod b_bytes;
mod c_check;
mod m_illegal;
mod n_san;
mod r_result;
mod s_structure;
mod t_tags;

pub use b_bytes::*;
pub use c_check::*;
pub use m_illegal::*;
pub use n_san::*;
pub use r_result::*;
pub use s_structure::*;
pub use scorebook_core::finding::code::{S102, S125};
pub use t_tags::*;

/// The codes of this crate by letter and number.
pub static TABLE: &[&[&Code]] = &[
    b_bytes::TABLE,
    c_check::TABLE,
    m_illegal::TABLE,
    n_san::TABLE,
    r_result::TABLE,
    s_structure::TABLE,
    t_tags::TABLE,
];
