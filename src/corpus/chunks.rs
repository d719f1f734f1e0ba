//! Cuts inputs into chunks of whole games.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use scorebook_charset::{Assumed, Charset, Detector};

use super::supply::{Bytes, Recoder, Supply, Windows};
use crate::pgn::{Cut, LOOK_AHEAD, first_game, last_cut, last_start};
use crate::text::characters;

/// Bytes in a chunk, unless a game is longer: small enough to stay in the cache of a core between reading and
/// proving.
const SIZE: usize = 512 << 10;
/// The longest game, in bytes, that is verified. Longer games are reported and skipped.
pub const LONGEST_GAME: usize = 16 << 20;

/// A part of one input.
#[derive(Debug)]
pub struct Chunk {
    /// Index of the input, from 0.
    pub input: usize,
    /// Byte offset of the chunk in the input.
    pub offset: u64,
    /// Whole games, or a part of a game that is too long.
    pub bytes: Bytes,
    /// Characters of the input before the chunk on its first line.
    pub column: usize,
    /// What comes after the chunk.
    pub end: End,
    /// Whether this is the first chunk of its input.
    pub first: bool,
    /// Whether the input was UTF-16 and was converted to UTF-8.
    pub recoded: bool,
    /// The character set of the lines that are not UTF-8, if there are any so far.
    pub assumed: Option<Assumed>,
}

impl Chunk {
    /// A whole input of one chunk, in UTF-8.
    #[must_use]
    pub fn whole(text: Vec<u8>) -> Chunk {
        Chunk {
            input: 0,
            offset: 0,
            bytes: Bytes::Owned(text),
            column: 0,
            end: End::Input,
            first: true,
            recoded: false,
            assumed: None,
        }
    }

    /// Its size in chunks of the usual size, at least 1.
    #[must_use]
    pub fn weight(&self) -> usize {
        1 + self.bytes.len() / (2 * SIZE)
    }
}

/// What comes after a chunk.
#[derive(Debug)]
pub enum End {
    /// Another chunk of the input.
    More,
    /// The end of the input.
    Input,
    /// Reading the input failed.
    Failed(io::Error),
    /// Another chunk. This one is a part of a game longer than [`LONGEST_GAME`] and is not verified.
    Giant {
        /// Whether the game begins here.
        head: bool,
    },
}

/// Opens the input with this index.
pub type Open<'i> = dyn Fn(usize) -> io::Result<Supply> + Send + Sync + 'i;

/// Reads inputs one after the other and cuts them into chunks.
pub struct Chunks<'i> {
    open: &'i Open<'i>,
    inputs: usize,
    at: usize,
    windows: Option<Windows>,
    reader: Option<Box<dyn Read + Send>>,
    buffer: Vec<u8>,
    offset: u64,
    column: usize,
    first: bool,
    recoded: bool,
    /// Whether the next chunk continues a game that is too long.
    in_giant: bool,
    /// The character set that the user has named.
    charset: Option<Charset>,
    detector: Detector,
    /// Set by the consumer to stop reading.
    stop: Arc<AtomicBool>,
}

impl<'i> Chunks<'i> {
    /// The chunks of `inputs` inputs. Each input is opened when the one before is finished.
    #[must_use]
    pub fn new(inputs: usize, open: &'i Open<'i>, stop: Arc<AtomicBool>) -> Chunks<'i> {
        Chunks {
            open,
            inputs,
            at: 0,
            windows: None,
            reader: None,
            buffer: Vec::new(),
            offset: 0,
            column: 0,
            first: true,
            recoded: false,
            in_giant: false,
            charset: None,
            detector: Detector::default(),
            stop,
        }
    }

    /// The same, with the character set of the lines that are not UTF-8 if the user has named it.
    #[must_use]
    pub fn in_charset(self, charset: Option<Charset>) -> Chunks<'i> {
        Chunks { charset, ..self }
    }

    /// Reads until the buffer holds `wanted` bytes; false at the end of the input.
    fn fill(&mut self, wanted: usize) -> io::Result<bool> {
        let Some(reader) = &mut self.reader else { return Ok(false) };
        let missing = wanted.saturating_sub(self.buffer.len());
        let read = reader.by_ref().take(missing as u64).read_to_end(&mut self.buffer)?;
        Ok(read == missing)
    }

    fn start(&mut self) -> io::Result<()> {
        self.first = true;
        self.recoded = false;
        self.offset = 0;
        self.column = 0;
        self.in_giant = false;
        self.detector = Detector::default();
        self.buffer.clear();
        let mut reader = match (self.open)(self.at)? {
            Supply::File(windows) => {
                self.windows = Some(windows);
                return Ok(());
            }
            Supply::Stream(reader) => reader,
        };
        let mut mark = [0; 2];
        let mut got = 0;
        while got < 2 {
            match reader.read(&mut mark[got..])? {
                0 => break,
                n => got += n,
            }
        }
        let encoding = match &mark[..got] {
            [0xff, 0xfe] => Some(encoding_rs::UTF_16LE),
            [0xfe, 0xff] => Some(encoding_rs::UTF_16BE),
            _ => None,
        };
        if let Some(encoding) = encoding {
            self.recoded = true;
            self.reader = Some(Box::new(Recoder::new(reader, encoding)));
        } else {
            self.buffer.extend_from_slice(&mark[..got]);
            self.reader = Some(reader);
        }
        Ok(())
    }

    fn chunk(&mut self, len: usize, end: End) -> Chunk {
        let mut rest = Vec::with_capacity(SIZE + LOOK_AHEAD);
        rest.extend_from_slice(&self.buffer[len..]);
        self.buffer.truncate(len);
        let mut bytes = std::mem::replace(&mut self.buffer, rest);
        if bytes.len() > 2 * SIZE {
            // Release the capacity that a giant game needed.
            bytes.shrink_to_fit();
        }
        self.put(Bytes::Owned(bytes), end)
    }

    /// Makes a chunk of the next bytes of the input.
    fn put(&mut self, bytes: Bytes, end: End) -> Chunk {
        let len = bytes.len() as u64;
        let column = column_behind(&bytes, self.column);
        let assumed = match self.charset {
            Some(charset) => Some(Assumed::named(charset)),
            None => self.detector.feed(&bytes),
        };
        let chunk = Chunk {
            input: self.at,
            offset: self.offset,
            bytes,
            column: std::mem::replace(&mut self.column, column),
            end,
            first: self.first,
            recoded: self.recoded,
            assumed,
        };
        self.offset += len;
        self.first = false;
        chunk
    }

    /// The next chunk of a file read by windows; `None` if a game is too long for the window and must be read.
    fn windowed(&mut self) -> io::Result<Option<Chunk>> {
        let mut wanted = SIZE + LOOK_AHEAD;
        while let Some(windows) = &mut self.windows {
            let (mut bytes, ends) = windows.at(self.offset, wanted)?;
            if ends {
                let chunk = self.put(bytes, End::Input);
                self.close();
                return Ok(Some(chunk));
            }
            if let Some(at) = cut(&bytes) {
                bytes.truncate(at);
                return Ok(Some(self.put(bytes, End::More)));
            }
            if wanted >= LONGEST_GAME {
                break;
            }
            wanted *= 2;
        }
        if let Some(windows) = self.windows.take() {
            self.reader = Some(Box::new(windows.into_reader(self.offset)?));
        }
        Ok(None)
    }

    /// Moves to the next input.
    fn close(&mut self) {
        self.windows = None;
        self.reader = None;
        self.at += 1;
    }

    fn last(&mut self, end: End) -> Chunk {
        let chunk = self.chunk(self.buffer.len(), end);
        self.close();
        chunk
    }

    /// The rest of an input that cannot be read further; `None` if the consumer has stopped the reading.
    fn failed(&mut self, error: io::Error) -> Option<Chunk> {
        if self.stop.load(Ordering::Relaxed) {
            self.close();
            return None;
        }
        Some(self.last(End::Failed(error)))
    }

    /// The next part of a game that is too long.
    fn giant(&mut self) -> Chunk {
        let head = !std::mem::replace(&mut self.in_giant, true);
        let end = End::Giant { head };
        match self.fill(SIZE + LOOK_AHEAD) {
            Err(error) => {
                self.buffer.clear();
                self.last(End::Failed(error))
            }
            Ok(more) => {
                if let Some(at) = first_game(&self.buffer) {
                    self.in_giant = false;
                    return self.chunk(at, end);
                }
                // Keep enough bytes before a possible start to recognise it.
                let keep = if more { self.buffer.len().min(LOOK_AHEAD) } else { 0 };
                self.in_giant = more;
                self.chunk(self.buffer.len() - keep, end)
            }
        }
    }
}

/// The offset at which `text` can be cut between games.
fn cut(text: &[u8]) -> Option<usize> {
    match last_cut(text, true) {
        Cut::At(at) if at > 0 => Some(at),
        _ => last_start(text),
    }
}

/// The column, in characters, after `bytes`, given the column before them.
fn column_behind(bytes: &[u8], before: usize) -> usize {
    match memchr::memrchr(b'\n', bytes) {
        Some(newline) => characters(&bytes[newline + 1..]),
        None => before + characters(bytes),
    }
}

impl Iterator for Chunks<'_> {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if self.reader.is_none() && self.windows.is_none() {
            if self.at >= self.inputs {
                return None;
            }
            if let Err(error) = self.start() {
                self.buffer.clear();
                return self.failed(error);
            }
        }
        if self.windows.is_some() {
            match self.windowed() {
                Ok(Some(chunk)) => return Some(chunk),
                Ok(None) => {}
                Err(error) => return self.failed(error),
            }
        }
        if self.in_giant {
            return Some(self.giant());
        }
        let mut wanted = SIZE + LOOK_AHEAD;
        loop {
            match self.fill(wanted) {
                Err(error) => return self.failed(error),
                Ok(false) => return Some(self.last(End::Input)),
                Ok(true) => {}
            }
            if let Some(at) = cut(&self.buffer) {
                return Some(self.chunk(at, End::More));
            }
            if wanted >= LONGEST_GAME {
                return Some(self.giant());
            }
            wanted *= 2;
        }
    }
}
