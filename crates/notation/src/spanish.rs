//! Spanish descriptive: P peón, C caballo, A alfil, T torre, D dama, R rey.

use super::romance::Romance;

/// `P4R C3AR A5C+ CxPA`
pub static SPANISH: Romance = Romance {
    name: "spanish",
    title: "Spanish descriptive: P4R C3AR A5C+ CxPA T1xP",
    men: ['P', 'C', 'A', 'T', 'D', 'R'],
    like_another: false,
};
