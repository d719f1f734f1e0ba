//! The parallel driver for PGN corpora: many inputs, ordered results, bounded memory.
//!
//! The inputs are cut into [chunks](chunks::Chunks) at places where a game certainly starts; threads
//! fetch and [check](check::chunk) them; results come out in the order of the input whatever the
//! number of threads. Plain files are mapped window by window, packed and piped ones are read into
//! the chunks that own their bytes; either way memory stays flat.

pub mod check;
pub mod chunks;
pub mod duplicates;
pub mod mend;
mod names;
pub mod pool;
pub mod select;
pub mod supply;
