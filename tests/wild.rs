//! Records as people have them, from the shared material: their moves, and what else must hold of each.

use std::path::Path;

use crate::common;

/// What must stand in the PGN or among the findings, or must not (`!`).
const ALSO: &[(&str, &[&str])] = &[
    (
        "01",
        &[
            "[White \"Anna\"]",
            "[Black \"Bert\"]",
            "[WhiteElo \"1714\"]",
            "[BlackElo \"1757\"]",
            "[Date \"1996.09.29\"]",
            "[Result \"1-0\"]",
        ],
    ),
    ("08", &["13. Bg5 --", "null move"]),
    ("10", &["Nxd5 $6", "(7... Nf4", "(7... Qf6", "[Result \"0-1\"]", "!M1"]),
    ("11", &["!P902", "!M1", "4. O-O"]),
    ("17", &["!M110"]),
    ("25", &["[White \"Задача 1\"]", "[Annotator \"Иванов\"]"]),
    ("29", &["draughts"]),
    ("31", &["[Result \"0-1\"]"]),
    (
        "33",
        &[
            "[White \"alpha\"]",
            "[WhiteElo \"1500\"]",
            "[Black \"beta\"]",
            "[BlackElo \"1191\"]",
            "[Result \"1-0\"]",
            "[Result \"0-1\"]",
        ],
    ),
    ("38", &["!M1", "!A1"]),
    ("42", &["[White \"Alpha\"]", "[White \"Gamma\"]", "[White \"Epsilon\"]", "[Result \"1-0\"]"]),
    ("43", &["Martin\"]", "Dubois\"]", "[Result \"1/2-1/2\"]", "!M1", "!N1"]),
    ("44", &["!M1", "!A1"]),
    ("45", &["!M1", "!L320", "!L310"]),
    ("50", &["[White \"Müller\"]", "[Black \"Schröder\"]", "Köln", "[Result \"0-1\"]"]),
    ("54", &["!M1", "!A1"]),
    ("59", &["!M1", "!A101"]),
    ("61", &["!L320", "!L310"]),
    ("63", &["!M1", "!A1"]),
];

/// The half-moves of the games that `convert --to uci` writes, without what else stands there.
fn moves(written: &str) -> Vec<String> {
    let games = written.split("\n\n").filter(|part| !part.trim_start().starts_with('['));
    games.map(bare).filter(|game| !game.is_empty()).collect()
}

/// A movetext without comments, variations, numbers and results.
fn bare(movetext: &str) -> String {
    let (mut depth, mut in_comment, mut plain) = (0_u32, false, String::new());
    for c in movetext.chars() {
        match c {
            '{' => in_comment = true,
            '}' => in_comment = false,
            _ if in_comment => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let is_move = |word: &&str| word.contains(|c: char| c.is_ascii_lowercase()) || *word == "0000";
    plain.split_whitespace().filter(is_move).collect::<Vec<_>>().join(" ")
}

fn convert(file: &Path, more: &[&str]) -> (String, String) {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_scorebook"));
    let output = command.arg("convert").args(more).arg(file).output().unwrap();
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// What is wrong with the moves, and what else is.
fn judge(file: &Path) -> (bool, Vec<String>) {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let expected = std::fs::read_to_string(file.with_extension("expected")).unwrap();
    let lines = expected.lines().filter(|line| !line.starts_with('#'));
    let wanted: Vec<&str> = lines.filter(|line| !line.is_empty() && *line != "-").collect();
    let (uci, _) = convert(file, &["-q", "--to", "uci"]);
    // Positions with best moves may be games of one move each.
    let of_positions = expected.contains("one game of one move each");
    let found = moves(&uci);
    let right = found == wanted || of_positions && found.iter().all(|game| !game.contains(' '));
    let (pgn, findings) = convert(file, &[]);
    let also = ALSO.iter().filter(|(number, _)| stem.starts_with(number)).flat_map(|(_, wanted)| *wanted);
    let lacks = |wanted: &&&str| match wanted.strip_prefix('!') {
        Some(unwanted) => findings.contains(unwanted),
        None => !pgn.contains(**wanted) && !findings.contains(**wanted),
    };
    (right, also.filter(lacks).map(|wanted| (*wanted).to_owned()).collect())
}

#[test]
fn records_that_nobody_has_tried() {
    let Some(folder) = common::shared("wild") else { return };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| !matches!(file.extension().and_then(|e| e.to_str()), Some("expected" | "md")));
    files.sort();
    let judged: Vec<_> = files.iter().map(|file| (file, judge(file))).collect();
    let wrong: Vec<String> = judged
        .iter()
        .filter(|(_, (right, lacks))| !right || !lacks.is_empty())
        .map(|(file, (right, lacks))| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            format!("{name}: moves {}, lacks {lacks:?}", if *right { "right" } else { "WRONG" })
        })
        .collect();
    let right = judged.iter().filter(|(_, (right, _))| *right).count();
    assert!(wrong.is_empty(), "{right} of {} with right moves\n{}", judged.len(), wrong.join("\n"));
}
