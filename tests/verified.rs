//! `verified` and `settled` mean it: everything in a record is read, accounted for, or reported as left over. Records
//! that were once wrong; `tests/spoiled` holds random ones to an exhaustive reading.

use serde::Deserialize;
use serde_json::Value;

use crate::common::{converted, sans};

#[derive(Deserialize)]
struct Fixtures {
    record: Vec<Record>,
}

#[derive(Deserialize)]
struct Record {
    name: String,
    text: String,
    /// Arguments beside `convert`.
    #[serde(default)]
    args: Vec<String>,
    /// The moves that must come out, where they can be told; games parted by `|`.
    moves: Option<String>,
    /// What each game must be called: all alike, or parted by `|`.
    reading: String,
    /// The result, where it matters.
    result: Option<String>,
    /// A code that must be among the findings.
    code: Option<String>,
}

#[test]
fn what_was_once_wrong_without_a_word() {
    let fixtures: Fixtures = toml::from_str(include_str!("../fixtures/verified.toml")).unwrap();
    assert!(fixtures.record.len() >= 20);
    let mut wrong = Vec::new();
    for record in fixtures.record {
        let name = &record.name;
        let report = tempfile::NamedTempFile::new().unwrap();
        let mut args = vec!["--report", report.path().to_str().unwrap()];
        args.extend(record.args.iter().map(String::as_str));
        let games = converted(&record.text, &args);
        let all: Vec<String> = games.iter().map(sans).collect();
        if record.moves.as_ref().is_some_and(|moves| all.join(" | ") != *moves) {
            wrong.push(format!("{name}: {}", all.join(" | ")));
        }
        let readings: Vec<&str> = record.reading.split(" | ").collect();
        for (at, game) in games.iter().enumerate() {
            if game["reading"] != readings[at.min(readings.len() - 1)] {
                wrong.push(format!("{name}: {}", game["reading"]));
            }
            if record.result.as_deref().is_some_and(|result| game["tags"]["Result"] != result) {
                wrong.push(format!("{name}: {}", game["tags"]["Result"]));
            }
        }
        let report = std::fs::read_to_string(report.path()).unwrap();
        if record.code.as_ref().is_some_and(|code| !report.contains(&format!(",{code},"))) {
            wrong.push(format!("{name}: no {}\n{report}", record.code.unwrap()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The games of a text: verdict, number of half-moves, and these in SAN.
fn verdicts(text: &str, args: &[&str]) -> Vec<(String, usize, String)> {
    let game = |game: &Value| {
        (game["reading"].as_str().unwrap().to_owned(), game["plies"].as_array().unwrap().len(), sans(game))
    };
    converted(text, args).iter().map(game).collect()
}

const PROSE: &str = "The match was played in the great hall of the club, before an audience that filled it to the doors.\n\
                     Both players had won two games, and it was agreed that the fifth should decide. The following is\n\
                     perhaps the best of the whole series, though neither of the two was at his strongest.\n\n";

#[test]
fn games_of_more_than_250_moves_are_whole_in_a_book() {
    let cycle = ["Kt-KB3", "Kt-Q4", "Kt-KB3", "Kt-Kt sq"];
    let rows: String =
        (0..290).map(|at| format!("{}. {}      {}\n", at + 1, cycle[at % 4], cycle[at % 4])).collect();
    let record = format!("WHITE (Mr. Smith).      BLACK (Mr. Jones).\n\n{rows}Drawn.\n\n");
    let book = format!("{}GAME THE FIFTH.\n\n{record}{}", PROSE.repeat(8), PROSE.repeat(3));
    for (text, args) in [(&record, &[][..]), (&record, &["--layout", "book"]), (&book, &[])] {
        let games = verdicts(text, args);
        let plies: Vec<usize> = games.iter().map(|game| game.1).collect();
        assert_eq!(plies, [580], "{args:?}: {:?}", games[0].0);
        assert_eq!(games[0].0, "verified", "{args:?}");
    }
}

#[test]
fn what_is_no_game_book_gives_no_game() {
    let cards = "The dealer leads the K. of clubs, his partner follows with the 3. The second hand plays Q., and the third\n\
                 B. 4. In such a case the Kt. or Knave is taken, and 5. the trick is won. Then 1. A leads K 2. B plays 9\n\
                 3. A leads Q 4. B plays A.\n\n";
    let essay = "The move P-K4 is the best beginning, and the answer P-K4 is the usual one. After 12. Kt-Q5 the game is\n\
                 won, for 12...QxKt 13. RxQ wins the Queen. It is a mistake to play P-KR3 early.\n\n";
    for text in [cards.repeat(9), format!("{PROSE}{essay}").repeat(7), essay.to_owned()] {
        assert_eq!(verdicts(&text, &[]), [], "{text}");
    }
}
