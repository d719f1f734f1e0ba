//! The reader of printed books from outside, in one binary: figurines, headings, layouts and spellings.

mod figurines;
mod headings;
mod layouts;
mod spellings;
