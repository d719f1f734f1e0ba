//! Comparison operators.

use std::cmp::Ordering;

/// A comparison operator.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Is,
    IsNot,
    Below,
    Most,
    Above,
    Least,
    Has,
    HasNot,
}

impl Operator {
    /// The operators as they are written, longer ones first.
    pub const ALL: [(&'static str, Operator); 8] = [
        ("!=", Operator::IsNot),
        ("<=", Operator::Most),
        (">=", Operator::Least),
        ("!~", Operator::HasNot),
        ("=", Operator::Is),
        ("<", Operator::Below),
        (">", Operator::Above),
        ("~", Operator::Has),
    ];

    /// Whether it is `=` or `~`.
    pub fn is_positive(self) -> bool {
        matches!(self, Operator::Is | Operator::Has)
    }

    /// Whether it is `=` or `!=`.
    pub fn is_equality(self) -> bool {
        matches!(self, Operator::Is | Operator::IsNot)
    }

    /// Whether it is `~` or `!~`.
    pub fn is_likeness(self) -> bool {
        matches!(self, Operator::Has | Operator::HasNot)
    }

    /// What holds of two values if this holds of both with the other sign.
    pub fn reversed(self) -> Operator {
        match self {
            Operator::Below => Operator::Above,
            Operator::Most => Operator::Least,
            Operator::Above => Operator::Below,
            Operator::Least => Operator::Most,
            same => same,
        }
    }

    /// Whether two values that stand so to each other pass.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Operator::Is | Operator::Has => order.is_eq(),
            Operator::IsNot | Operator::HasNot => order.is_ne(),
            Operator::Below => order.is_lt(),
            Operator::Most => order.is_le(),
            Operator::Above => order.is_gt(),
            Operator::Least => order.is_ge(),
        }
    }
}
