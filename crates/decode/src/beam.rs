//! Selects the readings that are kept after each half-move.
//!
//! The cheapest are always kept. Where the order of the cells is part of the search that is not enough: a missing cell
//! costs its reading at once what a wrong reading pays in small steps, and a few wrong readings in many orders would
//! fill the beam. So two groups are kept beside the cheapest: the best few readings with the same coverage, which have
//! paid for the same text; and readings on probation, which have just paid for one expensive or missing cell, as long
//! as everything after it reads clean. A missing cell stands for every legal move, all at the same cost, so those have
//! slots of their own.

use rustc_hash::FxHashMap;

use super::Cost;

/// What the beam knows about a reading besides its cost.
#[derive(Copy, Clone, Debug)]
pub(super) struct Standing {
    /// The hash of its position.
    pub(super) position: u64,
    /// The cells that it covers.
    pub(super) coverage: u64,
    /// Why it is kept outside the beam.
    pub(super) trial: Probation,
}

/// Why a reading is on probation.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Probation {
    /// Not on probation.
    #[default]
    None,
    /// An expensive cell.
    Dear,
    /// A missing move.
    Lost,
}

/// Readings of one position that are kept before other positions get a slot.
const WAYS_TO_ONE: usize = 6;
/// The same, among those kept beside the cheapest.
const WAYS_BESIDE: usize = 3;
/// Readings of the same coverage that are kept beside the cheapest.
const FELLOWS: usize = 4;
/// The same for readings on probation: about as many as a position has moves.
const FELLOWS_ON_TRIAL: usize = 36;
/// Readings on probation for an expensive cell, and for a missing one, that are kept beside the others.
const TRIED_DEAR: usize = 40;
const TRIED_LOST: usize = 60;

/// A move of this cost puts a reading on probation, if its cell is where it was expected.
pub(super) const DEAR: Cost = Cost::new(4_000);
/// Highest cost of skipped text for a move whose cell is where it was expected.
pub(super) const IN_PLACE: Cost = Cost::new(600);
/// A move that costs less is clean.
pub(super) const CLEAN: Cost = Cost::new(1_200);
/// Clean moves that end a probation.
pub(super) const TRIAL: u8 = 12;
/// Only readings this close to the cheapest may be on probation.
pub(super) const NEAR: Cost = Cost::new(2_500);
/// A move is assumed missing only where the cells that may hold it cost this much.
pub(super) const WORN: Cost = Cost::new(1_500);

/// Thins the extensions before they are played; `standing` describes each, cheapest first.
pub(super) fn thin(beam: usize, beside: usize) -> impl FnMut(Standing) -> bool {
    let mut fellows = Fellows::default();
    let mut seen = 0;
    move |standing| {
        seen += 1;
        fellows.admit(standing, 2) && beside > 0 || seen <= beam * 4
    }
}

/// Readings by coverage.
#[derive(Default)]
struct Fellows(FxHashMap<(u64, Probation), usize>);

impl Fellows {
    fn admit(&mut self, standing: Standing, times: usize) -> bool {
        let fellows = self.0.entry((standing.coverage, standing.trial)).or_default();
        *fellows += 1;
        *fellows <= times * if standing.trial == Probation::None { FELLOWS } else { FELLOWS_ON_TRIAL }
    }
}

/// Selects from the readings, cheapest first: `beam`, and some `beside` them.
pub(super) fn keep(rank: &mut Vec<u32>, beam: usize, beside: usize, standing: impl Fn(u32) -> Standing) {
    let mut ways: FxHashMap<u64, usize> = FxHashMap::default();
    let mut fellows = Fellows::default();
    let (mut kept, mut extra) = (0, [0; 3]);
    let mut behind = Vec::new();
    rank.retain(|&index| {
        let standing = standing(index);
        let ways = ways.entry(standing.position).or_default();
        *ways += 1;
        let fellow = fellows.admit(standing, 1);
        if kept < beam {
            // On a torn page there are more orders than games.
            if *ways <= WAYS_TO_ONE {
                kept += 1;
                return true;
            }
            behind.push(index);
            return false;
        }
        let (extra, most) = match standing.trial {
            Probation::None => (&mut extra[0], beside),
            Probation::Dear => (&mut extra[1], TRIED_DEAR.min(beside)),
            Probation::Lost => (&mut extra[2], TRIED_LOST.min(beside)),
        };
        let stays = fellow && *ways <= WAYS_BESIDE && *extra < most;
        *extra += usize::from(stays);
        stays
    });
    let room = (beam - kept).min(behind.len());
    rank.extend(&behind[..room]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Indices of the readings kept, given position, coverage and probation of each.
    fn kept(standings: &[(u64, u64, Probation)], beam: usize, beside: usize) -> Vec<u32> {
        let mut rank: Vec<u32> = (0..standings.len() as u32).collect();
        keep(&mut rank, beam, beside, |index| {
            let (position, coverage, trial) = standings[index as usize];
            Standing { position, coverage, trial }
        });
        rank
    }

    #[test]
    fn readings_of_other_cells_are_kept_beside_the_cheapest() {
        let standings: Vec<_> = (0..20).map(|n| (n, u64::from(n > 17), Probation::None)).collect();
        assert_eq!(kept(&standings, 6, 0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(kept(&standings, 6, 9), [0, 1, 2, 3, 4, 5, 18, 19]);
        assert_eq!(kept(&standings, 6, 1), [0, 1, 2, 3, 4, 5, 18]);
    }

    #[test]
    fn a_lost_move_keeps_all_its_moves() {
        let standings: Vec<_> =
            (0..60).map(|n| (n, 0, if n >= 20 { Probation::Lost } else { Probation::None })).collect();
        let kept = kept(&standings, 10, 100);
        assert_eq!(kept.len(), 10 + FELLOWS_ON_TRIAL);
        assert!((20..20 + FELLOWS_ON_TRIAL as u32).all(|index| kept.contains(&index)));
    }

    #[test]
    fn many_orders_of_one_position_leave_room_for_others() {
        let standings: Vec<_> = (0..20).map(|n| (n / 10, n, Probation::None)).collect();
        assert_eq!(kept(&standings, 8, 0), [0, 1, 2, 3, 4, 5, 10, 11]);
        // They are kept while there is room.
        assert_eq!(kept(&standings[..9], 8, 0).len(), 8);
    }
}
