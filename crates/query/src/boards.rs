//! Hashes of placements, by which an index of positions finds games.

use scorebook_core::variant_rules::VariantRules;
use shakmaty::{Board, Color, Position, Role};

use crate::Game;

/// A hash of the men and the side to move; `FORMAT.md` specifies it.
pub(crate) fn hash(board: &Board, turn: Color) -> u32 {
    let mut sum = mix(board.by_color(Color::White).0, 1) ^ mix(board.by_color(Color::Black).0, 2);
    for (role, salt) in Role::ALL.into_iter().zip(3..) {
        sum ^= mix(board.by_role(role).0, salt);
    }
    ((sum ^ mix(u64::from(turn.is_black()), 9)) >> 32) as u32
}

const fn mix(value: u64, salt: u64) -> u64 {
    let x = (value ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 32
}

/// Calls `see` with the hash of each position of a game's mainline to which a query goes.
pub fn hashes_of(game: &dyn Game, see: &mut dyn FnMut(u32)) {
    let tags = game.tags();
    let Some(mut position) = VariantRules::of(tags).and_then(|rules| rules.start(tags).ok()) else { return };
    see(hash(position.board(), position.turn()));
    for word in game.moves() {
        let Some(m) = word.to_move(&position) else { return };
        position.play_unchecked(m);
        see(hash(position.board(), position.turn()));
    }
}
