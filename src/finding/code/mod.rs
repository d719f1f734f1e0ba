//! The one table of codes: a letter and three digits, never reused, each with its explanation.
//!
//! A file a letter; [`TABLE`] strings them together. `scorebook explain CODE` prints from here, and
//! a test holds that every code has an explanation and an example.

use super::Severity;

/// A kind of finding.
#[derive(Debug)]
pub struct Code {
    /// A letter and three digits.
    pub id: &'static str,
    /// The severity unless a finding or the user says otherwise.
    pub severity: Severity,
    /// A few words.
    pub title: &'static str,
    /// What it means, why it matters, and what to do.
    pub explanation: &'static str,
    /// A record that shows it, and what scorebook says.
    pub example: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

/// Declares codes: `A101 Warning "title" "explanation" "example";`
macro_rules! codes {
    ($($id:ident $severity:ident $title:literal $explanation:literal $example:literal;)*) => {
        $(
            #[doc = $title]
            pub static $id: Code = Code {
                id: stringify!($id),
                severity: Severity::$severity,
                title: $title,
                explanation: $explanation,
                example: $example,
            };
        )*
        /// The codes of this letter, in order.
        pub static TABLE: &[&Code] = &[$(&$id),*];
    };
}

mod a_ambiguous;
mod b_bytes;
mod c_check;
mod d_decided;
mod k_archive;
mod l_layout;
mod m_move;
mod n_notation;
mod p_position;
mod r_result;
mod s_structure;
mod t_tags;

pub use a_ambiguous::*;
pub use b_bytes::*;
pub use c_check::*;
pub use d_decided::*;
pub use k_archive::*;
pub use l_layout::*;
pub use m_move::*;
pub use n_notation::*;
pub use p_position::*;
pub use r_result::*;
pub use s_structure::*;
pub use t_tags::*;

/// All codes by letter and number.
pub static TABLE: &[&[&Code]] = &[
    a_ambiguous::TABLE,
    b_bytes::TABLE,
    c_check::TABLE,
    d_decided::TABLE,
    k_archive::TABLE,
    l_layout::TABLE,
    m_move::TABLE,
    n_notation::TABLE,
    p_position::TABLE,
    r_result::TABLE,
    s_structure::TABLE,
    t_tags::TABLE,
];

/// Every code.
pub fn all() -> impl Iterator<Item = &'static Code> {
    TABLE.iter().flat_map(|letter| letter.iter().copied())
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
