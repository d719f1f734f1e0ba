//! **scorebook** reads chess game records as people wrote them, proves every move against the
//! rules, says exactly where a record is ambiguous or wrong, and writes verified PGN or compact
//! binary archives.
//!
//! Every stage has its own type and data only moves forward:
//!
//! ```text
//! bytes ──text──▶ Source ──record──▶ Draft: tags + cells ──notation──▶ Skeleton
//!       ──decode──▶ Reading: moves, rivals, findings ──verify──▶ Game ──sink──▶ bytes
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
pub mod picture;
pub mod record;
pub mod render;
pub mod review;
pub mod sink;
pub mod verify;

pub use scorebook_archive as archive;
pub use scorebook_core::{game, international, lineage, skeleton, words};
pub use scorebook_decode as decode;
pub use scorebook_likely as likely;
pub use scorebook_notation as notation;
pub use scorebook_pgn as pgn;
pub use scorebook_retro as position;
pub use scorebook_text as text;
