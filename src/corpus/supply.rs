//! Byte sources: mapped files and readers.

use std::fs::File;
use std::io::{self, Read};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

use encoding_rs::Encoding;

use crate::text::{Mapped, unpacking};

/// Bytes of a file mapped at a time; limits memory.
const WINDOW: usize = 4 << 20;

/// The source of the bytes of an input.
pub enum Supply {
    /// From a reader.
    Stream(Box<dyn Read + Send>),
    /// A plain file, mapped window by window.
    File(Windows),
}

impl Supply {
    /// Opens a file: mapped if it is a regular file and neither compressed nor UTF-16.
    ///
    /// # Errors
    /// If it cannot be opened or read.
    pub fn open(path: &Path) -> io::Result<Supply> {
        let file = File::open(path)?;
        let data = file.metadata()?;
        if data.is_file() && data.len() > 0 {
            let windows = Windows { file, len: data.len(), window: Arc::new(Mapped::default()), start: 0 };
            let head = Mapped::window(&windows.file, 0, 4)?;
            if is_plain(head.as_ref()) {
                return Ok(Supply::File(windows));
            }
        }
        Ok(Supply::Stream(unpacking(File::open(path)?)?))
    }
}

/// Whether a file with these first bytes is UTF-8 or in a single-byte encoding.
fn is_plain(head: &[u8]) -> bool {
    let others: [&[u8]; 5] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xff\xfe", b"\xfe\xff"];
    !others.iter().any(|mark| head.starts_with(mark))
}

/// A file, mapped window by window.
pub struct Windows {
    pub(super) file: File,
    len: u64,
    window: Arc<Mapped>,
    /// Offset of the window in the file.
    start: u64,
}

impl Windows {
    /// `wanted` bytes from `offset` on, or fewer at the end of the file; and whether the file ends with them.
    ///
    /// # Errors
    /// If mapping fails.
    pub fn at(&mut self, offset: u64, wanted: usize) -> io::Result<(Bytes, bool)> {
        let left = self.len.saturating_sub(offset);
        let len = usize::try_from(left).unwrap_or(usize::MAX).min(wanted);
        let inside = |windows: &Windows| {
            let start = usize::try_from(offset.checked_sub(windows.start)?).ok()?;
            let range = start..start.checked_add(len)?;
            (range.end <= windows.window.as_ref().as_ref().len()).then_some(range)
        };
        if inside(self).is_none() {
            // Unmap the old window first.
            self.window = Arc::new(Mapped::default());
            self.window = Arc::new(Mapped::window(&self.file, offset, WINDOW.max(len))?);
            self.start = offset;
        }
        let range = inside(self).ok_or_else(|| io::Error::other("the file was cut short meanwhile"))?;
        Ok((Bytes::Mapped(Arc::clone(&self.window), range), len as u64 == left))
    }
}

/// Bytes of a chunk, owned or mapped.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// Read.
    Owned(Vec<u8>),
    /// A part of a window.
    Mapped(Arc<Mapped>, Range<usize>),
}

impl Bytes {
    /// Keeps at most the first `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        match self {
            Bytes::Owned(bytes) => bytes.truncate(len),
            Bytes::Mapped(_, range) => range.end = range.end.min(range.start + len),
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(window, range) => window.as_ref().as_ref().get(range.clone()).unwrap_or_default(),
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
