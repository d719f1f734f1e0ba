//! Records as people paste them, whole: text in, moves, tags and reading out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use assert_cmd::Command;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Fixtures {
    record: Vec<Record>,
}

#[derive(Deserialize)]
struct Record {
    kind: String,
    name: String,
    source: String,
    text: String,
    /// The whole game in SAN.
    moves: String,
    reading: String,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// Options besides the input.
    #[serde(default)]
    args: Vec<String>,
    /// Codes of findings that must be there.
    #[serde(default)]
    codes: Vec<String>,
}

/// What is wrong with what `convert` makes of a record.
fn faults(record: &Record) -> Vec<String> {
    let report = tempfile::NamedTempFile::new().unwrap();
    let mut command = Command::cargo_bin("scorebook").unwrap();
    command
        .args(["convert", "-q", "--to", "json", "--report"])
        .arg(report.path())
        .args(&record.args)
        .arg("-");
    let output = command.write_stdin(record.text.as_bytes()).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [game] = games.as_slice() else { return vec![format!("{} games", games.len())] };
    let san: Vec<&str> =
        game["plies"].as_array().unwrap().iter().map(|ply| ply["san"].as_str().unwrap()).collect();
    let mut faults = Vec::new();
    if san.join(" ") != record.moves {
        faults.push(format!("moves {}", san.join(" ")));
    }
    if game["reading"] != record.reading.as_str() {
        faults.push(format!("reading {}", game["reading"]));
    }
    for (tag, value) in &record.tags {
        if game["tags"][tag] != value.as_str() {
            faults.push(format!("{tag} {}", game["tags"][tag]));
        }
    }
    let report = std::fs::read_to_string(report.path()).unwrap();
    faults
        .extend(record.codes.iter().filter(|code| !report.contains(*code)).map(|code| format!("no {code}")));
    faults
}

#[test]
fn pasted_records_are_read_whole_without_being_told_how() {
    let fixtures: Fixtures = toml::from_str(include_str!("../fixtures/pasted.toml")).unwrap();
    let names: BTreeSet<(&str, &str)> = fixtures.record.iter().map(|r| (&*r.kind, &*r.name)).collect();
    assert_eq!(names.len(), fixtures.record.len(), "two records of one name");
    assert!(names.len() >= 150);
    let mut wrong = String::new();
    for record in &fixtures.record {
        assert!(!record.source.is_empty(), "{} names no source", record.name);
        let faults = faults(record);
        if !faults.is_empty() {
            writeln!(wrong, "{}: {}: {}", record.kind, record.name, faults.join("; ")).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
