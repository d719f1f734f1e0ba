//! Attacks, and the squares that a piece can go to.

use crate::geometry::{Region, Side, Square};
use crate::kinds::PieceKind;
use crate::movement::{Hop, Movement, When, lame_path};
use crate::position::{Base, Man, Position};

impl Position<'_> {
    /// Whether this movement is allowed from the square.
    pub(crate) fn in_season(&self, movement: &Movement, man: Man, from: Square) -> bool {
        let side = man.side as usize;
        match movement.when {
            When::Always => true,
            When::DoubleStep => self.rules.double_step && self.rules.double_region[side].contains(from),
            When::TripleStep => self.rules.triple_region[side].contains(from),
        }
    }

    /// Whether there are squares from which the movement may be made.
    pub(crate) fn has_season(&self, movement: &Movement, man: Man) -> bool {
        let side = man.side as usize;
        match movement.when {
            When::Always => true,
            When::DoubleStep => self.rules.double_step && !self.rules.double_region[side].is_empty(),
            When::TripleStep => !self.rules.triple_region[side].is_empty(),
        }
    }

    /// Whether the soldier can still only go straight ahead.
    pub(crate) fn bound_soldier(&self, man: Man, from: Square) -> bool {
        man.kind == PieceKind::SOLDIER
            && self.rules.board.relative_rank(man.side, from.rank()) < self.rules.soldier_rank
    }

    /// Whether that kind may hop over this piece.
    fn hurdle(&self, square: Square, hopper: PieceKind) -> bool {
        hopper != PieceKind::JANGGI_CANNON
            || self.man(square).is_none_or(|man| man.kind != PieceKind::JANGGI_CANNON)
    }

    /// Calls `call` with every square that the movement reaches, including that of the first piece in the way.
    pub(crate) fn reach(&self, movement: &Movement, man: Man, from: Square, mut call: impl FnMut(Square)) {
        let board = self.rules.board;
        let (files, ranks) = movement.step(man.side);
        if movement.lame {
            if let Some(to) = board.offset(from, files, ranks)
                && !lame_path(from, files, ranks).any(|square| self.occupied(square))
            {
                call(to);
            }
            return;
        }
        let mut at = from;
        let mut steps = 0;
        let mut hopping = movement.hop != Hop::None;
        while let Some(to) = board.offset(at, files, ranks) {
            at = to;
            steps += 1;
            if hopping {
                if self.occupied(at) {
                    if !self.hurdle(at, man.kind) {
                        return;
                    }
                    hopping = false;
                }
                if steps == movement.range {
                    return;
                }
                continue;
            }
            call(at);
            if self.occupied(at) || steps == movement.range || movement.hop == Hop::Behind {
                return;
            }
        }
    }

    /// The palace lines of janggi: extra movements of the piece from this square, if it stands on such lines.
    pub(crate) fn palace_movements(&self, man: Man, from: Square) -> Vec<Movement> {
        let lines = self.rules.diagonal_lines;
        if lines.is_empty() || !lines.contains(from) {
            return Vec::new();
        }
        let wazir_king = || {
            self.rules
                .piece(PieceKind::KING)
                .is_some_and(|king| king.movements.iter().all(|m| m.files * m.ranks == 0))
        };
        let (range, hop, forward_only) = match man.kind {
            PieceKind::WAZIR => (1, Hop::None, false),
            PieceKind::KING if wazir_king() => (1, Hop::None, false),
            PieceKind::SOLDIER => (1, Hop::None, true),
            PieceKind::ROOK => (0, Hop::None, false),
            PieceKind::JANGGI_CANNON => (0, Hop::Over, false),
            _ => return Vec::new(),
        };
        [(1, 1), (-1, 1), (1, -1), (-1, -1)]
            .into_iter()
            .filter(|&(_, ranks)| !forward_only || ranks > 0)
            .map(|(files, ranks)| Movement { range, hop, ..Movement::leap(files, ranks) })
            .collect()
    }

    /// Calls `call` with every square that the piece may go to, and whether that is a capture. Checks are ignored.
    pub(crate) fn targets(&self, man: Man, from: Square, mut call: impl FnMut(Square, bool)) {
        let rules = self.rules;
        let Some(piece) = rules.piece(man.kind) else { return };
        let bound = self.bound_soldier(man, from);
        // Two movements may lead to the same square: it is called once.
        let mut called = Region::EMPTY;
        let mut offer = |to: Square, movement: &Movement| {
            let captures = match self.man(to) {
                Some(other) if other.side == man.side => return,
                Some(_) if man.kind == PieceKind::JANGGI_CANNON && self.is_cannon(to) => return,
                Some(other) if self.immune(man.kind, other.kind) => return,
                other => other.is_some(),
            };
            let wanted = if captures { movement.capture } else { movement.quiet };
            let free = !self.holes.contains(to) && !called.contains(to);
            if wanted && free && rules.may_stand(man.side, man.kind, to) {
                called.insert(to);
                call(to, captures);
            }
        };
        for movement in &piece.movements {
            if self.in_season(movement, man, from) && !(bound && movement.files != 0) {
                self.reach(movement, man, from, |to| offer(to, movement));
            }
        }
        for movement in self.palace_movements(man, from) {
            self.reach(&movement, man, from, |to| {
                if rules.diagonal_lines.contains(to) {
                    offer(to, &movement);
                }
            });
        }
    }

    fn is_cannon(&self, square: Square) -> bool {
        self.man(square).is_some_and(|man| man.kind == PieceKind::JANGGI_CANNON)
    }

    /// Whether these kinds cannot capture each other.
    pub(crate) fn immune(&self, one: PieceKind, other: PieceKind) -> bool {
        one == other && self.rules.mutually_immune.contains(one)
    }

    /// Whether this movement captures on the square.
    fn strikes(&self, movement: &Movement, man: Man, from: Square, to: Square) -> bool {
        let (files, ranks) = movement.step(man.side);
        let (far_files, far_ranks) =
            (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
        if movement.range == 1 && movement.hop == Hop::None {
            return (far_files, far_ranks) == (files, ranks)
                && (!movement.lame || !lame_path(from, files, ranks).any(|square| self.occupied(square)));
        }
        // How many steps lie between, if the square lies in this direction at all.
        let steps = if files != 0 { far_files / files } else { far_ranks / ranks };
        if steps < 1 || files * steps != far_files || ranks * steps != far_ranks {
            return false;
        }
        let between = (1..steps).filter_map(|step| from.offset(files * step, ranks * step));
        let mut met = None;
        for (step, square) in (1..).zip(between) {
            if self.occupied(square) {
                if met.is_some() || movement.hop == Hop::None || !self.hurdle(square, man.kind) {
                    return false;
                }
                met = Some(step);
            }
        }
        let in_range = movement.range == 0 || steps as u8 <= movement.range;
        match (movement.hop, met) {
            (Hop::None, _) => in_range,
            (_, None) => false,
            (Hop::Over, Some(_)) => in_range,
            (Hop::Behind, Some(step)) => steps == step + 1,
        }
    }

    /// Whether the piece on `from` attacks the square.
    pub(crate) fn attacks(&self, man: Man, from: Square, to: Square) -> bool {
        let rules = self.rules;
        let Some(piece) = rules.piece(man.kind) else { return false };
        if from == to || !rules.may_stand(man.side, man.kind, to) {
            return false;
        }
        let bound = self.bound_soldier(man, from);
        let mut struck = piece.movements.iter().any(|movement| {
            movement.capture
                && !(bound && movement.files != 0)
                && movement.when == When::Always
                && self.strikes(movement, man, from, to)
        });
        if !struck && rules.diagonal_lines.contains(to) {
            struck = self.palace_movements(man, from).iter().any(|m| self.strikes(m, man, from, to));
        }
        let cannons =
            |other: Man| man.kind == PieceKind::JANGGI_CANNON && other.kind == PieceKind::JANGGI_CANNON;
        struck && !self.man(to).is_some_and(|other| self.immune(man.kind, other.kind) || cannons(other))
    }

    /// The first piece of a side that attacks the square.
    #[must_use]
    pub fn attacker(&self, square: Square, by: Side) -> Option<Square> {
        self.of[by as usize]
            .iter()
            .find(|&from| self.men[from.index()].is_some_and(|man| self.attacks(man, from, square)))
    }

    /// Whether the side's king is attacked; false if the rules have no king.
    #[must_use]
    pub fn in_check(&self, side: Side) -> bool {
        self.checker(side).is_some()
    }

    /// The piece that gives check to a side's king.
    #[must_use]
    pub fn checker(&self, side: Side) -> Option<Square> {
        self.king(side).and_then(|king| self.attacker(king, side.other()))
    }

    /// Pieces that are treated like kings because they are the last of their kind.
    pub(crate) fn pseudo_royals(&self, side: Side) -> Vec<Square> {
        let extinction = &self.rules.extinction;
        if !extinction.pseudo_royal {
            return Vec::new();
        }
        let kinds = extinction.kinds.iter();
        kinds
            .filter(|&kind| self.count_of(side, kind) <= extinction.count as usize + 1)
            .flat_map(|kind| self.squares_of(side, kind))
            .collect()
    }

    /// The king, and the pieces that count as kings, that stand attacked.
    #[must_use]
    pub fn checked(&self, side: Side) -> Vec<Square> {
        let them = side.other();
        let attacked = |square: &Square| self.attacker(*square, them).is_some();
        let king = self.king(side).filter(|square| attacked(square));
        let theirs = self.pseudo_royals(them);
        // A piece next to a royal piece of the attacker cannot be blown up without it.
        let shielded =
            |square: &Square| self.rules.blast && theirs.iter().any(|&other| Position::touch(*square, other));
        let mut squares: Vec<Square> = king.into_iter().collect();
        squares.extend(
            self.pseudo_royals(side).into_iter().filter(|square| !shielded(square) && attacked(square)),
        );
        if self.rules.extinction.duple {
            let all: Vec<Square> = self.duple_candidates(side).collect();
            if all.iter().all(attacked) {
                squares.extend(all);
            }
        }
        squares
    }

    /// Whether two squares are adjacent.
    pub(crate) fn touch(one: Square, other: Square) -> bool {
        one.file().abs_diff(other.file()) <= 1 && one.rank().abs_diff(other.rank()) <= 1
    }

    /// Whether the kings face each other although the rules forbid it (the flying general of xiangqi). Then the last
    /// move was illegal.
    ///
    /// ```
    /// use scorebook_variants::{Position, Rules};
    /// let xiangqi = Rules::named("xiangqi").unwrap();
    /// let facing = Position::from_fen(xiangqi, "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1").unwrap();
    /// assert!(facing.generals_face());
    /// ```
    #[must_use]
    pub fn generals_face(&self) -> bool {
        self.rules.flying_general && self.kings_face(self.side)
    }

    /// Whether the kings face each other on an open file or rank.
    pub(crate) fn kings_face(&self, side: Side) -> bool {
        let (Some(ours), Some(theirs)) = (self.king(side), self.king(side.other())) else { return false };
        let ride = Movement { range: 0, ..Movement::leap(0, 1) };
        let man = Man { side: Side::White, kind: PieceKind::ROOK, base: Base::Same };
        [(0, 1), (0, -1), (1, 0), (-1, 0)]
            .into_iter()
            .any(|(files, ranks)| self.strikes(&Movement { files, ranks, ..ride }, man, ours, theirs))
    }
}
