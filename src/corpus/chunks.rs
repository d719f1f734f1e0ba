//! Inputs cut into chunks of whole games.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::record::pgn::{Cut, LOOK_AHEAD, first_game, last_cut};

/// Bytes that a chunk has unless a game is longer: few enough to stay in a processor's own cache
/// between reading and proving.
const SIZE: usize = 512 << 10;
/// The longest game, in bytes, that is proven as one.
pub const LONGEST_GAME: usize = 16 << 20;

/// A part of one input.
#[derive(Debug)]
pub struct Chunk {
    /// Which input, from 0.
    pub input: usize,
    /// Where the chunk begins in the input.
    pub offset: u64,
    /// Whole games, or nothing but the head of one that is too long.
    pub bytes: Vec<u8>,
    /// What comes behind.
    pub end: End,
    /// Whether this is the first of its input.
    pub first: bool,
    /// Whether the input was UTF-16 and is now UTF-8.
    pub recoded: bool,
}

/// What comes behind a chunk.
#[derive(Debug)]
pub enum End {
    /// Another chunk of the input.
    More,
    /// The end of the input.
    Input,
    /// The input could not be read on.
    Failed(io::Error),
    /// More of a game that is longer than [`LONGEST_GAME`]; so many bytes of it, the chunk's own
    /// included, are left out, and then comes another chunk.
    TooLong(u64),
}

/// Opens the next input.
pub type Open<'i> = dyn Fn(usize) -> io::Result<Box<dyn Read + Send>> + Send + Sync + 'i;

/// Reads inputs one after the other and cuts them into chunks.
pub struct Chunks<'i> {
    open: &'i Open<'i>,
    inputs: usize,
    at: usize,
    reader: Option<Box<dyn Read + Send>>,
    buffer: Vec<u8>,
    offset: u64,
    first: bool,
    recoded: bool,
    /// Set by who wants no more.
    stop: Arc<AtomicBool>,
}

impl<'i> Chunks<'i> {
    /// The chunks of `inputs` inputs, each opened when its turn comes.
    #[must_use]
    pub fn new(inputs: usize, open: &'i Open<'i>, stop: Arc<AtomicBool>) -> Chunks<'i> {
        Chunks {
            open,
            inputs,
            at: 0,
            reader: None,
            buffer: Vec::new(),
            offset: 0,
            first: true,
            recoded: false,
            stop,
        }
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
        self.buffer.clear();
        let mut reader = (self.open)(self.at)?;
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
            self.reader = Some(Box::new(Recoder {
                reader,
                decoder: encoding.new_decoder(),
                ready: Vec::new(),
                at: 0,
                ended: false,
            }));
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
        let bytes = std::mem::replace(&mut self.buffer, rest);
        let chunk = Chunk {
            input: self.at,
            offset: self.offset,
            bytes,
            end,
            first: self.first,
            recoded: self.recoded,
        };
        self.offset += len as u64;
        self.first = false;
        chunk
    }

    fn last(&mut self, end: End) -> Chunk {
        let chunk = self.chunk(self.buffer.len(), end);
        self.reader = None;
        self.at += 1;
        chunk
    }

    /// Leaves out bytes up to the next start of a game.
    fn skip_long_game(&mut self) -> Chunk {
        let mut left_out = 0u64;
        loop {
            // Something must stay in front of a start for it to be known.
            if let Some(at) = first_game(&self.buffer) {
                left_out += at as u64;
                self.buffer.drain(..at);
                break;
            }
            let keep = self.buffer.len().min(LOOK_AHEAD);
            left_out += (self.buffer.len() - keep) as u64;
            self.buffer.drain(..self.buffer.len() - keep);
            match self.fill(SIZE) {
                Ok(true) if !self.stop.load(Ordering::Relaxed) => {}
                Ok(_) => {
                    if first_game(&self.buffer).is_none() {
                        left_out += self.buffer.len() as u64;
                        self.buffer.clear();
                        break;
                    }
                }
                Err(error) => {
                    self.buffer.clear();
                    return self.last(End::Failed(error));
                }
            }
        }
        let chunk = Chunk {
            input: self.at,
            offset: self.offset,
            bytes: Vec::new(),
            end: End::TooLong(left_out),
            first: self.first,
            recoded: self.recoded,
        };
        self.offset += left_out;
        self.first = false;
        chunk
    }
}

impl Iterator for Chunks<'_> {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if self.reader.is_none() {
            if self.at >= self.inputs {
                return None;
            }
            if let Err(error) = self.start() {
                self.buffer.clear();
                return Some(self.last(End::Failed(error)));
            }
        }
        let mut wanted = SIZE + LOOK_AHEAD;
        loop {
            match self.fill(wanted) {
                Err(error) => return Some(self.last(End::Failed(error))),
                Ok(false) => return Some(self.last(End::Input)),
                Ok(true) => {}
            }
            if let Cut::At(at) = last_cut(&self.buffer, true) {
                return Some(self.chunk(at, End::More));
            }
            if wanted >= LONGEST_GAME {
                return Some(self.skip_long_game());
            }
            wanted *= 2;
        }
    }
}

/// UTF-16 to UTF-8, piece by piece.
struct Recoder {
    reader: Box<dyn Read + Send>,
    decoder: encoding_rs::Decoder,
    ready: Vec<u8>,
    at: usize,
    ended: bool,
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
