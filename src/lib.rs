//! **scorebook** reads chess game records as people wrote them, proves every move against the
//! rules, says exactly where a record is ambiguous or wrong, and writes verified PGN or compact
//! binary archives.
//!
//! This package is the command line and a facade: the work is done by the crates that it names again here, each
//! of use by itself.
//!
//! ```text
//! bytes ──text──▶ Source ──layout──▶ Draft: tags + cells ──decode──▶ Reading: moves, rivals, findings
//!       ──sink──▶ PGN, replayed by a second reader, and every other output
//! bytes ──pgn──▶ tokens ──verify──▶ findings and fixes      ──archive──▶ bytes
//! ```
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
//! Words of our own, used everywhere in the same sense:
//!
//! - **cell**: the text of one move as the record prints it, cut out by a layout;
//! - **skeleton**: what a cell says about a move, as a set of board masks with blanks;
//! - **lineage**: the square on which each man stood at the start, carried move by move;
//! - **reading**: a whole game as the decoder understood it, with its rivals;
//! - **finding**: one remark with a code, a place and candidates: chess trouble is never an `Err`.

pub mod cli;
pub mod convert;
pub mod corpus;
pub mod corrections;
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
pub use scorebook_core::{game, international, lineage, skeleton, words};
pub use scorebook_decode as decode;
pub use scorebook_likely as likely;
pub use scorebook_notation as notation;
pub use scorebook_pgn as pgn;
pub use scorebook_retro as position;
pub use scorebook_text as text;
