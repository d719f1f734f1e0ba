//! Chunks, of which an archive consists after the file header.
//!
//! A chunk begins with a mark that can be searched for. It states its kind and its games, has a table of
//! sections, and then the sections.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Read;

use super::bytes::{Cursor, Malformed};
use super::checksum::Checksum;
use super::words;

/// The mark at the start of a chunk.
pub(super) const MARK: [u8; 8] = *b"\xf5sbk\r\n\x1a\xc7";

/// Bytes of a chunk's head before its table.
pub(super) const HEAD: usize = 56;

/// The same in versions 1 and 2, whose chunks do not say which archive they are of.
const FIRST_HEAD: usize = 40;

/// Offset of the archive's identity in the head.
const IDENTITY: usize = 32;

/// Added to the [`ChunkKind`] if the head has the archive's identity.
const BOUND: u8 = 16;

/// The identity of an archive; zeros in versions 1 and 2.
pub type Identity = [u8; 8];

/// Bytes of an entry of the table.
const ENTRY: usize = 24;

/// Bytes of the checksum after the table.
const SUM: usize = 8;

/// Largest decompressed size of a section; the writer keeps groups and blocks far below it.
const LARGEST: u64 = 256 << 20;

/// The kinds of chunks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ChunkKind {
    Group = 1,
    Block = 2,
    Index = 3,
}

/// The content of a section.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum SectionId {
    /// The moves of the mainlines.
    Moves = 1,
    /// The plies of each game, and the size of its moves if it does not follow from them.
    Sizes = 2,
    /// What kind of game each is.
    Kinds = 3,
    /// Starting positions.
    Starts = 4,
    /// The positions of comments, glyphs and variations.
    Notes = 5,
    /// The texts of comments, without their clocks and evaluations.
    Comments = 6,
    /// The moves of variations.
    SideMoves = 7,
    /// Clocks.
    Clocks = 8,
    /// Evaluations.
    Evals = 9,
    /// Tags that have no column.
    Tags = 10,
    /// Games kept as text.
    Texts = 11,
    /// Data for restoring the original bytes.
    Spelling = 12,
    /// The SHA-256 of the block's games in canonical form.
    Content = 13,
    /// Clocks, stored per game.
    GameClocks = 14,
    /// Evaluations, stored per game.
    GameEvals = 15,
    /// A header column, by its number.
    Column = 32,
    /// The strings of a header column or several.
    Strings = 64,
    /// The index.
    Index = 96,
}

/// The compression of a section.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Plain = 0,
    Zstd = 1,
    /// zstd with the dictionary of words.
    Words = 2,
}

/// An entry of a chunk's table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// [`SectionId`], plus a number for columns and strings.
    pub id: u8,
    pub packing: Packing,
    /// The coding of the decompressed bytes, specific to the section.
    pub codec: u8,
    /// Size in the file, in bytes.
    pub stored: u32,
    /// Decompressed size, in bytes.
    pub unpacked: u64,
    pub checksum: Checksum,
    /// Offset of the section from the chunk's start.
    pub start: u64,
}

/// The head of a chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub kind: ChunkKind,
    /// Number of the first game, from 0.
    pub first: u64,
    /// How many games.
    pub games: u32,
    /// For a block: the binary logarithms of the number of games that share a section of moves, and of those
    /// that share the other sections. Zeros in version 1.
    pub parts: [u8; 2],
    /// Size of the whole chunk in bytes.
    pub length: u64,
    /// The archive that it belongs to.
    pub identity: Identity,
    pub entries: Vec<Entry>,
    /// Whether a byte was corrected.
    pub healed: bool,
}

/// Builds a chunk.
pub(super) struct Builder {
    kind: ChunkKind,
    first: u64,
    games: u32,
    /// See [`Head::parts`].
    pub parts: [u8; 2],
    entries: Vec<(u8, Packing, u8, u64, Vec<u8>)>,
}

impl Builder {
    pub fn new(kind: ChunkKind, first: u64, games: u32) -> Builder {
        Builder { kind, first, games, parts: [0; 2], entries: Vec::new() }
    }

    /// Adds a section uncompressed.
    pub fn plain(&mut self, id: u8, codec: u8, bytes: Vec<u8>) {
        self.entries.push((id, Packing::Plain, codec, bytes.len() as u64, bytes));
    }

    /// Adds a section, compressed if that is smaller; nothing if `bytes` is empty.
    pub fn packed(&mut self, id: u8, codec: u8, bytes: Vec<u8>, level: i32) {
        if bytes.is_empty() {
            return;
        }
        match zstd::bulk::compress(&bytes, level) {
            Ok(packed) if packed.len() < bytes.len() => {
                self.entries.push((id, Packing::Zstd, codec, bytes.len() as u64, packed));
            }
            _ => self.plain(id, codec, bytes),
        }
    }

    /// Adds a section of words, compressed with their dictionary if that is smaller; nothing if it is empty.
    pub fn packed_words(&mut self, id: u8, codec: u8, bytes: Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match words::pack(&bytes) {
            Some(packed) if packed.len() < bytes.len() => {
                self.entries.push((id, Packing::Words, codec, bytes.len() as u64, packed));
            }
            _ => self.plain(id, codec, bytes),
        }
    }

    /// The bytes of the chunk; [`bind`] adds the archive's identity.
    pub fn finish(self) -> Vec<u8> {
        let table_end = HEAD + self.entries.len() * ENTRY;
        let length = table_end + self.entries.iter().map(|entry| entry.4.len()).sum::<usize>();
        let mut table = Vec::with_capacity(table_end - HEAD);
        for (id, packing, codec, unpacked, bytes) in &self.entries {
            table.extend_from_slice(&[*id, *packing as u8, *codec, 0]);
            table.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            table.extend_from_slice(&unpacked.to_le_bytes());
            table.extend_from_slice(&Checksum::of(bytes).to_bytes());
        }
        let mut out = Vec::with_capacity(length);
        out.extend_from_slice(&MARK);
        out.push(BOUND | self.kind as u8);
        out.push(self.entries.len() as u8);
        out.extend_from_slice(&self.parts);
        out.extend_from_slice(&self.games.to_le_bytes());
        out.extend_from_slice(&self.first.to_le_bytes());
        out.extend_from_slice(&(length as u64).to_le_bytes());
        out.extend_from_slice(&[0; 8]);
        // The head has its own checksum, so that the length of the table can be trusted, and contains that of
        // the table, so that the table cannot be exchanged.
        out.extend_from_slice(&Checksum::of(&table).to_bytes());
        let sum = Checksum::of(&out);
        out.extend_from_slice(&sum.to_bytes());
        out.extend_from_slice(&table);
        for (.., bytes) in &self.entries {
            out.extend_from_slice(bytes);
        }
        out
    }
}

/// Writes the archive's identity into the head of a chunk.
pub(super) fn bind(head: &mut [u8; HEAD], identity: Identity) {
    head[IDENTITY..IDENTITY + 8].copy_from_slice(&identity);
    let sum = Checksum::of(&head[..HEAD - SUM]);
    head[HEAD - SUM..].copy_from_slice(&sum.to_bytes());
}

/// Why bytes are not a chunk.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum NoChunk {
    /// They do not begin with a valid head.
    NoHead,
    /// The file ends inside it; the games that it would have had.
    Cut { first: u64, games: u32, identity: Identity },
    /// Its table is damaged; the games that it would have had.
    Table { first: u64, games: u32, identity: Identity },
}

/// The fields of a head before the table.
struct Frame {
    kind: ChunkKind,
    sections: u8,
    parts: [u8; 2],
    games: u32,
    first: u64,
    length: u64,
    identity: Identity,
    /// The checksum of the table; `None` if it follows the table.
    table: Option<Checksum>,
    /// Offset of the table.
    size: usize,
    healed: bool,
}

impl Frame {
    fn read(bytes: &[u8]) -> Option<Frame> {
        Frame::of_size(bytes, HEAD, BOUND).or_else(|| Frame::of_size(bytes, FIRST_HEAD, 0))
    }

    fn of_size(bytes: &[u8], size: usize, bound: u8) -> Option<Frame> {
        let (fixed, healed) = checked(bytes.get(..size)?)?;
        let mut cursor = Cursor(&fixed);
        let mark: [u8; 8] = cursor.array().ok()?;
        let kind = match cursor.byte().ok()?.checked_sub(bound)? {
            1 => ChunkKind::Group,
            2 => ChunkKind::Block,
            3 => ChunkKind::Index,
            _ => return None,
        };
        let (sections, parts) = (cursor.byte().ok()?, cursor.array().ok()?);
        let (games, first, length) = (cursor.u32().ok()?, cursor.u64().ok()?, cursor.u64().ok()?);
        let (identity, table) = match bound {
            0 => (Identity::default(), None),
            _ => (cursor.array().ok()?, Some(Checksum::read(&mut cursor).ok()?)),
        };
        let frame = Frame { kind, sections, parts, games, first, length, identity, table, size, healed };
        (mark == MARK).then_some(frame)
    }

    /// The table, given with its checksum where that stands after it, and whether it was fixed.
    fn table<'a>(&self, bytes: &'a [u8]) -> Option<(Cow<'a, [u8]>, bool)> {
        match self.table {
            None => checked(bytes),
            Some(sum) => sum.mend(bytes),
        }
    }
}

impl Head {
    /// Reads the head of the chunk at the start of `bytes`, which may continue after it.
    pub fn read(bytes: &[u8]) -> Result<Head, NoChunk> {
        let frame = Frame::read(bytes).ok_or(NoChunk::NoHead)?;
        let Frame { kind, sections, parts, games, first, length, identity, .. } = frame;
        let cut = NoChunk::Cut { first, games, identity };
        if length > bytes.len() as u64 {
            return Err(cut);
        }
        let broken = NoChunk::Table { first, games, identity };
        let sum = if frame.table.is_none() { SUM } else { 0 };
        let table_end = frame.size + usize::from(sections) * ENTRY + sum;
        let table = bytes.get(frame.size..table_end).ok_or(cut)?;
        let (table, healed) = frame.table(table).ok_or(broken)?;
        let mut cursor = Cursor(&table);
        let mut start = table_end as u64;
        let mut entries = Vec::with_capacity(usize::from(sections));
        for _ in 0..sections {
            let entry = read_entry(&mut cursor, start).map_err(|_| broken)?;
            start = start.checked_add(u64::from(entry.stored)).ok_or(broken)?;
            entries.push(entry);
        }
        if start != length {
            return Err(broken);
        }
        Ok(Head { kind, first, games, parts, length, identity, entries, healed: frame.healed || healed })
    }

    /// The entry of a section.
    pub fn entry(&self, id: u8) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// The entry of a section that a block has once per part.
    pub fn entry_of_part(&self, id: SectionId, part: u8) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id as u8 && entry.codec == part)
    }
}

fn read_entry(cursor: &mut Cursor<'_>, start: u64) -> Result<Entry, Malformed> {
    let [id, packing, codec, _] = cursor.array()?;
    let packing = match packing {
        0 => Packing::Plain,
        1 => Packing::Zstd,
        2 => Packing::Words,
        _ => return Err(Malformed),
    };
    let (stored, unpacked) = (cursor.u32()?, cursor.u64()?);
    let checksum = Checksum::read(cursor)?;
    Ok(Entry { id, packing, codec, stored, unpacked, checksum, start })
}

/// Bytes followed by their checksum: the bytes, corrected if necessary, and whether they were.
pub(super) fn checked(bytes: &[u8]) -> Option<(Cow<'_, [u8]>, bool)> {
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM)?)?;
    Checksum::read(&mut Cursor(sum)).ok()?.mend(body)
}

/// A decompressed section, and whether a byte of it was corrected.
#[derive(Clone, Debug)]
pub(super) struct Section<'a> {
    pub bytes: Cow<'a, [u8]>,
    pub codec: u8,
    pub healed: bool,
}

impl Entry {
    /// The section as stored, after checking.
    pub fn stored<'a>(&self, chunk: &'a [u8]) -> Option<(Cow<'a, [u8]>, bool)> {
        let start = usize::try_from(self.start).ok()?;
        let bytes = chunk.get(start..start.checked_add(self.stored as usize)?)?;
        self.checksum.mend(bytes)
    }

    /// The section, checked and decompressed.
    pub fn read<'a>(&self, chunk: &'a [u8]) -> Option<Section<'a>> {
        let (stored, healed) = self.stored(chunk)?;
        let bytes = match self.packing {
            Packing::Plain => stored,
            Packing::Zstd => Cow::Owned(unpack(&stored, self.unpacked)?),
            Packing::Words => Cow::Owned(words::unpack(&stored, self.unpacked)?),
        };
        (bytes.len() as u64 == self.unpacked).then_some(Section { bytes, codec: self.codec, healed })
    }
}

thread_local! {
    static DECOMPRESSOR: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Decompresses; limits the output to the stated size.
fn unpack(bytes: &[u8], unpacked: u64) -> Option<Vec<u8>> {
    if unpacked > LARGEST {
        return None;
    }
    if unpacked <= 1 << 22 {
        // Creating a context costs more than decompressing a small section.
        return DECOMPRESSOR.with_borrow_mut(|decompressor| {
            if decompressor.is_none() {
                *decompressor = zstd::bulk::Decompressor::new().ok();
            }
            decompressor.as_mut()?.decompress(bytes, unpacked as usize).ok()
        });
    }
    let mut out = Vec::new();
    zstd::Decoder::new(bytes).ok()?.take(unpacked + 1).read_to_end(&mut out).ok()?;
    Some(out)
}
