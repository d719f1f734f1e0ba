//! One search for a game: what every witness says each legal move costs, added up.
//!
//! A [`Witness`] says of each of its cells what it costs as a spelling. A [`Record`] is what one hand wrote of a game: a cell a
//! half-move, each with one text or several, at a price; beside a [`Channel`], which says what it costs to take one spelling for
//! another text, it is a witness ([`ByHand`]). Pictures of cells are another (the crate `eye`). A [`Grammar`] lists the spellings of
//! a move. The [`search`](search::search) asks each witness for the price of every legal move, adds what people play, and keeps the
//! cheapest positions of each half-move; lost cells and rows are ways with a price. Its [`Lattice`](lattice::Lattice) tells
//! how sure each half-move is. Where nobody can say where the cells are, [`stream`] searches the text itself.
//!
//! ```
//! use scorebook_search::{Channel, Grammar, Prices, Record, search::search_records};
//! use shakmaty::Chess;
//!
//! let texts = ["e4", "c5", "Nf8", "d6", "", "cxd4"];
//! let record = Record::of_texts(texts.iter().copied());
//! let english = Grammar::algebraic(["P", "N", "B", "R", "Q", "K"]);
//! let (channel, prices) = (Channel::handwriting(), Prices::default());
//! let lattice = search_records(&[record], &Chess::default(), &english, &channel, &prices);
//! let moves: Vec<String> = lattice.best().iter().map(|ply| ply.mv.to_string()).collect();
//! assert_eq!(moves[2..5], ["Ng1-f3", "d7-d6", "d2-d4"]);
//! ```

pub mod channel;
pub mod grammar;
pub mod lattice;
pub mod record;
pub mod search;
pub mod stream;
pub mod witness;

pub use channel::Channel;
pub use grammar::Grammar;
pub use record::{Record, Written};
pub use search::Prices;
pub use witness::{ByHand, Witness};

/// A price: the negative natural logarithm of a probability.
pub type Nats = f32;
