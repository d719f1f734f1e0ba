//! Small torn and misread books, made from real games: `benches/scans.rs` has the large ones.

use crate::common;
use crate::print as scans;

use std::fs::File;

use common::Random;
use scans::{COLUMNS, Columns, DIALECTS, Lookalikes};
use scorebook::decode::Reading;
use scorebook::finding::Severity;
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
        // Both shares of misread letters for each, or by turns.
        let shares = [0.005, 0.02].into_iter().enumerate();
        for (_, share) in shares.filter(|(at, _)| crate::common::thorough() || at % 2 == seed % 2) {
            let mut random = Random::new(seed as u64);
            let text = scans::book(&games, &DIALECTS, columns, share, &likes, &mut random);
            let score = scans::score(&games, &scans::read(&text, 0.95));
            assert_eq!(score.silent, 0, "{columns:?} {share}: {score:?}\n{text}");
            exact += score.exact;
        }
    }
    assert!(exact >= 4, "only {exact} of 16 games or more were read");
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

/// The first game, set in columns without the cell of half-move `lost` (from 0), and with `more` lines above row 6.
fn opera_without(columns: Columns, lost: Option<usize>, more: &str) -> (Vec<Move>, String) {
    let game = games().swap_remove(0);
    let mut texts = scans::written("to", &game);
    if let Some(lost) = lost {
        texts[lost] = String::from("LOST");
    }
    let page = scans::page(columns, &texts);
    assert_eq!(page.lines().any(|line| line == "LOST"), lost.is_some(), "{page}");
    let kept: String = page.lines().filter(|line| *line != "LOST").map(|line| format!("{line}\n")).collect();
    let kept = kept.replacen("\n6 ", &format!("\n{more}6 "), 1);
    let head = "GAME 1.\n\nAnderson v. Bell.\n\nWHITE.            BLACK.\n\n";
    (game, format!("\n\n{head}{kept}\nDrawn game.\n\nThis game was played in the morning.\n"))
}

#[test]
fn a_lost_cell_is_read_from_what_follows_it() {
    for columns in [Columns::Blocks, Columns::Alternate] {
        let (game, text) = opera_without(columns, Some(23), "");
        let read = scans::read(&text, 0.95);
        let best = read.iter().max_by_key(|reading| reading.game.line.plies.len()).unwrap();
        let moves: Vec<Move> = best.game.moves().collect();
        assert_eq!(moves, game, "{columns:?}: {:?}\n{text}", best.findings);
        let said =
            best.findings.iter().any(|finding| finding.ply == Some(24) && finding.severity > Severity::Note);
        assert!(said, "{columns:?}: {:?}", best.findings);
    }
}

#[test]
fn print_that_is_passed_over_is_said() {
    let (game, text) = opera_without(Columns::Alternate, None, "");
    let read = |text: &str| scans::read(text, 0.95).swap_remove(0);
    let passed = |reading: &Reading| reading.findings.iter().filter(|f| f.code.id == "L312").count();
    let (clean, with) = (read(&text), read(&opera_without(Columns::Alternate, None, "K to R 8\n\n").1));
    let moves: Vec<Move> = with.game.moves().collect();
    assert_eq!(moves[..32], game[..32], "{:?}", with.findings);
    assert_eq!((passed(&clean), passed(&with)), (0, 1), "{:?}", with.findings);
}

#[test]
fn ends_of_moves_on_the_next_line_are_put_to_them_and_said() {
    let (game, text) = opera_without(Columns::Alternate, None, "");
    // White's ninth move, from its rank on, and the check of the sixteenth.
    let unordered: Vec<String> = text
        .lines()
        .map(|line| match line.trim_start().split_once(' ') {
            Some(("9" | "9.", _)) => line.replacen(" 5", "\n\n5", 1),
            Some(("16" | "16.", _)) => line.replacen(" ch", ",\n\nch", 1),
            _ => line.to_owned(),
        })
        .collect();
    let unordered = unordered.join("\n");
    assert_eq!(unordered.lines().count(), text.lines().count() + 4, "{unordered}");
    let read = scans::read(&unordered, 0.95).swap_remove(0);
    assert!(read.game.moves().eq(game.iter().copied()), "{:?}\n{unordered}", read.findings);
    let said: Vec<Option<u32>> =
        read.findings.iter().filter(|f| f.code.id == "L313").map(|f| f.ply).collect();
    assert_eq!(said, [Some(17), Some(31)], "{unordered}");
}

#[test]
fn a_lost_cell_that_is_missed_only_later_is_found() {
    // The next cells of the column are legal moves too: nothing is amiss where the cell is lost.
    let found: Vec<usize> = (5..31)
        .step_by(2)
        .filter(|&lost| {
            let (game, text) = opera_without(Columns::Blocks, Some(lost), "");
            let read = scans::read(&text, 0.95);
            read.iter().any(|reading| reading.game.moves().eq(game.iter().copied()))
        })
        .collect();
    assert!(found.len() >= 7, "{found:?}");
}
