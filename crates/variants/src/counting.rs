//! Counting rules: how many moves the stronger side has to mate when little is left.

use crate::geometry::Side;
use crate::kinds::PieceKind;
use crate::position::{Count, Position};
use crate::rules::Counting;

impl Position<'_> {
    /// How many moves the side that counts must hold out; 0: no count.
    fn count_limit(&self, counts: Side) -> u16 {
        let Some(rule) = self.rules.end.counting else { return 0 };
        let strong = counts.other();
        let pawns = Side::BOTH.iter().any(|&side| self.count_of(side, PieceKind::PAWN) > 0);
        let has = |name: &str| PieceKind::named(name).map_or(0, |kind| self.count_of(strong, kind));
        let (ours, theirs) = (self.count_of(counts, PieceKind::ANY), self.count_of(strong, PieceKind::ANY));
        let by_men = || match (has("rook"), has("silver"), has("knight")) {
            (2.., _, _) => 8,
            (1, _, _) => 16,
            (_, 2.., _) => 22,
            (_, _, 2..) => 32,
            (_, 1, _) => 44,
            _ => 64,
        };
        match rule {
            Counting::Makruk if pawns || theirs == 1 => 0,
            Counting::Makruk if ours > 1 => 64,
            Counting::Makruk => by_men(),
            Counting::Cambodian if ours > 3 || theirs == 1 => 0,
            Counting::Cambodian if ours > 1 => 63,
            Counting::Cambodian if pawns => 0,
            Counting::Cambodian => by_men() - 1,
            Counting::Asean if pawns || ours > 1 => 0,
            Counting::Asean => match (has("rook"), has("silver"), has("knight")) {
                (1.., _, _) => 16,
                (_, 1.., _) => 44,
                (_, _, 1..) => 64,
                _ => 0,
            },
        }
    }

    /// Brings the count up to date after a move of `us`.
    pub(crate) fn count_after(&mut self, us: Side, promoted: bool, pawn_captured: bool) {
        let Some(rule) = self.rules.end.counting else { return };
        let them = us.other();
        let men = |position: &Position, side: Side| position.count_of(side, PieceKind::ANY);
        let all = 2 * (men(self, us) + men(self, them)) as u16;
        if self.count.limit > 0 {
            self.count.ply = self.count.ply.saturating_add(1);
        }
        let pawns = Side::BOTH.iter().any(|&side| self.count_of(side, PieceKind::PAWN) > 0);
        if rule != Counting::Asean && pawn_captured && men(self, us) == 1 && !pawns {
            let limit = self.count_limit(us);
            if limit > 0 {
                self.count = Count { limit: 2 * limit, ply: all - 1 };
            }
        }
        let bared = (self.captured || promoted) && men(self, them) == 1;
        if self.count.limit == 0 || bared {
            let limit = self.count_limit(them);
            if limit > 0 {
                let from_nought = rule == Counting::Asean || men(self, them) > 1;
                self.count = Count { limit: 2 * limit, ply: if from_nought { 0 } else { all } };
            }
        }
    }

    /// Whether the count has reached its limit.
    pub(crate) fn counted_out(&self) -> bool {
        let shorter = self.rules.end.counting == Some(Counting::Cambodian)
            && 126 - (self.count.ply as i32) < self.count.limit as i32 - self.count.ply as i32;
        self.count.limit > 0 && self.count.ply > if shorter { 126 } else { self.count.limit }
    }
}
