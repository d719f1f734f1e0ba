//! One defect is reported once: its consequences in the rest of the game are not further findings.

use scorebook::record::pgn::{Lexer, TokenKind};
use scorebook::verify::{Options, game};

/// Codes and half-moves of what is found in a game with those tags behind the roster and that movetext; a game
/// follows, which must be clean.
fn found(tags: &str, movetext: &str) -> Vec<(&'static str, Option<u32>)> {
    let result = movetext.rsplit(' ').next().unwrap();
    let roster = |result: &str| {
        format!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\
             [Result \"{result}\"]\n"
        )
    };
    let text = format!("{}{tags}\n{movetext}\n\n{}\n1. e4 e5 *\n", roster(result), roster("*"));
    let mut whole = None;
    for force_slow_path in [false, true] {
        let options = Options { force_slow_path, ..Options::default() };
        let mut lexer = Lexer::new(text.as_bytes());
        let mut games = Vec::new();
        while lexer.begin_game() {
            let report = game(&mut lexer, &options);
            games.push(report.findings.iter().map(|f| (f.code.id, f.ply)).collect::<Vec<_>>());
        }
        assert_eq!(games.len(), 2, "{text}");
        assert_eq!(games[1], [], "the next game is clean: {text}");
        let first = games.swap_remove(0);
        assert!(whole.is_none_or(|other| other == first), "both ways find the same: {text}");
        whole = Some(first);
    }
    whole.unwrap()
}

/// Movetexts and what is found in them.
type Cases<'a> = &'a [(&'a str, &'a [(&'static str, Option<u32>)])];

fn are_found(cases: Cases<'_>) {
    for (movetext, expected) in cases {
        assert_eq!(found("", movetext), *expected, "{movetext}");
    }
}

#[test]
fn a_defect_is_told_once() {
    are_found(&[
        // A move too many, one lost, a word: the numbers tell where the count goes on.
        ("1. e4 e5 2. Nf3 Nf3 3. Nc3 Nc6 4. d3 d6 *", &[("M201", Some(4))]),
        ("1. e4 1... e5 2. Nf3 Nf3 2... Nc6 3. d3 3... d6 *", &[("M201", Some(4)), ("S105", Some(5))]),
        ("1. e4 e5 2. xyzzy Nf3 Nc6 3. d3 d6 4. c3 c6 *", &[("N201", Some(3))]),
        ("1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4 Nf6 *", &[("S105", Some(4)), ("M201", Some(4))]),
        // A clock belongs to the side that a number names.
        ("1. e4 {[%clk 0:03:00]} e5 {[%clk 0:01:00]} 2. xyzzy Nf3 {[%clk 0:02:50]} *", &[("N201", Some(3))]),
        // A mate has one mark.
        ("1. f3 e5 2. g4 Qh4 0-1", &[("C103", Some(4))]),
        ("1. f3 e5 2. g4 Qh4 3. a3 0-1", &[("C103", Some(4)), ("M203", Some(5))]),
        // What an open bracket or brace may have swallowed.
        ("1. e4 e5 (1... c5 2. Nf3 2. Nf3 Nc6 3. Bb5 a6 1-0", &[("S103", Some(2))]),
        ("1. e4 e5 (1... c5 (1... c6 2. d4) 2. Nf3 Nc6 3. Bc4 1-0", &[("S103", Some(2))]),
        ("1. e4 {good e5 2. Nf3 1-0", &[("S102", Some(1))]),
        // Behind moves that cannot be counted the first number is believed, and not the next.
        (
            "1. e4 e5 2. Nf3 Nf3 3. Nc3 Nc6 9. d3 d6 12. c3 *",
            &[("M201", Some(4)), ("S105", Some(7)), ("S105", Some(19))],
        ),
        // Numbers, glyphs and signs.
        ("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 5. Ba4 *", &[("S105", Some(3)), ("S105", Some(7))]),
        (
            "1. e4 e5 2. Nf3 Nc63. Bb5+4. Ba4 *",
            &[("S114", Some(4)), ("C102", Some(5)), ("S114", Some(5)), ("S105", Some(6)), ("M201", Some(6))],
        ),
        ("1. e4 \u{b1} e5 D 2. Nf3 $-1 Nc6 *", &[("S113", Some(1)), ("S113", Some(2)), ("S112", Some(3))]),
        ("1. e4 e5 2. N Nc6 *", &[("N201", Some(3))]),
        ("1. e4 e5 2. 0000 *", &[("S111", Some(3))]),
    ]);
}

/// A knight in German, a bishop in Czech.
#[test]
fn odd_moves_of_a_game_are_in_one_notation() {
    are_found(&[
        ("1. e4 e5 2. Se2 Nc6 *", &[("N202", Some(3))]),
        ("1. e4 Sf6 2. e5 Sd5 3. Se2 e6 *", &[("N202", Some(2)), ("N202", Some(4)), ("N202", Some(5))]),
        ("1. Sc3 e5 2. e4 d6 3. Se2 *", &[("N202", Some(1)), ("M202", Some(5))]),
        ("1. b3 e5 2. bb4 *", &[("N202", Some(3))]),
        ("1. e4 e5 2. b3 Nc6 3. bb5 *", &[("N202", Some(5))]),
        ("1. c3 e6 2. b3 Bb4 3. c4 a5 4. e4 Bc5 5. bb4 *", &[("N202", Some(9))]),
        ("1. e4 b5 2. a3 e6 3. a4 bb4 *", &[("M202", Some(6))]),
        ("1. e4 b6 2. a3 c6 3. a4 bb4 *", &[("M201", Some(6))]),
    ]);
}

#[test]
fn a_comment_inside_a_comment_is_no_movetext() {
    are_found(&[
        ("1. e4 {good {here} indeed} e5 2. Nf3 *", &[("S120", Some(1))]),
        ("1. e4 {lost e5 2. Nf3 {found} Nc6 *", &[("S120", Some(1))]),
        ("1. e4 {good {here} e5 2. Nf3 } Nc6 *", &[("S122", Some(3))]),
        ("1. e4 {a { is no defect of a comment} e5 *", &[]),
    ]);
}

#[test]
fn a_comment_that_swallows_a_game_is_found() {
    let next = "1-0\n\n[Event \"b\"]\n\n1. d4 d5 1-0\n\n[Event \"c\"]\n\n1. c4 c5";
    for (text, code) in [
        (format!("1. e4 {{good e5 {next} }} 1/2-1/2"), Some("S125")),
        (format!("1. e4 e5 {{ {next} }} 1/2-1/2"), Some("S125")),
        ("1. e4 {good 1-0 [Event \"b\"] 1. d4} e5 *".to_owned(), Some("S125")),
        ("1. e4 {good\r\n[Event \"b\"]\r\n1. d4} e5 *".to_owned(), Some("S125")),
        ("1. e4 {good\n  [Event \"b\"]} e5 *".to_owned(), Some("S125")),
        ("1. e4 {see [Fine \"Endings\"] and 1-0} e5 *".to_owned(), None),
        ("1. e4 {see\n[sic] and\n[%clk 0:01:00]} e5 *".to_owned(), None),
    ] {
        let found = found("", &text);
        assert_eq!(
            found.iter().find(|(found, _)| *found == "S125").map(|(found, _)| *found),
            code,
            "{text}: {found:?}"
        );
        let packed = scorebook::archive::import(text.as_bytes());
        assert_eq!(packed.is_err(), code.is_some(), "{text}");
    }
}

#[test]
fn where_the_start_is_not_known_the_numbers_are_believed() {
    assert_eq!(found("[SetUp \"1\"]\n[FEN \"x\"]\n", "17... Ke7 18. Kd2 Kd6 *"), [("T212", None)]);
    let rights = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w Kq - 0 1\"]\n";
    assert_eq!(found(rights, "1. O-O Ke7 *"), [("P701", None)], "the game is proven without that right");
}

#[test]
fn a_king_is_no_promotion_in_any_language() {
    let pawn = "[SetUp \"1\"]\n[FEN \"4k3/1P6/8/8/8/8/8/4K3 w - - 0 1\"]\n";
    assert_eq!(found(pawn, "1. b8=K Kd7 *"), [("M201", Some(1))]);
    assert_eq!(found(pawn, "1. b8=N 1/2-1/2"), [("R205", Some(1))], "dead without a capture");
}

#[test]
fn variants_are_read_as_leniently() {
    let atomic = "[Variant \"Atomic\"]\n";
    assert_eq!(found(atomic, "1. Nf3 f6 2. Ne5 d6 3. 0-0 *"), [("M201", Some(5))]);
    assert_eq!(found(atomic, "1. Nf3 f6 2. Nxe5 d6 *"), [("N206", Some(3))]);
    assert_eq!(found(atomic, "1. Nf3 f6 2. g3 e5 3. Ne5 *"), [("N205", Some(5))]);
    assert_eq!(found(atomic, "1. Nf3 f6 2. g3 e5 3. Bg2 d6 4. 0-0 *"), [("N202", Some(7))]);
    let crazyhouse = "[Variant \"Crazyhouse\"]\n";
    let drops = "1. e4 d5 2. exd5 Qxd5 3. Ke3 P@e4 4. @d3 N@f3 *";
    assert_eq!(found(crazyhouse, drops), [("M201", Some(5))]);
    let last = "[CurrentPosition \"8/8/8/8/8/8/k7/7K w - - 0 1\"]\n";
    assert_eq!(found(&format!("{atomic}{last}"), "1. e4 e5 *"), [("T214", None)]);
}

#[test]
fn a_byte_order_mark_inside_is_a_note() {
    are_found(&[
        ("1. e4 \u{feff}e5 2. Nf3 *", &[("B205", None)]),
        ("1. e4\u{feff} e5 2. Nf3 *", &[("B205", None)]),
        ("1. e4 e5\u{feff} 2. Nf3\u{feff} *", &[("B205", None), ("B205", None)]),
    ]);
}

#[test]
fn a_page_break_among_the_moves_is_a_note() {
    are_found(&[
        ("1. e4 e5\n\u{c}2. Nf3\u{b}Nc6 *", &[("B205", None)]),
        ("1. e4 e5 {a remark} 2. Nf3 Nc6 *", &[]),
    ]);
}

#[test]
fn a_mark_that_was_encoded_twice_is_no_game() {
    let game = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";
    let text = [game, "\u{ef}\u{bb}\u{bf}", game].concat();
    assert_eq!(scorebook::pgn::games(text.as_bytes()).count(), 2);
}

#[test]
fn a_game_behind_a_mark_ends_a_comment_that_was_never_closed() {
    for mark in ["", "\u{feff}", "\u{ef}\u{bb}\u{bf}", "\u{feff}\u{feff}"] {
        let text =
            format!("[Result \"*\"]\n\n1. e4 {{ no end *\n\n{mark}[Event \"x\"]\n[Site \"y\"]\n\n1. d4 *\n");
        let mut lexer = Lexer::new(text.as_bytes());
        let mut names = Vec::new();
        while lexer.begin_game() {
            while let Some(token) = lexer.next_token() {
                if let TokenKind::Tag(tag) = token.kind {
                    names.push(&text[tag.name.range()]);
                }
            }
        }
        assert_eq!(names, ["Result", "Event", "Site"], "{mark:?}");
    }
}

#[test]
fn a_stray_line_is_told_once_and_is_no_game() {
    let whole = "[Event \"x\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"a\"]\n[Black \"b\"]\n\
                [Result \"*\"]\n\n1. e4 e5 *\n\n";
    for line in [
        "Downloaded from example.com\n\n",
        "Games of the club championship,\ncollected by W. O'Kelly\n\n",
        "Semifinals\n",
        "Here Black lost a pawn, e4 and Qxd5! were both better\n\n",
        "This was 1 of 7 games by post (see the Field, 1861; p. 5)\n\n",
        "3 games of the match are lost\n\n",
    ] {
        let text = [whole, line, whole].concat();
        let (mut games, mut codes) = (0, Vec::new());
        let mut lexer = Lexer::new(text.as_bytes());
        while lexer.begin_game() {
            let report = game(&mut lexer, &Options::default());
            games += usize::from(report.is_game);
            codes.extend(
                report.findings.iter().map(|finding| finding.code.id).filter(|id| id.starts_with('S')),
            );
        }
        assert_eq!((games, codes), (2, vec!["S126"]), "{line}");
    }
    // What looks like moves is read as such.
    for line in [
        "Sf3 Sc6\n",
        "P-K4 P-K4\n",
        "1. Qz9\n",
        "what they played: 1. e4 e5\n",
        "so the game went 1.e4 e5 2.Nf3\n",
    ] {
        assert!(found("", line).iter().all(|(code, _)| *code != "S126"), "{line}");
    }
}

#[test]
fn numbers_say_who_begins() {
    let fen = |turn: &str| format!("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 {turn} - - 0 1\"]\n");
    assert_eq!(found(&fen("w"), "1... Kd7 2. Kd2 *"), [("T222", None)]);
    assert_eq!(found(&fen("b"), "1. Kd2 *"), [("T222", None)]);
    assert_eq!(found(&fen("b"), "1... Kd7 2. Kd2 *"), []);
}

#[test]
fn what_two_notations_read_otherwise_is_not_proven() {
    // The knight in German, the bishop in Czech; there is only one of them to play in the second game.
    for (moves, broken) in [("1. e4 e5 2. Bc4 Nc6 3. Se2 *", true), ("1. e4 e5 2. Sc3 *", false)] {
        let mut lexer = Lexer::new(moves.as_bytes());
        assert!(lexer.begin_game());
        assert_eq!(game(&mut lexer, &Options::default()).broken, broken, "{moves}");
    }
}

#[test]
fn doubled_carriage_returns_are_told_once() {
    let text = "[Event \"x\"]\r\r\n[Site \"?\"]\r\r\n\r\r\n1. e4 e5\r\r\n2. Nf3 *\r\r\n";
    let mut lexer = Lexer::new(text.as_bytes());
    assert!(lexer.begin_game());
    let report = game(&mut lexer, &Options { edits: true, ..Options::default() });
    assert_eq!(report.findings.iter().filter(|finding| finding.code.id == "B214").count(), 1);
    assert_eq!(report.edits.len(), 3);
}

#[test]
fn squares_and_arrows_are_checked() {
    are_found(&[
        ("1. e4 {[%csl Ge5,Rd4][%cal Gg1f3]} e5 *", &[]),
        ("1. e4 {[%csl e5]} e5 *", &[("S405", Some(1))]),
        ("1. e4 {[%cal Gg1]} e5 *", &[("S405", Some(1))]),
    ]);
}
