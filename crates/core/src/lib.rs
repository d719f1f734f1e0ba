//! The words that all parts of **scorebook** speak: what a written move says, what a game is, what is
//! cut out of a record, and what there is to say about it.
//!
//! A written move is a [`Skeleton`](skeleton::Skeleton), a pattern with blanks that legal moves are
//! matched against; chess trouble is a [`Finding`](finding::Finding), never an `Err`.
//!
//! ```
//! use scorebook_core::lineage::Lineage;
//! use scorebook_core::skeleton::{Displacement, Roles, Scene, Skeleton};
//! use shakmaty::{Bitboard, Chess, Position, Rank, Role};
//!
//! // "A knight to the third rank."
//! let knight = Displacement {
//!     roles: Roles::only(Role::Knight),
//!     to: Bitboard::from(Rank::Third),
//!     ..Displacement::ANY
//! };
//! let (position, lineage) = (Chess::default(), Lineage::new(&Chess::default()));
//! let scene = Scene { position: &position, lineage: &lineage, last: None };
//! let skeleton = Skeleton::displace(knight);
//! let fits = position.legal_moves().into_iter().filter(|&m| skeleton.admits(scene, m));
//! assert_eq!(fits.count(), 4);
//! ```

pub mod chess960;
pub mod faults;
pub mod finding;
pub mod game;
pub mod international;
pub mod lineage;
pub mod pass;
pub mod pseudo;
pub mod record;
pub mod shown;
pub mod skeleton;
pub mod text;
pub mod variant_rules;
pub mod words;
