//! Text output for people.

mod board;
mod finding;
mod left_out;
mod skeleton;
mod summary;
mod table;
mod wrap;

pub use board::board;
pub use finding::{Style, finding};
pub use left_out::LeftOut;
pub use skeleton::skeleton;
pub use summary::Summary;
pub use table::{command, count, findings};
