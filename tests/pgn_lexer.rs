//! The PGN lexer: what it cuts, that it loses nothing, where it lets a text be split.

use proptest::prelude::*;
use scorebook::record::pgn::{Cut, Lexer, Token, TokenKind, games, last_cut};

/// All tokens, each with the number of its game.
fn lex(bytes: &[u8]) -> Vec<(usize, Token)> {
    let mut lexer = Lexer::new(bytes);
    let mut out = Vec::new();
    let mut game = 0;
    while lexer.begin_game() {
        while let Some(token) = lexer.next_token() {
            out.push((game, token));
        }
        game += 1;
    }
    out
}

/// A short form: a letter for the kind, and the text.
fn show(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    let mut last = 0;
    for (game, token) in lex(bytes) {
        if game != last {
            out.push("|".to_owned());
            last = game;
        }
        let text = String::from_utf8_lossy(token.text(bytes)).into_owned();
        out.push(match token.kind {
            TokenKind::Tag(tag) => format!(
                "T:{}={}{}",
                String::from_utf8_lossy(&bytes[tag.name.range()]),
                String::from_utf8_lossy(&tag.unescaped(bytes)),
                if tag.fault.is_some() { "!" } else { "" }
            ),
            TokenKind::Number { value, dots } => format!("#{value}/{dots}"),
            TokenKind::Dots => "dots".to_owned(),
            TokenKind::Symbol => text,
            TokenKind::Null => format!("null:{text}"),
            TokenKind::EnPassant => "ep".to_owned(),
            TokenKind::Nag(nag) => format!("${}", nag.map_or("?".to_owned(), |n| n.to_string())),
            TokenKind::Glyph(nag) => format!("g{}", nag.map_or("?".to_owned(), |n| n.to_string())),
            TokenKind::Comment { closed } => format!("{{{}{}", text.len(), if closed { "}" } else { "!" }),
            TokenKind::LineComment => format!("`{text}`"),
            TokenKind::Escape => format!("%{}", text.len()),
            TokenKind::Open => "(".to_owned(),
            TokenKind::Close => ")".to_owned(),
            TokenKind::Result { outcome, canonical } => {
                format!("={outcome}{}", if canonical { "" } else { "!" })
            }
            TokenKind::Control => format!("ctl{}", text.len()),
            TokenKind::Invisible => "inv".to_owned(),
            TokenKind::Stray => format!("stray<{text}>"),
        });
    }
    out.join(" ")
}

#[test]
fn cuts_tokens() {
    for (text, expected) in [
        ("1. e4 e5 2.Nf3 Nc6", "#1/1 e4 e5 #2/1 Nf3 Nc6"),
        ("1.e4e5 exd6e.p. exd6 e.p. gxf6ep", "#1/1 e4e5 exd6e.p. exd6 ep gxf6ep"),
        ("1.e42.Nf3", "#1/1 e4 #2/1 Nf3"),
        ("1... e5 2 . e4 3.... 4…e5 … Nf3", "#1/3 e5 #2/0 dots e4 #3/4 #4/3 e5 dots Nf3"),
        ("e8(Q)+ e8=Q# e8Q/ a1/N (Q)", "e8(Q)+ e8=Q# e8Q/ a1/N ( Q )"),
        ("0-0 0-0-0+ O-O o-o", "0-0 0-0-0+ O-O o-o"),
        ("1. P-KB4 N:f3 N@f3 P*P P-K4", "#1/1 P-KB4 N:f3 N@f3 P*P P-K4"),
        ("5254 7163 12 1234.", "5254 7163 #12/0 #1234/1"),
        ("e4 1-0", "e4 =1-0"),
        ("e4 0-1", "e4 =0-1"),
        ("e4 1/2-1/2", "e4 =1/2-1/2"),
        ("e4 *", "e4 =*"),
        ("e4 1/2", "e4 =1/2-1/2!"),
        ("e4 ½-½", "e4 =1/2-1/2!"),
        ("e4 1–0", "e4 =1-0!"),
        ("e4 1:0", "e4 =1-0!"),
        ("Kh81-0", "Kh8 =1-0"),
        ("e4*", "e4 =*"),
        ("O-O-O1-0", "O-O-O =1-0"),
        ("e4! e5?? Nf3!? Nc6 $14 $ $256 $255", "e4 g1 e5 g4 Nf3 g5 Nc6 $14 $? $? $255"),
        ("e4 += e5 +/- !!! N", "e4 g14 e5 g16 g? g146"),
        ("-- Z0 @@@@ e4", "null:-- null:Z0 null:@@@@ e4"),
        ("e4 { a ( } (d4 {x} (c4)) e5 ;rest ) {\n(f4)", "e4 {7} ( d4 {3} ( c4 ) ) e5 `;rest ) {` ( f4 )"),
        ("e4\n%escape { \ne5 % x", "e4 %10 e5 stray<%> x"),
        ("e4 } ] e5 [x] , ^", "e4 stray<}> stray<]> e5 stray<[x]> stray<,> stray<^>"),
        ("e4 \u{feff}e5\u{a0}Nf3", "e4 inv e5 inv Nf3"),
        ("e4 \0\0\0 e5", "e4 ctl3 e5"),
        ("♘f3 Кf3", "♘f3 Кf3"),
        ("[Event \"a\"][Site \"b\"] [Round \"1\"]", "T:Event=a T:Site=b T:Round=1"),
        ("[Event \"a\"]\r\n[Site \"b]\r\n\r\n1. e4 *\r\n", "T:Event=a T:Site=b! #1/1 e4 =*"),
        ("{open e4 *", "{10!"),
    ] {
        assert_eq!(show(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn finds_games() {
    for (text, expected) in [
        ("[A \"1\"]\n1. e4 1-0\n[A \"2\"]\n*", "T:A=1 #1/1 e4 =1-0 | T:A=2 =*"),
        ("[A \"1\"]\n1. e4\n[A \"2\"]\n*", "T:A=1 #1/1 e4 | T:A=2 =*"),
        ("[A \"1\"]\n1. e4 (1. d4\n[A \"2\"]\n*", "T:A=1 #1/1 e4 ( #1/1 d4 | T:A=2 =*"),
        ("1. e4 (1. d4 1-0) e5 *", "#1/1 e4 ( #1/1 d4 =1-0 ) e5 =*"),
        ("1. e4 * 1. d4 *", "#1/1 e4 =* | #1/1 d4 =*"),
        ("1. e4 * {after} $1\n; and\nd4 *", "#1/1 e4 =* {7} $1 `; and` | d4 =*"),
        ("1. e4 * junk )\nd4 *", "#1/1 e4 =* junk ) | d4 =*"),
        ("[Event \"1\"]\n\n[Event \"2\"]\n\n*", "T:Event=1 | T:Event=2 =*"),
        ("{head}\n[Event \"1\"]\n[Event \"2\"]\n*", "{6} T:Event=1 T:Event=2 =*"),
        ("e4 {open\n\n[Event \"2\"]\n\ne4 {x} *", "e4 {5! | T:Event=2 e4 {3} =*"),
        ("e4 {open\n\n[Event \"2\"]\n\ne4 *", "e4 {5! | T:Event=2 e4 =*"),
        ("e4 {quotes\n\n[Event \"2\"]\n\ne4 } e5 {x} *", "e4 {26} e5 {3} =*"),
        ("e4 [Note \"x\"] e5 *", "e4 stray<[Note \"x\"]> e5 =*"),
        ("e4 *\n[Site x]\n*", "e4 =* | T:Site=x! =*"),
    ] {
        assert_eq!(show(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn survives_hostile_input() {
    let deep = [b"1. e4 ".as_slice(), &b"(".repeat(100_000)].concat();
    assert_eq!(lex(&deep).len(), 100_002);
    let nul = vec![0; 1 << 20];
    assert_eq!(lex(&nul).len(), 1);
    let tags = b"[A \"b\"]".repeat(200_000);
    assert_eq!(lex(&tags).len(), 200_000);
    let line = b"e4 ".repeat(1 << 20);
    assert_eq!(lex(&line).len(), 1 << 20);
    let open = b"{\n[A \"b\"]\n".repeat(100_000);
    assert!(lex(&open).len() >= 100_000);
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\n\n[Event \"x\"]\n".to_owned()),
        Just("\n[White \"a {b} (\"]\n".to_owned()),
        Just("\n\n[White \"a\"]\n".to_owned()),
        Just("[Event \"x\n".to_owned()),
        Just(" 1-0\n".to_owned()),
        Just(" *\n\n".to_owned()),
        Just("\n0-1\n[Event \"z\"]\n".to_owned()),
        Just(" 1/2-1/2\n[White \"z\"]\n".to_owned()),
        Just(" 1. e4 e5 ".to_owned()),
        Just("{ note }".to_owned()),
        Just("{".to_owned()),
        Just("}".to_owned()),
        Just("; line {\n".to_owned()),
        Just("; 1-0\n\n[White \"a\"]\n".to_owned()),
        Just("\n% escape { 1-0\n\n".to_owned()),
        Just("(".to_owned()),
        Just(")".to_owned()),
        "[ -~\u{e9}½–…\n]{0,12}",
    ]
}

fn soup() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat().into_bytes()),
        prop::collection::vec(any::<u8>(), 0..200),
    ]
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

#[test]
fn a_tag_pair_that_ends_like_a_game_begins_none() {
    assert!(matches!(last_cut(b"[A 1-0\n\n[White \"a\"]\n", false), Cut::None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_byte_is_space_or_in_one_token(bytes in soup()) {
        let mut at = 0;
        for (_, token) in lex(&bytes) {
            prop_assert!(token.span.start >= at && !token.span.is_empty(), "{token:?} at {at}");
            prop_assert!(bytes[at..token.span.start].iter().all(|&b| is_space(b)));
            at = token.span.end;
        }
        prop_assert!(bytes[at..].iter().all(|&b| is_space(b)));
    }

    #[test]
    fn a_cut_changes_nothing(bytes in soup()) {
        let whole = lex(&bytes);
        if let Cut::At(at) = last_cut(&bytes, false) {
            let head = lex(&bytes[..at]);
            let count = head.last().map_or(0, |(game, _)| game + 1);
            let tail = lex(&bytes[at..]).into_iter().map(|(game, mut token)| {
                token.span.start += at;
                token.span.end += at;
                if let TokenKind::Tag(tag) = &mut token.kind {
                    for span in [&mut tag.name, &mut tag.value] {
                        span.start += at;
                        span.end += at;
                    }
                }
                (game + count, token)
            });
            prop_assert_eq!(head.iter().copied().chain(tail).collect::<Vec<_>>(), whole, "{}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn games_cover_the_tokens(bytes in soup()) {
        let spans: Vec<_> = games(&bytes).collect();
        for (game, token) in lex(&bytes) {
            let span = spans[game];
            prop_assert!(span.start <= token.span.start && token.span.end <= span.end);
        }
    }
}
