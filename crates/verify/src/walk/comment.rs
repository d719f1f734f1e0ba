//! Comments that hold nothing to remark on, taken in one pass.

use crate::pgn::{ByteBlock, may_begin_game};

const TOPS: u64 = 0x8080_8080_8080_8080;

/// What a clock shows, in tenths of a second.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Tenths(u32);

impl Tenths {
    /// No clock: more than any shows.
    const NONE: Tenths = Tenths(u32::MAX);

    /// The same in seconds.
    #[inline(always)]
    pub(super) fn seconds(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

/// A comment without a defect of its own; small enough to be handed over in registers.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Plain {
    /// Where it ends; 0 where there is none.
    pub(super) end: usize,
    clock: Tenths,
}

impl Plain {
    /// What its only `[%clk]` shows.
    #[inline(always)]
    pub(super) fn clock(self) -> Option<Tenths> {
        (self.clock != Tenths::NONE).then_some(self.clock)
    }
}

/// Reads the comment whose `{` is at `at`, where `word` begins. No end leaves it to the lexer: it is not
/// closed, it may swallow a tag pair, or it has a brace or a command that must be looked at.
///
/// Not inlined: the loop over moves needs the registers.
#[inline(never)]
pub(super) fn plain(bytes: &[u8], at: usize, word: u64) -> Plain {
    match clock_alone(bytes, at, word) {
        Some(plain) => plain,
        None => any(bytes, at),
    }
}

/// `{[%clk 0:12:34.5]}` or `{ [%clk 0:12:34] }`: a clock alone, as servers write it.
#[inline(always)]
fn clock_alone(bytes: &[u8], at: usize, word: u64) -> Option<Plain> {
    const TIGHT: u64 = u64::from_le_bytes(*b"{[%clk \0");
    const SPACED: u64 = u64::from_le_bytes(*b"{ [%clk ");
    let (digit, behind) = if word << 8 == TIGHT << 8 {
        ((word >> 56) as u8, at + 8)
    } else if word == SPACED {
        (*bytes.get(at + 8)?, at + 9)
    } else {
        return None;
    };
    let (clock, end) = short_clock(bytes, digit, behind)?;
    let end = match bytes.get(end..end + 2)? {
        [b'}', _] => end + 1,
        [b' ', b'}'] => end + 2,
        _ => return None,
    };
    Some(Plain { end, clock })
}

/// The same for whatever it holds.
#[inline(never)]
fn any(bytes: &[u8], at: usize) -> Plain {
    text(bytes, at).unwrap_or(Plain { end: 0, clock: Tenths::NONE })
}

fn text(bytes: &[u8], at: usize) -> Option<Plain> {
    let start = at + 1;
    let mut at = start;
    let mut clock = Tenths::NONE;
    while at < bytes.len() {
        let stops = ByteBlock::load(bytes, at).braces();
        if stops == 0 {
            at += 32;
            continue;
        }
        at += stops.trailing_zeros() as usize + 1;
        match bytes[at - 1] {
            // An empty one is to be looked at.
            b'}' if bytes[start..at - 1].trim_ascii().is_empty() => return None,
            b'}' => return Some(Plain { end: at, clock }),
            b'[' if bytes[at - 2] == b'\n' => return None,
            b'[' if bytes.get(at) != Some(&b'%') => {
                if may_begin_game(&bytes[start..at - 1]) {
                    return None;
                }
            }
            b'[' => {
                let rest = &bytes[at..];
                if let Some(value) = rest.strip_prefix(b"%clk ") {
                    let (time, len) = time(value)?;
                    if std::mem::replace(&mut clock, time) != Tenths::NONE {
                        return None;
                    }
                    at += 5 + len;
                } else {
                    at += 6 + evaluation(rest.strip_prefix(b"%eval ")?)?;
                }
            }
            _ => return None,
        }
    }
    None
}

/// `:12:34]` and `:02:03.4]` after the digit of the hours, eight bytes at once; and where it ends. What is
/// not so short is read by [`time`].
#[inline(always)]
fn short_clock(bytes: &[u8], hours: u8, at: usize) -> Option<(Tenths, usize)> {
    const ZEROES: u64 = u64::from_le_bytes(*b":00:00\0\0");
    // What is lacking to 128 after 0 (the colon), 5 and 9.
    const ROOM: u64 = u64::from_le_bytes([0x7f, 0x7a, 0x76, 0x7f, 0x7a, 0x76, 0, 0]);
    let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
    let hours = u32::from(hours.wrapping_sub(b'0'));
    let digits = (word ^ ZEROES) & 0xffff_ffff_ffff;
    if hours > 9 || (digits | (digits + ROOM)) & TOPS != 0 {
        return None;
    }
    // Tens and ones together, in the places of the tens.
    let pairs = digits * 10 + (digits >> 8);
    let seconds = hours * 3600 + (pairs >> 8) as u32 % 256 * 60 + (pairs >> 32) as u32 % 256;
    match (word >> 48).to_le_bytes() {
        [b']', ..] => Some((Tenths(seconds * 10), at + 7)),
        [b'.', tenth @ b'0'..=b'9', ..] if bytes.get(at + 8) == Some(&b']') => {
            Some((Tenths(seconds * 10 + u32::from(tenth - b'0')), at + 9))
        }
        _ => None,
    }
}

#[inline(always)]
fn digit(text: &[u8], at: usize) -> Option<u32> {
    let value = text.get(at)?.wrapping_sub(b'0');
    (value < 10).then_some(u32::from(value))
}

/// `0:12:34]`, `11:02:03.4]`: what it shows, and the bytes with the bracket.
#[inline]
fn time(text: &[u8]) -> Option<(Tenths, usize)> {
    let mut hours = digit(text, 0)?;
    let mut at = 1;
    if let Some(second) = digit(text, 1) {
        hours = hours * 10 + second;
        at = 2;
    }
    let two = |at: usize| Some(digit(text, at)? * 10 + digit(text, at + 1)?);
    let (minutes, whole) = (two(at + 1)?, two(at + 4)?);
    if text[at] != b':' || text[at + 3] != b':' || minutes > 59 || whole > 59 {
        return None;
    }
    at += 6;
    let mut tenths = (hours * 3600 + minutes * 60 + whole) * 10;
    if text.get(at) == Some(&b'.') {
        tenths += digit(text, at + 1)?;
        at += 2;
    }
    (text.get(at) == Some(&b']')).then_some((Tenths(tenths), at + 1))
}

/// `0.35]`, `-12.3]`, `#-3]`: the bytes with the bracket.
#[inline]
fn evaluation(text: &[u8]) -> Option<usize> {
    let digits = |mut at: usize| {
        let start = at;
        while digit(text, at).is_some() {
            at += 1;
        }
        (at > start && at < start + 9).then_some(at)
    };
    let mate = text.first() == Some(&b'#');
    let signed = usize::from(mate);
    let mut at = digits(signed + usize::from(text.get(signed) == Some(&b'-')))?;
    if !mate && text.get(at) == Some(&b'.') {
        at = digits(at + 1)?;
    }
    (text.get(at) == Some(&b']')).then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(usize, Option<f64>)> {
        let text = format!("{text}        ");
        let word = u64::from_le_bytes(*text.as_bytes().first_chunk().unwrap());
        let plain = plain(text.as_bytes(), 0, word);
        (plain.end > 0).then(|| (plain.end, plain.clock().map(Tenths::seconds)))
    }

    #[test]
    fn reads_plain_comments() {
        assert_eq!(read("{best by\n[test} e4"), None, "a line that may be a tag");
        assert_eq!(read("{best by\n test} e4"), Some((15, None)));
        assert_eq!((read("{}"), read("{ }")), (None, None));
        assert_eq!(read("{[sic] and [%clk 0:01:02]} e4"), Some((26, Some(62.0))));
        assert_eq!(read("{ [%eval -0.35] [%clk 1:00:09.5] } 1... e5"), Some((34, Some(3609.5))));
        assert_eq!(read("{[%eval #-3]}"), Some((13, None)));
        assert_eq!(read("{[%clk 9:59:59.9]}"), Some((18, Some(35_999.9))));
        assert_eq!(read("{ [%clk 10:00:00]}"), Some((18, Some(36_000.0))));
        for odd in [
            "{a {b}",
            "{[%clk 0:60:00]}",
            "{[%clk 0:00:60]}",
            "{[%clk 0:0a:00]}",
            "{[%clk 0:00.00]}",
            "{[%clk :00:00]}",
            "{[%clk ::00:00]}",
            "{[%clk 0:00:00.a]}",
            "{[%clk 0:00:\u{b1}0]}",
            "{[%clk 1:2:3]}",
            "{[%clk 0:00:01] [%clk 0:00:02]}",
            "{[%emt 0:00:01]}",
        ] {
            assert_eq!(read(odd), None, "{odd}");
        }
        for odd in
            ["{[%eval 1.2.3]}", "{[%eval +]}", "{[%eval 0.3,20]}", "{never closed", "{[%clk 0:00:01.23]}"]
        {
            assert_eq!(read(odd), None, "{odd}");
        }
    }
}
