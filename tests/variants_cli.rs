//! Games of variants through every command: convert, verify, fix, board, position, pack and unpack.

use assert_cmd::Command;
use tempfile::TempDir;

const GAMES: &str = include_str!("../fixtures/variants/games.pgn");
const OMEGA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/variants/omega.ini");
const LOG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/variants/omega.txt");

fn output(args: &[&str], stdin: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scorebook"));
    let out = command.args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (out.status.code().unwrap(), text(out.stdout), text(out.stderr))
}

#[test]
fn games_of_variants_are_converted_among_games_of_chess() {
    let (status, out, err) = output(&["convert", "-"], GAMES);
    assert_eq!(status, 1, "{err}");
    let tags: Vec<&str> =
        out.lines().filter(|line| line.starts_with("[Variant") || line.starts_with("[Reading")).collect();
    let expected = [
        "[Variant \"Capablanca\"]",
        "[Reading \"verified\"]",
        "[Variant \"Seirawan\"]",
        "[Reading \"verified\"]",
        "[Reading \"verified\"]",
        "[Variant \"Shogi\"]",
        "[Reading \"verified\"]",
        "[Variant \"Xiangqi\"]",
        "[Reading \"incomplete\"]",
    ];
    assert_eq!(tags, expected, "{out}\n{err}");
    assert!(out.contains("1. Nc3 Nh6 2. e4 {the center} 2... f5 (2... e5 3. Nh3) 3. Ci3 *"), "{out}");
    assert!(out.contains("2. Nc3/H Nc6/E 3. Nf3 a6 4. Bc4 h6 5. O-O/Eh1 *"), "{out}");
    assert!(err.contains("M201") && err.contains("Cb10"), "{err}");
}

#[test]
fn variants_go_out_in_every_format() {
    let (_, uci, _) = output(&["convert", "--to", "uci", "-"], GAMES);
    assert!(uci.contains("b1c3 i8h6"), "{uci}");
    let (_, usi, _) = output(&["convert", "--to", "usi", "-"], GAMES);
    assert!(usi.contains("7g7f 3c3d 8h2b+ 3a2b B*5e *"), "{usi}");
    let (_, courier, err) = output(&["convert", "--to", "courier", "-"], GAMES);
    assert!(courier.contains("5. K e1-g1; R h1-f1; E-h1"), "{courier}");
    // Chess is not written so: no reader of chess takes it.
    assert!(!courier.contains("3. Q h5-e5") && err.contains("L180"), "{courier}\n{err}");
    let (_, json, _) = output(&["convert", "--to", "json", "-"], GAMES);
    let games: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 5);
    assert_eq!(games[0]["rules"], "capablanca");
    assert_eq!(games[0]["plies"][4]["uci"], "h1i3");
    assert_eq!((&games[4]["game"], &games[4]["not_read"]), (&5.into(), &"Cb10 Rb1".into()));
    let (_, csv, _) = output(&["convert", "--to", "csv", "-"], GAMES);
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(csv.as_bytes()).records().map(Result::unwrap).collect();
    assert!(rows.iter().any(|row| &row[0] == "2" && &row[8] == "Nc3/H"), "{csv}");
}

#[test]
fn a_log_of_game_courier_is_read_by_a_users_rules() {
    let args = ["convert", "--variants", OMEGA, "--rules", "omega", LOG];
    let (status, out, err) = output(&args, "");
    assert_eq!(status, 0, "{out}\n{err}");
    assert!(out.contains("[Variant \"omega\"]") && out.contains("[Reading \"verified\"]"), "{out}");
    assert!(out.contains("1. f6 {three steps}"), "{out}");
    // And back again.
    let (_, log, _) = output(&["convert", "--variants", OMEGA, "--to", "courier", "-"], &out);
    assert!(log.contains("\n1. P f3-f6 // three steps\n1... p f10-f7\n"), "{log}");
    let wrong = "1. P f3-f6\n1... p f10-f7\n2. W a1-a3\n";
    let (status, _, err) = output(&["convert", "--variants", OMEGA, "--rules", "omega", "-"], wrong);
    assert_eq!(status, 1);
    assert!(err.contains("a3 is a hole in the board"), "{err}");
    let (status, _, err) = output(&["convert", "--rules", "omega", LOG], "");
    assert_eq!(status, 2);
    assert!(err.contains("--rules list"), "{err}");
    let (_, names, _) = output(&["convert", "--variants", OMEGA, "--rules", "list"], "");
    assert!(names.starts_with("omega ") && names.contains("\nxiangqi "), "{names}");
}

#[test]
fn rules_that_cannot_be_read_are_told_by_line_and_key() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mine.ini");
    std::fs::write(&path, "[duck:chess]\nwallingRule = duck\n[mine:chess]\ncastling = false\n").unwrap();
    let path = path.to_str().unwrap();
    let (status, _, err) = output(&["verify", "--variants", path, "--fail-on", "error", "-"], "1. e4 *\n");
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("line 2, variant duck, key wallingRule"), "{err}");
}

#[test]
fn promoted_men_and_squares_of_shogi_are_moves() {
    let game = "[Variant \"Shogi\"]\n[Result \"*\"]\n\n1. P-76 P-34 2. Bx22+ Rx22 3. P-66 B*44 4. P-56 Bx66 5. P-55 \
                Bx99+ 6. P-54 +Bx91 *\n";
    let game = game.replace("+Bx91", "+B-98");
    let (status, out, err) = output(&["verify", "--allow", "T", "-"], &game);
    assert_eq!(status, 0, "{out}{err}");
    let (_, pgn, err) = output(&["convert", "-"], &game);
    assert!(pgn.contains("[Reading \"verified\"]"), "{pgn}{err}");
    // What goes out is read back.
    let (_, again, _) = output(&["convert", "-"], &pgn);
    assert_eq!(again, pgn);
}

#[test]
fn a_game_twice_is_told() {
    let twice = format!("{GAMES}\n{GAMES}");
    let (_, out, _) = output(&["verify", "--duplicates", "--format", "csv", "-"], &twice);
    let told =
        out.lines().filter(|line| line.contains(" game 1 of ") || line.contains(" game 4 of ")).count();
    assert_eq!(told, 2, "{out}");
}

#[test]
fn boards_of_variants_are_drawn() {
    let dir = TempDir::new().unwrap();
    let games = dir.path().join("games.pgn");
    std::fs::write(&games, GAMES).unwrap();
    let games = games.to_str().unwrap();
    let (status, svg, err) = output(&["board", &format!("{games}:4:end")], "");
    assert_eq!(status, 0, "{err}");
    // Shogi: a bishop dropped, a hand.
    assert!(svg.contains("shogi: Ada – Bob, after half-move 5") && svg.contains("<circle"), "{svg}");
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let (status, _, err) = output(&["board", fen], "");
    assert_eq!(status, 2);
    assert!(err.contains("--rules"), "{err}");
    let (status, svg, _) = output(&["board", "--rules", "xiangqi", fen], "");
    assert_eq!(status, 0);
    assert_eq!(svg.matches("<circle").count(), 32);
}

#[test]
fn a_position_is_judged_by_the_rules_that_are_said() {
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let (status, out, _) = output(&["position", "--rules", "xiangqi", fen], "");
    assert_eq!(status, 0);
    assert!(out.contains("rules: xiangqi") && out.contains("legal moves: 44"), "{out}");
    // The rook could take the king.
    let (status, out, _) =
        output(&["position", "--rules", "xiangqi", "4k4/9/9/9/9/9/9/4R4/9/3K5 w - - 0 1"], "");
    assert_eq!(status, 1, "{out}");
    // The generals see each other; in janggi that is a pass to be claimed.
    let (status, out, _) =
        output(&["position", "--rules", "xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"], "");
    assert!(status == 1 && out.contains("impossible: the kings face each other"), "{out}");
    let (status, out, _) =
        output(&["position", "--rules", "janggi", "4k4/9/9/9/9/9/9/9/4K4/9 w - - 0 1"], "");
    assert_eq!(status, 0, "{out}");
    let (_, out, _) = output(&["position", "--rules", "xiangqi", "--format", "json", fen], "");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&out).unwrap()["rules"], "xiangqi");
}

#[test]
fn games_of_variants_come_back_from_an_archive() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let own = "[Variant \"camels\"]\n[Result \"*\"]\n\n1. e4 e5 2. Bg4 *\n";
    std::fs::write(path("games.pgn"), format!("{GAMES}\n{own}")).unwrap();
    let (games, archive) = (path("games.pgn"), path("games.sbk"));
    let (status, _, err) = output(&["pack", "--variants", OMEGA, &games, "-o", &archive], "");
    // The xiangqi game is not proven; the game by a user's rules is kept as text.
    assert_eq!(status, 1, "{err}");
    assert!(err.contains("K101") && err.contains("K104"), "{err}");
    let (status, pgn, err) = output(&["unpack", &archive], "");
    assert_eq!(status, 0, "{err}");
    assert!(pgn.contains("1. Nc3 Nh6 2. e4 {the center} 2... f5 (2... e5 3. Nh3) 3. Ci3 *"), "{pgn}");
    assert!(pgn.contains("2. Nc3/H Nc6/E 3. Nf3 a6 4. Bc4 h6 5. O-O/Eh1 *"), "{pgn}");
    assert!(pgn.contains("[Variant \"camels\"]"), "{pgn}");
    let (status, _, err) = output(&["verify", &archive], "");
    assert_eq!(status, 0, "{err}");
}
