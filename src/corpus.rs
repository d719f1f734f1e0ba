//! The parallel driver for PGN corpora: many inputs, ordered results, bounded memory.
//!
//! The inputs are cut into [chunks](chunks::Chunks) at places where a game certainly starts. Threads fetch
//! and [check](check::chunk) them. Results keep the order of the input, whatever the number of threads. Plain
//! files are mapped window by window; compressed and piped input is read into chunks that own their bytes.
//! Memory use does not depend on the size of the input.

pub mod check;
pub mod chunks;
pub mod duplicates;
mod meeting;
pub mod mend;
mod names;
pub mod pool;
pub mod select;
pub mod sorter;
pub mod supply;
pub mod unique;
