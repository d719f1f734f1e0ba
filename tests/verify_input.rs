//! What `scorebook verify` does with inputs that are large, packed, truncated, hostile or not UTF-8.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::verify_run::{BROKEN, CLEAN, output, scorebook};

/// A corpus that is cut into several chunks, with defects all over.
fn large() -> String {
    let mut text = String::new();
    let mut i = 0;
    while text.len() < 3 << 20 {
        text.push_str(if i % 5 == 2 { BROKEN } else { CLEAN });
        i += 1;
    }
    text
}

#[test]
fn threads_packing_and_pipes_change_nothing() {
    let folder = TempDir::new().unwrap();
    let text = large();
    let plain = folder.path().join("a.pgn");
    fs::write(&plain, &text).unwrap();
    let packed = folder.path().join("b.pgn.zst");
    fs::write(&packed, zstd::encode_all(text.as_bytes(), 1).unwrap()).unwrap();
    let gz = folder.path().join("c.pgn.gz");
    let mut encoder =
        flate2::write::GzEncoder::new(fs::File::create(&gz).unwrap(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap();
    let run = |path: &Path, jobs: &str| {
        let path = path.to_str().unwrap();
        let (_, out, _) = output(&["verify", "--format", "csv", "-q", "--jobs", jobs, path], b"");
        out.replace(path, "FILE")
    };
    let one = run(&plain, "1");
    assert!(one.lines().count() > 100);
    assert_eq!(run(&plain, "4"), one);
    assert_eq!(run(&packed, "3"), one);
    assert_eq!(run(&gz, "2"), one);
    let (_, piped, _) = output(&["verify", "--format", "csv", "-q", "-j2", "-"], text.as_bytes());
    assert_eq!(piped.replace("\n-,", "\nFILE,"), one);
    // Places are those of a file that is read as a whole.
    let lines: Vec<&str> = text.lines().collect();
    for row in csv::Reader::from_reader(one.as_bytes()).records().map(Result::unwrap) {
        let line = lines[row[1].parse::<usize>().unwrap() - 1];
        let column = row[2].parse::<usize>().unwrap() - 1;
        let rest: String = line.chars().skip(column).collect();
        let first = row[7].lines().next().unwrap_or_default();
        assert!(rest.starts_with(first) || &row[8] == "T103", "{row:?} against {rest}");
    }
}

#[test]
fn games_without_empty_lines_between_them_are_found() {
    let dense = CLEAN.replace("\n\n[Event", "\n[Event").repeat(2000);
    let (status, out, err) = output(&["verify", "--format", "csv", "--allow", "S127", "-"], dense.as_bytes());
    assert_eq!((status, out.lines().count()), (0, 1), "{}", out.lines().take(3).collect::<String>());
    assert!(err.contains("38000 games"), "{err}");
}

#[test]
fn truncated_input_is_said() {
    let text = &CLEAN.as_bytes()[..CLEAN.len() - 12];
    let (status, out, _) = output(&["verify", "--format", "csv", "-"], text);
    assert_eq!(status, 1);
    assert!(out.contains("S108"), "{out}");
    let folder = TempDir::new().unwrap();
    let packed = zstd::encode_all(CLEAN.as_bytes(), 1).unwrap();
    fs::write(folder.path().join("cut.pgn.zst"), &packed[..packed.len() / 2]).unwrap();
    fs::write(folder.path().join("good.pgn"), CLEAN).unwrap();
    let (status, out, _) = output(&["verify", "--format", "csv", folder.path().to_str().unwrap()], b"");
    assert_eq!(status, 1);
    assert!(out.contains("B101"), "{out}");
}

#[test]
fn encodings() {
    let utf16: Vec<u8> =
        std::iter::once(0xfeff).chain(CLEAN.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let (_, out, err) = output(&["verify", "--format", "csv", "-"], &utf16);
    assert!(out.contains("B203") && out.lines().count() == 2 && err.contains("19 games"), "{out}{err}");
    let mut latin = CLEAN.as_bytes().to_vec();
    let at = CLEAN.find("Savrov").unwrap();
    latin[at] = 0xe9;
    let (_, out, _) = output(&["verify", "--format", "csv", "-"], &latin);
    assert!(out.contains("B201") && out.lines().count() == 2, "{out}");
    // One letter alone tells no character set; a person does.
    let (status, fixed, _) = output(&["fix", "-q", "--encoding", "windows-1252", "-"], &latin);
    assert_eq!((status, fixed), (0, CLEAN.replacen("Savrov", "éavrov", 1)));
    let marked = [b"\xef\xbb\xbf", CLEAN.as_bytes()].concat();
    assert_eq!(output(&["fix", "-q", "-"], &marked), (0, CLEAN.to_owned(), String::new()));
}

#[test]
fn hostile_input_is_survived() {
    let folder = TempDir::new().unwrap();
    let size = if std::env::var_os("SCOREBOOK_THOROUGH").is_some() { 1 << 30 } else { 24 << 20 };
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("line", b"e4 e5 ".repeat(size / 6)),
        ("nul", vec![0; size]),
        ("deep", [b"1. e4 ".as_slice(), &b"(1. d4 ".repeat(100_000)].concat()),
        ("open", b"(".repeat(1 << 20)),
        ("tags", b"[A \"b\"]\n".repeat(1_000_000)),
        ("braces", b"{\n\n[Event \"x\"]\n".repeat(100_000)),
        ("bytes", (0..=255u8).cycle().take(1 << 20).collect()),
    ];
    for (name, bytes) in cases {
        let path = folder.path().join(name);
        fs::write(&path, [CLEAN.as_bytes(), bytes.as_slice(), b"\n\n", CLEAN.as_bytes()].concat()).unwrap();
        let (status, _, err) = output(&["verify", "--format", "csv", path.to_str().unwrap()], b"");
        assert!(status == 1, "{name}: {err}");
        // The games in front and behind are found.
        let games: usize = err.split(" games").next().unwrap().parse().unwrap();
        assert!(games >= 37, "{name}: {err}");
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn directories_give_their_pgn_files_however_these_are_spelled() {
    let dir = TempDir::new().unwrap();
    let home = dir.path().join("old.pgn");
    fs::create_dir_all(home.join("more")).unwrap();
    for name in ["A.PGN", "b.pgn", "more/c.Pgn", "notes.txt", "b.pgn.txt"] {
        fs::write(home.join(name), BROKEN).unwrap();
    }
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(BROKEN.as_bytes()).unwrap();
    fs::write(home.join("d.pgn.gz"), packed.finish().unwrap()).unwrap();
    let (_, out, _) = output(&["verify", "-q", "--format", "csv", home.to_str().unwrap()], b"");
    let mut files: Vec<&str> = out.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    files.dedup();
    let names: Vec<&str> = files.iter().filter_map(|file| file.split("old.pgn/").nth(1)).collect();
    assert_eq!(names, ["A.PGN", "b.pgn", "d.pgn.gz", "more/c.Pgn"]);
}

/// A text of so many parts.
type Text = fn(usize) -> String;

/// The time to verify a text of so many `parts`.
fn time_of(name: &str, text: Text, parts: usize) -> Duration {
    let text = text(parts);
    let started = Instant::now();
    let (status, out, _) = output(&["verify", "--format", "csv", "-"], text.as_bytes());
    let time = started.elapsed();
    assert!(matches!(status, 0 | 1), "{name}: status {status}");
    assert!(out.len() < 2_000_000, "{name}: {} bytes of findings", out.len());
    time
}

/// Text that makes a reader look far ahead or back again and again: the time must not grow with its square.
///
/// Compares the times of a text and of one eight times as long: linear time takes eight times as long, quadratic time
/// 64 times. Short times are not compared, since they say more about the machine.
#[test]
fn no_text_takes_time_that_grows_with_its_square() {
    let texts: [(&str, usize, Text); 6] = [
        ("brackets", 2_000_000, |parts| "[".repeat(parts)),
        ("a long word", 2_000_000, |parts| "a".repeat(parts)),
        ("clocks without an end", 100_000, |parts| format!("1. e4 {{{}}} *\n", "[%clk ".repeat(parts))),
        ("commands without an end", 500_000, |parts| format!("1. e4 {{{}}} *\n", "[%".repeat(parts))),
        ("a long game", 50_000, |parts| format!("{}*\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(parts))),
        ("tags in a comment", 48_000, |parts| format!("1. e4 {{{}}} *\n", "\n[E \"".repeat(parts))),
    ];
    for (name, parts, text) in texts {
        let long = time_of(name, text, parts);
        if long > Duration::from_secs(2) {
            let short = time_of(name, text, parts / 8);
            assert!(long < short * 32, "{name}: {long:?} for {parts} parts, {short:?} for an eighth of them");
        }
    }
}

/// More findings than are kept at once, and a line longer than what is read at once.
#[test]
fn many_findings_keep_their_places() {
    const GAMES: usize = 90_000;
    for (game, on_one_line) in [("1. e5 *\n", false), ("1. e5 * ", true)] {
        let text = game.repeat(GAMES);
        for jobs in ["1", "3"] {
            let args = ["verify", "-j", jobs, "--format", "csv", "--allow", "S116", "-"];
            let (status, out, _) = output(&args, text.as_bytes());
            assert_eq!((status, out.lines().count()), (1, GAMES + 1));
            for (i, row) in out.lines().skip(1).enumerate() {
                let (line, column) = if on_one_line { (1, 8 * i + 4) } else { (i + 1, 4) };
                let wanted = format!("-,{line},{column},{},1,1,white,e5,M201,", i + 1);
                assert!(row.starts_with(&wanted), "{row}, wanted {wanted}");
            }
        }
    }
}

/// Ctrl-C and its like: a whole report on what was looked at, and no word that all is well.
#[cfg(unix)]
#[test]
fn a_stopped_run_leaves_a_whole_report() {
    use std::io::Read;
    use std::process::Stdio;
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_scorebook"))
            .args(["verify", "--fail-on", "never", "--format", "sarif", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        // Enough findings to be written at once, and games that it cannot end with.
        let roster = [
            ("Event", "x"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "?"),
            ("White", "A"),
            ("Black", "B"),
            ("Result", "*"),
        ];
        let tags: String = roster.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        let text =
            format!("{tags}\n1. e5 *\n\n").repeat(2_000) + &format!("{tags}\n1. e4 *\n\n").repeat(100_000);
        let writer = std::thread::spawn(move || {
            // The other end may be closed before all is written.
            let _ = stdin.write_all(text.as_bytes());
        });
        let mut report = vec![0; 100];
        stdout.read_exact(&mut report).unwrap();
        let kill = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        stdout.read_to_end(&mut report).unwrap();
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
        assert_eq!(report["runs"][0]["invocations"][0]["executionSuccessful"], false);
        assert_eq!(child.wait().unwrap().code(), Some(status), "{signal}");
        writer.join().unwrap();
    }
}

#[test]
fn an_input_that_cannot_be_read_is_never_passed_over() {
    let good = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(good.path(), CLEAN).unwrap();
    let good = good.path().to_str().unwrap();
    let missing = "no such file.pgn";
    assert_eq!(output(&["verify", "-q", good, missing], b"").0, 1);
    assert_eq!(output(&["verify", "-q", "--fail-on", "never", good, missing], b"").0, 2);
}

#[test]
fn every_game_that_is_not_utf8_is_reported() {
    let latin = CLEAN.replace("Savrov", "S~vrov");
    let bytes: Vec<u8> = latin.bytes().map(|b| if b == b'~' { 0xe4 } else { b }).collect();
    let games = latin.split("\n\n[Event").filter(|game| game.contains('~')).count();
    let (_, out, _) = output(&["verify", "--format", "csv", "-"], &bytes);
    assert_eq!((out.matches(",B201,").count(), out.lines().count()), (games, games + 1), "{out}");
}

/// A game of more than 16 MiB is left as it stands, said once, and the games around it are proven and mended.
#[test]
fn a_giant_among_games_is_left_as_it_stands() {
    let directory = tempfile::tempdir().unwrap();
    let (input, output) = (directory.path().join("in.pgn"), directory.path().join("out.pgn"));
    let game = |moves: &str| {
        let tags = ["Event", "Site", "Date", "Round", "White", "Black"].map(|name| {
            let value = if name == "Date" { "????.??.??" } else { "?" };
            format!("[{name} \"{value}\"]\n")
        });
        format!("{}[Result \"*\"]\n\n{moves} *\n\n", tags.concat())
    };
    let giant = game(&format!("1. e4 {{{}}}", "a long comment\n".repeat(2_000_000)));
    let text = [game("1. e2-e4"), giant.clone(), game("1. d2-d4")].concat();
    std::fs::write(&input, &text).unwrap();
    let lines = scorebook().arg("verify").args(["-q", "--format", "json"]).arg(&input).assert().code(1);
    let lines = String::from_utf8(lines.get_output().stdout.clone()).unwrap();
    let found: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let places: Vec<_> =
        found.iter().map(|f| (f["code"].as_str().unwrap(), f["line"].as_u64().unwrap())).collect();
    let behind = 1 + [game("1. e2-e4"), giant.clone()].concat().matches('\n').count() as u64;
    assert_eq!(places, [("N202", 9), ("S118", 11), ("N202", behind + 8)]);
    scorebook().arg("fix").arg(&input).arg("-o").arg(&output).assert().code(1);
    let wanted = [game("1. e4"), giant, game("1. d4")].concat();
    assert!(std::fs::read_to_string(&output).unwrap() == wanted, "mended around the giant");
}
