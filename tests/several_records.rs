//! Several records of the same games in different notations, orders and spellings of names (`collate`). The records are made here.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use shakmaty::{CastlingMode, Chess, Position, san::SanPlus};

/// Morphy, Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 \
                     Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
/// The same as an English book prints it.
const OPERA_IN_ENGLISH: &str = "P-K4|P-K4|Kt-KB3|P-Q3|P-Q4|B-Kt5|PxP|BxKt|QxB|PxP|B-QB4|Kt-KB3|Q-QKt3|Q-K2|Kt-B3|P-B3|\
     B-KKt5|P-Kt4|KtxP|PxKt|BxKtP ch|QKt-Q2|Castles|R-Q1|RxKt|RxR|R-Q1|Q-K3|BxR ch|KtxB|Q-Kt8 ch|KtxQ|R-Q8 mate";
/// Anderssen, Berlin 1852.
const EVERGREEN: &str = "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 \
     Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#";

fn words(game: &str) -> Vec<String> {
    game.split_whitespace().map(str::to_owned).collect()
}

/// The letters of the men in German.
fn in_german(san: &[String]) -> Vec<String> {
    let german = |sign: char| match sign {
        'N' => 'S',
        'B' => 'L',
        'R' => 'T',
        'Q' => 'D',
        other => other,
    };
    san.iter().map(|word| word.chars().map(german).collect()).collect()
}

fn in_uci(san: &[String]) -> Vec<String> {
    let mut position = Chess::default();
    san.iter()
        .map(|word| {
            let mv = word.parse::<SanPlus>().unwrap().san.to_move(&position).unwrap();
            position.play_unchecked(mv);
            mv.to_uci(CastlingMode::Standard).to_string()
        })
        .collect()
}

fn in_san(san: &[String]) -> Vec<String> {
    san.to_vec()
}

fn record(white: &str, black: &str, cells: &[String]) -> String {
    let rows = cells.chunks(2).enumerate();
    let rows = rows.map(|(at, row)| format!("{}. {}", at + 1, row.join(" "))).collect::<Vec<_>>();
    format!("White: {white}\nBlack: {black}\n\n{}\n\n1-0\n", rows.join("\n"))
}

fn folder(files: &[(&str, String)]) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    files.iter().for_each(|(name, text)| fs::write(path(name), text).unwrap());
    let paths = files.iter().map(|(name, _)| path(name)).collect();
    (folder, paths)
}

fn collate(paths: &[PathBuf], options: &[&str]) -> String {
    let output =
        Command::cargo_bin("scorebook").unwrap().arg("collate").args(paths).args(options).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The games of a PGN: tags and movetext without comments and variations.
fn games(pgn: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for game in pgn.split("[Event ").skip(1) {
        let (tags, movetext) = game.split_once("\n\n").unwrap();
        let (mut depth, mut position, mut moves) = (0, Chess::default(), Vec::new());
        for word in movetext.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
            depth += word.matches(['{', '(']).count();
            let san = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').parse::<SanPlus>();
            if let (0, Ok(san)) = (depth, san) {
                let mv = san.san.to_move(&position).unwrap();
                moves.push(san.to_string());
                position.play_unchecked(mv);
            }
            depth -= word.matches(['}', ')']).count();
        }
        found.push((tags.to_owned(), moves));
    }
    found
}

fn is_claimed(tags: &str) -> bool {
    tags.contains("\"verified\"") || tags.contains("\"settled\"")
}

#[test]
fn records_in_different_notations_are_read_together() {
    let opera = words(OPERA);
    let mut english: Vec<String> = OPERA_IN_ENGLISH.split('|').map(str::to_owned).collect();
    english[13] = "Q-K8".to_owned();
    let mut german = in_german(&opera);
    german[6] = "dxc5".to_owned();
    let mut uci = in_uci(&opera);
    uci[20] = "c4b6".to_owned();
    let texts = [english, german, uci];
    for (one, other) in [(0, 1), (0, 2), (1, 2), (2, 0), (1, 0)] {
        let file = |at: usize| record("Morphy", "Allies", &texts[at]);
        let (_folder, paths) = folder(&[("one.txt", file(one)), ("other.txt", file(other))]);
        let pgn = collate(&paths, &[]);
        let games = games(&pgn);
        assert_eq!(games.len(), 1, "{one} {other}: {pgn}");
        assert_eq!(games[0].1, opera, "{one} {other}: {pgn}");
        assert!(!games[0].0.contains("\"verified\""), "{pgn}");
        assert_eq!(pgn.matches("W101").count(), 2, "{one} {other}: {pgn}");
    }
}

#[test]
fn games_find_each_other_in_any_order_by_names_that_are_spelled_otherwise() {
    let (opera, evergreen) = (words(OPERA), words(EVERGREEN));
    let both = |names: [[&str; 2]; 2], first: usize, spell: fn(&[String]) -> Vec<String>| {
        let game = |at: usize| record(names[at][0], names[at][1], &spell([&opera, &evergreen][at]));
        format!("{}\n\n{}", game(first), game(1 - first))
    };
    let full = [["Morphy, Paul", "Duke of Brunswick"], ["Anderssen, Adolf", "Dufresne, Jean"]];
    let short = [["P. Morphy", "Brunswick"], ["Andersen", "J. Dufresne"]];
    for spell in [in_german as fn(&[String]) -> Vec<String>, in_uci, in_san] {
        let files = [("a.txt", both(full, 0, in_san)), ("b.txt", both(short, 1, spell))];
        let (_folder, paths) = folder(&files);
        let pgn = collate(&paths, &[]);
        let games = games(&pgn);
        assert_eq!(games.len(), 2, "{pgn}");
        assert_eq!([&games[0].1, &games[1].1], [&opera, &evergreen], "{pgn}");
        assert!(!pgn.contains("W102"), "{pgn}");
    }
}

#[test]
fn another_game_of_the_same_players_is_not_merged_and_nothing_is_claimed() {
    for (first, second) in [(OPERA, EVERGREEN), (EVERGREEN, OPERA)] {
        for spell in [in_san as fn(&[String]) -> Vec<String>, in_german, in_uci] {
            let files = [
                ("a.txt", record("Morphy", "Allies", &words(first))),
                ("b.txt", record("Morphy", "Allies", &spell(&words(second)))),
            ];
            let (_folder, paths) = folder(&files);
            let report = paths[0].with_file_name("report.csv");
            let pgn = collate(&paths, &["--report", report.to_str().unwrap()]);
            let games = games(&pgn);
            assert_eq!(games.len(), 2, "{pgn}");
            assert_eq!([&games[0].1, &games[1].1], [&words(first), &words(second)]);
            assert!(games.iter().all(|(tags, _)| !is_claimed(tags)), "{pgn}");
            let told = fs::read_to_string(report).unwrap();
            assert_eq!(told.matches("may be the same game").count(), 2, "{told}");
        }
    }
}

/// A transcript with an invented move, and the print.
fn transcript_and_print(form: usize) -> (tempfile::TempDir, Vec<PathBuf>) {
    let opera = words(OPERA);
    // The knight takes on b5 from there as well, so that nothing else tells which of the two was played.
    let mut transcript = opera.clone();
    transcript[14] = "Na3".to_owned();
    let print = match form {
        0 => opera,
        1 => OPERA_IN_ENGLISH.split('|').map(str::to_owned).collect(),
        _ => in_german(&opera),
    };
    folder(&[
        ("print.txt", record("Morphy", "Allies", &print)),
        ("transcript.txt", record("Morphy", "Allies", &transcript)),
    ])
}

#[test]
fn an_invented_move_of_a_transcript_is_told_and_never_verified() {
    for form in 0..3 {
        let (_folder, paths) = transcript_and_print(form);
        let pgn = collate(&paths, &[]);
        let games = games(&pgn);
        assert_eq!(games.len(), 1, "{pgn}");
        assert!(!is_claimed(&games[0].0), "{pgn}");
        assert_eq!(pgn.matches("W101").count(), 1, "{pgn}");
    }
}

#[test]
fn what_differs_is_a_comment_a_variation_or_nothing() {
    let (_folder, paths) = transcript_and_print(0);
    let [comment, rav, none] =
        ["comment", "rav", "none"].map(|form| collate(&paths, &["--variants-as", form]));
    assert!(comment.contains("W101") && !comment.contains("(8."), "{comment}");
    assert!(!rav.contains("W101") && (rav.contains("(8. Na3 {") || rav.contains("(8. Nc3 {")), "{rav}");
    assert!(!none.contains("W101") && !none.contains("(8."), "{none}");
    assert_eq!(games(&comment)[0].1, games(&rav)[0].1);
    assert_eq!(games(&comment)[0].1, games(&none)[0].1);
}

#[test]
fn the_apparatus_has_each_record_beside_each_half_move() {
    for form in 0..3 {
        let (_folder, paths) = transcript_and_print(form);
        let page = paths[0].with_file_name("apparatus.html");
        collate(&paths, &["--apparatus", page.to_str().unwrap(), "--quiet"]);
        let html = fs::read_to_string(&page).unwrap();
        let is_header = |path: &Path| html.contains(&format!("{}</th>", path.display()));
        assert!(paths.iter().all(|path| is_header(path)), "{html}");
        assert_eq!(html.matches("class=\"other\"").count(), 1, "{html}");
        assert_eq!(html.matches("<table class=\"board\"").count(), html.matches("<details>").count());
        assert!(html.contains("class=\"differs\"") && html.contains("W101"), "{html}");
    }
}
