//! The moving piece and the captured piece.

use shakmaty::{Bitboard, CastlingSide, Role};

use super::Parser;
use crate::Habit;
use crate::descriptive::{self, half, pawn_birth};
use crate::english::lex::Lexeme;
use crate::skeleton::{Displacement, Roles, Victim, Which, rank_of};

/// A piece as stated: a displacement with only the mover filled in.
pub(super) type NamedPiece = smallvec::SmallVec<[(Displacement, Habit); 3]>;

impl Parser<'_> {
    /// The pieces that the letters before the dash can mean.
    pub(super) fn named(&self, run: &[Role]) -> Option<NamedPiece> {
        let mut named = NamedPiece::new();
        let man = |role| Displacement { roles: Roles::only(role), ..Displacement::ANY };
        match run {
            [] => named.push((man(Role::Pawn), Habit::Plain)),
            [Role::Pawn] => {
                named.push((Displacement { which: self.stance, ..man(Role::Pawn) }, Habit::Plain));
            }
            [role] => named.push((man(*role), Habit::Plain)),
            [file @ .., Role::Pawn] => {
                let (role, wing) = file_name(file)?;
                let mask = descriptive::file(role, wing);
                named.push((Displacement { from: mask, ..man(Role::Pawn) }, Habit::Plain));
                let which = Which::Born(pawn_birth(self.side, role, wing));
                named.push((Displacement { which, ..man(Role::Pawn) }, Habit::OriginalName));
            }
            [wing, role] => {
                let side = wing_of(*wing)?;
                if !paired(*role) {
                    return None;
                }
                let which = Which::Born(descriptive::birth(self.side, *role, side));
                named.push((Displacement { which, ..man(*role) }, Habit::Plain));
                named.push((Displacement { which: Which::Wing(side), ..man(*role) }, Habit::ByStanding));
            }
            _ => return None,
        }
        Some(named)
    }

    /// "doubled", "passed": the relation of a pawn to others.
    pub(super) fn stance(&mut self) -> Which {
        match self.peek() {
            Some(Lexeme::Stance(stance)) => {
                self.at += 1;
                Which::Pawn(stance)
            }
            _ => Which::Any,
        }
    }

    /// The pieces that the letters of a victim can mean.
    pub(super) fn victims(&self, run: &[Role]) -> Option<smallvec::SmallVec<[(Victim, Habit); 3]>> {
        let mut kinds = smallvec::SmallVec::new();
        let them = !self.side;
        match run {
            [] => kinds.push((Victim::ANY, Habit::Plain)),
            [role] => kinds.push((Victim { roles: Roles::only(*role), ..Victim::ANY }, Habit::Plain)),
            [file @ .., Role::Pawn] => {
                let mask = file_of(file)?;
                let pawn = Victim { roles: Roles::only(Role::Pawn), ..Victim::ANY };
                kinds.push((Victim { on: mask, ..pawn }, Habit::Plain));
                let which = Which::Born(mask & rank_of(them, 2));
                kinds.push((Victim { which, ..pawn }, Habit::OriginalName));
            }
            [wing, role] => {
                let side = wing_of(*wing)?;
                if !paired(*role) {
                    return None;
                }
                let man = Victim { roles: Roles::only(*role), ..Victim::ANY };
                let born = Which::Born(descriptive::birth(them, *role, side));
                kinds.push((Victim { which: born, ..man }, Habit::Plain));
                kinds.push((Victim { which: Which::Wing(side), ..man }, Habit::ByStanding));
            }
            _ => return None,
        }
        Some(kinds)
    }
}

fn wing_of(role: Role) -> Option<CastlingSide> {
    match role {
        Role::King => Some(CastlingSide::KingSide),
        Role::Queen => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

fn paired(role: Role) -> bool {
    matches!(role, Role::Rook | Role::Knight | Role::Bishop)
}

/// The file that letters denote: "K", "B", "Q B", also "Q R's" in the long forms.
fn file_name(run: &[Role]) -> Option<(Role, Option<CastlingSide>)> {
    match run {
        [Role::Pawn] | [] => None,
        [role] => Some((*role, None)),
        [wing, role] if paired(*role) => wing_of(*wing).map(|side| (*role, Some(side))),
        _ => None,
    }
}

pub(super) fn file_of(run: &[Role]) -> Option<Bitboard> {
    file_name(run).map(|(role, wing)| descriptive::file(role, wing))
}

/// "to his 5th": the file named after the piece itself.
pub(super) fn own_file(run: &[Role]) -> Option<Bitboard> {
    match run {
        [file @ .., Role::Pawn] if !file.is_empty() => file_of(file),
        _ => file_of(run),
    }
}

/// "to her B's 4th": the file on the king's or the queen's own side.
pub(super) fn own_wing(kind: Role, files: &[Role]) -> Option<Bitboard> {
    let mask = file_of(files)?;
    Some(match wing_of(kind) {
        Some(side) if files.len() == 1 && paired(files[0]) => mask & half(side),
        _ => mask,
    })
}
