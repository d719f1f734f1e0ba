//! Formats that file names promise, help, and what programs read: as users expect them.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

const GAMES: &str = "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A, B\"]\n[Black \"C\"]\n\
                     [Result \"1-0\"]\n\n1. e4 $1 {good} e5 (1... c5 2. Nf3 {too}) 2. Qh5 Ke7 3. Qxe5# 1-0\n\n\
                     [Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"D\"]\n[Black \"E\"]\n\
                     [Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 7\"]\n\n7. e4 Kd7 *\n\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), GAMES).unwrap();
    fs::write(folder.path().join("g.txt"), "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-QB4 QxQ\n").unwrap();
    folder
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::cargo_bin("scorebook").unwrap().current_dir(folder).args(args).output().unwrap()
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn unpack_writes_json_and_rows() {
    let folder = folder();
    let at = folder.path();
    assert_eq!(run(at, &["pack", "-q", "a.pgn", "-o", "a.sbk"]).status.code(), Some(0));
    let out = run(at, &["unpack", "a.sbk", "--to", "json"]);
    assert_eq!(out.status.code(), Some(0));
    let games: Vec<Value> = String::from_utf8(out.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(games.len(), 2);
    let plies = games[0]["plies"].as_array().unwrap();
    let san: Vec<&str> = plies.iter().map(|ply| ply["san"].as_str().unwrap()).collect();
    assert_eq!(san, ["e4", "e5", "Qh5", "Ke7", "Qxe5#"]);
    assert_eq!(
        (&plies[0]["nags"], &plies[0]["comments"]),
        (&serde_json::json!([1]), &serde_json::json!(["good"]))
    );
    let variation = &plies[1]["variations"][0]["plies"];
    assert_eq!((variation[0]["uci"].as_str(), variation[1]["san"].as_str()), (Some("c7c5"), Some("Nf3")));
    assert_eq!(games[1]["start"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 7");
    assert_eq!((&games[0]["result"], &games[1]["game"]), (&Value::from("1-0"), &Value::from(2)));
    // The ending says the format, and one game may be chosen.
    assert_eq!(run(at, &["unpack", "a.sbk", "--games", "2", "-o", "b.csv"]).status.code(), Some(0));
    let table = read(at, "b.csv");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[1..], ["2,a.sbk,D,E,1,7,white,,e4,e2e4,,,,,,", "2,a.sbk,D,E,2,7,black,,Kd7,e8d7,,,,,,"]);
}

#[test]
fn the_ending_of_an_output_says_its_format_or_no() {
    let folder = folder();
    let at = folder.path();
    run(at, &["convert", "-q", "g.txt", "-o", "g.json", "--report", "r.json"]);
    let game: Value = serde_json::from_str(read(at, "g.json").lines().next().unwrap()).unwrap();
    assert_eq!(game["plies"][0]["san"], "e4");
    let finding: Value = serde_json::from_str(read(at, "r.json").lines().next().unwrap()).unwrap();
    assert!(finding["code"].as_str().unwrap().starts_with('M'), "{finding}");
    run(at, &["convert", "-q", "g.txt", "-o", "g.csv", "--report", "r.csv"]);
    assert!(read(at, "g.csv").starts_with("game,file,"));
    assert!(read(at, "r.csv").starts_with("file,line,"));
    // Who says the format himself is right whatever the name is.
    run(at, &["convert", "-q", "g.txt", "--to", "uci", "-o", "g.pgn"]);
    assert!(read(at, "g.pgn").contains("e2e4"));
    for (args, name) in [
        (["convert", "g.txt", "-o", "x.html"], "x.html"),
        (["convert", "g.txt", "--report", "x.pgn"], "x.pgn"),
        (["verify", "a.pgn", "--report", "x.sbk"], "x.sbk"),
    ] {
        let out = run(at, &args);
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&out.stderr).contains("cannot be written as"), "{args:?}");
        assert!(!at.join(name).exists());
    }
}

#[test]
fn sarif_has_no_notes_and_fingerprints_that_stay() {
    let folder = folder();
    let at = folder.path();
    let results = |name: &str| -> Vec<Value> {
        let log: Value = serde_json::from_str(&read(at, name)).unwrap();
        log["runs"][0]["results"].as_array().unwrap().clone()
    };
    let text = "[Event \"E\"]\n[White \"\"]\n\n1. e4 e5 2. Ke3 *\n";
    fs::write(at.join("b.pgn"), text).unwrap();
    run(at, &["verify", "-q", "b.pgn", "--report", "b.sarif"]);
    let before = results("b.sarif");
    assert!(!before.is_empty() && before.iter().all(|result| result["level"] != "note"), "{before:?}");
    run(at, &["verify", "-q", "--fail-on", "note", "b.pgn", "--report", "n.sarif"]);
    assert!(results("n.sarif").len() > before.len());
    // Two lines more above: other places, the same findings.
    fs::write(at.join("b.pgn"), format!("\n\n{text}")).unwrap();
    run(at, &["verify", "-q", "b.pgn", "--report", "c.sarif"]);
    let prints = |results: &[Value]| -> Vec<String> {
        results.iter().map(|result| result["partialFingerprints"]["scorebook/v1"].to_string()).collect()
    };
    assert_eq!(prints(&before), prints(&results("c.sarif")));
    assert_ne!(before[0]["locations"], results("c.sarif")[0]["locations"]);
}

#[test]
fn explain_lists_a_family() {
    let folder = folder();
    let out = run(folder.path(), &["explain", "a"]);
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(text.lines().count() >= 5 && text.lines().all(|line| line.starts_with('A')), "{text}");
    assert_eq!(run(folder.path(), &["explain", "Q9"]).status.code(), Some(2));
}

#[test]
fn every_command_has_an_example_and_its_exit_statuses() {
    let folder = folder();
    let help = String::from_utf8(run(folder.path(), &["--help"]).stdout).unwrap();
    let commands = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.trim().is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("    "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() >= 14, "{commands:?}");
    for command in commands {
        let help = String::from_utf8(run(folder.path(), &["help", command]).stdout).unwrap();
        assert!(help.contains("Example"), "{command} has no example");
        assert!(help.contains("Exit status:"), "{command} does not say its exit statuses");
    }
}

#[test]
fn what_holds_no_game_says_so_with_status_2() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("letter.txt"), "Dear friend,\n\nthe weather is fine, and I hope to see you soon.\n")
        .unwrap();
    fs::write(at.join("empty.txt"), "").unwrap();
    for name in ["letter.txt", "empty.txt"] {
        for (command, output) in [("convert", "x.pgn"), ("review", "x.html")] {
            let out = run(at, &[command, name, "-o", output]);
            let said = String::from_utf8_lossy(&out.stderr);
            assert_eq!(out.status.code(), Some(2), "{command} {name}: {said}");
            assert!(said.contains(&format!("no game was found in {name}")), "{command} {name}: {said}");
            assert!(!at.join(output).exists(), "{command} {name}");
        }
    }
    // The report says it too; beside a record it is a finding.
    assert_eq!(run(at, &["convert", "-q", "letter.txt", "--report", "r.csv"]).status.code(), Some(2));
    assert!(read(at, "r.csv").contains("L104"));
    assert_eq!(run(at, &["convert", "-q", "letter.txt", "g.txt", "-o", "x.pgn"]).status.code(), Some(1));
    assert!(read(at, "x.pgn").contains("1. e4 e5"));
}

#[test]
fn a_long_text_whose_moves_make_no_game_says_so() {
    let folder = folder();
    let prose = "The next of our games was played at the club some years since, and is of interest for its ending only.\n";
    let text = format!("GAME I.\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-R7 P-B7\n\n{}", prose.repeat(35));
    fs::write(folder.path().join("long.txt"), text).unwrap();
    let output = run(folder.path(), &["convert", "long.txt", "-o", "long.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no game was found in long.txt"));
    assert!(!folder.path().join("long.pgn").exists());
}

#[test]
fn what_is_no_input_of_a_command_names_the_one_that_reads_it() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("score.txt"), "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n").unwrap();
    let said = |args: &[&str]| {
        let out = run(at, args);
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        String::from_utf8_lossy(&out.stderr).into_owned()
    };
    for command in
        [&["verify", "score.txt"][..], &["pack", "score.txt", "-o", "x.sbk"], &["info", "score.txt"]]
    {
        let words = said(command);
        assert!(words.contains("use: scorebook convert score.txt"), "{command:?}: {words}");
    }
    assert!(!at.join("x.sbk").exists());
    assert!(said(&["lost.pgn"]).contains("there is no file `lost.pgn`"));
    // Words that are nearly moves are no game either.
    let prose =
        "The king went to the castle in the year 1461, and de Bury wrote to him of 24 December.\n".repeat(20);
    fs::write(at.join("prose.txt"), prose).unwrap();
    assert!(said(&["convert", "prose.txt"]).contains("no game was found in prose.txt"));
}

#[test]
fn players_above_rows_in_a_book_become_tags() {
    let folder = folder();
    let game = |names: &str, moves: &str| {
        format!(
            "                Game 1.\n   Played May 8th, at the St. George's Club.\n         FRENCH DEFENCE.\n      \
             White.                Black.\n   {names}\n{moves}\n\n"
        )
    };
    let first = game(
        "Alexander Alekhine.           T. Ljubimov.",
        "1. P-K4    P-K3\n2. P-Q4    P-Q4\n3. Kt-QB3  Kt-KB3\n4. B-KKt5  B-K2",
    );
    let second = game(
        "N. Zubakin.          Alexander Alekhine.",
        "1. P-Q4    P-Q4\n2. P-QB4   P-K3\n3. Kt-QB3  Kt-KB3\n4. B-Kt5   B-K2",
    );
    let prose = "The student should play over this game with care, since it shows how\nan early attack may be met by \
                 simple means, and how the better side\nof an opening is kept to the end without any effort.\n"
        .repeat(5);
    let book = format!("{prose}{first}{prose}{second}{prose}");
    fs::write(folder.path().join("rows.txt"), book).unwrap();
    run(folder.path(), &["convert", "rows.txt", "-q", "-o", "rows.pgn"]);
    let pgn = read(folder.path(), "rows.pgn");
    for tag in [
        "[White \"Alekhine, Alexander\"]",
        "[Black \"Ljubimov, T.\"]",
        "[White \"Zubakin, N.\"]",
        "[Site \"St. George's Club\"]",
    ] {
        assert!(pgn.contains(tag), "{tag}: {pgn}");
    }
    // The day is no event.
    assert_eq!(pgn.matches("[Event \"?\"]").count(), 2, "{pgn}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_fix_leaves_nothing_behind() {
    let folder = folder();
    let names = || -> usize { fs::read_dir(folder.path()).unwrap().count() };
    let before = names();
    // A pipe that stays open: the program waits for more.
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("scorebook"))
        .current_dir(folder.path())
        .args(["fix", "-", "-o", "x.pgn"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    // More than what it looks at to recognise PGN.
    std::io::Write::write_all(&mut pipe, GAMES.repeat(500).as_bytes()).unwrap();
    for _ in 0..40 {
        if names() > before {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(names() > before, "it writes to a file of another name first");
    // The first Ctrl-C lets it end what it works on, here waiting for the pipe; a second one ends it at once.
    let mut ended = None;
    for _ in 0..40 {
        let _ = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        std::thread::sleep(std::time::Duration::from_millis(50));
        ended = child.try_wait().unwrap();
        if ended.is_some() {
            break;
        }
    }
    let _ = child.kill();
    assert_eq!(ended.and_then(|status| status.code()), Some(130));
    drop(pipe);
    assert_eq!(names(), before);
}

#[cfg(unix)]
#[test]
fn an_interrupted_convert_or_review_leaves_nothing_behind() {
    let folder = folder();
    let names = || -> Vec<String> {
        let all = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap());
        all.map(|entry| entry.file_name().into_string().unwrap())
            .filter(|name| !name.ends_with("txt"))
            .collect()
    };
    let before = names();
    for (command, output) in [("convert", "x.pgn"), ("review", "x.html")] {
        // A pipe that stays open: the program waits for more.
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("scorebook"))
            .current_dir(folder.path())
            .args([command, "-", "-o", output])
            .stdin(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let pipe = child.stdin.take();
        for _ in 0..40 {
            // `review` begins its page when everything is read.
            if names().len() > before.len() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        assert_eq!(names().len() > before.len(), command == "convert", "{:?}", names());
        let stopped = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(stopped.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{command}");
        drop(pipe);
        assert_eq!(names(), before, "{command}");
    }
}
