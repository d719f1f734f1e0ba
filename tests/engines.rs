//! What engines say in comments, and what `select` writes for other programs: conditions, opcodes, training data, opening books,
//! merged trees. `tools/check_select.py` holds the same to python-chess on real games.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::str::contains;
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/queries/engines.pgn")
}

/// A folder with the games as PGN and as an archive.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(fixture(), folder.path().join("engines.pgn")).unwrap();
    scorebook(&folder, &["pack", "-q", "engines.pgn", "-o", "engines.sbk", "--codec", "dense"]);
    folder
}

fn scorebook(folder: &tempfile::TempDir, args: &[&str]) -> String {
    let mut command = Command::cargo_bin("scorebook").expect("binary");
    let run = command.current_dir(folder.path()).args(args).assert().code(0);
    String::from_utf8_lossy(&run.get_output().stdout).into_owned()
}

#[test]
fn evaluations_depths_and_times_are_conditions() {
    let folder = folder();
    for (query, games) in [
        ("eval > 1", vec!["1"]),
        ("eval < -5", vec!["2"]),
        ("eval = 0.25", vec!["1"]),
        ("eval >= 0.28 by black", vec!["1", "3"]),
        ("mate = 1", vec!["1"]),
        ("mate < 0", vec!["2"]),
        ("depth >= 25", vec!["1", "3"]),
        ("clock < 10", vec!["2"]),
        ("clock = 50 by black", vec!["3"]),
        ("time > 60", vec!["3"]),
        ("time = 0.52", vec!["1"]),
        ("loss > 3", vec!["2"]),
        ("loss > 3 by black", vec![]),
        ("position(eval > 1, Q on h5) then checkmate", vec!["1"]),
        ("position(clock < 10, check)", vec![]),
    ] {
        for input in ["engines.pgn", "engines.sbk"] {
            let mut command = Command::cargo_bin("scorebook").expect("binary");
            let args = ["select", "-q", input, "--where", query, "--tags", "Round"];
            let run = command.current_dir(folder.path()).args(args).output().unwrap();
            let text = String::from_utf8(run.stdout).unwrap();
            let rounds: Vec<&str> =
                text.lines().filter_map(|line| line.strip_prefix("[Round \"")?.strip_suffix("\"]")).collect();
            assert_eq!(rounds, games, "{input}: {query}");
        }
    }
}

#[test]
fn csv_and_json_have_them_as_columns() {
    let folder = folder();
    for input in ["engines.pgn", "engines.sbk"] {
        let text = scorebook(&folder, &["select", "-q", input, "--to", "csv"]);
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let head = rows.headers().unwrap().clone();
        let at = |name: &str| head.iter().position(|own| own == name).unwrap();
        let columns = ["ply", "clock", "time", "eval", "mate", "depth"].map(at);
        let found: Vec<Vec<String>> = rows
            .records()
            .map(|row| columns.map(|at| row.as_ref().unwrap()[at].to_owned()).to_vec())
            .collect();
        assert_eq!(found[2], ["3", "", "0.52", "0.31", "", "14"], "{input}");
        assert_eq!(found[3], ["4", "", "1.5", "0.25", "", "12"], "Black's own view is turned");
        assert_eq!(found[5], ["6", "", "0.004", "", "1", "30"]);
        assert_eq!(found[7], ["1", "60", "", "-0.3", "", ""]);
        assert_eq!(found[12], ["2", "50", "90", "0.28", "", "26"]);
        let json = scorebook(&folder, &["select", "-q", input, "--to", "json"]);
        let game: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert_eq!(game["plies"][3]["eval"], 0.25);
        assert_eq!(game["plies"][2]["time"], 0.52);
        assert!(game["plies"][0]["eval"].is_null());
    }
}

#[test]
fn epd_tells_result_score_and_game() {
    let folder = folder();
    let text =
        scorebook(&folder, &["select", "-q", "engines.pgn", "--to", "epd", "--opcodes", "result,score,game"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("sm e4; c9 \"1-0\"; id \"engines.pgn:1\";"), "{}", lines[0]);
    assert!(
        lines[3].ends_with("sm Nc6; acd 12; acs 2; ce -25; c9 \"1-0\"; id \"engines.pgn:1\";"),
        "{}",
        lines[3]
    );
    assert!(lines[5].contains(" sm Nf6; acd 30; acs 0; ce -32765; "), "Black is mated: {}", lines[5]);
    assert!(lines[6].contains(" sm Qxf7#; acd 99; acs 0; dm 1; "), "{}", lines[6]);
    // What a server says is of the position after the move.
    assert!(lines[9].contains(" sm e5; ce 30; "), "{}", lines[9]);
    assert!(lines[8].contains(" sm f3; c9 "), "nothing is said before the first move: {}", lines[8]);
    // As it was without the option.
    let plain = scorebook(&folder, &["select", "-q", "engines.pgn", "--to", "epd"]);
    assert!(plain.lines().next().unwrap().ends_with("hmvc 0; fmvn 1; sm e4;"));
}

#[test]
fn trainers_get_positions_that_are_evaluated() {
    let folder = folder();
    let plain = scorebook(&folder, &["select", "-q", "engines.pgn", "--to", "plain"]);
    let lessons: Vec<&str> = plain.split("\ne\n").collect();
    assert_eq!(
        lessons[0],
        "fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\nmove f1c4\nscore 31\nply 2\nresult 1"
    );
    assert!(lessons[1].contains("move b8c6\nscore -25\nply 3\nresult -1"), "{}", lessons[1]);
    assert!(lessons[3].contains("move g8f6\nscore -31998\nply 5\nresult -1"), "{}", lessons[3]);
    let bullet = scorebook(&folder, &["select", "-q", "engines.pgn", "--to", "bullet", "--pawn", "208"]);
    let lines: Vec<&str> = bullet.lines().collect();
    assert!(lines[1].ends_with(" b KQkq - 1 2 | 52 | 1.0"), "White's side: {}", lines[1]);
    // Five of the first game, two of the second behind its first move that have one before them, two of the third.
    assert_eq!(lines.len(), 5 + 3 + 2, "{bullet}");
    for line in lines {
        let fen: Fen = line.split(" | ").next().unwrap().parse().unwrap();
        assert!(fen.into_position::<Chess>(shakmaty::CastlingMode::Standard).is_ok());
    }
    let mut command = Command::cargo_bin("scorebook").expect("binary");
    command
        .current_dir(folder.path())
        .args(["select", "engines.pgn", "--to", "bullet"])
        .assert()
        .code(0)
        .stderr(contains("3 positions without an evaluation, or of games without a result, left out"));
}

/// The entries of a book: position, move, weight.
fn book(path: &Path) -> Vec<(u64, u16, u16)> {
    let bytes = fs::read(path).unwrap();
    assert_eq!(bytes.len() % 16, 0);
    let entry = |entry: &[u8]| {
        let number = |at: usize| u16::from_be_bytes([entry[at], entry[at + 1]]);
        assert_eq!(entry[12..], [0; 4]);
        (u64::from_be_bytes(entry[..8].try_into().unwrap()), number(8), number(10))
    };
    bytes.chunks(16).map(entry).collect()
}

#[test]
fn a_tree_is_written_as_an_opening_book() {
    let folder = folder();
    // Three times castling, and a square of en passant.
    let game = |result: &str, moves: &str| format!("[Result \"{result}\"]\n\n{moves} {result}\n\n");
    let text = [
        game("1-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O"),
        game("1/2-1/2", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O"),
        game("0-1", "1. e4 d5 2. exd5"),
        game("0-1", "1. d4 e6"),
    ];
    fs::write(folder.path().join("games.pgn"), text.concat()).unwrap();
    scorebook(&folder, &["select", "-q", "games.pgn", "--tree", "", "--depth", "12", "-o", "book.bin"]);
    let entries = book(&folder.path().join("book.bin"));
    assert!(entries.is_sorted_by_key(|(key, ..)| *key));
    // The number of the starting position, and of 1. e4, as the page of the format lists them.
    let of = |key: u64| {
        entries.iter().filter(|(own, ..)| *own == key).map(|(_, m, w)| (*m, *w)).collect::<Vec<_>>()
    };
    let (e2e4, e7e5, d7d5) = (12 << 6 | 28, 52 << 6 | 36, 51 << 6 | 35);
    assert_eq!(of(0x463b_9618_1691_fc9c), [(e2e4, 3)], "a win and a draw; d4 only lost");
    assert_eq!(of(0x823c_9b50_fd11_4196), [(d7d5, 2), (e7e5, 1)]);
    let castling = entries.iter().find(|(_, m, _)| *m == 4 << 6 | 7).expect("the king takes his rook");
    assert_eq!(castling.2, 3);
    let mut command = Command::cargo_bin("scorebook").expect("binary");
    let few = ["select", "-q", "games.pgn", "--tree", "", "--depth", "12", "--least", "2", "-o", "few.bin"];
    command.current_dir(folder.path()).args(few).assert().code(0);
    let few = book(&folder.path().join("few.bin"));
    assert!(few.len() < entries.len() && few.iter().all(|entry| entries.contains(entry)));
    // Every number is one of a position of the games.
    let mut position = Chess::default();
    let mut keys = vec![position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0];
    for san in "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O".split(' ') {
        let m = san.parse::<shakmaty::san::San>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(m);
        keys.push(position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0);
    }
    assert!(few.iter().all(|(key, ..)| keys.contains(key)));
}

/// What is played in a position counts whatever the order of moves before, each of which may be rare.
#[test]
fn a_book_has_what_is_often_played_behind_rare_moves() {
    let folder = folder();
    let games = ["1. c4 e6 2. d4 d5 3. Nc3", "1. d4 d5 2. c4 e6 3. Nc3"];
    let text = games.map(|moves| format!("[Result \"1-0\"]\n\n{moves} 1-0\n\n")).concat();
    fs::write(folder.path().join("games.pgn"), text).unwrap();
    let tree = ["select", "-q", "games.pgn", "--tree", "", "--depth", "12", "--least", "2", "-o", "book.bin"];
    scorebook(&folder, &tree);
    let entries = book(&folder.path().join("book.bin"));
    let b1c3 = 1 << 6 | 18;
    assert_eq!(entries.iter().map(|(_, m, weight)| (*m, *weight)).collect::<Vec<_>>(), [(b1c3, 4)]);
}

#[test]
fn a_tree_is_written_as_one_game_with_variations() {
    let folder = folder();
    let moves = ["1. d4 d5 2. c4 e6", "1. d4 d5 2. c4 c6", "1. c4 d5 2. d4 e6", "1. d4 Nf6"];
    let text: String = moves.iter().map(|moves| format!("[Result \"1-0\"]\n\n{moves} 1-0\n\n")).collect();
    fs::write(folder.path().join("games.pgn"), text).unwrap();
    let pgn = scorebook(&folder, &["select", "-q", "games.pgn", "--tree", "", "--depth", "4", "--to", "pgn"]);
    let one = pgn.split_once("\n\n").unwrap().1.replace('\n', " ");
    assert_eq!(
        one.trim(),
        "1. d4 {3 games: +3 =0 -0, 100.0 %} (1. c4 {1 game: +1 =0 -0, 100.0 %} 1... d5 {1 game: +1 =0 -0, 100.0 %} \
         2. d4 {1 game: +1 =0 -0, 100.0 %} {as after 1. d4 d5 2. c4}) \
         1... d5 {2 games: +2 =0 -0, 100.0 %} (1... Nf6 {1 game: +1 =0 -0, 100.0 %}) \
         2. c4 {2 games: +2 =0 -0, 100.0 %} 2... e6 {2 games: +2 =0 -0, 100.0 %} (2... c6 {1 game: +1 =0 -0, 100.0 %}) *"
    );
    // Every move of it is a move of a game, and it is a clean record.
    fs::write(folder.path().join("tree.pgn"), &pgn).unwrap();
    scorebook(&folder, &["verify", "-q", "tree.pgn"]);
    let after = ["select", "-q", "games.pgn", "--tree", "1. d4 d5", "--to", "pgn"];
    assert!(scorebook(&folder, &after).contains("\n1. d4 d5 2. c4 {2 games"), "the line leads to the tree");
}

#[test]
fn what_no_one_can_mean_is_refused() {
    let folder = folder();
    for (args, why) in [
        (vec!["--to", "polyglot"], "an opening book is made of a tree"),
        (vec!["--tree", "", "--to", "uci"], "--tree writes csv, pgn"),
        (vec!["--opcodes", "score"], "--opcodes are for --to epd"),
        (vec!["--least", "2"], "--tree"),
        (vec!["--where", "eval > high"], "`high` is no number"),
        (vec!["--where", "eval ~ 3"], "numbers are compared by"),
        (vec!["--to", "parquet", "--split", "10", "-o", "x"], "a table is one file"),
    ] {
        let mut command = Command::cargo_bin("scorebook").expect("binary");
        command
            .current_dir(folder.path())
            .args(["select", "engines.pgn"])
            .args(args)
            .assert()
            .code(2)
            .stderr(contains(why));
    }
}
