//! Records that invite a silent mistake: what is claimed (`verified`, `settled`) must be what the record says, and what
//! cannot be claimed must not be.

use serde::Deserialize;

use crate::common::{converted, sans, shared};

#[derive(Deserialize)]
struct Fixtures {
    record: Vec<Record>,
}

#[derive(Deserialize)]
struct Record {
    name: String,
    text: String,
    /// What the text says, in SAN; empty where no claim is right.
    moves: String,
    /// The result, where it matters.
    result: Option<String>,
    /// A code that must be among the findings.
    note: Option<String>,
}

/// What is wrong with the games read from a record, or nothing.
fn judged(record: &Record) -> Option<String> {
    let games = converted(&record.text, &[]);
    let told = |game: &serde_json::Value| format!("{}: {}", game["reading"].as_str().unwrap(), sans(game));
    let all = games.iter().map(told).collect::<Vec<_>>().join(" | ");
    let claimed: Vec<_> = games
        .iter()
        .filter(|game| matches!(game["reading"].as_str(), Some("verified" | "settled")))
        .collect();
    let right = match claimed.as_slice() {
        [] => record.moves.is_empty(),
        [game] => {
            let result = record.result.as_deref().is_none_or(|result| game["tags"]["Result"] == result);
            let said = record.note.as_deref().is_none_or(|code| game["findings"].to_string().contains(code));
            games.len() == 1 && sans(game) == record.moves && result && said
        }
        _ => false,
    };
    (!right).then(|| format!("{}: {all}", record.name))
}

/// The records of a table that are judged wrong.
fn wrong_of(table: &str) -> (usize, Vec<String>) {
    let fixtures: Fixtures = toml::from_str(table).unwrap();
    (fixtures.record.len(), fixtures.record.iter().filter_map(judged).collect())
}

#[test]
fn what_is_claimed_is_what_the_record_says() {
    let (count, wrong) = wrong_of(include_str!("../fixtures/silent.toml"));
    assert!(count >= 40);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Of the shared records none may be claimed wrongly; those that are not claimed are told.
#[test]
fn shared_records_are_claimed_rightly() {
    let Some(path) = shared("silent/cases.toml") else { return };
    let (count, wrong) = wrong_of(&std::fs::read_to_string(path).unwrap());
    let is_claim = |told: &&String| told.contains(": verified: ") || told.contains(": settled: ");
    let (claims, unclaimed): (Vec<&String>, Vec<&String>) = wrong.iter().partition(is_claim);
    println!("{} of {count} are not claimed: {unclaimed:?}", unclaimed.len());
    assert!(claims.is_empty(), "{claims:?}");
}

#[derive(Deserialize)]
struct BrokenData {
    record: Vec<Broken>,
}

#[derive(Deserialize)]
struct Broken {
    name: String,
    text: String,
    games: Vec<String>,
    told: Vec<u64>,
}

/// What is wrong with what is made of broken data, or nothing.
fn judged_broken(record: &Broken) -> Option<String> {
    let dir = tempfile::tempdir().unwrap();
    let report = dir.path().join("report.json");
    let games = converted(&record.text, &["--report", report.to_str().unwrap()]);
    let read: Vec<String> = games.iter().map(sans).collect();
    let lines: Vec<u64> = std::fs::read_to_string(report)
        .unwrap_or_default()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|finding| finding["severity"] != "note")
        .map(|finding| finding["line"].as_u64().unwrap())
        .collect();
    let is_told = match record.told.as_slice() {
        [] => lines.is_empty(),
        told => told.iter().all(|line| lines.contains(line)),
    };
    let is_right = is_told && record.games.iter().all(|game| read.contains(game));
    (!is_right).then(|| format!("{}: {read:?}, told of lines {lines:?}", record.name))
}

/// One broken row or statement spoils no other, and is lost with a word.
#[test]
fn broken_data_is_told_and_spoils_nothing() {
    let data: BrokenData = toml::from_str(include_str!("../fixtures/broken.toml")).unwrap();
    let wrong: Vec<String> = data.record.iter().filter_map(judged_broken).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), data.record.len(), wrong.join("\n"));
}
