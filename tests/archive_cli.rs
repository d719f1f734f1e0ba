//! `pack`, `unpack`, `info`, `repair` and `verify` of archives from the command line.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

const PGN: &str = "[Event \"Casual\"]\r\n[White \"Morphy, Paul\"]\r\n[Date \"1858.??.??\"]\r\n[Result \"1-0\"]\r\n\r\n1.e4 e5 2.Nf3 {good}  1-0\r\n\r\n[Event \"Other\"]\r\n[White \"Staunton\"]\r\n[Date \"1851.05.27\"]\r\n[Result \"*\"]\r\n\r\n1.d4 d5 (1...f5 $1) 2.c4  *\r\n";
const BROKEN: &str = "[White \"Nobody\"]\n\n1. e4 e5 2. Ke3 *\n\n";
const HOUSE: &str = "[Variant \"Crazyhouse\"]\n[White \"Drop\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n";

fn scorebook(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("scorebook").expect("binary");
    command.current_dir(folder);
    command
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("a.pgn"), PGN).expect("write");
    fs::write(folder.path().join("b.pgn"), BROKEN).expect("write");
    fs::write(folder.path().join("h.pgn"), HOUSE).expect("write");
    folder
}

#[test]
fn every_codec_packs_and_unpacks_the_same_games() {
    let folder = folder();
    let mut texts = Vec::new();
    for codec in ["16", "12", "zstd", "dense", "densest"] {
        scorebook(folder.path()).args(["pack", "a.pgn", "-o", "a.sbk", "--codec", codec]).assert().code(0);
        let out =
            scorebook(folder.path()).args(["unpack", "a.sbk"]).assert().code(0).get_output().stdout.clone();
        texts.push(String::from_utf8(out).expect("text"));
        scorebook(folder.path())
            .args(["verify", "a.sbk"])
            .assert()
            .code(0)
            .stderr(contains("2 games, 6 half-moves"));
        scorebook(folder.path())
            .args(["info", "a.sbk"])
            .assert()
            .code(0)
            .stdout(contains(format!("codec {codec}")));
    }
    assert!(texts[0].contains("1. e4 e5 2. Nf3 {good} 1-0"), "{}", texts[0]);
    assert!(texts[0].contains("1. d4 d5 (1... f5 $1) 2. c4 *"), "{}", texts[0]);
    texts.dedup();
    assert_eq!(texts.len(), 1);
}

#[test]
fn exact_gives_back_every_byte() {
    let folder = folder();
    scorebook(folder.path()).args(["pack", "a.pgn", "-o", "a.sbk", "--exact"]).assert().code(0);
    scorebook(folder.path()).args(["unpack", "--exact", "a.sbk"]).assert().code(0).stdout(PGN);
    scorebook(folder.path()).args(["pack", "a.pgn", "-o", "b.sbk"]).assert().code(0);
    let refused = scorebook(folder.path()).args(["unpack", "--exact", "b.sbk"]).assert().code(2);
    refused.stderr(contains("without --exact"));
}

#[test]
fn a_game_that_is_not_proven_is_never_packed_in_silence() {
    let folder = folder();
    let packed = scorebook(folder.path())
        .args(["pack", "a.pgn", "b.pgn", "-o", "x.sbk", "--rejects", "r.pgn"])
        .assert()
        .code(1);
    packed.stderr(
        contains("b.pgn:3").and(contains("K101")).and(contains("half-move 3")).and(contains("2 games")),
    );
    assert!(fs::read_to_string(folder.path().join("r.pgn")).expect("rejects").contains("2. Ke3 *"));
    scorebook(folder.path())
        .args(["pack", "b.pgn", "h.pgn", "-o", "y.sbk", "--keep-all"])
        .assert()
        .code(1)
        .stderr(contains("K102").and(contains("K103")));
    scorebook(folder.path())
        .args(["unpack", "y.sbk"])
        .assert()
        .code(0)
        .stdout(contains("1. e4 e5 2. Ke3 *").and(contains("3. P@e4 *")));
}

#[test]
fn games_are_chosen_by_number_and_by_question() {
    let folder = folder();
    scorebook(folder.path()).args(["pack", "a.pgn", "-o", "a.sbk", "-q"]).assert().code(0).stderr("");
    let only = |args: &[&str]| {
        let mut command = scorebook(folder.path());
        let out = command.args(["unpack", "a.sbk"]).args(args).assert().code(0).get_output().stdout.clone();
        String::from_utf8(out).expect("text").matches("[Event ").count()
    };
    assert_eq!(only(&["--games", "2"]), 1);
    assert_eq!(only(&["--games", "1-"]), 2);
    assert_eq!(only(&["--where", "white ~ \"morphy\" and date >= 1858 and plies > 2"]), 1);
    assert_eq!(only(&["--games", "2", "--where", "white ~ morphy"]), 0);
    let table = scorebook(folder.path()).args(["info", "a.sbk", "--where", "date < 1855"]).assert().code(0);
    table.stdout(contains("Staunton").and(contains("Morphy").not()));
    for (args, word) in [
        (["--where", "wite ~ x"], "no field `wite`"),
        (["--games", "0"], "counted from 1"),
        (["--games", "3"], "there are 2 games"),
        (["--games", "2-1"], "ends before"),
    ] {
        scorebook(folder.path()).args(["unpack", "a.sbk"]).args(args).assert().code(2).stderr(contains(word));
    }
}

#[test]
fn an_index_of_positions_is_used_and_one_that_is_stale_is_told() {
    let folder = folder();
    let ask = || {
        let mut command = scorebook(folder.path());
        command.args(["unpack", "a.sbk", "--where", "line \"1. e4 e5\""]);
        command.assert().stdout(contains("Morphy").and(contains("Staunton").not()))
    };
    scorebook(folder.path()).args(["pack", "a.pgn", "-o", "a.sbk", "--index"]).assert().code(0);
    ask().code(0);
    let pgn = format!("{PGN}\r\n[White \"New\"]\r\n\r\n1. d4 *\r\n");
    fs::write(folder.path().join("more.pgn"), pgn).expect("write");
    scorebook(folder.path()).args(["pack", "more.pgn", "-o", "a.sbk"]).assert().code(0);
    ask().code(1).stderr(contains("index of positions is of another archive"));
    let refused = scorebook(folder.path()).args(["pack", "a.pgn", "-o", "-", "--index"]).assert().code(2);
    refused.stderr(contains("--index writes a file beside the archive"));
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let folder = folder();
    fs::write(folder.path().join("many.pgn"), PGN.repeat(400) + "\r\n").expect("write");
    let mut bytes = Vec::new();
    for jobs in ["1", "2", "7"] {
        scorebook(folder.path())
            .args(["pack", "many.pgn", "-o", "m.sbk", "--codec", "zstd", "-j", jobs])
            .assert()
            .code(0);
        bytes.push(fs::read(folder.path().join("m.sbk")).expect("archive"));
    }
    bytes.dedup();
    assert_eq!(bytes.len(), 1);
}

#[test]
fn a_damaged_archive_is_found_out_and_repaired() {
    let folder = folder();
    fs::write(folder.path().join("many.pgn"), PGN.repeat(400)).expect("write");
    scorebook(folder.path()).args(["pack", "many.pgn", "-o", "m.sbk"]).assert().code(0);
    let whole = fs::read(folder.path().join("m.sbk")).expect("archive");
    // One byte: nothing is lost.
    let mut bytes = whole.clone();
    let at = bytes.len() / 2;
    bytes[at] ^= 4;
    fs::write(folder.path().join("bit.sbk"), &bytes).expect("write");
    scorebook(folder.path()).args(["verify", "bit.sbk"]).assert().code(1).stderr(contains("K201"));
    scorebook(folder.path()).args(["repair", "bit.sbk", "-o", "mended.sbk"]).assert().code(1);
    assert_eq!(fs::read(folder.path().join("mended.sbk")).expect("archive"), whole);
    // Cut short: whole blocks are kept.
    fs::write(folder.path().join("cut.sbk"), &whole[..whole.len() - 200]).expect("write");
    scorebook(folder.path())
        .args(["unpack", "cut.sbk", "-o", "cut.pgn"])
        .assert()
        .code(1)
        .stderr(contains("K20"));
    scorebook(folder.path()).args(["repair", "cut.sbk", "-o", "kept.sbk"]).assert().code(1);
    scorebook(folder.path()).args(["verify", "kept.sbk"]).assert().code(0);
    // No archive at all.
    scorebook(folder.path())
        .args(["info", "a.pgn"])
        .assert()
        .code(2)
        .stderr(contains("not a scorebook archive"));
}

#[test]
fn archives_go_through_pipes_and_are_told_as_json() {
    let folder = folder();
    scorebook(folder.path()).args(["pack", "a.pgn", "-o", "a.sbk", "-q"]).assert().code(0);
    let file = fs::read(folder.path().join("a.sbk")).expect("archive");
    let piped = scorebook(folder.path()).args(["pack", "-", "-o", "-"]).write_stdin(PGN).assert().code(0);
    let piped = piped.get_output().stdout.clone();
    assert!(piped == file, "the same bytes by way of a pipe");
    let unpacked = scorebook(folder.path()).args(["unpack", "-"]).write_stdin(piped.clone()).assert().code(0);
    unpacked.stdout(contains("1. e4 e5 2. Nf3 {good} 1-0"));
    let told =
        scorebook(folder.path()).args(["info", "-", "--format", "json"]).write_stdin(piped).assert().code(0);
    let told: serde_json::Value = serde_json::from_slice(&told.get_output().stdout).expect("JSON");
    assert_eq!((&told["games"], &told["halfMoves"], &told["codec"]), (&2.into(), &6.into(), &"16".into()));
    let args = ["info", "a.sbk", "--format", "json", "--where", "white ~ staunton"];
    let told = scorebook(folder.path()).args(args).assert().code(0);
    let told: serde_json::Value = serde_json::from_slice(&told.get_output().stdout).expect("one line");
    assert_eq!((&told["game"], &told["date"]), (&2.into(), &"1851.05.27".into()));
    assert!(told["eco"].is_null());
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_pack_leaves_nothing_behind() {
    let folder = folder();
    // A pipe that stays open: the program waits for more.
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("scorebook"))
        .current_dir(folder.path())
        .args(["pack", "-", "-o", "x.sbk"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("child");
    let mut pipe = child.stdin.take().expect("pipe");
    // More than what it looks at to recognise PGN.
    std::io::Write::write_all(&mut pipe, "1. e4 e5 *\n\n".repeat(20_000).as_bytes()).expect("write");
    let unfinished = || {
        let names = fs::read_dir(folder.path()).expect("folder").filter_map(Result::ok);
        names.filter(|entry| entry.file_name().to_string_lossy().starts_with(".scorebook-")).count()
    };
    for _ in 0..200 {
        if unfinished() > 0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(unfinished(), 1);
    let stopped = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(stopped.expect("kill").success());
    assert_eq!(child.wait().expect("ends").code(), Some(130));
    drop(pipe);
    assert_eq!(unfinished(), 0);
}
