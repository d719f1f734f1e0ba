//! Small torn and misread books, made from real games: `benches/scans.rs` has the large ones.

mod common;
#[path = "common/scans.rs"]
mod scans;

use std::fs::File;

use common::Random;
use scans::{COLUMNS, Columns, DIALECTS, Lookalikes};
use scorebook::game::Verdict;
use shakmaty::Move;

fn games() -> Vec<Vec<Move>> {
    ["opera.pgn", "expected/evergreen-txt.pgn", "expected/immortal-running-txt.pgn", "expected/turbo-txt.pgn"]
        .iter()
        .flat_map(|name| {
            let path = format!("{}/corpus/{name}", env!("CARGO_MANIFEST_DIR"));
            scans::pgn(File::open(path).unwrap()).take(1).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn clean_columns_are_read_in_every_dialect() {
    let games = games();
    let likes = Lookalikes::new();
    for columns in [Columns::Rows, Columns::Alternate, Columns::Pages] {
        for dialect in DIALECTS {
            let text = scans::book(&games, &[dialect], columns, 0.0, &likes, &mut Random::new(1));
            let score = scans::score(&games, &scans::read(&text, 0.95));
            assert_eq!(
                (score.exact, score.wrong),
                (games.len(), 0),
                "{columns:?} {dialect}: {score:?}\n{text}"
            );
        }
    }
}

#[test]
fn what_is_misread_is_never_passed_over_in_silence() {
    let games = games();
    let likes = Lookalikes::new();
    let mut exact = 0;
    for (seed, columns) in COLUMNS.into_iter().enumerate() {
        for share in [0.005, 0.02] {
            let mut random = Random::new(seed as u64);
            let text = scans::book(&games, &DIALECTS, columns, share, &likes, &mut random);
            let score = scans::score(&games, &scans::read(&text, 0.95));
            assert_eq!(score.silent, 0, "{columns:?} {share}: {score:?}\n{text}");
            exact += score.exact;
        }
    }
    assert!(exact >= 8, "only {exact} of 32 games were read");
}

#[test]
fn a_torn_page_is_only_claimed_at_the_confidence_asked_for() {
    let games = &games()[..1];
    let text = scans::book(games, &["to"], Columns::Blocks, 0.0, &Lookalikes::new(), &mut Random::new(1));
    let doubted = |confidence: f64| {
        let read = scans::read(&text, confidence);
        assert_eq!(read.len(), 1);
        let doubted = read[0].findings.iter().any(|finding| finding.code.id == "A108");
        assert!(!doubted || read[0].verdict >= Verdict::Ambiguous, "{:?}", read[0].verdict);
        doubted
    };
    assert!(doubted(0.9999), "no torn page is as sure as that");
    assert!(!doubted(0.3), "a clean page is surer than that");
}
