//! Games that were read aloud (`fixtures/spoken.toml`), by the command.

use std::process::Command;

use serde::Deserialize;

#[derive(Deserialize)]
struct Record {
    name: String,
    from: Option<String>,
    text: String,
    moves: Vec<String>,
    reading: Vec<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    pgn: Vec<String>,
    #[serde(default)]
    codes: Vec<String>,
}

#[derive(Deserialize)]
struct Records {
    record: Vec<Record>,
}

/// The moves of a game of PGN without numbers, comments and variations.
fn moves(pgn: &str) -> String {
    let mut out = Vec::new();
    let mut depth = 0;
    let lines = pgn.lines().filter(|line| !line.ends_with("\"]"));
    for word in lines.flat_map(str::split_whitespace) {
        let (opens, closes) = (word.matches(['{', '(']).count(), word.matches(['}', ')']).count());
        let is_move =
            depth + opens == 0 && !word.contains('.') && !["1-0", "0-1", "1/2-1/2", "*"].contains(&word);
        if is_move {
            out.push(word.trim_end_matches(['+', '#']));
        }
        depth = (depth + opens).saturating_sub(closes);
    }
    out.join(" ")
}

#[test]
fn spoken_games_are_read() {
    let records: Records = toml::from_str(include_str!("../fixtures/spoken.toml")).unwrap();
    let folder = tempfile::TempDir::new().unwrap();
    for record in &records.record {
        let path = folder.path().join("spoken.txt");
        std::fs::write(&path, &record.text).unwrap();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("scorebook"));
        command
            .args(["convert", "--fragments", "--from", record.from.as_deref().unwrap_or("auto")])
            .arg(&path);
        let output = command.output().unwrap();
        let pgn = String::from_utf8(output.stdout).unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        let games: Vec<&str> = pgn.split("[Event ").skip(1).collect();
        let found: Vec<String> = games.iter().map(|game| moves(game)).collect();
        assert_eq!(found, record.moves, "{}: {pgn}{told}", record.name);
        for (game, reading) in games.iter().zip(&record.reading) {
            assert!(game.contains(&format!("[Reading \"{reading}\"]")), "{}: {game}{told}", record.name);
        }
        for (name, value) in record.tags.iter().filter_map(|tag| tag.split_once('=')) {
            assert!(games[0].contains(&format!("[{name} \"{value}\"]")), "{}: {pgn}", record.name);
        }
        let flat = pgn.replace('\n', " ");
        assert!(record.pgn.iter().all(|text| flat.contains(text.as_str())), "{}: {pgn}", record.name);
        assert!(record.codes.iter().all(|code| told.contains(code.as_str())), "{}: {told}", record.name);
    }
}
