//! A noisy channel for moves in English descriptive notation: what it costs, in nats, that a move was printed where a
//! scanner read some text.
//!
//! A move is a tree of literals ([`words`]), an [`aligner`] finds the nearest of all ways to write it, and a
//! [`channel`] knows which signs scanners take for which.
//!
//! ```
//! use scorebook_channel::{aligner::TextAligner, channel::SCANS, descriptive_move::{DescriptiveMove, Vocabulary}};
//! use scorebook_channel::words::{EndMarks, Goal, MoveHead, DescriptivePiece};
//!
//! let mut vocabulary = Vocabulary::default();
//! let end = EndMarks { check: false, promotes: 0, passing: false };
//! // A pawn from the king's file to its 5th rank, and to its 3rd.
//! let mut pawn = |rank| {
//!     DescriptiveMove::new((MoveHead { man: DescriptivePiece::Pawn(4), from: (4, rank - 1) }, Goal::To(4, rank, false), end), &mut vocabulary)
//! };
//! let (fifth, third) = (pawn(4), pawn(2));
//! let mut text = TextAligner::new("PB to Ki 5th", &SCANS);
//! assert!(text.cost_of(&fifth, &SCANS) + 2.0 < text.cost_of(&third, &SCANS));
//! ```

pub mod aligner;
pub mod channel;
pub mod descriptive_move;
pub mod truncated;
pub mod words;
