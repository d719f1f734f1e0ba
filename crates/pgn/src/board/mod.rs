//! A lean board for proving millions of moves: masks, check on arrival, undo.
//!
//! Generating and matching moves with shakmaty's [`Chess`] takes half of the total time on master games. Here
//! a written move is resolved from its target square with masks, and check is updated incrementally. shakmaty
//! remains the reference: tests compare every answer of this board with it, and anything unusual is handled
//! by [`Chess`].

mod castle;
mod escape;
mod fen;
mod plain;
mod play;
mod repeat;
mod resolve;
mod spelled;
mod tables;
mod undo;
mod word;
mod write;

use shakmaty::{
    Bitboard, ByColor, ByRole, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionError,
    Role, Setup, Square,
};

pub use plain::Taken;
pub use repeat::Left;
pub use resolve::{FastMove, ResolvedMove, Unresolved};
pub use spelled::SpelledMove;
use tables::{ATTACKS, DIRECTIONS, KING, PAWN, RAYS};
pub use undo::Undo;

/// No square.
const NOWHERE: u8 = 64;

/// The position of a standard (or Chess960) game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Squares by piece code; the entry for empty squares is unused.
    men: [u64; 16],
    colors: [u64; 2],
    /// The piece code of each square.
    squares: [u8; 64],
    state: State,
}

/// Irreversible state, saved in [`Undo`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct State {
    /// Pieces that give check.
    checkers: u64,
    /// Rooks that still have castling rights.
    rights: u64,
    /// These rooks and their kings.
    watch: u64,
    halfmoves: u32,
    fullmoves: u32,
    /// The square behind a pawn that has just moved two steps; [`NOWHERE`] if there is none.
    passed: u8,
    /// 0 for White.
    turn: u8,
    /// Pieces on the board.
    count: u8,
}

#[inline(always)]
const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// The square of the lowest bit; meaningless for an empty mask. The highest bit is set so that the processor
/// need not test for zero.
#[inline(always)]
const fn first(mask: u64) -> u8 {
    (mask | 1 << 63).trailing_zeros() as u8 & 63
}

/// The squares that a piece with this code attacks on an empty board.
#[inline(always)]
fn attacks(code: u8, square: u8) -> u64 {
    ATTACKS[usize::from(code & 15)][usize::from(square & 63)]
}

#[inline(always)]
fn direction(a: u8, b: u8) -> usize {
    usize::from(DIRECTIONS[usize::from(a & 63)][usize::from(b & 63)])
}

/// The squares strictly between two squares in line with each other.
#[inline(always)]
fn between(a: u8, b: u8) -> u64 {
    let ray = &RAYS[direction(a, b) & 15];
    ray[usize::from(a & 63)] & !ray[usize::from(b & 63)] & !bit(b)
}

/// The squares on the line from `a` through `b`, beyond `b`.
#[inline(always)]
fn beyond(a: u8, b: u8) -> u64 {
    RAYS[direction(a, b) & 15][usize::from(b & 63)]
}

/// The squares of a mask.
fn squares(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (mask != 0).then(|| first(mask));
        mask &= mask.wrapping_sub(1);
        square
    })
}

#[inline(always)]
const fn color_of(turn: u8) -> Color {
    if turn == 0 { Color::White } else { Color::Black }
}

const fn side_of(color: Color) -> u8 {
    if color.is_white() { 0 } else { 1 }
}

fn square(index: u8) -> Square {
    Square::new(u32::from(index & 63))
}

fn role_of(code: u8) -> Option<Role> {
    Role::ALL.get(usize::from(code & 7).wrapping_sub(1)).copied()
}

impl Default for Board {
    fn default() -> Board {
        static ARRAY: std::sync::LazyLock<Board> =
            std::sync::LazyLock::new(|| Board::from(&Chess::default()));
        *ARRAY
    }
}

impl From<&Chess> for Board {
    fn from(chess: &Chess) -> Board {
        let mut board = Board {
            men: [0; 16],
            colors: [chess.board().white().0, chess.board().black().0],
            squares: [0; 64],
            state: State {
                checkers: chess.checkers().0,
                rights: chess.castles().castling_rights().0,
                watch: 0,
                // A FEN can have any number; counting on must not overflow.
                halfmoves: chess.halfmoves().min(u32::MAX / 2),
                fullmoves: chess.fullmoves().get(),
                passed: chess.maybe_ep_square().map_or(NOWHERE, u8::from),
                turn: side_of(chess.turn()),
                count: chess.board().occupied().count() as u8,
            },
        };
        for (at, piece) in chess.board().clone() {
            let code = side_of(piece.color) << 3 | piece.role as u8;
            board.men[usize::from(code)] |= 1 << u8::from(at);
            board.squares[usize::from(at)] = code;
        }
        board.state.watch = board.watched();
        board
    }
}

impl Board {
    /// The position as a shakmaty position.
    #[must_use]
    pub fn to_chess(&self) -> Chess {
        let state = &self.state;
        let by_role = |role: Role| Bitboard(self.men[role as usize] | self.men[8 | role as usize]);
        let colors = ByColor { black: Bitboard(self.colors[1]), white: Bitboard(self.colors[0]) };
        let mut setup = Setup::empty();
        setup.board =
            shakmaty::Board::try_from_bitboards(ByRole::new_with(by_role), colors).unwrap_or_default();
        setup.turn = self.turn();
        setup.castling_rights = Bitboard(state.rights);
        setup.ep_square = (state.passed != NOWHERE).then(|| square(state.passed));
        setup.halfmoves = state.halfmoves;
        setup.fullmoves = std::num::NonZeroU32::new(state.fullmoves).unwrap_or(std::num::NonZeroU32::MIN);
        Chess::from_setup(setup, CastlingMode::Chess960)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .unwrap_or_default()
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        color_of(self.state.turn)
    }

    /// The number of the next move.
    #[inline]
    #[must_use]
    pub const fn fullmoves(&self) -> u32 {
        self.state.fullmoves
    }

    /// Number of half-moves, from an arbitrary start.
    #[inline(always)]
    #[must_use]
    pub const fn halves(&self) -> u32 {
        self.state.fullmoves.wrapping_mul(2).wrapping_add(self.state.turn as u32)
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub const fn halfmoves(&self) -> u32 {
        self.state.halfmoves
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub const fn is_check(&self) -> bool {
        self.state.checkers != 0
    }

    /// The piece of the side to move on a square.
    #[must_use]
    pub fn own(&self, square: Square) -> Option<Role> {
        let code = self.on(u8::from(square));
        role_of(code).filter(|_| code >> 3 == self.state.turn)
    }

    /// Number of pieces on the board.
    #[inline]
    #[must_use]
    pub const fn men_count(&self) -> usize {
        self.state.count as usize
    }

    /// Rooks with castling rights, and their kings.
    fn watched(&self) -> u64 {
        let kings = [(0, 0xff), (1, 0xff << 56)].into_iter().map(|(side, rank): (u8, u64)| {
            if self.state.rights & rank == 0 { 0 } else { self.men[usize::from(side << 3 | KING)] }
        });
        kings.fold(self.state.rights, |sum, king| sum | king)
    }

    #[inline(always)]
    const fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// Pieces with this code, without the side.
    #[inline(always)]
    fn of(&self, side: u8, role: u8) -> u64 {
        self.men[usize::from((side << 3 | role) & 15)]
    }

    #[inline(always)]
    fn color(&self, side: u8) -> u64 {
        self.colors[usize::from(side & 1)]
    }

    #[inline(always)]
    fn king(&self, side: u8) -> u8 {
        first(self.of(side, KING))
    }

    #[inline(always)]
    fn on(&self, square: u8) -> u8 {
        self.squares[usize::from(square & 63)]
    }

    /// Orthogonal and diagonal sliders of a side.
    #[inline(always)]
    fn sliders(&self, side: u8) -> (u64, u64) {
        let queens = self.of(side, tables::QUEEN);
        (self.of(side, tables::ROOK) | queens, self.of(side, tables::BISHOP) | queens)
    }

    /// Pieces of `side` that attack `square` if `occupied` squares block.
    fn attackers(&self, square: u8, side: u8, occupied: u64) -> u64 {
        let (straight, slant) = self.sliders(side);
        let far = attacks(tables::ROOK, square) & straight | attacks(tables::BISHOP, square) & slant;
        let mut out = attacks((1 - side) << 3 | PAWN, square) & self.of(side, PAWN)
            | attacks(tables::KNIGHT, square) & self.of(side, tables::KNIGHT)
            | attacks(KING, square) & self.of(side, KING);
        let mut left = far & occupied;
        while left != 0 {
            let slider = first(left);
            left &= left - 1;
            if between(slider, square) & occupied == 0 {
                out |= bit(slider);
            }
        }
        out
    }
}

/// The position as FEN, in the form used by findings.
#[must_use]
pub fn fen(position: &impl Position) -> String {
    let mut out = String::with_capacity(80);
    shakmaty::fen::Fen::from_position(position, EnPassantMode::Legal).append_to_string(&mut out);
    out
}
