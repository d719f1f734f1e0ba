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
