//! `scorebook verify` and `scorebook fix` as people call them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use proptest::prelude::*;
use tempfile::TempDir;

const CLEAN: &str = include_str!("../fixtures/pgn/clean.pgn");
const BROKEN: &str = include_str!("../fixtures/pgn/broken.pgn");

fn scorebook() -> Command {
    Command::new(env!("CARGO_BIN_EXE_scorebook"))
}

fn output(args: &[&str], stdin: &[u8]) -> (i32, String, String) {
    let out = scorebook().args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (out.status.code().unwrap(), text(out.stdout), text(out.stderr))
}

#[test]
fn clean_games_have_status_0_and_no_findings() {
    let (status, out, err) = output(&["verify", "-"], CLEAN.as_bytes());
    assert_eq!((status, out.as_str()), (0, ""));
    assert!(err.contains("19 games"), "{err}");
}

#[test]
fn findings_have_status_1_and_their_place() {
    let (status, out, _) = output(&["verify", "--format", "csv", "-"], BROKEN.as_bytes());
    assert_eq!(status, 1);
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(out.as_bytes()).records().collect::<Result<_, _>>().unwrap();
    let cell = |row: usize, column: usize| rows[row][column].to_owned();
    let headings = out.lines().next().unwrap();
    assert_eq!(
        headings,
        "file,line,column,game,ply,move_number,side,text,code,severity,message,fen,chosen,candidates,page,printed_page"
    );
    // The places are counted by hand in the fixture.
    let seen: Vec<[String; 6]> = (0..rows.len())
        .map(|r| [cell(r, 1), cell(r, 2), cell(r, 3), cell(r, 4), cell(r, 7), cell(r, 8)])
        .collect();
    let expected = [["9", "24", "1", "5", "Ke3", "M201"], ["19", "35", "2", "7", "Qf7#", "N205"]];
    assert_eq!(seen, expected);
    assert!(cell(0, 10).contains("cannot be played"), "{:?}", rows[0]);
}

#[test]
fn only_what_fix_mends_is_offered() {
    let lenient = "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. nf3 *\n\n";
    let offered = |text: &str| {
        let (_, _, err) = output(&["verify", "-"], text.as_bytes());
        err.lines().find_map(|line| line.strip_prefix("Apply safe fixes, ").map(str::to_owned))
    };
    let proven = offered(lenient).unwrap_or_default();
    // A game that is not proven is left as it stands.
    let broken = lenient.replace("e4 e5", "e4 Ke4");
    assert_eq!(offered(&broken), None);
    assert_eq!(offered(&format!("{broken}{lenient}")).unwrap_or_default(), proven);
    assert!(!proven.is_empty());
}

#[test]
fn levels_and_fail_on() {
    assert_eq!(output(&["verify", "-q", "--allow", "M,N,T,S,R,C", "-"], BROKEN.as_bytes()).0, 0);
    assert_eq!(output(&["verify", "-q", "--fail-on", "never", "-"], BROKEN.as_bytes()).0, 0);
    let missing = CLEAN.replacen("[Round \"?\"]\n", "", 1);
    assert_eq!(output(&["verify", "-q", "--fail-on", "error", "-"], missing.as_bytes()).0, 0);
    assert_eq!(
        output(&["verify", "-q", "--fail-on", "error", "--deny", "T103", "-"], missing.as_bytes()).0,
        1
    );
    let (status, _, err) = output(&["verify", "--allow", "Q999", "-"], b"");
    assert_eq!(status, 2);
    assert!(err.contains("no code Q999"), "{err}");
    assert_eq!(output(&["verify", "no/such/file.pgn"], b"").0, 2);
}

#[test]
fn machine_formats_are_well_formed() {
    let (_, out, _) = output(&["verify", "--format", "json", "-"], BROKEN.as_bytes());
    let rows: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rows.iter().any(|row| row["code"] == "M201" && row["ply"] == 5 && row["game"] == 1));
    let (_, out, _) = output(&["verify", "--format", "sarif", "-"], BROKEN.as_bytes());
    let log: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), rows.len());
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
    }
    let (_, out, _) = output(&["verify", "--format", "sarif", "-"], CLEAN.as_bytes());
    let log: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 0);
}

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
    let (status, out, err) = output(&["verify", "--format", "csv", "-"], dense.as_bytes());
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
    let (status, fixed, _) = output(&["fix", "-q", "-"], &latin);
    assert_eq!((status, fixed), (0, CLEAN.replacen("Savrov", "éavrov", 1)));
    let marked = [b"\xef\xbb\xbf", CLEAN.as_bytes()].concat();
    assert_eq!(output(&["fix", "-q", "-"], &marked), (0, CLEAN.to_owned(), String::new()));
}

#[test]
fn duplicates_are_found() {
    let game = CLEAN.split("\n\n[Event").next().unwrap().to_owned() + "\n\n";
    let cut = game.replacen("40.Qc4 Qd1 41.Rc1 Qg4+ 42.Kg2 h4\n43.Qf1 g5 44.Qd1 Nxf4+ 45.Kh1  0-1", "0-1", 1);
    let dated = |game: &str| game.replace("1906.??.??", "1906.01.02");
    let other = game.replace("Savrov", "Nobody").replace("Alekhine, Alexander", "Somebody");
    let named = game.replace("Alekhine, Alexander", "A. Alekhine");
    for (text, code) in [
        (format!("{game}{named}"), "S201"),
        (format!("{game}{other}"), "S202"),
        (format!("{}{}", dated(&game), dated(&cut)), "S203"),
        (format!("{}{}", dated(&cut), dated(&game)), "S203"),
    ] {
        let (_, out, _) = output(&["verify", "--duplicates", "--format", "csv", "-"], text.as_bytes());
        assert!(out.contains(code), "{code}: {out}");
        assert_eq!(output(&["verify", "--format", "csv", "-"], text.as_bytes()).1.lines().count(), 1);
    }
}

#[test]
fn the_second_reader_agrees() {
    let (status, out, _) = output(&["verify", "--cross-check", "--format", "csv", "-"], CLEAN.as_bytes());
    assert_eq!((status, out.lines().count()), (0, 1), "{out}");
}

#[test]
fn variants_are_proven() {
    let game = |variant: &str, moves: &str, result: &str| {
        format!(
            "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"a\"]\n[Black \"b\"]\n\
             [Result \"{result}\"]\n[Variant \"{variant}\"]\n\n{moves} {result}\n"
        )
    };
    for (variant, moves, result, codes) in [
        ("Atomic", "1. Nh3 a6 2. Ng5 a5 3. Nxf7#", "1-0", &[][..]),
        ("Atomic", "1. Nh3 a6 2. Ng5 a5 3. Nxf7#", "0-1", &["R305"]),
        ("Atomic", "1. Nh3 a6 2. Ng5 a5 3. Nxf7", "1-0", &["C103"]),
        ("Crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e4", "*", &[]),
        ("Crazyhouse", "1. e4 d5 2. N@e5", "*", &["M201"]),
        ("Antichess", "1. e3 b5 2. Bxb5", "*", &[]),
        ("Antichess", "1. e3 b5 2. a3", "*", &["M201"]),
        ("Three-check", "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7", "*", &[]),
        ("King of the Hill", "1. e4 e5 2. Ke2", "*", &[]),
        ("Horde", "1. b6 axb6", "*", &[]),
        ("Racing Kings", "1. Kh3", "*", &[]),
        ("Bughouse", "1. e4", "*", &["T215"]),
    ] {
        let (_, out, _) =
            output(&["verify", "--format", "csv", "-"], game(variant, moves, result).as_bytes());
        let found: Vec<String> = csv::Reader::from_reader(out.as_bytes())
            .records()
            .map(|row| row.unwrap()[8].to_owned())
            .collect();
        assert_eq!(found, codes, "{variant} {moves}: {out}");
    }
}

#[test]
fn fix_mends_and_leaves_the_rest_alone() {
    assert_eq!(output(&["fix", "-q", "-"], CLEAN.as_bytes()), (0, CLEAN.to_owned(), String::new()));
    let crlf = CLEAN.replace('\n', "\r\n");
    assert_eq!(output(&["fix", "-q", "-"], crlf.as_bytes()).1, crlf);
    for (old, new) in [
        ("11.O-O O-O", "11.0-0 0-0"),
        ("15.Qd3", "15.Qd1-d3"),
        ("19.Bxd5+", "19.Bxd5"),
        ("19.Bxd5+", "19.Bd5"),
        ("9.d4 exd4", "9.d4 ed"),
        ("9.d4 exd4", "9.d4exd4"),
        ("7. Nd5#", "7. Nd5+"),
        ("4.c3 Bg4", "5.c3 Bg4"),
        ("[White \"Savrov\"]", "[White \"Savrov]"),
        ("[Round \"?\"]\n[White \"Savrov\"]", "[White \"Savrov\"]"),
        ("[Site \"?\"]\n[Date \"1906.??.??\"]", "[Date \"1906.??.??\"]\n[Site \"?\"]"),
        ("45.Kh1  0-1\n", "45.Kh1  0:1\n"),
    ] {
        let broken = CLEAN.replacen(old, new, 1);
        assert_ne!(broken, CLEAN);
        let (status, fixed, err) = output(&["fix", "-q", "-"], broken.as_bytes());
        assert_eq!((status, fixed.as_str()), (0, CLEAN), "{new}: {err}");
    }
}

#[test]
fn broken_games_go_untouched_to_the_rejects() {
    let folder = TempDir::new().unwrap();
    let rejects = folder.path().join("bad.pgn");
    let text = format!("{BROKEN}{CLEAN}");
    let (status, kept, _) =
        output(&["fix", "-q", "--rejects", rejects.to_str().unwrap(), "-"], text.as_bytes());
    assert_eq!(status, 1);
    let set_aside = fs::read_to_string(&rejects).unwrap();
    assert!(set_aside.contains("2. Nf3 Nc6 3. Ke3"), "{set_aside}");
    assert_eq!(output(&["verify", "-q", "-"], kept.as_bytes()).0, 0);
    // Nothing is left in the place of the games that went, in front or behind.
    assert!(kept.starts_with("[Event") && kept.ends_with(CLEAN), "{kept}");
    let (only, _) = BROKEN.split_once("[Event \"Broken: several").unwrap();
    let behind = format!("{CLEAN}{only}");
    let (_, kept, _) = output(&["fix", "-q", "--rejects", rejects.to_str().unwrap(), "-"], behind.as_bytes());
    assert_eq!(kept, format!("{}\n", CLEAN.trim_end()));
    // Left in place without --rejects.
    let (_, all, _) = output(&["fix", "-q", "-"], text.as_bytes());
    assert!(all.contains("2. Nf3 Nc6 3. Ke3"));
}

#[test]
fn unsafe_fixes_put_the_sole_legal_reading() {
    let broken = CLEAN.replacen("3.Nf3 d6 4.c3", "3.Ng3 d6 4.c3", 1);
    assert_eq!(output(&["fix", "-q", "-"], broken.as_bytes()).1, broken);
    // Only bishop of its colour to d5: the file said is wrong.
    let broken = CLEAN.replacen("24.Qxf5 Ne7", "24.Qdxf5 Nge7", 1);
    let (_, fixed, _) = output(&["fix", "-q", "--unsafe-fixes", "-"], broken.as_bytes());
    assert_eq!(fixed, CLEAN);
}

#[test]
fn the_diff_can_be_applied() {
    let broken = CLEAN.replacen("11.O-O O-O", "11.0-0 0-0", 1).replacen("[Round \"?\"]\n", "", 2);
    let (_, fixed, _) = output(&["fix", "-q", "-"], broken.as_bytes());
    let (_, diff, _) = output(&["fix", "-q", "--diff", "-"], broken.as_bytes());
    assert_eq!(apply(&broken, &diff), fixed);
    assert_eq!(output(&["fix", "-q", "--diff", "-"], CLEAN.as_bytes()).1, "");
}

/// Applies a unified diff without context.
fn apply(text: &str, diff: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut out, mut at) = (String::new(), 0);
    for line in diff.split_inclusive('\n') {
        if let Some(head) = line.strip_prefix("@@ -") {
            let (from, rest) = head.split_once(',').unwrap();
            let count: usize = rest.split_once(' ').unwrap().0.parse().unwrap();
            let from: usize = from.parse().unwrap();
            let start = if count == 0 { from } else { from - 1 };
            out.extend(lines[at..start].iter().copied());
            at = start;
        } else if let Some(old) = line.strip_prefix('-').filter(|_| !line.starts_with("---")) {
            assert_eq!(lines[at], old);
            at += 1;
        } else if let Some(new) = line.strip_prefix('+').filter(|_| !line.starts_with("+++")) {
            out.push_str(new);
        }
    }
    out.extend(lines[at..].iter().copied());
    out
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Mending twice is mending once, and what is mended has nothing left to mend.
    #[test]
    fn fix_is_idempotent(cuts in prop::collection::vec((0usize..CLEAN.len(), "[ -~\n]{0,4}"), 1..4)) {
        let mut text = CLEAN.to_owned();
        for (at, piece) in cuts {
            let at = at.min(text.len());
            text.insert_str(at, &piece);
        }
        let (_, once, _) = output(&["fix", "-q", "-"], text.as_bytes());
        let (_, twice, _) = output(&["fix", "-q", "-"], once.as_bytes());
        prop_assert_eq!(once, twice);
    }
}

#[test]
fn a_result_is_not_put_into_a_comment() {
    const TAGS: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2021.01.02\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]";
    for last in ["%3. Bb5 1-0", "3. Bb5 ; 1-0", "3. Bb5 {a; b}"] {
        let game = format!("{TAGS}\n\n1. e4 e5 2. Nf3 Nc6\n{last}\n\n");
        let text = format!("{game}{CLEAN}");
        let (_, once, _) = output(&["fix", "-q", "-"], text.as_bytes());
        assert!(once.contains(&format!("{last}\n1-0\n")), "{last}: {once}");
        let (_, twice, _) = output(&["fix", "-q", "-"], once.as_bytes());
        assert_eq!(once, twice, "{last}");
    }
}

#[test]
fn what_is_not_reported_is_not_mended_either() {
    // The illegal move is let pass, but nothing behind it is sure: neither numbers nor marks.
    let broken = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2021.01.02\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 Nc6 4. nf3 *\n\n";
    for level in ["--allow", "--note"] {
        let (status, out, _) = output(&["fix", level, "M201", "-"], broken.as_bytes());
        assert_eq!((status, out.as_str()), (1, broken), "{level}");
    }
    // A remark that is raised to an error still is one that can be mended.
    let lenient = broken.replace("2. Ke3 Nc6 4.", "2.");
    let (status, out, _) = output(&["fix", "--deny", "N202", "-"], lenient.as_bytes());
    assert_eq!((status, out), (0, lenient.replace("nf3", "Nf3")));
}

#[test]
fn quiet_changes_nothing_but_the_words() {
    for text in [CLEAN, BROKEN, "1. e4 e5 2. 0-0 Nf6 3. Bc4 Qh4 4. Ngf3 *\n", "1. f3 e5 2. g4 Qh4+ *\n"] {
        for level in ["note", "warning", "error", "never"] {
            let args = ["verify", "--fail-on", level, "-"];
            let (loud, _, _) = output(&args, text.as_bytes());
            let (status, out, err) = output(&[&args[..], &["-q"]].concat(), text.as_bytes());
            assert_eq!((status, out.as_str(), err.as_str()), (loud, "", ""), "{level}: {text}");
        }
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

#[test]
fn no_output_takes_the_place_of_another_or_of_an_input() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (input, other) = (path("games.pgn"), path("other.pgn"));
    // The same file, by another name.
    let again = path("./games.pgn");
    fs::write(&input, BROKEN).unwrap();
    for args in [
        ["fix", &input, "-o", &other, "--rejects", &path("./other.pgn")].as_slice(),
        &["fix", &input, "-o", &other, "--rejects", &again],
        &["fix", &input, "--rejects", "-"],
        &["verify", &input, "--report", &again],
    ] {
        let (status, out, err) = output(args, b"");
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains("overwrite") || err.contains("place"), "{err}");
        assert_eq!(fs::read_to_string(&input).unwrap(), BROKEN, "{args:?}");
        assert!(!Path::new(&other).exists(), "{args:?}");
    }
    // In place is allowed.
    let (status, _, _) = output(&["fix", "-q", &input, "-o", &again], b"");
    assert_eq!(status, 1);
    assert_ne!(fs::read_to_string(&input).unwrap(), BROKEN);
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
    for signal in ["-INT", "-TERM"] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_scorebook"))
            .args(["verify", "--fail-on", "never", "--format", "sarif", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let text = "[Event \"x\"]\n\n1. e5 *\n\n".repeat(100_000);
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
        assert_eq!(child.wait().unwrap().code(), Some(2), "{signal}");
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

#[test]
fn lines_of_two_encodings_are_read_each_by_its_own() {
    let text = b"[Event \"\xe4\"]\n[Site \"\xc5\x81\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. e4 *\n";
    let (status, out, _) = output(&["fix", "-q", "-"], text);
    assert_eq!(status, 0);
    assert!(out.starts_with("[Event \"ä\"]\n[Site \"Ł\"]\n"), "{out}");
}

/// Where the last game goes to the rejects, lines end as they do before it.
#[test]
fn line_ends_stay_as_they_are_beside_rejects() {
    let good = CLEAN.split_inclusive("\n\n").take(2).collect::<String>().replace('\n', "\r\n");
    let bad = "[Event \"x\"]\r\n\r\n1. e5 *\r\n";
    let folder = tempfile::tempdir().unwrap();
    let rejects = folder.path().join("bad.pgn");
    let args = ["fix", "-q", "--rejects", rejects.to_str().unwrap(), "-"];
    let (status, out, _) = output(&args, format!("{good}{bad}").as_bytes());
    assert_eq!((status, out), (1, good.trim_end().to_owned() + "\r\n"));
    assert_eq!(std::fs::read_to_string(rejects).unwrap(), bad.trim_end().to_owned() + "\r\n\r\n");
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

/// `Se2` is a knight's move in German and a bishop's in Czech: the finding names both, and `fix` leaves it alone.
#[test]
fn what_two_languages_read_otherwise_is_not_mended() {
    let text = "[Event \"x\"]\n\n1. e4 e5 2. Se2 Nc6 *\n";
    let args = ["verify", "--format", "json", "--allow", "T", "-"];
    let (_, found, _) = output(&args, text.as_bytes());
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!(
        (&found["code"], &found["chosen"], &found["fix"]["safe"]),
        (&"N202".into(), &"Ne2".into(), &false.into())
    );
    assert_eq!(found["candidates"][0], "Be2", "{found}");
    let (_, mended, _) = output(&["fix", "-q", "-"], text.as_bytes());
    assert!(mended.contains("2. Se2 Nc6 *"), "{mended}");
    let settled = "[Event \"x\"]\n\n1. e4 Sf6 2. e5 Sd5 3. Se2 e6 *\n";
    let (_, mended, _) = output(&["fix", "-q", "-"], settled.as_bytes());
    assert!(mended.contains("1. e4 Nf6 2. e5 Nd5 3. Ne2 e6 *"), "{mended}");
}

/// Openings are counted by position, and a tag that names another is noted, only where that is asked for.
#[test]
fn openings_are_counted() {
    let game = |eco: &str, moves: &str| {
        format!(
            "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"a\"]\n[Black \"b\"]\n\
             [Result \"*\"]\n[ECO \"{eco}\"]\n\n{moves} *\n\n"
        )
    };
    let text = [
        game("D06", "1. d4 d5 2. c4"),
        game("A10", "1. c4 d5 2. d4"),
        game("C20", "1. d4 d5 2. c4"),
        game("?", ""),
    ]
    .concat();
    let (status, out, err) = output(&["verify", "-"], text.as_bytes());
    assert_eq!((status, out.contains("T220"), err.contains("ECO codes")), (0, false, false), "{out}{err}");
    let (status, out, err) = output(&["verify", "--classify", "-"], text.as_bytes());
    assert_eq!((status, out.matches("T220").count()), (0, 1), "{out}");
    assert!(out.contains("the tag says C20, but the moves lead to D06, Queen's Gambit"), "{out}");
    assert!(err.contains("1 ECO code\n"), "{err}");
    assert!(err.contains("      3  75.0 %  D06  Queen's Gambit"), "{err}");
    assert!(err.contains("      1  25.0 %  no opening"), "{err}");
    let (_, out, _) = output(&["verify", "--classify", "--format", "json", "-"], text.as_bytes());
    let rows: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let counts: Vec<_> = rows.iter().filter(|row| row.get("games").is_some()).collect();
    assert_eq!(counts.len(), 2, "{out}");
    assert_eq!((counts[0]["eco"].as_str(), counts[0]["games"].as_u64()), (Some("D06"), Some(3)));
    assert_eq!(counts[0]["names"]["Queen's Gambit"].as_u64(), Some(3));
    assert!(counts[1]["eco"].is_null());
    let (status, out, _) = output(&["verify", "--classify", "--allow", "T220", "-"], text.as_bytes());
    assert_eq!((status, out.contains("T220")), (0, false));
}
