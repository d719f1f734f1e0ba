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
        "the W on a1 goes one step at the most that way"
    );
}

#[test]
fn a_reason_names_the_man_that_was_moved_and_its_rule() {
    let late = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1";
    let far = "4k3/4P3/8/8/4P3/8/8/4K3 w - - 0 1";
    for (fen, text, reason) in [
        ("start", "P e2-e5", "the pawn on e2 goes two steps at the most that way"),
        ("start", "P e2-e6", "the pawn on e2 goes two steps at the most that way"),
        ("start", "K e1-e3", "the king on e1 goes one step at the most that way"),
        ("start", "P e2-e4; P d2-d4", "a turn is one move, and d2-d4 is a second one"),
        ("start", "N b1-b3", "the knight on b1 leaps 1-2, not 0-2"),
        ("start", "P e2-d3", "the pawn on e2 only captures so, and nothing is on d3"),
        (far, "P e4-e6", "the pawn goes two squares ahead from its first squares only, not from e4"),
        (far, "P e4-e7", "a pawn of White itself stands on e7"),
        (far, "P e7-e8; K-e8", "the pawn on e7 moves to e8, but does not capture there"),
        (late, "P e5-d6; @-d5", "the man on d5 has not just passed d6: en passant is possible only at once"),
    ] {
        assert_eq!(why("chess", fen, Notation::Courier, text), reason, "{text}");
    }
    let free = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(why("chess", free, Notation::Courier, "P e7-e8; K-e8"), "no pawn becomes a king");
}

#[test]
fn men_have_the_names_that_their_rules_give_them() {
    let file = Rules::load(
        "[mine:chess]\ncustomPiece1 = c:WAD\npieceNames = c:champion q:great_queen\nstartFen = 4k3/8/8/8/8/8/8/C2QK3 w - - 0 1\n",
    );
    assert_eq!(file.errors, []);
    let start = Position::start(file.get("mine").unwrap());
    let why = |text: &str| start.parse_move(Notation::Uci, text).unwrap_err().to_string();
    assert_eq!(why("a1d4"), "the champion on a1 leaps 0-1 or 0-2 or 2-2, not 3-3");
    assert_eq!(why("d1e1"), "a king of White itself stands on e1");
    assert!(why("d1e3").starts_with("the great queen on d1 rides"));
}

#[test]
fn stones_are_points_and_five_of_them_win() {
    let play = |name: &str, moves: &str| {
        let mut position = Position::start(Rules::named(name).unwrap());
        for text in moves.split(' ') {
            let mv = position.parse_move(Notation::San, text).unwrap();
            position.play(mv);
        }
        position.outcome().map(|outcome| (outcome.result(), outcome.reason.to_string()))
    };
    let five = "h8 h1 i8 i1 j8 j1 k8 k1 l8";
    let six = "h8 h1 i8 i1 j8 j1 l8 l1 m8 o1 k8";
    let connected = Some(("0-1", "the men are connected".to_owned()));
    for (name, moves, end) in [
        ("gomoku", five, connected.clone()),
        ("gomoku", six, connected.clone()),
        ("gomoku20", "A1 T20 B2 T19 C3 T18 D4 T17 E5", connected.clone()),
        ("gomoku-standard", five, connected),
        ("gomoku-standard", six, None),
    ] {
        assert_eq!(play(name, moves), end, "{name}: {moves}");
    }
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
