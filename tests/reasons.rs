//! Why a move cannot be made, in words.

use scorebook::decode::GameState;
use scorebook::notation;
use scorebook::notation::reason;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

fn why(fen: &str, text: &str) -> String {
    let position: Chess =
        fen.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("a position");
    let seat = GameState::new(&position);
    let english = notation::find("english").expect("in the table");
    let senses = english.read(text, position.turn());
    assert!(!senses.is_empty(), "{text} is no move");
    reason::all(senses.iter().map(|sense| &sense.skeleton), seat.scene()).join("; ")
}

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn reasons_name_the_men_and_squares() {
    for (fen, text, expected) in [
        (ARRAY, "B-KB4", "the bishop on c1 is blocked by d2; the bishop on f1 does not move to f4"),
        (ARRAY, "R-K1", "e1 is occupied by the White king"),
        (ARRAY, "P-K5", "the pawn on e2 cannot reach e5 in one move"),
        (ARRAY, "O-O", "castling on the king's side is blocked by f1"),
        (ARRAY, "QxP", "no White queen can capture a pawn"),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "P-K4", "White has no such pawn"),
        (
            "4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1",
            "P-Q3",
            "the pawn from d2 to d3 opens the king on e1 to check from b4",
        ),
        (
            "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1",
            "R-R2",
            "the rook from h1 to h2 leaves the king on e1 in check from e4",
        ),
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "O-O", "castling through f1, attacked from f3"),
        ("4k3/8/8/8/8/6r1/8/4K2R w K - 0 1", "O-O", "castling to g1, attacked from g3"),
        ("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "O-O", "castling out of check from e4"),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "O-O",
            "castling on the king's side is no longer allowed: the king or the rook on h1 has moved",
        ),
        ("4k3/8/8/8/8/8/4r3/K7 w - - 0 1", "K-Kt2", "moves into check from e2"),
        ("6k1/8/8/8/8/8/8/K3R3 w - - 0 1", "R-K8 mate", "Re8+ would fit but is not mate"),
        ("4k3/8/8/8/8/8/8/K2R4 w - - 0 1", "R-Q4 ch", "Rd4 would fit but gives no check"),
        (ARRAY, "PxP e.p.", "no pawn has just moved two squares, so en passant is impossible"),
    ] {
        let reason = why(fen, text);
        assert!(reason.contains(expected), "{text}: {reason:?}, not {expected:?}");
    }
}
