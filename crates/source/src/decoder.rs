//! Bytes of any encoding as UTF-8, a little at a time, with the way back to the bytes.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use encoding_rs::Encoding;

/// How much is read at once.
const CHUNK: usize = 64 * 1024;
/// No single element or line is longer: a file that has one is not taken further.
const LONGEST: u64 = 64 << 20;

/// From `out` on, each byte of UTF-8 stands for `step` bytes of the file, those from `raw` on.
#[derive(Copy, Clone, Debug)]
struct Mark {
    out: u64,
    raw: u64,
    step: u64,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Mode {
    Utf8,
    Utf16 { big: bool },
}

/// Reads UTF-8 from a file of UTF-8, UTF-16 or an encoding of one byte a character. What is no UTF-8 in an otherwise sound
/// file is read byte by byte in the encoding that the file declares, else as Windows-1252; that reads files that are
/// Windows-1252 throughout, too.
pub(crate) struct Decoder<R> {
    inner: R,
    raw: Vec<u8>,
    out: Vec<u8>,
    at: usize,
    /// Bytes of the file decoded so far.
    taken: u64,
    /// Bytes of UTF-8 made so far, and given out so far.
    made: u64,
    given: u64,
    marks: VecDeque<Mark>,
    mode: Mode,
    fallback: &'static Encoding,
    ended: bool,
    /// Where in `given` the element in work began.
    begun: u64,
    /// How many bytes were no UTF-8, and the place of the first.
    pub stray: u64,
    /// What broke the file off.
    pub broken: Option<String>,
}

impl<R: Read> Decoder<R> {
    pub fn new(inner: R) -> Decoder<R> {
        let mut decoder = Decoder {
            inner,
            raw: Vec::new(),
            out: Vec::new(),
            at: 0,
            taken: 0,
            made: 0,
            given: 0,
            marks: VecDeque::from([Mark { out: 0, raw: 0, step: 1 }]),
            mode: Mode::Utf8,
            fallback: encoding_rs::WINDOWS_1252,
            ended: false,
            begun: 0,
            stray: 0,
            broken: None,
        };
        decoder.begin();
        decoder
    }

    /// Looks at the beginning: byte order mark, zeroes, what the file declares.
    fn begin(&mut self) {
        self.more();
        let head = &self.raw[..self.raw.len().min(1024)];
        let (mode, skip) = match head {
            [0xef, 0xbb, 0xbf, ..] => (Mode::Utf8, 3),
            [0xff, 0xfe, ..] => (Mode::Utf16 { big: false }, 2),
            [0xfe, 0xff, ..] => (Mode::Utf16 { big: true }, 2),
            [a, 0, b, 0, ..] if *a != 0 && *b != 0 => (Mode::Utf16 { big: false }, 0),
            [0, a, 0, b, ..] if *a != 0 && *b != 0 => (Mode::Utf16 { big: true }, 0),
            _ => (Mode::Utf8, 0),
        };
        if let Some(label) = declared(head) {
            // Only what has one byte a character can mend single bytes.
            self.fallback =
                Encoding::for_label(label).filter(|found| found.is_single_byte()).unwrap_or(self.fallback);
        }
        self.mode = mode;
        self.raw.drain(..skip);
        self.taken = skip as u64;
        self.mark();
    }

    /// Reads another chunk; what breaks the file off is kept to be told.
    fn more(&mut self) {
        let from = self.raw.len();
        self.raw.resize(from + CHUNK, 0);
        let mut filled = from;
        while filled < self.raw.len() {
            match self.inner.read(&mut self.raw[filled..]) {
                Ok(0) => {
                    self.ended = true;
                    break;
                }
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.broken = Some(error.to_string());
                    self.ended = true;
                    break;
                }
            }
        }
        self.raw.truncate(filled);
    }

    /// From here on bytes follow one another evenly again.
    fn mark(&mut self) {
        let step = if self.mode == Mode::Utf8 { 1 } else { 2 };
        let mark = Mark { out: self.made, raw: self.taken, step };
        match self.marks.back_mut() {
            Some(last) if last.out == mark.out => *last = mark,
            _ => self.marks.push_back(mark),
        }
    }

    /// Begins an element or a line: the way back to the bytes is kept from here on.
    pub fn begin_element(&mut self) {
        self.begun = self.given;
        while self.marks.get(1).is_some_and(|mark| mark.out <= self.begun) {
            self.marks.pop_front();
        }
    }

    /// How many bytes of UTF-8 were given out.
    pub fn position(&self) -> u64 {
        self.given
    }

    /// The byte of the file at which a byte of the UTF-8 stands; exact from the element in work on.
    pub fn original(&self, position: u64) -> usize {
        let after = self.marks.partition_point(|mark| mark.out <= position);
        let Some(mark) = self.marks.get(after.saturating_sub(1)) else { return 0 };
        let raw = mark.raw + position.saturating_sub(mark.out) * mark.step;
        let raw = self.marks.get(after).map_or(raw, |next| raw.min(next.raw));
        usize::try_from(raw).unwrap_or(usize::MAX)
    }

    fn decode(&mut self) {
        self.out.clear();
        self.at = 0;
        while self.out.is_empty() {
            if !self.ended {
                self.more();
            }
            if self.raw.is_empty() && self.ended {
                return;
            }
            let raw = std::mem::take(&mut self.raw);
            let used = match self.mode {
                Mode::Utf8 => self.utf8(&raw),
                Mode::Utf16 { big } => self.utf16(&raw, big),
            };
            self.raw = raw;
            self.raw.drain(..used);
        }
    }

    /// Decodes what is whole; returns how many bytes were used.
    fn utf8(&mut self, raw: &[u8]) -> usize {
        let mut used = 0;
        while used < raw.len() {
            let rest = &raw[used..];
            let (good, bad) = match std::str::from_utf8(rest) {
                Ok(_) => (rest.len(), false),
                Err(error) => (error.valid_up_to(), error.error_len().is_some() || self.ended),
            };
            self.out.extend_from_slice(&rest[..good]);
            (self.made, self.taken) = (self.made + good as u64, self.taken + good as u64);
            used += good;
            let Some(&byte) = rest.get(good) else { break };
            if !bad {
                break;
            }
            let single = [byte];
            let (text, _) = self.fallback.decode_without_bom_handling(&single);
            self.out.extend_from_slice(text.as_bytes());
            (self.made, self.taken) = (self.made + text.len() as u64, self.taken + 1);
            used += 1;
            self.stray += 1;
            self.mark();
        }
        used
    }

    fn utf16(&mut self, raw: &[u8], big: bool) -> usize {
        let unit = |at: usize| {
            let pair = [*raw.get(at)?, *raw.get(at + 1)?];
            Some(if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
        };
        let mut used = 0;
        while let Some(first) = unit(used) {
            let mut units = 1;
            let mut read = char::from_u32(u32::from(first));
            if (0xd800..0xdc00).contains(&first) {
                match unit(used + 2) {
                    Some(second) => {
                        read = char::decode_utf16([first, second]).next().and_then(Result::ok);
                        units = if read.is_some() { 2 } else { 1 };
                    }
                    None if !self.ended => break,
                    None => {}
                }
            }
            if read.is_none() {
                self.stray += 1;
            }
            let char = read.unwrap_or(char::REPLACEMENT_CHARACTER);
            let mut spelled = [0; 4];
            let spelled = char.encode_utf8(&mut spelled).as_bytes();
            self.out.extend_from_slice(spelled);
            (self.made, self.taken) = (self.made + spelled.len() as u64, self.taken + units * 2);
            used += 2 * units as usize;
            if spelled.len() > 1 {
                self.mark();
            }
        }
        // Half a unit at the end.
        if self.ended && used < raw.len() {
            self.stray += 1;
            self.taken += (raw.len() - used) as u64;
            return raw.len();
        }
        used
    }
}

impl<R: Read> BufRead for Decoder<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at >= self.out.len() {
            if self.given - self.begun > LONGEST {
                self.broken = Some(format!("an element or line of more than {} MB", LONGEST >> 20));
                return Ok(&[]);
            }
            self.decode();
        }
        Ok(&self.out[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
        self.given += amount as u64;
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let ready = self.fill_buf()?;
        let many = ready.len().min(into.len());
        into[..many].copy_from_slice(&ready[..many]);
        self.consume(many);
        Ok(many)
    }
}

/// The encoding that an XML declaration or an HTML head names.
fn declared(head: &[u8]) -> Option<&[u8]> {
    if !head.trim_ascii_start().starts_with(b"<") {
        return None;
    }
    let find = |name: &[u8]| memchr::memmem::find(head, name).map(|at| at + name.len());
    let at = find(b"encoding=").or_else(|| find(b"charset="))?;
    let rest = head.get(at..)?;
    let rest = rest.strip_prefix(b"\"").or_else(|| rest.strip_prefix(b"'")).unwrap_or(rest);
    let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"-_:".contains(byte))?;
    rest.get(..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> (String, Vec<usize>) {
        let mut decoder = Decoder::new(bytes);
        let mut text = String::new();
        decoder.read_to_string(&mut text).unwrap();
        let places = text.char_indices().map(|(at, _)| decoder.original(at as u64)).collect();
        (text, places)
    }

    #[test]
    fn finds_the_bytes_of_each_character() {
        assert_eq!(text("a×b".as_bytes()), ("a×b".into(), vec![0, 1, 3]));
        assert_eq!(text("\u{feff}a×b".as_bytes()), ("a×b".into(), vec![3, 4, 6]));
        assert_eq!(text(b"a\xd7b\xd7"), ("a×b×".into(), vec![0, 1, 2, 3]));
        assert_eq!(text(b"\xff\xfea\0\xd7\0b\0"), ("a×b".into(), vec![2, 4, 6]));
        assert_eq!(text(b"<\0a\0>\0"), ("<a>".into(), vec![0, 2, 4]));
        let latin2 = b"<?xml encoding='ISO-8859-2'?>\xb1";
        assert_eq!(text(latin2).0, "<?xml encoding='ISO-8859-2'?>ą");
    }

    #[test]
    fn takes_characters_that_chunks_cut() {
        let long = "é".repeat(CHUNK);
        assert_eq!(text(long.as_bytes()).0, long);
        let odd = format!("a{long}");
        assert_eq!(text(odd.as_bytes()).0, odd);
    }
}
