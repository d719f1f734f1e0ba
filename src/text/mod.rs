//! Bytes to text and back: encodings, compressed files, and the place of every character in the
//! original file.

mod map;
mod source;
mod span;

pub use map::Mapped;
pub use source::{Encoding, Source, read_unpacked, unpacking};
pub use span::Span;
