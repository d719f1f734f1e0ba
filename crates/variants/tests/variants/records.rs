//! Whole records: PyChess PGN's moves, Game Courier's logs, marks and results.

use scorebook_variants::{Notation, Position, RecordFault, Rules, check};

/// The faults of a record from the first position, as texts with their plies.
fn faults(name: &str, notation: Notation, moves: &str, result: &str) -> Vec<String> {
    let separator = if notation == Notation::Courier { '\n' } else { ' ' };
    let moves: Vec<&str> = moves.split(separator).map(str::trim).filter(|text| !text.is_empty()).collect();
    let checked = check(Position::start(Rules::named(name).unwrap()), notation, &moves, Some(result));
    checked.found.iter().map(|found| format!("{}: {}", found.ply, found.fault)).collect()
}

#[test]
fn records_of_pychess_are_proven() {
    let seirawan = "e4 e5 Nf3 Nc6/E Bb5 a6 Bxc6 dxc6 O-O/Eh1 Qd4 Nxd4";
    assert_eq!(faults("seirawan", Notation::San, seirawan, "*"), [] as [&str; 0]);
    let crazyhouse = "e4 d5 exd5 Qxd5 P@e4 Qxe4+ Qe2 P@d3 Qxe4";
    assert_eq!(faults("crazyhouse", Notation::San, crazyhouse, "*"), [] as [&str; 0]);
    let xiangqi = "Cbe3 Hc8 Hc3 Rb10 Cxe7";
    assert_eq!(faults("xiangqi", Notation::San, xiangqi, "*"), [] as [&str; 0]);
    let shogi = "P-76 P-34 Bx22+ Sx22 B*55";
    assert_eq!(faults("shogi", Notation::Shogi, shogi, "*"), [] as [&str; 0]);
    let shogi = "7g7f 3c3d 8h2b+ 3a2b B*5e";
    assert_eq!(faults("shogi", Notation::Usi, shogi, "*"), [] as [&str; 0]);
}

#[test]
fn records_of_game_courier_are_proven() {
    let log = "P e2-e4 // the tutorial's first move\n p e7-e5\n N g1-f3\n n b8-c6\n B f1-c4\n b f8-c5\n\
               K e1-g1; R h1-f1\n p d7-d5\n P e4-d5\n";
    assert_eq!(faults("chess", Notation::Courier, log, "*"), [] as [&str; 0]);
    let passing =
        "P e2-e4\np a7-a6\nP e4-e5\np d7-d5\nP e5-d6; @-d5\np a6-a5\nP d6-c7\np a5-a4\nP c7-b8; Q-b8";
    assert_eq!(faults("chess", Notation::Courier, passing, "*"), [] as [&str; 0]);
    assert_eq!(
        faults("chess", Notation::Courier, "N b1-b3", "*"),
        ["1: the knight on b1 leaps 1-2, not 0-2"]
    );
}

#[test]
fn marks_and_results_are_held_to_the_board() {
    let mate = "f3 e5 g4 Qh4";
    assert_eq!(
        faults("chess", Notation::San, mate, "1-0"),
        ["4: the mark “#” is missing", "4: the result is 1-0, but the game ends 0-1: checkmate"]
    );
    assert_eq!(faults("chess", Notation::San, "f3 e5 g4 Qh4#", "0-1"), [] as [&str; 0]);
    assert_eq!(faults("chess", Notation::San, "e4+", "*"), ["1: “+” stands here, but there is no check"]);
    // In misère chess who mates loses.
    assert_eq!(faults("misere", Notation::San, "f3 e5 g4 Qh4#", "1-0"), [] as [&str; 0]);
    let hill = "e4 e5 Ke2 Ke7 Ke3 Kf6 Kf3 a6 Kg4 a5 Kf5";
    let hill = faults("kingofthehill", Notation::San, hill, "*");
    assert!(
        hill.last().is_some_and(|fault| fault.starts_with("11: the king on f5 would be attacked")),
        "{hill:?}"
    );
}

#[test]
fn a_repetition_is_an_end_that_may_be_claimed() {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];
    let start = Position::start(Rules::named("chess").unwrap());
    let checked = check(start, Notation::San, &moves, Some("1-0"));
    assert!(checked.found.is_empty(), "{:?}", checked.found);
    let outcome = checked.outcome.unwrap();
    assert!(outcome.is_claim() && outcome.winner().is_none());
    // Nothing may follow mate.
    let after = check(start, Notation::San, &["f3", "e5", "g4", "Qh4#", "a3"], None);
    assert!(matches!(after.found[0].fault, RecordFault::Move(_)) && after.found[0].ply == 5);
}
