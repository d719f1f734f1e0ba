//! A table of positions, each with the rule that refutes it.

use scorebook::position::{Case, Effort, Premises, judge, rule};

#[test]
fn each_position_falls_to_its_rule() {
    let table = include_str!("../fixtures/position/verdicts.tsv");
    let mut wrong = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let (fen, wanted) = row.split_once('\t').unwrap();
        let case = Case::from_fen(fen).unwrap();
        let found = judge(&Premises::suiting(&case), &case, Effort::FULL);
        let id = found.as_ref().map_or("-", |refutation| refutation.rule.id);
        seen.insert(id);
        if id != wanted {
            wrong.push(format!("{fen}: {wanted} wanted, {id} found"));
        }
        if let Some(refutation) = found {
            assert!(!refutation.explanation.is_empty());
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(seen.len() > 15, "{seen:?}");
}

#[test]
fn ids_tell_their_tier_and_are_unique() {
    let mut ids = std::collections::BTreeSet::new();
    for rule in rule::TABLE.iter().flat_map(|tier| tier.iter()) {
        assert!(rule.id.starts_with(&format!("T{}-", rule.tier)), "{}", rule.id);
        assert!(!rule.doc.is_empty());
        assert!(ids.insert(rule.id), "{} twice", rule.id);
    }
}

#[test]
fn hostile_fens_do_not_panic() {
    let kings = "KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk w KQkq - 0 1";
    let pawns = "pppppppp/pppppppp/pppppppp/pppkpppp/PPPPPPPP/PPPKPPPP/PPPPPPPP/PPPPPPPP b - e3 0 1";
    let queens = "qqqqqqqq/qqqqqqqq/qqqkqqqq/qqqqqqqq/QQQQQQQQ/QQQKQQQQ/QQQQQQQQ/QQQQQQQQ w - - 0 1";
    for fen in [kings, pawns, queens, "k7/8/8/8/8/8/8/K7 w HAha a1 0 1", "k7/8/8/8/8/8/8/K7 b - h8 0 1"] {
        let case = Case::from_fen(fen).unwrap();
        let _ = judge(&Premises::suiting(&case), &case, Effort::FULL);
    }
    for nonsense in
        ["", " ", "8", "8/8/8/8/8/8/8/9 w", "x", "k7/8/8/8/8/8/8/K7 w KQkqKQkq - - -", "\u{1F600}"]
    {
        let _ = Case::from_fen(nonsense);
    }
}
