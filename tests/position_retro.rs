//! Last moves, and the worked examples of Alden's RETRO, against their known answers.

use std::collections::BTreeSet;

use crate::common::shared_positions;
use scorebook::position::{
    Case, Effort, Premises, Question, Special, Unmove, inquire, judge, last_moves, proof_game, unmoves,
};
use shakmaty::{CastlingSide, Color, Role, Square};

#[test]
fn every_move_can_be_taken_back_and_no_other() {
    let Some(text) = shared_positions("reverse-moves.tsv") else { return };
    let mut rows = 0;
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let (fen, moves) = row.split_once('\t').unwrap();
        let case = Case::from_fen(fen).unwrap();
        let wanted: BTreeSet<String> = moves.split_whitespace().map(str::to_owned).collect();
        let premises = Premises { moved: true, ..Premises::suiting(&case) };
        let found: BTreeSet<String> = unmoves(&premises, &case).iter().map(Unmove::uci).collect();
        assert_eq!(found, wanted, "{fen}");
        rows += 1;
    }
    assert!(rows > 30);
}

/// The kind of a last move, as the collection of last-move problems writes it: `KxR`, `P-=Q`.
fn kind(unmove: &Unmove) -> String {
    match unmove.special {
        Special::Castling(CastlingSide::KingSide) => return String::from("O-O"),
        Special::Castling(CastlingSide::QueenSide) => return String::from("O-O-O"),
        _ => {}
    }
    let promoted = unmove.special == Special::Promotion;
    let man = if promoted { Role::Pawn } else { unmove.role };
    let mut kind = man.upper_char().to_string();
    match unmove.captured {
        Some(role) => kind.extend(['x', role.upper_char()]),
        None => kind.push('-'),
    }
    if man == Role::Pawn && unmove.from.rank().distance(unmove.to.rank()) == 2 {
        kind.push('-');
    }
    if promoted {
        kind.extend(['=', unmove.role.upper_char()]);
    }
    kind
}

#[test]
fn last_move_problems_are_solved() {
    let Some(text) = shared_positions("last-move.tsv") else { return };
    let thorough = std::env::var_os("SCOREBOOK_THOROUGH").is_some();
    let positions = if thorough { 60_000 } else { 2_000 };
    let effort = Effort { depth: 12, positions, ..Effort::FULL };
    let (mut solved, mut of_other, mut lost, mut rows) = (0, 0, Vec::new(), 0);
    // A sample of them, but by request.
    let (each, share) = if thorough { (1, 80) } else { (3, 70) };
    for row in text.lines().skip(1).step_by(each) {
        let fields: Vec<&str> = row.split('\t').collect();
        let turn = if fields[2] == "w" { "b" } else { "w" };
        let case = Case::from_fen(&format!("{} {turn} - - 0 1", fields[1])).unwrap();
        let premises = Premises { moved: true, ..Premises::default() };
        let moves = last_moves(&premises, &case, effort);
        let wanted = fields[3]
            .trim_matches(|c| "[]\"".contains(c))
            .split("\", \"")
            .next()
            .unwrap()
            .trim_end_matches('+');
        let kinds = |moves: &[Unmove]| -> BTreeSet<String> {
            moves
                .iter()
                .map(|unmove| if fields[0] == "other" { unmove.to_string() } else { kind(unmove) })
                .collect()
        };
        let found = kinds(&moves);
        rows += 1;
        if found.contains(wanted) {
            solved += usize::from(found.len() == 1);
        } else if fields[0] != "D" {
            lost.push(row.to_owned());
        } else if thorough {
            // In the problems of type D the last move of each side is sought, and the row tells
            // the kind of one: for some of them Black's, although the row names White.
            let other = Case { turn: !case.turn, ..case };
            of_other +=
                usize::from(kinds(&last_moves(&premises, &other, effort)) == [wanted.to_owned()].into());
        }
    }
    eprintln!("{solved} of {rows} last moves found, and {of_other} of the other side");
    assert_eq!(lost, Vec::<String>::new(), "a solution was ruled out");
    assert!(solved * 100 >= rows * share, "{solved} of {rows}");
}

fn refuted(fen: &str, premises: Premises) -> bool {
    judge(&premises, &Case::from_fen(fen).unwrap(), Effort::FULL).is_some()
}

/// The examples of the thesis that are decided; the FENs are those of `retro-thesis.tsv`.
#[test]
fn the_worked_examples_of_retro() {
    let smullyan = |rights| format!("r1b1k2r/p1p1p1p1/1p3p1p/8/8/P7/1PPPPPPP/2BQKB2 b {rights} - 0 1");
    assert!(refuted(&smullyan("k"), Premises::default()));
    assert!(refuted(&smullyan("kq"), Premises::default()));
    assert!(!refuted(&smullyan("q"), Premises::default()));
    assert!(!refuted(&smullyan("-"), Premises::default()));
    // No queen need have kept to her colour for Black's castling to be impossible.
    assert!(refuted("r3kr2/1pp2p2/1pn2npP/1Q1pp3/1b6/2N2NPP/1PPP1P2/R3K1R1 w q - 0 1", Premises::default()));
    let moved = || Premises { moved: true, ..Premises::default() };
    assert!(refuted("r3k3/ppp3pp/6p1/P2Kp2P/1NB5/p5P1/PP3PP1/R7 w q - 0 1", moved()));
    for legal in [
        "r3k3/ppp3pp/6p1/P2Kp2P/1NB5/p5P1/PP3PP1/R7 w - - 0 1",
        "r3kr2/1pp2p2/1pn2npP/1Q1pp3/1b6/2N2NPP/1PPP1P2/R3K1R1 w Q - 0 1",
        "4k2r/p4pp1/pp6/1p6/PPP5/p7/PP3P2/3K4 w k - 0 1",
        "1n2k3/p1pqppp1/1p1p1n2/3N2p1/1PB3bP/2P1PN2/1P1P1PP1/2BQK2R w - - 0 1",
        "r3k3/ppp3pp/6p1/P2Kp2P/1NB5/p5P1/PP3PP1/R7 b q - 0 1",
        "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4B/2PP2P1/4P2P/n7 b - - 0 1",
    ] {
        assert!(!refuted(legal, Premises::default()), "{legal}");
    }
    // If neither queen left her square colour, no promoted piece can have come out of a8.
    let queens = vec![Color::White.queen(), Color::Black.queen()];
    let one_colour = Premises { one_colour: queens, ..Premises::default() };
    assert!(refuted("r3kr2/1pp2p2/1pn2npP/1Q1pp3/1b6/2N2NPP/1PPP1P2/R3K1R1 w Q - 0 1", one_colour));
    // At queen's odds neither the castling on one side nor on the other is refuted, but both: one
    // rook was promoted, after the other fell on h6.
    for (rights, impossible) in [("K", false), ("Q", false), ("KQ", true)] {
        let mut premises = Premises::default();
        premises.odds(Square::D1);
        premises.original = vec![(Color::White.knight(), 2)];
        let fen = format!("2kr3r/1qppp2p/pn3n1p/4b3/b6P/P1N2N2/1PPP1PP1/R3K2R w {rights} - 0 1");
        assert_eq!(refuted(&fen, premises), impossible, "{rights}");
    }
}

#[test]
fn what_fell_to_the_pawns_and_when_is_told() {
    let fen = "rn1qkbnr/ppp1pp1p/4p2p/8/8/1P6/1PPPPPPP/RN2K2R w - - 0 1";
    let question = Question { steps: 0, ..Question::default() };
    let inquiry = inquire(&Premises::default(), &Case::from_fen(fen).unwrap(), &question);
    let told = inquiry.deduced.join("\n");
    for (square, victim) in [("h6", "the queen"), ("b3", "light-squared bishop"), ("e6", "a knight")] {
        let line = inquiry.deduced.iter().find(|line| line.contains(&format!("pawn on {square}")));
        assert!(line.is_some_and(|line| line.contains(victim)), "{told}");
    }
    for (first, second) in [("e6", "b3"), ("b3", "h6")] {
        assert!(told.contains(&format!("on {first} came before that on {second}")), "{told}");
    }
}

/// Each was reached by moves, and each rests on what the order of captures might wrongly exclude.
#[test]
fn orders_that_are_possible_stand() {
    for fen in [
        // A rook that came out while the pawns before it stood apart.
        "4k3/8/8/8/8/6RP/5PP1/6K1 w - - 0 1",
        // A pawn took the bishop of its colour of squares.
        "rnbqkbnr/1ppppppp/1p6/8/8/3P4/PPP1PPPP/RN1QKBNR w KQkq - 0 1",
        // A pawn promoted where the way was opened by a capture.
        "rnbqkbnQ/pppppp2/6p1/8/8/8/PPPPPPP1/RNBQKBNR b KQq - 0 1",
    ] {
        assert!(!refuted(fen, Premises::default()), "{fen}");
    }
}

#[test]
fn a_forced_line_is_followed_back() {
    let case = Case::from_fen("k1K5/8/8/8/8/8/7P/6B1 w - - 0 1").unwrap();
    let premises = Premises { moved: true, ..Premises::default() };
    let question = Question { steps: 20_000_000, ..Question::default() };
    let mut no_game = question;
    no_game.effort.positions = 20_000;
    let retro = last_moves(&premises, &case, no_game.effort);
    assert_eq!(retro.iter().map(Unmove::to_string).collect::<Vec<_>>(), ["Ka7xNa8"]);
    let before = last_moves(&premises, &retro[0].before, no_game.effort);
    assert!(before.iter().all(|unmove| unmove.uci() == "b6a8"), "{before:?}");
}

#[test]
fn an_unreadable_square_is_narrowed_down() {
    let case = Case::from_fen("2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4B/2PP2P1/4P2P/n7 b - - 0 1").unwrap();
    let question = Question { steps: 20_000_000, unknown: Some(Square::H4), ..Question::default() };
    let inquiry = inquire(&Premises::default(), &case, &question);
    let fitting: String = inquiry
        .fitting
        .iter()
        .filter(|claim| claim.refuted.is_none())
        .map(|claim| claim.what.char())
        .collect();
    assert!(fitting.contains('B'), "{fitting}");
    assert!(!fitting.contains(|c: char| c.is_lowercase() || c == 'P'), "{fitting}");
    // With all the time that it takes, only the bishop is left.
    let effort = Effort { positions: 1_000, ..Effort::FULL };
    for (role, fits) in
        [(Role::Queen, false), (Role::Rook, false), (Role::Bishop, true), (Role::Knight, false)]
    {
        let mut with = case.clone();
        with.board.set_piece_at(Square::H4, role.of(Color::White));
        assert_eq!(judge(&Premises::default(), &with, effort).is_none(), fits, "{role:?}");
    }
}

#[test]
fn a_proof_game_reaches_its_position() {
    for fen in [
        "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
        "rnbqkb1r/pp3ppp/4pn2/2pp4/3P1B2/2P1PN2/PP3PPP/RN1QKB1R b KQkq - 0 5",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        // En passant possible, and only then.
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    ] {
        let case = Case::from_fen(fen).unwrap();
        let game = proof_game(&Premises::default(), &case, u64::MAX).unwrap_or_else(|| panic!("{fen}"));
        let end = game.end();
        use shakmaty::{EnPassantMode, Position};
        assert_eq!(Case::from(end.to_setup(EnPassantMode::Legal)).fen(), case.fen());
    }
}
