//! Finds the one legal move that a written move denotes.

use shakmaty::{Bitboard, CastlingSide, File, Move, Role, Square};

use super::tables::{KING, PAWN};
use super::{Board, attacks, between, beyond, bit, first, role_of, square};
use crate::fast_san::FastSan;
use crate::san::{Disambiguation, Written};

/// A resolved move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ResolvedMove {
    /// The move.
    pub mv: Move,
    /// Whether the disambiguation differs from that of standard SAN.
    pub over_disambiguated: bool,
}

/// A move read by the fast path and resolved: not castling, promotion or en passant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FastMove {
    /// Its origin, 0 for a1 to 63 for h8.
    pub from: u8,
    /// Whether the disambiguation differs from that of standard SAN.
    pub over_disambiguated: bool,
}

/// Why a written move could not be resolved. [`Chess`](shakmaty::Chess) finds the details.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// No legal move matches.
    Illegal,
    /// Several legal moves match.
    Ambiguous,
    /// A pawn reaches the last rank, and the text has no promotion piece.
    NoPromotion,
}

impl Board {
    /// Resolves a move read by the fast path; `None` if [`Board::resolve`] must do it.
    #[inline(always)]
    #[must_use]
    pub fn find(&self, seen: &FastSan) -> Option<FastMove> {
        if self.state.turn == 0 { self.find_for::<0>(seen) } else { self.find_for::<1>(seen) }
    }

    /// The same for the side `US`, which is to move.
    #[inline(always)]
    fn find_for<const US: u8>(&self, seen: &FastSan) -> Option<FastMove> {
        if seen.role == PAWN { self.find_pawn::<US>(seen) } else { self.find_man::<US>(seen) }
    }

    #[inline(always)]
    pub(super) fn find_pawn<const US: u8>(&self, seen: &FastSan) -> Option<FastMove> {
        let from = self.pawn_origin::<US>(seen)?;
        self.passes::<US>(from, seen.to).then_some(FastMove { from, over_disambiguated: false })
    }

    #[inline(always)]
    pub(super) fn find_man<const US: u8>(&self, seen: &FastSan) -> Option<FastMove> {
        let to = seen.to;
        let all = self.of(US, seen.role) & attacks(seen.role, to);
        let mut named = all & seen.from;
        if named == 0 || self.color(US) & bit(to) != 0 {
            return None;
        }
        let occupied = self.occupied();
        let mut from = first(named);
        if named & (named - 1) == 0 {
            if between(from, to) & occupied != 0 {
                return None;
            }
            if seen.role == KING {
                let free = self.attackers(to, 1 - US, occupied & !bit(from)) == 0;
                return free.then_some(FastMove { from, over_disambiguated: seen.given });
            }
            if !self.passes::<US>(from, to) {
                return None;
            }
        } else {
            let mut fitting = 0;
            while named != 0 {
                let one = first(named);
                named &= named - 1;
                if between(one, to) & occupied == 0 && self.passes::<US>(one, to) {
                    from = one;
                    fitting += 1;
                }
            }
            if fitting != 1 {
                return None;
            }
        }
        let over_disambiguated = seen.given && self.is_over_disambiguated(seen.from, seen.role, from, to);
        Some(FastMove { from, over_disambiguated })
    }

    #[inline(always)]
    fn pawn_origin<const US: u8>(&self, seen: &FastSan) -> Option<u8> {
        let to = seen.to;
        // Not a promotion.
        if to.wrapping_sub(8) >= 48 {
            return None;
        }
        let pawns = self.of(US, PAWN);
        if seen.capture {
            // Without a piece to capture it is en passant or illegal.
            let from = pawns & seen.from & attacks((1 - US) << 3 | PAWN, to);
            return (from != 0 && self.color(1 - US) & bit(to) != 0).then(|| first(from));
        }
        let back = |to: u8| if US == 0 { to.wrapping_sub(8) } else { to.wrapping_add(8) };
        let near = back(to);
        let far = back(near);
        let is_near = pawns >> (near & 63) & 1 != 0;
        let start = if US == 0 { 24..32u8 } else { 32..40 };
        let may_far = start.contains(&to) & (self.on(near) == 0) & (pawns >> (far & 63) & 1 != 0);
        ((is_near | may_far) & (self.on(to) == 0)).then_some(if is_near { near } else { far })
    }

    /// Whether a piece other than the king can move from `from` to `to` without exposing its king.
    #[inline(always)]
    fn passes<const US: u8>(&self, from: u8, to: u8) -> bool {
        let king = self.king(US);
        let (straight, slant) = self.sliders(1 - US);
        let behind = beyond(king, from) & (straight | slant);
        behind | self.state.checkers == 0 || self.is_safe(US, from, to)
    }

    /// The same, in full.
    #[inline(never)]
    pub(super) fn is_safe(&self, us: u8, from: u8, to: u8) -> bool {
        let king = self.king(us);
        let checkers = self.state.checkers;
        if checkers != 0 {
            let checker = first(checkers);
            if checkers & (checkers - 1) != 0 || (between(king, checker) | bit(checker)) & bit(to) == 0 {
                return false;
            }
        }
        let occupied = self.occupied() & !bit(from) | bit(to);
        self.uncovered(king, from, 1 - us, occupied) & !bit(to) == 0
    }

    /// Sliders of `side` behind `through` that attack `square` once `through` is empty.
    #[inline(never)]
    pub(super) fn uncovered(&self, square: u8, through: u8, side: u8, occupied: u64) -> u64 {
        let (straight, slant) = self.sliders(side);
        let is_straight = square & 7 == through & 7 || square >> 3 == through >> 3;
        let kind = if is_straight { straight } else { slant };
        let mut left = beyond(square, through) & kind & occupied;
        let mut out = 0;
        while left != 0 {
            let slider = first(left);
            left &= left - 1;
            if between(square, slider) & occupied == 0 {
                out |= bit(slider);
            }
        }
        out
    }

    /// Whether `given` differs from the standard SAN disambiguation of `from` among the pieces of its role
    /// that can move to `to`.
    #[inline(never)]
    fn is_over_disambiguated(&self, given: u64, role: u8, from: u8, to: u8) -> bool {
        let others = self.rivals(role, from, to);
        Disambiguation::needed(square(from), others).mask.0 != given
    }

    /// Resolves a written move.
    ///
    /// # Errors
    /// If not exactly one legal move matches.
    pub fn resolve(&self, written: &Written) -> Result<ResolvedMove, Unresolved> {
        match *written {
            Written::Castle { side } => {
                let mv = self.castle(side).ok_or(Unresolved::Illegal)?;
                Ok(ResolvedMove { mv, over_disambiguated: false })
            }
            Written::Man { role, from, to, .. } => self.man(role, from, to),
            Written::Pawn { from_file, to, promotion, .. } => {
                let mv = self.pawn(from_file, to, promotion)?;
                Ok(ResolvedMove { mv, over_disambiguated: false })
            }
        }
    }

    fn man(&self, role: Role, given: Disambiguation, to: Square) -> Result<ResolvedMove, Unresolved> {
        let (us, target, occupied) = (self.state.turn, u8::from(to), self.occupied());
        if self.color(us) & bit(target) != 0 {
            return Err(Unresolved::Illegal);
        }
        let all = self.of(us, role as u8) & attacks(role as u8, target);
        let fits = |&from: &u8| {
            if role == Role::King {
                return self.attackers(target, 1 - us, occupied & !bit(from)) == 0;
            }
            between(from, target) & occupied == 0 && self.is_safe(us, from, target)
        };
        let mut fitting = super::squares(all & given.mask.0).filter(fits);
        let from = fitting.next().ok_or(Unresolved::Illegal)?;
        if fitting.next().is_some() {
            return Err(Unresolved::Ambiguous);
        }
        let king = role == Role::King;
        let over_disambiguated =
            !given.is_empty() && (king || self.is_over_disambiguated(given.mask.0, role as u8, from, target));
        let capture = role_of(self.on(target));
        Ok(ResolvedMove {
            mv: Move::Normal { role, from: square(from), capture, to, promotion: None },
            over_disambiguated,
        })
    }

    fn pawn(&self, from_file: Option<File>, to: Square, promotion: Option<Role>) -> Result<Move, Unresolved> {
        let (us, target) = (self.state.turn, u8::from(to));
        let pawns = self.of(us, PAWN);
        let back = to.offset(if us == 0 { -8 } else { 8 }).map(u8::from).ok_or(Unresolved::Illegal)?;
        let from = match from_file {
            Some(file) if file != to.file() => {
                let from = pawns & Bitboard::from(file).0 & attacks((1 - us) << 3 | PAWN, target);
                if from == 0 {
                    return Err(Unresolved::Illegal);
                }
                if self.color(1 - us) & bit(target) == 0 {
                    let from = first(from);
                    let fits = promotion.is_none() && self.may_pass(from, target);
                    return fits
                        .then(|| Move::EnPassant { from: square(from), to })
                        .ok_or(Unresolved::Illegal);
                }
                first(from)
            }
            _ => {
                let far = if us == 0 { back.wrapping_sub(8) } else { back.wrapping_add(8) };
                let start = if us == 0 { 8..16 } else { 48..56u8 };
                if self.on(target) != 0 {
                    return Err(Unresolved::Illegal);
                }
                if pawns & bit(back) != 0 {
                    back
                } else if start.contains(&far) && self.on(back) == 0 && pawns & bit(far) != 0 {
                    far
                } else {
                    return Err(Unresolved::Illegal);
                }
            }
        };
        if !self.is_safe(us, from, target) {
            return Err(Unresolved::Illegal);
        }
        if Bitboard::BACKRANKS.contains(to) != promotion.is_some() {
            return Err(if promotion.is_none() { Unresolved::NoPromotion } else { Unresolved::Illegal });
        }
        let capture = role_of(self.on(target));
        Ok(Move::Normal { role: Role::Pawn, from: square(from), capture, to, promotion })
    }

    /// Whether the pawn on `from` can capture en passant on `to`.
    fn may_pass(&self, from: u8, to: u8) -> bool {
        let us = self.state.turn;
        let taken = bit(from & !7 | to & 7);
        let occupied = self.occupied() & !bit(from) & !taken | bit(to);
        self.state.passed == to && self.attackers(self.king(us), 1 - us, occupied) & !taken == 0
    }

    /// Whether the pawn that has just passed `to` can be captured en passant.
    pub(super) fn can_pass(&self, to: u8) -> bool {
        let us = self.state.turn;
        let near = self.of(us, PAWN) & attacks((1 - us) << 3 | PAWN, to);
        near != 0 && super::squares(near).any(|from| self.may_pass(from, to))
    }

    fn castle(&self, wing: CastlingSide) -> Option<Move> {
        let us = self.state.turn;
        if self.state.checkers != 0 {
            return None;
        }
        let (king, turn) = (self.king(us), self.turn());
        let home = (0xff << (king & 56)) & self.color(us) & self.state.rights;
        if home == 0 {
            return None;
        }
        let (rook, outwards) = match wing {
            CastlingSide::KingSide => (63 - home.leading_zeros() as u8, true),
            CastlingSide::QueenSide => (first(home), false),
        };
        if (rook > king) != outwards {
            return None;
        }
        let (king_to, rook_to) = (u8::from(wing.king_to(turn)), u8::from(wing.rook_to(turn)));
        let others = self.occupied() & !bit(king) & !bit(rook);
        let path = between(king, king_to) | bit(king_to) | between(rook, rook_to) | bit(rook_to);
        if path & others != 0 {
            return None;
        }
        let attacked = |to: u8, occupied: u64| self.attackers(to, 1 - us, occupied) != 0;
        let before = self.occupied() & !bit(king);
        if super::squares(between(king, king_to)).any(|to| attacked(to, before)) {
            return None;
        }
        let after = others | bit(rook_to);
        (!attacked(king_to, after)).then(|| Move::Castle { king: square(king), rook: square(rook) })
    }

    /// The code of a piece with this role of the side to move.
    pub(super) const fn code(&self, role: u8) -> u8 {
        self.state.turn << 3 | role
    }
}
