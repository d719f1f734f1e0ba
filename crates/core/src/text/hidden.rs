//! Characters that are not seen where they stand: controls, marks of direction, signs without width.

use std::borrow::Cow;

/// Whether a character steers a terminal or is not seen: the controls, those of the direction of writing, separators of lines
/// and paragraphs, and characters without width. Tabs and line ends are among them.
///
/// ```
/// use scorebook_core::text::is_hidden;
/// assert!("\u{1b}\u{9b}\u{202e}\u{2066}\u{2028}\u{200b}\u{feff}".chars().all(is_hidden));
/// assert!(!"é ♞ 兵 \u{301}".chars().any(is_hidden));
/// ```
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether all bytes are ASCII that is seen, or line feeds and tabs: nearly every output, which is told many bytes at a time.
///
/// ```
/// use scorebook_core::text::is_plain;
/// assert!(is_plain(b"1. e4 e5\n\t~"));
/// assert!(![&b"a\r\n"[..], b"\x1b", b"\x7f", "\u{e9}".as_bytes()].into_iter().any(is_plain));
/// ```
#[must_use]
pub fn is_plain(bytes: &[u8]) -> bool {
    const AT_ONCE: usize = 64;
    let is_seen = |&byte: &u8| (b' '..0x7f).contains(&byte) | (byte == b'\n') | (byte == b'\t');
    bytes.chunks(AT_ONCE).all(|chunk| chunk.iter().fold(true, |all, byte| all & is_seen(byte)))
}

/// A text without characters that are hidden, for the data of an output: controls become blanks, the others go.
///
/// ```
/// assert_eq!(scorebook_core::text::without_hidden("Mor\u{200b}phy\u{1b}[2J"), "Morphy [2J");
/// ```
#[must_use]
pub fn without_hidden(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let plain = |c: char| match c {
        c if c.is_control() => Some(' '),
        c => Some(c).filter(|&c| !is_hidden(c)),
    };
    Cow::Owned(text.chars().filter_map(plain).collect())
}
