//! A position, and what a move does to it.

use crate::geometry::{Region, SQUARES, Side, Square};
use crate::kinds::PieceKind;
use crate::movement::When;
use crate::moves::{Change, Move};
use crate::rules::{Rules, WallRule};

/// What a piece was before it promoted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    /// It has not promoted.
    Same,
    /// A pawn that chose what it became.
    Pawn(PieceKind),
    /// A piece that took its promoted form, as in shogi.
    Form(PieceKind),
}

impl Base {
    /// The kind before, if there was another.
    #[must_use]
    pub fn kind(self) -> Option<PieceKind> {
        match self {
            Base::Same => None,
            Base::Pawn(kind) | Base::Form(kind) => Some(kind),
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Whose.
    pub side: Side,
    /// What it is now.
    pub kind: PieceKind,
    /// What it was before it promoted.
    pub base: Base,
}

/// What a side may still castle with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rights {
    /// The rook's square to the right of the king.
    pub kingside: Option<Square>,
    /// The rook's square to the left.
    pub queenside: Option<Square>,
}

/// A count of makruk and its kin: how many plies are allowed, how many have gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Count {
    /// Plies allowed; 0: no count runs.
    pub limit: u16,
    /// Plies gone.
    pub ply: u16,
}

/// A position of a variant. It knows nothing of the moves before, except the last one.
#[derive(Clone, Copy, Debug)]
pub struct Position<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) men: [Option<Man>; SQUARES],
    pub(crate) of: [Region; 2],
    pub(crate) holes: Region,
    pub(crate) hands: [[u8; 64]; 2],
    pub(crate) side: Side,
    pub(crate) castling: [Rights; 2],
    pub(crate) king_home: [Option<Square>; 2],
    pub(crate) gates: [Region; 2],
    pub(crate) en_passant: Region,
    pub(crate) checks_left: [u8; 2],
    pub(crate) clock: u16,
    pub(crate) count: Count,
    pub(crate) number: u16,
    pub(crate) last: Option<Move>,
    /// Did the last move capture?
    pub(crate) captured: bool,
    /// How many passes have followed each other.
    pub(crate) passes: u8,
    /// Did the kings face each other before the last move too?
    pub(crate) faced: bool,
    /// Whether the side's current series of checks contains one by a strong piece (shatar).
    pub(crate) shak: [bool; 2],
}

impl<'r> Position<'r> {
    /// An empty board with White to move.
    pub(crate) fn empty(rules: &'r Rules) -> Position<'r> {
        Position {
            rules,
            men: [None; SQUARES],
            of: [Region::EMPTY; 2],
            holes: Region::EMPTY,
            hands: [[0; 64]; 2],
            side: Side::White,
            castling: [Rights::default(); 2],
            king_home: [None; 2],
            gates: [Region::EMPTY; 2],
            en_passant: Region::EMPTY,
            checks_left: [0; 2],
            clock: 0,
            count: Count::default(),
            number: 1,
            last: None,
            captured: false,
            passes: 0,
            faced: false,
            shak: [false; 2],
        }
    }

    /// The first position of the variant.
    #[must_use]
    pub fn start(rules: &'r Rules) -> Position<'r> {
        // A rules file whose first position cannot be read is refused when it is loaded.
        Position::from_fen(rules, &rules.start_fen).unwrap_or_else(|_| Position::empty(rules))
    }

    /// The rules of the position.
    #[must_use]
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The piece on a square.
    #[must_use]
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// How many pieces of a kind a side has in hand.
    #[must_use]
    pub fn in_hand(&self, side: Side, kind: PieceKind) -> u8 {
        if self.rules.drops.free {
            return u8::from(self.rules.piece(kind).is_some());
        }
        self.hands[side as usize][kind.0 as usize]
    }

    /// How many pieces a side has in hand.
    #[must_use]
    pub fn hand_size(&self, side: Side) -> u32 {
        self.hands[side as usize].iter().map(|&count| count as u32).sum()
    }

    /// The holes of the board: squares on which nothing can stand.
    #[must_use]
    pub fn holes(&self) -> Region {
        self.holes
    }

    /// The squares of a side's pieces.
    #[must_use]
    pub fn men_of(&self, side: Side) -> Region {
        self.of[side as usize]
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the move, from 1.
    #[must_use]
    pub fn number(&self) -> u16 {
        self.number
    }

    /// The squares that the last move left and reached, the same one twice for a drop; `None` at the start and
    /// after a pass.
    #[must_use]
    pub fn last_squares(&self) -> Option<(Square, Square)> {
        let mv = self.last?;
        let to = match mv {
            Move::Castle { king, rook, .. } => self.castling_squares(king, rook).0,
            _ => mv.to()?,
        };
        Some((mv.from().unwrap_or(to), to))
    }

    /// Whether there is a piece or a hole.
    pub(crate) fn occupied(&self, square: Square) -> bool {
        self.men[square.index()].is_some() || self.holes.contains(square)
    }

    /// Whether the square is on the board and empty.
    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.rules.board.contains(square) && !self.occupied(square)
    }

    /// The squares of a side's pieces of one kind, or of all with [`Kind::ANY`].
    pub fn squares_of(&self, side: Side, kind: PieceKind) -> impl Iterator<Item = Square> + '_ {
        self.of[side as usize].iter().filter(move |&square| {
            kind == PieceKind::ANY || self.man(square).is_some_and(|man| man.kind == kind)
        })
    }

    /// How many pieces of a kind a side has on the board.
    pub(crate) fn count_of(&self, side: Side, kind: PieceKind) -> usize {
        match kind {
            PieceKind::ANY => self.of[side as usize].count() as usize,
            _ => self.squares_of(side, kind).count(),
        }
    }

    /// The side's king.
    #[must_use]
    pub fn king(&self, side: Side) -> Option<Square> {
        self.rules.piece(PieceKind::KING)?;
        self.squares_of(side, PieceKind::KING).next()
    }

    /// Puts a piece on a square.
    pub(crate) fn put(&mut self, square: Square, man: Man) {
        self.take(square);
        self.men[square.index()] = Some(man);
        self.of[man.side as usize].insert(square);
    }

    /// Takes the piece off a square.
    pub(crate) fn take(&mut self, square: Square) -> Option<Man> {
        let man = self.men[square.index()].take();
        if let Some(man) = man {
            self.of[man.side as usize].remove(square);
        }
        man
    }

    /// Where king and rook arrive when they castle.
    #[must_use]
    pub fn castling_squares(&self, king: Square, rook: Square) -> (Square, Square) {
        let castling = &self.rules.castling;
        let rank = king.rank();
        let to_right = rook.file() > king.file();
        let file = if to_right { castling.kingside } else { castling.queenside };
        let rook_file = if to_right { file.saturating_sub(1) } else { file + 1 };
        (Square::new(file, rank), Square::new(rook_file, rank))
    }

    /// The square of the piece that a capture in passing takes.
    pub(crate) fn en_passant_victim(&self, to: Square) -> Option<Square> {
        let them = self.side.other();
        let theirs = self.of[them as usize];
        // A slanting first step marks the piece itself beside the squares it passed.
        let marked = self.en_passant.and(theirs);
        if !marked.is_empty() {
            return match self.side {
                Side::White => marked.iter().next(),
                Side::Black => marked.iter().last(),
            };
        }
        let mut at = to;
        loop {
            at = self.rules.board.offset(at, 0, them.forward())?;
            if theirs.contains(at) {
                return Some(at);
            }
        }
    }

    /// Whether the move captures.
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv {
            Move::EnPassant { .. } => true,
            Move::Step { from, to, .. } => from != to && self.man(to).is_some(),
            _ => false,
        }
    }

    /// Gives a captured piece to the opponent of its owner, as the rules say.
    pub(crate) fn pocket(&mut self, man: Man) {
        if !self.rules.drops.captures_to_hand {
            return;
        }
        let base = man.base.kind().filter(|_| !self.rules.drops.loops);
        let kind = base.unwrap_or(man.kind);
        let slot = &mut self.hands[man.side.other() as usize][kind.0 as usize];
        *slot = slot.saturating_add(1);
    }

    /// Removes castling rights and gates when a piece leaves this square or is captured on it.
    pub(crate) fn disturb(&mut self, square: Square) {
        for side in Side::BOTH {
            let rights = &mut self.castling[side as usize];
            if self.king_home[side as usize] == Some(square) {
                *rights = Rights::default();
            }
            rights.kingside = rights.kingside.filter(|&rook| rook != square);
            rights.queenside = rights.queenside.filter(|&rook| rook != square);
            self.gates[side as usize].remove(square);
        }
    }

    /// Plays a move that is known to be legal.
    pub fn play(&mut self, mv: Move) {
        let check_counts = self.rules.end.check_counting;
        self.faced = self.bikjang();
        let promoted = matches!(mv, Move::Step { change: Change::Promote(_), .. });
        let pawn_captured =
            mv.to().and_then(|to| self.man(to)).is_some_and(|man| man.kind == PieceKind::PAWN);
        self.make(mv);
        let (them, us) = (self.side, self.side.other());
        if self.rules.end.shatar {
            self.shak[us as usize] = self.shak_goes_on(us);
        }
        if check_counts && self.in_check(them) {
            let left = &mut self.checks_left[us as usize];
            *left = left.saturating_sub(1);
        }
        self.count_after(us, promoted, pawn_captured && self.captured);
    }

    /// What a move does to the board, the hands, the rights and the clock.
    pub(crate) fn make(&mut self, mv: Move) {
        let rules = self.rules;
        let us = self.side;
        let victim = match mv {
            Move::EnPassant { to, .. } => self.en_passant_victim(to),
            Move::Step { from, to, .. } if from != to => Some(to),
            _ => None,
        };
        self.en_passant = Region::EMPTY;
        self.clock = self.clock.saturating_add(1);
        self.captured = false;
        match mv {
            // A wall alone is set below.
            Move::Pass | Move::Drop { kind: PieceKind::WALL, .. } => {}
            Move::Drop { kind, promoted, to } => {
                let hand = &mut self.hands[us as usize][kind.0 as usize];
                *hand = hand.saturating_sub(1);
                let becomes = rules.piece(kind).and_then(|piece| piece.promoted).filter(|_| promoted);
                let base = if becomes.is_some() { Base::Form(kind) } else { Base::Same };
                let man = Man { side: us, kind: becomes.unwrap_or(kind), base };
                self.put(to, man);
                self.clock = 0;
                self.castle_with_dropped(man, to);
            }
            Move::Castle { king, rook, .. } => {
                let (king_to, rook_to) = self.castling_squares(king, rook);
                let (first, second) = (self.take(king), self.take(rook));
                first.into_iter().for_each(|man| self.put(king_to, man));
                second.into_iter().for_each(|man| self.put(rook_to, man));
                self.castling[us as usize] = Rights::default();
                self.gates[us as usize].remove(king);
                self.gates[us as usize].remove(rook);
                if rules.castling.opposite {
                    let theirs = &mut self.castling[us.other() as usize];
                    match rook.file() > king.file() {
                        true => theirs.kingside = None,
                        false => theirs.queenside = None,
                    }
                }
            }
            Move::Step { from, to, .. } | Move::EnPassant { from, to, .. } => {
                if let Some(square) = victim
                    && let Some(man) = self.take(square)
                {
                    self.captured = true;
                    self.clock = 0;
                    self.pocket(man);
                    self.disturb(square);
                }
                let change = match mv {
                    Move::Step { change, .. } => change,
                    _ => Change::Same,
                };
                if let Some(man) = self.take(from) {
                    self.disturb(from);
                    if change == Change::Same {
                        self.mark_passing(man, from, to);
                    }
                    let moved = self.changed(man, change);
                    if self.starts_the_count_again(man, from, to, change) {
                        self.clock = 0;
                    }
                    self.put(to, moved);
                    if rules.cambodian && man.kind == PieceKind::ROOK {
                        self.aim_at_king(man, to);
                    }
                    if self.captured {
                        self.burst(man.kind, to);
                    }
                }
            }
        }
        if let Some(at) = mv.wall().or(mv.lone_wall()) {
            if rules.walls.rule == WallRule::Duck {
                self.holes = Region::EMPTY;
            }
            self.holes.insert(at);
        } else if let Some(gate) = mv.gate() {
            let hand = &mut self.hands[us as usize][gate.kind.0 as usize];
            *hand = hand.saturating_sub(1);
            self.put(gate.at, Man { side: us, kind: gate.kind, base: Base::Same });
        }
        if rules.seirawan && !rules.drops.captures_to_hand && self.hand_size(us) == 0 {
            self.gates[us as usize] = Region::EMPTY;
        }
        self.number = self.number.saturating_add((us == Side::Black) as u16);
        self.side = us.other();
        self.passes = if mv == Move::Pass { self.passes.saturating_add(1) } else { 0 };
        self.last = Some(mv);
    }

    /// Whether a move is irreversible: a promotion, or a pawn step without a way back.
    fn starts_the_count_again(&self, man: Man, from: Square, to: Square, change: Change) -> bool {
        let rules = self.rules;
        match change {
            Change::Promote(_) => return true,
            Change::Upgrade if !rules.promotion.demotion => return true,
            _ => {}
        }
        let back = (from.file() as i8 - to.file() as i8, from.rank() as i8 - to.rank() as i8);
        rules.end.n_move_kinds[man.side as usize].contains(man.kind)
            && !rules.piece(man.kind).is_some_and(|piece| {
                let ways = piece.movements.iter().filter(|m| m.quiet && m.when == When::Always);
                ways.into_iter().any(|m| m.step(man.side) == back)
            })
    }

    /// The piece after its promotion.
    fn changed(&self, man: Man, change: Change) -> Man {
        match change {
            Change::Same => man,
            Change::Promote(kind) => Man { kind, base: Base::Pawn(self.rules.main_pawn(man.side)), ..man },
            Change::Upgrade => {
                let kind = self.rules.piece(man.kind).and_then(|piece| piece.promoted).unwrap_or(man.kind);
                Man { kind, base: Base::Form(man.kind), ..man }
            }
            Change::Demote => Man { kind: man.base.kind().unwrap_or(man.kind), base: Base::Same, ..man },
        }
    }
}
