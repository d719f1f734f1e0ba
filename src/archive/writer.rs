//! Writing an archive in one pass.

use std::io::Write;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::block;
use super::bytes::Put;
use super::chunk::{Builder, Kind, SectionId};
use super::dense;
use super::error::Error;
use super::group::Columns;
use super::index::{self, Header, Index, Place};
use super::moves::MoveCodec;
use super::stored::Stored;
use super::text::{Style, write_styled};
use super::{BLOCK, GROUP};

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
        let dense = options.codec == MoveCodec::Dense;
        let mut features = if options.exact { index::SPELLING } else { 0 };
        if dense {
            features |= index::DENSE;
        }
        let model = if dense { dense::model_id() } else { [0; 8] };
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
        let games = std::mem::take(&mut self.pending);
        let sources = std::mem::take(&mut self.sources);
        if games.is_empty() {
            return Ok(());
        }
        let (first, options) = (self.written, self.options);
        let (header, blocks) = rayon::join(
            || {
                let mut columns = Columns::default();
                games.iter().for_each(|game| columns.push(game));
                columns.encode(first, options.codec.level())
            },
            || {
                let blocks = games.par_chunks(BLOCK).enumerate().map(|(number, games)| {
                    let at = number * BLOCK;
                    let spelling = sources.get(at..at + games.len()).map(|bytes| spelling(games, bytes));
                    let hash = block::content(games);
                    (block::encode(games, first + at as u64, options.codec, spelling), hash, games.len())
                });
                blocks.collect::<Vec<_>>()
            },
        );
        self.put(Kind::Group, first, games.len() as u32, &header)?;
        for (bytes, hash, len) in blocks {
            self.content.update(hash);
            let at = self.written;
            self.put(Kind::Block, at, len as u32, &bytes)?;
            self.written += len as u64;
        }
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

/// What gives back the sources of a block's games: the style, the length of each, and what differs from
/// the games written in that style, as zstd with those as its dictionary.
fn spelling(games: &[Stored], sources: &[Vec<u8>]) -> Vec<u8> {
    let source = sources.concat();
    let style = Style::of(&source);
    let mut out = Vec::new();
    style.write(&mut out);
    let model = styled(games, style);
    for source in sources {
        out.varint(source.len() as u64);
    }
    if model == source {
        out.push(0);
    } else {
        out.push(1);
        match zstd::bulk::Compressor::with_dictionary(12, &model).and_then(|mut c| c.compress(&source)) {
            Ok(packed) => out.extend_from_slice(&packed),
            // Not packed: only where memory ran out.
            Err(_) => {
                out.pop();
                out.push(2);
                out.extend_from_slice(&source);
            }
        }
    }
    out
}

/// The games of a block in a style; what cannot be written is left out.
pub(super) fn styled(games: &[Stored], style: Style) -> Vec<u8> {
    let mut out = Vec::new();
    for game in games {
        let at = out.len();
        if write_styled(game, style, &mut out).is_err() {
            out.truncate(at);
        }
    }
    out
}
