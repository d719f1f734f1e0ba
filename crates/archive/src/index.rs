//! The two ends of an archive: the file header, and the index with its trailer.

use sha2::{Digest, Sha256};

use super::bytes::{Cursor, Malformed, Put};
use super::checksum::Checksum;
use super::chunk::{self, ChunkKind, Identity};
use super::error::Error;
use super::moves::MoveCodec;

/// What an archive begins with: not text, and damaged by transfers that take it for text.
pub(super) const MAGIC: [u8; 8] = *b"\x89SBK\r\n\x1a\n";
/// What it ends with.
pub(super) const END: [u8; 8] = *b"\x89SBKend\n";

/// The version of the format that is written here.
pub const VERSION: u16 = 3;

/// Bytes of the file header.
pub(super) const HEADER: usize = 48;
/// Bytes of the file header of versions 1 and 2, with which that of later ones begins: so an earlier
/// program can say that it needs a later one.
const FIRST_HEADER: usize = 32;
/// Bytes of the trailer.
pub(super) const TRAILER: usize = 24;

/// The archive keeps what gives back its sources' own bytes.
pub(super) const SPELLING: u32 = 1;
/// Its moves are dense.
pub(super) const DENSE: u32 = 2;
/// Its words are packed with the dictionary.
pub(super) const DICTIONARY: u32 = 4;
/// Each game has its clocks and evaluations by itself.
pub(super) const BY_GAME: u32 = 8;
/// Games of variants have their moves by their places among the legal ones.
pub(super) const RULED: u32 = 16;
const KNOWN: u32 = SPELLING | DENSE | DICTIONARY | BY_GAME | RULED;

/// The file header.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub version: u16,
    pub codec: MoveCodec,
    pub features: u32,
    /// Which weights or which dictionary moves were packed with; zeros for none.
    pub model: [u8; 8],
    /// Which archive this is, zeros in versions 1 and 2; `None` where that is damaged.
    pub identity: Option<Identity>,
}

impl Header {
    pub fn write(self) -> Vec<u8> {
        let mut out = Vec::with_capacity(HEADER);
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&self.version.to_le_bytes());
        out.push(self.codec as u8);
        out.push(0);
        out.extend_from_slice(&self.features.to_le_bytes());
        out.extend_from_slice(&self.model);
        seal(&mut out, 0);
        out.extend_from_slice(&self.identity.unwrap_or_default());
        seal(&mut out, 0);
        out
    }

    /// What tells the archive of these games from all others: it follows from what is in it and how it is
    /// stored, so that the same games give the same file.
    pub fn identity_of(self, content: [u8; 32]) -> Identity {
        let mut sha = Sha256::new();
        sha.update(content);
        sha.update(&self.write()[..FIRST_HEADER]);
        let hash = sha.finalize();
        std::array::from_fn(|i| hash[i])
    }

    /// Bytes of it in the file.
    pub fn size(self) -> usize {
        if self.version < 3 { FIRST_HEADER } else { HEADER }
    }

    /// The header, and whether a byte of it was fixed; `None` if it is none.
    pub fn read(file: &[u8]) -> Result<Option<(Header, bool)>, Error> {
        let part = |size: usize| file.get(..size).and_then(chunk::checked);
        let bound = part(HEADER);
        let (bytes, mut healed) = match (part(FIRST_HEADER), &bound) {
            (Some(first), _) => first,
            (None, Some((bytes, _))) => (bytes.clone(), true),
            (None, None) => return Ok(None),
        };
        let mut cursor = Cursor(&bytes);
        let parts = (|| {
            let magic: [u8; 8] = cursor.array()?;
            let version = cursor.u16()?;
            let codec = cursor.byte()?;
            cursor.byte()?;
            Ok::<_, Malformed>((magic, version, codec, cursor.u32()?, cursor.array::<8>()?))
        })();
        let Ok((magic, version, codec, features, model)) = parts else { return Ok(None) };
        if magic != MAGIC {
            return Ok(None);
        }
        if version > VERSION || features & !KNOWN != 0 {
            return Err(Error::TooNew { version, features: features & !KNOWN });
        }
        let Some(codec) = MoveCodec::from_code(codec) else { return Ok(None) };
        let identity = match (version, bound) {
            (..3, _) => Some(Identity::default()),
            (_, None) => None,
            (_, Some((bytes, mended))) => {
                healed |= mended;
                bytes.get(FIRST_HEADER..FIRST_HEADER + 8).and_then(|id| id.try_into().ok())
            }
        };
        Ok(Some((Header { version, codec, features, model, identity }, healed)))
    }
}

/// Appends the checksums of what was written since `start`.
fn seal(out: &mut Vec<u8>, start: usize) {
    let sum = Checksum::of(&out[start..]);
    out.extend_from_slice(&sum.to_bytes());
}

/// Where a chunk lies.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct ChunkEntry {
    pub kind: ChunkKind,
    pub offset: u64,
    pub first: u64,
    pub games: u32,
}

/// The index: all chunks, and the SHA-256 of all games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Index {
    pub places: Vec<ChunkEntry>,
    pub content: [u8; 32],
}

impl Index {
    pub fn write(&self) -> Vec<u8> {
        let mut out = self.content.to_vec();
        out.varint(self.places.len() as u64);
        let (mut offset, mut first) = (0, 0);
        for place in &self.places {
            out.push(place.kind as u8);
            out.varint(place.offset - offset);
            out.varint(place.first - first);
            out.varint(u64::from(place.games));
            (offset, first) = (place.offset, place.first);
        }
        out
    }

    pub fn read(bytes: &[u8]) -> Result<Index, Malformed> {
        let mut cursor = Cursor(bytes);
        let content = cursor.array()?;
        let (mut offset, mut first) = (0u64, 0u64);
        let mut places = Vec::new();
        for _ in 0..cursor.count(4)? {
            let kind = match cursor.byte()? {
                1 => ChunkKind::Group,
                2 => ChunkKind::Block,
                _ => return Err(Malformed),
            };
            offset = offset.checked_add(cursor.varint()?).ok_or(Malformed)?;
            first = first.checked_add(cursor.varint()?).ok_or(Malformed)?;
            let games = u32::try_from(cursor.varint()?).map_err(|_| Malformed)?;
            places.push(ChunkEntry { kind, offset, first, games });
        }
        cursor.is_empty().then_some(Index { places, content }).ok_or(Malformed)
    }
}

/// The last bytes of an archive, which say where the index is.
pub(super) fn trailer(index: u64) -> Vec<u8> {
    let mut out = index.to_le_bytes().to_vec();
    seal(&mut out, 0);
    out.extend_from_slice(&END);
    out
}

/// Where the index is, by the last bytes of the file, and whether a byte of them is damaged.
pub(super) fn read_trailer(file: &[u8]) -> Option<(u64, bool)> {
    let bytes = file.get(file.len().checked_sub(TRAILER)?..)?;
    let (index, healed) = chunk::checked(bytes.get(..16)?)?;
    Some((Cursor(&index).u64().ok()?, healed || bytes.get(16..)? != END))
}
