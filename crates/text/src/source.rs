//! An input file as text.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use scorebook_charset::{Assumed, Charset, detect};

use super::counts::Counts;
use super::markup::{self, Offsets};
use super::scan::Scan;
use scorebook_core::text::Span;
use scorebook_source::{Document, Form, Lay, NoteKind, Opened, Options};

/// The character encoding of a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// One byte for each character.
    Single(Charset),
    /// Some lines are UTF-8 or in other character sets, most of the others in this.
    Mixed(Charset),
    /// UTF-16 with a byte order mark.
    Utf16,
}

impl Encoding {
    /// The usual name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Single(charset) | Encoding::Mixed(charset) => charset.name(),
            Encoding::Utf16 => "UTF-16",
        }
    }
}

/// The decoded text of one input, with the original offset of each character.
///
/// ```
/// use scorebook_text::{Source, Span};
/// let source = Source::from_bytes("book.txt", b"1. P\xd7P\n2. K-K2".to_vec());
/// assert_eq!(source.encoding().name(), "Windows-1252");
/// assert_eq!(source.text(), "1. P×P\n2. K-K2");
/// // "2" is byte 8 of the text but byte 7 of the file; line 2, column 1.
/// assert_eq!(source.original(Span::new(8, 9)), Span::new(7, 8));
/// assert_eq!(source.locate(8), (2, 1));
/// ```
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
    encoding: Encoding,
    /// The character set of the lines that are not UTF-8, if it was detected.
    assumed: Option<Assumed>,
    /// The lines of a file in mixed encodings; empty for others.
    encoded: Arc<[EncodedLine]>,
    /// Bytes of the file before the text: a byte order mark, or earlier pieces of a long file.
    lead: usize,
    /// Lines of the file before the text.
    lines_before: usize,
    /// Offsets in `text` of the starts of lines.
    lines: Vec<usize>,
    /// How many characters stand before places of the text in which lines are counted.
    counts: Counts,
    /// Offsets in `text` of the starts of pages, with their numbers; empty if the file has no page breaks.
    pages: Arc<[(usize, u32)]>,
    /// For scanned pages: the places of the words.
    scan: Option<Arc<Scan>>,
    /// For a file with markup: the original text.
    raw: Option<Arc<Raw>>,
    /// Why the rest of the file could not be read, if so.
    broken: Option<String>,
}

/// The original text of a file with markup. Lines are counted in it.
#[derive(Debug)]
struct Raw {
    text: String,
    offsets: Offsets,
    left_out: Vec<(usize, &'static str)>,
    lost: Vec<usize>,
}

/// A line of a file in mixed encodings.
#[derive(Copy, Clone, Debug)]
struct EncodedLine {
    /// Its start in the decoded text.
    text: usize,
    /// Its start in the file.
    bytes: usize,
    /// Whether each character is one byte.
    is_single: bool,
}

impl Source {
    /// Decodes `bytes`: according to a byte order mark, or else as UTF-8 if it is valid, or else line by line as UTF-8
    /// or in the character set that is [detected](scorebook_charset::detect).
    #[must_use]
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Source {
        Source::from_bytes_in(name, bytes, None)
    }

    /// Like [`Source::from_bytes`], with the character set of the lines that are not UTF-8 if it is known.
    ///
    /// ```
    /// use scorebook_text::{Charset, Source};
    /// let source = Source::from_bytes_in("club.txt", b"Wei\xe1: M\x81ller".to_vec(), Charset::named("cp437"));
    /// assert_eq!(source.text(), "Weiß: Müller");
    /// ```
    #[must_use]
    pub fn from_bytes_in(name: impl Into<String>, bytes: Vec<u8>, charset: Option<Charset>) -> Source {
        let name = name.into();
        if let Some(source) = words_with_places(&name, &bytes) {
            return source;
        }
        let Decoded { text, encoding, assumed, encoded, lead } = decode(bytes, charset);
        let (text, raw) = match markup::strip(&text) {
            Some(markup::Stripped { text: plain, offsets, left_out, lost }) => {
                (plain, Some(Arc::new(Raw { text, offsets, left_out, lost })))
            }
            None => (text, None),
        };
        let pages = pages(&text, 1);
        let mut lines = vec![0];
        let counted = raw.as_ref().map_or(&text, |raw| &raw.text);
        lines.extend(memchr::memchr_iter(b'\n', counted.as_bytes()).map(|at| at + 1));
        Source {
            name,
            text,
            encoding,
            assumed,
            encoded: encoded.into(),
            lead,
            lines_before: 0,
            lines,
            counts: Counts::default(),
            pages: pages.into(),
            scan: None,
            raw,
            broken: None,
        }
    }

    /// The text of scanned pages, written by [`Scan::push`]. Lines are lines of this text. `broken`: why the
    /// rest of the file could not be read, if so.
    ///
    /// ```
    /// use scorebook_text::{Scan, Source};
    /// let (mut scan, mut text) = (Scan::default(), String::new());
    /// let page = scorebook_source::Page { scanned: 7, ..Default::default() };
    /// scan.push(&page, scorebook_source::Lay::Grid, &mut text);
    /// assert_eq!(Source::of_scan("book.pdf", text, scan, None).page(0), Some(7));
    /// ```
    #[must_use]
    pub fn of_scan(name: impl Into<String>, text: String, scan: Scan, broken: Option<String>) -> Source {
        let mut lines = vec![0];
        lines.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        let pages: Vec<(usize, u32)> = scan.pages().iter().map(|page| (page.start, page.scanned)).collect();
        Source {
            name: name.into(),
            text,
            encoding: Encoding::Utf8,
            assumed: None,
            encoded: Arc::default(),
            lead: 0,
            lines_before: 0,
            lines,
            counts: Counts::default(),
            pages: pages.into(),
            scan: Some(Arc::new(scan)),
            raw: None,
            broken,
        }
    }

    /// The scanned pages that the text was read from.
    #[must_use]
    pub fn scan(&self) -> Option<&Scan> {
        self.scan.as_deref()
    }

    /// What was left out with the markup of the file, each thing with the place in the text where it stood; the
    /// signs of the markup are not among them.
    #[must_use]
    pub fn left_out(&self) -> &[(usize, &'static str)] {
        self.raw.as_ref().map_or(&[], |raw| &raw.left_out)
    }

    fn lost(&self) -> &[usize] {
        self.raw.as_ref().map_or(&[], |raw| &raw.lost)
    }

    /// The lines of a file of data, and the columns in them, where moves stand in what is broken and was left out, with the text of
    /// the line from there on.
    ///
    /// ```
    /// use scorebook_text::Source;
    /// let row = |verb: &str| format!("{verb} INTO games (white, moves) VALUES ('Anna', 'e4 e5 Nf3 Nc6');\n");
    /// let source = Source::from_bytes("games.sql", (row("INSERT") + &row("INSRT") + &row("INSERT")).into());
    /// assert_eq!(source.lost_moves().collect::<Vec<_>>(), [(2, 50, "e4 e5 Nf3 Nc6');")]);
    /// ```
    pub fn lost_moves(&self) -> impl Iterator<Item = (usize, usize, &str)> {
        self.lost().iter().map(|&at| {
            let line = self.lines.partition_point(|&start| start <= at).max(1);
            let counted = self.counted();
            let column = counted.get(self.lines[line - 1]..at).map_or(0, |before| before.chars().count());
            let text = counted.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
            (self.lines_before + line, column + 1, text)
        })
    }

    /// The text in which lines and columns are counted.
    fn counted(&self) -> &str {
        self.raw.as_ref().map_or(&self.text, |raw| &raw.text)
    }

    /// A piece of a long file: the bytes that follow the first `offset` bytes, `lines` lines and `feeds` form feeds.
    #[must_use]
    pub fn piece(
        name: impl Into<String>,
        bytes: Vec<u8>,
        offset: usize,
        lines: usize,
        feeds: usize,
        charset: Option<Charset>,
    ) -> Source {
        let mut source = Source::from_bytes_in(name, bytes, charset);
        source.lead += offset;
        source.lines_before = lines;
        if feeds > 0 && source.scan.is_none() {
            source.pages = pages(&source.text, u32::try_from(feeds).unwrap_or(u32::MAX - 1) + 1).into();
        }
        source
    }

    /// The same file with a text in which every character is at the same place.
    #[must_use]
    pub fn with_text(&self, text: String) -> Source {
        let mut lines = vec![0];
        let counted = self.raw.as_ref().map_or(&text, |raw| &raw.text);
        lines.extend(memchr::memchr_iter(b'\n', counted.as_bytes()).map(|at| at + 1));
        Source {
            name: self.name.clone(),
            text,
            lines,
            counts: Counts::default(),
            raw: self.raw.clone(),
            pages: self.pages.clone(),
            scan: self.scan.clone(),
            broken: self.broken.clone(),
            encoded: self.encoded.clone(),
            ..*self
        }
    }

    /// The same file with these parts of its text only, which must be in order; `None` for a text with markup, of scanned
    /// pages, or with page breaks.
    ///
    /// ```
    /// use scorebook_text::{Source, Span};
    /// let source = Source::from_bytes("games.pgn", "1. e4 *\n1. d4 *\n1. c4 *\n".into());
    /// let parts = source.parts(&[Span::new(0, 8), Span::new(16, 24)]).unwrap();
    /// assert_eq!(parts.text(), "1. e4 *\n1. c4 *\n");
    /// assert_eq!((parts.locate(8), parts.original(Span::at(8)).start), ((3, 1), 16));
    /// ```
    #[must_use]
    pub fn parts(&self, parts: &[Span]) -> Option<Source> {
        if self.scan.is_some() || self.raw.is_some() || !self.pages.is_empty() {
            return None;
        }
        let offsets = Offsets::of_parts(parts);
        let raw = Raw { text: self.text.clone(), left_out: Vec::new(), lost: Vec::new(), offsets };
        Some(Source {
            name: self.name.clone(),
            text: parts.iter().map(|part| self.slice(*part)).collect(),
            lines: self.lines.clone(),
            counts: Counts::default(),
            raw: Some(Arc::new(raw)),
            pages: self.pages.clone(),
            scan: None,
            broken: None,
            encoded: self.encoded.clone(),
            ..*self
        })
    }

    /// The offset of a character in the text that these [parts](Source::parts) were taken from.
    #[must_use]
    pub fn before_parts(&self, offset: usize) -> usize {
        self.raw.as_ref().map_or(offset, |raw| raw.offsets.start(offset))
    }

    /// The same file with other characters where `by` gives one for a byte offset and a character; `None` for the text of
    /// scanned pages, whose words have places.
    ///
    /// ```
    /// use scorebook_text::{Source, Span};
    /// let source = Source::from_bytes("bulletin.txt", "1. ©f3 d5".into());
    /// let plain = source.respelled(&|_, c| (c == '©').then_some('♘')).unwrap();
    /// assert_eq!(plain.text(), "1. ♘f3 d5");
    /// let reply = plain.text().find("d5").unwrap();
    /// assert_eq!((plain.locate(reply), plain.original(Span::at(reply)).start), ((1, 8), 8));
    /// ```
    #[must_use]
    pub fn respelled(&self, by: &dyn Fn(usize, char) -> Option<char>) -> Option<Source> {
        if self.scan.is_some() {
            return None;
        }
        let (text, offsets) = markup::respelled(&self.text, self.raw.as_ref().map(|raw| &raw.offsets), by);
        let raw = Raw {
            text: self.counted().to_owned(),
            left_out: self.left_out().to_vec(),
            lost: self.lost().to_vec(),
            offsets,
        };
        let first = self.pages.first().map_or(1, |&(_, number)| number);
        Some(Source {
            name: self.name.clone(),
            pages: pages(&text, first).into(),
            text,
            lines: self.lines.clone(),
            counts: Counts::default(),
            raw: Some(Arc::new(raw)),
            scan: None,
            broken: self.broken.clone(),
            encoded: self.encoded.clone(),
            ..*self
        })
    }

    /// Reads a whole file; `.gz`, `.zst` and `.bz2` are recognised by their content and decompressed.
    ///
    /// # Errors
    /// If the file cannot be read or decompressed.
    pub fn open(path: &Path) -> io::Result<Source> {
        let bytes = read_unpacked(Opened::path(path)?.into_reader())?;
        Ok(Source::from_bytes(path.display().to_string(), bytes))
    }

    /// The name to show: a path, or `-`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The detected encoding.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The character set of the lines that are not UTF-8, if there are such lines and none was named.
    #[must_use]
    pub const fn assumed(&self) -> Option<Assumed> {
        self.assumed
    }

    /// The text of `span`, extended to character boundaries if necessary.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Line and column (in characters) of a text offset, both from 1.
    #[must_use]
    pub fn locate(&self, offset: usize) -> (usize, usize) {
        let offset = self.raw.as_ref().map_or(offset, |raw| raw.offsets.start(offset));
        let counted = self.counted();
        let line = self.lines.partition_point(|&start| start <= offset).max(1);
        let start = self.lines[line - 1];
        let offset = offset.min(counted.len());
        let column = if start <= offset { self.counts.between(counted, start, offset) } else { 0 };
        (self.lines_before + line, column + 1)
    }

    /// The text offset of the start of a line of the file, counted from 1.
    #[must_use]
    pub fn start_of(&self, line: usize) -> Option<usize> {
        let start = self.lines.get(line.checked_sub(self.lines_before + 1)?).copied()?;
        Some(self.raw.as_ref().map_or(start, |raw| raw.offsets.find(start)))
    }

    /// The number of the page that contains a text offset, as scanned, if the file has pages or form feeds.
    #[must_use]
    pub fn page(&self, offset: usize) -> Option<u32> {
        let after = self.pages.partition_point(|&(start, _)| start <= offset);
        self.pages.get(after.checked_sub(1)?).map(|&(_, number)| number)
    }

    /// Like [`Source::page`], with the number printed on the page if it is known.
    #[must_use]
    pub fn page_number(&self, offset: usize) -> Option<PageNumber> {
        let scanned = self.page(offset)?;
        let printed = self.scan.as_ref().and_then(|scan| scan.page(offset)?.printed.clone());
        Some(PageNumber { scanned, printed })
    }

    /// Why the rest of the file could not be read, if so.
    #[must_use]
    pub fn broken(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// The text of a line of the file, counted from 1, without its line end.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        let line = line.saturating_sub(self.lines_before);
        let Some(&start) = line.checked_sub(1).and_then(|i| self.lines.get(i)) else { return "" };
        let counted = self.counted();
        let end = self.lines.get(line).copied().unwrap_or(counted.len());
        counted[start..end].trim_end_matches(['\n', '\r'])
    }

    /// The line of the file in which a text offset stands, and how many characters of it are left out before: of a long line, only what
    /// stands near the place.
    #[must_use]
    pub fn line_near(&self, offset: usize) -> (&str, usize) {
        /// Longer lines are cut, …
        const LONGEST: usize = 4000;
        /// … to so many bytes before the place, and behind it.
        const NEAR: usize = 500;
        let offset = self.raw.as_ref().map_or(offset, |raw| raw.offsets.start(offset));
        let line = self.lines.partition_point(|&start| start <= offset).max(1);
        let (start, whole) = (self.lines[line - 1], self.line(self.lines_before + line));
        if whole.len() <= LONGEST {
            return (whole, 0);
        }
        let place = offset - start;
        let from = whole.floor_char_boundary(place.saturating_sub(NEAR));
        let to = whole.floor_char_boundary(place + NEAR);
        (&whole[from..to], self.counts.between(self.counted(), start, start + from))
    }

    /// The byte range of `span` in the original (decompressed) file.
    #[must_use]
    pub fn original(&self, span: Span) -> Span {
        if let Some(scan) = &self.scan {
            return Span::new(scan.original(span.start), scan.original(span.end));
        }
        let span = match &self.raw {
            Some(raw) => {
                let start = raw.offsets.start(span.start);
                Span::new(start, if span.is_empty() { start } else { raw.offsets.end(span.end).max(start) })
            }
            None => span,
        };
        let counted = self.counted();
        let at = |offset: usize| {
            let head = counted.get(..offset).unwrap_or(counted);
            self.lead
                + match self.encoding {
                    Encoding::Utf8 => head.len(),
                    Encoding::Single(_) => head.chars().count(),
                    Encoding::Mixed(_) => self.byte_of(head),
                    Encoding::Utf16 => head.encode_utf16().count() * 2,
                }
        };
        Span::new(at(span.start), at(span.end))
    }

    /// The number of bytes of the beginning of a text in mixed encodings.
    fn byte_of(&self, head: &str) -> usize {
        let after = self.encoded.partition_point(|line| line.text <= head.len());
        let Some(line) = after.checked_sub(1).and_then(|at| self.encoded.get(at)) else { return head.len() };
        let rest = head.get(line.text..).unwrap_or_default();
        line.bytes + if line.is_single { rest.chars().count() } else { rest.len() }
    }
}

/// The number of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageNumber {
    /// Its number in the document, from 1.
    pub scanned: u32,
    /// The number printed on it, if known.
    pub printed: Option<String>,
}

impl std::fmt::Display for PageNumber {
    /// `page 12`, or `page xii, scan 20` if the printed number differs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.printed {
            Some(printed) if *printed != self.scanned.to_string() => {
                write!(f, "page {printed}, scan {}", self.scanned)
            }
            _ => write!(f, "page {}", self.scanned),
        }
    }
}

/// The text of a file of words with places (hOCR, ALTO, PAGE, …), if it is one.
fn words_with_places(name: &str, bytes: &[u8]) -> Option<Source> {
    /// Bytes that are examined to detect the format.
    const HEAD: usize = 64 << 10;
    let head = bytes.get(..bytes.len().min(HEAD))?;
    let begin = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if !begin.starts_with(b"<") && !begin.starts_with(b"{") {
        return None;
    }
    let form = scorebook_source::recognise(head).ok()?;
    if matches!(form, Form::Text | Form::Iiif) {
        return None;
    }
    let document = Document::from_bytes(name, bytes.to_vec(), &Options::default()).ok()?;
    let (mut scan, mut text) = (Scan::default(), String::new());
    document.pages.iter().for_each(|page| scan.push(page, Lay::Grid, &mut text));
    let broken = document.notes.into_iter().find(|note| note.kind == NoteKind::BrokenOff);
    Some(Source::of_scan(name, text, scan, broken.map(|note| note.message)))
}

/// The pages between form feeds, counted from `first`; empty if the whole file has none.
fn pages(text: &str, first: u32) -> Vec<(usize, u32)> {
    let feeds: Vec<usize> = memchr::memchr_iter(b'\x0c', text.as_bytes()).collect();
    if feeds.is_empty() && first == 1 {
        return Vec::new();
    }
    std::iter::once(0).chain(feeds).zip(first..).collect()
}

/// The text of a file and how it is encoded.
struct Decoded {
    text: String,
    encoding: Encoding,
    assumed: Option<Assumed>,
    encoded: Vec<EncodedLine>,
    /// Length of the byte order mark.
    lead: usize,
}

fn decode(bytes: Vec<u8>, charset: Option<Charset>) -> Decoded {
    let plain = |text, encoding, lead| Decoded { text, encoding, assumed: None, encoded: Vec::new(), lead };
    if let Some((encoding, lead)) = encoding_rs::Encoding::for_bom(&bytes) {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[lead..]);
        let kind = if encoding == encoding_rs::UTF_8 { Encoding::Utf8 } else { Encoding::Utf16 };
        return plain(text.into_owned(), kind, lead);
    }
    match String::from_utf8(bytes) {
        Ok(text) => plain(text, Encoding::Utf8, 0),
        Err(error) => decode_lines(error.as_bytes(), charset),
    }
}

/// The text of lines of which some are not UTF-8. Unless the character set is named, a line that cannot be in that of the
/// others is decoded on its own.
fn decode_lines(bytes: &[u8], named: Option<Charset>) -> Decoded {
    let assumed = named.map(Assumed::named).or_else(|| detect(bytes)).unwrap_or_default();
    let charset = assumed.charset;
    let (mut text, mut encoded) = (String::with_capacity(bytes.len() + bytes.len() / 8), Vec::new());
    let (mut start, mut mixed) = (0, false);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let is_single = std::str::from_utf8(line).is_err();
        encoded.push(EncodedLine { text: text.len(), bytes: start, is_single });
        let own = if is_single { assumed.of_line(line) } else { charset };
        mixed |= own != charset || !is_single && !line.is_ascii();
        text.push_str(&own.decode(line));
        start += line.len();
    }
    let encoding = if mixed { Encoding::Mixed(charset) } else { Encoding::Single(charset) };
    let encoded = if mixed { encoded } else { Vec::new() };
    Decoded { text, encoding, assumed: Some(assumed).filter(|assumed| !assumed.is_named), encoded, lead: 0 }
}

/// The name of a file without the extension of a compression that [`unpacking`] supports.
#[must_use]
pub fn bare_name(name: &str) -> &str {
    [".gz", ".zst", ".bz2"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

/// Reads to the end; gzip, zstd and bzip2 are decompressed.
///
/// # Errors
/// If reading or decompressing fails.
pub fn read_unpacked(reader: impl Read + Send) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    unpacking(reader)?.read_to_end(&mut out)?;
    Ok(out)
}

/// A reader that decompresses gzip, zstd and bzip2.
///
/// # Errors
/// If the first bytes cannot be read.
pub fn unpacking<'r>(reader: impl Read + Send + 'r) -> io::Result<Box<dyn Read + Send + 'r>> {
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    Ok(match reader.fill_buf()? {
        [0x1f, 0x8b, ..] => Box::new(flate2::bufread::MultiGzDecoder::new(reader)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(zstd::Decoder::with_buffer(reader)?),
        [b'B', b'Z', b'h', ..] => Box::new(bzip2::bufread::MultiBzDecoder::new(reader)),
        _ => Box::new(reader),
    })
}
