//! English descriptive notation, decoded as whole games.

use std::borrow::Cow;

use scorebook::decode::{self, NotationChoice, Options, Reading};
use scorebook::notation;
use scorebook::record::{Cell, CellLine, Draft};
use shakmaty::Position;
use shakmaty::{CastlingMode, Chess, fen::Fen, san::SanPlus};

fn draft(text: &str) -> Draft<'_> {
    let cells = text
        .split_whitespace()
        .filter(|word| !word.ends_with('.') || !word.starts_with(|c: char| c.is_ascii_digit()))
        .map(|word| Cell { text: Cow::Borrowed(word), ..Cell::default() })
        .collect();
    Draft { mainline: CellLine { cells, ..CellLine::default() }, ..Draft::default() }
}

fn read(text: &str, options: &Options) -> Reading {
    decode::decode(&draft(text), options)
}

fn english() -> Options {
    Options {
        from: NotationChoice::Notation(notation::find("english").expect("in the table")),
        ..Options::default()
    }
}

fn sans(reading: &Reading) -> String {
    let mut position = reading.game.start.clone();
    let moves: Vec<String> = reading
        .game
        .moves()
        .map(|m| {
            let san = notation::spelling::san(&position, m);
            position.play_unchecked(m);
            san
        })
        .collect();
    moves.join(" ")
}

/// Bell & Jacobi, "How to read, make and store chess moves" (1978), the game in both forms.
const PAPER: &str = "1. P-K4 P-Q4 2. P-K5 P-KB4 3. P*PE Q-Q3 4. P*KP B-Q2 5. P*BB Q*B 6. P-QN4 P-Q5 7. P-N5 P-B4 \
    8. P*PE Q*P 9. P-B4 P*PE 10. B-B4 P*BP 11. N*P N-B3 12. N-R3 N-R3 13. N-K2 0-0-0 14. N/3-B4 R/R-B1 15. 0-0 Q*K";

#[test]
fn the_papers_game_stops_at_the_check_that_nobody_saw() {
    let reading = read(PAPER, &english());
    assert_eq!(reading.game.line.plies.len(), 16);
    // The rule that is broken comes first, and then what might have been meant before it.
    let stop = reading.findings.iter().find(|finding| finding.code.id == "M101").expect("a finding");
    assert_eq!(stop.ply, Some(17));
    assert!(stop.message.contains("leaves the king on e1 in check from f2"), "{}", stop.message);
}

#[test]
fn the_papers_game_as_written() {
    let reading = read(PAPER, &Options { as_written: true, ..english() });
    assert_eq!(reading.game.line.plies.len(), 30);
}

/// Figure 2 of the paper, rebuilt from its text.
const FIGURE_2: &str = "3R1r2/2R3P1/1p2kp1p/2PpPbP1/2P3r1/p4p1p/1P4P1/4Q1K1 w - d6 0 1";

fn meaning(fen: &str, text: &str) -> decode::move_lookup::Meaning {
    let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let seat = decode::GameState::new(&position);
    decode::move_lookup::meanings(text, &seat, &english()).remove(0)
}

#[test]
fn figure_2() {
    let position: Chess = FIGURE_2.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let san = |m| SanPlus::from_move(position.clone(), m).to_string();
    assert_eq!(meaning(FIGURE_2, "P*P").candidates.len(), 8);
    assert_eq!(meaning(FIGURE_2, "R-Q7").candidates.len(), 2);
    assert_eq!(meaning(FIGURE_2, "R-Q7").verdict(), None);
    for (text, expected) in [
        ("BP*P", "cxb6"),
        ("P*PE", "cxd6"),
        ("P*PE+", "exd6+"),
        ("P*P+", "exf6+"),
        ("P*BP", "gxf6"),
        ("P*KRP", "gxh6"),
        ("P*P++", "cxd5#"),
        ("P*P/3", "bxa3"),
        ("P*R++", "gxf8=N#"),
    ] {
        let verdict = meaning(FIGURE_2, text).verdict().map(|weighed| san(weighed.mv));
        assert_eq!(verdict.as_deref(), Some(expected), "{text}");
    }
    // The reply settles it: after R*R only one of the two rooks can have gone to d7.
    let start = scorebook::record::Start::Fen(FIGURE_2.to_owned(), scorebook::text::Span::default());
    let reading = decode::decode(&Draft { start, ..draft("R-Q7 R*R") }, &english());
    assert_eq!(sans(&reading), "Rcd7 Rxd8");
    assert_eq!(reading.verdict, scorebook::game::Verdict::Settled);
}

#[test]
fn a_victim_that_nobody_can_take_is_no_quiet_move() {
    // Anderssen - Kipping ends in print with a capture that the king cannot make: the king's other moves
    // take nothing, and so are further from the print than captures by other men.
    let fen = "r7/p7/1pq2b1k/2p3Q1/4b1p1/2N3P1/PPP2R2/5RK1 w - - 0 24";
    let start = scorebook::record::Start::Fen(fen.to_owned(), scorebook::text::Span::default());
    let reading = decode::decode(&Draft { start, ..draft("KxB") }, &english());
    for finding in &reading.findings {
        let quiet = |san: &str| !san.contains('x');
        assert!(!finding.chosen.as_deref().is_some_and(quiet), "{finding:?}");
    }
    assert_ne!(reading.verdict, scorebook::game::Verdict::Verified);
    assert!(!reading.findings.is_empty());
}
