//! What renju forbids Black: more than five in a row, two fours at once, two threes at once. Five in a row wins and is
//! never forbidden.

use crate::geometry::{Region, Square};
use crate::legal::Forbidden;
use crate::position::Position;

/// The directions of lines.
const WAYS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// How far ahead it is asked whether a three may become a four: a foul within a foul within a foul …
const DEEPEST: u32 = 6;

/// Stones on a board while moves are tried.
#[derive(Clone, Copy)]
struct Stones {
    own: Region,
    /// Points that are empty.
    free: Region,
}

impl Stones {
    fn with(mut self, point: Square) -> Stones {
        self.own.insert(point);
        self.free.remove(point);
        self
    }

    /// How many own stones stand in an unbroken row through the point.
    fn row(self, point: Square, way: (i8, i8)) -> i8 {
        1 + self.arm(point, way) + self.arm(point, (-way.0, -way.1))
    }

    /// How many own stones follow the point in a direction.
    fn arm(self, point: Square, (files, ranks): (i8, i8)) -> i8 {
        let there = |n: &i8| point.offset(files * n, ranks * n).is_some_and(|at| self.own.contains(at));
        (1..20).take_while(there).count() as i8
    }

    /// The free points of a line, up to four away from the point.
    fn near(self, point: Square, (files, ranks): (i8, i8)) -> impl Iterator<Item = Square> {
        (-4..=4)
            .filter_map(move |n| point.offset(files * n, ranks * n))
            .filter(move |&at| self.free.contains(at))
    }

    /// Whether a stone there makes five in a row, not more.
    fn makes_five(self, point: Square, way: (i8, i8)) -> bool {
        self.with(point).row(point, way) == 5
    }

    /// How many fours the stone on the point is part of on a line: rows that one more stone makes five.
    fn fours(self, point: Square, way: (i8, i8)) -> usize {
        let ends = self.near(point, way).filter(|&at| {
            let after = self.with(at);
            after.row(at, way) == 5 && after.row(point, way) == 5
        });
        match (self.row(point, way), ends.count()) {
            // Four in an unbroken row are one four, with one or two ends.
            (4, 1 | 2) => 1,
            (_, count) => count,
        }
    }

    /// Whether the stone on the point is one of four in an unbroken row that both ends make five.
    fn is_straight_four(self, point: Square, way: (i8, i8)) -> bool {
        self.row(point, way) == 4 && {
            let end = |sign: i8| {
                let step = (way.0 * sign, way.1 * sign);
                let far = self.arm(point, step) + 1;
                let at = point.offset(step.0 * far, step.1 * far);
                at.is_some_and(|at| self.free.contains(at) && self.makes_five(at, way))
            };
            end(1) && end(-1)
        }
    }

    /// Whether the stone on the point is one of three that one more stone, which is not forbidden, makes a straight four.
    fn is_three(self, point: Square, way: (i8, i8), depth: u32) -> bool {
        let open = |at: Square| {
            let after = self.with(at);
            after.is_straight_four(point, way)
                && after.is_straight_four(at, way)
                && after.foul(at, depth + 1).is_none()
        };
        self.near(point, way).any(open)
    }

    /// Why the stone on the point, just placed, is forbidden.
    fn foul(self, point: Square, depth: u32) -> Option<Forbidden> {
        let rows = WAYS.map(|way| self.row(point, way));
        if rows.contains(&5) || depth > DEEPEST {
            return None;
        }
        if rows.iter().any(|&row| row > 5) {
            return Some(Forbidden::Overline);
        }
        if WAYS.iter().map(|&way| self.fours(point, way)).sum::<usize>() > 1 {
            return Some(Forbidden::TwoFours);
        }
        let threes = WAYS
            .iter()
            .filter(|&&way| self.fours(point, way) == 0 && self.is_three(point, way, depth))
            .count();
        (threes > 1).then_some(Forbidden::TwoThrees)
    }
}

impl Position<'_> {
    /// Why a stone of Black's on this point is forbidden in renju.
    pub(crate) fn renju_foul(&self, point: Square) -> Option<Forbidden> {
        let black = crate::Side::Black as usize;
        let taken = self.of[0].or(self.of[1]).or(self.holes);
        let board: Region = self.rules.board.squares().collect();
        let stones = Stones { own: self.of[black], free: board.without(taken) };
        stones.with(point).foul(point, 0)
    }
}
