//! Pictures of chess moves: what each legal move costs as the reading of a picture.
//!
//! A [`Recogniser`] gives the chances of all signs at each step of a picture; [`Look`] is what it says of one cell, cut out a few
//! times a little differently, and prices any spelling: the negative logarithm of its chance. [`sheet`] finds the cells of a
//! score sheet; they are a witness of its game for the search of the crate `search`.
//!
//! ```
//! use scorebook_eye::{Look, Network, Plane, Recogniser};
//! let network = Network::own();
//! // An empty cell: "Nf3" is unlikely.
//! let cell = Plane::filled(120, 40, 1.0);
//! let look = Look::of(&[network.posteriors(&cell)]);
//! assert!(look.cost("Nf3") > look.cost(""));
//! ```

mod cut;
mod letters;
mod look;
mod network;
mod picture;
mod posteriors;
pub mod sheet;

pub use cut::{Cell, Cuts};
pub use letters::Letters;
pub use look::{Look, MOST};
pub use network::Network;
pub use picture::{Colours, PictureError, Plane};
pub use posteriors::Posteriors;
pub use scorebook_search::Nats;

/// A network that reads the picture of a line or a cell.
///
/// ```
/// use scorebook_eye::{Network, Plane, Recogniser};
/// let network = Network::own();
/// let posteriors = network.posteriors(&Plane::filled(160, 40, 1.0));
/// assert_eq!(posteriors.steps(), 40);
/// ```
pub trait Recogniser: Sync {
    /// The chances of all signs at each step, from left to right. The picture is grey, 0 is black, 1 is white; its size is free.
    fn posteriors(&self, picture: &Plane) -> Posteriors;
}
