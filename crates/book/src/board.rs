//! Positions prepared for matching descriptions of moves.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Bitboard, CastlingSide, Chess, Color, EnPassantMode, File, Move, Position, Role, Square};

use scorebook_channel::descriptive_move::{DescriptiveMove, Vocabulary};
use scorebook_channel::words;
use scorebook_likely::checks::Checks;
use scorebook_likely::{GameWalk, Surprises};

use crate::desc::{Desc, Man, Mark, Taking, Wing};

/// A legal move and how it can be described.
#[derive(Clone, Debug)]
pub struct Legal {
    /// The move.
    pub m: Move,
    role: Role,
    from: Square,
    to: Square,
    victim: Option<Role>,
    victim_at: Square,
    castle: Option<Wing>,
    promotion: Option<Role>,
    mark: Mark,
    /// Whether "K" or "Q" fits the mover: by birth, and by its current square.
    wing: (Wing, Wing),
    victim_wing: (Wing, Wing),
    /// How surprising it is, in nats; not a number until it is needed.
    surprise: f32,
}

/// A move of one position, apart from all others of its origin.
fn code(m: Move) -> u16 {
    u16::from(u8::from(m.to())) << 3 | m.promotion().map_or(0, |role| role as u16)
}

/// Most that one move can cost, in nats, since players do sacrifice.
const MOST_SURPRISING: f32 = 8.0;

/// A position, its legal moves, and the birth squares of its pieces.
#[derive(Clone)]
pub struct Node {
    /// The legal moves.
    pub legal: Vec<Legal>,
    /// For each role, pawns first: the origins and the targets of its legal moves.
    reach: [(u64, u64); 6],
    /// For each role: where its first legal move stands in the list, and the end of its last one.
    listed: [(u16, u16); 6],
    /// Squares of pieces born on the king's side.
    born_king: Bitboard,
    /// The history, for the probabilities of moves.
    walk: GameWalk,
    /// Whether it is known how surprising its moves are.
    is_weighed: bool,
}

/// What is known of a position before its legal moves are listed.
#[derive(Clone, Copy)]
pub struct Reached {
    born_king: Bitboard,
    /// The hash without birth squares.
    zobrist: u64,
    /// A hash of position and birth squares.
    pub hash: u64,
}

impl Reached {
    /// Of a position in which each piece was born on its square.
    #[must_use]
    pub fn start(position: &Chess) -> Reached {
        Reached::of(position, KING_HALF)
    }

    fn of(position: &Chess, born_king: Bitboard) -> Reached {
        let Zobrist64(zobrist) = position.zobrist_hash(EnPassantMode::Legal);
        Reached::hashed(zobrist, born_king, position.board().occupied())
    }

    fn hashed(zobrist: u64, born_king: Bitboard, occupied: Bitboard) -> Reached {
        // Birth squares are part of what a text can denote.
        let born = (born_king & occupied).0;
        let hash = zobrist ^ (born ^ born >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
        Reached { born_king, zobrist, hash }
    }
}

/// The king's half of the board.
const KING_HALF: Bitboard = Bitboard(0xf0f0_f0f0_f0f0_f0f0);

/// Its legal moves as they can be described.
fn legal_moves(position: &Chess, born_king: Bitboard) -> Vec<Legal> {
    let wing = |square: Square| if square.file() >= File::E { Wing::King } else { Wing::Queen };
    let born = |square: Square| if born_king.contains(square) { Wing::King } else { Wing::Queen };
    let checks = Checks::of(position);
    position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mark = if checks.gives(position, m) {
                let mut next = position.clone();
                next.play_unchecked(m);
                if next.legal_moves().is_empty() { Mark::Mate } else { Mark::Check }
            } else {
                Mark::None
            };
            let from = m.from().unwrap_or(Square::A1);
            let victim_at = match m {
                Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
                _ => m.to(),
            };
            Legal {
                m,
                role: m.role(),
                from,
                to: m.to(),
                victim: m.capture(),
                victim_at,
                castle: m.castling_side().map(|side| match side {
                    CastlingSide::KingSide => Wing::King,
                    CastlingSide::QueenSide => Wing::Queen,
                }),
                promotion: m.promotion(),
                mark,
                wing: (born(from), wing(from)),
                victim_wing: (born(victim_at), wing(victim_at)),
                surprise: f32::NAN,
            }
        })
        .collect()
}

/// Working memory for the surprises of positions.
#[derive(Default)]
pub struct Memory {
    surprises: Surprises,
    moves: Vec<(Move, f32)>,
    codes: Vec<u16>,
}

/// The mask of a square.
fn bit(square: Square) -> u64 {
    1 << u32::from(square)
}

impl Node {
    /// A position in which each piece was born on its square.
    #[must_use]
    pub fn new(position: Chess) -> Node {
        Node::listed(GameWalk::new(&position), KING_HALF)
    }

    /// A position with its legal moves.
    fn listed(walk: GameWalk, born_king: Bitboard) -> Node {
        let legal = legal_moves(&walk.position, born_king);
        let mut reach = [(0, 0); 6];
        let mut listed = [(u16::MAX, 0); 6];
        for (at, one) in (0..).zip(&legal) {
            let (from, to) = &mut reach[one.role as usize - 1];
            *from |= bit(one.from);
            *to |= bit(one.to);
            let (first, end) = &mut listed[one.role as usize - 1];
            (*first, *end) = ((*first).min(at), at + 1);
        }
        Node { legal, reach, listed, born_king, walk, is_weighed: false }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.walk.position
    }

    /// Whether it is known how likely people are to play its moves.
    #[must_use]
    pub fn is_weighed(&self) -> bool {
        self.is_weighed
    }

    /// What is known of the position after a legal move; `own` is what is known of this one.
    #[must_use]
    pub fn reached(&self, own: &Reached, m: Move) -> Reached {
        let mut born = self.born_king;
        let mut carry = |from: Square, to: Square| {
            let king_side = born.contains(from);
            born.set(from, false);
            born.set(to, king_side);
        };
        match m {
            Move::Castle { king, rook } => {
                let king_side = rook > king;
                let file = |a, b| if king_side { a } else { b };
                carry(rook, Square::from_coords(file(File::F, File::D), rook.rank()));
                carry(king, Square::from_coords(file(File::G, File::C), king.rank()));
            }
            _ => carry(m.from().unwrap_or(Square::A1), m.to()),
        }
        let position = self.position();
        let zobrist = position.update_zobrist_hash(Zobrist64(own.zobrist), m, EnPassantMode::Legal);
        match (zobrist, m) {
            (Some(Zobrist64(zobrist)), Move::Normal { from, to, .. }) => {
                Reached::hashed(zobrist, born, position.board().occupied().without(from).with(to))
            }
            _ => {
                let mut position = position.clone();
                position.play_unchecked(m);
                Reached::of(&position, born)
            }
        }
    }

    /// The position after a legal move, with its own legal moves; `reached` is what is known of it.
    #[must_use]
    pub fn after(&self, m: Move, reached: &Reached) -> Node {
        let mut walk = self.walk.clone();
        walk.play(m);
        Node::listed(walk, reached.born_king)
    }

    /// How surprising a legal move is, by its place in the list of them, in nats: the negative logarithm of its probability of
    /// being played.
    pub fn surprise(&mut self, legal: usize, memory: &mut Memory) -> f32 {
        if !self.is_weighed {
            self.weigh(memory);
        }
        self.legal[legal].surprise
    }

    fn weigh(&mut self, memory: &mut Memory) {
        self.is_weighed = true;
        let Memory { surprises, moves, codes } = memory;
        surprises.of(&mut self.walk, moves);
        // Where the moves of each man begin.
        let mut first = [u8::MAX; 64];
        codes.clear();
        for (at, (m, _)) in (0..u8::MAX).zip(moves.iter()) {
            let first = &mut first[usize::from(m.from().unwrap_or(Square::A1))];
            *first = at.min(*first);
            codes.push(code(*m));
        }
        for legal in &mut self.legal {
            let first = usize::from(first[usize::from(legal.from)]);
            let own = codes.get(first..).unwrap_or_default();
            let wanted = code(legal.m);
            let at = own.iter().position(|code| *code == wanted);
            let surprise = at.map_or(MOST_SURPRISING, |at| moves[first + at].1);
            legal.surprise = surprise.min(MOST_SURPRISING);
        }
    }

    /// Each legal move as the channel writes it, in the order of [`Node::legal`].
    #[must_use]
    pub fn written(&self, vocabulary: &mut Vocabulary) -> Vec<DescriptiveMove> {
        let turn = self.turn();
        let board = self.position().board();
        self.legal.iter().map(|legal| DescriptiveMove::new(legal.words(board, turn), vocabulary)).collect()
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.walk.position.turn()
    }

    /// The legal moves that match a description, as indices in [`Node::legal`], with costs: for wrong or
    /// missing marks of check, and more if more moves match.
    pub fn fits(&self, desc: &Desc, mut out: impl FnMut(usize, f32)) {
        let flip = self.turn() == Color::Black && !desc.absolute;
        let turned = |mask: u64| if flip { mask.swap_bytes() } else { mask };
        let (from, to) = (turned(desc.from), turned(desc.to));
        let (leaves, reaches) = self.reach[desc.man.role as usize - 1];
        if desc.castle.is_none() && (from & leaves == 0 || to & reaches == 0) {
            return;
        }
        let mut found: smallvec::SmallVec<[(usize, f32); 8]> = smallvec::SmallVec::new();
        // A castle is a move of the king's.
        let (first, end) = self.listed[desc.man.role as usize - 1];
        let own = usize::from(first.min(end))..usize::from(end);
        for (index, legal) in
            self.legal[own.clone()].iter().enumerate().map(|(at, legal)| (own.start + at, legal))
        {
            let is_there = bit(legal.from) & from != 0 && bit(legal.to) & to != 0;
            if (is_there || desc.castle.is_some())
                && let Some(cost) = legal.fit(desc, from, to)
            {
                found.push((index, cost));
            }
        }
        let many = (found.len().max(1) as f32).ln() * 0.7;
        for (index, cost) in found {
            out(index, cost + many);
        }
    }
}

impl Legal {
    fn fit(&self, desc: &Desc, from: u64, to: u64) -> Option<f32> {
        let mut cost = match (desc.mark, self.mark) {
            (Mark::None, Mark::None) => 0.0,
            (Mark::None, Mark::Check) => 0.4,
            (Mark::None, Mark::Mate) => 0.3,
            (Mark::Check, Mark::None) => 3.0,
            (Mark::Mate, Mark::None) => 3.5,
            (Mark::Mate, Mark::Check) => 2.0,
            (Mark::Check | Mark::Mate, _) => 0.0,
        };
        if let Some(side) = desc.castle {
            let castle = self.castle?;
            return match side {
                Some(side) if side != castle => None,
                _ => Some(cost),
            };
        }
        if self.castle.is_some()
            || self.role != desc.man.role
            || bit(self.from) & from == 0
            || bit(self.to) & to == 0
        {
            return None;
        }
        match (desc.taking, self.victim) {
            (Taking::Quiet, Some(_)) if !desc.absolute => return None,
            (Taking::Quiet, Some(_)) => cost += 0.7,
            (Taking::Takes, None) => return None,
            _ => {}
        }
        cost += self.named(&desc.man, self.from, self.wing)?;
        if let Some(victim) = &desc.victim {
            if self.victim != Some(victim.role) {
                return None;
            }
            cost += self.named(victim, self.victim_at, self.victim_wing)?;
        }
        match (desc.promotion, self.promotion) {
            (Some(said), Some(becomes)) if said != becomes => return None,
            (Some(_), None) => cost += 2.5,
            (None, Some(Role::Queen)) => cost += 0.4,
            (None, Some(_)) => return None,
            _ => {}
        }
        Some(cost)
    }

    /// Whether it gives check.
    #[must_use]
    pub fn gives_check(&self) -> bool {
        self.mark != Mark::None
    }

    /// The move as the channel writes it.
    fn words(&self, board: &shakmaty::Board, turn: Color) -> (words::MoveHead, words::Goal, words::EndMarks) {
        let seen = |at: Square| {
            let at = u8::from(at);
            (at % 8, if turn.is_white() { at / 8 } else { 7 - at / 8 })
        };
        let end = words::EndMarks {
            check: self.mark != Mark::None,
            promotes: match self.promotion {
                None => 0,
                Some(Role::Queen) => 1,
                Some(Role::Rook) => 2,
                Some(Role::Bishop) => 3,
                Some(_) => 4,
            },
            passing: self.m.is_en_passant(),
        };
        if let Some(side) = self.castle {
            let head = words::MoveHead { man: words::DescriptivePiece::King, from: (4, 0) };
            return (head, words::Goal::Castles(side == Wing::King), end);
        }
        let man = |role: Role, at: Square, wing: (Wing, Wing)| words_of(role, u8::from(at) % 8, wing);
        let head = words::MoveHead { man: man(self.role, self.from, self.wing), from: seen(self.from) };
        let (file, rank) = seen(self.to);
        let goal = match self.victim {
            Some(victim) => {
                let role = board.role_at(self.victim_at).unwrap_or(victim);
                words::Goal::Takes(man(role, self.victim_at, self.victim_wing), file, rank)
            }
            None => words::Goal::To(file, rank, false),
        };
        (head, goal, end)
    }

    /// Whether a piece with this name can be here: its file, and `K` or `Q` by birth or by current square.
    fn named(&self, man: &Man, at: Square, (born, stands): (Wing, Wing)) -> Option<f32> {
        let file = u32::from(at.file());
        if man.files & (1 << file) == 0 {
            return None;
        }
        Some(match man.wing {
            Some(wing) if wing == born => 0.0,
            Some(wing) if wing == stands => 0.8,
            Some(_) => 2.5,
            None => 0.0,
        })
    }
}

/// A piece as the channel names it, by its file and the wings where it was born and where it stands.
fn words_of(role: Role, file: u8, (born, stands): (Wing, Wing)) -> words::DescriptivePiece {
    let piece = match role {
        Role::Pawn => return words::DescriptivePiece::Pawn(file),
        Role::King => return words::DescriptivePiece::King,
        Role::Queen => return words::DescriptivePiece::Queen,
        Role::Knight => words::PairedRole::Knight,
        Role::Bishop => words::PairedRole::Bishop,
        Role::Rook => words::PairedRole::Rook,
    };
    let fit = |wing: Wing| match (born == wing, stands == wing) {
        (true, _) => words::WingFit::Born,
        (false, true) => words::WingFit::Standing,
        (false, false) => words::WingFit::Wrong,
    };
    words::DescriptivePiece::Paired(piece, fit(Wing::King), fit(Wing::Queen))
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::{Memory, Node, Reached};

    /// A walk through positions with captures, castling, pawns' double steps and promotions: what a move leads to is known
    /// before it is made.
    #[test]
    fn a_position_is_known_before_it_is_reached() {
        let mut made = 0;
        for first in 0..20 {
            let mut node = Node::new(Chess::default());
            let mut known = Reached::start(&Chess::default());
            for ply in 0..160 {
                if node.legal.is_empty() {
                    break;
                }
                let m = node.legal[(first * 7 + ply * 13) % node.legal.len()].m;
                known = node.reached(&known, m);
                node = node.after(m, &known);
                assert_eq!(known.hash, Reached::of(node.position(), node.born_king).hash, "{m:?}");
                made += 1;
            }
        }
        assert!(made > 1000, "{made}");
    }

    #[test]
    fn every_legal_move_has_the_surprise_of_the_model() {
        let mut memory = Memory::default();
        let mut node = Node::new(Chess::default());
        let mut known = Reached::start(&Chess::default());
        for ply in 0..60 {
            let mut expected = Vec::new();
            scorebook_likely::surprises(&mut node.walk.clone(), &mut expected);
            for legal in 0..node.legal.len() {
                let own = expected.iter().find(|one| one.0 == node.legal[legal].m);
                let own = own.map_or(super::MOST_SURPRISING, |one| one.1.min(super::MOST_SURPRISING));
                assert_eq!(node.surprise(legal, &mut memory), own);
            }
            let m = node.legal[(ply * 11) % node.legal.len()].m;
            known = node.reached(&known, m);
            node = node.after(m, &known);
        }
    }
}
