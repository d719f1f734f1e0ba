//! What scorebook has to say about a record, and the codes of all crates together.

pub mod code;

pub use scorebook_core::finding::{Candidate, Code, Finding, Fix, Severity};
