//! Italian descriptive: P pedone, C cavallo, A alfiere, T torre, D donna, R re. The letters are those
//! of Spanish.

use super::romance::Romance;

/// `P4R C3AR A4AR C pr P`
pub static ITALIAN: Romance = Romance {
    name: "italian",
    title: "Italian descriptive: P4R C3AR A4AR C pr P",
    men: ['P', 'C', 'A', 'T', 'D', 'R'],
    like_another: true,
};
