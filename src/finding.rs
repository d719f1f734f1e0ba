//! Findings, and the table of the codes of all crates.

pub mod code;

pub use scorebook_core::finding::{Candidate, Code, Finding, Fix, Severity};
