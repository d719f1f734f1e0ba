//! The archive: many games in one file, compact, checked, readable from anywhere.
//!
//! `FORMAT.md` specifies every byte. In short: a file header, then *chunks*; each chunk is a table of
//! sections with two checksums each, then the sections. A *group* chunk holds the header columns of up
//! to 16,384 games, the *block* chunks after it hold up to 256 games each, an *index* chunk and a
//! trailer end the file. Chunks can be found without the index, so a damaged or truncated file gives
//! back every whole block, and a single damaged byte in any section is put right.

mod annotations;
mod answer;
mod block;
mod bytes;
mod check;
mod checksum;
mod chunk;
mod clock;
mod column;
pub mod dense;
mod error;
mod first_numbers;
mod group;
mod import;
mod index;
mod interner;
mod locate;
mod mixing;
mod moves;
mod numbers;
mod query;
mod reader;
mod search;
mod spelling;
mod statistics;
mod stored;
mod strand;
mod text;
mod words;
mod writer;

pub use block::Block;
pub use chunk::SectionId;
pub use column::Column;
pub use error::{Damage, Error};
pub use import::{Refusal, import, next_game};
pub use moves::MoveCodec;
pub use query::{BadQuery, Query};
pub use reader::Archive;
pub use statistics::Statistics;
pub use stored::{Body, Event, Moves, Note, Rules, Stored, Termination};
pub use text::write_pgn;
pub use writer::{Options, Writer};

/// Whether bytes begin like an archive.
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(&index::MAGIC)
}

/// Games in a full block.
pub const BLOCK: usize = 256;

/// Games in a full group.
pub const GROUP: usize = 64 * BLOCK;
