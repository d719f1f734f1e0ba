//! `scorebook board`: pictures of positions.

use std::process::Output;

use assert_cmd::Command;
use resvg::tiny_skia::Pixmap;

fn board(args: &[&str]) -> Output {
    Command::cargo_bin("scorebook")
        .unwrap()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("board")
        .args(args)
        .output()
        .unwrap()
}

fn svg(args: &[&str]) -> String {
    let output = board(args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// The colour a little under the middle of a square (file and rank from 0) of a bare picture 800 pixels wide.
fn inside(pixels: &Pixmap, file: u32, rank: u32) -> (u8, u8, u8) {
    let at = |square: u32, inner: u32| (6 + square * 100 + inner) * 800 / 812;
    let pixel = pixels.pixel(at(file, 50), at(7 - rank, 63)).unwrap();
    (pixel.red(), pixel.green(), pixel.blue())
}

#[test]
fn a_png_shows_the_men_where_they_stand() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("b.png");
    let output = board(&[AFTER_E4, "--bare", "--size", "800", "-o", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    let pixels = Pixmap::decode_png(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (800, 800));
    let (light, dark) = ((0xf4, 0xea, 0xd5), (0xb8, 0x8b, 0x62));
    // e2 is empty and light, d4 empty and dark; White's piece on e4 is white, Black's on e7 is not.
    assert_eq!((inside(&pixels, 4, 1), inside(&pixels, 3, 3)), (light, dark));
    assert_eq!(inside(&pixels, 4, 3), (255, 255, 255));
    let black = inside(&pixels, 4, 6);
    assert!(black != light && black != dark && black != (255, 255, 255), "{black:?}");
}

#[test]
fn a_moment_of_a_game_marks_the_last_move() {
    let picture = svg(&["corpus/opera.pgn:1"]);
    assert_eq!(picture.matches("<use ").count(), 32);
    assert_eq!(picture.matches("fill-opacity").count(), 2);
    assert!(picture.contains("after half-move 1<"));
    let start = svg(&["corpus/opera.pgn:0"]);
    assert_eq!((start.matches("<use ").count(), start.matches("fill-opacity").count()), (32, 0));
    assert_eq!(svg(&["corpus/opera.pgn:end"]), svg(&["corpus/opera.pgn:1:33"]));
    // Records in any notation are games.
    assert_eq!(svg(&["corpus/evergreen.txt:1"]).matches("<use ").count(), 32);
    assert_ne!(svg(&["corpus/opera.pgn:1", "--flip"]), picture);
    assert!(!svg(&["corpus/opera.pgn:1", "--ink"]).contains("#b88b62"));
}

#[test]
fn what_is_no_position_is_told() {
    for (args, words) in [
        (vec!["nonsense"], "neither a FEN nor"),
        (vec!["corpus/opera.pgn:99"], "no half-move 99"),
        (vec!["corpus/opera.pgn:7:1"], "no game 7"),
        (vec!["corpus/opera.pgn:x"], "is not a half-move"),
        (vec!["no-such.pgn:1"], "cannot open"),
        (vec![AFTER_E4, "-o", "board.gif"], ".svg or .png"),
        (vec![AFTER_E4, "--size", "0"], "--size"),
    ] {
        let output = board(&args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(words), "{args:?}: {error}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_title_is_text_and_no_markup() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("g.pgn");
    std::fs::write(&file, "[White \"<script>alert(1)</script>\"]\n\n1. e4 *\n").unwrap();
    let picture = svg(&[&format!("{}:1", file.display())]);
    assert!(picture.contains("&lt;script&gt;") && !picture.contains("<script"));
}
