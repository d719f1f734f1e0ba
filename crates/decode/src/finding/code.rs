//! The codes of this crate, one file per letter.

use super::Code;

mod a_ambiguous;
mod d_decided;
mod l_torn;
mod m_move;
mod n_notation;
mod p_start;
mod w_witness;

pub use a_ambiguous::*;
pub use d_decided::*;
pub use l_torn::*;
pub use m_move::*;
pub use n_notation::*;
pub use p_start::*;
pub use scorebook_core::finding::code::S190;
pub use w_witness::*;

/// The codes of this crate by letter and number.
pub static TABLE: &[&[&Code]] = &[
    a_ambiguous::TABLE,
    d_decided::TABLE,
    l_torn::TABLE,
    m_move::TABLE,
    n_notation::TABLE,
    p_start::TABLE,
    w_witness::TABLE,
];
