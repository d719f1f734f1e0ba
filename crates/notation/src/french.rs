//! French descriptive: P pion, C cavalier, F fou, T tour, D dame, R roi.

use super::romance::Romance;

/// `P4R C3FR F5C+ C pr P`
pub static FRENCH: Romance = Romance {
    name: "french",
    title: "French descriptive: P4R C3FR F5C+ C pr P",
    men: ['P', 'C', 'F', 'T', 'D', 'R'],
    like_another: false,
};
