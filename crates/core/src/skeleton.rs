//! Skeletons: written moves as patterns that legal moves are matched against.
//!
//! The idea is Bell & Jacobi's ("How to read, make and store chess moves", The Computer Journal 22:1, 1978):
//! a written move is a pattern that matches one legal move, several (ambiguous) or none (an error). Here the
//! pattern is a set of [`Bitboard`] masks, so one test serves every notation.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, File, Move, Position, Role, Square};

use crate::lineage::Lineage;
use crate::pass::{Passing, is_null};

/// A set of roles.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Roles(u8);

impl Roles {
    /// No role.
    pub const NONE: Roles = Roles(0);
    /// All roles.
    pub const ANY: Roles = Roles(0b0111_1110);
    /// All roles except the pawn.
    pub const PIECES: Roles = Roles(0b0111_1100);

    /// Just `role`.
    #[must_use]
    pub const fn only(role: Role) -> Roles {
        Roles(1 << role as u8)
    }

    /// The set with `role` added.
    #[must_use]
    pub const fn with(self, role: Role) -> Roles {
        Roles(self.0 | 1 << role as u8)
    }

    /// Whether `role` is in the set.
    #[must_use]
    pub const fn contains(self, role: Role) -> bool {
        self.0 & (1 << role as u8) != 0
    }

    /// The only role, if the set has exactly one.
    #[must_use]
    pub fn single(self) -> Option<Role> {
        let mut roles = Role::ALL.into_iter().filter(|&role| self.contains(role));
        roles.next().filter(|_| roles.next().is_none())
    }
}

impl fmt::Debug for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for role in Role::ALL.into_iter().filter(|&role| self.contains(role)) {
            write!(f, "{}", role.upper_char())?;
        }
        Ok(())
    }
}

/// Which of several pieces of the same role moves, besides its origin square.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Which {
    /// Not stated.
    #[default]
    Any,
    /// The one born inside the mask.
    Born(Bitboard),
    /// The one nearest to that wing.
    Wing(CastlingSide),
    /// A pawn with this relation to the other pawns.
    Pawn(Stance),
}

/// The relation of a pawn to other pawns.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stance {
    /// Another pawn of its side is on its file.
    Doubled,
    /// No enemy pawn is in front of it, on its own or an adjacent file.
    Passed,
    /// No pawn of its side is on an adjacent file.
    Isolated,
}

/// What a cell states about a capture.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Capture {
    /// Nothing: the notation need not mark captures.
    #[default]
    Unstated,
    /// The move is not a capture.
    Quiet,
    /// The move captures a piece with these properties.
    Takes(Victim),
}

/// Properties of a captured piece.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Victim {
    /// Its possible roles.
    pub roles: Roles,
    /// Its possible squares; for en passant, the square of the captured pawn.
    pub on: Bitboard,
    /// Which piece of its role.
    pub which: Which,
    /// It has just captured or moved to its square ("retakes").
    pub just_moved: bool,
}

impl Victim {
    /// Any piece on any square.
    pub const ANY: Victim =
        Victim { roles: Roles::ANY, on: Bitboard::FULL, which: Which::Any, just_moved: false };
}

/// What a cell states about a promotion.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Promotion {
    /// Nothing. A pawn that reaches the last rank may become any piece, most likely a queen.
    #[default]
    Unstated,
    /// The pawn becomes this piece.
    To(Role),
}

/// What a cell states about check and mate. A mark must be true; a missing mark may have been forgotten.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mark {
    /// No mark.
    #[default]
    None,
    /// `+`, `ch`, `†`, "checks".
    Check,
    /// `dbl ch`.
    Double,
    /// `dis ch`.
    Discovered,
    /// `++`: double check, or mate.
    DoubleOrMate,
    /// `mate`, `#`.
    Mate,
}

/// A move of one piece, as far as the cell describes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Displacement {
    /// The possible roles of the piece before the move.
    pub roles: Roles,
    /// Its possible origin squares.
    pub from: Bitboard,
    /// Its possible target squares.
    pub to: Bitboard,
    /// Which piece of its role.
    pub which: Which,
    /// What is stated about a capture.
    pub capture: Capture,
    /// What is stated about a promotion.
    pub promotion: Promotion,
    /// Whether the cell states "en passant".
    pub en_passant: bool,
}

impl Displacement {
    /// Any piece from anywhere to anywhere.
    pub const ANY: Displacement = Displacement {
        roles: Roles::ANY,
        from: Bitboard::FULL,
        to: Bitboard::FULL,
        which: Which::Any,
        capture: Capture::Unstated,
        promotion: Promotion::Unstated,
        en_passant: false,
    };
}

/// What a skeleton describes: the move itself, without the mark.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// A piece goes from one square to another.
    Displace(Displacement),
    /// Castling, on that side if it is stated.
    Castle(Option<CastlingSide>),
    /// The mirror image of the opponent's last move ("The same").
    Same,
    /// A null move: the side passes.
    Pass,
}

/// The pattern of a written move: deed and mark.
///
/// ```
/// use scorebook_core::skeleton::{Capture, Deed, Displacement, Mark, Roles, Skeleton};
/// use scorebook_core::lineage::Lineage;
/// use shakmaty::{Bitboard, Chess, Position, Role, Square};
/// // "Kt-KB3": a knight goes to f3 and takes nothing.
/// let skeleton = Skeleton::displace(Displacement {
///     roles: Roles::only(Role::Knight),
///     to: Bitboard::from_square(Square::F3),
///     capture: Capture::Quiet,
///     ..Displacement::ANY
/// });
/// let position = Chess::default();
/// let lineage = Lineage::new(&position);
/// let scene = scorebook_core::skeleton::Scene { position: &position, lineage: &lineage, last: None };
/// let fits: Vec<_> = position.legal_moves().into_iter().filter(|&m| skeleton.admits(scene, m)).collect();
/// assert_eq!(fits.len(), 1);
/// assert_eq!(fits[0].from(), Some(Square::G1));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Skeleton {
    /// The move itself.
    pub deed: Deed,
    /// The mark of check or mate.
    pub mark: Mark,
}

/// What a skeleton is matched against: the position before the move, and its history.
#[derive(Copy, Clone, Debug)]
pub struct Scene<'a> {
    /// The position before the move.
    pub position: &'a Chess,
    /// The birth squares of the pieces on the board.
    pub lineage: &'a Lineage,
    /// The last move, if there is one.
    pub last: Option<Move>,
}

impl Skeleton {
    /// A displacement without a mark.
    #[must_use]
    pub const fn displace(displacement: Displacement) -> Skeleton {
        Skeleton { deed: Deed::Displace(displacement), mark: Mark::None }
    }

    /// Castling without a mark.
    #[must_use]
    pub const fn castle(side: Option<CastlingSide>) -> Skeleton {
        Skeleton { deed: Deed::Castle(side), mark: Mark::None }
    }

    /// Sets the mark.
    #[must_use]
    pub const fn marked(mut self, mark: Mark) -> Skeleton {
        self.mark = mark;
        self
    }

    /// Whether it states an en passant capture.
    #[must_use]
    pub const fn says_en_passant(&self) -> bool {
        matches!(self.deed, Deed::Displace(Displacement { en_passant: true, .. }))
    }

    /// Whether it describes a capture by its victim only. Then an en passant capture can be told from an
    /// ordinary one only if it is stated.
    #[must_use]
    pub fn leaves_en_passant_open(&self) -> bool {
        match self.deed {
            Deed::Displace(said) => !said.en_passant && said.to.more_than_one(),
            _ => false,
        }
    }

    /// Whether it matches the legal move `m`, including the mark.
    #[must_use]
    pub fn admits(&self, scene: Scene<'_>, m: Move) -> bool {
        self.describes(scene, m) && self.mark.holds(scene.position, m)
    }

    /// Whether it matches `m`, ignoring the mark.
    #[must_use]
    pub fn describes(&self, scene: Scene<'_>, m: Move) -> bool {
        match &self.deed {
            Deed::Displace(displacement) => displacement.describes(scene, m),
            Deed::Castle(side) => m.castling_side().is_some_and(|s| side.is_none_or(|side| side == s)),
            Deed::Same => scene.last.is_some_and(|last| mirrored(last) == Some(m)),
            Deed::Pass => is_null(m),
        }
    }
}

/// The mirror image of `m` for the other side; `None` for captures.
fn mirrored(m: Move) -> Option<Move> {
    match m {
        Move::Normal { role, from, capture, to, promotion } => Some(Move::Normal {
            role,
            from: from.flip_vertical(),
            capture,
            to: to.flip_vertical(),
            promotion,
        }),
        Move::Castle { king, rook } => {
            Some(Move::Castle { king: king.flip_vertical(), rook: rook.flip_vertical() })
        }
        Move::EnPassant { .. } | Move::Put { .. } => None,
    }
}

impl Displacement {
    fn describes(&self, scene: Scene<'_>, m: Move) -> bool {
        let (role, from, to) = match m {
            Move::Normal { role, from, to, .. } => (role, from, to),
            Move::EnPassant { from, to } => (Role::Pawn, from, to),
            // A king that takes his own rook castles, as UCI writes it in Chess960.
            Move::Castle { king, rook } => {
                return self.roles.contains(Role::King)
                    && self.from.single_square() == Some(king)
                    && self.to.single_square() == Some(rook)
                    && self.capture == Capture::Unstated;
            }
            Move::Put { .. } => return false,
        };
        self.roles.contains(role)
            && self.from.contains(from)
            && self.to.contains(to)
            && (!self.en_passant || m.is_en_passant())
            && match self.promotion {
                Promotion::Unstated => true,
                Promotion::To(role) => m.promotion() == Some(role),
            }
            && self.capture.describes(scene, m)
            && self.which.describes(scene, from)
    }
}

impl Capture {
    fn describes(&self, scene: Scene<'_>, m: Move) -> bool {
        match self {
            Capture::Unstated => true,
            Capture::Quiet => !m.is_capture(),
            Capture::Takes(victim) => {
                let Some(role) = m.capture() else { return false };
                let on = victim_square(m);
                victim.roles.contains(role)
                    && victim.on.contains(on)
                    && (!victim.just_moved || scene.last.is_some_and(|last| last.to() == on))
                    && victim.which.describes(scene, on)
            }
        }
    }
}

/// The square of the piece captured by `m`: beside the target for en passant.
#[must_use]
pub fn victim_square(m: Move) -> Square {
    match m {
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
        _ => m.to(),
    }
}

impl Which {
    /// Whether the piece on `square` is the one described.
    #[must_use]
    pub fn describes(self, scene: Scene<'_>, square: Square) -> bool {
        match self {
            Which::Any => true,
            Which::Born(mask) => scene.lineage.born_in(square, mask),
            Which::Wing(side) => nearest_to_wing(scene.position, square, side),
            Which::Pawn(stance) => stance.holds(scene.position, square),
        }
    }
}

impl Stance {
    /// Whether the pawn on `square` has this relation to the other pawns.
    #[must_use]
    pub fn holds(self, position: &Chess, square: Square) -> bool {
        let board = position.board();
        let Some(pawn) = board.piece_at(square).filter(|man| man.role == Role::Pawn) else { return false };
        let own = board.by_piece(pawn).without(square);
        let file = Bitboard::from(square.file());
        let beside = files_beside(square.file());
        match self {
            Stance::Doubled => own.intersects(file),
            Stance::Isolated => !own.intersects(beside),
            Stance::Passed => {
                let rank = |at: Square| pawn.color.fold_wb(u32::from(at.rank()), 7 - u32::from(at.rank()));
                let others = board.by_piece(Role::Pawn.of(!pawn.color)) & (file | beside);
                !others.into_iter().any(|other| rank(other) > rank(square))
            }
        }
    }
}

fn files_beside(file: File) -> Bitboard {
    [file.offset(-1), file.offset(1)]
        .into_iter()
        .flatten()
        .map(Bitboard::from)
        .fold(Bitboard::EMPTY, |a, b| a | b)
}

/// Whether no piece of the same role and colour is nearer to the wing than the one on `square`.
fn nearest_to_wing(position: &Chess, square: Square, side: CastlingSide) -> bool {
    let board = position.board();
    let Some(piece) = board.piece_at(square) else { return false };
    let nearer = |other: Square| match side {
        CastlingSide::QueenSide => other.file() < square.file(),
        CastlingSide::KingSide => other.file() > square.file(),
    };
    !board.by_piece(piece).into_iter().any(nearer)
}

impl Mark {
    /// Whether the mark is true of `m`, a move in `position`; true without a mark.
    #[must_use]
    pub fn holds(self, position: &Chess, m: Move) -> bool {
        if self == Mark::None {
            return true;
        }
        let mut after = position.clone();
        after.play_or_pass(m);
        self.holds_after(&after, position.turn(), m)
    }

    /// Whether the mark is true of `m`, with which `mover` has reached the position `after`.
    #[must_use]
    pub fn holds_after(self, after: &Chess, mover: Color, m: Move) -> bool {
        let checkers = after.checkers();
        match self {
            Mark::None => true,
            _ if checkers.is_empty() => false,
            Mark::Check => true,
            Mark::Double => checkers.more_than_one(),
            Mark::Discovered => !arrived(mover, m).is_superset(checkers),
            Mark::DoubleOrMate => checkers.more_than_one() || after.is_checkmate(),
            Mark::Mate => after.is_checkmate(),
        }
    }
}

/// The squares on which pieces arrive with `m`.
fn arrived(mover: Color, m: Move) -> Bitboard {
    match m.castling_side() {
        Some(side) => Bitboard::from(side.king_to(mover)) | Bitboard::from(side.rook_to(mover)),
        None => Bitboard::from(m.to()),
    }
}

/// The squares of a rank counted from `side`, from 1.
#[must_use]
pub fn rank_of(side: Color, rank: u32) -> Bitboard {
    let Some(index) = rank.checked_sub(1).filter(|&r| r < 8) else { return Bitboard::EMPTY };
    Bitboard::from(side.fold_wb(shakmaty::Rank::new(index), shakmaty::Rank::new(7 - index)))
}

/// The squares of the files from `first` to `last`.
#[must_use]
pub fn files(first: File, last: File) -> Bitboard {
    File::ALL
        .into_iter()
        .filter(|f| (first..=last).contains(f))
        .fold(Bitboard::EMPTY, |mask, f| mask | Bitboard::from(f))
}
