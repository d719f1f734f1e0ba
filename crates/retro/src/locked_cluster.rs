//! Retrograde moves of pieces that stand close together, whatever the rest of the board does.
//!
//! An arrangement names the squares of some pieces; the others are forgotten, which only gives these
//! more freedom: any other piece may stand, move or interpose anywhere. What remains true is that two
//! pieces cannot share a square, that pieces do not pass through each other or through pieces that never
//! moved, and that a check by a neighbour, a knight or a pawn cannot be shielded: it was given by
//! the checking piece's own move, just now. A piece that has room while the others stand still is
//! forgotten in turn, and so is one that may have been promoted. If the closure of arrangements
//! that is left holds none in which each piece stands where it began, there is no way in.

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Color, File, Piece, Role, Square, attacks};
use smallvec::SmallVec;

use super::{
    case::{Case, forward, rank},
    facts::Facts,
    mobility::{Mobility, diagonals},
    premises::Premises,
    rule::t4_pawns,
    work::Work,
};

/// Pieces of a locked cluster that are kept without a detour.
const MEN: usize = 12;
/// Most squares that a piece of a locked cluster can visit while the others stand still; with more it counts as free.
const REACH: usize = 8;

/// Steps that an arrangement counts for.
const ARRANGEMENT: u64 = 1;

/// Pieces and their squares, in a fixed order.
pub(super) type Arrangement = SmallVec<[(Square, Piece); MEN]>;

/// What the whole position tells about its past, beyond the pieces of a locked cluster.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    /// Pieces that never moved.
    pub steady: Bitboard,
    /// Whether pawns of each colour may have been promoted.
    pub promotable: [bool; 2],
    /// How many pieces of each colour pawns may have captured without promoting.
    pub capturable: [u8; 2],
    /// How many pieces each colour lost.
    pub lost: [u8; 2],
    /// For each promoted piece of each colour, the files on which it can have been promoted.
    pub promoted: [SmallVec<[u8; 8]>; 2],
}

impl Frame {
    pub fn new(premises: &Premises, facts: &Facts) -> Frame {
        let mut frame = Frame {
            steady: facts.mobility.steady,
            promotable: [false; 2],
            capturable: [0; 2],
            lost: [0; 2],
            promoted: [SmallVec::new(), SmallVec::new()],
        };
        for color in Color::ALL {
            let own = facts.side(color);
            let at = color as usize;
            frame.promotable[at] = usize::from(own.pawns) < premises.count(color, Role::Pawn);
            frame.capturable[at] = facts.capturable(color);
            frame.lost[at] = own.missing;
            frame.promoted[at] = own.promotions();
            frame.promoted[at].sort_unstable();
        }
        frame
    }
}

/// What the checks among the pieces say.
enum Standing {
    /// The checks are impossible.
    Impossible,
    /// Any piece may have moved last.
    Open,
    /// This piece just gave check to the other side.
    Checked(usize),
}

/// The result of a search for a locked cluster.
pub(super) enum ClusterSearch {
    /// The pieces cannot have come in.
    Tied,
    /// The pieces may have come in.
    Loose,
    /// There are too many arrangements; the piece on this square causes most of them.
    Many(Square),
    /// There was no work left.
    GivenUp,
}

/// Pieces whose way back is searched.
pub(super) struct LockedCluster<'a> {
    premises: &'a Premises,
    frame: &'a Frame,
    /// The pieces that never moved, with the rights that say so.
    still: Case,
}

impl<'a> LockedCluster<'a> {
    pub fn new(premises: &'a Premises, case: &Case, frame: &'a Frame) -> LockedCluster<'a> {
        let mut still = Case { ep: None, ..case.clone() };
        for square in case.board.occupied() & !frame.steady {
            still.board.discard_piece_at(square);
        }
        LockedCluster { premises, frame, still }
    }

    /// The closure of arrangements back from `root`, of which at most `most` are looked at.
    pub fn search(&self, root: &Arrangement, most: usize, work: &Work) -> ClusterSearch {
        let mut seen: FxHashSet<Arrangement> = FxHashSet::default();
        let Some(root) = self.settled(root.clone()) else { return ClusterSearch::Tied };
        let mut front = vec![root.clone()];
        seen.insert(root.clone());
        while let Some(men) = front.pop() {
            if self.is_array(&men) {
                return ClusterSearch::Loose;
            }
            for mover in self.movers(&men) {
                for before in self.befores(&men, mover) {
                    let Some(before) = self.settled(before) else { continue };
                    if !seen.contains(&before) {
                        if before.is_empty() {
                            return ClusterSearch::Loose;
                        }
                        front.push(before.clone());
                        seen.insert(before);
                    }
                }
            }
            if !work.take(ARRANGEMENT) {
                return ClusterSearch::GivenUp;
            }
            if seen.len() > most {
                return restless(&root, &seen).map_or(ClusterSearch::Loose, ClusterSearch::Many);
            }
        }
        ClusterSearch::Tied
    }

    /// The pieces that are not free while the others stand still.
    pub fn slow(&self, men: Arrangement) -> Bitboard {
        self.settled(men).unwrap_or_default().iter().map(|(square, _)| *square).collect()
    }

    /// The arrangement without the pieces that are free; none if the arrangement is impossible.
    fn settled(&self, mut men: Arrangement) -> Option<Arrangement> {
        if !self.came_in(&men) {
            return None;
        }
        'again: loop {
            for mover in self.movers(&men) {
                if self.is_promoted(&men, mover) || self.reach(&men, mover) > REACH {
                    men.remove(mover);
                    continue 'again;
                }
            }
            return Some(men);
        }
    }

    /// The pieces that may have moved last.
    fn movers(&self, men: &Arrangement) -> std::ops::Range<usize> {
        match self.standing(men) {
            Standing::Impossible => 0..0,
            Standing::Open => 0..men.len(),
            Standing::Checked(by) => by..by + 1,
        }
    }

    /// Whether every piece stands where a piece of its kind began.
    fn is_array(&self, men: &Arrangement) -> bool {
        men.iter().all(|&(square, piece)| self.premises.array.by_piece(piece).contains(square))
    }

    fn taken(&self, men: &Arrangement) -> Bitboard {
        self.frame.steady | men.iter().map(|(square, _)| *square).collect::<Bitboard>()
    }

    /// The arrangements before the last move of a piece, one move back.
    fn befores(&self, men: &Arrangement, mover: usize) -> Vec<Arrangement> {
        let color = men[mover].1.color;
        let mut befores: Vec<Arrangement> = self
            .origins(men, mover)
            .into_iter()
            .map(|from| {
                let mut before = men.clone();
                before[mover].0 = from;
                before
            })
            .collect();
        befores.extend(self.castlings(men, mover));
        befores.retain(|before| self.may_precede(before, color));
        befores
    }

    /// How many squares a piece can have stood on while the others stood still, counted up to the limit that matters.
    /// A pawn is never free.
    fn reach(&self, men: &Arrangement, mover: usize) -> usize {
        let (square, piece) = men[mover];
        if piece.role == Role::Pawn {
            return 0;
        }
        let mut seen = Bitboard::from(square);
        let mut front = seen;
        while let Some(square) = front.pop_front() {
            let mut here = men.clone();
            here[mover].0 = square;
            if !self.movers(&here).contains(&mover) {
                continue;
            }
            for from in self.origins(&here, mover) & !seen {
                let mut before = here.clone();
                before[mover].0 = from;
                if self.may_precede(&before, piece.color) {
                    seen.add(from);
                    front.add(from);
                    if seen.count() > REACH {
                        return seen.count();
                    }
                }
            }
        }
        seen.count()
    }

    /// Where a piece may have come from by a plain move or capture.
    fn origins(&self, men: &Arrangement, mover: usize) -> Bitboard {
        let (square, piece) = men[mover];
        let taken = self.taken(men);
        if piece.role != Role::Pawn {
            return attacks::attacks(square, piece, taken) & !taken;
        }
        if square.rank() == rank(piece.color, 2) {
            return Bitboard::EMPTY;
        }
        let back = !piece.color;
        let mut from = diagonals(back, Bitboard::from(square));
        if let Some(one) = forward(back, square).filter(|&one| !taken.contains(one)) {
            from.add(one);
            if square.rank() == rank(piece.color, 4)
                && let Some(two) = forward(back, one)
            {
                from.add(two);
            }
        }
        from & !taken & !Bitboard::from(rank(piece.color, 1))
    }

    /// Whether `color` may have been to move in `before`.
    fn may_precede(&self, before: &Arrangement, color: Color) -> bool {
        match self.standing(before) {
            Standing::Impossible => false,
            Standing::Open => true,
            Standing::Checked(by) => before[by].1.color != color,
        }
    }

    /// Checks that no other piece can block.
    fn standing(&self, men: &Arrangement) -> Standing {
        let mut by = None;
        for color in Color::ALL {
            let king = men
                .iter()
                .find_map(|&(square, piece)| (piece == color.king()).then_some(square))
                .or_else(|| self.still.board.king_of(color));
            let Some(king) = king else { continue };
            for (index, &(square, piece)) in men.iter().enumerate() {
                if piece.color != color && hits(piece, square, king) {
                    if by.is_some() || piece.role == Role::King {
                        return Standing::Impossible;
                    }
                    by = Some(index);
                }
            }
            let board = &self.still.board;
            if (board.by_color(!color) & !board.by_role(Role::King))
                .into_iter()
                .any(|square| board.piece_at(square).is_some_and(|piece| hits(piece, square, king)))
                || board.king_of(!color).is_some_and(|other| other.distance(king) == 1)
            {
                return Standing::Impossible;
            }
        }
        by.map_or(Standing::Open, Standing::Checked)
    }

    /// Whether the piece may have become what it is by the last move.
    fn is_promoted(&self, men: &Arrangement, mover: usize) -> bool {
        let (square, piece) = men[mover];
        if matches!(piece.role, Role::Pawn | Role::King)
            || square.rank() != rank(piece.color, 8)
            || !self.frame.promotable[piece.color as usize]
        {
            return false;
        }
        let mut origins = diagonals(!piece.color, Bitboard::from(square));
        origins.extend(forward(!piece.color, square));
        (origins & !self.taken(men)).into_iter().any(|from| {
            let mut before = men.clone();
            before[mover] = (from, piece.color.pawn());
            self.may_precede(&before, piece.color)
        })
    }

    /// The arrangements before castling, if the king or rook may just have castled.
    fn castlings(&self, men: &Arrangement, mover: usize) -> Vec<Arrangement> {
        let (square, piece) = men[mover];
        if !matches!(piece.role, Role::King | Role::Rook) || square.rank() != piece.color.backrank() {
            return Vec::new();
        }
        let at = |file| Square::from_coords(file, piece.color.backrank());
        let taken = self.taken(men);
        let mut befores = Vec::new();
        for (king_to, rook_to, rook_from) in [(File::G, File::F, File::H), (File::C, File::D, File::A)] {
            let stands = match piece.role {
                Role::King => square == at(king_to),
                _ => square == at(rook_to),
            };
            let still = self.frame.steady.contains(at(king_to)) || self.frame.steady.contains(at(rook_to));
            if !stands || still || taken.contains(at(File::E)) || taken.contains(at(rook_from)) {
                continue;
            }
            let mut before = men.clone();
            let mut other = false;
            for (square, man) in &mut before {
                if *man == piece.color.king() {
                    other |= *square != at(king_to);
                    *square = at(File::E);
                } else if *square == at(rook_to) {
                    other |= *man != piece.color.rook();
                    *square = at(rook_from);
                } else if *square == at(king_to) {
                    other = true;
                }
            }
            if !other {
                befores.push(before);
            }
        }
        befores
    }

    /// Whether each piece has a way from where it began or was promoted, past the pawns that have not
    /// moved yet, and the pawns have captured no more than they can have.
    fn came_in(&self, men: &Arrangement) -> bool {
        let mut board: Board = self.still.board.clone();
        for &(square, piece) in men {
            board.set_piece_at(square, piece);
        }
        let case = Case { board, ..self.still.clone() };
        let mobility = Mobility::new(self.premises, &case);
        let all_came = men.iter().all(|&(square, piece)| {
            if piece.role == Role::Pawn {
                return true;
            }
            let homes = self.premises.array.by_piece(piece);
            if mobility.steady.contains(square) {
                return homes.contains(square);
            }
            let region = mobility.region(piece, square, Bitboard::FULL);
            let promoted = piece.role != Role::King && self.frame.promotable[piece.color as usize];
            region.intersects(homes & !mobility.steady)
                || (promoted && region.intersects(mobility.promotions(piece.color)))
        });
        let least = |color, promoted: &[u8]| {
            t4_pawns::least_captures(self.premises, &case, &mobility, color, promoted)
        };
        all_came
            && Color::ALL.into_iter().all(|color| {
                let promoted = &self.frame.promoted[color as usize];
                least(color, &[]).is_some_and(|least| least <= self.frame.capturable[!color as usize])
                    && (promoted.is_empty()
                        || least(color, promoted)
                            .is_some_and(|least| least <= self.frame.lost[!color as usize]))
            })
    }
}

/// The square of the piece that stands on the most different squares.
fn restless(root: &Arrangement, seen: &FxHashSet<Arrangement>) -> Option<Square> {
    let places = |index: usize| {
        seen.iter()
            .filter(|men| men.len() == root.len())
            .map(|men| men[index].0)
            .collect::<Bitboard>()
            .count()
    };
    (0..root.len()).max_by_key(|&index| places(index)).map(|index| root[index].0)
}

/// Whether `piece` attacks `king` and nothing can block the attack.
fn hits(piece: Piece, square: Square, king: Square) -> bool {
    match piece.role {
        Role::Pawn => attacks::pawn_attacks(piece.color, square).contains(king),
        Role::Knight => attacks::knight_attacks(square).contains(king),
        _ => square.distance(king) == 1 && attacks::attacks(square, piece, Bitboard::EMPTY).contains(king),
    }
}
