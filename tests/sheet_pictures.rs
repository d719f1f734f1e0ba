//! Pictures of hand-written score sheets: found by themselves or with cells that a person gives, and never claimed to be verified. Other
//! pictures are read as pages.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

const GAME: &str = "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 6. Nf3 c5 7. O-O Nc6 *";

/// A small sheet in a face like handwriting, in German letters.
fn sheet() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/eye/tests/data/german.png")
}

fn convert(arguments: &[&str], input: &Path) -> (String, String) {
    let mut command = Command::cargo_bin("scorebook").unwrap();
    let output = command.arg("convert").args(arguments).arg(input).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// The moves without the comments about doubts, on one line.
fn moves(pgn: &str) -> String {
    let text: String = pgn.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    let mut depth = 0;
    for c in text.chars() {
        depth += i32::from(c == '{');
        if depth == 0 {
            out.push(c);
        }
        depth -= i32::from(c == '}');
    }
    // A comment between a move and Black's makes its number stand again.
    let words = out.split_whitespace().filter(|word| !word.ends_with("..."));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_score_sheet_is_read_and_not_verified() {
    let (pgn, said) = convert(&[], &sheet());
    assert_eq!(moves(&pgn), GAME, "{said}");
    assert!(said.contains("B212"), "{said}");
    assert!(!pgn.contains("verified") && !said.contains("verified"), "{pgn}{said}");
    assert!(pgn.contains("[Reading \"ambiguous\"]") || pgn.contains("[Reading \"settled\"]"), "{pgn}");
}

#[test]
fn a_person_gives_the_cells() {
    let grid = sheet().with_extension("grid.json");
    let (pgn, said) = convert(&["--from", "san-de", "--grid", grid.to_str().unwrap()], &sheet());
    assert_eq!(moves(&pgn), GAME, "{said}");
    // The empty row alone.
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("grid.json");
    fs::write(&empty, r#"{"cells": [[6, 243, 148, 275], [152, 243, 294, 275]]}"#).unwrap();
    let (pgn, said) = convert(&["--grid", empty.to_str().unwrap()], &sheet());
    assert!(pgn.is_empty(), "{pgn}");
    // Lines of a message end where the path's length lets them.
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("nothing is written in the cells"), "{said}");
}

#[test]
fn a_page_of_print_and_a_page_with_a_named_layout_are_no_sheets() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/source/tests/fixtures/page.png");
    let (_, said) = convert(&[], &page);
    assert!(!said.contains("B212"), "{said}");
    let (_, said) = convert(&["--layout", "plain"], &sheet());
    assert!(!said.contains("B212"), "{said}");
}
