//! Figurine algebraic: pieces are drawn, not lettered, so that every language reads it.

use super::algebraic::Alphabet;
use super::san::{Casing, San};
use shakmaty::Role;

/// Figurine algebraic; Black's figurines are read as well as White's, which alone are written.
pub static FIGURINE: San = San {
    name: "figurine",
    aliases: &["fan"],
    title: "figurine algebraic: ♘f3 ♗xb5 O-O",
    alphabet: Alphabet::new(
        ["♙", "♘", "♗", "♖", "♕", "♔"],
        &[
            ("♟", Role::Pawn),
            ("♞", Role::Knight),
            ("♝", Role::Bishop),
            ("♜", Role::Rook),
            ("♛", Role::Queen),
            ("♚", Role::King),
        ],
    ),
    casing: Casing::Proper,
};
