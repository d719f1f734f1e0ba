//! The records in `corpus/` give exactly the PGN beside them.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn records() -> Vec<PathBuf> {
    let mut records: Vec<PathBuf> = fs::read_dir(corpus())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && path.extension().is_some_and(|ext| ext != "md"))
        .collect();
    records.sort();
    records
}

fn expected(record: &Path) -> String {
    let name = record.file_name().unwrap().to_str().unwrap().replace('.', "-");
    fs::read_to_string(corpus().join("expected").join(format!("{name}.pgn"))).unwrap()
}

#[test]
fn every_record_gives_its_pgn() {
    assert!(records().len() >= 12);
    for record in records() {
        let output =
            Command::cargo_bin("scorebook").unwrap().args(["convert", "-q"]).arg(&record).output().unwrap();
        let wanted = expected(&record);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), wanted, "{}", record.display());
        let clean = wanted
            .lines()
            .filter(|line| line.starts_with("[Reading"))
            .all(|line| line == "[Reading \"verified\"]");
        // A record that is not verified has findings; the odds game has one, the rest of the verified none.
        let odds = record.ends_with("odds.txt");
        assert_eq!(output.status.code(), Some(i32::from(!clean || odds)), "{}", record.display());
    }
}

#[test]
fn one_game_is_the_same_in_every_layout_and_notation() {
    let moves = |name: &str| {
        let pgn = expected(&corpus().join(name));
        let movetext = pgn.split("\n\n").nth(1).unwrap().replace('\n', " ");
        let mut depth = 0;
        let bare: String = movetext
            .chars()
            .filter(|&c| {
                depth += i32::from(c == '{' || c == '(');
                let keep = depth == 0;
                depth -= i32::from(c == '}' || c == ')');
                keep
            })
            .collect();
        bare.split_whitespace()
            .filter(|word| !word.starts_with('$') && !word.contains("..."))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let opera = moves("opera.pgn");
    assert_eq!(opera.len(), 33 + 17 + 1);
    for name in ["opera-columns.txt", "opera-blocks.txt", "scoresheet.txt", "broken.pgn"] {
        assert_eq!(moves(name), opera, "{name}");
    }
}

#[test]
fn what_was_written_is_read_back_as_it_is() {
    for record in records() {
        let wanted = expected(&record);
        let lawful = wanted
            .lines()
            .filter(|line| line.starts_with("[Reading"))
            .all(|line| ["verified", "settled"].iter().any(|reading| line.contains(reading)));
        if !lawful {
            continue;
        }
        let again = Command::cargo_bin("scorebook")
            .unwrap()
            .args(["convert", "-q", "-"])
            .write_stdin(wanted.clone())
            .output()
            .unwrap();
        let again = String::from_utf8(again.stdout).unwrap().replace("\"settled\"", "\"verified\"");
        assert_eq!(again, wanted.replace("\"settled\"", "\"verified\""), "{}", record.display());
    }
}
