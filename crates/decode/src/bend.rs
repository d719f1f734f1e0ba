//! Mismatches between a skeleton and a move.
//!
//! Writers make few kinds of errors: a rank off by one, the wrong wing, the wrong piece letter, a missing or
//! misplaced capture. Each field of a skeleton that contradicts the move has a cost; all other fields must
//! match.

use std::fmt;

use shakmaty::{Bitboard, Move, Role, Square};

use super::Cost;
use crate::skeleton::{Capture, Deed, Displacement, Promotion, Scene, Skeleton, Which, victim_square};

/// Most fields that may contradict a move.
const MOST: u32 = 2;

/// The set of fields of a skeleton that contradict a move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Bends(u16);

/// A field with its cost and description.
struct Field {
    bit: u16,
    cost: Cost,
    words: &'static str,
}

macro_rules! fields {
    ($($name:ident $bit:literal $cost:literal $words:literal)*) => {
        impl Bends {
            $(#[doc = $words] pub const $name: Bends = Bends(1 << $bit);)*
        }
        const FIELDS: &[Field] = &[$(Field { bit: 1 << $bit, cost: Cost::new($cost), words: $words }),*];
    };
}

// Costs: rough odds of errors among moves that contradict the print in the checked transcriptions (1 : 30 for
// a wrong wing, 1 : 90 for a wrong square, 1 : 400 for a wrong piece).
fields! {
    WHICH       0  3500 "another piece of the same kind"
    FROM        1  4000 "from another square"
    CAPTURE     2  4000 "the capture mark is wrong"
    VICTIM      3  3500 "another piece is captured"
    RANK        4  4500 "the rank is off by one"
    WING        5  4500 "the wrong wing"
    SQUARE      6  6500 "another square"
    ROLE        7  6000 "another piece"
    PROMOTION   8  4500 "another promotion"
    EN_PASSANT  9  4000 "not en passant"
    MARK       10  2500 "the check mark is wrong"
    SIDE       11  4500 "castling on the other side"
    SIGN       12  3500 "a character is misread"
}

impl Bends {
    /// No mismatch.
    pub const NONE: Bends = Bends(0);

    /// Whether there is no mismatch.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The union.
    #[must_use]
    pub const fn and(self, other: Bends) -> Bends {
        Bends(self.0 | other.0)
    }

    /// Adds a field that is wrong.
    fn note(&mut self, wrong: bool, field: Bends) {
        if wrong {
            *self = self.and(field);
        }
    }

    /// Whether it contains all of `other`.
    #[must_use]
    pub const fn has(self, other: Bends) -> bool {
        self.0 & other.0 == other.0
    }

    /// Number of mismatched fields.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Total cost.
    #[must_use]
    pub fn cost(self) -> Cost {
        let (mut left, mut sum) = (self.0, Cost::EXACT);
        while left != 0 {
            // The fields are in the order of their bits.
            sum += FIELDS[left.trailing_zeros() as usize].cost;
            left &= left - 1;
        }
        sum
    }

    /// Whether there are more than may be in one move: [`MOST`].
    const fn is_many(self) -> bool {
        let left = self.0 & self.0.wrapping_sub(1);
        left & left.wrapping_sub(1) != 0
    }
}

impl fmt::Display for Bends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for field in FIELDS.iter().filter(|field| self.0 & field.bit != 0) {
            if !first {
                f.write_str(", ")?;
            }
            first = false;
            f.write_str(field.words)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// The fields of `skeleton`, except the mark, that contradict `m`; `None` if there are too many.
#[must_use]
pub fn bends(skeleton: &Skeleton, scene: Scene<'_>, m: Move) -> Option<Bends> {
    bends_within(skeleton, scene, m, Cost::NEVER)
}

/// The same; `None` also if they cost more than `most`.
#[must_use]
pub fn bends_within(skeleton: &Skeleton, scene: Scene<'_>, m: Move, most: Cost) -> Option<Bends> {
    let bends = match &skeleton.deed {
        Deed::Displace(displacement) => displaced(displacement, scene, m, most)?,
        Deed::Castle(Some(side)) => match m.castling_side() {
            Some(played) if played == *side => Bends::NONE,
            Some(_) => Bends::SIDE,
            None => return None,
        },
        Deed::Castle(None) => m.castling_side().map(|_| Bends::NONE)?,
        Deed::Same | Deed::Pass => {
            if !skeleton.describes(scene, m) {
                return None;
            }
            Bends::NONE
        }
    };
    (!bends.is_many() && bends.cost() <= most).then_some(bends)
}

/// Whether it is seen at a glance that a move contradicts a skeleton in too many fields, or at more than this cost: so it is with
/// most of the moves that are held against a text.
#[inline]
pub(crate) fn is_far(skeleton: &Skeleton, m: Move, most: Cost) -> bool {
    let Deed::Displace(said) = &skeleton.deed else { return false };
    let (role, from, to) = match m {
        Move::Normal { role, from, to, .. } => (role, from, to),
        Move::EnPassant { from, to } => (Role::Pawn, from, to),
        Move::Castle { .. } | Move::Put { .. } => return true,
    };
    let role = !said.roles.contains(role);
    let from = !said.from.contains(from);
    // Every square is said where none is.
    let to = !said.to.contains(to);
    let cost = |is_wrong: bool, field: usize| if is_wrong { FIELDS[field].cost } else { Cost::EXACT };
    role && from && to || cost(role, 7) + cost(from, 1) + cost(to, 4) > most
}

fn displaced(said: &Displacement, scene: Scene<'_>, m: Move, most: Cost) -> Option<Bends> {
    let (role, from, to) = match m {
        Move::Normal { role, from, to, .. } => (role, from, to),
        Move::EnPassant { from, to } => (Role::Pawn, from, to),
        Move::Castle { .. } | Move::Put { .. } => return None,
    };
    let mut bends = Bends::NONE;
    bends.note(!said.roles.contains(role), Bends::ROLE);
    bends.note(!said.from.contains(from), Bends::FROM);
    // Most moves are another piece's.
    if bends.cost() > most {
        return None;
    }
    if said.to != Bitboard::FULL && !said.to.contains(to) {
        // A third field is one too many.
        if bends.count() == MOST {
            return None;
        }
        bends.note(true, square_bend(said.to, to));
    }
    bends.note(said.en_passant && !m.is_en_passant(), Bends::EN_PASSANT);
    if let Promotion::To(said) = said.promotion {
        bends.note(m.promotion() != Some(said), Bends::PROMOTION);
    }
    // Or go to another square.
    if bends.is_many() || bends.cost() > most {
        return None;
    }
    match said.capture {
        Capture::Unstated => {}
        Capture::Quiet => bends.note(m.is_capture(), Bends::CAPTURE),
        Capture::Takes(victim) => match m.capture() {
            None => {
                bends.note(true, Bends::CAPTURE);
                // Only the victim says where the piece goes.
                bends.note(said.to == Bitboard::FULL, Bends::SQUARE);
            }
            Some(taken) => {
                let on = victim_square(m);
                let agrees = victim.roles.contains(taken) && victim.on.contains(on);
                bends.note(!agrees || !stands_for(victim.which, scene, on), Bends::VICTIM);
                bends.note(victim.just_moved && scene.last.is_none_or(|last| last.to() != on), Bends::VICTIM);
            }
        },
    }
    bends.note(!stands_for(said.which, scene, from), Bends::WHICH);
    Some(bends)
}

fn stands_for(which: Which, scene: Scene<'_>, square: Square) -> bool {
    which.describes(scene, square)
}

/// How `to` differs from the stated squares.
fn square_bend(said: Bitboard, to: Square) -> Bends {
    let square = Bitboard::from_square(to).0;
    if said.0 & (square << 8 | square >> 8) != 0 {
        Bends::RANK
    } else if said.contains(to.flip_horizontal()) {
        Bends::WING
    } else {
        Bends::SQUARE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_far_at_a_glance_is_far() {
        assert_eq!(
            [FIELDS[7].bit, FIELDS[1].bit, FIELDS[4].bit],
            [Bends::ROLE, Bends::FROM, Bends::RANK].map(|one| one.0)
        );
        // No other square is cheaper than the next rank.
        assert!([Bends::WING, Bends::SQUARE].iter().all(|other| other.cost() >= Bends::RANK.cost()));
    }

    #[test]
    fn fields_are_in_the_order_of_their_bits() {
        for (at, field) in FIELDS.iter().enumerate() {
            assert_eq!(field.bit, 1 << at);
            assert_eq!(Bends(field.bit).cost(), field.cost);
        }
        let sets: Vec<Bends> = (0..1 << FIELDS.len()).map(Bends).collect();
        for set in sets {
            let one_by_one: Cost = FIELDS.iter().filter(|f| set.0 & f.bit != 0).map(|f| f.cost).sum();
            assert_eq!((set.cost(), set.is_many()), (one_by_one, set.count() > 2));
        }
    }
}
