//! Letters: `> ` before quoted lines, and the way mail writes signs that are not ASCII.

use super::{Left, Out};

/// How many lines must be so, at least.
const FEWEST: usize = 2;
/// One line in so many must be quoted; in a worn book a single `>` says nothing.
const ONE_IN: usize = 12;

/// Takes the marks of quotation off: `> `, `>> `, `AB> `.
pub(super) fn quotes(raw: &str, _: &mut Left) -> Option<Out> {
    let (quoted, all) = raw
        .lines()
        .filter(|line| !line.trim().is_empty())
        .fold((0, 0), |(quoted, all), line| (quoted + usize::from(mark(line) > 0), all + 1));
    if quoted < FEWEST || quoted * ONE_IN < all {
        return None;
    }
    let mut out = Out::default();
    let mut at = 0;
    for line in raw.split_inclusive('\n') {
        out.copy(raw, at + mark(line), at + line.len());
        at += line.len();
    }
    Some(out)
}

/// Bytes of the mark of quotation that a line begins with.
fn mark(line: &str) -> usize {
    let initials = line.bytes().take_while(u8::is_ascii_uppercase).count();
    let start = if initials <= 4 && line[initials..].starts_with("> ") { initials } else { 0 };
    let mut rest = &line[start..];
    if !rest.starts_with('>') {
        return 0;
    }
    while let Some(behind) = rest.strip_prefix('>') {
        rest = behind.strip_prefix(' ').unwrap_or(behind);
    }
    line.len() - rest.len()
}

/// Takes off the marks that hide an answer until it is asked for: `>!6... Qxe4+!<` as forums write it, `||6... Qxe4+||`.
pub(super) fn spoilers(raw: &str, _: &mut Left) -> Option<Out> {
    let mut out = Out::default();
    let mut done = 0;
    let mut at = 0;
    while let Some((start, end, close)) = next_spoiler(raw, at) {
        out.copy(raw, done, start);
        out.copy(raw, start + 2, end);
        done = end + close;
        at = done;
    }
    out.copy(raw, done, raw.len());
    (done > 0).then_some(out)
}

/// The first hidden passage from a place on: where its first mark, and its last one, begin, and the bytes of the last one.
fn next_spoiler(raw: &str, from: usize) -> Option<(usize, usize, usize)> {
    /// Most bytes that are hidden together.
    const LONGEST: usize = 1_000;
    let bytes = raw.as_bytes();
    memchr::memchr2_iter(b'>', b'|', &bytes[from..]).map(|at| from + at).find_map(|start| {
        let near = bytes.get(start + 2..raw.len().min(start + 2 + LONGEST))?;
        match bytes.get(start..start + 2)? {
            b">!" => Some((start, start + 2 + memchr::memmem::find(near, b"!<")?, 2)),
            b"||" => {
                let line = near.split(|byte| *byte == b'\n').next()?;
                let mut marks = memchr::memmem::find_iter(line, b"||");
                // Two rulings of a table have blanks inside, or nothing, or others beside them.
                let length = marks.next().filter(|_| marks.next().is_none())?;
                let row = raw[..start].rsplit('\n').next().unwrap_or_default();
                let is_table =
                    length == 0 || line[..length].trim_ascii().len() < length || row.contains(" || ");
                (!is_table).then_some((start, start + 2 + length, 2))
            }
            _ => None,
        }
    })
}

/// Reads `=20` and `=C3=A9`, and joins lines that end in `=`.
pub(super) fn quoted_printable(raw: &str, _: &mut Left) -> Option<Out> {
    let lines = raw.lines().filter(|line| line.ends_with("=20")).count();
    let said = raw.lines().take(60).any(|line| {
        let line = line.to_ascii_lowercase();
        line.starts_with("content-transfer-encoding:") && line.contains("quoted-printable")
    });
    if lines < FEWEST && !said || raw.lines().filter(|line| line.contains("=20")).count() < lines.max(1) {
        return None;
    }
    // `2. e4=20` is a move with an evaluation only where every line ends so by chance.
    if !said && raw.lines().any(|line| line.trim_end().ends_with('=') && !line.ends_with('=')) {
        return None;
    }
    let mut out = Out::default();
    let (mut at, mut done) = (0, 0);
    while let Some(found) = memchr::memchr(b'=', &raw.as_bytes()[at..]) {
        let start = at + found;
        let rest = &raw[start..];
        let soft = ["=\r\n", "=\n"].into_iter().find(|end| rest.starts_with(end)).map(str::len);
        if let Some(length) = soft {
            out.copy(raw, done, start);
            (at, done) = (start + length, start + length);
            continue;
        }
        let mut bytes = Vec::new();
        while let Some(byte) = escaped(&rest[bytes.len() * 3..]) {
            bytes.push(byte);
        }
        if bytes.is_empty() {
            at = start + 1;
            continue;
        }
        out.copy(raw, done, start);
        let end = start + bytes.len() * 3;
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect());
        out.put(&text, start, end);
        (at, done) = (end, end);
    }
    out.copy(raw, done, raw.len());
    Some(out)
}

/// The byte of `=20`.
fn escaped(text: &str) -> Option<u8> {
    let hex = text.strip_prefix('=')?.get(..2)?;
    let plain = hex.bytes().all(|b| b.is_ascii_digit() || (b'A'..=b'F').contains(&b));
    plain.then(|| u8::from_str_radix(hex, 16).ok()).flatten()
}
