//! `scorebook fix` as people call it.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use tempfile::TempDir;

use crate::verify_run::{BROKEN, CLEAN, output};

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

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Fixing twice is the same as fixing once, and a fixed file has nothing left to fix.
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
fn one_pass_mends_tags_that_are_torn_by_moves() {
    // A number, a marker and a NAG among the tags end the game there, without or with a marker of its own.
    for (old, new) in [
        ("[Site \"Paris FRA\"]", "[Site \"Paris FRA\"]0"),
        ("[Round \"?\"]\n", "*ed[Round \"?\"]\n"),
        ("[Result \"1-0\"]\n", "$*\n$[Result \"1-0\"]\n"),
    ] {
        let torn = CLEAN.replacen(old, new, 1);
        assert_ne!(torn, CLEAN);
        let (_, once, _) = output(&["fix", "-q", "-"], torn.as_bytes());
        let (_, twice, _) = output(&["fix", "-q", "-"], once.as_bytes());
        assert_eq!(once, twice, "{new}");
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
    // In place is no exception.
    let (status, _, _) = output(&["fix", "-q", &input, "-o", &again], b"");
    assert_eq!((status, fs::read_to_string(&input).unwrap().as_str()), (2, BROKEN));
}

#[test]
fn lines_of_two_encodings_are_read_each_by_its_own() {
    // A letter alone may be in many character sets and stays as it is; two words are enough.
    let text = b"[Event \"L\xe4nderkampf M\xfcnchen\"]\n[Site \"\xc5\x81\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. e4 *\n";
    let (status, out, _) = output(&["fix", "-q", "-"], text);
    assert_eq!(status, 0);
    assert!(out.starts_with("[Event \"Länderkampf München\"]\n[Site \"Ł\"]\n"), "{out}");
}

/// A line that reads the same in all sets of which the file may be in one is certain, though the set is not.
#[test]
fn what_all_likely_sets_read_alike_becomes_utf_8() {
    let game = |site: &[u8], end: &[u8]| {
        let tags = b"[Event \"x\"]\n[Site \"".iter().chain(site);
        tags.chain(b"\"]\n[Date \"2020.01.01\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 ")
            .chain(end)
            .chain(b"*\n\n")
            .copied()
            .collect::<Vec<u8>>()
    };
    let (names, wanted) = (
        b"Kr\xe4mer, S\xe4misch, R\xe9ti, Gr\xfcnfeld, M\xfcller, Bj\xf6rk",
        "Krämer, Sämisch, Réti, Grünfeld, Müller, Björk",
    );
    let text = [game(names, b""), game(b"?", b"{\xe0 } ")].concat();
    let path = TempDir::new().unwrap();
    let out = path.path().join("out.pgn");
    let (_, _, told) = output(&["fix", "-", "-o", out.to_str().unwrap()], &text);
    let wanted = [game(wanted.as_bytes(), b""), game(b"?", b"{\xe0 } ")].concat();
    assert_eq!(fs::read(out).unwrap().escape_ascii().to_string(), wanted.escape_ascii().to_string());
    assert!(told.contains("1  B201"), "{told}");
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

/// What is written, and what comes out; the same where nothing decides.
#[test]
fn what_the_game_proves_is_set_and_what_is_empty_or_double_goes() {
    let game = |tags: &str, moves: &str| {
        format!("[Event \"x\"]\n[Site \"x\"]\n{tags}[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n{moves}\n")
    };
    let with = |date: &str, result: &str, moves: &str| {
        game(&format!("[Date \"{date}\"]\n"), &format!("[Result \"{result}\"]\n\n{moves}"))
    };
    let mate = "1. f3 e5 2. g4 Qh4#";
    let day = "2020.01.02";
    for (written, meant) in [
        (with(day, "*", &format!("{mate} *")), with(day, "0-1", &format!("{mate} 0-1"))),
        (with(day, "1-0", &format!("{mate} 0-1")), with(day, "0-1", &format!("{mate} 0-1"))),
        (with(day, "1-0", "1. e4 e5 *"), with(day, "1-0", "1. e4 e5 1-0")),
        (with(day, "*", "1. e4 e5 1/2-1/2"), with(day, "1/2-1/2", "1. e4 e5 1/2-1/2")),
        (with(day, "1-0", "1. e4 e5 0-1"), with(day, "1-0", "1. e4 e5 0-1")),
        (with("2.1.2020", "*", "1. e4 *"), with(day, "*", "1. e4 *")),
        (with("2020-01-02", "*", "1. e4 *"), with(day, "*", "1. e4 *")),
        (with("1/2/2020", "*", "1. e4 *"), with("1/2/2020", "*", "1. e4 *")),
        (with("Jan 2nd, 2020", "*", "1. e4 *"), with(day, "*", "1. e4 *")),
        (with("2 janvier 2020", "*", "1. e4 *"), with(day, "*", "1. e4 *")),
        (with("20200102", "*", "1. e4 *"), with(day, "*", "1. e4 *")),
        (with(day, "1/2", "1. e4 1/2"), with(day, "1/2-1/2", "1. e4 1/2-1/2")),
        (with(day, "½-½", "1. e4 1/2-1/2"), with(day, "1/2-1/2", "1. e4 1/2-1/2")),
        (with(day, "1 : 0", "1. e4 1:0"), with(day, "1-0", "1. e4 1-0")),
        (with(day, "", "1. e4 0-1"), with(day, "0-1", "1. e4 0-1")),
        (with(day, "?", "1. e4 0-1"), with(day, "0-1", "1. e4 0-1")),
        // Nothing says how the first ended.
        (
            [with(day, "?", "1. e4"), with(day, "*", "1. d4 *")].join("\n"),
            [with(day, "*", "1. e4 *"), with(day, "*", "1. d4 *")].join("\n"),
        ),
        (with(day, "?", &format!("{mate} *")), with(day, "0-1", &format!("{mate} 0-1"))),
        (with(day, "O-1", "1. e4 0-1"), with(day, "0-1", "1. e4 0-1")),
        (with(day, "White wins", "1. e4 *"), with(day, "1-0", "1. e4 1-0")),
        (with(day, "Draw", "1. e4 1-0"), with(day, "1/2-1/2", "1. e4 1-0")),
        (with(day, "adjourned", "1. e4 1-0"), with(day, "adjourned", "1. e4 1-0")),
        (with("?.?.?", "*", "1. e4 *"), with("????.??.??", "*", "1. e4 *")),
        (with(day, "*", "1. e4 $ e5 *"), with(day, "*", "1. e4 e5 *")),
        // Of results that contradict each other none is put where there is none.
        (
            with(day, "1-0", "1. e4 *").replace("[Result", "[Result \"0-1\"]\n[Result"),
            with(day, "1-0", "1. e4 *").replace("[Result", "[Result \"0-1\"]\n[Result"),
        ),
        (with(day, "*", "1. e4 () e5 $300 2. Nf3 *"), with(day, "*", "1. e4 e5 2. Nf3 *")),
        (
            with(day, "*", "1. e4 *").replace("[Round", "[Date \"2020.01.02\"]\n[Round"),
            with(day, "*", "1. e4 *"),
        ),
        (
            with(day, "*", "1. e4 *").replace("[Round", "[Date \"2021.01.02\"]\n[Round"),
            with(day, "*", "1. e4 *").replace("[Round", "[Date \"2021.01.02\"]\n[Round"),
        ),
    ] {
        let (_, fixed, _) = output(&["fix", "-q", "-"], written.as_bytes());
        assert_eq!(fixed, meant);
    }
}

/// Files that were joined have byte order marks inside: the tags behind one are those of the next game, whatever state the game
/// before is in.
#[test]
fn tags_behind_a_byte_order_mark_belong_to_the_next_game() {
    let folder = TempDir::new().unwrap();
    let rejects = folder.path().join("bad.pgn");
    let game = |event: &str, moves: &str| {
        format!(
            "[Event \"{event}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\
             [Result \"*\"]\n\n{moves}\n"
        )
    };
    for before in ["1. e4 e5 *", "1. e4 e5", "1. e4 Ke7 *", "1. e4 Ke7", "1. e4 &nbsp; e5 *", ""] {
        for mark in ["\u{feff}", "\u{ef}\u{bb}\u{bf}", "\u{feff}\u{feff}"] {
            let (first, second) = (game("one", before), game("two", "1. d4 d5 *"));
            let written = format!("{first}\n{mark}{second}");
            let args = ["fix", "-q", "-", "--rejects", rejects.to_str().unwrap()];
            let (_, fixed, _) = output(&args, written.as_bytes());
            assert!(fixed.ends_with(&second), "{before}, {mark:?}: {fixed}");
            assert!(!fixed.contains(mark), "{before}: {fixed}");
            let rejected = fs::read_to_string(&rejects).unwrap_or_default();
            assert_eq!(format!("{fixed}{rejected}").matches("[Event").count(), 2, "{before}, {mark:?}");
        }
    }
}

/// What a person must decide is told, by its code; a FEN that meant another position, empty lines and empty comments are mended.
#[test]
fn what_other_readers_stumble_over_is_mended_and_the_rest_is_told() {
    let game = |tags: &str, moves: &str| {
        format!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n{tags}\n{moves} *\n"
        )
    };
    let fen = |fen: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let line = "1. e4 e5 2. Nf3 Nc6";
    let castles = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R";
    for (old, new) in [
        (game("", "1. e4 {} e5 $1 $1 2. Nf3 { } Nc6"), game("", "1. e4 e5 $1 2. Nf3 Nc6")),
        // Other readers end a comment at its first `}`.
        (game("", "1. e4 {a {b} c} e5"), game("", "1. e4 {a (b) c} e5")),
        (game("", "1. e4 {a { b} e5"), game("", "1. e4 {a { b} e5")),
        // And see no tags behind a blank.
        (
            format!("{}\n\u{feff}{}", game("", line), game("", line)),
            format!("{}\n{}", game("", line), game("", line)),
        ),
        (game("", "1. e4\u{a0}e5 \u{a0}2. Nf3\u{a0} Nc6"), game("", "1. e4 e5 2. Nf3 Nc6")),
        (game("", "1. e4 e5\n\n2. Nf3 Nc6"), game("", "1. e4 e5\n2. Nf3 Nc6")),
        (game("", "1. e4 e5 \n \n2. Nf3 Nc6"), game("", "1. e4 e5 \n2. Nf3 Nc6")),
        (game("", "1. e4 e5").replace("]\n\n", "]\n\n \n\n"), game("", "1. e4 e5")),
        (game("", "1. e4 e5").replace("\n[Round", "\n\n[Round"), game("", "1. e4 e5")),
        (game("[Match Id \"7\"]\n", line), game("[Match_Id \"7\"]\n", line)),
        (
            game("[White-Title \"GM\"]\n[White_Title \"IM\"]\n", line),
            game("[White-Title \"GM\"]\n[White_Title \"IM\"]\n", line),
        ),
        (
            game(&fen(&format!("{start} w KQkq e3 0 1")), line),
            game(&fen(&format!("{start} w KQkq - 0 1")), line),
        ),
        (
            game(&fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1"), line),
            game(&fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"), line),
        ),
        (game(&fen(start), line), game(&fen(&format!("{start} w - - 0 1")), line)),
        (
            game(&fen(&format!("{start} b KQkq - 0 1")), line),
            game(&fen(&format!("{start} w KQkq - 0 1")), line),
        ),
        (
            game(&fen(&format!("{castles} w - - 0 1")), "1. O-O O-O-O"),
            game(&fen(&format!("{castles} w KQkq - 0 1")), "1. O-O O-O-O"),
        ),
        (format!("{}{}", game("", line), game("", line)), format!("{}\n{}", game("", line), game("", line))),
        (
            format!("{}{}", game("", line), game("", line)).replace('\n', "\r\n"),
            format!("{}\n{}", game("", line), game("", line)).replace('\n', "\r\n"),
        ),
    ] {
        let (status, fixed, err) = output(&["fix", "-q", "-"], old.as_bytes());
        assert_eq!((status, fixed.as_str()), (0, new.as_str()), "{err}");
        // What was mended stays so.
        assert_eq!(output(&["fix", "-q", "-"], new.as_bytes()).1, new);
    }
    // A comment may have an empty line.
    let whole = game("", "1. e4 {said\n\nlater} e5");
    assert_eq!(output(&["fix", "-q", "-"], whole.as_bytes()).1, whole);
    let torn = game("", "1. e4 e5\nThis was written by somebody of the club.\n2. Nf3 Nc6")
        .replace("????.??.??", "some day");
    let (status, left, err) = output(&["fix", "-"], torn.as_bytes());
    assert_eq!((status, left), (1, torn.clone()));
    assert!(err.contains("1  S126 text among the moves") && err.contains("1  T201 invalid date"), "{err}");
    let (status, commented, _) = output(&["fix", "-q", "--unsafe-fixes", "-"], torn.as_bytes());
    assert_eq!(
        (status, commented.contains("{This was written by somebody of the club.}")),
        (0, true),
        "{commented}"
    );
}

#[test]
fn a_game_that_goes_on_behind_its_marker_is_not_proven() {
    let folder = tempfile::tempdir().unwrap();
    let rejects = folder.path().join("bad.pgn");
    let head = CLEAN.split_once("\n\n").unwrap().0;
    for (moves, left) in [
        ("1. e4 e5 1-0 2. Nf3 1-0", true),
        ("1. e4 e5 \u{bd} 2. Nf3 Nc6\n3. Bb5 1-0", true),
        ("1. e4 1/2-1/2 e5 2. Nf3 1-0", true),
        ("1. e4 e5 1-0 {[%clk 0:01:00]} Nf3", true),
        // The rest of a game whose first part is lost: nothing tells its position.
        ("1. e4 e5 1-0\n\n25. Nd2 Nxd2 26. Qxd2 Rb3 1-0", true),
        ("1. e4 e5 1-0 White resigns", false),
        ("1. e4 e5 1-0 1-0", false),
    ] {
        let text = format!("{head}\n\n{moves}\n\n{CLEAN}");
        let (status, kept, _) =
            output(&["fix", "-q", "--rejects", rejects.to_str().unwrap(), "-"], text.as_bytes());
        assert_eq!(status == 1, left, "{moves}\n{kept}");
        // The next game stands on lines of its own.
        assert!(kept.ends_with(CLEAN), "{kept}");
        let kept = kept.strip_suffix(CLEAN).unwrap();
        assert!(!kept.contains("Nf3") && !kept.contains("Nd2") && !kept.contains("1-0 1-0"), "{kept}");
    }
}
