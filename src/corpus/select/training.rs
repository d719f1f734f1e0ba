//! Positions for the trainers of evaluations: with what an engine said of each, and how its game ended.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, EnPassantMode, Move, Position};

use crate::shown::Eval;

/// What trainers are told of a position besides itself.
pub(super) struct Lesson {
    pub eval: Eval,
    /// The points of White in halves: 2, 1 or 0.
    pub points: u8,
}

/// White's points in halves by the tag `Result`; `None` if the game is not decided.
pub(super) fn points(result: Option<&str>) -> Option<u8> {
    match result?.trim() {
        "1-0" => Some(2),
        "1/2-1/2" => Some(1),
        "0-1" => Some(0),
        _ => None,
    }
}

/// The value of a mate, less a point for each half-move to it; scores of pawns stay below.
const MATE: i32 = 32_000;
const MOST: i32 = 31_000;

impl Lesson {
    /// The score from White's side, where a pawn is worth `pawn`.
    fn score(&self, pawn: u32) -> i32 {
        match self.eval {
            Eval::Pawns(pawns) => ((f64::from(pawns) * f64::from(pawn)).round() as i32).clamp(-MOST, MOST),
            Eval::Mate(moves) if moves >= 0 => (MATE - 2 * i32::from(moves)).max(MOST + 1),
            Eval::Mate(moves) => (-MATE - 2 * i32::from(moves)).min(-MOST - 1),
        }
    }

    /// Text of Stockfish's tools (`.plain`): score and result are those of the side to move.
    pub fn plain(&self, position: &VariantPosition, m: Move, pawn: u32, out: &mut String) {
        use std::fmt::Write;
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        let uci = UciMove::from_move(m, position.castles().mode());
        let black = position.turn().is_black();
        let sign = if black { -1 } else { 1 };
        let ply = 2 * (position.fullmoves().get() - 1) + u32::from(black);
        let (score, result) = (sign * self.score(pawn), sign * (i32::from(self.points) - 1));
        let _ = writeln!(out, "fen {fen}\nmove {uci}\nscore {score}\nply {ply}\nresult {result}\ne");
    }

    /// Text of bullet and marlinflow: position, score and result, both from White's side.
    pub fn bullet(&self, position: &VariantPosition, pawn: u32, out: &mut String) {
        use std::fmt::Write;
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        let result = ["0.0", "0.5", "1.0"][usize::from(self.points.min(2))];
        let _ = writeln!(out, "{fen} | {} | {result}", self.score(pawn));
    }
}

/// The evaluation as opcodes of EPD: `ce` in hundredths of a pawn for the side to move, or `dm`, in how many moves it mates.
pub(super) fn opcodes(eval: Eval, turn: Color) -> String {
    let sign = turn.fold_wb(1, -1);
    match eval {
        Eval::Mate(moves) if i32::from(moves) * sign > 0 => format!(" dm {};", moves.unsigned_abs()),
        // The standard's number of a mate, less the half-moves to it.
        Eval::Mate(moves) => format!(" ce {};", 2 * i32::from(moves.unsigned_abs()) - 32_767),
        Eval::Pawns(_) => format!(" ce {};", sign * eval.hundredths()),
    }
}
