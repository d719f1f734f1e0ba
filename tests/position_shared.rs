//! The position rules against the shared sets of positions with known verdicts. Without the shared
//! sets the tests say that they were skipped.

use std::{collections::BTreeMap, time::Instant};

use crate::common::shared_positions;
use scorebook::position::{Case, Effort, Premises, judge};
use shakmaty::{Chess, EnPassantMode, Position, fen::Fen, san::San};

struct Score {
    legal: usize,
    illegal: usize,
    refuted: usize,
    falsely: Vec<String>,
    by_rule: BTreeMap<&'static str, usize>,
    missed: BTreeMap<String, usize>,
    micros: Vec<u128>,
}

fn score(text: &str, effort: Effort) -> Score {
    let mut score = Score {
        legal: 0,
        illegal: 0,
        refuted: 0,
        falsely: Vec::new(),
        by_rule: BTreeMap::new(),
        missed: BTreeMap::new(),
        micros: Vec::new(),
    };
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let case = Case::from_fen(fields[0]).unwrap();
        let start = Instant::now();
        let refutation = judge(&Premises::suiting(&case), &case, effort);
        score.micros.push(start.elapsed().as_micros());
        if fields[1] == "legal" {
            score.legal += 1;
            if let Some(refutation) = refutation {
                score.falsely.push(format!("{}: {refutation:?}", fields[0]));
            }
        } else {
            score.illegal += 1;
            match refutation {
                Some(refutation) => {
                    score.refuted += 1;
                    *score.by_rule.entry(refutation.rule.id).or_default() += 1;
                }
                None => *score.missed.entry(fields[2].to_owned()).or_default() += 1,
            }
        }
    }
    score.micros.sort_unstable();
    eprintln!(
        "{} legal; {} of {} illegal refuted {:?}; missed {:?}; median {} µs, worst {} µs",
        score.legal,
        score.refuted,
        score.illegal,
        score.by_rule,
        score.missed,
        score.micros[score.micros.len() / 2],
        score.micros[score.micros.len() - 1],
    );
    score
}

fn effort() -> Effort {
    if std::env::var_os("SCOREBOOK_THOROUGH").is_some() { Effort::FULL } else { Effort::QUICK }
}

#[test]
fn random_positions_are_refuted() {
    let Some(text) = shared_positions("random.tsv") else { return };
    let score = score(&text, effort());
    assert_eq!(score.falsely, Vec::<String>::new());
    assert!(
        score.illegal > 100 && score.refuted * 100 >= score.illegal * 95,
        "{} of {}",
        score.refuted,
        score.illegal
    );
}

#[test]
fn hard_random_positions_are_refuted() {
    let Some(text) = shared_positions("random-hard.tsv") else { return };
    let score = score(&text, effort());
    assert_eq!(score.falsely, Vec::<String>::new());
    assert!(
        score.illegal > 100 && score.refuted * 100 >= score.illegal * 60,
        "{} of {}",
        score.refuted,
        score.illegal
    );
}

#[test]
fn every_position_of_a_proof_game_stands() {
    let Some(text) = shared_positions("proof-games.tsv") else { return };
    let mut seen = 0;
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let Some((fen, moves)) = row.split_once('\t') else { continue };
        let case = Case::from_fen(fen).unwrap();
        assert_eq!(judge(&Premises::suiting(&case), &case, effort()), None, "{fen}");
        let mut position = Chess::default();
        for (ply, word) in moves.split_whitespace().enumerate() {
            // These games write promotions without `=`.
            let word = word.trim_end_matches(['+', '#']);
            let san = match word.char_indices().last() {
                Some((at, 'Q' | 'R' | 'B' | 'N')) if at > 0 => {
                    format!("{}={}", &word[..at], &word[at..])
                }
                _ => word.to_owned(),
            };
            let m = san.parse::<San>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(m);
            if ply % 7 == 0 {
                let fen = Fen::from_position(&position, EnPassantMode::Always).to_string();
                let case = Case::from_fen(&fen).unwrap();
                assert_eq!(judge(&Premises::default(), &case, Effort::QUICK), None, "{fen}");
                seen += 1;
            }
        }
    }
    assert!(seen > 1_000, "{seen}");
}
