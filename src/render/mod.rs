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
pub use scorebook_core::text::{is_hidden, without_hidden};
pub(crate) use shown::escaped;
pub use shown::{Escape, path_name, shown, shown_on_a_line};
pub use skeleton::skeleton;
pub use summary::Summary;
pub use table::{command, count, findings};
