//! What a move costs beside its text: illegal moves, and marks of check and mate.

use shakmaty::{Chess, Move, Position};

use super::{Bounds, ILLEGAL};
use crate::notation::pseudo;
use crate::reader::{Provenance, Reader, ScoredMove, Weighings};
use crate::record::Cell;
use crate::skeleton::{Mark, Scene};
use crate::{Bends, Cost};

/// Scores illegal moves that the cell describes exactly.
pub(super) fn weigh_illegal(
    reader: &mut dyn Reader,
    cell: &Cell<'_>,
    scene: Scene<'_>,
    legal: &[Move],
    out: &mut Weighings,
) {
    let illegal = pseudo::illegal_moves(scene.position, legal);
    let mut found = Weighings::new();
    reader.weigh(cell, scene, &illegal, &mut found);
    out.extend(found.into_iter().filter(|weighed| weighed.how.is_unbent()).map(|weighed| ScoredMove {
        cost: weighed.cost + ILLEGAL,
        how: Provenance { illegal: true, ..weighed.how },
        ..weighed
    }));
}

/// Cost of a move's mark after the move was played, and its mismatch; `None` if the mark excludes the move.
pub(crate) fn weigh_mark(
    mark: Mark,
    after: &Chess,
    mover: shakmaty::Color,
    m: Move,
    bounds: &Bounds,
) -> Option<(Cost, Bends)> {
    let unmarked = bounds.habits.unmarked_check;
    let free = |cost| Some((cost, Bends::NONE));
    match mark {
        Mark::None => free(if after.is_check() { unmarked } else { Cost::EXACT }),
        _ if mark.holds_after(after, mover, m) => {
            free(if mark == Mark::Check && after.is_checkmate() { unmarked } else { Cost::EXACT })
        }
        _ if !bounds.bend_marks => None,
        // A check of another kind than stated is a smaller error than no check.
        _ if after.is_check() => Some((Cost::new(1_200), Bends::MARK)),
        _ => Some((Bends::MARK.cost(), Bends::MARK)),
    }
}
