//! Generates the legal moves in the order of the format, from the attacks in the scene.

use shakmaty::{Bitboard, CastlingMode, CastlingSide, Move, MoveList, Position, Role, Square, attacks};

use super::scene::{Man, ModelInput};
use scorebook_core::international::Move16;

/// A legal move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// Its 16-bit form.
    pub word: Move16,
    /// The move itself.
    pub m: Move,
    /// The role of the moving piece.
    pub role: Role,
    /// Its target: when castling, the king's own target.
    pub to: Square,
    /// The role of the captured piece.
    pub victim: Option<Role>,
    /// The promotion piece.
    pub promotion: Option<Role>,
    /// Whether it is castling.
    pub castles: bool,
}

/// The promotion pieces, in the order of the format.
const PROMOTED: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The legal moves in the order of the format: by origin, target, promotion piece, flag.
pub fn candidates(scene: &ModelInput<'_>, mode: CastlingMode, out: &mut Vec<LegalMove>) {
    out.clear();
    let position = scene.position;
    let checkers = if scene.in_check { position.checkers() } else { Bitboard::EMPTY };
    // Squares to which pieces other than the king may move.
    let open = if checkers.is_empty() {
        !scene.ours
    } else {
        checkers.single_square().map_or(Bitboard::EMPTY, |checker| {
            attacks::between(scene.our_king, checker) | Bitboard::from(checker)
        })
    };
    let pinned = pinned(scene);
    let passing = match position.maybe_ep_square() {
        Some(_) => position.en_passant_moves(),
        None => MoveList::new(),
    };
    let mut moves = Moves { scene, mode, out };
    for man in scene.men {
        if man.role == Role::King {
            moves.push_king(man, checkers);
            continue;
        }
        let steps = if man.role == Role::Pawn { pawn_steps(scene, man) } else { man.view };
        let line = if pinned.contains(man.square) {
            attacks::ray(scene.our_king, man.square)
        } else {
            Bitboard::FULL
        };
        let to = steps & open & line;
        if man.role == Role::Pawn {
            let passing = passing.iter().copied().find(|m| m.from() == Some(man.square));
            moves.push_pawn(man, to, passing);
        } else {
            to.into_iter().for_each(|to| moves.push_plain(man, to, None));
        }
    }
}

/// The moves so far.
struct Moves<'a, 's> {
    scene: &'a ModelInput<'s>,
    mode: CastlingMode,
    out: &'a mut Vec<LegalMove>,
}

impl Moves<'_, '_> {
    #[inline]
    fn push(&mut self, m: Move) {
        // All moves of chess have words.
        let Some(word) = Move16::of(m, self.mode) else { return };
        let to = match m {
            Move::Castle { king, rook } => CastlingSide::from_king_side(king < rook).king_to(self.scene.us),
            _ => m.to(),
        };
        self.out.push(LegalMove {
            word,
            m,
            role: m.role(),
            to,
            victim: m.capture(),
            promotion: m.promotion(),
            castles: m.is_castle(),
        });
    }

    #[inline]
    fn push_plain(&mut self, man: &Man, to: Square, promotion: Option<Role>) {
        let capture = if self.scene.theirs.contains(to) { self.scene.board.role_at(to) } else { None };
        self.push(Move::Normal { role: man.role, from: man.square, capture, to, promotion });
    }

    fn push_pawn(&mut self, man: &Man, to: Bitboard, passing: Option<Move>) {
        for square in to | passing.map_or(Bitboard::EMPTY, |m| Bitboard::from(m.to())) {
            if let Some(m) = passing.filter(|m| m.to() == square) {
                self.push(m);
            } else if Bitboard::BACKRANKS.contains(square) {
                PROMOTED.into_iter().for_each(|role| self.push_plain(man, square, Some(role)));
            } else {
                self.push_plain(man, square, None);
            }
        }
    }

    fn push_king(&mut self, man: &Man, checkers: Bitboard) {
        let scene = self.scene;
        let first = self.out.len();
        // The squares behind the king are attacked through it.
        let behind =
            (checkers & scene.board.sliders()).into_iter().fold(Bitboard::EMPTY, |behind, checker| {
                behind | (attacks::ray(checker, man.square) ^ Bitboard::from(checker))
            });
        for to in man.view & !scene.ours & !scene.their_reach.once & !behind {
            self.push_plain(man, to, None);
        }
        if checkers.is_empty() {
            for side in [CastlingSide::QueenSide, CastlingSide::KingSide] {
                if scene.position.castles().rook(scene.us, side).is_some() {
                    scene.position.castling_moves(side).into_iter().for_each(|m| self.push(m));
                }
            }
            self.out[first..].sort_unstable_by_key(|candidate| u8::from(candidate.word.to()));
        }
    }
}

/// The squares to which a pawn can move, ignoring pins and en passant.
fn pawn_steps(scene: &ModelInput<'_>, man: &Man) -> Bitboard {
    let empty = !scene.occupied;
    let ahead = scene.us.fold_wb(8, -8);
    let one = Bitboard::from(man.square).shift(ahead) & empty;
    let half = scene.us.fold_wb(Bitboard::SOUTH, Bitboard::NORTH);
    one | one.shift(ahead) & half & empty | man.view & scene.theirs
}

/// Our pinned pieces: those alone between our king and an enemy slider.
fn pinned(scene: &ModelInput<'_>) -> Bitboard {
    let (board, king) = (scene.board, scene.our_king);
    let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    ((straight | diagonal) & scene.theirs).into_iter().fold(Bitboard::EMPTY, |pinned, slider| {
        let between = attacks::between(king, slider) & scene.occupied;
        if between.more_than_one() { pinned } else { pinned | between }
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{Chess, PositionError};

    use super::*;
    use crate::model::GameWalk;

    /// The order of the format over shakmaty's moves.
    fn expected(position: &Chess, mode: CastlingMode) -> Vec<(Move16, Move)> {
        let words = position.legal_moves().into_iter().filter_map(|m| Some((Move16::of(m, mode)?, m)));
        let mut words: Vec<(Move16, Move)> = words.collect();
        words.sort_unstable_by_key(|(word, _)| {
            let bits = u32::from(word.bits());
            (bits & 0x3f3f) << 4 | (bits >> 6 & 3) << 2 | bits >> 14
        });
        words
    }

    #[test]
    fn the_moves_are_those_of_shakmaty() {
        let more = [
            "rkr5/8/8/8/8/8/8/RKR5 w ACac - 0 1",
            // Check by three pieces, by two on one line, by a pawn that can be captured en passant.
            "4k3/8/8/1b5q/8/4r3/8/4K2r w - - 0 1",
            "8/8/8/r2K2q1/8/8/8/7k w - - 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            // All pieces are queens.
            "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/7k/K7 w - - 0 1",
        ];
        let (mut random, mut seen) = (0x2545_f491_4f6c_dd1du64, 0);
        for fen in scorebook_random::STARTS.into_iter().chain(more) {
            for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                let fen: Fen = fen.parse().unwrap();
                let start = fen
                    .into_position::<Chess>(mode)
                    .or_else(PositionError::ignore_too_much_material)
                    .or_else(PositionError::ignore_impossible_check);
                let Ok(start) = start else { continue };
                let mode = start.castles().mode();
                for _ in 0..20 {
                    let mut walk = GameWalk::new(&start);
                    for _ in 0..120 {
                        let expected = expected(&walk.position, mode);
                        let mut found = Vec::new();
                        candidates(&walk.scene(), mode, &mut found);
                        let moves: Vec<_> = found.iter().map(|found| (found.word, found.m)).collect();
                        assert_eq!(moves, expected, "{:?}", walk.position);
                        seen += 1;
                        if found.is_empty() {
                            break;
                        }
                        random ^= random << 13;
                        random ^= random >> 7;
                        random ^= random << 17;
                        walk.play(found[(random % found.len() as u64) as usize].m);
                    }
                }
            }
        }
        assert!(seen > 20_000);
    }
}
