//! A game that is found fast, not a short one: of all positions met, the one from which the fewest moves are needed is
//! played on.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;
use shakmaty::{Chess, EnPassantMode, Move, Position, zobrist::Zobrist64};

use super::{GameSearch, MOVE, NEVER};

/// Positions kept at most: some 60 MB.
const MOST: usize = 300_000;

/// A position met, and how it was reached.
struct Met {
    position: Chess,
    /// The position before it, and the move from there; none for the first.
    before: Option<(usize, Move)>,
    /// Moves that White and Black need at least.
    needs: [u8; 2],
}

/// The moves of a game from `start` to the goal of the search, if one is found with the work that is left.
pub(super) fn moves(search: &mut GameSearch, start: &Chess) -> Option<Vec<Move>> {
    let mut all = vec![Met { position: start.clone(), before: None, needs: search.needs(start) }];
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    // Of equals the latest goes first.
    let mut open = BinaryHeap::from([(Reverse(0), 0)]);
    while let Some((_, at)) = open.pop() {
        let position = all[at].position.clone();
        for m in position.legal_moves() {
            if !search.work.take(MOVE) || all.len() >= MOST {
                return None;
            }
            let mut after = position.clone();
            after.play_unchecked(m);
            if !search.keeps_rights(&after) || !seen.insert(key(&after)) {
                continue;
            }
            let mut needs = all[at].needs;
            for color in shakmaty::Color::ALL {
                if color == position.turn() || m.is_capture() {
                    needs[color as usize] = search.need(&after, color);
                }
            }
            if needs.iter().any(|&need| need >= NEVER) {
                continue;
            }
            let reached = search.reached(&after);
            all.push(Met { position: after, before: Some((at, m)), needs });
            if reached {
                return Some(line(&all));
            }
            open.push((Reverse(u32::from(needs[0]) + u32::from(needs[1])), all.len() - 1));
        }
    }
    None
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// The moves to the last position met.
fn line(all: &[Met]) -> Vec<Move> {
    let mut line = Vec::new();
    let mut met = all.last();
    while let Some((before, m)) = met.and_then(|met| met.before) {
        line.push(m);
        met = all.get(before);
    }
    line.reverse();
    line
}
