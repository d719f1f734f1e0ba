//! Is this position possible? Retrograde analysis.
//!
//! [`judge`] looks for a proof that no game reaches a position, tier by tier (see [`rule`]), and
//! [`judge_start`] says the same as findings about a game that begins from a position.
//!
//! ```
//! use scorebook_retro::{Case, Effort, Premises, judge, last_moves};
//!
//! // White's bishops are at home behind pawns that never moved, and yet one stands on a5.
//! let premises = Premises::default();
//! let case = Case::from_fen("rnbqkbnr/pppppppp/8/B7/8/8/PPPPPPPP/RN1QKBNR b KQkq - 0 1").unwrap();
//! let refutation = judge(&premises, &case, Effort::QUICK).unwrap();
//! assert_eq!(refutation.rule.tier, 3);
//!
//! let case = Case::from_fen("8/8/8/8/1k6/P7/1K6/8 b - - 0 1").unwrap();
//! assert!(!last_moves(&premises, &case, Effort::FULL).is_empty());
//! ```

mod before;
mod capture_interval;
mod case;
mod chain;
mod facts;
pub mod finding;
mod inquiry;
mod locked_cluster;
mod mobility;
mod order;
mod origin;
mod parity;
mod plain;
mod plan;
mod premises;
mod proof;
mod refutation;
pub mod rule;
mod shuffle;
mod start;
mod unmove;
mod whereabouts;
mod work;

pub use case::Case;
pub use chain::{Link, chain};
pub use inquiry::{Claim, Inquiry, Possibility, Question, inquire, right, right_in_words};
pub use origin::promoted;
pub use parity::Parities;
pub use premises::{Premises, StartKind};
pub use proof::{ProofGame, proof_game};
pub use refutation::{Refutation, Rule};
pub use start::judge_start;
pub use unmove::{Special, Unmove, unmoves};
pub use whereabouts::{Whereabouts, whereabouts};

use rule::t5_last::{self, Retro};
use scorebook_core::{text, words};
use work::Work;

/// Limits of the work on one position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Number of moves to look back.
    pub depth: u32,
    /// Number of earlier positions to examine.
    pub positions: u32,
    /// Steps of each search for a pawn-capture kernel.
    pub kernel: u32,
    /// Arrangements to examine in the search for locked clusters; 0 for no search.
    pub clusters: usize,
    /// Steps of each search through orders of pawn captures; 0 for no search.
    pub orders: u32,
}

impl Effort {
    /// For the starting position of a game during a conversion: well under a millisecond.
    pub const QUICK: Effort = Effort { depth: 4, positions: 400, kernel: 1_000, clusters: 0, orders: 0 };
    /// For a position that a person asks about.
    pub const FULL: Effort =
        Effort { depth: 8, positions: 20_000, kernel: 64_000, clusters: 2_000, orders: 2_000 };
}

/// A proof that `case` is impossible, if the rules find one.
///
/// ```
/// use scorebook_retro::{Case, Effort, Premises, judge};
/// let case = Case::from_fen("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
/// let refutation = judge(&Premises::default(), &case, Effort::QUICK).unwrap();
/// assert_eq!(refutation.rule.id, "T1-men");
/// ```
#[must_use]
pub fn judge(premises: &Premises, case: &Case, effort: Effort) -> Option<Refutation> {
    let mut retro = Retro::new(premises, effort, &Work::unbounded());
    t5_last::refute(case, &mut retro, effort.depth)
}

/// The moves that may have been the last, as far as the rules can tell.
///
/// ```
/// use scorebook_retro::{Case, Effort, Premises, last_moves};
/// let premises = Premises { moved: true, ..Premises::default() };
/// let case = Case::from_fen("8/8/8/8/1k6/P7/1K6/8 b - - 0 1").unwrap();
/// let moves = last_moves(&premises, &case, Effort::FULL);
/// assert_eq!(moves.iter().map(|m| m.to_string()).collect::<Vec<_>>(), ["a2-a3"]);
/// ```
#[must_use]
pub fn last_moves(premises: &Premises, case: &Case, effort: Effort) -> Vec<Unmove> {
    let mut retro = Retro::new(premises, effort, &Work::unbounded());
    retro.last_moves(case, effort.depth)
}
