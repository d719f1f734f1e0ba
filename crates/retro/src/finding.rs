//! The findings of this crate and their codes.

pub mod code;

pub use scorebook_core::finding::{Candidate, Code, Finding, Fix, Severity};
