//! The rules of variants from outside, in one binary.

mod mutated;
mod oracle;
mod records;
mod round_trip;
mod rules_files;
mod words;
