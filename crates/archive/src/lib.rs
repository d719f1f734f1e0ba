//! The archive format: many games in one file, compact, with checksums, and with random access.
//!
//! `FORMAT.md` specifies every byte. In short: a file header, then *chunks*. Each chunk is a table of
//! sections with two checksums each, followed by the sections. A *group* chunk has the header columns of up
//! to 16,384 games; the *block* chunks after it have up to 256 games each; an *index* chunk and a trailer end
//! the file. Chunks can be found without the index: every undamaged block of a damaged or truncated file can
//! be read, and a single wrong byte in any section is corrected.
//!
//! ```
//! use scorebook_archive::{Archive, Options, Writer, import, write_pgn};
//! use std::io::Cursor;
//!
//! let text = b"[White \"A\"]\n\n1. e4 e5 2. Nf3 *";
//! let mut writer = Writer::new(Cursor::new(Vec::new()), Options::default())?;
//! writer.push(import(text).unwrap(), text)?;
//! let (bytes, _content) = writer.finish()?;
//!
//! let archive = Archive::open(bytes.into_inner())?;
//! let mut pgn = Vec::new();
//! write_pgn(&archive.game(0)?, &mut pgn).unwrap();
//! assert!(String::from_utf8_lossy(&pgn).contains("1. e4 e5 2. Nf3"));
//! # Ok::<(), scorebook_archive::Error>(())
//! ```

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
pub mod finding;
mod first_numbers;
mod group;
mod import;
mod index;
mod interner;
mod locate;
mod mixing;
mod moves;
mod numbers;
mod positions;
mod reader;
mod ruled;
mod search;
mod spelling;
mod statistics;
mod stored;
mod strand;
mod text;
mod unruly;
mod words;
mod writer;

use scorebook_core::{game, international};
use scorebook_likely as likely;
use scorebook_pgn as pgn;

pub use block::GameBlock;
pub use chunk::SectionId;
pub use column::Column;
pub use error::{Damage, Error};
pub use import::{Kept, Refusal, import, next_game, next_game_kept};
pub use moves::MoveCodec;
pub use reader::Archive;
pub use statistics::Statistics;
pub use stored::{AnnotatedMoves, Annotation, Body, PlacedAnnotation, Stored, Termination, VariantRules};
pub use text::write_pgn;
pub use unruly::{is_unruly, unruly_move, unruly_text};
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
