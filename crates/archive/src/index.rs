//! The start and end of an archive: the file header, the index and its trailer.

use sha2::{Digest, Sha256};

use super::bytes::{Cursor, Malformed, Put};
use super::checksum::Checksum;
use super::chunk::{self, ChunkKind, Identity};
use super::error::Error;
use super::moves::MoveCodec;

/// The first bytes of an archive: not text, so that text-mode transfers damage it visibly.
pub(super) const MAGIC: [u8; 8] = *b"\x89SBK\r\n\x1a\n";
/// The last bytes of an archive.
pub(super) const END: [u8; 8] = *b"\x89SBKend\n";

/// The version of the format that is written.
pub const VERSION: u16 = 3;

/// Bytes of the file header.
pub(super) const HEADER: usize = 48;
/// Size of the file header of versions 1 and 2, which is a prefix of later ones, so that an old program can
/// report that it needs a newer version.
const FIRST_HEADER: usize = 32;
/// Bytes of the trailer.
pub(super) const TRAILER: usize = 24;

/// The archive has the data for restoring its sources byte for byte.
pub(super) const SPELLING: u32 = 1;
/// Its moves use the dense codec of the full model.
pub(super) const DENSE: u32 = 2;
/// Its words are compressed with the dictionary.
pub(super) const DICTIONARY: u32 = 4;
/// Clocks and evaluations are stored per game.
pub(super) const BY_GAME: u32 = 8;
/// Moves of variants are stored as indices of the legal moves.
pub(super) const RULED: u32 = 16;
/// Games with illegal moves have words.
pub(super) const UNRULY: u32 = 32;
/// Its moves use the dense codec of the light model.
pub(super) const LIGHT: u32 = 64;
const KNOWN: u32 = SPELLING | DENSE | DICTIONARY | BY_GAME | RULED | UNRULY | LIGHT;

/// The file header.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FileHeader {
    pub version: u16,
    pub codec: MoveCodec,
    pub features: u32,
    /// The weights or dictionary that moves were packed with; zeros for none.
    pub model: [u8; 8],
    /// The identity of the archive, zeros in versions 1 and 2; `None` if it is damaged.
    pub identity: Option<Identity>,
}

impl FileHeader {
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

    /// The identity of the archive of these games. It follows from the content and the options, so that the
    /// same games give the same file.
    pub fn identity_of(self, content: [u8; 32]) -> Identity {
        let mut sha = Sha256::new();
        sha.update(content);
        sha.update(&self.write()[..FIRST_HEADER]);
        let hash = sha.finalize();
        std::array::from_fn(|i| hash[i])
    }

    /// Its size in bytes.
    pub fn size(self) -> usize {
        if self.version < 3 { FIRST_HEADER } else { HEADER }
    }

    /// The header, and whether a byte of it was corrected; `None` if it is not one.
    pub fn read(file: &[u8]) -> Result<Option<(FileHeader, bool)>, Error> {
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
        Ok(Some((FileHeader { version, codec, features, model, identity }, healed)))
    }
}

/// Appends the checksums of what was written since `start`.
fn seal(out: &mut Vec<u8>, start: usize) {
    let sum = Checksum::of(&out[start..]);
    out.extend_from_slice(&sum.to_bytes());
}

/// The place of a chunk.
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

/// The last bytes of an archive, with the offset of the index.
pub(super) fn trailer(index: u64) -> Vec<u8> {
    let mut out = index.to_le_bytes().to_vec();
    seal(&mut out, 0);
    out.extend_from_slice(&END);
    out
}

/// The offset of the index in the trailer, and whether a byte of it is damaged.
pub(super) fn read_trailer(file: &[u8]) -> Option<(u64, bool)> {
    let bytes = file.get(file.len().checked_sub(TRAILER)?..)?;
    let (index, healed) = chunk::checked(bytes.get(..16)?)?;
    Some((Cursor(&index).u64().ok()?, healed || bytes.get(16..)? != END))
}
