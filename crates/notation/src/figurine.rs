//! Figurine algebraic: symbols for the pieces, independent of language.

use super::algebraic::Alphabet;
use super::san::{Casing, San};
use shakmaty::Role;

/// Figurine algebraic. Writes White's figurines only; reads Black's too.
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
