//! Places in a text.

mod span;

pub use span::Span;

/// Characters of UTF-8, or bytes of anything else.
#[must_use]
pub fn characters(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len();
    }
    std::str::from_utf8(bytes).map_or(bytes.len(), |text| text.chars().count())
}
