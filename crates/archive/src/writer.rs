//! Writing an archive in one pass.

use std::io::{Seek, SeekFrom, Write};

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::block;
use super::chunk::{self, Builder, ChunkKind, HEAD, Identity, SectionId};
use super::dense;
use super::error::Error;
use super::group::Columns;
use super::index::{self, ChunkEntry, FileHeader, Index};
use super::moves::MoveCodec;
use super::ruled;
use super::stored::{Annotation, Body, Stored};
use super::unruly::is_unruly;
use super::{BLOCK, GROUP, words};

/// What to keep, and how.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How moves are stored.
    pub codec: MoveCodec,
    /// Keep what gives back the bytes of the source.
    pub exact: bool,
}

/// Writes an archive. Blocks are made on rayon's threads; the bytes do not depend on how many.
///
/// Which archive they are of follows from all its games, so it is written into the chunks at the end:
/// hence [`Seek`].
pub struct Writer<W: Write + Seek> {
    out: W,
    /// Where the archive begins in the output.
    base: u64,
    header: FileHeader,
    options: Options,
    offset: u64,
    written: u64,
    places: Vec<ChunkEntry>,
    /// The heads of these chunks.
    heads: Vec<[u8; HEAD]>,
    content: Sha256,
    /// Games that are not packed yet: few, so that they are near the processor still.
    pending: Vec<Stored>,
    /// The bytes that each pending game came from, where they are kept.
    sources: Vec<Vec<u8>>,
    /// Of the group so far: games packed, their columns, their blocks, and games and bytes of each.
    packed: usize,
    columns: Columns,
    blocks: Vec<u8>,
    lengths: Vec<(usize, usize)>,
    /// Bytes of text in the pending games, and of tags in the group.
    pending_text: usize,
    tags: usize,
}

/// Most bytes of text in games that wait, and of tags in a group: it ends when it has more, so that no section comes near
/// the size that readers refuse.
const MOST_PENDING: usize = 16 << 20;
const MOST_TAGS: usize = 64 << 20;

/// Bytes of the tags of a game, and of all its text.
fn weigh(game: &Stored, source: &[u8]) -> (usize, usize) {
    let tags: usize = game.tags.iter().map(|tag| tag.name.len() + tag.value.len()).sum();
    let body = match &game.body {
        Body::Text(text) => text.len(),
        Body::Moves(moves) => moves.notes.iter().map(|note| comment(&note.event).len()).sum(),
    };
    (tags, tags + body + source.len())
}

fn comment(annotation: &Annotation) -> &str {
    match annotation {
        Annotation::Comment(text) => text,
        _ => "",
    }
}

impl<W: Write + Seek> Writer<W> {
    /// Begins an archive.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(mut out: W, options: Options) -> Result<Writer<W>, Error> {
        let (feature, model) = match options.codec {
            MoveCodec::Dense => (index::LIGHT, dense::light_id()),
            MoveCodec::Densest => (index::DENSE, dense::model_id()),
            MoveCodec::Zstd => (index::DICTIONARY, words::id()),
            MoveCodec::Words | MoveCodec::Digits => (index::BY_GAME, [0; 8]),
        };
        let features = feature | if options.exact { index::SPELLING } else { 0 };
        let header =
            FileHeader { version: index::VERSION, codec: options.codec, features, model, identity: None };
        let base = out.stream_position()?;
        out.write_all(&header.write())?;
        Ok(Writer {
            out,
            base,
            header,
            options,
            offset: header.size() as u64,
            written: 0,
            places: Vec::new(),
            heads: Vec::new(),
            content: Sha256::new(),
            pending: Vec::new(),
            sources: Vec::new(),
            packed: 0,
            columns: Columns::default(),
            blocks: Vec::new(),
            lengths: Vec::new(),
            pending_text: 0,
            tags: 0,
        })
    }

    /// Adds a game with the bytes that it came from, all up to the next game; they are only looked at if
    /// the archive keeps them.
    ///
    /// # Errors
    /// When writing fails.
    pub fn push(&mut self, game: Stored, source: &[u8]) -> Result<(), Error> {
        if matches!(game.body, Body::Moves(_)) && ruled::rules(&game.tags).is_some() {
            self.header.features |= index::RULED;
        }
        if matches!(game.body, Body::Moves(_)) && is_unruly(&game.tags) {
            self.header.features |= index::UNRULY;
        }
        let (tags, text) = weigh(&game, if self.options.exact { source } else { &[] });
        self.tags += tags;
        self.pending_text += text;
        self.pending.push(game);
        if self.options.exact {
            self.sources.push(source.to_vec());
        }
        let fills_threads = self.pending.len().is_multiple_of(BLOCK)
            && self.pending.len() >= BLOCK * 2 * rayon::current_num_threads();
        if self.packed + self.pending.len() == GROUP || self.tags > MOST_TAGS {
            self.flush()?;
        } else if fills_threads || self.pending_text > MOST_PENDING {
            self.pack();
        }
        Ok(())
    }

    /// Games added so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.written + (self.packed + self.pending.len()) as u64
    }

    /// Packs the games that wait.
    fn pack(&mut self) {
        let games = std::mem::take(&mut self.pending);
        let sources = std::mem::take(&mut self.sources);
        let (first, codec) = (self.written + self.packed as u64, self.options.codec);
        let (columns, exact) = (&mut self.columns, self.options.exact);
        let ((), runs) = rayon::join(
            || columns.add(&games),
            || {
                let runs = games.par_chunks(BLOCK).enumerate().map(|(number, games)| {
                    let at = number * BLOCK;
                    let sources = if exact { sources.get(at..at + games.len()) } else { None };
                    block::encode(games, first + at as u64, codec, sources)
                });
                runs.collect::<Vec<_>>()
            },
        );
        for block in runs.into_iter().flatten() {
            self.content.update(block.content);
            self.blocks.extend_from_slice(&block.bytes);
            self.lengths.push((block.games, block.bytes.len()));
        }
        self.packed += games.len();
        self.pending = games;
        self.pending.clear();
        self.pending_text = 0;
    }

    /// Writes the group of the games that are packed.
    fn flush(&mut self) -> Result<(), Error> {
        self.pack();
        if self.packed == 0 {
            return Ok(());
        }
        let header = self.columns.finish(self.written, self.options.codec.level());
        let place = |kind, offset, first, games| ChunkEntry { kind, offset, first, games: games as u32 };
        self.places.push(place(ChunkKind::Group, self.offset, self.written, self.packed));
        self.heads.extend(header.first_chunk());
        self.out.write_all(&header)?;
        self.offset += header.len() as u64;
        let mut blocks = self.blocks.as_slice();
        for (games, length) in self.lengths.drain(..) {
            self.heads.extend(blocks.first_chunk());
            blocks = &blocks[length..];
            self.places.push(place(ChunkKind::Block, self.offset, self.written, games));
            self.offset += length as u64;
            self.written += games as u64;
        }
        self.out.write_all(&self.blocks)?;
        self.blocks.clear();
        (self.packed, self.tags) = (0, 0);
        Ok(())
    }

    /// Writes what is left, the index and the trailer; returns the output and the SHA-256 of the games.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self) -> Result<(W, [u8; 32]), Error> {
        self.flush()?;
        let content: [u8; 32] = self.content.clone().finalize().into();
        let identity = self.header.identity_of(content);
        let places = std::mem::take(&mut self.places);
        let heads = std::mem::take(&mut self.heads);
        for (place, mut head) in places.iter().zip(heads) {
            chunk::bind(&mut head, identity);
            self.write_at(place.offset, &head)?;
        }
        self.write_at(0, &FileHeader { identity: Some(identity), ..self.header }.write())?;
        self.out.seek(SeekFrom::Start(self.base + self.offset))?;
        let mut builder = Builder::new(ChunkKind::Index, self.written, 0);
        builder.packed(SectionId::Index as u8, 0, Index { places, content }.write(), 9);
        self.out.write_all(&bound(builder.finish(), identity))?;
        self.out.write_all(&index::trailer(self.offset))?;
        self.out.flush()?;
        Ok((self.out, content))
    }

    /// Writes over what stands at an offset of the archive.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        self.out.seek(SeekFrom::Start(self.base + offset))?;
        self.out.write_all(bytes)?;
        Ok(())
    }
}

/// A chunk that says which archive it is of.
fn bound(mut chunk: Vec<u8>, identity: Identity) -> Vec<u8> {
    if let Some(head) = chunk.first_chunk_mut() {
        chunk::bind(head, identity);
    }
    chunk
}
