//! Holds the generator, SAN and the ends of games to what another program says (`tools/record.py`), and to perft
//! numbers. `tools/compare.py` compares whole games; it needs that program and is run by hand.

use scorebook_variants::{Notation, Position, Rules, Value, perft};

#[test]
fn moves_san_and_ends_are_those_recorded() {
    let table = include_str!("../fixtures/oracle.tsv");
    let mut variants = Vec::new();
    for line in table.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, fen, moves, end] = fields[..] else { panic!("a line of {} fields: {line}", fields.len()) };
        let rules = Rules::named(name).unwrap_or_else(|| panic!("{name} is not built in"));
        let position = Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{name} {fen}: {error}"));
        let mut ours: Vec<String> = position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let uci = position.write_move(Notation::Uci, mv);
                format!("{uci}|{}", position.write_move(Notation::San, mv))
            })
            .collect();
        ours.sort();
        let mut theirs: Vec<&str> = moves.split(' ').filter(|word| !word.is_empty()).collect();
        theirs.sort();
        assert_eq!(ours, theirs, "{name} {fen}");
        let outcome = position.outcome().map_or("-", |outcome| match outcome.value {
            Value::Win => "win",
            Value::Loss => "loss",
            Value::Draw => "draw",
        });
        assert_eq!(outcome, end, "{name} {fen}");
        variants.push(name);
    }
    variants.dedup();
    assert!(variants.len() >= 100, "only {} variants are recorded", variants.len());
}

#[test]
fn perft_numbers_are_those_known() {
    for line in include_str!("../fixtures/perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, place, depth, nodes, kind] = fields[..] else { panic!("{line}") };
        let rules = Rules { chess960: kind == "chess960", ..Rules::named(name).unwrap().clone() };
        let fen = if place == "start" { &rules.start_fen } else { place };
        let position = Position::from_fen(&rules, fen).unwrap();
        assert_eq!(perft(&position, depth.parse().unwrap()).to_string(), nodes, "{name} {fen} depth {depth}");
    }
}
