//! The reader of printed books from outside, in one binary: figurines, headings, layouts, lost moves and spellings.

mod figurines;
mod headings;
mod layouts;
mod lost;
mod spellings;
