//! Which moves are legal, and why the others are not.

use crate::geometry::{Side, Square};
use crate::kinds::PieceKind;
use crate::movement::When;
use crate::moves::{Change, Move};
use crate::position::Position;

/// Why a pseudo-legal move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// The king would stand in check: its square and the attacker's.
    KingAttacked {
        /// Where the king would stand.
        king: Square,
        /// Who would attack it.
        by: Square,
    },
    /// A piece that counts as a king would be attacked, or lost in its own blast.
    RoyalAttacked {
        /// Where the piece would stand.
        man: Square,
        /// Who would attack it; `None`: it would be lost by the move itself.
        by: Option<Square>,
    },
    /// All pieces that count as kings would be attacked at once.
    AllRoyalsAttacked,
    /// The king would castle out of, through or into an attack.
    CastlesThroughAttack {
        /// The square attacked.
        at: Square,
        /// Who attacks it.
        by: Square,
    },
    /// The kings would face each other on a free line.
    KingsFace,
    /// The variant does not allow checks, and this is one.
    GivesCheck,
    /// This drop gives check, which the rules forbid.
    DropGivesCheck,
    /// A promotion of sittuyin may not give check.
    PromotionGivesCheck,
    /// There is a capture, and captures must be made.
    MustCapture,
    /// A piece in hand must be dropped first.
    MustDrop,
    /// The piece could never move from there.
    NeverMovesAgain,
    /// Two bishops of one side would stand on one colour, or have to.
    BishopsOnOneColour,
    /// The king may not leave a check; another piece must block it or capture.
    KingMayNotFlee,
    /// A side passes only when it has no other move.
    HasOtherMoves,
    /// The king would turn to stone.
    TurnsToStone,
    /// Renju: Black would have more than five in a row.
    Overline,
    /// Renju: Black would make two fours at once.
    TwoFours,
    /// Renju: Black would make two threes at once.
    TwoThrees,
}

impl Position<'_> {
    /// Every legal move. A game that has ended has none.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.immediate_end() {
            Some(_) => Vec::new(),
            None => self.pseudo_moves().into_iter().filter(|&mv| self.forbidden(mv).is_none()).collect(),
        }
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.immediate_end().is_none()
            && self.pseudo_moves().into_iter().any(|mv| self.forbidden(mv).is_none())
    }

    /// The position after a move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Whether the move gives check to a king.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let mut next = *self;
        next.make(mv);
        next.in_check(next.side)
    }

    /// Why a pseudo-legal move is illegal; `None` if it is legal.
    #[must_use]
    pub fn forbidden(&self, mv: Move) -> Option<Forbidden> {
        let rules = self.rules;
        let us = self.side;
        if let Some(forbidden) = self.forbidden_by_itself(mv) {
            return Some(forbidden);
        }
        if rules.must_capture && !self.is_capture(mv) && self.other_legal(|other| self.is_capture(other)) {
            return Some(Forbidden::MustCapture);
        }
        let kind = rules.drops.must_kind;
        let in_hand = if kind == PieceKind::ANY { self.hand_size(us) } else { self.in_hand(us, kind) as u32 };
        if rules.drops.must && in_hand > 0 {
            let forbidden = match mv {
                Move::Drop { kind: dropped, .. } => kind != PieceKind::ANY && kind != dropped,
                _ => self.other_legal(|other| matches!(other, Move::Drop { .. })),
            };
            if forbidden {
                return Some(Forbidden::MustDrop);
            }
        }
        let only_in_stalemate = rules.pass_on_stalemate[us as usize];
        let has_other = || self.other_legal(|other| other != Move::Pass);
        if mv == Move::Pass && only_in_stalemate && !self.in_check(us) && has_other() {
            return Some(Forbidden::HasOtherMoves);
        }
        None
    }

    /// Why a move is illegal, apart from rules that depend on other moves.
    fn forbidden_by_itself(&self, mv: Move) -> Option<Forbidden> {
        let rules = self.rules;
        let us = self.side;
        if let Move::Drop { to, .. } = mv
            && rules.drops.renju
            && us == Side::Black
            && let Some(foul) = self.renju_foul(to)
        {
            return Some(foul);
        }
        let mut next = *self;
        next.make(mv);
        let gives_check = || next.in_check(us.other());
        if !rules.checking && gives_check() {
            return Some(Forbidden::GivesCheck);
        }
        if matches!(mv, Move::Drop { .. }) && !rules.drops.checks && gives_check() {
            return Some(Forbidden::DropGivesCheck);
        }
        let promotes = matches!(mv, Move::Step { change: Change::Promote(_), .. });
        if rules.promotion.sittuyin && promotes && gives_check() {
            return Some(Forbidden::PromotionGivesCheck);
        }
        if let Some(forbidden) = self.forbidden_to_kings(mv, &next) {
            return Some(forbidden);
        }
        // A piece that enters at a gate does not help against a check.
        if let Move::Step { from, to, change, gate: Some(_) } = mv {
            let bare = Move::Step { from, to, change, gate: None };
            let mut next = *self;
            next.make(bare);
            if let Some(forbidden) = self.forbidden_to_kings(bare, &next) {
                return Some(forbidden);
            }
        }
        if let Move::Drop { kind, to, .. } = mv
            && rules.drops.opposite_bishops
            && !self.bishops_fit(kind, to)
        {
            return Some(Forbidden::BishopsOnOneColour);
        }
        if rules.immobility_illegal && self.never_moves_again(mv, &next) {
            return Some(Forbidden::NeverMovesAgain);
        }
        None
    }

    /// Whether there is a legal move of this kind.
    fn other_legal(&self, sort: impl Fn(Move) -> bool) -> bool {
        let mut moves = self.pseudo_moves().into_iter().filter(|&mv| sort(mv));
        moves.any(|mv| self.forbidden_by_itself(mv).is_none())
    }

    /// Checks, and everything that counts as a check.
    fn forbidden_to_kings(&self, mv: Move, next: &Position) -> Option<Forbidden> {
        let rules = self.rules;
        let us = self.side;
        let them = us.other();
        if rules.extinction.pseudo_royal
            && let Some(forbidden) = self.forbidden_to_royals(mv, next)
        {
            return Some(forbidden);
        }
        if !rules.petrify.is_empty() && self.king(us).is_some() && next.king(us).is_none() {
            return Some(Forbidden::TurnsToStone);
        }
        if let Move::Castle { king, rook, .. } = mv
            && self.man(king).is_some_and(|man| man.kind == PieceKind::KING)
        {
            let (king_to, _) = self.castling_squares(king, rook);
            let (low, high) = (king.file().min(king_to.file()), king.file().max(king_to.file()));
            for file in (low..=high).filter(|&file| file != king.file()) {
                let at = Square::new(file, king.rank());
                if let Some(by) = self.attacker(at, them) {
                    return Some(Forbidden::CastlesThroughAttack { at, by });
                }
            }
        }
        if mv == Move::Pass && self.bikjang() {
            return None;
        }
        if (rules.flying_general || self.bikjang()) && next.kings_face(us) {
            return Some(Forbidden::KingsFace);
        }
        let moved = mv.from().and_then(|from| self.man(from));
        if rules.makpong
            && moved.is_some_and(|man| man.kind == PieceKind::KING)
            && self.checked_but_from(us, mv.to())
        {
            return Some(Forbidden::KingMayNotFlee);
        }
        let king = next.king(us)?;
        next.attacker(king, them).map(|by| Forbidden::KingAttacked { king, by })
    }

    /// Whether a piece other than the one on that square gives check.
    fn checked_but_from(&self, us: crate::Side, square: Option<Square>) -> bool {
        let Some(king) = self.king(us) else { return false };
        self.of[us.other() as usize].iter().any(|from| {
            Some(from) != square && self.man(from).is_some_and(|man| self.attacks(man, from, king))
        })
    }

    /// Pieces that count as kings because they are the last of their kind.
    fn forbidden_to_royals(&self, mv: Move, next: &Position) -> Option<Forbidden> {
        let rules = self.rules;
        let us = self.side;
        let them = us.other();
        let mut ours = self.pseudo_royals(us);
        let theirs = self.pseudo_royals(them);
        if let Move::Castle { king, rook, .. } = mv
            && ours.contains(&king)
        {
            let (king_to, _) = self.castling_squares(king, rook);
            let (low, high) = (king.file().min(king_to.file()), king.file().max(king_to.file()));
            let mut without = *self;
            without.take(king);
            let way = (low..=high).map(|file| Square::new(file, king.rank()));
            for at in way.filter(|&at| at != king_to || king == king_to) {
                let safe = rules.blast && theirs.iter().any(|&other| Position::touch(at, other));
                if !safe && let Some(by) = without.attacker(at, them) {
                    return Some(Forbidden::CastlesThroughAttack { at, by });
                }
            }
        }
        let goes_to = match mv {
            Move::Castle { king, rook, .. } => Some(self.castling_squares(king, rook).0),
            _ => mv.to(),
        };
        if let (Some(from), Some(to)) = (mv.from(), goes_to) {
            ours.iter_mut().filter(|square| **square == from).for_each(|square| *square = to);
        }
        if let Move::Drop { to, .. } = mv
            && next.man(to).is_some_and(|man| rules.extinction.kinds.contains(man.kind))
        {
            ours.push(to);
        }
        if let Move::Step { change: Change::Promote(kind), to, .. } = mv
            && rules.extinction.kinds.contains(kind)
        {
            match self.count_of(us, kind) > rules.extinction.count as usize {
                true => ours.retain(|&square| self.man(square).is_none_or(|man| man.kind != kind)),
                false => ours.push(to),
            }
        }
        let own = |square: &Square| next.man(*square).is_some_and(|man| man.side == us);
        if let Some(&man) = ours.iter().find(|square| !own(square)) {
            return Some(Forbidden::RoyalAttacked { man, by: None });
        }
        let kept = |square: &Square| next.man(*square).is_some_and(|man| man.side == them);
        if theirs.iter().all(kept) {
            for &man in &ours {
                let safe = rules.blast && theirs.iter().any(|&other| Position::touch(man, other));
                if !safe && let Some(by) = next.royal_attacker(man, them) {
                    return Some(Forbidden::RoyalAttacked { man, by: Some(by) });
                }
            }
        }
        if rules.extinction.duple {
            let mut all = next.duple_candidates(us).peekable();
            if all.peek().is_some() && all.all(|square| next.attacker(square, them).is_some()) {
                return Some(Forbidden::AllRoyalsAttacked);
            }
        }
        None
    }

    /// The first piece that attacks a royal piece: not one that would turn to stone by the capture and be lost.
    fn royal_attacker(&self, square: Square, by: crate::Side) -> Option<Square> {
        let kinds = self.rules.extinction.kinds;
        let lost = |kind| self.rules.petrify.contains(kind) && kinds.contains(kind);
        self.of[by as usize].iter().find(|&from| {
            self.man(from).is_some_and(|man| !lost(man.kind) && self.attacks(man, from, square))
        })
    }

    /// The pieces of a side whose kinds count for extinction.
    pub(crate) fn duple_candidates(&self, side: crate::Side) -> impl Iterator<Item = Square> + '_ {
        let kinds = self.rules.extinction.kinds;
        self.of[side as usize]
            .iter()
            .filter(move |&square| self.man(square).is_some_and(|man| kinds.contains(man.kind)))
    }

    /// Whether bishops can still be placed on both colours after this drop.
    fn bishops_fit(&self, kind: PieceKind, to: Square) -> bool {
        let us = self.side;
        let dark = |square: Square| (square.file() + square.rank()).is_multiple_of(2);
        let standing =
            |colour: bool| self.squares_of(us, PieceKind::BISHOP).filter(|&at| dark(at) == colour).count();
        let bishops = self.count_of(us, PieceKind::BISHOP) + self.in_hand(us, PieceKind::BISHOP) as usize;
        if kind == PieceKind::BISHOP {
            return standing(dark(to)) < bishops.div_ceil(2);
        }
        let region = self.drop_region(PieceKind::BISHOP);
        let free = |square: &Square| self.is_empty(*square) && *square != to;
        [true, false].into_iter().all(|colour| {
            let room = region.iter().filter(|square| free(square) && dark(*square) == colour).count();
            standing(colour) + room >= bishops / 2
        })
    }

    /// Whether the piece could never move again from there, even on an empty board.
    fn never_moves_again(&self, mv: Move, next: &Position) -> bool {
        let plain = matches!(mv, Move::Drop { .. } | Move::Step { change: Change::Same, gate: None, .. });
        let Some(to) = mv.to().filter(|_| plain) else { return false };
        let Some(man) = next.man(to) else { return false };
        let Some(piece) = self.rules.piece(man.kind) else { return false };
        !piece.movements.iter().any(|movement| {
            let (files, ranks) = movement.step(man.side);
            movement.quiet
                && movement.when == When::Always
                && self.rules.board.offset(to, files, ranks).is_some()
        })
    }
}
