//! A tree as an opening book in the format of Polyglot.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use shakmaty::{Color, Move, Position, Role, Square};

use super::{Played, Root, Tree};

/// Bytes of the book: entries of 16 bytes, by position, the weightiest move first: the position's number, the move, its weight, and
/// zeros. A weight is the points of the side that moves, a win two, a draw one, made less for all moves of a position where
/// 16 bits do not hold it; a move that only lost has none, and is left out. Where no game of a position is decided, the games
/// are counted.
pub(super) fn book(tree: &Tree, root: &Root) -> Vec<u8> {
    let mut entries: BTreeMap<u64, Vec<(Reverse<u64>, u16)>> = BTreeMap::new();
    // A position may be come to with more half-moves of the tree left, by fewer moves; and often, though by rare moves each time.
    let mut open = vec![root.position.clone()];
    for _ in 0..root.depth {
        let mut next = Vec::new();
        for position in open {
            let key = root.key(&position);
            if entries.contains_key(&key) {
                continue;
            }
            let mut moves = tree.all_moves(root, &position);
            next.extend(moves.iter().map(|played| played.next.clone()));
            moves.retain(|played| played.results.games >= root.least);
            entries.insert(key, weighed(&moves, position.turn()));
        }
        open = next;
    }
    let mut out = Vec::new();
    for (key, moves) in entries {
        for (Reverse(weight), word) in moves {
            out.extend(key.to_be_bytes());
            out.extend(word.to_be_bytes());
            out.extend((weight as u16).to_be_bytes());
            out.extend([0; 4]);
        }
    }
    out
}

fn weighed(moves: &[Played], turn: Color) -> Vec<(Reverse<u64>, u16)> {
    let decided = moves.iter().any(|played| played.results.score().is_some());
    let points = |played: &Played| match decided {
        true => 2 * turn.fold_wb(played.results.white, played.results.black) + played.results.draws,
        false => played.results.games,
    };
    let most = moves.iter().map(points).max().unwrap_or_default();
    let shift = (u64::BITS - most.leading_zeros()).saturating_sub(u16::BITS);
    let mut entries: Vec<(Reverse<u64>, u16)> = moves
        .iter()
        .map(|played| (Reverse(points(played) >> shift), packed(played.m)))
        .filter(|(Reverse(weight), _)| *weight > 0)
        .collect();
    entries.sort_unstable();
    entries
}

/// The move in 16 bits: promotion, square left, square entered. The king takes his own rook to castle.
fn packed(m: Move) -> u16 {
    let (from, to) = match m {
        Move::Castle { king, rook } => (king, rook),
        m => (m.from().unwrap_or(Square::A1), m.to()),
    };
    let promotion = match m.promotion() {
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        _ => 0,
    };
    promotion << 12 | (from as u16) << 6 | to as u16
}
