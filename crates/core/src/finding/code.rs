//! What a code is: a letter and three digits, never reused, with its explanation.
//!
//! Each crate owns the codes that it tells, in its `finding::code`: a file a letter, and `TABLE` strings
//! them together. Here stand those that several crates tell. The package `scorebook` collects all of
//! them; `scorebook explain CODE` prints from there, and a test holds that every code has an explanation
//! and an example.

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
#[macro_export]
macro_rules! codes {
    ($($id:ident $severity:ident $title:literal $explanation:literal $example:literal;)*) => {
        $(
            #[doc = $title]
            pub static $id: $crate::finding::Code = $crate::finding::Code {
                id: stringify!($id),
                severity: $crate::finding::Severity::$severity,
                title: $title,
                explanation: $explanation,
                example: $example,
            };
        )*
        /// The codes of this letter, in order.
        pub static TABLE: &[&$crate::finding::Code] = &[$(&$id),*];
    };
}

mod s_structure;

pub use s_structure::*;

/// The codes of this crate by letter and number.
pub static TABLE: &[&[&Code]] = &[s_structure::TABLE];
