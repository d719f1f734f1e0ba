//! Codes of findings: a letter and three digits, never reused, with an explanation.
//!
//! Each crate defines its codes in its module `finding::code`, one file per letter, and collects them in a
//! `TABLE`. The codes defined here are reported by several crates. The package `scorebook` collects the codes
//! of all crates; `scorebook explain CODE` prints them, and a test checks that every code has an explanation
//! and an example.

use super::Severity;

/// A kind of finding.
#[derive(Debug)]
pub struct Code {
    /// A letter and three digits.
    pub id: &'static str,
    /// The severity unless a finding or the user says otherwise.
    pub severity: Severity,
    /// Short description.
    pub title: &'static str,
    /// What it means, why it matters, and what to do.
    pub explanation: &'static str,
    /// A record that causes it, and the output.
    pub example: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

/// Declares codes and their table: `A101 Warning "title" "explanation" "example";`
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
        /// The codes of this letter, in ascending order.
        pub static TABLE: &[&$crate::finding::Code] = &[$(&$id),*];
    };
}

mod s_structure;

pub use s_structure::*;

/// The codes of this crate by letter and number.
pub static TABLE: &[&[&Code]] = &[s_structure::TABLE];
