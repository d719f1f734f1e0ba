//! Writing an archive in one pass.

use std::io::Write;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::block;
use super::chunk::{Builder, Kind, SectionId};
use super::dense;
use super::error::Error;
use super::index::{self, Header, Index, Place};
use super::moves::MoveCodec;
use super::stored::Stored;
use super::{BLOCK, GROUP, group, spelling, words};

/// What to keep, and how.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How moves are stored.
    pub codec: MoveCodec,
    /// Keep what gives back the bytes of the source.
    pub exact: bool,
}

/// Writes an archive. Blocks are made on rayon's threads; the bytes do not depend on how many.
pub struct Writer<W: Write> {
    out: W,
    options: Options,
    offset: u64,
    written: u64,
    places: Vec<Place>,
    content: Sha256,
    pending: Vec<Stored>,
    /// The bytes that each pending game came from, where they are kept.
    sources: Vec<Vec<u8>>,
}

impl<W: Write> Writer<W> {
    /// Begins an archive.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(mut out: W, options: Options) -> Result<Writer<W>, Error> {
        let (feature, model) = match options.codec {
            MoveCodec::Dense => (index::DENSE, dense::model_id()),
            MoveCodec::Zstd => (index::DICTIONARY, words::id()),
            MoveCodec::Words | MoveCodec::Digits => (index::BY_GAME, [0; 8]),
        };
        let features = feature | if options.exact { index::SPELLING } else { 0 };
        let header = Header { version: index::VERSION, codec: options.codec, features, model }.write();
        out.write_all(&header)?;
        Ok(Writer {
            out,
            options,
            offset: header.len() as u64,
            written: 0,
            places: Vec::new(),
            content: Sha256::new(),
            pending: Vec::new(),
            sources: Vec::new(),
        })
    }

    /// Adds a game with the bytes that it came from, all up to the next game; they are only looked at if
    /// the archive keeps them.
    ///
    /// # Errors
    /// When writing fails.
    pub fn push(&mut self, game: Stored, source: &[u8]) -> Result<(), Error> {
        self.pending.push(game);
        if self.options.exact {
            self.sources.push(source.to_vec());
        }
        if self.pending.len() == GROUP {
            self.flush()?;
        }
        Ok(())
    }

    /// Games added so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.written + self.pending.len() as u64
    }

    fn put(&mut self, kind: Kind, first: u64, games: u32, bytes: &[u8]) -> Result<(), Error> {
        self.places.push(Place { kind, offset: self.offset, first, games });
        self.out.write_all(bytes)?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        let mut games = std::mem::take(&mut self.pending);
        let sources = std::mem::take(&mut self.sources);
        if games.is_empty() {
            return Ok(());
        }
        let (first, options) = (self.written, self.options);
        let (header, blocks) = rayon::join(
            || group::encode(&games, first, options.codec.level()),
            || {
                let blocks = games.par_chunks(BLOCK).enumerate().map(|(number, games)| {
                    let at = number * BLOCK;
                    let spelling =
                        sources.get(at..at + games.len()).map(|bytes| spelling::pack(games, bytes));
                    (block::encode(games, first + at as u64, options.codec, spelling), games.len())
                });
                blocks.collect::<Vec<_>>()
            },
        );
        self.put(Kind::Group, first, games.len() as u32, &header)?;
        for (block, len) in blocks {
            self.content.update(block.content);
            let at = self.written;
            self.put(Kind::Block, at, len as u32, &block.bytes)?;
            self.written += len as u64;
        }
        games.clear();
        self.pending = games;
        Ok(())
    }

    /// Writes what is left, the index and the trailer; returns the output and the SHA-256 of the games.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self) -> Result<(W, [u8; 32]), Error> {
        self.flush()?;
        let content: [u8; 32] = self.content.finalize().into();
        let index = Index { places: self.places, content };
        let mut builder = Builder::new(Kind::Index, self.written, 0);
        builder.packed(SectionId::Index as u8, 0, index.write(), 9);
        self.out.write_all(&builder.finish())?;
        self.out.write_all(&index::trailer(self.offset))?;
        self.out.flush()?;
        Ok((self.out, content))
    }
}
