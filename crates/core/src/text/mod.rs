//! Positions in a text.

mod hidden;
mod span;

pub use hidden::{is_hidden, is_plain, without_hidden};
pub use span::Span;

/// Bytes of a line that are looked at before a place in it. Texts without line ends would be read once for each place
/// otherwise.
const REACH: usize = 2_000;

/// The line before byte `at`, up to that byte; of a line that is longer than 2,000 bytes there, its last part.
#[must_use]
pub fn line_before(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let mut from = before.len().saturating_sub(REACH);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    before[from..].rsplit('\n').next().unwrap_or_default()
}

/// Number of characters of UTF-8, or of bytes if it is not UTF-8.
#[must_use]
pub fn characters(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len();
    }
    std::str::from_utf8(bytes).map_or(bytes.len(), |text| text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::line_before;

    #[test]
    fn only_the_last_part_of_a_long_line_is_looked_at() {
        assert_eq!(line_before("one\ntwo three", 7), "two");
        assert_eq!(line_before("one\n", 4), "");
        assert_eq!(line_before("é", 1), "");
        let long = "é".repeat(3_000);
        assert_eq!(line_before(&long, long.len()).len(), 2_000);
        assert!(line_before(&format!("x{long}"), long.len() + 1).len() <= 2_000);
    }
}
