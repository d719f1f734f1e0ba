//! The inputs of the model for a position, computed once for all its moves.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

use super::model::BOOK_PLIES;

/// An earlier move, as the model sees it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Past {
    /// Role of the piece, 1 to 6; 0 if there is no such move.
    pub role: u8,
    /// Its origin.
    pub from: u8,
    /// Its target.
    pub to: u8,
    /// Role of the captured piece; 0 for none.
    pub victim: u8,
}

impl Past {
    pub(super) fn of(m: Move) -> Past {
        Past {
            role: m.role() as u8,
            from: m.from().map_or(0, u8::from),
            to: u8::from(m.to()),
            victim: m.capture().map_or(0, |role| role as u8),
        }
    }
}

/// A piece of the side to move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Man {
    pub role: Role,
    pub square: Square,
    /// The squares that it attacks.
    pub view: Bitboard,
}

/// The squares that the pieces of one side attack, by role.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Reach {
    /// Squares attacked by a pawn; by a pawn or minor piece; …; by any piece.
    up_to: [Bitboard; 5],
    /// Attacked at all.
    pub once: Bitboard,
    /// Attacked at least twice.
    pub twice: Bitboard,
}

impl Reach {
    fn of(board: &Board, color: Color, mut see: impl FnMut(Man)) -> Reach {
        let mut reach = Reach::default();
        let occupied = board.occupied();
        let mut by_class = [Bitboard::EMPTY; 5];
        for square in board.by_color(color) {
            let Some(role) = board.role_at(square) else { continue };
            let (class, set) = match role {
                Role::Pawn => (0, attacks::pawn_attacks(color, square)),
                Role::Knight => (1, attacks::knight_attacks(square)),
                Role::Bishop => (1, attacks::bishop_attacks(square, occupied)),
                Role::Rook => (2, attacks::rook_attacks(square, occupied)),
                Role::Queen => (3, attacks::queen_attacks(square, occupied)),
                Role::King => (4, attacks::king_attacks(square)),
            };
            see(Man { role, square, view: set });
            by_class[class] |= set;
            reach.twice |= reach.once & set;
            reach.once |= set;
        }
        let mut all = Bitboard::EMPTY;
        for (up_to, set) in reach.up_to.iter_mut().zip(by_class) {
            all |= set;
            *up_to = all;
        }
        reach
    }

    /// The class (pawn 1, minor 2, rook 3, queen 4, king 5) of the cheapest piece that attacks `square`; 0 for none.
    pub(super) fn cheapest(&self, square: Square) -> u64 {
        let bit = u32::from(square);
        let sets: u64 = self.up_to.iter().map(|set| set.0 >> bit & 1).sum();
        if sets == 0 { 0 } else { 6 - sets }
    }
}

/// The inputs of the model for a position.
pub struct ModelInput<'a> {
    pub(crate) position: &'a Chess,
    pub(crate) board: &'a Board,
    /// Our pieces in the order of their squares.
    pub(crate) men: &'a [Man],
    pub(crate) us: Color,
    pub(crate) ours: Bitboard,
    pub(crate) theirs: Bitboard,
    /// The opponent's pieces except the king, by [`class`], from pawns up.
    pub(crate) their_classes: [Bitboard; 4],
    /// Our pawns, their pawns, our pieces, their pieces, from the mover's side.
    pub(crate) sides: [Bitboard; 4],
    pub(crate) occupied: Bitboard,
    /// XOR mask that maps squares to the mover's side.
    pub(crate) flip: u8,
    pub(crate) our_reach: Reach,
    pub(crate) their_reach: Reach,
    pub(crate) our_king: Square,
    pub(crate) their_king: Square,
    /// Squares from which a knight, bishop, rook or pawn of ours would give check.
    pub(crate) check_knight: Bitboard,
    pub(crate) check_diagonal: Bitboard,
    pub(crate) check_straight: Bitboard,
    pub(crate) check_pawn: Bitboard,
    /// Our pieces between a slider of ours and the enemy king.
    pub(crate) screens: Bitboard,
    /// Our pieces that can be captured at a loss to us.
    pub(crate) hanging: Bitboard,
    /// Class of the most valuable of them; 0 for none.
    pub(crate) dearest: u64,
    pub(crate) in_check: bool,
    /// Game phase from 0 (opening) to 3 (ending), by material.
    pub(crate) phase: u64,
    pub(crate) last: Past,
    pub(crate) own_last: Past,
    pub(crate) ply: u64,
    pub(crate) our_pawns: Bitboard,
    pub(crate) their_pawns: Bitboard,
    pub(crate) home_hash: u64,
    /// Hash of all pieces and the side to move; only used by the book.
    pub(crate) position_hash: u64,
}

impl<'a> ModelInput<'a> {
    /// Lists our pieces in `men`.
    pub(super) fn new(
        position: &'a Chess,
        last: Past,
        own_last: Past,
        ply: u32,
        men: &'a mut Vec<Man>,
    ) -> ModelInput<'a> {
        let board = position.board();
        let us = position.turn();
        let (ours, theirs) = (board.by_color(us), board.by_color(!us));
        let occupied = board.occupied();
        men.clear();
        let our_reach = Reach::of(board, us, |man| men.push(man));
        let their_reach = Reach::of(board, !us, |_| {});
        let our_king = board.king_of(us).unwrap_or(Square::A1);
        let their_king = board.king_of(!us).unwrap_or(Square::A1);
        let check_diagonal = attacks::bishop_attacks(their_king, occupied);
        let check_straight = attacks::rook_attacks(their_king, occupied);
        let flip = us.fold_wb(0, 56);
        let (our_pawns, their_pawns) = (board.pawns() & ours, board.pawns() & theirs);
        let pieces = board.occupied() & !board.pawns() & !board.kings();
        let weight = pieces.count() + board.rooks().count() + 3 * board.queens().count();
        let turn = |mask: Bitboard| if us.is_white() { mask.0 } else { mask.0.swap_bytes() };
        let position_hash = if ply < BOOK_PLIES { position_hash(board, us) } else { 0 };
        let mut scene = ModelInput {
            position,
            board,
            men,
            us,
            ours,
            theirs,
            their_classes: [
                their_pawns,
                theirs & (board.knights() | board.bishops()),
                theirs & board.rooks(),
                theirs & board.queens(),
            ],
            sides: [our_pawns, their_pawns, ours, theirs].map(|men| Bitboard(turn(men))),
            occupied,
            flip,
            our_reach,
            their_reach,
            our_king,
            their_king,
            check_knight: attacks::knight_attacks(their_king),
            check_diagonal,
            check_straight,
            check_pawn: attacks::pawn_attacks(!us, their_king),
            screens: Bitboard::EMPTY,
            hanging: Bitboard::EMPTY,
            dearest: 0,
            in_check: their_reach.once.contains(our_king),
            phase: match weight {
                19.. => 0,
                13..19 => 1,
                7..13 => 2,
                _ => 3,
            },
            last,
            own_last,
            ply: u64::from(ply),
            our_pawns,
            their_pawns,
            home_hash: mix(turn(ours & !board.kings()), 13) ^ mix(turn(board.pawns()), 14),
            position_hash,
        };
        scene.find_screens();
        scene.find_hanging();
        scene
    }

    fn find_screens(&mut self) {
        let board = self.board;
        let king = self.their_king;
        let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & (board.rooks() | board.queens());
        let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY) & (board.bishops() | board.queens());
        for slider in (straight | diagonal) & self.ours {
            let between = attacks::between(king, slider) & self.occupied;
            if !between.more_than_one() {
                self.screens |= between & self.ours;
            }
        }
    }

    fn find_hanging(&mut self) {
        let mut worst = 0;
        for square in self.ours & self.their_reach.once & !Bitboard::from(self.our_king) {
            let Some(role) = self.board.role_at(square) else { continue };
            let attacker = self.their_reach.cheapest(square);
            if !self.our_reach.once.contains(square) || attacker < class(role) {
                self.hanging |= Bitboard::from(square);
                worst = worst.max(class(role));
            }
        }
        self.dearest = worst;
    }
}

/// A hash of the position from the mover's side.
fn position_hash(board: &Board, us: Color) -> u64 {
    let turn = |mask: Bitboard| if us.is_white() { mask.0 } else { mask.0.swap_bytes() };
    let sides = mix(turn(board.by_color(us)), 1) ^ mix(turn(board.by_color(!us)), 2);
    let roles = Role::ALL.into_iter().zip(3..);
    roles.fold(sides, |hash, (role, salt)| hash ^ mix(turn(board.by_role(role)), salt))
}

/// Pawn 1, minor 2, rook 3, queen 4, king 5.
pub(super) const fn class(role: Role) -> u64 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    }
}

/// A 64-bit hash of a mask with a salt.
pub(super) const fn mix(value: u64, salt: u64) -> u64 {
    let x = (value ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 32
}
