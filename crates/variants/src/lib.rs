//! Chess variants by their rules files: a simple, slow move generator in which pieces, boards, promotions, drops and
//! endings are data.
//!
//! ```
//! use scorebook_variants::{Notation, Position, Rules};
//!
//! let rules = Rules::named("capablanca").unwrap();
//! let start = Position::start(rules);
//! let mv = start.parse_move(Notation::San, "Nc3").unwrap();
//! assert_eq!(start.write_move(Notation::Uci, mv), "b1c3");
//! assert_eq!(start.legal_moves().len(), 28);
//! ```

#![forbid(unsafe_code)]

mod attack;
pub mod betza;
mod builtin;
mod called;
mod connect;
mod counting;
mod effects;
mod fen;
mod game;
mod generate;
mod geometry;
mod ini;
mod keys;
mod kinds;
mod legal;
mod load;
mod movement;
mod moves;
mod notation;
mod outcome;
mod perft;
mod position;
mod record;
mod renju;
mod repetition;
mod rules;
mod why;

pub use builtin::all as builtin;
pub use fen::FenError;
pub use game::Game;
pub use geometry::{Board, MAX_SIDE, Region, Side, Square};
pub use ini::RulesError;
pub use keys::unsupported;
pub use kinds::{Kinds, PieceKind, PieceType};
pub use legal::Forbidden;
pub use load::RulesFile;
pub use movement::{Hop, Movement, When};
pub use moves::{Change, Gate, Move};
pub use notation::Notation;
pub use outcome::{Outcome, Reason};
pub use perft::perft;
pub use position::{Base, Man, Position, Rights};
pub use record::{Checked, PlacedFault, RecordFault, check};
pub use rules::{Counting, Material, Rules, Value};
pub use why::WhyNot;
