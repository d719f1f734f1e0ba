//! `scorebook shard`: a corpus in many files.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;

fn scorebook(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("scorebook").expect("binary");
    command.current_dir(folder);
    command
}

/// A corpus of a few megabytes.
fn corpus(games: usize) -> String {
    let game = |n: usize| {
        format!(
            "[Event \"Round {n}\"]\n[White \"A\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 {{game {n}}} Nc6 *\n\n"
        )
    };
    (0..games).map(game).collect()
}

/// The rows of the manifest: file, games, bytes, packed, sha256, source, offset.
fn manifest(folder: &Path) -> Vec<Vec<String>> {
    let mut rows = csv::Reader::from_path(folder.join("manifest.csv")).unwrap();
    rows.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn shards_together_are_the_corpus() {
    let folder = tempfile::tempdir().unwrap();
    let text = corpus(40_000);
    fs::write(folder.path().join("big.pgn.zst"), zstd::encode_all(text.as_bytes(), 1).unwrap()).unwrap();
    for (format, end) in [("zst", "pgn.zst"), ("pgn", "pgn")] {
        let shards = folder.path().join(format);
        scorebook(folder.path())
            .args(["shard", "big.pgn.zst", "--size", "1M", "--to", format, "-o", format])
            .assert()
            .code(0)
            .stderr(contains("40000 games"));
        let rows = manifest(&shards);
        assert!(rows.len() >= 3, "{} shards of {} bytes", rows.len(), text.len());
        let mut all = String::new();
        for (number, row) in rows.iter().enumerate() {
            assert_eq!(row[0], format!("big-{number:05}.{end}"));
            assert_eq!(row[6], all.len().to_string(), "where it begins");
            let bytes = fs::read(shards.join(&row[0])).unwrap();
            assert_eq!(row[3], bytes.len().to_string());
            let bytes = if format == "zst" { zstd::decode_all(bytes.as_slice()).unwrap() } else { bytes };
            let part = String::from_utf8(bytes).unwrap();
            assert!(part.starts_with("[Event ") && part.len() <= (1 << 20) + (600 << 10), "whole games");
            assert_eq!(row[1], part.matches("[Event ").count().to_string());
            assert_eq!(row[2], part.len().to_string());
            all.push_str(&part);
        }
        assert!(all == text, "the text is another");
        assert_eq!(fs::read_dir(&shards).unwrap().count(), rows.len() + 1);
    }
}

#[test]
fn the_hash_is_that_of_the_file() {
    use sha2::{Digest, Sha256};
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), corpus(10)).unwrap();
    scorebook(folder.path()).args(["shard", "a.pgn", "-o", "s"]).assert().code(0);
    let rows = manifest(&folder.path().join("s"));
    let bytes = fs::read(folder.path().join("s").join(&rows[0][0])).unwrap();
    let hash: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!((rows.len(), &rows[0][4]), (1, &hash));
}

#[test]
fn what_breaks_off_has_no_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let packed = zstd::encode_all(corpus(20_000).as_bytes(), 1).unwrap();
    fs::write(folder.path().join("a.pgn.zst"), &packed[..packed.len() - 5]).unwrap();
    let run = scorebook(folder.path()).args(["shard", "a.pgn.zst", "-o", "s"]).assert().code(2);
    run.stderr(contains("cannot be read to its end"));
    assert!(!folder.path().join("s/manifest.csv").exists());
}

#[test]
fn does_not_mix_two_runs() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), corpus(3)).unwrap();
    scorebook(folder.path()).args(["shard", "a.pgn", "-o", "s"]).assert().code(0);
    scorebook(folder.path())
        .args(["shard", "a.pgn", "-o", "s"])
        .assert()
        .code(2)
        .stderr(contains("not empty"));
    for size in ["0", "5X", "-1", "x"] {
        scorebook(folder.path())
            .args(["shard", "a.pgn", "-o", "t", &format!("--size={size}")])
            .assert()
            .code(2);
    }
}
