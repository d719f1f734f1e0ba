//! One input file as text.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use super::boxes::{self, Laid};
use scorebook_core::text::Span;

/// How the bytes of a file spell its characters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// Windows-1252, which covers Latin-1: taken for any file that is not UTF-8.
    Windows1252,
    /// UTF-16 with a byte order mark.
    Utf16,
}

impl Encoding {
    /// The usual name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Windows1252 => "Windows-1252",
            Encoding::Utf16 => "UTF-16",
        }
    }
}

/// The decoded text of one input, and where each of its characters stood in the file.
///
/// ```
/// use scorebook_text::{Encoding, Source, Span};
/// let source = Source::from_bytes("book.txt", b"1. P\xd7P\n2. K-K2".to_vec());
/// assert_eq!(source.encoding(), Encoding::Windows1252);
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
    /// Bytes before the text: a byte order mark, or what comes before this piece of a long file.
    lead: usize,
    /// Lines of the file before the text.
    lines_before: usize,
    /// Offsets in `text` at which each line starts.
    lines: Vec<usize>,
    /// Offsets in `text` at which pages start, with their numbers; none where the file tells no pages.
    pages: Arc<[(usize, u32)]>,
    /// Of a file of boxes: where each word starts in `text`, and in the file.
    words: Arc<[(usize, usize)]>,
    /// Why the rest of the file could not be read.
    broken: Option<String>,
}

impl Source {
    /// Decodes `bytes`: a byte order mark decides, else valid UTF-8 is UTF-8, else Windows-1252.
    #[must_use]
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Source {
        let (text, encoding, lead) = decode(bytes);
        let read = boxes::read(&text);
        let broken = read.as_ref().and_then(|boxes| boxes.broken.clone());
        let Laid { text, pages, words } = match read {
            Some(boxes) => Laid::out(&boxes),
            None => Laid { pages: pages(&text), text, words: Vec::new() },
        };
        let mut lines = vec![0];
        lines.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        Source {
            name: name.into(),
            text,
            encoding,
            lead,
            lines_before: 0,
            lines,
            pages: pages.into(),
            words: words.into(),
            broken,
        }
    }

    /// A piece of a long file: the bytes that follow the first `offset` bytes and `lines` lines.
    #[must_use]
    pub fn piece(name: impl Into<String>, bytes: Vec<u8>, offset: usize, lines: usize) -> Source {
        let mut source = Source::from_bytes(name, bytes);
        source.lead += offset;
        source.lines_before = lines;
        if offset > 0 {
            // How many pages came before is not known.
            source.pages = Arc::default();
        }
        source
    }

    /// The same file with another text, whose every character stands where one stood before.
    #[must_use]
    pub fn with_text(&self, text: String) -> Source {
        let mut lines = vec![0];
        lines.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        Source {
            name: self.name.clone(),
            text,
            lines,
            pages: self.pages.clone(),
            words: self.words.clone(),
            broken: self.broken.clone(),
            ..*self
        }
    }

    /// Reads a whole file; `.gz`, `.zst` and `.bz2` are unpacked by what they begin with.
    ///
    /// # Errors
    /// When the file cannot be read or unpacked.
    pub fn open(path: &Path) -> io::Result<Source> {
        let bytes = read_unpacked(File::open(path)?)?;
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

    /// The encoding that was found.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The text of `span`, cut to character boundaries if it lies askew.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Line and column (characters) of a text offset, both from 1.
    #[must_use]
    pub fn locate(&self, offset: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|&start| start <= offset).max(1);
        let start = self.lines[line - 1];
        let column = self.text.get(start..offset.min(self.text.len())).map_or(0, |s| s.chars().count());
        (self.lines_before + line, column + 1)
    }

    /// The offset in the text at which a line of the file, counted from 1, begins.
    #[must_use]
    pub fn start_of(&self, line: usize) -> Option<usize> {
        self.lines.get(line.checked_sub(self.lines_before + 1)?).copied()
    }

    /// The page that an offset of the text stands on, where the file tells pages: by boxes that say so, or
    /// by form feeds.
    #[must_use]
    pub fn page(&self, offset: usize) -> Option<u32> {
        let after = self.pages.partition_point(|&(start, _)| start <= offset);
        self.pages.get(after.checked_sub(1)?).map(|&(_, number)| number)
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
        let end = self.lines.get(line).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// The bytes of the original (unpacked) file that spell the characters of `span`.
    #[must_use]
    pub fn original(&self, span: Span) -> Span {
        if !self.words.is_empty() {
            let word =
                |offset: usize| self.words.partition_point(|&(start, _)| start <= offset).saturating_sub(1);
            let at = |offset: usize| self.lead + self.words[word(offset)].1;
            return Span::new(at(span.start), at(span.end));
        }
        let at = |offset: usize| {
            let head = self.text.get(..offset).unwrap_or(&self.text);
            self.lead
                + match self.encoding {
                    Encoding::Utf8 => head.len(),
                    Encoding::Windows1252 => head.chars().count(),
                    Encoding::Utf16 => head.encode_utf16().count() * 2,
                }
        };
        Span::new(at(span.start), at(span.end))
    }
}

/// The pages that form feeds part, counted from 1; none without any.
fn pages(text: &str) -> Vec<(usize, u32)> {
    let feeds: Vec<usize> = memchr::memchr_iter(b'\x0c', text.as_bytes()).collect();
    if feeds.is_empty() {
        return Vec::new();
    }
    std::iter::once(0).chain(feeds).zip(1..).collect()
}

fn decode(bytes: Vec<u8>) -> (String, Encoding, usize) {
    if let Some((encoding, lead)) = encoding_rs::Encoding::for_bom(&bytes) {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[lead..]);
        let kind = if encoding == encoding_rs::UTF_8 { Encoding::Utf8 } else { Encoding::Utf16 };
        return (text.into_owned(), kind, lead);
    }
    match String::from_utf8(bytes) {
        Ok(text) => (text, Encoding::Utf8, 0),
        Err(error) => {
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(error.as_bytes());
            (text.into_owned(), Encoding::Windows1252, 0)
        }
    }
}

/// Reads to the end, unpacking what begins like gzip, zstd or bzip2.
///
/// # Errors
/// When reading or unpacking fails.
pub fn read_unpacked(reader: impl Read + Send) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    unpacking(reader)?.read_to_end(&mut out)?;
    Ok(out)
}

/// Reads on, unpacking what begins like gzip, zstd or bzip2.
///
/// # Errors
/// When the first bytes cannot be read.
pub fn unpacking<'r>(reader: impl Read + Send + 'r) -> io::Result<Box<dyn Read + Send + 'r>> {
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    Ok(match reader.fill_buf()? {
        [0x1f, 0x8b, ..] => Box::new(flate2::bufread::MultiGzDecoder::new(reader)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(zstd::Decoder::with_buffer(reader)?),
        [b'B', b'Z', b'h', ..] => Box::new(bzip2::bufread::MultiBzDecoder::new(reader)),
        _ => Box::new(reader),
    })
}
