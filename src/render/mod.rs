//! Findings for people.

mod board;
mod finding;
mod skeleton;
mod summary;
mod wrap;

pub use board::board;
pub use finding::{Style, finding};
pub use skeleton::skeleton;
pub use summary::Summary;
