//! The parallel driver for PGN corpora: many inputs, ordered results, bounded memory.
//!
//! A reader cuts the inputs into [chunks](chunks::Chunks) at places where a game certainly starts;
//! threads [check](check::chunk) them; results come out in the order of the input whatever the
//! number of threads. Packed, piped and plain files go the same way: bytes are read into the
//! chunk that owns them, so memory stays flat and a file that shrinks meanwhile does no harm.

pub mod check;
pub mod chunks;
pub mod duplicates;
pub mod mend;
pub mod pool;
