//! Where pieces can ever have stood, given the pieces that never moved.

use shakmaty::{Bitboard, Color, File, Piece, Role, Square, attacks};

use super::{
    case::{Case, rank},
    premises::{Premises, StartKind},
};

/// The pieces that never moved and cannot have been replaced, and the consequences for the others.
#[derive(Clone, Debug)]
pub(super) struct Mobility {
    /// Pieces that have stood where they stand since the starting position.
    pub steady: Bitboard,
    /// Squares on which pawns of each colour, other than the steady ones, can have stood.
    pub pawns: [Bitboard; 2],
    /// Squares beyond which pawns of each colour did not go: they checked a king that never moved, and were captured
    /// at once unless they still stand there.
    ends: [Bitboard; 2],
    /// Squares where kings of each colour cannot stand: attacked by steady pieces since the starting position.
    forbidden: [Bitboard; 2],
    /// Home squares of each colour whose castling may have moved the rook.
    castled: [Bitboard; 2],
}

impl Mobility {
    pub fn new(premises: &Premises, case: &Case) -> Mobility {
        let steady = steady(premises, case);
        let mut mobility = Mobility {
            steady,
            pawns: [Bitboard::EMPTY; 2],
            ends: [Bitboard::EMPTY; 2],
            forbidden: [Bitboard::EMPTY; 2],
            castled: [Bitboard::EMPTY; 2],
        };
        for color in Color::ALL {
            mobility.ends[color as usize] = diagonals(!color, steady & case.men(!color, Role::King));
            mobility.pawns[color as usize] =
                mobility.pawn_ways(color, premises.array.by_piece(color.pawn()) & !steady, 6);
            mobility.forbidden[color as usize] = forbidden(case, color, steady);
            mobility.castled[color as usize] = castled(premises, color, steady);
        }
        mobility
    }

    /// The same for an interval of the game in which nothing entered or left the squares of `closed`. The limits of
    /// kings and pawns in the whole game still hold.
    pub fn within(&self, premises: &Premises, closed: Bitboard) -> Mobility {
        let steady = self.steady | closed;
        let mut within = Mobility { steady, ..self.clone() };
        for color in Color::ALL {
            within.castled[color as usize] = castled(premises, color, steady);
        }
        within
    }

    /// Squares that the piece cannot have entered.
    pub fn barred(&self, piece: Piece) -> Bitboard {
        match piece.role {
            Role::King => self.steady | self.forbidden[piece.color as usize],
            _ => self.steady,
        }
    }

    /// Squares beyond which pawns of `color` did not go.
    pub fn ends(&self, color: Color) -> Bitboard {
        self.ends[color as usize]
    }

    /// Squares that a piece on `square` can have reached or come from; these are the same, since all pieces but pawns
    /// can go back. May contain too many squares, never too few.
    pub fn region(&self, piece: Piece, square: Square, within: Bitboard) -> Bitboard {
        let closed = self.barred(piece) | !within;
        let mut region = Bitboard::from(square);
        if piece.role == Role::Pawn || self.steady.contains(square) {
            return region;
        }
        let mut front = region;
        while let Some(from) = front.pop_front() {
            let mut next = attacks::attacks(from, piece, self.steady);
            next |= self.castling_step(piece, from);
            let new = next & !closed & !region;
            region |= new;
            front |= new;
        }
        region
    }

    /// Squares that a king or rook on `from` reaches by castling, in both directions.
    pub fn castling_step(&self, piece: Piece, from: Square) -> Bitboard {
        let rooks = self.castled[piece.color as usize];
        let home = piece.color.backrank();
        if rooks.is_empty() || from.rank() != home {
            return Bitboard::EMPTY;
        }
        let at = |file| Square::from_coords(file, home);
        let mut to = Bitboard::EMPTY;
        for (rook, king_to, rook_to) in [(File::H, File::G, File::F), (File::A, File::C, File::D)] {
            if !rooks.contains(at(rook)) {
                continue;
            }
            let (a, b) = match piece.role {
                Role::King => (at(File::E), at(king_to)),
                Role::Rook => (at(rook), at(rook_to)),
                _ => continue,
            };
            if from == a {
                to.add(b);
            } else if from == b {
                to.add(a);
            }
        }
        to
    }

    /// The squares that pawns of `color` from `from` can have reached with the given number of captures, around the
    /// pieces that never moved.
    pub fn pawn_ways(&self, color: Color, from: Bitboard, captures: u32) -> Bitboard {
        let ends = self.ends[color as usize];
        let ahead = |mut squares: Bitboard| {
            for _ in 0..6 {
                squares |= (squares & !ends).shift(color.fold_wb(8, -8)) & !self.steady;
            }
            squares
        };
        let mut reached = ahead(from);
        for _ in 0..captures.min(6) {
            reached |= ahead(diagonals(color, reached & !ends) & !self.steady);
        }
        reached
    }

    /// Squares of the last rank on which a pawn of `color` may have promoted.
    pub fn promotions(&self, color: Color) -> Bitboard {
        self.pawns[color as usize] & rank(color, 8)
    }

    /// Squares on which pawns of `color` may have captured without promoting.
    pub fn pawn_captures(&self, color: Color) -> Bitboard {
        let front = self.pawns[color as usize] & !Bitboard::from(rank(color, 8));
        diagonals(color, front) & !self.steady & !Bitboard::from(rank(color, 8))
    }
}

/// The squares that pawns of `color` on `pawns` attack.
pub(super) fn diagonals(color: Color, pawns: Bitboard) -> Bitboard {
    let shifted = pawns.shift(color.fold_wb(8, -8));
    (shifted & !Bitboard::from(File::A)).shift(-1) | (shifted & !Bitboard::from(File::H)).shift(1)
}

/// The pieces that have never moved: pawns on their second rank, the pieces of claimed castling rights,
/// those that a person vouches for, and the pieces walled in by them (see `t3_cage`).
fn steady(premises: &Premises, case: &Case) -> Bitboard {
    let mut steady = case.castling_men() | (premises.unmoved & case.board.occupied());
    for color in Color::ALL {
        steady |= case.men(color, Role::Pawn) & rank(color, 2) & premises.array.pawns();
    }
    if premises.kind == StartKind::Chess960 {
        return steady;
    }
    // A piece at home whose every first step is taken by a steady piece never moved; and if it had
    // been captured there, no piece of its kind could have stepped back in.
    let home = |color, role| {
        let piece = Piece { color, role };
        case.board.by_piece(piece) & premises.array.by_piece(piece)
    };
    loop {
        let before = steady;
        for color in Color::ALL {
            for role in [Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let men = home(color, role) & !steady;
                for square in men {
                    if exits(role, square).is_subset(steady) {
                        steady.add(square);
                    }
                }
            }
            // King and queen that only stand in each other's way: neither can step first, and a
            // new queen cannot come in.
            let king = home(color, Role::King) & !steady;
            let queen = home(color, Role::Queen) & !steady;
            if let (Some(k), Some(q)) = (king.single_square(), queen.single_square())
                && exits(Role::King, k).is_subset(steady | queen)
                && exits(Role::Queen, q).is_subset(steady | king)
                && exits(Role::Queen, k).is_subset(steady | queen)
            {
                steady.add(k);
                steady.add(q);
            }
        }
        if steady == before {
            return steady;
        }
    }
}

/// The squares next to `square` through which a piece of that role leaves or enters it.
fn exits(role: Role, square: Square) -> Bitboard {
    let all = Bitboard::FULL;
    match role {
        Role::Bishop => attacks::bishop_attacks(square, all),
        Role::Rook => attacks::rook_attacks(square, all),
        Role::Queen => attacks::queen_attacks(square, all),
        Role::King => attacks::king_attacks(square),
        Role::Knight => attacks::knight_attacks(square),
        Role::Pawn => Bitboard::EMPTY,
    }
}

/// The squares that steady pieces of the other side have attacked since the starting position.
fn forbidden(case: &Case, color: Color, steady: Bitboard) -> Bitboard {
    let enemy = steady & case.board.by_color(!color);
    let mut attacked = diagonals(!color, enemy & case.board.pawns());
    for square in enemy & !case.board.pawns() {
        if let Some(role) = case.board.role_at(square) {
            // A slider's attack reaches as far as its next square whatever stands beyond.
            attacked |= exits(role, square);
        }
    }
    attacked
}

/// The rooks of `color` that may have castled at some time.
fn castled(premises: &Premises, color: Color, steady: Bitboard) -> Bitboard {
    if premises.kind == StartKind::Chess960 {
        return Bitboard::EMPTY;
    }
    let at = |file| Square::from_coords(file, color.backrank());
    let king = at(File::E);
    if steady.contains(king) || !premises.array.by_piece(color.king()).contains(king) {
        return Bitboard::EMPTY;
    }
    let rooks = premises.array.by_piece(color.rook()) & !steady;
    let mut may = Bitboard::EMPTY;
    for (rook, between) in [(File::H, &[File::F, File::G][..]), (File::A, &[File::B, File::C, File::D][..])] {
        if rooks.contains(at(rook)) && between.iter().all(|&file| !steady.contains(at(file))) {
            may.add(at(rook));
        }
    }
    may
}

/// The squares of one colour.
pub(super) fn shade(square: Square) -> Bitboard {
    if square.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES }
}
