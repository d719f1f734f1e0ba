//! Findings for people.

mod board;
mod finding;
mod summary;
mod wrap;

pub use board::board;
pub use finding::{Style, finding};
pub use summary::Summary;
