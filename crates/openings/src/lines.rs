//! Tells whether the moves of an opening were played in a game, in any order.
//!
//! Only few positions of an opening have a name, so a game with another order of moves often reaches none of
//! them. A line of the table counts as played when each side has made all of its moves.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Color, Move, Position};

use scorebook_core::international::Move16;
use scorebook_core::pass::Passing;

use super::{TEXT, line_moves, rows};

/// Half-moves that a game may need more than the line to make all of its moves. In 39,125 masters' games,
/// 15.4 % have a code none of whose positions they reach, nearly all with good reason; 0.8 % remain with this
/// value, while 84 % of codes with one wrong character are still found.
const DETOUR: usize = 10;

/// A move without its place in the order: whether White makes it, the role, and the target square (for
/// castling, the rook's square).
type UnorderedMove = (bool, u8, u8);

/// The moves of a line, sorted.
type LineMoves = Box<[UnorderedMove]>;

static LINES: LazyLock<FxHashMap<&'static str, Vec<LineMoves>>> = LazyLock::new(|| {
    let mut lines: FxHashMap<_, Vec<LineMoves>> = FxHashMap::default();
    for (eco, _, line) in rows(*TEXT) {
        let mut steps = Vec::new();
        if line_moves(line, |turn, m| steps.push(step(turn, m))).is_some() {
            steps.sort_unstable();
            lines.entry(eco).or_default().push(steps.into());
        }
    }
    lines
});

fn step(turn: Color, m: Move) -> UnorderedMove {
    (turn.is_white(), m.role() as u8, u8::from(m.to()))
}

/// Whether a game has made all moves of one of the lines of this code, within [`DETOUR`] half-moves of the
/// line's length. False for a code that is not in the table.
#[must_use]
pub fn played(eco: &str, moves: &[Move16]) -> bool {
    let Some(lines) = LINES.get(eco) else { return false };
    let mut position = Chess::default();
    let mut steps = Vec::new();
    let longest = lines.iter().map(|line| line.len()).max().unwrap_or(0) + DETOUR;
    for word in moves.iter().take(longest) {
        let Some(m) = word.to_move(&position) else { break };
        steps.push(step(position.turn(), m));
        position.play_or_pass(m);
    }
    let mut sorted = Vec::new();
    lines.iter().any(|line| {
        sorted.clear();
        sorted.extend_from_slice(&steps[..steps.len().min(line.len() + DETOUR)]);
        sorted.sort_unstable();
        contains(&sorted, line)
    })
}

/// Whether a sorted list contains another, with multiplicity.
fn contains(all: &[UnorderedMove], part: &[UnorderedMove]) -> bool {
    let mut all = all.iter();
    part.iter().all(|step| all.find(|other| *other >= step) == Some(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<Move16> {
        let mut position = Chess::default();
        let mut words = Vec::new();
        for text in line.split(' ') {
            let m = text.parse::<shakmaty::san::San>().unwrap().to_move(&position).unwrap();
            words.push(Move16::of(m, shakmaty::CastlingMode::Standard).unwrap());
            position.play_unchecked(m);
        }
        words
    }

    #[test]
    fn another_order_with_other_moves_between_is_the_same_opening() {
        // 1. d4 Nf6 2. c4 e6 3. Nf3 Bb4+ is the Bogo-Indian.
        let game = words("d4 e6 c4 Bb4+ Bd2 Bxd2+ Qxd2 d5 e3 Nf6 Nc3 O-O Nf3");
        assert!(played("E11", &game));
        assert!(!played("E11", &game[..12]), "the knight is still at home");
        assert!(!played("B01", &game) && !played("Z99", &game));
    }

    #[test]
    fn a_move_that_is_made_much_later_does_not_count() {
        // 1. d4 Nf6 2. c4 e6 3. Nf3 b6 is the Queen's Indian, b6 here the twentieth half-move.
        let game = words("d4 Nf6 c4 e6 Nf3 d5 Nc3 c5 e3 Nc6 cxd5 Nxd5 Bd3 Be7 O-O O-O a3 Nxc3 bxc3 b6");
        assert!(!played("E12", &game));
    }

    #[test]
    fn a_move_that_a_line_makes_twice_counts_twice() {
        let (a, b) = ((true, 1, 1), (true, 1, 2));
        assert!(contains(&[a, a, b], &[a, b]) && contains(&[a, a, b], &[a, a]));
        assert!(!contains(&[a, b], &[a, a]) && !contains(&[a], &[a, b]) && contains(&[], &[]));
    }
}
