//! `convert --guess`: half-moves behind the place where a reading stops holding, each marked as a guess.

use std::path::Path;

use crate::common::{Random, converted, sans};
use assert_cmd::Command;
use serde_json::Value;

/// A scoresheet whose last two cells are wrong: `NxR` captures no rook, and no rook can go to K8.
fn worn_sheet() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/scoresheet.txt");
    std::fs::read_to_string(path).unwrap().replace("NxQ", "NxR").replace("R-Q8", "R-K8")
}

/// What may be printed around a game.
const PROSE: &str = "\
The hall was full when the players sat down, and many had come from far to see them. It was a cold evening,
and the rain beat against the windows while the clocks were set. Nobody who was there has forgotten what
followed, and those who were not have heard of it often enough. The score is given as it was taken down.
";

/// A page of a book with the Evergreen game, most of it worn from the twelfth move on.
fn worn_page(seed: u64) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/evergreen.txt");
    let score = std::fs::read_to_string(path).unwrap();
    let mut random = Random::new(seed);
    let mut lines: Vec<String> = score.lines().map(str::to_owned).collect();
    for line in lines.iter_mut().skip_while(|line| !line.starts_with("12.")) {
        let wear = |(at, c): (usize, char)| match c {
            c if at > 3 && c.is_alphabetic() && random.below(3) == 0 => b"rnmoe.~,"[random.below(8)] as char,
            c => c,
        };
        *line = line.chars().enumerate().map(wear).collect();
    }
    format!("{}GAME I.\n\n{}\n{}", PROSE.repeat(6), lines.join("\n"), PROSE.repeat(4))
}

/// A text whose last two cells are wrong, and pages that are worn in many ways.
fn worn() -> Vec<String> {
    std::iter::once(worn_sheet()).chain((0..5).map(worn_page)).collect()
}

fn run(text: &str, args: &[&str]) -> (String, String) {
    let mut command = Command::cargo_bin("scorebook").unwrap();
    let output = command.arg("convert").args(args).arg("-").write_stdin(text).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn moves(game: &Value) -> Vec<&Value> {
    game["plies"].as_array().unwrap().iter().collect()
}

#[test]
fn without_guess_a_game_ends_with_the_last_half_move_that_holds() {
    for text in worn() {
        let (held, guessed) = (&converted(&text, &[])[0], &converted(&text, &["--guess"])[0]);
        assert_eq!(held["reading"], guessed["reading"]);
        assert!(moves(held).iter().all(|ply| ply["guessed"].is_null() && ply["nags"].is_null()));
        let count = moves(held).len();
        assert!(sans(guessed).starts_with(&sans(held)), "{}", sans(guessed));
        // What is read to its end is not guessed on.
        assert!(moves(guessed).len() == count || held["reading"] == "incomplete");
        // Each guessed half-move says its chance, which only sinks, and bears the glyph.
        assert!(moves(guessed)[..count].iter().all(|ply| ply["guessed"].is_null()));
        let mut before = 1.0;
        for ply in &moves(guessed)[count..] {
            let chance = ply["guessed"].as_f64().unwrap();
            assert!((0.01..=before).contains(&chance), "{ply}");
            assert_eq!(ply["nags"], serde_json::json!([13]));
            before = chance;
        }
    }
}

#[test]
fn a_worn_end_is_guessed() {
    let games = converted(&worn_sheet(), &["--guess"]);
    assert!(sans(&games[0]).ends_with("Qb8+ Nxb8 Rd8#"), "{}", sans(&games[0]));
    assert_eq!(games[0]["result"], "1-0", "a game that ends in mate has the result of it");
    let (pgn, said) = run(&worn_sheet(), &["--guess"]);
    assert!(pgn.contains("16. Qb8+ Nxb8 $13 {M101:"), "{pgn}");
    assert!(said.contains("33 half-moves, 2 of them guessed"), "{said}");
}

#[test]
fn the_report_has_one_row_a_guessed_game() {
    let dir = tempfile::tempdir().unwrap();
    for text in worn() {
        let report = dir.path().join("doubts.csv");
        let (rows, _) = run(&text, &["--guess", "--to", "csv", "-q", "--report", report.to_str().unwrap()]);
        let mut said = csv::Reader::from_path(&report).unwrap();
        let told: Vec<csv::StringRecord> = said.records().map(Result::unwrap).collect();
        let told: Vec<_> = told.iter().filter(|row| &row[8] == "A109").collect();
        if told.is_empty() {
            assert!(!rows.contains("A109"), "{rows}");
            continue;
        }
        assert_eq!(told.len(), 1);
        // In the table of half-moves each of them has the code.
        let mut rows = csv::Reader::from_reader(rows.as_bytes());
        let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
        let first: usize = told[0][4].parse().unwrap();
        for row in &rows {
            let ply: usize = row[4].parse().unwrap();
            assert_eq!(row[10].contains("A109"), ply >= first, "{row:?}");
        }
        let guessed = rows.len() + 1 - first;
        let said = match guessed {
            1 => "this half-move is guessed".to_owned(),
            many => format!("from here on {many} half-moves are guessed"),
        };
        assert!(told[0][10].contains(&said), "{:?}", told[0]);
        assert_eq!(&told[0][12], &rows[first - 1][8]);
    }
}

#[test]
fn what_a_guess_leaves_unread_is_still_said() {
    // Row 16 is lost: what stands below it cannot be reached.
    let torn =
        worn_sheet().replace("16. Q-N8   NxR", "16. ~~ ~~").replace("17. R-K8", "17. K-K8 zz\n18. R-Q4 zz");
    let (held, guessed) = (&converted(&torn, &[])[0], &converted(&torn, &["--guess"])[0]);
    assert!(held["not_read"].as_str().unwrap().contains("R-Q4"), "{held}");
    let texts: Vec<&str> = moves(guessed).iter().map(|ply| ply["text"].as_str().unwrap()).collect();
    let unread = guessed["not_read"].as_str().unwrap_or_default();
    assert!(texts.contains(&"R-Q4") || unread.contains("R-Q4"), "{guessed}");
}

#[test]
fn what_is_read_to_its_end_is_not_guessed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for name in
        ["evergreen.txt", "opera-columns.txt", "opera-scan.txt", "turbo.txt", "opera.pgn", "games.csv"]
    {
        let path = corpus.join(name);
        let convert = |args: &[&str]| {
            let mut command = Command::cargo_bin("scorebook").unwrap();
            command.args(["convert", "-q"]).args(args).arg(&path).output().unwrap().stdout
        };
        assert_eq!(convert(&[]), convert(&["--guess"]), "{name}");
    }
}

#[test]
fn other_programs_replay_a_guessed_game() {
    let (pgn, _) = run(&worn_sheet(), &["--guess", "-q"]);
    let mut command = Command::cargo_bin("scorebook").unwrap();
    let verified = command.args(["verify", "--cross-check", "-"]).write_stdin(pgn).output().unwrap();
    let said = String::from_utf8(verified.stdout).unwrap() + &String::from_utf8(verified.stderr).unwrap();
    let errors: Vec<&str> = said.lines().filter(|line| line.starts_with("error[")).collect();
    assert!(errors.is_empty(), "{said}");
}
