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

/// Corrections by a person: in words, with squares and in descriptive notation.
#[test]
fn what_a_person_decides_is_read_in_its_place() {
    let folder = tempfile::TempDir::new().unwrap();
    let records = [
        ("e4 e5 knight f3 knight c6 bishop me 5 a6 bishop a4 knight f6", "bishop me 5"),
        (
            "e four e five knight f three knight c six bishop me five a six bishop a four knight f six",
            "bishop me five",
        ),
        (
            "pawn to king four pawn to king four knight to king bishop three knight to queen bishop three bishop to queen \
             light five pawn to queen rook three bishop to rook four knight to bishop three",
            "bishop to queen light five",
        ),
    ];
    for (record, doubt) in records {
        let path = folder.path().join("spoken.txt");
        std::fs::write(&path, record).unwrap();
        let corrections = folder.path().join("corrections.csv");
        let convert = |rows: String| {
            std::fs::write(&corrections, format!("file,line,text,hash,kind,value,note\n{rows}")).unwrap();
            let mut command = Command::new(assert_cmd::cargo::cargo_bin("scorebook"));
            let output =
                command.args(["convert", "--corrections"]).arg(&corrections).arg(&path).output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let pgn = convert(format!("spoken.txt,1,{doubt},,move,Bb5,\n"));
        assert_eq!(moves(&pgn), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", "{pgn}");
        assert!(pgn.contains("[Reading \"decided\"]"), "{pgn}");
        let pgn = convert(format!(
            "spoken.txt,1,{doubt},,missing,h3;h6,\nspoken.txt,1,{doubt},,tag,White=Miller,\n"
        ));
        assert_eq!(moves(&pgn), "e4 e5 Nf3 Nc6 h3 h6 Bb5 a6 Ba4 Nf6", "{pgn}");
        assert!(pgn.contains("[White \"Miller\"]"), "{pgn}");
    }
}

/// What a program of subtitles writes around each line is no speech: neither a move, whatever its number, nor a comment.
#[test]
fn numbers_and_times_of_subtitles_are_no_moves() {
    let moves = ["1. e4 e5", "2. Nf3 Nc6", "3. Bb5 a6", "4. Ba4 Nf6", "5. O-O Be7"];
    let cues = |lines: &[&str]| -> String {
        let cue = |(at, line): (usize, &&str)| {
            let (minute, second) = (at / 60, at % 60);
            format!("{at}\n00:{minute:02}:{second:02},000 --> 00:{minute:02}:{second:02},900\n{line}\n\n")
        };
        (1..).zip(lines).map(cue).collect()
    };
    let folder = tempfile::TempDir::new().unwrap();
    let convert = |text: &str| {
        let path = folder.path().join("film.srt");
        std::fs::write(&path, text).unwrap();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("scorebook"));
        let output = command.args(["convert", "--no-ocr"]).arg(&path).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (pgn, told) = convert(&cues(&moves));
    assert!(pgn.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *"), "{pgn}{told}");
    // The numbers of a long film are written as moves are in a notation of squares in figures.
    let (pgn, told) = convert(&cues(&["and now we wait a little"; 1500]));
    assert!(pgn.is_empty() && !told.contains("L321") && told.contains("no game was found"), "{pgn}{told}");
}
