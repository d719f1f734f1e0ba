//! Records as people paste them, whole: text in, moves, tags and reading out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Deserialize;

use crate::common::{converted, sans};

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
    let mut args = vec!["--report", report.path().to_str().unwrap()];
    args.extend(record.args.iter().map(String::as_str));
    let games = converted(&record.text, &args);
    let [game] = games.as_slice() else { return vec![format!("{} games", games.len())] };
    let mut faults = Vec::new();
    if sans(game) != record.moves {
        faults.push(format!("moves {}", sans(game)));
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
