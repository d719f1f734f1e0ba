//! The export format of PGN (Edwards, 1994, section 8): tag pairs, movetext of less than 80 columns, and the proof of it.
//!
//! [`CleanGames`] reads the games of a text that have no defect in one pass, with the fast lexer and board, and writes them.
//! Whatever it does not take needs another reader: it never guesses, and it never mends. [`proof`] replays the written text
//! with pgn-reader and shakmaty, which share no code with that pass.
//!
//! ```
//! use scorebook_export::{CleanGames, MoveStyle};
//! let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"B\"]\n\n1. e4 e5 2. Ke3 *\n";
//! let clean = CleanGames::read(text);
//! assert_eq!((clean.games().len(), clean.others().len()), (1, 1));
//! let mut out = String::new();
//! clean.of(text).write(&clean.games()[0], MoveStyle::San, &mut out);
//! assert!(out.ends_with("[Reading \"verified\"]\n\n1. e4 e5 2. Nf3 *\n\n"));
//! assert_eq!(scorebook_export::proofs(&out, clean.games()), [Ok(())]);
//! ```

mod clean;
mod json;
mod movetext;
pub mod proof;
mod tags;
mod wrapped;

pub use clean::{CleanGame, CleanGames, CleanText, proofs};
pub use json::JsonPly;
pub use movetext::MoveStyle;
pub use tags::{ROSTER, is_name, pair, roster_value};
pub use wrapped::Wrapped;

use scorebook_core::{game, text};
