//! Clean games, each with one defect put in at a known place: the right code must come out at the
//! right half-move, and the games around it must stay clean.

use std::collections::BTreeMap;

use scorebook::finding::{Finding, Severity};
use scorebook::record::pgn::Lexer;
use scorebook::verify::{Options, game};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};

use crate::defects::{self, Game, fixture, games};

fn positions(game: &Game) -> Vec<(Chess, Move)> {
    let mut position = Chess::default();
    game.plies
        .iter()
        .map(|ply| {
            let mv = ply.san.parse::<SanPlus>().unwrap().san.to_move(&position).unwrap();
            let before = position.clone();
            position.play_unchecked(mv);
            (before, mv)
        })
        .collect()
}

fn findings(text: &[u8]) -> Vec<Vec<Finding>> {
    let mut lexer = Lexer::new(text);
    let mut out = Vec::new();
    while lexer.begin_game() {
        let report = game(&mut lexer, &Options::default());
        out.push(report.findings);
    }
    out
}

#[test]
fn the_fixture_is_clean() {
    let all = findings(fixture().as_bytes());
    assert!(all.len() >= 15, "{} games", all.len());
    for (i, findings) in all.iter().enumerate() {
        assert!(findings.is_empty(), "game {}: {findings:?}", i + 1);
    }
    for game in games() {
        assert_eq!(findings(&game.text()), [vec![]], "{}", String::from_utf8_lossy(&game.text()));
    }
}

#[test]
fn every_defect_is_found_where_it_is() {
    let games = games();
    let mut applied: BTreeMap<&str, usize> = BTreeMap::new();
    let mut missed = Vec::new();
    for (n, clean) in games.iter().enumerate() {
        let positions = positions(clean);
        let (left, right) = (&games[(n + 1) % games.len()], &games[(n + 2) % games.len()]);
        for &(name, code, apply) in defects::all() {
            for (i, (position, mv)) in positions.iter().enumerate() {
                let mut broken = clean.clone();
                let Some(ply) = apply(&mut broken, i, position, *mv) else { continue };
                *applied.entry(name).or_default() += 1;
                let corpus = [left.text(), broken.text(), right.text()].concat();
                let found = findings(&corpus);
                let hit = found.len() == 3
                    && found[1]
                        .iter()
                        .any(|f| f.code.id == code && ply.is_none_or(|ply| f.ply == Some(ply as u32)));
                let clean_around =
                    found.first().is_some_and(Vec::is_empty) && found.last().is_some_and(Vec::is_empty);
                if !(hit && clean_around) {
                    let seen: Vec<_> = found
                        .iter()
                        .map(|g| g.iter().map(|f| (f.code.id, f.ply)).collect::<Vec<_>>())
                        .collect();
                    missed.push(format!(
                        "{name} ({code} at {ply:?}) in game {n}: {seen:?}\n{}",
                        String::from_utf8_lossy(&broken.text())
                    ));
                }
            }
        }
    }
    let total: usize = applied.values().sum();
    println!("{} kinds of defects, {total} put in, {} missed", applied.len(), missed.len());
    let never: Vec<_> =
        defects::all().filter(|(name, ..)| !applied.contains_key(name)).map(|d| d.0).collect();
    assert!(never.is_empty(), "never put in: {never:?}");
    assert!(
        missed.is_empty(),
        "{} missed, the first:\n{}",
        missed.len(),
        missed[..missed.len().min(5)].join("\n")
    );
}

#[test]
fn a_repaired_severity_is_kept() {
    use scorebook::finding::code;
    let mut options = Options::default();
    options.levels.allow(&code::S116);
    options.levels.set(&code::M201, Severity::Note);
    let mut lexer = Lexer::new(b"1. e4 e5 2. Ke3 *");
    assert!(lexer.begin_game());
    let report = game(&mut lexer, &options);
    assert_eq!(
        report.findings.iter().map(|f| (f.code.id, f.severity)).collect::<Vec<_>>(),
        [("M201", Severity::Note)]
    );
    assert!(!games()[0].has("Variant"));
}
