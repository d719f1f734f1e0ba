//! Tag pairs.

use std::borrow::Cow;

use memchr::memchr2;

use super::ByteBlock;
use crate::text::Span;

/// A tag pair, unmodified.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TagToken {
    /// Its name.
    pub name: Span,
    /// The value between the quotes, with escapes.
    pub value: Span,
    /// The defect of its form.
    pub fault: Option<TagFault>,
    /// Whether the value may have escapes.
    pub escaped: bool,
}

impl TagToken {
    /// The value without escapes.
    #[inline]
    #[must_use]
    pub fn unescaped<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let raw = bytes.get(self.value.range()).unwrap_or_default();
        if !self.escaped || self.fault == Some(TagFault::BareQuote) {
            Cow::Borrowed(raw)
        } else {
            unescape(raw)
        }
    }
}

/// The expected name of a tag, including the quote after it, for comparison in one step: the next game often
/// has the same tags in the same order.
#[derive(Copy, Clone, Debug)]
pub struct Guess {
    head: ByteBlock,
    /// The bytes of `head` that are compared.
    mask: u32,
    len: u8,
}

impl Guess {
    /// A guess that a tag is named like this one; `None` if this one has an unusual form.
    #[must_use]
    pub fn like(tag: &TagToken, bytes: &[u8]) -> Option<Guess> {
        let head = ByteBlock::load(bytes, tag.name.start);
        let len = head.plain_name()?;
        let plain = tag.fault.is_none() && len == tag.name.len();
        // A space and a quote follow.
        plain.then_some(Guess { head, mask: (1 << (len + 2)) - 1, len: len as u8 })
    }
}

/// The defect of a tag pair.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TagFault {
    /// The name has an invalid character.
    Name,
    /// There is no value in quotes.
    NoValue,
    /// The value is not in quotes.
    NoQuotes,
    /// The value is in quotes of another kind: `“a”`.
    OtherQuotes,
    /// A quote inside the value is not escaped.
    BareQuote,
    /// The value has no closing quote on its line.
    Unclosed,
    /// The closing bracket is missing.
    NoBracket,
    /// There is other text between the value and the closing bracket.
    Trailing,
    /// A backslash is not followed by a quote or a backslash.
    Backslash,
    /// The value continues on the next line.
    LineBreak,
    /// The opening bracket is missing.
    NoOpening,
    /// There are two opening brackets.
    TwoOpening,
}

/// Removes the escapes `\"` and `\\`.
#[inline(never)]
#[must_use]
pub fn unescape(raw: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', raw).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(raw.len());
    let mut bytes = raw.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(&next @ (b'"' | b'\\'))) => {
                out.push(next);
                bytes.next();
            }
            _ => out.push(byte),
        }
    }
    Cow::Owned(out)
}

/// A value with escapes.
#[must_use]
pub fn escape(value: &[u8]) -> Cow<'_, [u8]> {
    if memchr2(b'"', b'\\', value).is_none() {
        return Cow::Borrowed(value);
    }
    let mut out = Vec::with_capacity(value.len() + 2);
    for &byte in value {
        if matches!(byte, b'"' | b'\\') {
            out.push(b'\\');
        }
        out.push(byte);
    }
    Cow::Owned(out)
}

/// The bytes that are valid in names.
static IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    table
};

#[inline(always)]
fn in_name(byte: u8) -> bool {
    IN_NAME[usize::from(byte)]
}

/// How likely a `[` begins a tag pair.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// Not.
    None,
    /// A letter follows.
    Letter,
    /// A name, spaces and a quote follow.
    Pair,
}

/// Examines the bytes after the `[` at `at`.
pub(super) fn likeness(bytes: &[u8], at: usize) -> Likeness {
    let rest = bytes.get(at + 1..).unwrap_or_default();
    let rest = rest.strip_prefix(b"[").unwrap_or(rest).trim_ascii_start();
    let name = rest.iter().take(256).take_while(|&&b| in_name(b)).count();
    if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
        return Likeness::None;
    }
    let gap = rest[name..].iter().take(256).take_while(|&&b| matches!(b, b' ' | b'\t')).count();
    let behind = &rest[name + gap..];
    let opens = |quote: &str| behind.starts_with(quote.as_bytes());
    if behind.first() == Some(&b'"') || OPENING.iter().any(|quote| opens(quote)) {
        Likeness::Pair
    } else {
        Likeness::Letter
    }
}

/// A tag pair alone on its line in standard form.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PlainTag {
    /// Its parts.
    pub token: TagToken,
    /// From the opening to the closing bracket.
    pub span: Span,
    /// Whether its name is the one expected.
    pub guessed: bool,
}

/// Reads a standard tag pair; `None` if [`read`] must do it.
#[inline(always)]
pub(super) fn plain(bytes: &[u8], start: usize, guess: Option<&Guess>) -> Option<PlainTag> {
    let head = ByteBlock::load(bytes, start + 1);
    let (name_len, guessed) = match guess {
        Some(guess) if head.differs(guess.head) & guess.mask == 0 => (usize::from(guess.len), true),
        _ => (head.plain_name()?, false),
    };
    let name = Span::new(start + 1, start + 1 + name_len);
    // The start of the value, and then of the block that contains its end.
    let mut at = name.end + 2;
    let mut value = Span::at(at);
    let mut stops = head.quotes() >> (name_len + 2);
    if stops == 0 {
        at = start + 33;
        loop {
            stops = ByteBlock::load(bytes, at).quotes();
            if stops != 0 {
                break;
            }
            at += 32;
        }
    }
    value.end = at + stops.trailing_zeros() as usize;
    let [b'"', b']', b'\n' | b'\r', ..] = bytes.get(value.end..)? else { return None };
    let token = TagToken { name, value, fault: None, escaped: false };
    Some(PlainTag { token, span: Span::new(start, value.end + 2), guessed })
}

/// Reads the tag pair whose `[` is at `start`; returns it and its end. Stays on the line unless the pair is
/// well formed.
pub(super) fn read(bytes: &[u8], start: usize) -> (TagToken, usize) {
    let space = |mut at: usize| {
        while bytes.get(at).is_some_and(|b| matches!(b, b' ' | b'\t')) {
            at += 1;
        }
        at
    };
    let twice = bytes.get(start + 1) == Some(&b'[');
    let name_start = space(start + 1 + usize::from(twice));
    let mut fault = twice.then_some(TagFault::TwoOpening);
    let mut at = name_start;
    while bytes.get(at).is_some_and(|&b| in_name(b)) {
        at += 1;
    }
    let name = Span::new(name_start, at);
    at = space(at);
    if bytes.get(at) != Some(&b'"') {
        return malformed(bytes, name, at);
    }
    let value_start = at + 1;
    at = value_start;
    let mut escaped = false;
    loop {
        match bytes.get(at) {
            Some(b'"') => break,
            Some(b'\\') if matches!(bytes.get(at + 1), Some(b'"' | b'\\')) => {
                escaped = true;
                at += 2;
            }
            Some(b'\\') => {
                (escaped, fault) = (true, fault.or(Some(TagFault::Backslash)));
                at += 1;
            }
            Some(b'\n' | b'\r') if let Some(end) = continued(bytes, at) => {
                fault = Some(TagFault::LineBreak);
                at = end;
            }
            None | Some(b'\n' | b'\r') => return unclosed(name, value_start, at, bytes),
            Some(_) => at += 1,
        }
    }
    let value = Span::new(value_start, at);
    at = space(at + 1);
    match bytes.get(at) {
        Some(b']') => (TagToken { name, value, fault, escaped }, at + 1),
        None | Some(b'\n' | b'\r' | b'[') => {
            (TagToken { name, value, fault: Some(TagFault::NoBracket), escaped: true }, at)
        }
        Some(_) => overfull(bytes, name, value),
    }
}

/// The offset after the closing quote, if the value continues on the next line and that line only closes the
/// tag pair.
fn continued(bytes: &[u8], at: usize) -> Option<usize> {
    let begin = at + if bytes[at..].starts_with(b"\r\n") { 2 } else { 1 };
    let line = bytes.get(begin..line_end(bytes, begin))?.trim_ascii_end();
    let value = line.strip_suffix(b"\"]")?;
    let plain =
        memchr2(b'"', b'\\', value).is_none() && !matches!(value.first(), None | Some(b'[' | b'{' | b';'));
    plain.then_some(begin + value.len())
}

/// Reads a tag pair without its opening bracket, whose name begins at `start`. Nothing else may be on its
/// line.
pub(super) fn headless(bytes: &[u8], start: usize) -> Option<(TagToken, usize)> {
    let line = bytes.get(start..line_end(bytes, start))?.trim_ascii_end();
    let name = line.iter().take_while(|&&b| in_name(b)).count();
    let value = line[name..].strip_prefix(b" \"")?.strip_suffix(b"\"]")?;
    if name == 0 || memchr2(b'"', b'\\', value).is_some() {
        return None;
    }
    let value = Span::new(start + name + 2, start + name + 2 + value.len());
    let name = Span::new(start, start + name);
    Some((TagToken { name, value, fault: Some(TagFault::NoOpening), escaped: false }, start + line.len()))
}

/// The end of the line that contains `at`.
fn line_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
}

/// The text after the closing quote is not a bracket: the value has unescaped quotes, or there is other text.
fn overfull(bytes: &[u8], name: Span, value: Span) -> (TagToken, usize) {
    let end = line_end(bytes, value.end);
    let rest = &bytes[value.end..end];
    // The first quote followed by a bracket closes the value.
    let closing = rest.iter().enumerate().skip(1).find_map(|(i, &b)| {
        let after = rest[i + 1..].trim_ascii_start();
        (b == b'"' && after.first() == Some(&b']')).then(|| (i, rest.len() - after.len() + 1))
    });
    if let Some((quote, bracket)) = closing {
        let value = Span::new(value.start, value.end + quote);
        return (
            TagToken { name, value, fault: Some(TagFault::BareQuote), escaped: true },
            value_end(bracket, end, rest),
        );
    }
    let fault = Some(TagFault::Trailing);
    match memchr::memchr(b']', rest) {
        Some(bracket) => (TagToken { name, value, fault, escaped: true }, value.end + bracket + 1),
        None => (TagToken { name, value, fault, escaped: true }, value.end + rest.trim_ascii_end().len()),
    }
}

fn value_end(bracket: usize, end: usize, rest: &[u8]) -> usize {
    end - rest.len() + bracket
}

/// The line ends before the closing quote.
fn unclosed(name: Span, value_start: usize, line_end: usize, bytes: &[u8]) -> (TagToken, usize) {
    let text = bytes[value_start..line_end].trim_ascii_end();
    let value = text.strip_suffix(b"]").unwrap_or(text);
    let value = Span::new(value_start, value_start + value.len());
    (TagToken { name, value, fault: Some(TagFault::Unclosed), escaped: true }, value_start + text.len())
}

/// No quote follows the name.
fn malformed(bytes: &[u8], name: Span, at: usize) -> (TagToken, usize) {
    let end = line_end(bytes, at);
    let rest = &bytes[at..end];
    let (inner, stop) = match memchr::memchr(b']', rest) {
        Some(bracket) => (&rest[..bracket], at + bracket + 1),
        None => (rest.trim_ascii_end(), at + rest.trim_ascii_end().len()),
    };
    let bare = inner.trim_ascii();
    let lead = inner.len() - inner.trim_ascii_start().len();
    let value = Span::new(at + lead, at + lead + bare.len());
    if let Some((opening, closing)) = quoted(bare).filter(|_| !name.is_empty()) {
        let value = Span::new(value.start + opening, value.end - closing);
        return (TagToken { name, value, fault: Some(TagFault::OtherQuotes), escaped: true }, stop);
    }
    if let Some(quote) = memchr::memchr(b'"', inner).filter(|&q| q > 0 && !name.is_empty()) {
        // `[White Elo "2000"]`, `[White-Elo "2000"]`: the name continues up to the quote.
        let name = Span::new(name.start, at + inner[..quote].trim_ascii_end().len());
        let tail = &inner[quote + 1..];
        let len = memchr::memchr(b'"', tail).unwrap_or(tail.len());
        let value = Span::new(at + quote + 1, at + quote + 1 + len);
        return (TagToken { name, value, fault: Some(TagFault::Name), escaped: true }, stop);
    }
    let fault = if bare.is_empty() { TagFault::NoValue } else { TagFault::NoQuotes };
    (TagToken { name, value, fault: Some(fault), escaped: true }, stop)
}

/// Opening quotes of other kinds than PGN's, as text from the web and word processors has them.
const OPENING: [&str; 6] = ["\u{201c}", "\u{201d}", "\u{201e}", "\u{ab}", "\u{2033}", "''"];
/// Closing quotes.
const CLOSING: [&str; 6] = ["\u{201d}", "\u{201c}", "\u{bb}", "\u{ab}", "\u{2033}", "''"];

/// The lengths of the quotes around a value, if they are of another kind.
fn quoted(value: &[u8]) -> Option<(usize, usize)> {
    let opening = OPENING.iter().find(|quote| value.starts_with(quote.as_bytes()))?.len();
    let closing = CLOSING.iter().find(|quote| value[opening..].ends_with(quote.as_bytes()))?.len();
    Some((opening, closing))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (String, String, Option<TagFault>, usize) {
        let (tag, end) = read(text.as_bytes(), 0);
        let value = String::from_utf8_lossy(&tag.unescaped(text.as_bytes())).into_owned();
        (text[tag.name.range()].to_owned(), value, tag.fault, end)
    }

    #[test]
    fn reads_what_people_write() {
        use TagFault::*;
        for (text, name, value, fault, end) in [
            (r#"[Event "a"] x"#, "Event", "a", None, 11),
            (r#"[ Event  "a" ] x"#, "Event", "a", None, 14),
            (r#"[Event "a \"b\" \\"]"#, "Event", r#"a "b" \"#, None, 20),
            (r#"[Event "a]"]"#, "Event", "a]", None, 12),
            (r#"[Event ""]"#, "Event", "", None, 10),
            (r#"[Event "the "big" one"]"#, "Event", r#"the "big" one"#, Some(BareQuote), 23),
            ("[Event \"a]\n[Site", "Event", "a", Some(Unclosed), 10),
            ("[Event \"a\"\n[Site", "Event", "a", Some(NoBracket), 10),
            ("[Event \"a\" x]\n", "Event", "a", Some(Trailing), 13),
            ("[Event a]\n", "Event", "a", Some(NoQuotes), 9),
            ("[Event \u{201c}a\u{201d}] x\n", "Event", "a", Some(OtherQuotes), 15),
            ("[Event \u{201e}a\u{201c}]\n", "Event", "a", Some(OtherQuotes), 15),
            ("[Event \u{201c}a \"b\" c\u{201d}]\n", "Event", "a \"b\" c", Some(OtherQuotes), 21),
            ("[Event \u{201c}a]\n", "Event", "\u{201c}a", Some(NoQuotes), 12),
            ("[Event]\n", "Event", "", Some(NoValue), 7),
            ("[Event", "Event", "", Some(NoValue), 6),
            (r#"[White Elo "2000"]"#, "White Elo", "2000", Some(Name), 18),
            (r#"[White"a"]"#, "White", "a", None, 10),
        ] {
            assert_eq!(parse(text), (name.to_owned(), value.to_owned(), fault, end), "{text}");
        }
    }

    #[test]
    fn plain_pairs_are_read_alike() {
        let mut seen = 0;
        for value in [
            "",
            "a",
            "seven77",
            "eight888",
            "of Jos\u{e9}, Mar\u{ed}a",
            "a ] b [ c",
            "a\\\\b",
            "a\\\"b",
            "a\tb",
        ] {
            for end in ["\"]\n", "\"]\r\n", "\" ]\n", "\"] x\n", "\n", "\"\n"] {
                for name in ["A", "White", "UTC_Time2", "A-b", "", " A"] {
                    let text = format!("[{name} \"{value}{end}[White \"b\"]\n");
                    let guess = Guess::like(&read(b"[White \"x\"]\n", 0).0, b"[White \"x\"]\n");
                    let plain = plain(text.as_bytes(), 0, guess.as_ref());
                    seen += usize::from(plain.is_some());
                    assert!(
                        plain.is_none_or(|plain| (plain.token, plain.span.end) == read(text.as_bytes(), 0)),
                        "{text}"
                    );
                }
            }
        }
        assert_eq!(seen, 6 * 2 * 3);
    }

    #[test]
    fn escapes_back_and_forth() {
        for value in ["", "plain", r#"a "quoted" \ b"#, r"\\", "\""] {
            let escaped = escape(value.as_bytes());
            assert_eq!(unescape(&escaped), value.as_bytes(), "{value}");
        }
    }
}
