//! Why a position is impossible.

use shakmaty::Bitboard;

/// A rule, by its tier and name: the stable id that tests and reports use.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// Tier, from 0 (the field alone) to 7 (the order of events).
    pub tier: u8,
    /// Stable id, e.g. `T1-promoted`.
    pub id: &'static str,
    /// What the rule says, in a line.
    pub doc: &'static str,
}

/// Proof that a position is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The rule that it breaks.
    pub rule: &'static Rule,
    /// In words: the facts, squares and counts.
    pub explanation: String,
    /// The squares it speaks of.
    pub squares: Bitboard,
}

impl Refutation {
    /// A refutation by `rule`.
    #[must_use]
    pub fn new(
        rule: &'static Rule,
        squares: impl Into<Bitboard>,
        explanation: impl Into<String>,
    ) -> Refutation {
        Refutation { rule, explanation: explanation.into(), squares: squares.into() }
    }
}
