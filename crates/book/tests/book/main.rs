//! The reader of printed books from outside, in one binary: figurines, layouts, lost moves and spellings.

mod figurines;
mod layouts;
mod lost;
mod spellings;
