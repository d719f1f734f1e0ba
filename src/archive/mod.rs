//! The archive.
pub mod dense;
