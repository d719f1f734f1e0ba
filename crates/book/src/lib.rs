//! Whole printed books, worn or scanned, as games.
//!
//! text → [`print`] → tokens → page → games; what a text may say stays open until legality has spoken.
pub mod desc;
pub mod english;
pub mod glyph;
pub mod print;
pub mod board; pub mod number; pub mod rows; pub mod token;
pub mod book;
pub mod decode;
pub mod page;
pub mod prices;
pub mod columns;
