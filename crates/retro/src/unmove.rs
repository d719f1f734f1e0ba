//! Moves taken back.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Color, File, Piece, Role, Square, attacks};

use super::{
    case::{Case, forward, rank},
    mobility::diagonals,
    premises::{Premises, StartKind},
};

/// What kind of move is taken back.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// No special kind.
    None,
    /// The piece was a pawn and became what it is.
    Promotion,
    /// A pawn took in passing.
    EnPassant,
    /// King and rook castled; the squares are the king's.
    Castling(CastlingSide),
}

/// A move that may have been the last, with the position before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmove {
    /// The piece as it stands now.
    pub role: Role,
    /// Where it came from.
    pub from: Square,
    /// Where it stands.
    pub to: Square,
    /// What it took.
    pub captured: Option<Role>,
    /// What kind of move.
    pub special: Special,
    /// The position before, with only the claims that the position after implies.
    pub before: Case,
}

impl Unmove {
    /// From and to and what was promoted to, as UCI has it: all captures of a piece on a square are
    /// one.
    #[must_use]
    pub fn uci(&self) -> String {
        match self.special {
            Special::Promotion => format!("{}{}{}", self.from, self.to, self.role.char()),
            _ => format!("{}{}", self.from, self.to),
        }
    }
}

impl fmt::Display for Unmove {
    /// The move in full, with the piece it took: `Ka7xNa8`, `c7xNd8=R`, `d5xe6ep`, `e7-e5`, `O-O`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Special::Castling(side) = self.special {
            return f.write_str(match side {
                CastlingSide::KingSide => "O-O",
                CastlingSide::QueenSide => "O-O-O",
            });
        }
        if self.role != Role::Pawn && self.special != Special::Promotion {
            write!(f, "{}", self.role.upper_char())?;
        }
        write!(f, "{}", self.from)?;
        match (self.captured, self.special) {
            (_, Special::EnPassant) => write!(f, "x{}ep", self.to)?,
            (None, _) => write!(f, "-{}", self.to)?,
            (Some(Role::Pawn), _) => write!(f, "xP{}", self.to)?,
            (Some(role), _) => write!(f, "x{}{}", role.upper_char(), self.to)?,
        }
        if self.special == Special::Promotion {
            write!(f, "={}", self.role.upper_char())?;
        }
        Ok(())
    }
}

/// Every move that may have led to `case`, by the rules of moves and checks alone: no count and no
/// history. Quiet moves first.
#[must_use]
pub fn unmoves(premises: &Premises, case: &Case) -> Vec<Unmove> {
    let mut found = Generator { premises, case, mover: !case.turn, found: Vec::with_capacity(64) };
    found.run();
    let mut found = found.found;
    found.sort_by_key(|unmove| match (unmove.captured, unmove.special) {
        (None, Special::None) => 0,
        (None, _) => 1,
        (Some(_), Special::None) => 2,
        (Some(_), _) => 3,
    });
    found
}

struct Generator<'a> {
    premises: &'a Premises,
    case: &'a Case,
    mover: Color,
    found: Vec<Unmove>,
}

/// What a piece may have taken on a square of the middle of the board, the likeliest first.
const PREY: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Generator<'_> {
    fn run(&mut self) {
        let case = self.case;
        let occupied = case.board.occupied();
        if let Some(ep) = case.ep {
            // The last move is known.
            if let (Some(from), Some(to)) = (forward(!self.mover, ep), forward(self.mover, ep)) {
                self.step(Role::Pawn, from, to, None, Special::None);
            }
            return;
        }
        let fixed = case.castling_men() | self.premises.unmoved;
        for to in case.board.by_color(self.mover) & !fixed {
            let Some(role) = case.board.role_at(to) else { continue };
            if role == Role::Pawn {
                self.pawn(to);
                continue;
            }
            let piece = Piece { color: self.mover, role };
            for from in attacks::attacks(to, piece, occupied) & !occupied {
                self.step(role, from, to, None, Special::None);
                self.captures(role, from, to, Special::None);
            }
            if role != Role::King && to.rank() == rank(self.mover, 8) {
                self.promotion(role, to);
            }
        }
        self.castlings();
    }

    fn captures(&mut self, role: Role, from: Square, to: Square, special: Special) {
        for capturable in PREY {
            if capturable == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
                continue;
            }
            self.step(role, from, to, Some(capturable), special);
        }
    }

    fn pawn(&mut self, to: Square) {
        let occupied = self.case.board.occupied();
        let mover = self.mover;
        if to.rank() == rank(mover, 2) {
            return;
        }
        if let Some(from) = forward(!mover, to).filter(|&from| !occupied.contains(from)) {
            self.step(Role::Pawn, from, to, None, Special::None);
            if to.rank() == rank(mover, 4)
                && let Some(from) = forward(!mover, from).filter(|&from| !occupied.contains(from))
            {
                self.step(Role::Pawn, from, to, None, Special::None);
            }
        }
        for from in diagonals(!mover, Bitboard::from(to)) & !occupied {
            self.captures(Role::Pawn, from, to, Special::None);
            if to.rank() == rank(mover, 6) {
                self.en_passant(from, to);
            }
        }
    }

    fn promotion(&mut self, role: Role, to: Square) {
        let occupied = self.case.board.occupied();
        if let Some(from) = forward(!self.mover, to).filter(|&from| !occupied.contains(from)) {
            self.step(role, from, to, None, Special::Promotion);
        }
        for from in diagonals(!self.mover, Bitboard::from(to)) & !occupied {
            self.captures(role, from, to, Special::Promotion);
        }
    }

    fn en_passant(&mut self, from: Square, to: Square) {
        let (Some(pawn), Some(left)) = (forward(!self.mover, to), forward(self.mover, to)) else {
            return;
        };
        let needed = Bitboard::from(pawn) | Bitboard::from(left);
        if self.case.board.occupied().intersects(needed) {
            return;
        }
        let mut before = self.before();
        before.board.discard_piece_at(to);
        before.board.set_piece_at(from, self.mover.pawn());
        before.board.set_piece_at(pawn, (!self.mover).pawn());
        before.ep = Some(to);
        self.keep(Unmove {
            role: Role::Pawn,
            from,
            to,
            captured: Some(Role::Pawn),
            special: Special::EnPassant,
            before,
        });
    }

    fn step(&mut self, role: Role, from: Square, to: Square, captured: Option<Role>, special: Special) {
        let mut before = self.before();
        before.board.discard_piece_at(to);
        if let Some(role) = captured {
            before.board.set_piece_at(to, Piece { color: !self.mover, role });
        }
        let was = if special == Special::Promotion { Role::Pawn } else { role };
        before.board.set_piece_at(from, Piece { color: self.mover, role: was });
        self.keep(Unmove { role, from, to, captured, special, before });
    }

    fn castlings(&mut self) {
        let (case, mover) = (self.case, self.mover);
        let home = mover.backrank();
        let at = |file| Square::from_coords(file, home);
        // In Chess960 king and rook may have castled from anywhere on their rank.
        for side in CastlingSide::ALL {
            let (king_to, rook_to) = (side.king_to(mover), side.rook_to(mover));
            if !case.men(mover, Role::King).contains(king_to)
                || !case.men(mover, Role::Rook).contains(rook_to)
                || (case.castling & home).any()
                || (self.premises.unmoved.contains(king_to) || self.premises.unmoved.contains(rook_to))
            {
                continue;
            }
            if self.premises.kind == StartKind::Standard {
                let rook = at(if side.is_king_side() { File::H } else { File::A });
                self.castling(side, at(File::E), rook);
            } else {
                for king in File::ALL {
                    for rook in File::ALL {
                        if (rook > king) == side.is_king_side() && rook != king {
                            self.castling(side, at(king), at(rook));
                        }
                    }
                }
            }
        }
    }

    fn castling(&mut self, side: CastlingSide, king: Square, rook: Square) {
        let (case, mover) = (self.case, self.mover);
        let (king_to, rook_to) = (side.king_to(mover), side.rook_to(mover));
        let mut before = self.before();
        before.board.discard_piece_at(king_to);
        before.board.discard_piece_at(rook_to);
        let others = before.board.occupied();
        let path = attacks::between(king, king_to)
            | attacks::between(rook, rook_to)
            | Bitboard::from(king)
            | Bitboard::from(rook);
        if others.intersects(path) {
            return;
        }
        before.board.set_piece_at(king, mover.king());
        before.board.set_piece_at(rook, mover.rook());
        before.castling.add(rook);
        // Neither out of check nor over an attacked square; pieces behind the rook do not see.
        let walk = attacks::between(king, king_to) | Bitboard::from(king);
        let attacked = walk
            .into_iter()
            .any(|square| before.board.attacks_to(square, !mover, before.board.occupied()).any());
        if attacked || case.in_check(mover) {
            return;
        }
        self.keep(Unmove {
            role: Role::King,
            from: king,
            to: king_to,
            captured: None,
            special: Special::Castling(side),
            before,
        });
    }

    fn before(&self) -> Case {
        Case {
            board: self.case.board.clone(),
            turn: self.mover,
            castling: self.case.castling,
            ep: None,
            by_file: self.case.by_file,
            quiet: self.case.quiet.saturating_sub(1),
        }
    }

    /// Keeps the move unless it captured where nothing was captured, or the side that was not to move stood in check before
    /// it.
    fn keep(&mut self, unmove: Unmove) {
        if self.case.quiet > 0 && unmove.captured.is_some() {
            return;
        }
        if !unmove.before.in_check(self.case.turn) {
            self.found.push(unmove);
        }
    }
}
