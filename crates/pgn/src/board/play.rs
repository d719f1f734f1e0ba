//! Plays moves and takes them back.

use shakmaty::{CastlingSide, Move, Square};

use super::tables::{KING, PAWN, ROOK};
use super::undo::{Deed, Undo};
use super::{Board, NOWHERE, attacks, between, beyond, bit, side_of};

impl Board {
    /// The undo record of a move that is about to be played.
    #[inline(always)]
    pub(super) const fn way_back(&self, deed: Deed, from: u8, to: u8, victim: u8) -> Undo {
        Undo::to(&self.state).by(deed, from, to, victim)
    }

    #[inline(always)]
    pub(super) fn toggle(&mut self, code: u8, square: u8) {
        self.men[usize::from(code & 15)] ^= bit(square);
        self.colors[usize::from(code >> 3 & 1)] ^= bit(square);
    }

    #[inline(always)]
    pub(super) fn put(&mut self, square: u8, code: u8) {
        self.squares[usize::from(square & 63)] = code;
    }

    /// Removes castling rights.
    #[inline(never)]
    fn forfeit(&mut self, touched: u64) {
        let us = self.state.turn;
        let mut lost = self.state.rights & touched;
        if self.of(us, KING) & touched != 0 || self.state.watch & touched & !self.state.rights != 0 {
            // The king has moved: it is on its new square, or will be.
            let home = if us == 0 { 0xff } else { 0xff << 56 };
            lost |= self.state.rights & home;
        }
        self.state.rights &= !lost;
        self.state.watch = self.watched();
    }

    /// Plays a legal move of the piece on `from` that is neither castling nor promotion nor en passant.
    #[inline]
    pub fn step(&mut self, from: u8, to: u8) -> Undo {
        let mut undo = Undo::default();
        let code = self.on(from);
        match (self.state.turn, code & 7 == PAWN) {
            (0, false) => self.step_for::<0, false>(code, from, to, &mut undo),
            (0, true) => self.step_for::<0, true>(code, from, to, &mut undo),
            (_, false) => self.step_for::<1, false>(code, from, to, &mut undo),
            (_, true) => self.step_for::<1, true>(code, from, to, &mut undo),
        }
        undo
    }

    /// The same for the side `US`, which is to move, and its piece `code`; `IS_PAWN`: whether it is a pawn.
    /// The undo record is written in place.
    #[inline(always)]
    pub(super) fn step_for<const US: u8, const IS_PAWN: bool>(
        &mut self,
        code: u8,
        from: u8,
        to: u8,
        undo: &mut Undo,
    ) {
        let victim = self.on(to);
        *undo = self.way_back(Deed::Normal, from, to, victim);
        self.shift::<US, IS_PAWN>(from, to, code, code, victim);
    }

    /// Moves a piece, which becomes `now`, and changes the side to move.
    #[inline(always)]
    fn shift<const US: u8, const IS_PAWN: bool>(&mut self, from: u8, to: u8, code: u8, now: u8, victim: u8) {
        let (leaves, arrives) = (bit(from), bit(to));
        self.men[usize::from(victim & 15)] &= !arrives;
        self.men[usize::from(code & 15)] ^= leaves;
        self.men[usize::from(now & 15)] ^= arrives;
        self.colors[usize::from(US)] ^= leaves | arrives;
        self.colors[usize::from(1 - US)] &= !arrives;
        self.put(from, 0);
        self.put(to, now);
        let lasting = IS_PAWN | (victim != 0);
        self.state.halfmoves = if lasting { 0 } else { self.state.halfmoves + 1 };
        self.state.count -= u8::from(victim != 0);
        self.state.passed = if IS_PAWN & (from ^ to == 16) { (from + to) >> 1 } else { NOWHERE };
        if self.state.watch & (leaves | arrives) != 0 {
            self.forfeit(leaves | arrives);
        }
        let king = self.king(1 - US);
        let (straight, slant) = self.sliders(US);
        // Without a branch, since many pieces look towards the king and few give check.
        let occupied = self.occupied();
        let aims = attacks(now, to) & bit(king) != 0;
        let near = IS_PAWN && now & 7 == PAWN;
        let direct = if aims & (near || between(king, to) & occupied == 0) { arrives } else { 0 };
        let behind = beyond(king, from) & (straight | slant);
        self.state.checkers =
            if behind == 0 { direct } else { direct | self.uncovered(king, from, US, occupied) };
        self.state.fullmoves = self.state.fullmoves.saturating_add(u32::from(US));
        self.state.turn = 1 - US;
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) -> Undo {
        let us = self.state.turn;
        let before = Undo::to(&self.state);
        let (deed, from, to, victim) = match mv {
            Move::Normal { from, to, promotion: None, .. } => {
                return self.step(u8::from(from), u8::from(to));
            }
            Move::Normal { from, to, promotion: Some(role), .. } => {
                let (from, to) = (u8::from(from), u8::from(to));
                let (code, victim) = (self.on(from), self.on(to));
                let now = self.code(role as u8);
                if us == 0 {
                    self.shift::<0, true>(from, to, code, now, victim);
                } else {
                    self.shift::<1, true>(from, to, code, now, victim);
                }
                return before.by(Deed::Promotion, from, to, victim);
            }
            Move::EnPassant { from, to } => {
                let (from, to) = (u8::from(from), u8::from(to));
                let taken = from & !7 | to & 7;
                let victim = self.on(taken);
                self.toggle(us << 3 | PAWN, from);
                self.toggle(us << 3 | PAWN, to);
                self.toggle(victim, taken);
                self.put(from, 0);
                self.put(taken, 0);
                self.put(to, us << 3 | PAWN);
                self.state.halfmoves = 0;
                self.state.count -= 1;
                (Deed::EnPassant, from, to, victim)
            }
            Move::Castle { king, rook } => {
                self.forfeit(bit(u8::from(king)) | bit(u8::from(rook)));
                self.castle_over(king, rook, false);
                self.state.halfmoves += 1;
                (Deed::Castle, u8::from(king), u8::from(rook), 0)
            }
            Move::Put { .. } => (Deed::Pass, 0, 0, 0),
        };
        self.state.checkers = self.attackers(self.king(us ^ 1), us, self.occupied());
        self.hand_over();
        before.by(deed, from, to, victim)
    }

    /// Moves king and rook for castling, or back.
    fn castle_over(&mut self, king: Square, rook: Square, back: bool) {
        let us = side_of(if king.rank() == shakmaty::Rank::First {
            shakmaty::Color::White
        } else {
            shakmaty::Color::Black
        });
        let wing = CastlingSide::from_king_side(king < rook);
        let color = super::color_of(us);
        let homes = [(KING, u8::from(king)), (ROOK, u8::from(rook))];
        let goals = [(KING, u8::from(wing.king_to(color))), (ROOK, u8::from(wing.rook_to(color)))];
        let (old, new) = if back { (goals, homes) } else { (homes, goals) };
        for (role, square) in old {
            self.toggle(us << 3 | role, square);
            self.put(square, 0);
        }
        for (role, square) in new {
            self.toggle(us << 3 | role, square);
            self.put(square, us << 3 | role);
        }
    }

    /// Changes the side to move.
    pub(super) fn hand_over(&mut self) {
        self.state.passed = NOWHERE;
        self.state.fullmoves = self.state.fullmoves.saturating_add(u32::from(self.state.turn));
        self.state.turn ^= 1;
    }

    /// Passes; `None` if the side to move is in check.
    pub fn pass(&mut self) -> Option<Undo> {
        if self.state.checkers != 0 {
            return None;
        }
        let undo = self.way_back(Deed::Pass, 0, 0, 0);
        self.state.halfmoves += 1;
        self.hand_over();
        Some(undo)
    }

    /// Takes back the last move.
    pub fn undo(&mut self, undo: &Undo) {
        let us = self.state.turn ^ 1;
        let (from, to, victim) = (undo.origin(), undo.goal(), undo.victim());
        match undo.deed() {
            Deed::Normal | Deed::Promotion => {
                let now = self.on(to);
                let code = if undo.deed() == Deed::Promotion { us << 3 | PAWN } else { now };
                self.toggle(now, to);
                self.toggle(code, from);
                self.put(from, code);
                if victim != 0 {
                    self.toggle(victim, to);
                }
                self.put(to, victim);
            }
            Deed::EnPassant => {
                let taken = from & !7 | to & 7;
                self.toggle(us << 3 | PAWN, to);
                self.toggle(us << 3 | PAWN, from);
                self.toggle(victim, taken);
                self.put(to, 0);
                self.put(from, us << 3 | PAWN);
                self.put(taken, victim);
            }
            Deed::Castle => self.castle_over(super::square(from), super::square(to), true),
            Deed::Pass => {}
        }
        // Kings that can castle have not moved.
        let lost = undo.rights != self.state.rights;
        self.state.rights = undo.rights;
        self.state.halfmoves = undo.halfmoves();
        self.state.passed = undo.passed();
        self.state.fullmoves = self.state.fullmoves.saturating_sub(u32::from(us));
        self.state.count += u8::from(victim != 0);
        self.state.turn = us;
        if lost {
            self.state.watch = self.watched();
        }
        self.state.checkers = self.attackers(self.king(us), us ^ 1, self.occupied());
    }
}
