//! Score sheets as players write them (`convert` of slips that no rule of repair foresees), and several records of one game
//! (`collate`). The sheets are made here, in the kinds of slips that real sheets have.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use shakmaty::{Chess, Position, san::San, san::SanPlus};

/// A game that every book has (Morphy, Paris 1858), by its moves.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 \
                     Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

/// A sheet of these cells as CSV.
fn sheet(cells: &[&str]) -> String {
    let row = |(at, row): (usize, &[&str])| format!("{},{},{}\n", at + 1, row[0], row.get(1).unwrap_or(&""));
    format!("move,white,black\n{}", cells.chunks(2).enumerate().map(row).collect::<String>())
}

/// A folder with these files.
fn folder(files: &[(&str, String)]) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let paths = files.iter().map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    });
    let paths = paths.collect();
    (folder, paths)
}

/// The PGN that a command writes, and what it says.
fn run(command: &str, paths: &[PathBuf]) -> (String, String) {
    let output = Command::cargo_bin("scorebook").unwrap().arg(command).args(paths).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// The moves of the main line of a PGN, without comments.
fn moves(pgn: &str) -> Vec<String> {
    let movetext = pgn.split("\n\n").nth(1).unwrap_or_default();
    let mut position = Chess::default();
    let mut depth = 0;
    let mut found = Vec::new();
    for word in movetext.split_whitespace() {
        depth += word.matches('{').count();
        if depth == 0 {
            let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            if let Ok(mv) =
                word.parse::<SanPlus>().map_err(drop).and_then(|san| san.san.to_move(&position).map_err(drop))
            {
                found.push(San::from_move(&position, mv).to_string());
                position.play_unchecked(mv);
            }
        }
        depth -= word.matches('}').count();
    }
    found
}

/// The opera game, its cells replaced at these half-moves (from 0).
fn opera(slips: &[(usize, &'static str)]) -> String {
    let mut cells: Vec<&str> = OPERA.split_whitespace().collect();
    for &(at, text) in slips {
        cells[at] = text;
    }
    sheet(&cells)
}

fn wanted() -> Vec<String> {
    OPERA.split_whitespace().map(|san| san.trim_end_matches(['+', '#']).to_owned()).collect()
}

#[test]
fn a_sheet_with_many_slips_is_read_to_its_end_and_each_slip_is_told() {
    // A wrong square, a capture by its victim, a pawn's capture by files alone, a letter misread, an empty cell, a wrong man.
    let slips = [(4, "d5"), (7, "BxN"), (9, "de"), (13, "Qc7"), (17, ""), (24, "RxN"), (29, "NxB")];
    let (_folder, paths) = folder(&[("sheet.csv", opera(&slips))]);
    let (pgn, said) = run("convert", &paths);
    assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
    assert!(!pgn.contains("Reading \"verified\"") && !pgn.contains("Reading \"settled\""), "{pgn}");
    for (_, text) in slips.iter().filter(|(_, text)| !text.is_empty() && *text != "de") {
        let told = said.contains(text) || pgn.contains(&format!("“{text}”"));
        assert!(told, "{text} is not told:\n{pgn}{said}");
    }
    assert!(said.contains("a move is missing"), "{said}");
}

#[test]
fn a_move_that_no_sheet_has_is_inferred_only_if_no_other_fits_however_unlikely() {
    // Nobody would play the others; what follows can be played behind them all the same.
    let immortal = "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 \
                    Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#";
    let missing: [(&str, usize, &[&str]); 5] = [
        (OPERA, 16, &["Bh6", "Bf4", "Be3"]),
        (OPERA, 14, &["Na3"]),
        (immortal, 4, &["Ba6", "Bd3", "Be2"]),
        (immortal, 23, &["Qh6", "Qxg4"]),
        (immortal, 11, &["Qg4", "Qg3"]),
    ];
    for (game, at, others) in missing {
        for empty in ["", "?", "illegible"] {
            let mut cells: Vec<&str> = game.split_whitespace().collect();
            cells[at] = empty;
            let files = [("white.csv", sheet(&cells)), ("black.csv", sheet(&cells))];
            let (_folder, paths) = folder(&files);
            let (pgn, said) = run("collate", &paths);
            assert!(pgn.contains("Reading \"ambiguous\""), "{pgn}{said}");
            assert!(said.contains("a move is missing"), "{said}");
            // In the words of the finding, or as its candidates.
            assert!(others.iter().all(|other| said.contains(other)), "{at}: {pgn}{said}");
        }
    }
    // One way only: the bishop that takes on d7 left its square before.
    let mut cells: Vec<&str> = OPERA.split_whitespace().collect();
    cells[20] = "";
    let (_folder, paths) = folder(&[("white.csv", sheet(&cells)), ("black.csv", sheet(&cells))]);
    let (pgn, said) = run("collate", &paths);
    assert!(said.contains("Bxb5+ is inferred"), "{pgn}{said}");
}

#[test]
fn an_end_of_a_game_that_is_numbered_from_1_is_told_to_be_one() {
    let end = ["Rxc6", "Rxe3", "Rc5", "Rxa3", "Rxb5", "Ra1", "f5", "a3", "Kd5", "a2"];
    let rows = |between: &str| {
        let row = |(at, row): (usize, &[&str])| format!("{}{between}{} {}\n", at + 1, row[0], row[1]);
        end.chunks(2).enumerate().map(row).collect::<String>()
    };
    let files = [("end.csv", sheet(&end)), ("end.txt", rows(". ")), ("tight.txt", rows("."))];
    for file in files {
        let (_folder, paths) = folder(&[file]);
        let (pgn, said) = run("convert", &paths);
        assert!(!pgn.contains("1. "), "{pgn}");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("may begin in the middle of a game"), "{said}");
    }
}

#[test]
fn a_clean_sheet_is_read_exactly() {
    let (_folder, paths) = folder(&[("sheet.csv", opera(&[]))]);
    let (pgn, _) = run("convert", &paths);
    assert!(pgn.contains("Reading \"verified\""), "{pgn}");
}

#[test]
fn two_sheets_of_one_game_are_read_together() {
    // Each sheet has slips of its own, and the second lacks a row.
    let white = opera(&[(4, "d5"), (13, "Qd7"), (20, "Bxa5+")]);
    let mut cells: Vec<&str> = OPERA.split_whitespace().collect();
    cells[8] = "";
    cells[9] = "";
    cells[26] = "Re1";
    let (_folder, paths) = folder(&[("white.csv", white), ("black.csv", sheet(&cells))]);
    let (pgn, said) = run("collate", &paths);
    assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
    assert!(said.contains("W101") && said.contains("“d5”") && said.contains("“d4”"), "{said}");
    assert!(!pgn.contains("Reading \"verified\""), "the records differ: {pgn}");
}

#[test]
fn a_move_in_the_other_sides_column_is_never_verified() {
    // White's fourth move is lost, and Black's last one could be White's.
    let sheet = sheet(&["e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5", "", "O-O"]);
    let lists = [
        r#"{"plies": ["e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5", null, "O-O"]}"#,
        r#"{"moves": ["e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5", null, "O-O"]}"#,
        r#"{"game": ["e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5", "", "O-O"]}"#,
        r#"{"moves": [["e4", "e5"], ["Nf3", "Nf6"], ["Bc4", "Bc5"], [null, "O-O"]]}"#,
        r#"{"moves": [{"white": "e4", "black": "e5"}, {"white": "Nf3", "black": "Nf6"},
            {"white": "Bc4", "black": "Bc5"}, {"white": null, "black": "O-O"}]}"#,
    ];
    let lists = lists.map(|list| ("list.json", list.to_owned()));
    for (name, text) in std::iter::once(("sheet.csv", sheet)).chain(lists) {
        let (_folder, paths) = folder(&[(name, text)]);
        let (pgn, said) = run("convert", &paths);
        assert!(!pgn.contains("\"verified\"") && !pgn.contains("\"settled\""), "{pgn}{said}");
        assert!(["A101", "M112", "M115"].iter().any(|code| said.contains(code)), "{pgn}{said}");
    }
}

#[test]
fn a_column_that_stands_a_row_too_high_or_too_low_is_read_and_told() {
    let cells: Vec<&str> = OPERA.split_whitespace().collect();
    let white: Vec<&str> = cells.iter().step_by(2).copied().collect();
    let black: Vec<&str> = cells.iter().skip(1).step_by(2).copied().collect();
    let rows = |white: &[&str], black: &[&str]| {
        let length = white.len().max(black.len());
        let cell = |column: &[&str], row: usize| column.get(row).copied().unwrap_or_default().to_owned();
        let all: Vec<String> = (0..length).flat_map(|row| [cell(white, row), cell(black, row)]).collect();
        sheet(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    // The move that is forgotten is one that the others hold: 9... b5 lets 10. Nxb5 be played.
    let mut high = black.clone();
    high.remove(8);
    let mut low = white.clone();
    low.insert(6, "");
    let mut for_a_while = black.clone();
    for_a_while.remove(8);
    for_a_while.insert(12, "");
    let sheets = [rows(&white, &high), rows(&low, &black), rows(&white, &for_a_while)];
    for sheet in sheets {
        let (_folder, paths) = folder(&[("sheet.csv", sheet)]);
        let (pgn, said) = run("convert", &paths);
        assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
        assert!(said.contains("M115") && !pgn.contains("\"verified\""), "{pgn}{said}");
    }
}

#[test]
fn two_equal_sheets_are_verified() {
    let (_folder, paths) = folder(&[("white.csv", opera(&[])), ("black.csv", opera(&[]))]);
    let (pgn, said) = run("collate", &paths);
    assert!(pgn.contains("Reading \"verified\"") && !said.contains("W101"), "{pgn}{said}");
}

#[test]
fn games_that_one_source_alone_has_are_told() {
    let other =
        sheet(&"d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6".split_whitespace().collect::<Vec<_>>());
    let (_folder, paths) = folder(&[("white.csv", opera(&[])), ("other.csv", other)]);
    let (pgn, said) = run("collate", &paths);
    assert_eq!(pgn.matches("[Event ").count(), 2, "{pgn}");
    assert!(said.contains("W102"), "{said}");
}

/// A list of texts for each cell of the opera game, the likeliest wrong at these half-moves (from 0).
fn lists(wrong: &[(usize, &str)], price: f64) -> String {
    let cell = |(at, text): (usize, &str)| match wrong.iter().find(|(own, _)| *own == at) {
        Some((_, "")) => "null".to_owned(),
        Some((_, first)) => format!(r#"[["{first}", -0.3], ["{text}", -1.4]]"#),
        None => format!(r#"[["{text}", {price}]]"#),
    };
    format!("[{}]", OPERA.split_whitespace().enumerate().map(cell).collect::<Vec<_>>().join(", "))
}

#[test]
fn lists_of_a_recogniser_are_read_by_the_rules() {
    let wrong = [(2, "Nf8"), (7, "Bxf8"), (14, "Nc8"), (17, ""), (24, "Rxa7")];
    let text = format!(r#"{{"White": "Morphy", "Result": "1-0", "plies": {}}}"#, lists(&wrong, -0.02));
    let (_folder, paths) = folder(&[("game.json", text)]);
    let (pgn, said) = run("convert", &paths);
    assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
    assert!(pgn.contains("[White \"Morphy\"]") && pgn.contains("[Result \"1-0\"]"), "{pgn}");
    assert!(pgn.contains("A102: “Nf8”") && said.contains("M112"), "{pgn}{said}");
    assert!(!said.contains("L320"), "all of it is understood: {said}");
}

#[test]
fn lists_that_are_sure_are_settled_and_never_verified() {
    let text = format!(r#"{{"plies": {}}}"#, lists(&[(2, "Nf8")], -0.0001));
    let (_folder, paths) = folder(&[("game.json", text)]);
    let (pgn, said) = run("convert", &paths);
    assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
    assert!(!pgn.contains("\"verified\""), "{pgn}");
}

#[test]
fn two_sheets_of_one_object_are_read_together() {
    let (one, other) = (lists(&[(4, "d5"), (13, "Qd7")], -0.02), lists(&[(20, "")], -0.02));
    let text = format!(
        r#"{{"language": "en", "sheets": [{{"name": "White's", "plies": {one}}}, {{"name": "Black's", "plies": {other}}}]}}"#
    );
    let (_folder, paths) = folder(&[("game.json", text)]);
    let (pgn, said) = run("convert", &paths);
    assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
    // One file of lists and one of plain cells.
    let (_folder, paths) =
        folder(&[("lists.json", format!(r#"{{"plies": {one}}}"#)), ("sheet.csv", opera(&[(22, "")]))]);
    let (pgn, said) = run("collate", &paths);
    assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
    assert!(!pgn.contains("\"verified\""), "{pgn}");
}

#[test]
fn lists_in_descriptive_notation_are_weighed() {
    let plies = r#"[[["P-R4", -0.6], ["P-K4", -0.8]], [["P-K4", -0.1]], [["Kt-KB3", -0.1]], [["Kt-QB3", -0.1]], [["B-Kt3", -0.4], ["B-Kt5", -1.1]],
        [["P-QR3", -0.1]], [["B-R4", -0.1]], [["Kt-B3", -0.1]]]"#;
    let text = format!(r#"{{"notation": "english", "plies": {plies}}}"#);
    let (_folder, paths) = folder(&[("game.json", text)]);
    let (pgn, said) = run("convert", &paths);
    let wanted = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
    assert_eq!(moves(&pgn), wanted, "{pgn}{said}");
    assert!(!pgn.contains("\"verified\""), "{pgn}");
}

#[test]
fn lists_in_numbers_are_refused_in_words() {
    let plies = r#"[[["5254", -0.1], ["5253", -2.5]], [["5755", -0.1]], [["7163", -0.1]], [["2836", -0.1]], [["6125", -0.1]]]"#;
    let text = format!(r#"{{"notation": "iccf", "plies": {plies}}}"#);
    let (_folder, paths) = folder(&[("game.json", text)]);
    let (pgn, said) = run("convert", &paths);
    assert!(said.contains("N191"), "{pgn}{said}");
    assert!(!pgn.contains("\"verified\"") && !pgn.contains("\"settled\""), "{pgn}");
}

#[test]
fn what_is_no_list_of_a_recogniser_is_told() {
    let text = r#"{"plies": [[["e4", 0.9]], "e5", 7, "Nf3", "Nc6", "Bb5"]}"#.to_owned();
    let (_folder, paths) = folder(&[("game.json", text)]);
    let (pgn, said) = run("convert", &paths);
    assert_eq!(said.matches("[L117]").count(), 2, "{pgn}{said}");
}

/// A PGN of the opera game and of another one, the opera's half-move `at` (from 0) another move.
fn database(at: usize, other: &str) -> String {
    let mut moves: Vec<&str> = OPERA.split_whitespace().collect();
    moves[at] = other;
    let opera = moves.join(" ");
    format!(
        "[Event \"?\"]\n[White \"Morphy, Paul\"]\n[Black \"Allies\"]\n[Result \"1-0\"]\n\n{opera} 1-0\n\n\
         [Event \"?\"]\n[White \"Nobody\"]\n[Black \"Noone\"]\n[Result \"*\"]\n\nd4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O *\n"
    )
}

/// The rows of a table of half-moves: status, move of the record, of the known game, text.
fn rows(table: &str) -> Vec<[String; 4]> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let row = |row: csv::StringRecord| [6, 7, 8, 9].map(|at| row[at].to_owned());
    reader.records().map(|record| row(record.unwrap())).collect()
}

/// What `collate SHEET --known DATABASE --table TABLE` writes: the game, the rows, and what it says.
fn compare(sheet: String, database: String) -> (String, Vec<[String; 4]>, String) {
    let (folder, paths) = folder(&[("sheet.csv", sheet), ("known.pgn", database)]);
    let table = folder.path().join("table.csv");
    let output = Command::cargo_bin("scorebook")
        .unwrap()
        .args([OsStr::new("collate"), paths[0].as_os_str(), "--known".as_ref(), paths[1].as_os_str()])
        .args([OsStr::new("--table"), table.as_os_str()])
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), rows(&fs::read_to_string(table).unwrap()), text(output.stderr))
}

#[test]
fn a_half_move_that_the_known_game_has_otherwise_is_told_and_not_copied() {
    // 9. Bg5 is 9. Be3 in the database.
    let (pgn, rows, said) = compare(opera(&[]), database(16, "Be3"));
    assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
    assert!(said.contains("W104") && !pgn.contains("\"verified\""), "{pgn}{said}");
    for (at, [status, record, known, _]) in rows.iter().enumerate() {
        assert_eq!(status, if at == 16 { "differs" } else { "same" }, "half-move {at}: {record} {known}");
    }
    assert!(said.contains("known.pgn, game 1") || pgn.contains("known.pgn, game 1"), "{said}");
    // The other game of the database is in no record.
    assert!(pgn.matches("[Event ").count() == 1, "{pgn}");
}

#[test]
fn a_known_game_helps_where_the_sheet_says_nothing() {
    // A sheet with slips, an empty cell, and the end not written down.
    let mut cells: Vec<&str> = OPERA.split_whitespace().collect();
    (cells[12], cells[13], cells[17], cells[29]) = ("Qd9", "Qc7", "", "NxQ");
    cells.truncate(31);
    let (pgn, rows, said) = compare(sheet(&cells), database(0, "e4"));
    assert_eq!(
        moves(&pgn),
        wanted()[..31],
        "what the known game goes on to say is not the sheet's: {pgn}{said}"
    );
    assert!(!pgn.contains("\"verified\"") && !pgn.contains("\"settled\""), "{pgn}");
    assert_eq!((rows[17][0].as_str(), rows[17][2].as_str()), ("missing", "b5"), "{rows:?}");
    assert!(rows[31..].iter().all(|row| row[0] == "missing"), "{rows:?}");
    assert_eq!(rows[13][3], "Qc7");
}

#[test]
fn a_game_that_the_database_lacks_is_told() {
    let other = sheet(
        &"c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5 Bg2 Nb6 Nf3 Nc6 O-O Be7".split_whitespace().collect::<Vec<_>>(),
    );
    let (pgn, rows, said) = compare(other, database(0, "e4"));
    assert!(pgn.contains("\"verified\"") && rows.is_empty(), "{pgn}{said}");
    assert!(said.contains("W105") && said.contains("W106"), "{said}");
}

#[test]
fn collate_needs_two_sources() {
    let (_folder, paths) = folder(&[("white.csv", opera(&[]))]);
    let output = Command::cargo_bin("scorebook").unwrap().arg("collate").args(&paths).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("two SOURCEs or more"));
}

/// A sheet in pages: the rows up to this number, and those behind it, each with the heading.
fn pages(sheet: &str, last: usize) -> (String, String) {
    let rows: Vec<&str> = sheet.lines().collect();
    let page = |rows: &[&str]| rows.iter().map(|row| format!("{row}\n")).collect::<String>();
    (page(&rows[..=last]), page(&[&rows[..1], &rows[last + 1..]].concat()))
}

#[test]
fn the_pages_of_a_sheet_are_one_game_in_one_file_and_in_several_in_any_order() {
    let (first, second) = pages(&opera(&[(17, "Nb5")]), 8);
    let (_folder, paths) = folder(&[("both.csv", format!("{first}{second}"))]);
    let (pgn, said) = run("convert", &paths);
    assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");

    for files in [
        [("page1.csv", first.clone()), ("page2.csv", second.clone())],
        [("a.csv", second.clone()), ("b.csv", first.clone())],
    ] {
        let (_folder, paths) = folder(&files);
        let (pgn, said) = run("collate", &paths);
        assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
        assert_eq!(pgn.matches("[Event ").count(), 1, "{pgn}");
        let (from_folder, _) = run("collate", &[paths[0].parent().unwrap().to_owned()]);
        assert_eq!(moves(&from_folder), wanted(), "{from_folder}");
        // That the page is of another file is told; that the game is in one of them only would be untrue.
        assert!(said.contains("W107") && !said.contains("W102"), "{said}");
    }
}

#[test]
fn both_players_sheets_in_two_pages_each_are_one_game() {
    let (white, white_on) = pages(&opera(&[(4, "d5")]), 8);
    let (black, black_on) = pages(&opera(&[(24, "RxN")]), 9);
    let (_folder, paths) = folder(&[
        ("black2.csv", black_on),
        ("white1.csv", white),
        ("white2.csv", white_on),
        ("black1.csv", black),
    ]);
    let (pgn, said) = run("collate", &paths);
    assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
    assert_eq!(pgn.matches("[Event ").count(), 1, "{pgn}");
}

#[test]
fn a_page_goes_behind_the_game_that_it_can_be_played_on() {
    let other = "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6 cxd5 Nxd5".split_whitespace();
    let (first, second) = pages(&opera(&[]), 8);
    let (_folder, paths) = folder(&[
        ("other.csv", sheet(&other.collect::<Vec<_>>())),
        ("second.csv", second),
        ("first.csv", first),
    ]);
    let (pgn, said) = run("collate", &paths);
    let games: Vec<&str> = pgn.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), 2, "{pgn}{said}");
    assert!(games.iter().any(|game| moves(game) == wanted()), "{pgn}{said}");
}

#[test]
fn what_is_not_read_of_the_second_record_is_told() {
    let cells: Vec<&str> = OPERA.split_whitespace().collect();
    let rows = cells.chunks(2).zip(1..).map(|(row, number)| format!("{number}. {}\n", row.join(" ")));
    let clean = rows.collect::<String>();
    let with = clean.replace("12. O-O-O Rd8\n", "12. O-O-O Rd8\n       Ke8\n");
    assert_ne!(clean, with);
    for (second, is_clean) in [(clean.clone(), true), (with, false)] {
        let (_folder, paths) = folder(&[("one.txt", clean.clone()), ("two.txt", second)]);
        let (pgn, said) = run("collate", &paths);
        assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
        assert_eq!(pgn.contains("Reading \"verified\""), is_clean, "{pgn}{said}");
        assert_eq!(said.contains("two.txt, line 13") && said.contains("L320"), !is_clean, "{pgn}{said}");
    }
}

#[test]
fn what_is_not_read_of_a_further_page_is_told() {
    let (first, _) = pages(&opera(&[]), 8);
    // The moves of the second page, and one more among them.
    let rest: Vec<&str> = OPERA.split_whitespace().skip(16).collect();
    let rows = rest.chunks(2).zip(9..).map(|(row, number)| format!("{number}. {}\n", row.join(" ")));
    let second = rows.collect::<String>();
    let with = second.replace("12. O-O-O Rd8\n", "12. O-O-O Rd8\n       Ke8\n");
    assert_ne!(second, with);
    for (page, is_clean) in [(second, true), (with, false)] {
        let (_folder, paths) = folder(&[("page1.csv", first.clone()), ("page2.txt", page)]);
        let (pgn, said) = run("collate", &paths);
        assert_eq!(pgn.contains("Reading \"verified\""), is_clean, "{pgn}{said}");
        assert_eq!(said.contains("L320"), !is_clean, "{pgn}{said}");
    }
}

#[test]
fn what_a_record_lacks_is_said() {
    let (_, second) = pages(&opera(&[]), 8);
    let (_folder, paths) = folder(&[("page2.csv", second)]);
    let (_, said) = run("convert", &paths);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("begins with move 9: what was played before is missing"), "{said}");

    let column = OPERA.split_whitespace().step_by(2).zip(1..).map(|(mv, number)| format!("{number}. {mv}\n"));
    let (_folder, paths) = folder(&[("white.txt", column.collect())]);
    let (pgn, said) = run("convert", &paths);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("the other side's moves may be missing"), "{pgn}{said}");

    // Numbers of half-moves and a move that nobody can play: nothing shows that moves are missing.
    let (_folder, paths) = folder(&[("plies.txt", "1. e4\n2. Nf9\n3. d4\n4. exd4\n5. Nf3\n".to_owned())]);
    let (pgn, said) = run("convert", &paths);
    assert!(!said.contains("may be missing"), "{pgn}{said}");
}

/// What a command writes as JSON, one object a game.
fn json(command: &str, paths: &[PathBuf], options: &[&str]) -> Vec<serde_json::Value> {
    let output = Command::cargo_bin("scorebook")
        .unwrap()
        .args([command, "--to", "json", "--quiet"])
        .args(options)
        .args(paths)
        .output()
        .unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn two_sheets_with_slips_that_the_other_sheet_and_the_rules_settle_are_claimed_and_each_slip_is_told() {
    let (white, black) = (opera(&[(4, "d5"), (13, "Qd7")]), opera(&[(24, "RxN"), (27, "Qf6")]));
    let (_folder, paths) = folder(&[("white.csv", white), ("black.csv", black)]);
    let game = &json("collate", &paths, &[])[0];
    let uci: Vec<&str> =
        game["plies"].as_array().unwrap().iter().map(|ply| ply["san"].as_str().unwrap()).collect();
    assert_eq!(
        uci.iter().map(|san| san.trim_end_matches(['+', '#'])).collect::<Vec<_>>(),
        wanted(),
        "{game}"
    );
    assert_eq!(game["reading"], "settled", "{game}");
    assert!(game["chance"].as_f64().unwrap() >= 0.99, "{game}");
    let told: Vec<u64> = game["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["code"] == "W101")
        .map(|finding| finding["ply"].as_u64().unwrap())
        .collect();
    assert!([5, 14, 28].iter().all(|ply| told.contains(ply)), "{told:?} {game}");
}

#[test]
fn what_no_sheet_says_or_leaves_open_is_never_claimed() {
    // The same row is lost on both sheets; both have another move there that is none; two rooks can go to d1, and the sheets differ.
    let mut short: Vec<&str> = OPERA.split_whitespace().collect();
    short.drain(16..18);
    let rooks: Vec<&str> =
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 d3 b5 Bb3 d6 c3 O-O Be3 Be6 Nbd2 Qd7 Qc2 Rfe8 Rad1"
            .split(' ')
            .collect();
    let mut other = rooks.clone();
    other[22] = "Rfd1";
    for (white, black) in [
        (sheet(&short), sheet(&short)),
        (opera(&[(13, "Rh9")]), opera(&[(13, "Rh9")])),
        (sheet(&rooks), sheet(&other)),
    ] {
        let (_folder, paths) = folder(&[("white.csv", white), ("black.csv", black)]);
        let game = &json("collate", &paths, &[])[0];
        assert!(!["verified", "settled"].contains(&game["reading"].as_str().unwrap()), "{game}");
        assert!(
            game["findings"].as_array().unwrap().iter().any(|finding| finding["ply"].is_number()),
            "{game}"
        );
    }
}

/// The opera game with one side's column empty.
fn column(of_white: bool) -> String {
    let cells: Vec<&str> = OPERA.split_whitespace().collect();
    let cells: Vec<&str> = cells
        .iter()
        .enumerate()
        .map(|(at, cell)| if (at % 2 == 0) == of_white { cell } else { "" })
        .collect();
    sheet(&cells)
}

#[test]
fn the_moves_of_one_side_are_no_game_and_both_columns_together_are() {
    let (_folder, paths) = folder(&[("white.csv", column(true)), ("black.csv", column(false))]);
    for (path, side) in paths.iter().zip(["White", "Black"]) {
        let (pgn, said) = run("convert", std::slice::from_ref(path));
        assert!(moves(&pgn).is_empty() && pgn.contains("\"incomplete\""), "{pgn}");
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&format!("the record has the moves of {side} only")), "{said}");
    }
    let (pgn, said) = run("collate", &paths);
    assert_eq!(moves(&pgn), wanted(), "{pgn}{said}");
    assert!(!said.contains("W108") && !said.contains("L320"), "{said}");
}

#[test]
fn what_is_asked_can_be_answered_by_a_correction() {
    // Which rook goes to d1 is not said, and nothing behind it says so.
    let cells: Vec<&str> =
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 d3 b5 Bb3 d6 c3 O-O Be3 Be6 Nbd2 Qd7 Qc2 Rfe8 Rd1 h6 h3 Bd8 a3 Ne7".split(' ').collect();
    let (folder, paths) = folder(&[("sheet.csv", sheet(&cells))]);
    let game = &json("convert", &paths, &["--ask", "2"])[0];
    let question = &game["questions"][0];
    assert_eq!((question["ply"].as_u64(), question["text"].as_str()), (Some(23), Some("Rd1")), "{game}");
    let answers: Vec<&str> = question["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["san"].as_str().unwrap())
        .collect();
    assert!(answers.contains(&"Rad1") && answers.contains(&"Rfd1"), "{game}");
    for answer in ["Rad1", "Rfd1"] {
        let row = &question["correction"];
        let field = |name: &str| row[name].as_str().map_or_else(|| row[name].to_string(), str::to_owned);
        let names = ["file", "line", "text", "hash", "kind"];
        let fields: Vec<String> = names.iter().map(|name| field(name)).chain([answer.to_owned()]).collect();
        let corrections = folder.path().join("corrections.csv");
        fs::write(&corrections, format!("{},value\n{}\n", names.join(","), fields.join(","))).unwrap();
        let again =
            &json("convert", &paths, &["--ask", "2", "--corrections", corrections.to_str().unwrap()])[0];
        assert_eq!(again["plies"][22]["san"], answer, "{again}");
        assert!(
            again["questions"].as_array().is_none_or(|more| more.iter().all(|one| one["ply"] != 23)),
            "{again}"
        );
    }
}

#[test]
fn questions_are_written_as_json_only() {
    let (_folder, paths) = folder(&[("sheet.csv", opera(&[]))]);
    let output = Command::cargo_bin("scorebook")
        .unwrap()
        .args(["convert", "--ask", "1"])
        .args(&paths)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--to json"));
}
