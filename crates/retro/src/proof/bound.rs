//! The least number of moves that each side still needs.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, Castles, CastlingSide, Color, Piece, Role, Square, attacks};

use crate::{case::Case, facts::Facts, mobility::Mobility, premises::Premises};

/// More moves than any search makes.
pub(super) const NEVER: u8 = 100;

/// Distances of one piece of the goal from every square, past the pieces that never moved.
type Distances = [u8; 64];

/// The least numbers of moves to a goal; never too many.
#[derive(Debug)]
pub(super) struct Bounds {
    goal: Case,
    steady: Bitboard,
    /// By piece: the goal's pieces and their tables.
    men: Vec<(Piece, Vec<(Square, Distances)>)>,
    pawns: [FxHashMap<Bitboard, u8>; 2],
}

impl Bounds {
    pub fn new(premises: &Premises, goal: &Case) -> Bounds {
        let facts = Facts::new(premises, goal);
        let mut men = Vec::new();
        for color in Color::ALL {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let piece = Piece { color, role };
                let tables = goal
                    .board
                    .by_piece(piece)
                    .into_iter()
                    .map(|square| (square, table(&facts.mobility, piece, square)))
                    .collect();
                men.push((piece, tables));
            }
        }
        Bounds {
            goal: goal.clone(),
            steady: facts.mobility.steady,
            men,
            pawns: [FxHashMap::default(), FxHashMap::default()],
        }
    }

    /// The least number of moves that `color` needs from `board`, or [`NEVER`].
    pub fn moves(&mut self, board: &Board, castles: &Castles, color: Color) -> u8 {
        let excess = board.by_color(!color).count();
        let captures = match excess.checked_sub(self.goal.board.by_color(!color).count()) {
            Some(captures) => captures as u8,
            None => return NEVER,
        };
        let own = self.goal.board.by_color(color);
        // A piece that never moved must still stand there.
        let steady = self.steady & own;
        if !steady.is_subset(board.by_color(color)) {
            return NEVER;
        }
        let pawns = self.pawn_moves(board, color);
        if pawns >= NEVER {
            return NEVER;
        }
        let wanting = board.by_piece(color.pawn()).count()
            - self.goal.board.by_piece(color.pawn()).count().min(board.by_piece(color.pawn()).count());
        let (mut total, mut promotions) = (pawns, 0);
        for role in [Role::Knight, Role::Bishop, Role::Queen] {
            let (cost, new) = self.assign(board, Piece { color, role }, None);
            total += cost;
            promotions += new;
        }
        let (king, new) = self.king_and_rooks(board, castles, color);
        promotions += new;
        total = total.saturating_add(king);
        if usize::from(promotions) > wanting {
            return NEVER;
        }
        if promotions > 0 {
            total = total.saturating_add(promotions * self.nearest_promotion(board, color));
        }
        total.max(captures).min(NEVER)
    }

    fn nearest_promotion(&self, board: &Board, color: Color) -> u8 {
        (board.by_piece(color.pawn()) & !self.steady)
            .into_iter()
            .map(|square| pawn_steps(color, square))
            .min()
            .unwrap_or(NEVER / 8)
    }

    /// King and rooks together: castling moves both.
    fn king_and_rooks(&self, board: &Board, castles: &Castles, color: Color) -> (u8, u8) {
        let king = Piece { color, role: Role::King };
        let rook = Piece { color, role: Role::Rook };
        let (walk, _) = self.assign(board, king, None);
        let (ride, new) = self.assign(board, rook, None);
        let mut best = walk.saturating_add(ride);
        let back = self.goal.castling & color.backrank();
        if back.any() {
            return (if walk > 0 { NEVER } else { best }, new);
        }
        for side in CastlingSide::ALL {
            let Some(from) = castles.rook(color, side) else { continue };
            let Some(at) = board.king_of(color) else { continue };
            let (king_walk, _) = self.assign(board, king, Some((at, side.king_to(color))));
            let (rook_ride, _) = self.assign(board, rook, Some((from, side.rook_to(color))));
            best = best.min(1_u8.saturating_add(king_walk).saturating_add(rook_ride));
        }
        (best, new)
    }

    /// The least cost of bringing pieces of a kind to their squares, and how many of the goal's are
    /// wanting; `moved` has one of them stand elsewhere.
    fn assign(&self, board: &Board, piece: Piece, moved: Option<(Square, Square)>) -> (u8, u8) {
        let Some((_, goals)) = self.men.iter().find(|(kind, _)| *kind == piece) else {
            return (0, 0);
        };
        let mut squares: arrayvec::ArrayVec<Square, 16> = arrayvec::ArrayVec::new();
        for square in board.by_piece(piece).into_iter().take(16) {
            squares.push(match moved {
                Some((from, to)) if from == square => to,
                _ => square,
            });
        }
        let wanting = goals.len().saturating_sub(squares.len());
        let cost = cheapest(goals, &squares, 0, wanting);
        (cost.min(NEVER), wanting as u8)
    }

    fn pawn_moves(&mut self, board: &Board, color: Color) -> u8 {
        let pawns = board.by_piece(color.pawn());
        if let Some(&known) = self.pawns[color as usize].get(&pawns) {
            return known;
        }
        let goals = self.goal.board.by_piece(color.pawn());
        let here: Vec<Square> = pawns.into_iter().collect();
        let mut best = [NEVER; 256];
        best[0] = 0;
        let mut least = NEVER;
        if goals.count() <= here.len() && here.len() <= 8 {
            for goal in goals {
                let mut next = [NEVER; 256];
                for mask in 0..256_usize {
                    if best[mask] >= NEVER {
                        continue;
                    }
                    for (i, &from) in here.iter().enumerate() {
                        if mask >> i & 1 == 1 {
                            continue;
                        }
                        if let Some(steps) = walk(color, from, goal, self.steady) {
                            let slot = &mut next[mask | 1 << i];
                            *slot = (*slot).min(best[mask] + steps);
                        }
                    }
                }
                best = next;
            }
            least = best.into_iter().min().unwrap_or(NEVER);
        }
        self.pawns[color as usize].insert(pawns, least);
        least
    }
}

/// Least moves of a pawn from one square to another; none if it cannot.
fn walk(color: Color, from: Square, to: Square, steady: Bitboard) -> Option<u8> {
    if from == to {
        return Some(0);
    }
    if steady.contains(from) {
        return None;
    }
    let rise =
        color.relative_rank(to.rank()).to_u32().checked_sub(color.relative_rank(from.rank()).to_u32())?;
    let aside = from.file().distance(to.file());
    if rise == 0 || aside > rise {
        return None;
    }
    // The leap needs two steps straight ahead.
    let leap = color.relative_rank(from.rank()).to_u32() == 1 && rise >= aside + 2;
    Some((rise - u32::from(leap)) as u8)
}

fn pawn_steps(color: Color, from: Square) -> u8 {
    let rank = color.relative_rank(from.rank()).to_u32();
    (7 - rank - u32::from(rank == 1)) as u8
}

/// The cheapest way of choosing pieces for the goals, `spare` goals being left to others.
fn cheapest(goals: &[(Square, Distances)], men: &[Square], used: u32, spare: usize) -> u8 {
    let Some(((_, table), rest)) = goals.split_first() else { return 0 };
    let mut best = if spare > 0 { cheapest(rest, men, used, spare - 1) } else { NEVER };
    for (i, &square) in men.iter().enumerate() {
        if used >> i & 1 == 0 && table[usize::from(square)] < best {
            let cost = table[usize::from(square)].saturating_add(cheapest(rest, men, used | 1 << i, spare));
            best = best.min(cost);
        }
    }
    best
}

/// Moves from every square to `goal` on a board with the steady pieces alone.
fn table(mobility: &Mobility, piece: Piece, goal: Square) -> Distances {
    let mut table = [NEVER; 64];
    table[usize::from(goal)] = 0;
    if mobility.steady.contains(goal) {
        return table;
    }
    let mut front = Bitboard::from(goal);
    let mut seen = front;
    let mut steps = 0;
    while front.any() {
        steps += 1;
        let mut next = Bitboard::EMPTY;
        for from in front {
            next |= attacks::attacks(from, piece, mobility.steady);
        }
        front = next & !seen & !mobility.steady;
        for square in front {
            table[usize::from(square)] = steps;
        }
        seen |= front;
    }
    table
}
