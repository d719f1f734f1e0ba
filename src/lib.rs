//! **scorebook** reads chess game records as people wrote them, proves every move against the
//! rules, says exactly where a record is ambiguous or wrong, and writes verified PGN or compact
//! binary archives.
//!
//! This package is the command line and a facade over its crates, which it re-exports; each of them can be used
//! by itself.
//!
//! ```text
//! convert: bytes ─text─▶ Source ─layout─▶ Drafts ─decode─▶ Reading ─prove─▶ Record ─sink─▶ PGN and other outputs
//! verify:  bytes ─pgn─▶ tokens ─verify─▶ findings and fixes
//! pack:    bytes ─pgn─▶ tokens ─archive─▶ stored games ─▶ bytes
//! ```
//!
//! `convert` does not call `verify`: it writes each game as PGN and has a second, independent reader (pgn-reader and
//! shakmaty) replay that text. Printed books go around `layout` and `decode`, through the crate `book`.
//! `ARCHITECTURE.md` has the whole picture.
//!
//! ```
//! use scorebook::decode::{Options, decode};
//! use scorebook::notation;
//! use scorebook::record::{MoveSense, sniff};
//! use scorebook::text::Source;
//!
//! struct English;
//! impl MoveSense for English {
//!     fn likeness(&self, text: &str) -> f32 {
//!         let english = notation::find("english").unwrap();
//!         notation::detect::likeness(&english.read(text, shakmaty::Color::White))
//!     }
//! }
//!
//! let source = Source::from_bytes("letter", b"1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4\n".to_vec());
//! let (layout, _) = sniff(&source, &English)[0];
//! let reading = decode(&layout.cut(&source, &English)[0], &Options::default());
//! assert_eq!(reading.game.moves().count(), 6);
//! ```
//!
//! Terms defined by this project:
//!
//! - **cell**: the text of one move as printed, cut out by a layout;
//! - **skeleton**: what a cell says about a move, as a set of board masks with blanks;
//! - **lineage**: the square on which each piece started, updated move by move;
//! - **reading**: a whole game as the decoder understood it, with rival readings;
//! - **finding**: one diagnostic with a code, a location and candidates. Trouble with chess is never an `Err`.

pub mod cli;
pub mod convert;
pub mod corpus;
pub mod corrections;
pub mod explained;
pub mod finding;
pub mod openings;
pub mod picture;
pub mod record;
pub mod render;
pub mod review;
pub mod sink;
#[cfg(feature = "arrow")]
pub mod table;
pub mod verify;

pub use scorebook_archive as archive;
pub use scorebook_core::{faults, game, international, lineage, pass, shown, skeleton, words};
pub use scorebook_decode as decode;
pub use scorebook_likely as likely;
pub use scorebook_notation as notation;
pub use scorebook_pgn as pgn;
pub use scorebook_query as query;
pub use scorebook_retro as position;
pub use scorebook_text as text;
