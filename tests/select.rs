//! `scorebook select`: games by question, stripped, split.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;

fn scorebook(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("scorebook").expect("binary");
    command.current_dir(folder);
    command
}

fn game(white: &str, date: &str, moves: &str) -> String {
    format!(
        "[Event \"x/y\"]\n[White \"{white}\"]\n[Black \"B\"]\n[Date \"{date}\"]\n[Result \"*\"]\n\n{moves} *\n\n"
    )
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let games = [
        game("Morphy, Paul", "1858.??.??", "1. e4 {best} e5"),
        game("Staunton", "1851.05.27", "1. d4 d5 (1... f5) 2. c4"),
        game("Morphy, Paul", "1857.10.06", "1. e4 e5 2. Nf3"),
    ];
    fs::write(folder.path().join("a.pgn"), games.concat()).unwrap();
    folder
}

#[test]
fn picks_what_an_archive_would() {
    let folder = folder();
    scorebook(folder.path()).args(["pack", "-q", "a.pgn", "-o", "a.sbk"]).assert().code(0);
    for (question, games) in [
        ("white ~ morphy and date < 1858", 1),
        ("fen = */*/*/*/*/*N*/*/*", 1),
        ("not fen = '*/*/*/*/3P4/*/*/* b' and white ~ morphy", 2),
        ("material = KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP", 3),
        ("tag:Event = x/y and (plies = 3 or fen = */*/*/*/4P*/*/*/*)", 3),
    ] {
        let kept = scorebook(folder.path()).args(["unpack", "a.sbk", "--where", question]).assert().code(0);
        let kept = String::from_utf8(kept.get_output().stdout.clone()).unwrap();
        let picked = scorebook(folder.path()).args(["select", "a.pgn", "--where", question]).assert().code(0);
        let picked = String::from_utf8(picked.get_output().stdout.clone()).unwrap();
        assert_eq!(picked.matches("[Event").count(), games, "{question}");
        // An archive writes movetext in its own way.
        let tags = |text: &str| {
            text.lines().filter(|line| line.starts_with('[')).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(tags(&picked), tags(&kept), "{question}");
    }
    scorebook(folder.path())
        .args(["select", "a.pgn", "--where", "white = Nobody"])
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("0 of 3 games picked"));
    scorebook(folder.path())
        .args(["select", "a.pgn", "--where", "whit = x"])
        .assert()
        .code(2)
        .stderr(contains("^"));
}

#[test]
fn splits_and_joins_again() {
    let folder = folder();
    let text = fs::read_to_string(folder.path().join("a.pgn")).unwrap();
    scorebook(folder.path()).args(["select", "a.pgn", "--split", "2", "-o", "n"]).assert().code(0);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("n/00000.pgn") + &read("n/00001.pgn"), text);
    scorebook(folder.path()).args(["select", "a.pgn", "--split", "year", "-o", "y"]).assert().code(0);
    assert!(read("y/1851.pgn").contains("Staunton") && read("y/1858.pgn").contains("best"));
    scorebook(folder.path()).args(["select", "a.pgn", "--split", "event", "-o", "e"]).assert().code(0);
    assert_eq!(read("e/x_y.pgn"), text, "a name that no file may have");
    scorebook(folder.path()).args(["select", "a.pgn", "--split", "player", "-o", "p"]).assert().code(0);
    assert_eq!(read("p/B.pgn"), text);
    scorebook(folder.path()).args(["select", "a.pgn", "--split", "year", "-o", "y"]).assert().code(2);
    scorebook(folder.path()).args(["select", "a.pgn", "--split", "0", "-o", "z"]).assert().code(2);
}

#[test]
fn strips_and_writes_positions() {
    let folder = folder();
    let run =
        scorebook(folder.path()).args(["select", "a.pgn", "--strip", "comments,variations"]).assert().code(0);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.contains("1. e4 e5 *") && text.contains("1. d4 d5 2. c4 *"), "{text}");
    let run = scorebook(folder.path()).args(["select", "a.pgn", "--to", "epd", "-q"]).assert().code(0);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 3 + 4 + 4);
    assert!(text.lines().next().unwrap().ends_with("sm e4;"));
    fs::write(folder.path().join("b.pgn"), "1. e4 e5 2. Ke3 *\n").unwrap();
    scorebook(folder.path())
        .args(["select", "b.pgn", "--to", "fen"])
        .assert()
        .code(1)
        .stderr(contains("not proven to the end"));
}

#[test]
fn fills_in_openings() {
    let folder = folder();
    let run = scorebook(folder.path()).args(["fix", "a.pgn", "--eco", "-q"]).assert();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.contains("[ECO \"C40\"]\n[Opening \"King's Knight Opening\"]"), "{text}");
    assert!(text.contains("[ECO \"D06\"]\n[Opening \"Queen's Gambit\"]"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_leaves_nothing() {
    let folder = folder();
    fs::write(folder.path().join("long.pgn"), game("A", "1900", "1. e4").repeat(20_000)).unwrap();
    let program = assert_cmd::cargo::cargo_bin("scorebook");
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -f 100; exec \"$0\" select long.pgn -o out.pgn"])
        .arg(program)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.contains("too large"), "{words}");
    let mut left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["a.pgn", "long.pgn"]);
}

/// How many of four games answer, in PGN and packed.
#[test]
fn questions_have_one_answer_in_pgn_and_in_archives() {
    let folder = tempfile::tempdir().unwrap();
    let game = |tags: &str, result: &str| {
        format!(
            "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n{tags}[Result \"{result}\"]\n\n1. e4 e5 {result}\n\n"
        )
    };
    let games = [
        game("[Date \"1858.10.31\"]\n[ECO \"C41\"]\n", "1-0"),
        game("[Date \"1999.??.??\"]\n[ECO \"B33\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2450\"]\n", "1/2-1/2"),
        game("[Date \"2001.01.01\"]\n[ECO \"B34\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2450\"]\n", "0-1"),
        game("[Date \"????.??.??\"]\n[Annotator \"C\"]\n", "*"),
    ];
    fs::write(folder.path().join("a.pgn"), games.concat()).unwrap();
    scorebook(folder.path()).args(["pack", "-q", "a.pgn", "-o", "a.sbk"]).assert().code(0);
    for (question, wanted) in [
        ("year = 1858", 1),
        ("year > 1990", 2),
        ("year in (1858, 2001)", 2),
        ("result = draw", 1),
        ("result in (white, 0-1)", 2),
        ("not result = *", 3),
        ("eco = b33", 1),
        ("eco in (B33, 'C41')", 2),
        ("eco >= B30 and eco <= B39", 2),
        ("whiteelo - blackelo > 200", 1),
        ("whiteelo-blackelo < 0", 1),
        ("not whiteelo - blackelo > -1000", 2),
        ("exists eco", 3),
        ("exists whiteelo and year > 2000", 1),
        ("exists tag:Annotator", 1),
        ("not exists tag:Annotator", 3),
    ] {
        for (command, file) in [("select", "a.pgn"), ("unpack", "a.sbk")] {
            let output =
                scorebook(folder.path()).args([command, file, "--where", question]).output().unwrap();
            let found = String::from_utf8(output.stdout).unwrap().matches("[White ").count();
            assert_eq!(found, wanted, "{command}: {question}");
        }
    }
    for (wrong, why) in [
        ("result = drawn", "is no result"),
        ("eco = Sicilian", "is no ECO code"),
        ("year = then", "is no year"),
        ("eco in B33", "a list in brackets"),
        ("eco in (B33", "a comma or a closing bracket"),
        ("whiteelo - eco > 3", "`eco` is no number"),
        ("whiteelo - blackelo > many", "is no number"),
        ("exists", "a field is missing"),
    ] {
        scorebook(folder.path())
            .args(["select", "a.pgn", "--where", wrong])
            .assert()
            .code(2)
            .stderr(contains(why));
    }
}

#[derive(serde::Deserialize)]
struct Fixture {
    command: Vec<CommandLine>,
    wrong: Vec<WrongLine>,
}

#[derive(serde::Deserialize)]
struct CommandLine {
    args: Vec<String>,
    out: String,
    #[serde(default)]
    same: bool,
}

#[derive(serde::Deserialize)]
struct WrongLine {
    args: Vec<String>,
    why: String,
}

/// A folder with the games of the queries, as PGN and packed, and repertoires.
fn games() -> (tempfile::TempDir, Fixture) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(fixtures.join("queries/games.pgn"), folder.path().join("games.pgn")).unwrap();
    for (name, text) in [
        ("repertoire.pgn", "1. e4 c5 (1... e5 2. Nf3 Nc6 3. Bc4) 2. Nf3 d6 *\n"),
        ("broken.pgn", "1. e4 e5 2. Ke3 *\n"),
        ("empty.pgn", "\n"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    scorebook(folder.path()).args(["pack", "-q", "games.pgn", "-o", "games.sbk"]).assert().code(0);
    let rows = fs::read_to_string(fixtures.join("select.toml")).unwrap();
    (folder, toml::from_str(&rows).unwrap())
}

#[test]
fn command_lines_write_what_they_say() {
    let (folder, fixture) = games();
    for CommandLine { args, out, same } in fixture.command {
        for input in ["games.pgn", "games.sbk"].into_iter().take(1 + usize::from(same)) {
            let run = scorebook(folder.path()).args(["select", "-q", input]).args(&args).assert().code(0);
            let found = String::from_utf8(run.get_output().stdout.clone()).unwrap();
            assert_eq!(found, out, "{input} {args:?}");
        }
    }
}

#[test]
fn command_lines_that_cannot_be_meant_are_refused() {
    let (folder, fixture) = games();
    for WrongLine { args, why } in fixture.wrong {
        scorebook(folder.path())
            .args(["select", "games.pgn"])
            .args(&args)
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(&why));
    }
}

#[test]
fn a_sample_is_the_same_for_the_same_seed() {
    let (folder, _) = games();
    let numbers: String = (0..400).map(|n| game(&format!("P{n}"), "1900", "1. e4")).collect();
    fs::write(folder.path().join("many.pgn"), numbers).unwrap();
    let sample = |args: &[&str]| {
        let run = scorebook(folder.path())
            .args(["select", "-q", "many.pgn", "--sample", "40"])
            .args(args)
            .assert()
            .code(0);
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    let players = |text: &str| -> Vec<u32> {
        let names = text.lines().filter_map(|line| line.strip_prefix("[White \"P"));
        names.map(|name| name.trim_end_matches("\"]").parse().unwrap()).collect()
    };
    let one = sample(&["--seed", "1", "-j", "1"]);
    assert_eq!(one, sample(&["--seed", "1", "-j", "4"]));
    assert_ne!(one, sample(&["--seed", "2"]));
    let one = players(&one);
    assert_eq!(one.len(), 40);
    assert!(one.is_sorted(), "in the order of the input: {one:?}");
    // A fortieth of all 400 would be far from even if it came from one half.
    let early = one.iter().filter(|&&n| n < 200).count();
    assert!((8..=32).contains(&early), "{early}");
    let sorted = players(&sample(&["--seed", "1", "--sort=-white", "--limit", "5"]));
    let mut names: Vec<String> = one.iter().map(|n| format!("P{n}")).collect();
    names.sort_by(|a, b| b.cmp(a));
    assert_eq!(sorted.iter().map(|n| format!("P{n}")).collect::<Vec<_>>(), names[..5]);
}

/// More players than a process may have files open.
#[test]
fn a_corpus_is_split_by_player() {
    let (folder, _) = games();
    let text: String = (0..3000).map(|n| game(&format!("P{}", n % 1500), "1900", "1. e4")).collect();
    fs::write(folder.path().join("many.pgn"), text).unwrap();
    scorebook(folder.path())
        .args(["select", "many.pgn", "--split", "player", "-o", "players"])
        .assert()
        .code(0)
        .stderr(contains("in 1501 files"));
    let games = |name: &str| {
        fs::read_to_string(folder.path().join("players").join(name)).unwrap().matches("1. e4").count()
    };
    assert_eq!((games("P0.pgn"), games("P1499.pgn"), games("B.pgn")), (2, 2, 3000));
}

#[test]
fn archives_and_pgn_are_read_in_the_order_that_they_are_named() {
    let (folder, _) = games();
    fs::write(folder.path().join("z.pgn"), game("Z", "1900", "1. e4")).unwrap();
    let run = scorebook(folder.path())
        .args(["select", "z.pgn", "games.sbk", "z.pgn", "--where", "plies < 4", "--to", "csv"])
        .assert()
        .code(0)
        .stderr(contains("3 of 11 games picked"));
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let rows: Vec<&str> = text.lines().map(|row| row.split(",white").next().unwrap_or(row)).collect();
    assert_eq!(rows[1], "1,z.pgn,Z,B,1,1");
    assert_eq!(rows[2], "8,games.sbk,E,F,1,60");
    assert_eq!(rows[5], "1,z.pgn,Z,B,1,1");
    assert_eq!(rows.len(), 6);
}

#[test]
fn games_that_are_proven_in_part_are_told() {
    let (folder, _) = games();
    let text = "1. e4 e5 2. Ke3 Qh4 3. Qh5 *\n\n1. e4 e5 2. Qh5 *\n";
    fs::write(folder.path().join("part.pgn"), text).unwrap();
    let ask = |query: &str| {
        let run = scorebook(folder.path()).args(["select", "part.pgn", "--where", query]).output().unwrap();
        String::from_utf8(run.stderr).unwrap()
    };
    assert_eq!(
        ask("Q on h5"),
        "1 of 2 games picked\n1 game not proven to the end; the query was asked of what is proven of them\n"
    );
    assert_eq!(ask("plies > 3"), "1 of 2 games picked\n", "that needs no proof");
}

/// The JSON of games without the name of the file.
fn json(folder: &Path, input: &str) -> Vec<serde_json::Value> {
    let run = scorebook(folder).args(["select", "-q", input, "--to", "json"]).output().unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    let game = |line: &str| {
        // The lines of a comment are broken anew.
        let mut game: serde_json::Value = serde_json::from_str(&line.replace("\\n", " ")).unwrap();
        game["file"].take();
        game
    };
    text.lines().map(game).collect()
}

#[test]
fn games_written_anew_are_the_same_games() {
    let (folder, _) = games();
    let nested = "[Event \"x\"]\n[Result \"*\"]\n\n{first} 1. e4 (1. d4 {a} d5 (1... Nf6 2. c4 (2. Nf3 $1 g6) 2... e6) 2. c4) 1... e5!? $14 (1... c5 2. Nf3) (1... e6) {b [%clk 0:01]} 2. Nf3 Nc6 (2... d6) *\n";
    fs::write(folder.path().join("nested.pgn"), nested).unwrap();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/opera.pgn");
    fs::copy(corpus, folder.path().join("opera.pgn")).unwrap();
    for input in ["games.pgn", "nested.pgn", "opera.pgn"] {
        let wanted = json(folder.path(), input);
        assert!(!wanted.is_empty());
        for width in ["0", "1", "33", "200"] {
            scorebook(folder.path())
                .args(["select", "-q", input, "-w", width, "-o", "anew.pgn"])
                .assert()
                .code(0);
            assert!(json(folder.path(), "anew.pgn") == wanted, "{input}, {width} columns");
            let anew = fs::read_to_string(folder.path().join("anew.pgn")).unwrap();
            let lines = anew.lines().filter(|line| !line.starts_with('['));
            let longest = lines.map(|line| line.chars().count()).max().unwrap();
            assert!(width != "33" || longest <= 33, "{longest}");
        }
    }
}
