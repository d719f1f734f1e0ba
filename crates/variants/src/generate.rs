//! Pseudo-legal moves: every move of the pieces, before checks are considered.

use crate::geometry::{Region, Square};
use crate::kinds::PieceKind;
use crate::moves::{Change, Gate, Move};
use crate::position::{Base, Man, Position};
use crate::rules::{Rules, WallRule};

impl Position<'_> {
    /// All moves by the movements of the pieces; some may leave a king in check.
    pub(crate) fn pseudo_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        for from in self.of[self.side as usize].iter() {
            self.moves_from(from, &mut moves);
        }
        self.castlings(&mut moves);
        self.drops(&mut moves);
        self.lone_walls(&mut moves);
        let side = self.side as usize;
        if self.rules.pass[side] || self.rules.pass_on_stalemate[side] {
            moves.push(Move::Pass);
        }
        moves
    }

    /// The moves of the piece on one square, castling apart, each with every wall that may be set.
    pub(crate) fn moves_from(&self, from: Square, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.bare_moves_from(from, moves);
        self.add_walls(first, moves);
    }

    /// In place of each move from the `first` on, the same move with every wall that may be set, where the rules set one.
    fn add_walls(&self, first: usize, moves: &mut Vec<Move>) {
        if self.rules.walls.rule == WallRule::None || self.rules.walls.or_move {
            return;
        }
        for mv in moves.split_off(first) {
            let squares = self.wall_squares(mv);
            let walls = squares.iter().map(|at| Some(Gate { kind: PieceKind::WALL, at }));
            moves.extend(walls.map(|gate| mv.with_gate(gate)));
        }
    }

    /// Where a turn is a move or a wall: the walls that may be set in place of a move. No piece has moved, so that none shoots an
    /// arrow, and no square has been left.
    fn lone_walls(&self, moves: &mut Vec<Move>) {
        let walls = &self.rules.walls;
        if !walls.or_move {
            return;
        }
        let empty: Region = self.rules.board.squares().filter(|&at| self.is_empty(at)).collect();
        let open = empty.and(walls.region[self.side as usize]);
        let squares = match walls.rule {
            WallRule::None | WallRule::Past | WallRule::Arrow => Region::EMPTY,
            WallRule::Duck | WallRule::Static => open,
            WallRule::Edge => open.and(self.shore()),
        };
        moves.extend(squares.iter().map(|to| Move::Drop { kind: PieceKind::WALL, promoted: false, to }));
    }

    /// The squares on which a wall may be set after a move.
    fn wall_squares(&self, mv: Move) -> Region {
        let walls = &self.rules.walls;
        let mut after = *self;
        after.make(mv);
        let empty: Region = self.rules.board.squares().filter(|&at| after.is_empty(at)).collect();
        let open = empty.and(walls.region[self.side as usize]);
        let (Some(from), Some(to)) = (mv.from(), mv.to()) else { return open };
        match walls.rule {
            WallRule::None => Region::EMPTY,
            // The duck must go elsewhere: where it sits is not empty yet.
            WallRule::Duck | WallRule::Static => open,
            WallRule::Past => open.and([from].into_iter().collect()),
            WallRule::Edge => open.and(after.shore()),
            WallRule::Arrow => {
                let mut shots = Region::EMPTY;
                if let Some(man) = after.man(to) {
                    after.targets(man, to, |square, captures| {
                        if !captures {
                            shots.insert(square);
                        }
                    });
                }
                open.and(shots)
            }
        }
    }

    /// The squares at the edge of the board, and those beside a hole or a wall along a rank or a file.
    fn shore(&self) -> Region {
        let board = self.rules.board;
        let is_shore = |square: &Square| {
            [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().any(|(files, ranks)| {
                board.offset(*square, files, ranks).is_none_or(|beside| self.holes.contains(beside))
            })
        };
        board.squares().filter(is_shore).collect()
    }

    /// The moves of the piece on one square, castling apart, without walls.
    pub(crate) fn bare_moves_from(&self, from: Square, moves: &mut Vec<Move>) {
        let Some(man) = self.man(from).filter(|man| man.side == self.side) else { return };
        self.targets(man, from, |to, captures| self.add_step(man, from, to, captures, moves));
        self.captures_in_passing(man, from, moves);
        if self.rules.promotion.sittuyin && man.kind == PieceKind::PAWN {
            self.sittuyin_promotions(man, from, moves);
        }
        if self.rules.cambodian && self.gates[man.side as usize].contains(from) {
            let forward = man.side.forward();
            let leaps: &[(i8, i8)] = match man.kind {
                PieceKind::KING if !self.in_check(man.side) => &[(-2, 1), (2, 1)],
                PieceKind::FERS => &[(0, 2)],
                _ => &[],
            };
            for &(files, ranks) in leaps {
                let to = self.rules.board.offset(from, files, ranks * forward);
                moves.extend(to.filter(|&to| self.is_empty(to)).map(|to| Move::step(from, to)));
            }
        }
    }

    /// Whether one more piece of the kind may be created by promotion.
    fn within_limit(&self, kind: PieceKind) -> bool {
        self.rules
            .piece(kind)
            .is_some_and(|piece| piece.limit == 0 || self.count_of(self.side, kind) < piece.limit as usize)
    }

    /// Adds a step with all that may become of the piece.
    fn add_step(&self, man: Man, from: Square, to: Square, captures: bool, moves: &mut Vec<Move>) {
        let promotion = &self.rules.promotion;
        let side = man.side as usize;
        let (leaves, enters) = (promotion.zone[side].contains(from), promotion.zone[side].contains(to));
        let step = |change| Move::Step { from, to, change, gate: None };
        let is_pawn = man.kind == PieceKind::PAWN;
        let by_choice = (is_pawn || promotion.pawns[side].contains(man.kind)) && !promotion.sittuyin;
        let mut may_stay = !(by_choice && enters && promotion.mandatory_pawn);
        if by_choice && enters {
            let kinds = promotion.to[side].iter().filter(|&kind| self.within_limit(kind));
            moves.extend(kinds.map(|kind| step(Change::Promote(kind))));
        }
        let by_capture = !promotion.on_capture || captures;
        let in_zone = enters || leaves && !is_pawn;
        let upgrade = self.rules.piece(man.kind).and_then(|piece| piece.promoted);
        let upgrade = upgrade.is_some_and(|kind| self.within_limit(kind));
        let demote = promotion.demotion && man.base != Base::Same;
        if (upgrade || demote) && in_zone && by_capture {
            if upgrade {
                moves.push(step(Change::Upgrade));
            }
            if demote {
                moves.push(step(Change::Demote));
            }
            may_stay &= is_pawn || !promotion.mandatory_piece;
        }
        if may_stay {
            self.add_gated(from, to, moves);
        }
    }

    /// Adds a step as it is and with every piece that may enter behind it.
    fn add_gated(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        moves.push(Move::step(from, to));
        let gates = self.gate_kinds(from).map(|kind| Some(Gate { kind, at: from }));
        moves.extend(gates.map(|gate| Move::Step { from, to, change: Change::Same, gate }));
    }

    /// The kinds in hand that may enter on a square as a piece leaves it.
    pub(crate) fn gate_kinds(&self, at: Square) -> impl Iterator<Item = PieceKind> {
        let side = self.side;
        let open = self.rules.seirawan && self.gates[side as usize].contains(at);
        let kinds = self.rules.kinds().filter(move |&kind| open && self.in_hand(side, kind) > 0);
        kinds.filter(move |&kind| self.drop_region(kind).contains(at))
    }

    fn captures_in_passing(&self, man: Man, from: Square, moves: &mut Vec<Move>) {
        let rules = self.rules;
        if self.en_passant.is_empty() || !rules.ep_kinds[man.side as usize].contains(man.kind) {
            return;
        }
        let Some(piece) = rules.piece(man.kind) else { return };
        for to in self.en_passant.iter().filter(|&to| self.is_empty(to)) {
            let goes = |quiet: bool| {
                piece.movements.iter().any(|m| {
                    let right = if quiet { m.quiet } else { m.capture };
                    let mut hit = false;
                    if right && self.in_season(m, man, from) {
                        self.reach(m, man, from, |square| hit |= square == to);
                    }
                    hit
                })
            };
            let allowed = rules.may_stand(man.side, man.kind, to) && self.en_passant_victim(to).is_some();
            if allowed && goes(false) && !goes(true) {
                moves.push(Move::EnPassant { from, to, gate: None });
            }
        }
    }

    fn sittuyin_promotions(&self, man: Man, from: Square, moves: &mut Vec<Move>) {
        let side = man.side as usize;
        let promotion = &self.rules.promotion;
        if self.count_of(man.side, PieceKind::PAWN) > 1 && !promotion.zone[side].contains(from) {
            return;
        }
        for kind in promotion.to[side].iter().filter(|&kind| self.within_limit(kind)) {
            let promoted = Man { kind, ..man };
            let mut squares = vec![from];
            self.targets(promoted, from, |to, captures| {
                if !captures {
                    squares.push(to);
                }
            });
            let mut without = *self;
            without.take(from);
            let harmless = |&to: &Square| {
                let mut attacks = false;
                without.targets(promoted, to, |_, captures| attacks |= captures);
                !attacks
            };
            let steps = squares.into_iter().filter(harmless);
            moves.extend(steps.map(|to| Move::Step { from, to, change: Change::Promote(kind), gate: None }));
        }
    }

    pub(crate) fn castlings(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.bare_castlings(moves);
        self.add_walls(first, moves);
    }

    fn bare_castlings(&self, moves: &mut Vec<Move>) {
        let side = self.side as usize;
        let rights = self.castling[side];
        let Some(king) = self.king_home[side].filter(|_| self.rules.castling.enabled) else { return };
        let rooks = [rights.kingside, rights.queenside];
        if rooks == [None; 2] || self.in_check(self.side) {
            return;
        }
        for rook in rooks.into_iter().flatten() {
            let (king_to, rook_to) = self.castling_squares(king, rook);
            let board = self.rules.board;
            if !board.contains(king_to) || !board.contains(rook_to) {
                continue;
            }
            if self.castling_way(king, rook).any(|square| self.occupied(square)) {
                continue;
            }
            moves.push(Move::Castle { king, rook, gate: None });
            for at in [king, rook] {
                let gates = self.gate_kinds(at).map(|kind| Gate { kind, at });
                let gates = gates.filter(|gate| gate.at != king_to && gate.at != rook_to);
                moves.extend(gates.map(|gate| Move::Castle { king, rook, gate: Some(gate) }));
            }
        }
    }

    /// The squares that must be empty for castling, those of king and rook apart.
    pub(crate) fn castling_way(&self, king: Square, rook: Square) -> impl Iterator<Item = Square> {
        let (king_to, rook_to) = self.castling_squares(king, rook);
        let span = |one: Square, other: Square| {
            let (low, high) = (one.file().min(other.file()), one.file().max(other.file()));
            (low..=high).map(move |file| Square::new(file, king.rank()))
        };
        span(king, king_to).chain(span(rook, rook_to)).filter(move |&square| square != king && square != rook)
    }

    fn drops(&self, moves: &mut Vec<Move>) {
        let rules = self.rules;
        if !rules.drops.enabled {
            return;
        }
        for kind in rules.kinds().filter(|&kind| self.in_hand(self.side, kind) > 0) {
            let region = self.drop_region(kind);
            let promoted =
                rules.piece(kind).is_some_and(|piece| piece.promoted.is_some()) && rules.drops.promoted;
            for to in rules.board.squares().filter(|&to| region.contains(to) && self.is_empty(to)) {
                moves.push(Move::Drop { kind, promoted: false, to });
                if promoted {
                    moves.push(Move::Drop { kind, promoted: true, to });
                }
            }
        }
    }

    /// Where a piece from the hand may enter, empty or not.
    pub(crate) fn drop_region(&self, kind: PieceKind) -> Region {
        let Rules { board, drops, promotion, .. } = self.rules;
        let side = self.side;
        let index = side as usize;
        let mut region = drops.region[index];
        if let Some(mobility) = self.rules.piece(kind).and_then(|piece| piece.mobility[index]) {
            region = region.and(mobility);
        }
        let first = Region::rank(board.relative_rank(side, 0));
        if kind == PieceKind::PAWN {
            if !drops.promotion_zone_pawns {
                region = region.without(promotion.zone[index]);
            }
            if !drops.first_rank_pawns {
                region = region.without(first);
            }
        }
        if drops.no_doubled == Some(kind) {
            for file in 0..board.files {
                let standing = self.squares_of(side, kind).filter(|square| square.file() == file).count();
                if standing >= drops.no_doubled_count as usize {
                    (0..board.ranks).for_each(|rank| region.remove(Square::new(file, rank)));
                }
            }
        }
        if drops.sittuyin_rook && kind == PieceKind::ROOK {
            region = region.and(first);
        }
        region
    }
}
