//! One search for a game: what every witness says each legal move costs, added up.
//!
//! A [`Record`] is what one hand wrote (or one eye saw) of a game: a cell a half-move, each with one text or several, at a
//! price. A [`Grammar`] lists the spellings of a move, a [`Channel`] says what it costs to take one spelling for another text.
//! The [`search`](search::search) asks each record for the price of every legal move, adds what people play, and keeps the
//! cheapest positions of each half-move; lost cells and rows are ways with a price. Its [`Lattice`](lattice::Lattice) tells
//! how sure each half-move is.
//!
//! ```
//! use scorebook_search::{Channel, Grammar, Prices, Record, search::search};
//! use shakmaty::Chess;
//!
//! let texts = ["e4", "c5", "Nf8", "d6", "", "cxd4"];
//! let record = Record::of_texts(texts.iter().copied());
//! let english = Grammar::algebraic(["P", "N", "B", "R", "Q", "K"]);
//! let lattice = search(&[record], &Chess::default(), &english, &Channel::handwriting(), &Prices::default());
//! let moves: Vec<String> = lattice.best().iter().map(|ply| ply.mv.to_string()).collect();
//! assert_eq!(moves[2..5], ["Ng1-f3", "d7-d6", "d2-d4"]);
//! ```

pub mod channel;
pub mod grammar;
pub mod lattice;
pub mod record;
pub mod search;

pub use channel::Channel;
pub use grammar::Grammar;
pub use record::{Record, Written};
pub use search::Prices;

/// A price: the negative natural logarithm of a probability.
pub type Nats = f32;
