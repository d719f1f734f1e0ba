//! The ways in which a side's pawns can have reached their squares.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Rank, Square};

use super::{
    case::Case,
    facts::Facts,
    premises::Premises,
    rule::t4_pawns::{homes, moved},
};

/// Greatest number of plans of a side.
const PLANS: usize = 200;

/// A pawn's path from its square in the starting position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Journey {
    pub home: Square,
    pub goal: Square,
    /// For each necessary capture, the squares on which it can have been made.
    pub captures: ArrayVec<Bitboard, 7>,
}

impl Journey {
    /// None if no pawn comes from `home` to `goal`.
    fn new(color: Color, home: Square, goal: Square) -> Option<Journey> {
        let rise = height(color, goal).checked_sub(height(color, home)).filter(|&rise| rise > 0)?;
        let aside = home.file().distance(goal.file());
        if aside > rise {
            return None;
        }
        let step = if goal.file() > home.file() { 1 } else { -1 };
        let mut captures = ArrayVec::new();
        let mut file = home.file();
        for n in 1..=aside {
            file = file.offset(step)?;
            let lowest = height(color, home) + n;
            let highest = height(color, goal) - (aside - n);
            captures.push(
                (lowest..=highest)
                    .map(|rank| Square::from_coords(file, color.relative_rank(Rank::new(rank))))
                    .collect(),
            );
        }
        Some(Journey { home, goal, captures })
    }

    /// Steps straight ahead: two of them may have been a capture to one side and one back.
    pub fn slack(&self, color: Color) -> u32 {
        let rise = height(color, self.goal) - height(color, self.home);
        rise.saturating_sub(self.home.file().distance(self.goal.file()))
    }

    /// The squares of one file on which the pawn stood after the given number of its captures, if it made no others.
    pub fn stay(&self, color: Color, captures: usize) -> Bitboard {
        let left = (self.captures.len() - captures) as u32;
        let file = match captures.checked_sub(1).and_then(|last| self.captures[last].first()) {
            Some(square) => square.file(),
            None => self.home.file(),
        };
        let lowest = height(color, self.home) + captures as u32;
        let highest = height(color, self.goal) - left;
        (lowest..=highest)
            .map(|rank| Square::from_coords(file, color.relative_rank(Rank::new(rank))))
            .collect()
    }
}

/// The rank of a square as its side counts, from 0.
pub(super) fn height(color: Color, square: Square) -> u32 {
    color.relative_rank(square.rank()).to_u32()
}

/// One way in which a side's pawns can have reached their squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// The squares of the starting position whose pawns are not among them.
    pub gone: Bitboard,
    /// The pawns that moved, each with its way.
    pub journeys: Vec<Journey>,
    /// The captures that they made at least.
    pub captures: usize,
}

/// The ways to bring the pawns of `color` home within the captures that its side made; none if
/// there are too many to look at.
pub(super) fn plans(premises: &Premises, case: &Case, facts: &Facts, color: Color) -> Option<Vec<Plan>> {
    let homes: Bitboard = homes(premises, &facts.mobility, color).into_iter().collect();
    let most = usize::from(facts.side(!color).missing);
    let mut plans = vec![Plan { gone: homes, ..Plan::default() }];
    for pawn in moved(case, &facts.mobility, color) {
        let mut next: Vec<Plan> = Vec::new();
        for plan in &plans {
            for home in plan.gone {
                let Some(journey) = Journey::new(color, home, pawn) else { continue };
                let captures = plan.captures + journey.captures.len();
                if captures <= most {
                    let mut journeys = plan.journeys.clone();
                    journeys.push(journey);
                    next.push(Plan { gone: plan.gone.without(home), journeys, captures });
                }
            }
        }
        if next.len() > PLANS {
            return None;
        }
        plans = next;
    }
    Some(plans)
}
