//! The verifier's quick way through plain movetext says what its whole way says, also where the text
//! is not plain at all.

use proptest::prelude::*;
use scorebook::record::pgn::Lexer;
use scorebook::verify::{Options, game};

fn same(bytes: &[u8]) {
    let quick = Options { identities: true, positions: true, ..Options::default() };
    let whole = Options { force_slow_path: true, ..quick.clone() };
    let (mut one, mut two) = (Lexer::new(bytes), Lexer::new(bytes));
    while one.begin_game() {
        assert!(two.begin_game());
        let (a, b) = (game(&mut one, &quick), game(&mut two, &whole));
        let shown = String::from_utf8_lossy(&bytes[a.span.range()]);
        assert_eq!((a.span, a.plies, a.proven), (b.span, b.plies, b.proven), "{shown}");
        assert_eq!(a.findings, b.findings, "{shown}");
        assert_eq!(a.edits, b.edits, "{shown}");
        assert_eq!((a.last, a.identity), (b.last, b.identity), "{shown}");
    }
    assert!(!two.begin_game());
}

fn tag() -> impl Strategy<Value = String> {
    ("(Event|White|Date|FEN|TimeControl|X_1)", "( |  |)", "[ -~]{0,12}", "(\"\\]|\"|\\]|\" \\])\n?")
        .prop_map(|(name, gap, value, end)| format!("[{name}{gap}\"{value}{end}"))
}

fn token() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "(e4|e5|d4|d5|Nf3|Nc6|Bb5|a6|Ba4|Nf6|O-O|Be7|Re1|b5|exd5|exd6|Nbd2|Qh5\\+|Kf1|N1f3)[+#!?)]?",
        5 => "[1-9]{1,2}(\\.|\\.\\.\\.|\\.\\.|)",
        2 => "\\{ ?(\\[%clk [0-9]:[0-6][0-9]:[0-9]{2}(\\.[0-9])?\\]|\\[%eval [-#0-9.]{1,4}\\]|[a-z\\[%{\n]{0,6}) ?\\}?",
        1 => "\\{[a-z]{0,3}( 1-0 ?|\\*|\n ?|\r\n|0-1\t| )\\[[A-Z][a-z]{0,3} ?\"[a-z]{0,2}\"?\\]?[a-z\n]{0,3}\\}?",
        1 => "[()]",
        1 => "(1-0|\\*|\\$[0-9]{1,3}|--|e\\.p\\.|;[a-z]{3}\n|%|\\x00|\u{a0}|\u{e9})",
    ]
}

fn movetext() -> impl Strategy<Value = String> {
    prop::collection::vec((token(), "( | |\n|\r\n|  |)"), 0..60)
        .prop_map(|tokens| tokens.into_iter().map(|(token, gap)| token + &gap).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn of_any_text(tags in prop::collection::vec(tag(), 0..4), text in movetext(), tail in "[ -~]{0,12}") {
        same(format!("{}\n{text} e4 e5 {tail}", tags.concat()).as_bytes());
    }

    #[test]
    fn of_spoiled_games(places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40)) {
        let mut text = include_bytes!("../fixtures/pgn/clean.pgn").to_vec();
        for (place, byte) in places {
            let at = place.index(text.len());
            text[at] = byte;
        }
        same(&text);
    }
}

#[test]
fn of_clean_and_broken_games() {
    same(include_bytes!("../fixtures/pgn/clean.pgn"));
    let shared = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/pgn");
    for name in ["masters", "lichess", "annotated"] {
        let Ok(packed) = std::fs::read(format!("{shared}/{name}.pgn.zst")) else {
            crate::common::skip(format_args!("no {shared}/{name}.pgn.zst"));
            continue;
        };
        let mut bytes = zstd::decode_all(packed.as_slice()).unwrap();
        if std::env::var_os("SCOREBOOK_THOROUGH").is_none() {
            bytes.truncate(1 << 20);
        }
        same(&bytes);
    }
}

#[test]
fn a_start_may_claim_any_number_of_half_moves() {
    let text =
        "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/k7/7K w - - 18446744073709551615 1\"]\n\n1. Kh2 Kb2 2. Kh1 *\n";
    let mut lexer = scorebook::record::pgn::Lexer::new(text.as_bytes());
    assert!(lexer.begin_game());
    assert_eq!(scorebook::verify::game(&mut lexer, &scorebook::verify::Options::default()).plies, 3);
}
