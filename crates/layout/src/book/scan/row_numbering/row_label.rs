//! The result of row numbering for one segment.

use shakmaty::Color;
use smallvec::SmallVec;

/// Move number, and whether it is Black's move; `None` if the row is not a move.
pub(super) type HalfMove = Option<(u32, bool)>;

/// The numbering of one segment of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::book::scan) struct RowLabel {
    /// The likeliest half-moves, each with its share of the weight, from 0 to 1. `None` stands for "not a
    /// move of the game".
    pub half_moves: SmallVec<[(HalfMove, f32); 3]>,
}

/// Least share that is certain.
const SURE: f32 = 0.8;
/// Least share that is likely.
const LIKELY: f32 = 0.5;
/// Half-moves with a smaller share are not listed.
pub(super) const UNLIKELY: f32 = 0.15;

impl RowLabel {
    /// The half-move, if it is certain.
    pub fn half_move(&self) -> Option<(u32, bool)> {
        self.half_moves.first().filter(|said| said.1 > SURE)?.0
    }

    /// Whether the row is not a move of the game.
    pub fn is_none(&self) -> bool {
        self.half_moves.first().is_some_and(|said| said.0.is_none() && said.1 > SURE)
    }

    /// Whether it is Black's move, if that is certain.
    pub fn is_black(&self) -> Option<bool> {
        let share = |side: bool| -> f32 {
            let of = |said: &&(HalfMove, f32)| said.0.is_some_and(|said| said.1 == side);
            self.half_moves.iter().filter(of).map(|said| said.1).sum()
        };
        [true, false].into_iter().find(|&side| share(side) > SURE)
    }

    /// The possible numbers and sides.
    pub fn half_moves(&self) -> impl Iterator<Item = (u32, Color)> + '_ {
        let likely = self.half_moves.iter().filter(|said| said.1 > LIKELY);
        likely.filter_map(|said| said.0.map(|(number, black)| (number, Color::from_white(!black))))
    }

    /// The possible numbers, each with its cost in thousandths of a nat.
    pub fn numbers(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.half_moves.iter().filter_map(|&(said, share)| Some((said?.0, (-share.ln() * 1_000.0) as u32)))
    }
}
