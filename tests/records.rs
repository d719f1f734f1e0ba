//! Records in the manners of people, whole: text in, moves and tags out.

use std::collections::BTreeMap;

use assert_cmd::Command;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Fixtures {
    record: Vec<Record>,
}

#[derive(Deserialize)]
struct Record {
    name: String,
    text: String,
    moves: String,
    tags: BTreeMap<String, String>,
}

#[test]
fn records_are_read_whole_without_being_told_how() {
    let fixtures: Fixtures = toml::from_str(include_str!("../fixtures/records.toml")).unwrap();
    assert!(fixtures.record.len() >= 14);
    for Record { name, text, moves, tags } in fixtures.record {
        let mut command = Command::cargo_bin("scorebook").unwrap();
        let output = command.args(["convert", "-q", "--to", "json", "-"]).write_stdin(text).output().unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let [game] = games.as_slice() else { panic!("{name}: {} games", games.len()) };
        let san: Vec<&str> =
            game["plies"].as_array().unwrap().iter().map(|ply| ply["san"].as_str().unwrap()).collect();
        assert_eq!(san.join(" "), moves, "{name}");
        assert_eq!(game["reading"], "verified", "{name}");
        for (tag, value) in tags {
            assert_eq!(game["tags"][&tag], value.as_str(), "{name}: {tag}");
        }
    }
}
