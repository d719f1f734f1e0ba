//! Text output for people.

mod board;
mod finding;
mod left_out;
mod shown;
mod skeleton;
mod summary;
mod table;
mod wrap;

pub use board::board;
pub use finding::{Style, finding};
pub use left_out::LeftOut;
pub(crate) use shown::escaped;
pub use shown::{Escape, is_hidden, path_name, shown, shown_on_a_line, without_hidden};
pub use skeleton::skeleton;
pub use summary::Summary;
pub use table::{command, count, findings};
