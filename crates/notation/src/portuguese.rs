//! Portuguese descriptive: P peão, C cavalo, B bispo, T torre, D dama, R rei.

use super::romance::Romance;

/// `P4R C3BR B5C+ CxPB`
pub static PORTUGUESE: Romance = Romance {
    name: "portuguese",
    title: "Portuguese descriptive: P4R C3BR B5C+ CxPB",
    men: ['P', 'C', 'B', 'T', 'D', 'R'],
    like_another: false,
};
