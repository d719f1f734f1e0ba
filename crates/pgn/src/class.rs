//! The classes of bytes outside comments and tags.

/// White space.
pub(super) const SPACE: u8 = 0;
/// First letter of a SAN move.
pub(super) const SAN: u8 = 1;
/// Other bytes that begin a symbol: letters, non-ASCII bytes.
pub(super) const SYMBOL: u8 = 2;
/// A digit.
pub(super) const DIGIT: u8 = 3;
/// Control bytes.
pub(super) const CONTROL: u8 = 4;
/// All other bytes; each has its own rule.
pub(super) const PUNCT: u8 = 5;

/// What each byte begins.
pub(super) static CLASS: [u8; 256] = {
    let mut table = [PUNCT; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => SPACE,
            b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' => SAN,
            b'A'..=b'Z' | b'a'..=b'z' | b'@' | 0x80..=0xff => SYMBOL,
            b'0'..=b'9' => DIGIT,
            0..=0x1f | 0x7f => CONTROL,
            _ => PUNCT,
        };
        byte += 1;
    }
    table
};

/// Ends a symbol.
pub(super) const STOP: u8 = 0;
/// Continues a symbol.
pub(super) const PLAIN: u8 = 1;
/// Continues a symbol that needs a closer look.
pub(super) const HARD: u8 = 2;

/// The role of each byte inside a symbol.
pub(super) static INSIDE: [u8; 256] = {
    let mut table = [STOP; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'#' | b'=' => PLAIN,
            b'-' | b'/' | b'*' | b':' | b'@' | b'_' | b'\'' | 0x80..=0xff => HARD,
            _ => STOP,
        };
        byte += 1;
    }
    table
};
