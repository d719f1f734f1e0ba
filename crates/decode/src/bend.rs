//! Mismatches between a skeleton and a move.
//!
//! Writers make few kinds of errors: a rank off by one, the wrong wing, the wrong piece letter, a missing or
//! misplaced capture. Each field of a skeleton that contradicts the move has a cost; all other fields must
//! match.
//! that agree must still agree.

use std::fmt;

use shakmaty::{Bitboard, Move, Role, Square};

use super::Cost;
use crate::skeleton::{Capture, Deed, Displacement, Promotion, Scene, Skeleton, Which, victim_square};

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
        FIELDS.iter().filter(|field| self.0 & field.bit != 0).map(|field| field.cost).sum()
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

/// Most mismatched fields in one move.
const MOST_BENDS: u32 = 2;

/// The fields of `skeleton`, except the mark, that contradict `m`; `None` if there are too many.
#[must_use]
pub fn bends(skeleton: &Skeleton, scene: Scene<'_>, m: Move) -> Option<Bends> {
    let bends = match &skeleton.deed {
        Deed::Displace(displacement) => displaced(displacement, scene, m)?,
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
    (bends.count() <= MOST_BENDS).then_some(bends)
}

fn displaced(said: &Displacement, scene: Scene<'_>, m: Move) -> Option<Bends> {
    let (role, from, to) = match m {
        Move::Normal { role, from, to, .. } => (role, from, to),
        Move::EnPassant { from, to } => (Role::Pawn, from, to),
        Move::Castle { .. } | Move::Put { .. } => return None,
    };
    let mut bends = Bends::NONE;
    bends.note(!said.roles.contains(role), Bends::ROLE);
    bends.note(!said.from.contains(from), Bends::FROM);
    if said.to != Bitboard::FULL && !said.to.contains(to) {
        bends.note(true, square_bend(said.to, to));
    }
    bends.note(said.en_passant && !m.is_en_passant(), Bends::EN_PASSANT);
    if let Promotion::To(said) = said.promotion {
        bends.note(m.promotion() != Some(said), Bends::PROMOTION);
    }
    // Most moves are another piece's, to another square.
    if bends.count() > MOST_BENDS {
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
    let near = said.into_iter().any(|square| square.file() == to.file() && square.distance(to) == 1);
    if near {
        Bends::RANK
    } else if said.contains(to.flip_horizontal()) {
        Bends::WING
    } else {
        Bends::SQUARE
    }
}
