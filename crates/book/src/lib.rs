//! Reads whole printed books, typed or scanned, as games.
//!
//! A page is read in stages. What a stage cannot decide stays open until legality decides it:
//!
//! ```text
//! text ──page, columns──▶ Print ──token──▶ Tokens ──rows──▶ Rows ──decode──▶ Reading ──trust──▶ what is written
//! ```
//!
//! - [`page`], [`paragraph`] and [`columns`] put the pieces of a page in reading order;
//! - [`token`] finds every place where a move may stand, with all that its text may say ([`english`], through the
//!   confusions of [`glyph`]) and the number before it ([`number`]);
//! - [`scanner`] holds what the program that read a scan says of its words: how sure it is, which else they may be; [`wear`]
//!   counts what that is worth in this print;
//! - [`rows`] tells score from prose; [`worn`] finds cells that read as no move, and what is left of them;
//! - [`algebraic`] reads the moves of other books (what scanners take their signs for is fitted: `signs.toml`);
//! - [`habits`] learns from the games that read well which signs this print takes for others, and [`english::stems`] what it
//!   shows for a man and its dash; [`algebraic::seen`] the same for algebraic signs, [`figures`] which man each sign of a book
//!   in figurines shows;
//! - [`decode`] follows a game: one beam over positions and over two pointers into the print, White's and Black's, in which
//!   legality, the text of the cells, their order and what people play (crate `likely`) weigh together;
//!   Where that goes badly, [`grid`] says by the printed numbers alone which cell may bear which half-move, and the game is
//!   followed once more;
//! - [`trust`] says how far the reading holds; `scorebook_heading` who played; [`taken`] what each row was taken for, for people.
//!
//! ```
//! let text = "Game 1.\n\nWHITE (Smith).  BLACK (Brown).\n\n1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4   B-B4\n\
//!             4. P-B3   Kt-B3\n5. P-Q4   PxP\n";
//! let book = scorebook_book::read(text, &Default::default());
//! assert_eq!(book.games.len(), 1);
//! assert_eq!(book.games[0].reading.steps.len(), 10);
//! ```

#![allow(clippy::collapsible_if, reason = "headings read better with nested conditions")]

pub mod algebraic;
mod alike;
pub mod board;
pub mod book;
mod clocks;
mod closing;
pub mod columns;
pub mod decode;
pub mod desc;
pub mod english;
pub mod figures;
pub mod glyph;
pub mod grammar;
pub mod grid;
pub mod gutter;
pub mod habits;
mod leaders;
pub mod number;
pub mod page;
pub mod paragraph;
pub mod prices;
pub mod print;
pub mod progress;
pub mod rows;
pub mod scanner;
pub mod seam;
mod signs;
pub mod taken;
pub mod token;
pub mod trust;
pub mod wear;
pub mod worn;

pub use book::{Book, Game};
pub use prices::Prices;
pub use scanner::ScannedWord;

/// Reads all games of a text.
#[must_use]
pub fn read(text: &str, prices: &Prices) -> Book {
    read_telling(text, prices, &|_| ())
}

/// Reads all games of a text; `told` hears how far it has come.
#[must_use]
pub fn read_telling(text: &str, prices: &Prices, told: progress::Told<'_>) -> Book {
    read_scanned(text, &[], prices, told)
}

/// Reads all games of a scan's text, with what the program that read it says of its `words`, in the order of the text.
#[must_use]
pub fn read_scanned(text: &str, words: &[ScannedWord], prices: &Prices, told: progress::Told<'_>) -> Book {
    told(progress::Progress { stage: progress::Stage::Moves, done: 0, of: 0 });
    let grammar = grammar::Grammar::of(text);
    let pieces = columns::pieces_telling(text, grammar, told);
    let print = print::Print::new(text, &pieces).scanned(words);
    book::read_telling(print, grammar, prices, told)
}
