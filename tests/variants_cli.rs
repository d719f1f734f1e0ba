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
fn rules_that_cannot_be_read_are_told_where_a_game_needs_them() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mine.ini");
    std::fs::write(&path, "[flip:chess]\nenclosingDrop = reversi\n[mine:chess]\ncastling = false\n").unwrap();
    let path = path.to_str().unwrap();
    let (status, _, err) = output(&["verify", "--variants", path, "--fail-on", "error", "-"], "1. e4 *\n");
    assert_eq!((status, err.contains("enclosingDrop")), (0, false), "{err}");
    let needs = "[Variant \"flip\"]\n\n1. e4 *\n";
    for command in ["verify", "convert"] {
        let (status, out, err) = output(&[command, "--variants", path, "-"], needs);
        let said = (out + &err).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(status == 1 && said.contains("T215"), "{said}");
        assert!(said.contains("line 2, variant flip, key enclosingDrop"), "{said}");
        let (_, _, err) = output(&[command, "--quiet", "--variants", path, "-"], needs);
        assert_eq!(err, "", "{command} -q");
    }
    let (status, _, err) = output(&["convert", "--variants", path, "--rules", "flip", "-"], needs);
    assert!(status == 2 && err.contains("key enclosingDrop"), "{err}");
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

/// A notation that only logs of variants have is read by the rules of chess where no others are named, by every command.
#[test]
fn a_notation_of_variants_alone_is_read_by_every_command() {
    let (status, out, err) = output(&["move", "P e2-e4", "--from", "courier"], "");
    assert!(status == 0 && out.contains("verdict: e4 (e2e4)"), "{out}{err}");
    let (status, out, err) = output(&["move", "N b1-b3", "--from", "courier"], "");
    assert!(status == 1 && out.contains("the knight on b1 leaps 1-2, not 0-2"), "{out}{err}");
    let (status, _, err) = output(&["move", "e4", "--from", "no-such"], "");
    assert!(status == 2 && err.contains("no notation `no-such`"), "{err}");
    // The page of a review is for chess: what it does not show is told there.
    let log = "1. P e2-e4\n1... p e7-e5\n2. N b1-b3\n";
    for (args, text) in [
        (&["review", "--from", "courier", "-"][..], log),
        (&["review", "-"], "[Variant \"crazyhouse\"]\n\n1. e4 e5 2. Nb3 *\n"),
    ] {
        let (status, page, err) = output(args, text);
        assert_eq!(status, 1, "{err}");
        assert!(
            page.contains("is not shown on a page for games of chess") && page.contains("M201"),
            "{text}"
        );
    }
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

/// A game of go-moku in SGF: five in a row for Black, a variation, a comment, a property without a place.
const STONES: &str = "(;GM[4]FF[4]SZ[15]PB[Ann]PW[Ben]RE[B+R];B[hh]C[a \\] bracket];W[ii](;B[gh];W[ij];B[fh];W[ik];\
                      B[eh];W[il];B[dh]LB[dh:1])(;B[hi];W[hj]))";

#[test]
fn games_of_stones_are_read_and_written() {
    let (status, pgn, err) = output(&["convert", "-"], STONES);
    assert!(status == 1 && err.contains("L183"), "{pgn}{err}");
    assert!(pgn.contains("[White \"Ben\"]") && pgn.contains("[Variant \"gomoku\"]"), "{pgn}");
    assert!(pgn.contains("[Result \"0-1\"]") && pgn.contains("[Reading \"verified\"]"), "{pgn}");
    assert!(
        pgn.contains("1... h8 {a ] bracket} 2. i7 g8 (2... h7 3. h6) 3. i6 f8 4. i5 e8 5. i4 d8 0-1"),
        "{pgn}"
    );
    let (_, report, _) = output(&["convert", "--to", "json", "-"], STONES);
    assert!(report.contains("L183") && report.contains("LB"), "{report}");
    // What is written is read again, in each form.
    let (_, sgf, _) = output(&["convert", "--to", "sgf", "-"], &pgn);
    assert!(sgf.contains(";B[hh]C[a \\] bracket];W[ii]") && sgf.contains("RE[B+R]"), "{sgf}");
    let (_, again, _) = output(&["convert", "-"], &sgf);
    assert_eq!(again, pgn);
    let (_, psq, _) = output(&["convert", "--to", "psq", "-"], &pgn);
    assert!(psq.starts_with("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n7,8,0\n"), "{psq}");
    assert!(psq.ends_with("Ann\nBen\n-1\n1,Freestyle\n"), "{psq}");
    let (_, again, _) = output(&["convert", "-"], &psq);
    assert!(again.contains("1... h8 2. i7 g8 3. i6 f8 4. i5 e8 5. i4 d8 0-1"), "{again}");
    let (status, out, err) = output(&["verify", "--allow", "T", "-"], &pgn);
    assert_eq!(status, 0, "{out}{err}");
}

#[test]
fn what_is_wrong_in_a_game_of_stones_is_told() {
    for (record, options, code, words) in [
        // The side that has no five is said to have won.
        (STONES.replace("RE[B+R]", "RE[W+R]"), &[][..], "R305", "connected"),
        // A stone on a stone; a side that moves twice; a point off the board.
        ("(;GM[4]SZ[15];B[hh];W[hh])".to_owned(), &[], "M201", "h8 is not empty"),
        ("(;GM[4]SZ[15];B[hh];B[hi])".to_owned(), &[], "N201", "B[hi]"),
        ("(;GM[4]SZ[15];B[hh];W[ss])".to_owned(), &[], "N201", "W[ss]"),
        ("(;GM[4]SZ[21];B[hh])".to_owned(), &[], "N201", "21 × 21"),
        (
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\nA\nB\n-1\n0,Freestyle\n".to_owned(),
            &[],
            "M201",
            "not empty",
        ),
        // Moves that are points, as people write them; after five in a row nothing follows.
        (
            "1... H8 2. H9 I8 3. I9 J8 4. J9 K8 5. K9 L8 6. L9 *".to_owned(),
            &["--rules", "gomoku"],
            "M203",
            "connected",
        ),
        // Renju: an overline, two fours, two threes of Black's.
        (renju("f8 g8 h8 j8 k8", "a15", "i8"), &[], "M201", "more than five"),
        (renju("f8 g8 h8 i9 i10 i11", "a15", "i8"), &[], "M201", "two fours"),
        (renju("g8 h8 i9 i10", "a15", "i8"), &[], "M201", "two threes"),
    ] {
        let (status, out, err) = output(&[&["convert", "-"], options].concat(), &record);
        assert_eq!(status, 1, "{record}\n{out}\n{err}");
        assert!(err.contains(code) && err.contains(words), "{record}\n{out}\n{err}");
    }
    // Five wins, whatever else it makes; a three that cannot become a straight four is none.
    for record in [renju("f8 g8 h8 i8 i9 i10 i11", "a15", "e8"), renju("g8 h8 i9 i10", "f8", "i8")] {
        let (_, out, err) = output(&["convert", "-"], &record);
        assert!(out.contains("[Reading \"verified\"]"), "{record}\n{out}\n{err}");
    }
}

/// A game of renju from a position with these stones, in which Black plays one more.
fn renju(black: &str, white: &str, to: &str) -> String {
    let point = |text: &str| {
        let (file, rank) = text.split_at(1);
        let rank: u8 = rank.parse().unwrap();
        format!("[{file}{}]", (b'a' + 15 - rank) as char)
    };
    let points = |text: &str| text.split(' ').map(point).collect::<String>();
    format!("(;GM[4]SZ[15]RU[Renju]AB{}AW{}PL[B];B{})", points(black), points(white), point(to))
}
