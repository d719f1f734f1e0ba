//! The commands as a user calls them: what they print, and their exit status.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

const FIG_2: &str = "3R1r2/2R3P1/1p2kp1p/2PpPbP1/2P3r1/p4p1p/1P4P1/4Q1K1 w - d6 0 1";

fn scorebook(args: &[&str]) -> Output {
    Command::cargo_bin("scorebook")
        .unwrap()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("NO_COLOR")
        .args(args)
        .output()
        .unwrap()
}

fn with_input(args: &[&str], input: impl Into<Vec<u8>>) -> Output {
    Command::cargo_bin("scorebook").unwrap().args(args).write_stdin(input).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The movetext of the first game, on one line.
fn movetext(pgn: &str) -> String {
    pgn.split("\n\n").nth(1).unwrap_or_default().replace('\n', " ")
}

const CLEAN: &str = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n";

#[test]
fn exit_status_tells_what_happened() {
    assert_eq!(with_input(&["convert", "-"], CLEAN).status.code(), Some(0));
    assert_eq!(with_input(&["convert", "-"], "1. P-K4 P-K4\n2. R-K7\n").status.code(), Some(1));
    assert_eq!(with_input(&["convert", "-"], "Dear Sir, no game here.\n").status.code(), Some(2));
    assert_eq!(scorebook(&["convert", "no-such-file.txt"]).status.code(), Some(2));
    assert_eq!(scorebook(&["convert"]).status.code(), Some(2));
    assert_eq!(scorebook(&["convert", "--from", "klingon", "corpus/opera.pgn"]).status.code(), Some(2));
    assert_eq!(scorebook(&["convert", "--to", "klingon", "corpus/opera.pgn"]).status.code(), Some(2));
    assert_eq!(scorebook(&["convert", "--layout", "klingon", "corpus/opera.pgn"]).status.code(), Some(2));
    assert_eq!(scorebook(&["frobnicate"]).status.code(), Some(2));
    assert_eq!(scorebook(&["explain", "A999"]).status.code(), Some(2));
    assert_eq!(scorebook(&["explain", "a101"]).status.code(), Some(0));
}

#[test]
fn every_code_is_explained() {
    let list = out(&scorebook(&["explain"]));
    let ids: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(ids.len() > 20);
    let mut seen = ids.clone();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), ids.len(), "a code stands twice");
    for code in scorebook::finding::code::all() {
        assert!(code.id.len() == 4 && code.explanation.len() > 20 && !code.example.is_empty(), "{}", code.id);
    }
}

#[test]
fn bell_and_jacobis_game_is_stopped_at_the_check_that_they_overlooked() {
    let output = scorebook(&["convert", "corpus/bell-jacobi.txt"]);
    assert_eq!(output.status.code(), Some(1));
    let games = out(&output);
    assert_eq!(games.matches("[Reading \"incomplete\"]").count(), 2);
    assert!(movetext(&games).starts_with(
        "1. e4 d5 2. e5 f5 3. exf6 Qd6 4. fxe7 Bd7 5. exf8=B Qxf8 6. b4 d4 7. b5 c5 8. bxc6 Qxf2+ {M1"
    ));
    assert_eq!(err(&output).matches("leaves the king on e1 in check from f2").count(), 2);
}

#[test]
fn as_written_gives_the_octal_groups_of_the_paper() {
    let wanted = "1434 6343 3444 6545 4455 7353 5564 7263 6435 5375 1131 4333 3141 6242 4152 7515 1232 3322 \
                  0532 6152 0122 7655 0627 7150 2214 7472 2735 7775 0406 1506";
    let output =
        scorebook(&["convert", "corpus/bell-jacobi.txt", "--as-written", "--to", "international", "-q"]);
    let text = out(&output);
    let games: Vec<String> = text
        .split("[Event ")
        .skip(1)
        .map(|game| {
            let mut inside = false;
            let plain: String = game
                .chars()
                .filter(|&c| {
                    inside |= matches!(c, '[' | '{');
                    let keep = !inside;
                    inside &= !matches!(c, ']' | '}');
                    keep
                })
                .collect();
            let octal = |word: &&str| word.len() == 4 && word.bytes().all(|b| (b'0'..b'8').contains(&b));
            plain.split_whitespace().filter(octal).collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(games, [wanted, wanted]);
    let pgn = out(&scorebook(&["convert", "corpus/bell-jacobi.txt", "--as-written", "-q"]));
    assert_eq!(pgn.matches("[Reading \"illegal\"]").count(), 2);
    // "BC6" of the algebraic column is bishop or pawn: it is reported, not guessed.
    let report = tempfile::NamedTempFile::new().unwrap();
    let path = report.path().to_str().unwrap();
    scorebook(&["convert", "corpus/bell-jacobi.txt", "--as-written", "-q", "--report", path]);
    let rows = fs::read_to_string(path).unwrap();
    let doubt = |row: &&str| row.contains(",2,20,10,black,BC6,A10");
    assert_eq!(rows.lines().filter(doubt).count(), 1, "{rows}");
}

#[test]
fn the_paper_s_second_figure() {
    let verdict = |text: &str| {
        let text = out(&scorebook(&["move", text, "--fen", FIG_2]));
        text.lines().find_map(|line| line.trim().strip_prefix("verdict: ").map(str::to_owned)).unwrap()
    };
    let eight = out(&scorebook(&["move", "P*P", "--fen", FIG_2]));
    for san in ["bxa3", "cxb6", "gxf6", "gxh6", "cxd6", "cxd5#", "exf6+", "exd6+"] {
        assert!(eight.lines().any(|line| line.split_whitespace().next() == Some(san)), "{san}: {eight}");
    }
    assert_eq!(verdict("P*P"), "ambiguous, 8 moves fit");
    for (text, san) in [
        ("BP*P", "cxb6"),
        ("P*PE", "cxd6"),
        ("P*PE+", "exd6+"),
        ("P*P+", "exf6+"),
        ("P*BP", "gxf6"),
        ("P*KRP", "gxh6"),
        ("P*P++", "cxd5#"),
        ("P*P/3", "bxa3"),
        ("P*R++", "gxf8=N#"),
    ] {
        assert_eq!(verdict(text), san, "{text}");
        assert_eq!(scorebook(&["move", text, "--fen", FIG_2]).status.code(), Some(0), "{text}");
    }
    for (text, san) in [
        ("CB6", "cxb6"),
        ("CD6E", "cxd6"),
        ("ED6E+", "exd6+"),
        ("EF6+", "exf6+"),
        ("GF6", "gxf6"),
        ("GH6", "gxh6"),
        ("CD5++", "cxd5#"),
    ] {
        let output = out(&scorebook(&["move", text, "--fen", FIG_2, "--from", "bell"]));
        assert!(output.contains(&format!("verdict: {san}\n")), "{text}: {output}");
    }
    assert_eq!(verdict("R-Q7"), "ambiguous, 2 moves fit");
    assert_eq!(scorebook(&["move", "R-Q7", "--fen", FIG_2]).status.code(), Some(1));
    let settled = scorebook(&["move", "R-Q7", "R*R", "--fen", FIG_2]);
    assert!(out(&settled).contains("reading: Rcd7 Rxd8 (settled)"));
    assert_eq!(settled.status.code(), Some(0));
    assert_eq!(scorebook(&["move", "R-K1"]).status.code(), Some(1));
    assert_eq!(scorebook(&["move", "e4", "--fen", "nonsense"]).status.code(), Some(2));
}

#[test]
fn findings_show_the_line_the_place_and_the_board() {
    let output = with_input(&["convert", "-"], "1. P-K4 P-K4\n2. R-K7 P-Q3\n");
    let text = err(&output);
    assert!(text.contains("error[M101]"), "{text}");
    assert!(text.contains("--> -:2:4  game 1, move 2."), "{text}");
    assert!(text.contains("  2 | 2. R-K7 P-Q3\n    |    ^^^^\n"), "{text}");
    assert!(text.contains("4  . . . . P . . ."), "{text}");
    assert!(text.contains("scorebook explain M101"), "{text}");
    assert!(!text.contains('\u{1b}'), "colour without a terminal");
    assert!(err(&with_input(&["convert", "-q", "-"], "1. P-K4 P-K4\n2. R-K7\n")).is_empty());
}

#[test]
fn the_report_is_the_contract() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("a record, with comma.txt");
    fs::write(&record, "1. P-K4 P-K4\n2. R-K7 P-Q3\n").unwrap();
    let report = dir.path().join("r.csv");
    let args = ["convert", record.to_str().unwrap(), "--report", report.to_str().unwrap(), "-q"];
    assert_eq!(scorebook(&args).status.code(), Some(1));
    let mut reader = csv::Reader::from_path(&report).unwrap();
    assert_eq!(
        reader.headers().unwrap().iter().collect::<Vec<_>>().join(","),
        "file,line,column,game,ply,move_number,side,text,code,severity,message,fen,chosen,candidates,page,printed_page"
    );
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 1);
    let field = |i: usize| rows[0].get(i).unwrap();
    assert_eq!(field(0), record.to_str().unwrap());
    assert_eq!((field(1), field(2), field(3), field(4)), ("2", "4", "1", "3"));
    assert_eq!((field(5), field(6), field(7), field(8), field(9)), ("2", "white", "R-K7", "M101", "error"));
    assert_eq!(field(11), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

#[test]
fn packed_and_old_encodings_are_read_as_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(CLEAN.as_bytes()).unwrap();
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    bz2.write_all(CLEAN.as_bytes()).unwrap();
    let packed = [
        ("a.txt.gz", gz.finish().unwrap()),
        ("b.txt.bz2", bz2.finish().unwrap()),
        ("c.txt.zst", zstd::encode_all(CLEAN.as_bytes(), 1).unwrap()),
        ("d.txt", CLEAN.as_bytes().to_vec()),
        ("e.txt", [b"\xef\xbb\xbf", CLEAN.as_bytes()].concat()),
        ("f.txt", b"White: R\xe9ti\n1. P-K4 P-K4\n2. P-Q4 P\xd7P\n".to_vec()),
    ];
    for (name, bytes) in &packed {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    let games = out(&scorebook(&["convert", "-q", dir.path().to_str().unwrap()]));
    assert_eq!(games.matches("1. e4 e5 2. Nf3 Nc6 *").count(), 5);
    assert!(games.contains("[White \"Réti\"]"));
    assert!(games.contains("2. d4 exd4 *"));
}

#[test]
fn one_bad_input_does_not_end_the_batch() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.txt"), CLEAN).unwrap();
    fs::write(dir.path().join("b.txt.gz"), b"\x1f\x8b\x08\0broken").unwrap();
    fs::write(dir.path().join("c.txt"), "").unwrap();
    fs::write(dir.path().join("d.pgn"), "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n").unwrap();
    fs::write(dir.path().join("ignored.png"), CLEAN).unwrap();
    let output = scorebook(&["convert", dir.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let games = out(&output);
    assert_eq!(games.matches("[Event ").count(), 2);
    // In the order of the inputs.
    assert!(games.find("2. Nf3 Nc6").unwrap() < games.find("Qxe5#").unwrap());
    assert!(err(&output).contains("B101"));
}

#[test]
fn outputs_are_whole_or_not_there() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.pgn");
    let name = path.to_str().unwrap();
    assert_eq!(scorebook(&["convert", "corpus/opera.pgn", "-o", name, "-q"]).status.code(), Some(0));
    let first = fs::read_to_string(&path).unwrap();
    assert!(first.ends_with("17. Rd8# 1-0\n\n"));
    // A run that fails leaves what was there.
    assert_eq!(scorebook(&["convert", "no-such-file", "-o", name, "-q"]).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).unwrap(), first);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "a temporary file was left");
    assert_eq!(scorebook(&["convert", "corpus/opera.pgn", "-o", "no/such/dir/x"]).status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_link_is_written_to_and_never_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let dir = tempfile::tempdir().unwrap();
    let fifo = dir.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let reader = std::thread::spawn({
        let fifo = fifo.clone();
        move || fs::read_to_string(fifo).unwrap()
    });
    let args = ["convert", "corpus/opera.pgn", "-q", "-o", fifo.to_str().unwrap()];
    assert_eq!(scorebook(&args).status.code(), Some(0));
    assert!(reader.join().unwrap().contains("17. Rd8# 1-0"));
    assert!(fs::metadata(&fifo).unwrap().file_type().is_fifo(), "the pipe was replaced by a file");
    let (target, link) = (dir.path().join("target.pgn"), dir.path().join("link.pgn"));
    fs::write(&target, "old").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert_eq!(
        scorebook(&["convert", "corpus/opera.pgn", "-q", "-o", link.to_str().unwrap()]).status.code(),
        Some(0)
    );
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("17. Rd8# 1-0"));
}

#[test]
fn other_outputs() {
    let json = out(&scorebook(&["convert", "corpus/games.csv", "--to", "json", "-q"]));
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["game"], 2);
    assert_eq!(lines[1]["result"], "0-1");
    assert_eq!(lines[0]["reading"], "verified");
    assert_eq!(lines[0]["plies"][12]["uci"], "c3d5");
    let table = out(&scorebook(&["convert", "corpus/games.csv", "--to", "csv", "-q"]));
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 21);
    assert_eq!(rows[20].iter().take(9).collect::<Vec<_>>()[4..], ["8", "4", "black", "Ne3", "Ne3"]);
    for (to, movetext) in [
        ("uci", "e2e4 e7e5 f1c4 d7d6 g1f3 b8c6 b1c3 c8g4 f3e5 g4d1 c4f7 e8e7 c3d5 1-0"),
        ("english", "1. P-K4 P-K4 2. B-B4 P-Q3"),
        ("spanish", "1. P4R P4R 2. A4A P3D"),
    ] {
        let text = out(&scorebook(&["convert", "corpus/games.csv", "--to", to, "-q"]));
        assert!(self::movetext(&text).starts_with(movetext), "{to}: {text}");
    }
}

#[test]
fn comments_are_written_as_the_user_wants_them() {
    let record = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3 {the main line}\n4. BxKt QPxKt 5. Castles\n";
    let written = |record: &str, which: &str| {
        movetext(&out(&with_input(&["convert", "-", "--comments", which], record)))
    };
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";
    let noted = format!("{moves} {{the main line}} 4. Bxc6 dxc6");
    assert!(written(record, "all").starts_with(&format!("{noted} {{M110: ")), "{}", written(record, "all"));
    assert_eq!(written(record, "notes"), format!("{noted} 5. O-O *"));
    assert_eq!(written(record, "none"), format!("{moves} 4. Bxc6 dxc6 5. O-O *"));
    // Clean PGN takes another road, and games of variants a third.
    let clean = "1. e4 {best} 1... e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 *\n";
    assert_eq!(written(clean, "none"), "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *");
    assert_eq!(written(clean, "notes"), clean.trim_end());
    let variant = "[Variant \"Atomic\"]\n\n1. e4 {best} e5 2. Nf3 *\n";
    assert_eq!(written(variant, "none"), "1. e4 e5 2. Nf3 *");
}

#[test]
fn every_notation_that_writes_is_read_back() {
    let games = out(&scorebook(&["convert", "corpus/opera.pgn", "-q"]));
    let moves = |pgn: &str| movetext(&out(&with_input(&["convert", "-q", "--to", "uci", "-"], pgn)));
    let wanted = moves(&games);
    let evergreen = out(&scorebook(&["convert", "corpus/evergreen.txt", "--to", "uci", "-q"]));
    for notation in scorebook::notation::TABLE.iter().filter(|notation| notation.writes()) {
        let name = notation.name();
        let written = out(&scorebook(&["convert", "corpus/evergreen.txt", "--to", name, "-q"]));
        let back = out(&with_input(&["convert", "-q", "--from", name, "--to", "uci", "-"], written.clone()));
        assert_eq!(movetext(&back), movetext(&evergreen), "{name}:\n{written}");
    }
    assert!(wanted.starts_with("e2e4 e7e5 g1f3"));
}

#[test]
fn a_long_file_is_read_in_pieces_and_the_places_stay_true() {
    let game = out(&scorebook(&["convert", "corpus/opera.pgn", "-q"]));
    let copies = (5 << 18) / game.len();
    let mut text = game.repeat(copies);
    let lines = text.lines().count();
    text.push_str("[Event \"last\"]\n\n1. e4 e5 2. Ke7 *\n");
    let one = with_input(&["convert", "-q", "-j", "1", "-"], text.clone());
    let two = with_input(&["convert", "-j", "2", "-"], text);
    assert_eq!(one.stdout, two.stdout);
    assert_eq!(out(&one).matches("[Event ").count(), copies + 1);
    let shown = err(&two);
    assert!(shown.contains(&format!("--> -:{}:13  game {}", lines + 3, copies + 1)), "{shown}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let program = assert_cmd::cargo::cargo_bin("scorebook");
    let script = format!("{} convert -q corpus | head -1; exit ${{PIPESTATUS[0]}}", program.display());
    let output = std::process::Command::new("bash")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-c", &script])
        .output()
        .unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    assert!(output.stderr.is_empty(), "{}", err(&output));
}

#[test]
fn results_are_held_against_the_final_position() {
    let game = |ending: &str| {
        let output = with_input(&["convert", "-"], format!("1. P-KB3 P-K4\n2. P-KKt4 Q-R5 {ending}\n"));
        (out(&output), err(&output))
    };
    let (pgn, shown) = game("mate");
    assert!(pgn.contains("[Result \"0-1\"]") && !shown.contains("R101"), "{shown}");
    let (pgn, shown) = game("mate\n\nAnd Black resigns.");
    assert!(pgn.contains("[Result \"0-1\"]") && shown.contains("R101"), "{pgn}{shown}");
    let resigns = out(&with_input(&["convert", "-"], "1. P-K4 P-K4\n2. P-KB4 Resigns.\n"));
    assert!(resigns.contains("[Result \"1-0\"]"), "{resigns}");
    let drawn = out(&with_input(&["convert", "-"], "1. P-K4 P-K4\nDrawn game.\n"));
    assert!(drawn.contains("[Result \"1/2-1/2\"]"), "{drawn}");
    let two = with_input(&["convert", "-"], "[Result \"1-0\"]\n\n1. e4 e5 0-1\n");
    assert!(out(&two).contains("[Result \"0-1\"]") && err(&two).contains("R102"));
}

#[test]
fn positions_to_start_from() {
    let text = "FEN: 8/8/8/8/2k5/6P1/7K/8 b - - 0 40\n\n40. ... K-Q4\n41. K-Kt2 K-K4\n";
    let pgn = out(&with_input(&["convert", "-q", "-"], text));
    assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"8/8/8/8/2k5/6P1/7K/8 b - - 0 40\"]"), "{pgn}");
    assert_eq!(movetext(&pgn), "40... Kd5 41. Kg2 Ke5 *");
    let board = "WHITE to Play\nWHITE=Program\nWK H2\nWP G3\nBK C4\n";
    let pgn = out(&with_input(&["convert", "-q", "-"], board));
    assert!(pgn.contains("[FEN \"8/8/8/8/2k5/6P1/7K/8 w - - 0 1\"]"), "{pgn}");
}

#[test]
fn a_table_that_breaks_off_is_read_as_a_page_of_a_book() {
    let rows = "1. P-K4 P-K4\n2. N-KB3 {}\n3. B-B4 B-B4\n4. P-B3 N-B3\n5. P-Q4 PxP\n6. PxP B-N5 ch\n\
        7. N-B3 NxKP\n8. O-O BxN\n9. P-Q5 B-B3\n10. R-K1 N-K2\n11. RxN P-Q3\n12. B-KN5 BxB\n13. NxB O-O\n";
    let read = |second: &str| out(&with_input(&["convert", "-"], rows.replace("{}", second)));
    let whole = read("N-QB3");
    assert!(whole.contains("2... Nc6") || whole.contains("2. Nf3 Nc6"), "{whole}");
    assert!(!whole.contains("L112"));
    // A move is left out: the game continues, and both are reported.
    let output = with_input(&["convert", "-"], rows.replace("{}", ""));
    let (pgn, told) = (out(&output), err(&output));
    assert!(pgn.contains("13. Nxg5 O-O"), "{pgn}");
    assert!(pgn.contains("[Reading \"ambiguous\"]") || pgn.contains("[Reading \"repaired\"]"), "{pgn}");
    assert!(told.contains("L112 note") && told.contains("warning[M112]"), "{told}");
    // The layout that is said is kept.
    let said = err(&with_input(&["convert", "-", "--layout", "pairs"], rows.replace("{}", "")));
    assert!(!said.contains("L112"), "{said}");
}

#[test]
fn help_fits_a_screen_and_pages_are_written() {
    let help = out(&scorebook(&["--help"]));
    assert!(help.lines().count() <= 40 && help.contains("Examples:"), "{help}");
    assert!(out(&scorebook(&["convert", "--help"])).contains("scorebook convert book.txt -o games.pgn"));
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert!(out(&scorebook(&["completions", shell])).contains("convert"), "{shell}");
    }
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(scorebook(&["man", "--dir", dir.path().to_str().unwrap()]).status.code(), Some(0));
    let page = fs::read_to_string(dir.path().join("scorebook-convert.1")).unwrap();
    assert!(page.contains(".TH"));
    // Examples stand as they were typed: not filled into lines of text.
    let examples = page.split(".EX").nth(1).and_then(|rest| rest.split(".EE").next()).unwrap();
    assert!(examples.contains("\n  scorebook convert book.txt"), "{examples}");
    assert!(out(&scorebook(&["man"])).contains(".TH scorebook"));
}

#[test]
fn hostile_input_is_survived() {
    let nested = format!("1. e4 {}", "(1. d4 ".repeat(20_000));
    // Each repetition may be another game: the full length takes most of the time of this test.
    let first_moves = if crate::common::thorough() { 500 } else { 60 };
    let texts: [Vec<u8>; 10] = [
        Vec::new(),
        format!("{}\n\n1. e4 e5\n", "White: A  ".repeat(50_000)).into_bytes(),
        format!("1. e4 e5 {}", "(a [b ".repeat(20_000)).into_bytes(),
        vec![0; 10_000],
        vec![0xff; 10_000],
        (0..=255).collect(),
        nested.into_bytes(),
        "1. P-K4 ".repeat(first_moves).into_bytes(),
        "[White \"".repeat(5_000).into_bytes(),
        b"\xff\xfe1\x00.\x00 \x00e\x004\x00".to_vec(),
    ];
    for text in texts {
        let head: Vec<u8> = text.iter().copied().take(20).collect();
        let output = with_input(&["convert", "-q", "-"], text);
        // What is no text at all says so.
        let told = ["is not a game record", "no game was found in -"];
        let no_record =
            output.status.code() == Some(2) && told.iter().any(|words| err(&output).contains(words));
        assert!(no_record || matches!(output.status.code(), Some(0 | 1)), "{head:?}: {output:?}");
        assert!(!out(&output).contains("L190"), "{head:?}");
    }
}

#[test]
fn shared_spanish_games_are_verified() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/books/spanish");
    if !shared.is_dir() {
        crate::common::skip(format_args!("../shared/books/spanish is missing"));
        return;
    }
    let games = out(&scorebook(&["convert", "-q", shared.to_str().unwrap()]));
    assert_eq!(games.matches("[Event ").count(), 10);
    let read = games.matches("\"verified\"]").count() + games.matches("\"settled\"]").count();
    // One numbers its moves wrongly: 4, 6, 6, 7.
    assert!(read >= 9 && !games.contains("incomplete"), "{games}");
}

#[test]
fn footnotes_stand_at_the_half_moves_that_bear_their_marks() {
    let record = "1. e4 e5 2. Nf3 Nc6 3. Bb5(*1) a6 4. Ba4 Nf6 (*2) 1-0\n\n(*1) The Spanish,\nas it is called.\n(*2) Usual.\n";
    let text = out(&with_input(&["convert", "-"], record));
    let moves = movetext(&text);
    assert!(
        moves.contains("3. Bb5 {The Spanish, as it is called.} 3... a6 4. Ba4 Nf6 {Usual.} 1-0"),
        "{text}"
    );
    assert!(text.contains("[Reading \"verified\"]"), "{text}");
}

#[test]
fn squares_are_not_bent_to_make_a_later_move_legal() {
    let output = with_input(&["convert", "-"], "1. b1-c3 e7-e5 2. c2-c4\n");
    let (text, said) = (out(&output), err(&output));
    assert!(movetext(&text).contains("1... e5 {M101"), "{text}");
    assert!(said.contains("the pawn on c2 is blocked by c3"), "{said}");
    assert!(said.contains("[M113]"), "the other repair is offered: {said}");
}

#[test]
fn a_conversion_is_packed() {
    let dir = tempfile::TempDir::new().unwrap();
    let path = dir.path().join("games.sbk");
    let path = path.to_str().unwrap();
    let output = with_input(&["convert", "-", "-o", path], "1. e4 e5 2. Nf3 Nc6 1-0\n");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&scorebook(&["unpack", path]));
    assert_eq!(movetext(&text), "1. e4 e5 2. Nf3 Nc6 1-0");
}

#[test]
fn an_error_about_one_input_is_told_once() {
    let output = scorebook(&["convert", "nowhere.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(err(&output).matches("cannot be read: ").count(), 1, "{}", err(&output));
    let said = err(&with_input(&["convert", "-"], "{\\rtf1\\ansi Dear Sir}"));
    assert!(said.contains("no game was found"), "{said}");
}

#[test]
fn a_board_file_with_a_bad_line_is_not_verified() {
    for (text, code) in [
        ("WHITE to Play\nWK H2\nWP G9\nBK C4\n", "L114"),
        ("WHITE to Play\nWK H2\nWQ H2\nBK C4\n", "L114"),
        ("WHITE to Play\nWK H2\nWP G3\n", "L108"),
    ] {
        let output = with_input(&["convert", "-"], text);
        assert!(out(&output).contains("[Reading \"incomplete\"]"), "{text}{}", out(&output));
        assert!(err(&output).contains(code), "{text}{}", err(&output));
    }
}
