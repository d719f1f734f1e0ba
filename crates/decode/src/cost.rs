//! Costs of readings.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// A cost in thousandths of a nat: the negative logarithm of how often a writer who means the move writes
/// such a text, relative to an exact text. 0 is an exact reading; 4600 is one in a hundred.
///
/// ```
/// use scorebook_decode::Cost;
/// assert_eq!(Cost::EXACT + Cost::new(300), Cost::new(300));
/// assert!(Cost::NEVER + Cost::new(1) == Cost::NEVER);
/// assert_eq!(Cost::of_odds(0.01), Cost::new(4605));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cost(u32);

impl Cost {
    /// An exact reading.
    pub const EXACT: Cost = Cost(0);
    /// Impossible.
    pub const NEVER: Cost = Cost(u32::MAX);

    /// A cost of this many thousandths of a nat.
    #[must_use]
    pub const fn new(millinats: u32) -> Cost {
        Cost(millinats)
    }

    /// The cost of an event with this probability (0 to 1).
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn of_odds(odds: f64) -> Cost {
        if odds <= 0.0 { Cost::NEVER } else { Cost((-odds.min(1.0).ln() * 1000.0).round() as u32) }
    }

    /// The probability of an event with this cost, relative to an exact reading.
    #[must_use]
    pub fn odds(self) -> f64 {
        if self == Cost::NEVER { 0.0 } else { (-f64::from(self.0) / 1000.0).exp() }
    }

    /// In thousandths of a nat.
    #[must_use]
    pub const fn millinats(self) -> u32 {
        self.0
    }

    /// How much higher this is than `other`; 0 if it is not.
    #[must_use]
    pub const fn above(self, other: Cost) -> Cost {
        Cost(self.0.saturating_sub(other.0))
    }

    /// Whether it is less than [`NEVER`](Cost::NEVER).
    #[must_use]
    pub const fn is_possible(self) -> bool {
        self.0 != u32::MAX
    }
}

impl Add for Cost {
    type Output = Cost;
    fn add(self, other: Cost) -> Cost {
        Cost(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        *self = *self + other;
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::EXACT, Add::add)
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_possible() { write!(f, "{:.2}", f64::from(self.0) / 1000.0) } else { f.write_str("∞") }
    }
}
