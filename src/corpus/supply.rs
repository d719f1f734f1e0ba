//! Byte sources: files read window by window, and readers.

use std::io::{self, Read};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

use encoding_rs::Encoding;

use crate::convert::input::Input;
use crate::text::{Opened, WholeFile, unpacking};

/// Bytes of a file read at a time; limits memory.
const WINDOW: usize = 4 << 20;

/// The source of the bytes of an input.
pub enum Supply {
    /// From a reader.
    Stream(Box<dyn Read + Send>),
    /// A plain file, read window by window.
    File(Windows),
}

impl Supply {
    /// Opens an input.
    ///
    /// # Errors
    /// If it cannot be opened or read.
    pub fn of(input: &Input) -> io::Result<Supply> {
        match input {
            Input::File(path) => Supply::open(path),
            Input::Stream(_) | Input::Pages(..) => input.open().map(Supply::Stream),
        }
    }

    /// Opens a file of any kind. A regular file that is neither compressed nor UTF-16 is read window by window.
    ///
    /// # Errors
    /// If it cannot be opened or read.
    pub fn open(path: &Path) -> io::Result<Supply> {
        let mut file = match Opened::path(path)?.into_whole() {
            Ok(file) => file,
            Err(pipe) => return unpacking(pipe.into_reader()).map(Supply::Stream),
        };
        let mut head = Vec::new();
        file.by_ref().take(4).read_to_end(&mut head)?;
        file.go_to(0)?;
        if is_plain(&head) {
            return Ok(Supply::File(Windows { file, window: Arc::default(), start: 0 }));
        }
        unpacking(file).map(Supply::Stream)
    }
}

/// Whether a file with these first bytes is UTF-8 or in a single-byte encoding.
fn is_plain(head: &[u8]) -> bool {
    let others: [&[u8]; 5] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xff\xfe", b"\xfe\xff"];
    !others.iter().any(|mark| head.starts_with(mark))
}

/// A file, read window by window.
///
/// It is not mapped: another program that cuts a mapped file short ends this one.
pub struct Windows {
    file: WholeFile,
    window: Arc<Vec<u8>>,
    /// Offset of the window in the file.
    start: u64,
}

impl Windows {
    /// `wanted` bytes from `offset` on, or fewer at the end of the file; and whether the file ends with them.
    ///
    /// # Errors
    /// If reading fails, or if the file was cut short meanwhile.
    pub fn at(&mut self, offset: u64, wanted: usize) -> io::Result<(Bytes, bool)> {
        let left = self.file.length().saturating_sub(offset);
        let len = usize::try_from(left).unwrap_or(usize::MAX).min(wanted);
        let inside = |windows: &Windows| {
            let start = usize::try_from(offset.checked_sub(windows.start)?).ok()?;
            let range = start..start.checked_add(len)?;
            (range.end <= windows.window.len()).then_some(range)
        };
        if inside(self).is_none() {
            // Release the old window first.
            self.window = Arc::default();
            let wanted = WINDOW.max(len).min(usize::try_from(left).unwrap_or(usize::MAX));
            let mut window = Vec::with_capacity(wanted);
            self.file.go_to(offset)?;
            self.file.by_ref().take(wanted as u64).read_to_end(&mut window)?;
            self.window = Arc::new(window);
            self.start = offset;
        }
        let range = inside(self).ok_or_else(|| io::Error::other("the file was cut short meanwhile"))?;
        Ok((Bytes::Window(Arc::clone(&self.window), range), len as u64 == left))
    }

    /// A reader of the bytes from `offset` on.
    ///
    /// # Errors
    /// If the system refuses to go there.
    pub fn into_reader(mut self, offset: u64) -> io::Result<WholeFile> {
        self.file.go_to(offset)?;
        Ok(self.file)
    }
}

/// Bytes of a chunk, owned or in a window.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// Read.
    Owned(Vec<u8>),
    /// A part of a window.
    Window(Arc<Vec<u8>>, Range<usize>),
}

impl Bytes {
    /// Keeps at most the first `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        match self {
            Bytes::Owned(bytes) => bytes.truncate(len),
            Bytes::Window(_, range) => range.end = range.end.min(range.start + len),
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Window(window, range) => window.get(range.clone()).unwrap_or_default(),
        }
    }
}

/// Converts UTF-16 to UTF-8 piece by piece.
pub(super) struct Recoder {
    reader: Box<dyn Read + Send>,
    decoder: encoding_rs::Decoder,
    ready: Vec<u8>,
    at: usize,
    ended: bool,
}

impl Recoder {
    pub(super) fn new(reader: Box<dyn Read + Send>, encoding: &'static Encoding) -> Recoder {
        Recoder { reader, decoder: encoding.new_decoder(), ready: Vec::new(), at: 0, ended: false }
    }
}

impl Read for Recoder {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.at == self.ready.len() && !self.ended {
            let mut raw = [0; 1 << 14];
            let got = self.reader.read(&mut raw)?;
            self.ended = got == 0;
            let room = self.decoder.max_utf8_buffer_length(got).unwrap_or(1 << 16);
            self.ready.resize(room, 0);
            let (_, _, written, _) = self.decoder.decode_to_utf8(&raw[..got], &mut self.ready, self.ended);
            self.ready.truncate(written);
            self.at = 0;
        }
        let count = out.len().min(self.ready.len() - self.at);
        out[..count].copy_from_slice(&self.ready[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
