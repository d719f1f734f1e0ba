//! `scorebook position`, as a person runs it.

use assert_cmd::Command;
use predicates::prelude::*;

fn position() -> Command {
    let mut command = Command::cargo_bin("scorebook").unwrap();
    command.arg("position");
    command
}

#[test]
fn an_impossible_position_is_named_and_ends_with_status_1() {
    position()
        .args(["4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1", "--budget", "0"])
        .assert()
        .code(1)
        .stdout(predicate::str::contains("impossible: "));
}

#[test]
fn a_possible_position_comes_with_a_game_that_reaches_it() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let output = position().args([fen, "--format", "json"]).assert().code(0).get_output().clone();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["verdict"], "possible");
    let game = answer["proof_game"].as_str().unwrap();
    // The second reader plays the game to the same board.
    let mut end = shakmaty::Chess::default();
    for word in game.split_whitespace().filter(|word| !word.ends_with('.') && *word != "*") {
        use shakmaty::Position;
        let m = word.parse::<shakmaty::san::SanPlus>().unwrap().san.to_move(&end).unwrap();
        end.play_unchecked(m);
    }
    use shakmaty::Position;
    assert_eq!(end.board().to_string(), fen.split(' ').next().unwrap());
}

#[test]
fn csv_has_a_row_a_position_in_input_order() {
    let input = "# a comment\n8/8/8/8/8/8/8/K7 w - - 0 1\tignored\n\nnot a position\n4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\n";
    let output = position()
        .args(["-", "--format", "csv", "--budget", "0"])
        .write_stdin(input)
        .assert()
        .code(1)
        .get_output()
        .clone();
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    assert_eq!(
        reader.headers().unwrap().iter().collect::<Vec<_>>().join(","),
        "fen,verdict,rule,explanation,castling,en_passant,side_to_move,last_moves,proof_game,millis,unfinished"
    );
    let rows: Vec<Vec<String>> =
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    let verdicts: Vec<(&str, &str)> = rows.iter().map(|row| (row[1].as_str(), row[2].as_str())).collect();
    assert_eq!(verdicts, [("impossible", "T0-kings"), ("unreadable", ""), ("impossible", "T2-opponent")]);
}

#[test]
fn rights_and_sides_are_judged_apart() {
    let output = position()
        .args(["4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1", "--format", "csv", "--budget", "0"])
        .assert()
        .code(0)
        .get_output()
        .clone();
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    let row = reader.records().next().unwrap().unwrap();
    assert_eq!((&row[4], &row[6]), ("QK", "wb"));
}

#[test]
fn castling_with_the_king_elsewhere_is_chess960_only_by_request() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBK1BNR";
    for (rights, asked, code, said) in [
        ("KQkq", None, 1, "White's king is not on e1"),
        ("KQkq", Some("--chess960"), 0, "undecided"),
        ("HAha", None, 0, "undecided"),
    ] {
        let fen = format!("{array} w {rights} - 0 1");
        let mut command = position();
        command.args([&fen, "--work-limit", "1s"]).args(asked);
        command.assert().code(code).stdout(predicate::str::contains(said));
    }
}

#[test]
fn the_rules_that_were_not_done_are_named() {
    // With little work the rules about the last moves do not end; with more they find nothing that excludes it.
    let fen = "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4P/2PP2P1/4P2P/n7 b - - 0 1";
    let (few, text) = run(&["position", fen, "--work-limit", "5ms"], "");
    assert_eq!(few, 3, "{text}");
    assert!(text.contains("the work ended before it was clear whether"), "{text}");
    assert_eq!(run(&["position", fen, "--work-limit", "5ms"], ""), (few, text), "the same each time");
}

#[test]
fn two_kings_are_reached_by_a_game() {
    let (code, text) = run(&["position", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"], "");
    assert!(code == 0 && text.contains("possible, by a game of"), "{text}");
}

#[test]
fn a_fen_may_be_given_without_quotes() {
    position()
        .args(["8/8/8/8/8/8/8/K7", "w", "--budget", "0"])
        .assert()
        .code(1)
        .stdout(predicate::str::contains("Black has no king"));
}

#[test]
fn the_last_move_is_taken_back_where_it_is_forced() {
    position()
        .args(["8/8/8/8/1k6/P7/1K6/8", "--last-mover", "white", "--budget", "1s"])
        .assert()
        .stdout(predicate::str::contains("last move: a2-a3"));
}

#[test]
fn odds_are_counted_against_the_array() {
    // Without odds the rook on a1 is missing; at odds of it there is nothing to explain.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1";
    position()
        .args([fen, "--odds", "QR", "--budget", "1s"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("possible, by a game of 0 half-moves"));
}

#[test]
fn nonsense_cannot_be_run() {
    position().args(["x/y"]).assert().code(2);
    position().args(["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--odds", "Z9"]).assert().code(2);
    position().assert().code(2);
}

/// What a run prints to standard output, and its status.
fn run(args: &[&str], input: &str) -> (i32, String) {
    let output = Command::cargo_bin("scorebook").unwrap().args(args).write_stdin(input).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// A game from a position, with more tags.
fn game_from(fen: &str, tags: &str, moves: &str) -> String {
    let roster =
        "[Event \"x\"]\n[Site \"x\"]\n[Date \"2001.01.01\"]\n[Round \"1\"]\n[White \"x\"]\n[Black \"y\"]\n";
    format!("{roster}[Result \"*\"]\n{tags}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n\n")
}

/// Starts, with the codes that are to be found in them.
const STARTS: [(&str, &str, &str, &[&str]); 8] = [
    // A game cut at move 3.
    ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "", "3. Bb5 a6", &[]),
    // Nine white pawns.
    ("4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1", "", "1. a5", &["P101"]),
    // The bishop from c1 never came out.
    ("rnbqkbnr/pppppppp/8/B7/8/8/PPPPPPPP/RN1QKBNR b KQkq - 0 1", "", "1... d6", &["P301"]),
    // White is to move, so no pawn of White's has just leapt.
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2", "", "2. Nf3", &["P702"]),
    // Pawns that captured more than was lost.
    ("r1bqkbnr/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w - - 0 1", "", "1. d4", &["P401"]),
    // Odds of the queen's rook are no fault.
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1", "", "1. e4 e5", &[]),
    // In Chess960 the pieces may begin like this.
    ("bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w - - 0 1", "[Variant \"Chess960\"]\n", "1. e4 e5", &[]),
    // Other rules are not those of chess.
    (
        "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        "[Variant \"Horde\"]\n",
        "1. d5",
        &[],
    ),
];

/// The codes of the position rules in a report of findings in CSV.
fn position_codes(report: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(report.as_bytes());
    let column = reader.headers().unwrap().iter().position(|name| name == "code").unwrap();
    reader
        .records()
        .map(|row| row.unwrap()[column].to_owned())
        // P9: a FEN that cannot be read or played from at all.
        .filter(|code| code.starts_with('P') && !code.starts_with("P9"))
        .collect()
}

#[test]
fn verify_judges_every_start() {
    for (fen, tags, moves, expected) in STARTS {
        let (status, out) = run(&["verify", "--format", "csv", "-"], &game_from(fen, tags, moves));
        assert_eq!(position_codes(&out), expected, "{fen}");
        assert_eq!(status, i32::from(!expected.is_empty()), "{fen}\n{out}");
    }
    // The same start twice: the second game is reported too, at its own place.
    let (fen, tags, moves, _) = STARTS[1];
    let twice = game_from(fen, tags, moves).repeat(2);
    let (_, out) = run(&["verify", "--format", "csv", "-"], &twice);
    let mut reader = csv::Reader::from_reader(out.as_bytes());
    let places: Vec<(String, String)> =
        reader.records().map(|row| row.unwrap()).map(|row| (row[1].to_owned(), row[3].to_owned())).collect();
    assert_eq!(places, [(String::from("9"), String::from("1")), (String::from("21"), String::from("2"))]);
}

#[test]
fn convert_judges_every_start() {
    let dir = tempfile::TempDir::new().unwrap();
    let report = dir.path().join("report.csv");
    for (fen, tags, moves, expected) in &STARTS[..7] {
        let game = game_from(fen, tags, moves);
        run(&["convert", "-", "-q", "--report", report.to_str().unwrap()], &game);
        let codes = position_codes(&std::fs::read_to_string(&report).unwrap());
        assert_eq!(codes, *expected, "{fen}");
    }
}

/// A position as programs and people print it, and as Turbo's board file has it.
const BOARDS: [(&str, &str); 3] = [
    (
        "8 . . . . . . . .\n7 . . . . . . . .\n6 . . . . . . . .\n5 . . . . . . . .\n4 . . k . . . . .\n3 . . . . . . P .\n\
      2 . . . . . . . K\n1 . . . . . . . .\n  a b c d e f g h\nBlack to move\n",
        "8/8/8/8/2k5/6P1/7K/8 b - - 0 1",
    ),
    ("BLACK to Play\nWK H2\nWP G3\nBK C4\n", "8/8/8/8/2k5/6P1/7K/8 b - - 0 1"),
    ("# a list\n8/8/8/8/2k5/6P1/7K/8 b - - 0 1\tlost\n", "8/8/8/8/2k5/6P1/7K/8 b - - 0 1"),
];

#[test]
fn boards_are_read_as_text() {
    let dir = tempfile::TempDir::new().unwrap();
    let path = dir.path().join("board.txt");
    let path = path.to_str().unwrap();
    for (text, fen) in BOARDS {
        std::fs::write(path, text).unwrap();
        for (args, input) in [(path, ""), ("-", text), (text, "")] {
            let (code, out) = run(&["position", args, "--work-limit", "0"], input);
            assert!(code == 0 && out.starts_with(&format!("{fen}\n")), "{code} {out}");
        }
        let (code, svg) = run(&["board", path], "");
        assert!(code == 0 && svg.contains(fen), "{svg}");
    }
    let (code, out) = run(&["position", "-"], "WHITE to Play\nWK H2\nWP G9\nBK C4\n");
    assert!(code == 2 && out.contains("line 3, `WP G9`: `G9` is no square"), "{out}");
    // A board that nobody can play from is judged, not refused.
    let (code, out) = run(&["position", "-"], "WHITE to Play\nWK H2\n");
    assert!(code == 1 && out.contains("Black has no king"), "{out}");
}

#[test]
fn a_game_starts_from_the_board_before_it() {
    let (board, _) = BOARDS[0];
    let board = board.replace("Black", "White");
    let (_, out) =
        run(&["convert", "-"], &format!("{board}\n1. Kh3 Kd5 2. Kg4 Ke6 3. Kg5 Kf7 4. Kh6 Kg8 *\n"));
    assert!(out.contains("[FEN \"8/8/8/8/2k5/6P1/7K/8 w - - 0 1\"]"), "{out}");
    assert!(out.contains("1. Kh3 Kd5 2. Kg4 Ke6 3. Kg5 Kf7 4. Kh6 Kg8"), "{out}");
}

#[test]
fn people_are_told_what_a_fen_is() {
    for args in [&["position", "xx"][..], &["board", "xx"], &["move", "e4", "--fen", "xx"]] {
        let output = Command::cargo_bin("scorebook").unwrap().args(args).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        assert!(String::from_utf8(said).unwrap().contains("a FEN is a position on one line"), "{args:?}");
    }
}

#[test]
fn moves_of_variants_are_looked_up() {
    for (args, code, words) in [
        (&["move", "--rules", "capablanca", "Ci3"][..], 0, "h1i3"),
        (&["move", "--rules", "gomoku", "H8", "H8"], 1, "h8 is not empty: a stone of Black is there"),
        (&["move", "--rules", "chess", "--from", "courier", "P e2-e5"], 1, "goes two steps at the most"),
        (&["move", "--rules", "chess", "--from", "courier", "P e2-e4; P d2-d4"], 1, "a turn is one move"),
    ] {
        let (status, out) = run(args, "");
        assert!(status == code && out.contains(words), "{args:?}: {status} {out}");
    }
}

#[test]
fn men_that_are_missing_or_promoted_are_asked_about() {
    // White's bishop of the dark squares is at home behind its pawns, so the one on a5 was promoted.
    let fen = "rnbqkbnr/2pppppp/8/B7/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (_, out) = run(&["position", fen, "--promoted", "wB", "--work-limit", "0"], "");
    assert!(out.contains("one White bishop is promoted"), "{out}");
    let (_, out) = run(&["position", fen, "--promoted", "wN", "--work-limit", "0"], "");
    assert!(out.contains("no rule shows that one White knight is promoted"), "{out}");
    // Before a rook that never moved the pawn would have needed a second capture.
    let fen = "rnbqkbnr/1ppppppp/8/B7/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (_, out) = run(&["position", fen, "--promoted", "wN", "--work-limit", "0"], "");
    assert!(out.contains("impossible") && out.contains("N: no game leads here"), "{out}");
    // A bishop that never came out can only have stood at home.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR w KQkq - 0 1";
    let (_, out) = run(&["position", fen, "--fallen", "wB", "--work-limit", "0"], "");
    assert!(out.contains("the White bishop can have stood on: c1\n"), "{out}");
}
