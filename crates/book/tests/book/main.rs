//! The reader of printed books from outside, in one binary: figurines, layouts and spellings.

mod figurines;
mod layouts;
mod spellings;
