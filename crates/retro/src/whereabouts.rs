//! Where a man can have stood some half-moves before.

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Square};

use super::{Effort, case::Case, premises::Premises, rule::t5_last::Retro, work::Work};

/// Where a man can have stood.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// The squares on which no rule excludes it.
    pub squares: Bitboard,
    /// Whether all ways back were looked at; else it can have stood on other squares too.
    pub is_whole: bool,
}

/// Most positions that are looked at.
const MOST: usize = 20_000;

/// The squares on which the man on `square` can have stood `back` half-moves before `case`.
///
/// ```
/// use scorebook_retro::{Case, Effort, Premises, whereabouts};
/// use shakmaty::Square;
/// // The pawn has just moved, and one step, or its king would have been in check with White to move.
/// let case = Case::from_fen("8/8/8/8/1k6/P7/1K6/8 b - - 0 1").unwrap();
/// let premises = Premises { moved: true, ..Premises::default() };
/// let found = whereabouts(&premises, &case, Square::A3, 1, Effort::FULL);
/// assert!(found.is_whole && found.squares == Square::A2.into());
/// ```
#[must_use]
pub fn whereabouts(
    premises: &Premises,
    case: &Case,
    square: Square,
    back: u32,
    effort: Effort,
) -> Whereabouts {
    let mut retro = Retro::new(premises, effort, &Work::unbounded());
    let mut layer: Vec<(Case, Square)> = vec![(case.clone(), square)];
    let (mut looked, mut is_whole) = (0, true);
    for level in 0..back {
        let mut seen: FxHashSet<(Case, Square)> = FxHashSet::default();
        for (case, square) in &layer {
            looked += 1;
            if looked > MOST {
                is_whole = false;
                break;
            }
            // The first steps are sifted closely, the later ones by the position alone.
            let depth = if level == 0 { effort.depth } else { 1 };
            for unmove in retro.last_moves(case, depth) {
                let before = if unmove.to == *square { unmove.from } else { *square };
                // A rook that castled is not where it was.
                let before = match unmove.special {
                    super::Special::Castling(_) if unmove.before.board.piece_at(before).is_none() => {
                        let gained = unmove.before.board.occupied() & !case.board.occupied();
                        gained.without(unmove.from).first().unwrap_or(before)
                    }
                    _ => before,
                };
                seen.insert((unmove.before, before));
            }
        }
        layer = seen.into_iter().collect();
    }
    let squares = layer.iter().map(|(_, square)| *square).collect();
    Whereabouts { squares, is_whole: is_whole && retro.nodes > 0 }
}
