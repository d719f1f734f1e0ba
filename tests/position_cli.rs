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
        .stdout(predicate::str::contains("impossible (T1-pawns)"));
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
        "fen,verdict,rule,explanation,castling,en_passant,side_to_move,last_moves,proof_game,millis"
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
