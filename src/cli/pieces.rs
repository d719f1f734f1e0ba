//! Cuts input into pieces that begin and end between games.

use std::io::{self, Read};

use crate::convert::input::Input;
use crate::corpus::supply::{Bytes, Supply, Windows};
use crate::pgn::{Cut, last_cut};

/// Bytes of input that one thread takes at a time.
const PIECE: usize = 1 << 20;

/// The source of the bytes.
enum From {
    /// A plain file, memory-mapped, and the offset up to which it was taken.
    File(Windows, u64),
    /// Any other input, and the bytes that were read but not yet taken.
    Stream(Box<dyn Read + Send>, Vec<u8>),
}

/// The pieces of one input.
pub(super) struct Pieces {
    from: From,
    more: bool,
    /// Buffers of finished pieces, reused because fresh pages cost time.
    spare: Vec<Vec<u8>>,
}

impl Pieces {
    /// The pieces of `input`.
    ///
    /// # Errors
    /// If the input cannot be opened.
    pub(super) fn open(input: &Input) -> io::Result<Pieces> {
        let supply = match input {
            Input::File(path) => Supply::open(path)?,
            _ => Supply::Stream(input.open()?),
        };
        let from = match supply {
            Supply::File(windows) => From::File(windows, 0),
            Supply::Stream(reader) => From::Stream(reader, Vec::new()),
        };
        Ok(Pieces { from, more: true, spare: Vec::new() })
    }

    /// The next piece; `None` at the end of the input.
    ///
    /// # Errors
    /// If reading fails.
    pub(super) fn next(&mut self) -> io::Result<Option<Bytes>> {
        if !self.more {
            return Ok(None);
        }
        match &mut self.from {
            From::File(windows, offset) => {
                let mut wanted = PIECE;
                loop {
                    let (mut bytes, ends) = windows.at(*offset, wanted)?;
                    if ends {
                        self.more = false;
                        return Ok(Some(bytes));
                    }
                    if let Cut::At(at) = last_cut(&bytes, true) {
                        bytes.truncate(at);
                        *offset += at as u64;
                        return Ok(Some(bytes));
                    }
                    wanted *= 2;
                }
            }
            From::Stream(reader, rest) => loop {
                self.more = fill(reader, rest)?;
                let end = match last_cut(rest, true) {
                    _ if !self.more => rest.len(),
                    Cut::At(at) => at,
                    Cut::None => continue,
                };
                let mut tail = self.spare.pop().unwrap_or_default();
                tail.clear();
                tail.extend_from_slice(&rest[end..]);
                rest.truncate(end);
                return Ok(Some(Bytes::Owned(std::mem::replace(rest, tail))));
            },
        }
    }

    /// Returns the buffer of a finished piece for reuse.
    pub(super) fn recycle(&mut self, piece: Bytes) {
        if let Bytes::Owned(memory) = piece {
            self.spare.push(memory);
        }
    }
}

/// Reads until a whole piece is buffered; false at the end of the input.
fn fill(reader: &mut impl Read, rest: &mut Vec<u8>) -> io::Result<bool> {
    let want = PIECE as u64;
    Ok(reader.take(want).read_to_end(rest)? as u64 == want)
}
