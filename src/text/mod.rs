//! Bytes to text and back: encodings, compressed files, words in boxes (hOCR, ALTO), and the place of every character in the
//! original file.

mod block;
pub mod boxes;
mod map;
mod markup;
mod source;
mod span;

pub use block::Block;
pub use map::Mapped;
pub use source::{Encoding, Source, read_unpacked, unpacking};
pub use span::Span;

/// Characters of UTF-8, or bytes of anything else.
pub(crate) fn characters(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len();
    }
    std::str::from_utf8(bytes).map_or(bytes.len(), |text| text.chars().count())
}
