//! What the crate says of moves that are not legal.

use scorebook_variants::{Notation, Position, Rules, WhyNot};

/// The words for a move of a position.
fn why(name: &str, fen: &str, notation: Notation, text: &str) -> String {
    let rules = Rules::named(name).unwrap();
    let position =
        if fen == "start" { Position::start(rules) } else { Position::from_fen(rules, fen).unwrap() };
    match position.parse_move(notation, text) {
        Ok(mv) => panic!("{text} is legal in {name}: {}", position.write_move(Notation::Uci, mv)),
        Err(why) => why.to_string(),
    }
}

#[test]
fn a_cannon_counts_the_men_it_jumps_over() {
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let fen = fen.replace("9/1c5c1", "1n7/1c5c1");
    assert_eq!(
        why("xiangqi", &fen, Notation::San, "Cbxb10"),
        "the cannon on b3 needs exactly one man to jump over between b3 and b10: there are two"
    );
    assert_eq!(
        why("janggi", "start", Notation::Uci, "b3b5"),
        "the cannon on b3 needs exactly one man to jump over between b3 and b5: there are none"
    );
}

#[test]
fn a_lame_leaper_names_the_square_that_blocks_it() {
    assert_eq!(why("xiangqi", "start", Notation::Uci, "b1d2"), "the horse on b1 is blocked at c1");
    assert_eq!(
        why("janggi", "start", Notation::Courier, "B c1-e4"),
        "a soldier of White itself stands on e4"
    );
}

#[test]
fn a_leaper_tells_its_leaps() {
    assert_eq!(why("chess", "start", Notation::Uci, "b1c4"), "the knight on b1 leaps 1-2, not 1-3");
    assert_eq!(
        why("omicron", "start", Notation::Uci, "a1d4"),
        "the W (customPiece2) on a1 leaps 1-1 or 1-3, not 3-3"
    );
}

#[test]
fn gates_and_drops_give_their_reasons() {
    let placed = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hhe] w KQBCDFGkqbcdfg - 0 1";
    assert_eq!(
        why("seirawan", placed, Notation::San, "Nc3/E"),
        "gating is over: the chancellor (E) has been placed"
    );
    assert_eq!(why("crazyhouse", "start", Notation::San, "N@e4"), "White has no knight in hand");
    let hand = "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[P] w 0 1";
    assert_eq!(why("shogi", hand, Notation::Usi, "P*5e"), "a pawn of White stands on the e-file already");
}

#[test]
fn checks_rights_and_holes_give_their_reasons() {
    let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
    assert_eq!(
        why("chess", pinned, Notation::San, "Nc3"),
        "the king on e1 would be attacked by the rook on e4"
    );
    assert_eq!(why("chess", "start", Notation::San, "O-O"), "f1 is not empty");
    assert_eq!(why("antichess", "start", Notation::San, "O-O"), "antichess has no castling");
    assert_eq!(why("gustav3", "start", Notation::Uci, "b1a3"), "a3 is a hole in the board");
    assert_eq!(
        why("chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", Notation::Uci, "a7a8"),
        "the pawn must promote on a8: say to what"
    );
}

#[test]
fn a_game_that_has_ended_takes_no_move() {
    let rules = Rules::named("kingofthehill").unwrap();
    let position = Position::from_fen(rules, "4k3/8/8/4K3/8/8/8/8 b - - 0 1").unwrap();
    assert!(matches!(position.parse_move(Notation::San, "Kd7"), Err(WhyNot::Over(_))));
}

#[test]
fn a_king_of_makpong_takes_no_one_of_two_checkers() {
    let rules = Rules::named("makpong").unwrap();
    // The pawn on c4 and the rook on b6 both give check; the king may neither flee nor take one of them.
    let fen = "rn1m3n/4k3/1r6/p3pMp1/P1p1N1pP/RKSP1P2/8/2Ms2NS w - - 0 32";
    assert!(Position::from_fen(rules, fen).unwrap().legal_moves().is_empty());
    // Of the pawn alone it may.
    let fen = "rn1m3n/4k3/8/p3pMp1/P1p1N1pP/RKSP1P2/8/2Ms2NS w - - 0 32";
    let position = Position::from_fen(rules, fen).unwrap();
    let moves: Vec<String> =
        position.legal_moves().into_iter().map(|mv| position.write_move(Notation::Uci, mv)).collect();
    assert!(moves.contains(&"b3c4".to_owned()) && !moves.contains(&"b3b2".to_owned()), "{moves:?}");
}
