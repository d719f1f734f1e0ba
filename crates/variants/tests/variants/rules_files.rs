//! Rules files as users write them: what is read, what is rejected, and the line and key of the error.

use scorebook_variants::{Notation, Position, Rules, perft};

/// The one variant of a text.
fn one(text: &str) -> Rules {
    let file = Rules::load(text);
    assert_eq!(file.errors, [], "{text}");
    file.variants.into_iter().next_back().unwrap()
}

/// The only error of a text.
fn error(text: &str) -> String {
    let file = Rules::load(text);
    assert_eq!(file.errors.len(), 1, "{:?}", file.errors);
    file.errors[0].to_string()
}

#[test]
fn a_key_that_is_not_known_is_refused_by_name_and_line() {
    assert_eq!(
        error("# my game\n[mine:chess]\ndoubleSteps = false\n"),
        "line 3, variant mine, key doubleSteps: is not a key that is known"
    );
    assert_eq!(
        error("[mine:chess]\ntwoBoards = true"),
        "line 2, variant mine, key twoBoards: is a key of Fairy-Stockfish whose rule is not known here"
    );
    assert_eq!(
        error("[mine:chess]\nstalemateValue = lost"),
        "line 2, variant mine, key stalemateValue: “lost” is none of win, loss, draw"
    );
    assert_eq!(
        error("[mine:chess]\ncustomPiece1 = a:mRcx"),
        "line 2, variant mine, key customPiece1: movements “mRcx”, character 4: “x” is neither a modifier nor an atom that is known here"
    );
    assert_eq!(error("[mine:chss]"), "line 1, variant mine: inherits from chss, which is not known");
    assert_eq!(
        error("[mine:chess]\nmaxRank 9"),
        "line 2, variant mine: neither a heading in brackets nor “key = value”"
    );
}

#[test]
fn the_other_variants_of_a_file_with_an_error_stay() {
    let file = Rules::load("[bad:chess]\nx = y\n[child:bad]\n[good:chess]\ncastling = false\n");
    assert_eq!(file.variants.iter().map(|rules| rules.name.as_str()).collect::<Vec<_>>(), ["good"]);
    assert_eq!(file.errors.len(), 2);
    assert!(file.get("good").is_some_and(|rules| !rules.castling.enabled));
}

#[test]
fn a_key_given_twice_is_noted() {
    let file = Rules::load("[mine:chess]\nnMoveRule = 40\nnMoveRule = 60\n");
    assert_eq!(file.variants[0].end.n_move, 60);
    assert_eq!(
        file.notes[0].to_string(),
        "line 3, variant mine, key nMoveRule: this key stands on line 2 too; the later line counts"
    );
}

/// Omega chess: ten by ten, with one more square beyond each corner.
const OMEGA: &str = "
[omega]
maxRank = 12
maxFile = 12
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
customPiece1 = c:WAD
customPiece2 = w:FC
startFen = w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W w KQkq - 0 1
castlingRank = 2
castlingKingsideFile = i
castlingQueensideFile = e
castlingRookKingsideFile = j
castlingRookQueensideFile = c
promotionRegionWhite = *11
promotionRegionBlack = *2
promotionPieceTypes = qrbncw
doubleStepRegionWhite = *3
doubleStepRegionBlack = *10
tripleStepRegionWhite = *3
tripleStepRegionBlack = *10
";

#[test]
fn omega_has_holes_corners_and_triple_steps() {
    let rules = one(OMEGA);
    let start = Position::start(&rules);
    assert_eq!(start.fen(), rules.start_fen);
    let san = |text: &str| start.parse_move(Notation::San, text);
    // The wizard leaves its corner, the champion leaps over the pawns, pawns step up to three.
    for text in ["Wb4", "Wd2", "Cb4", "Nc4", "e6", "e5", "e4"] {
        let expected = text != "Wd2";
        assert_eq!(san(text).is_ok(), expected, "{text}: {:?}", san(text));
    }
    assert_eq!(san("Wa2").unwrap_err().to_string(), "a2 is a hole in the board");
    // Ten pawns with three steps each, two moves of each knight and champion, one of each wizard.
    assert_eq!(perft(&start, 1), 30 + 4 + 4 + 2);
    // A pawn that steps three can be taken on both squares that it passed.
    let fen = "w**********w/*10*/*10*/*10*/*10*/*10*/*4p5*/*10*/*10*/*3P6*/*5K3k*/W**********W w - - 0 1";
    let mut position = Position::from_fen(&rules, fen).unwrap();
    position.play(position.parse_move(Notation::Uci, "e3e6").unwrap());
    assert!(position.fen().contains(" b - e5 "), "{}", position.fen());
}

#[test]
fn cavalier_and_a_piece_of_ones_own() {
    // Cavalier chess: pawns leap too, and every piece has the knight's move.
    let cavalier = one(
        "[cavalier:chess]\ncustomPiece1 = p:fmWfcFfmN\ncustomPiece2 = c:NNK\ncustomPiece3 = m:RNN\npawnTypes = p\n\
         castling = false\ndoubleStep = false\npromotionPieceTypes = q\n",
    );
    let start = Position::start(&cavalier);
    assert!(start.parse_move(Notation::Uci, "a2b4").is_ok());
    assert_eq!(
        start.parse_move(Notation::Uci, "a2a4").unwrap_err().to_string(),
        "the P on a2 goes one step at the most that way"
    );
    // A piece that rides two slanting steps and leaps three straight ones, on a board of sixteen files.
    let own = one("[own]\nmaxFile = 16\nmaxRank = 16\nking = k\ncustomPiece26 = z:B2H\ncastling = false\n\
         startFen = 15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/Z14K w - - 0 1\n");
    let start = Position::start(&own);
    let mut moves: Vec<String> =
        start.legal_moves().iter().map(|&mv| start.write_move(Notation::San, mv)).collect();
    moves.sort();
    assert_eq!(moves, ["Ko1", "Ko2", "Kp2", "Za4", "Zb2", "Zc3", "Zd1"]);
    assert_eq!(
        start.parse_move(Notation::San, "Zd4").unwrap_err().to_string(),
        "the Z on a1 goes two steps at the most that way"
    );
}

#[test]
fn endings_follow_the_rules_file() {
    let end = |rules: &Rules, fen: &str| {
        let outcome = Position::from_fen(rules, fen).unwrap().outcome();
        outcome.map(|outcome| format!("{} {}", outcome.result(), outcome.reason))
    };
    let stalemate = "k7/2Q5/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(end(&one("[a:chess]"), stalemate).as_deref(), Some("1/2-1/2 no legal move"));
    assert_eq!(
        end(&one("[a:chess]\nstalemateValue = loss"), stalemate).as_deref(),
        Some("1-0 no legal move")
    );
    assert_eq!(end(&one("[a:chess]\nstalemateValue = win"), stalemate).as_deref(), Some("0-1 no legal move"));
    let bare = "[a:chess]\nextinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1";
    assert_eq!(
        end(&one(bare), "k7/8/8/8/8/8/8/KR6 b - - 0 1").as_deref(),
        Some("1-0 the men that count are gone")
    );
    let flag = "[a:chess]\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1";
    assert_eq!(
        end(&one(flag), "4K3/8/k7/8/8/8/8/8 b - - 0 1").as_deref(),
        Some("1-0 a man has reached its goal")
    );
    let row = "[a]\nmaxRank = 3\nmaxFile = 3\nimmobile = p\npieceDrops = true\nconnectN = 3\n\
               startFen = 3/3/3[PPPPPpppp] w - - 0 1";
    assert_eq!(end(&one(row), "PPP/pp1/3[PPpp] b - - 0 1").as_deref(), Some("1-0 the men are connected"));
}

#[test]
fn walls_grow_from_the_edge() {
    let rules = one("[sinking:chess]\nwallingRule = edge\n");
    let start = &rules.start_fen;
    let fits = |fen: &str, text: &str| {
        Position::from_fen(&rules, fen).unwrap().parse_move(Notation::San, text).is_ok()
    };
    for (text, is_legal) in
        [("e4@a4", true), ("e4@h6", true), ("e4@b4", false), ("e4@a2", false), ("Nf3@g1", true)]
    {
        assert_eq!(fits(start, text), is_legal, "{text}");
    }
    // A wall on a4 makes b4 an edge, and not b5.
    let walled = "rnbqkbnr/pppppppp/8/8/*7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(fits(walled, "e4@b4") && !fits(walled, "e4@b5"));
    // Eight squares of the a- and the h-file are empty. A pawn of these files goes to one of them and leaves one behind that is on
    // the edge; a knight leaves one behind, too, and takes one where it goes to the edge.
    let of_pawns = 12 * 8 + 4 * 8;
    let of_knights = 2 * 9 + 2 * 8;
    assert_eq!(perft(&Position::from_fen(&rules, start).unwrap(), 1), of_pawns + of_knights);
}

/// A turn is a move or a wall: as many turns as moves of chess and empty squares; each is written and read back in every notation.
#[test]
fn a_turn_is_a_move_or_a_wall() {
    for (rule, walls) in [("static", 32), ("duck", 32), ("edge", 8), ("past", 0)] {
        let text = format!("[mine:chess]\nwallingRule = {rule}\nwallOrMove = true\n");
        let rules = one(&text);
        let start = Position::start(&rules);
        let moves = start.legal_moves();
        assert_eq!(moves.len(), 20 + walls, "{rule}");
        for mv in moves {
            for notation in [Notation::San, Notation::Uci, Notation::Courier] {
                let text = start.write_move(notation, mv);
                assert_eq!(start.parse_move(notation, &text).ok(), Some(mv), "{rule}: {text}");
            }
        }
        let played = |text: &str| start.parse_move(Notation::San, text).map_err(|why| why.to_string());
        assert_eq!(played("@e4").is_ok(), walls == 32, "{rule}");
        assert!(played("e4@e6").unwrap_err().contains("a move or a wall"), "{rule}");
        assert!(played("@e2").unwrap_err().contains("not empty"), "{rule}");
    }
    let rules = one("[mine:chess]\nwallingRule = static\nwallOrMove = true\n");
    let mut position = Position::start(&rules);
    for text in ["@e3", "e5", "a1a1,a1d4", "Nf6"] {
        let notation = if text.contains(',') { Notation::Uci } else { Notation::San };
        let mv = position.parse_move(notation, text).unwrap();
        position.play(mv);
    }
    let blocked = position.parse_move(Notation::San, "e4").map_err(|why| why.to_string());
    assert!(blocked.is_err(), "a wall on e3 blocks the pawn");
}
