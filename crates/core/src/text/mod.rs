//! Positions in a text.

mod hidden;
mod span;

pub use hidden::{is_hidden, without_hidden};
pub use span::Span;

/// Number of characters of UTF-8, or of bytes if it is not UTF-8.
#[must_use]
pub fn characters(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len();
    }
    std::str::from_utf8(bytes).map_or(bytes.len(), |text| text.chars().count())
}
