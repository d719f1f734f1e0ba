//! Effects of a move beyond the moved piece: en passant squares, blasts, castling rights of dropped pieces.

use crate::geometry::{Side, Square};
use crate::kinds::PieceKind;
use crate::movement::{Movement, When, lame_path};
use crate::position::{Man, Position};

impl Position<'_> {
    /// After a long first step: which squares may be captured on in passing.
    pub(crate) fn mark_passing(&mut self, man: Man, from: Square, to: Square) {
        let them = man.side.other();
        let rules = self.rules;
        let kinds = rules.ep_kinds[them as usize];
        let region = rules.ep_region[them as usize];
        if kinds.is_empty() || region.is_empty() {
            return;
        }
        let files = to.file() as i8 - from.file() as i8;
        let ranks = to.rank() as i8 - from.rank() as i8;
        if man.kind == PieceKind::PAWN {
            if files != 0 || ranks.abs() < 2 {
                return;
            }
            for square in lame_path(from, 0, ranks).filter(|&square| region.contains(square)) {
                let other_kinds = kinds.iter().any(|kind| kind != PieceKind::PAWN);
                if other_kinds || self.pawn_attacks(them, square) {
                    self.en_passant.insert(square);
                }
            }
            return;
        }
        let Some(piece) = rules.piece(man.kind) else { return };
        let initial = |m: &&Movement| m.when != When::Always && m.quiet;
        let reaches = |m: &Movement| m.step(man.side) == (files, ranks);
        let ordinary = piece.movements.iter().any(|m| !initial(&m) && m.quiet && reaches(m));
        if ordinary || !piece.movements.iter().filter(initial).any(reaches) {
            return;
        }
        // The piece itself is marked too, since it may stand beside the squares that it has passed.
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let passed = lame_path(from, files, ranks).filter(|_| straight).chain([to]);
        self.en_passant = passed.filter(|&square| region.contains(square)).collect();
    }

    /// Whether a chess pawn of the side attacks the square.
    fn pawn_attacks(&self, side: Side, square: Square) -> bool {
        [-1, 1].into_iter().any(|files| {
            let from = self.rules.board.offset(square, files, -side.forward());
            from.and_then(|from| self.man(from))
                .is_some_and(|man| man.side == side && man.kind == PieceKind::PAWN)
        })
    }

    /// In ouk, a king loses its leap when a rook comes to its file or rank, whatever stands between.
    pub(crate) fn aim_at_king(&mut self, rook: Man, at: Square) {
        let them = rook.side.other();
        if let Some(king) = self.king(them)
            && (king.file() == at.file() || king.rank() == at.rank())
        {
            self.gates[them as usize].remove(king);
        }
    }

    /// A capture's blast, and pieces that turn to stone.
    pub(crate) fn burst(&mut self, capturer: PieceKind, at: Square) {
        let rules = self.rules;
        let stone = rules.petrify.contains(capturer);
        if rules.blast {
            for files in -1..=1 {
                for ranks in -1..=1 {
                    let Some(square) = rules.board.offset(at, files, ranks) else { continue };
                    let Some(man) = self.man(square) else { continue };
                    let centre = square == at;
                    if rules.blast_immune.takes(man.kind) || !centre && man.kind == PieceKind::PAWN {
                        continue;
                    }
                    self.take(square);
                    self.pocket(man);
                    self.disturb(square);
                    if if centre { stone } else { rules.petrify_blast } {
                        self.holes.insert(square);
                    }
                }
            }
        } else if stone {
            self.take(at);
            self.holes.insert(at);
        }
    }

    /// Kings and rooks that are dropped on their squares may castle, in some variants.
    pub(crate) fn castle_with_dropped(&mut self, man: Man, to: Square) {
        let rules = self.rules;
        let castling = &rules.castling;
        let rank = rules.board.relative_rank(man.side, castling.rank);
        if !castling.dropped || to.rank() != rank {
            return;
        }
        let (left, right) = (Square::new(0, rank), Square::new(rules.board.files - 1, rank));
        let home = Square::new(castling.king_file, rank);
        let own = |square: Square, this: &Position| this.man(square).filter(|other| other.side == man.side);
        let is_rook = |square: Square, this: &Position| {
            own(square, this).is_some_and(|other| castling.rooks.contains(other.kind))
        };
        if own(home, self).is_none_or(|other| other.kind != castling.king) {
            return;
        }
        if man.kind == castling.king && to == home || castling.rooks.contains(man.kind) {
            let index = man.side as usize;
            self.king_home[index] = Some(home);
            if is_rook(right, self) && (to == home || to == right) {
                self.castling[index].kingside = Some(right);
            }
            if is_rook(left, self) && (to == home || to == left) {
                self.castling[index].queenside = Some(left);
            }
        }
    }
}
