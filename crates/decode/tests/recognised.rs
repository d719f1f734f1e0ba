//! Games as a recogniser of handwriting gives them: a list of texts for each cell, made here from games that are known.
//!
//! The large run: `SCOREBOOK_GAMES=FILE cargo test --release -p scorebook-decode --test recognised -- --ignored --nocapture`
//! (a file as `fixtures/other_hand/games.txt`, or PGN).

mod witnesses;

use scorebook_core::game::Verdict;
use scorebook_core::record::{Alternative, Cell, CellLine, Draft};
use scorebook_decode::{Decoder, Options, Reading};
use scorebook_random::Random;
use shakmaty::{Chess, Color, Move, san::SanPlus};
use witnesses::{Known, Score, games, misread};

/// How often the likeliest text is what was written, and how often that is anywhere in the list.
const FIRST: f64 = 0.85;
const LISTED: f64 = 0.97;
/// Texts in a list.
const LENGTH: usize = 6;
/// The list of a recogniser for what was written. Its probabilities follow ranks, not the truth: the first text of a list that
/// is wrong looks about as sure as that of a right one, only less often very sure.
fn list(written: &str, random: &mut Random) -> Vec<(String, f64)> {
    let draw = random.below(10_000) as f64 / 10_000.0;
    let place = match draw {
        draw if draw < FIRST => Some(0),
        draw if draw < LISTED => Some(1 + random.below(3).min(random.below(4))),
        _ => None,
    };
    let mut texts: Vec<String> = Vec::new();
    let mut tries = 0;
    while texts.len() < LENGTH && tries < 100 {
        tries += 1;
        let text = misread(written, random);
        if text != written && !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    if let Some(place) = place {
        texts.insert(place.min(texts.len()), written.to_owned());
        texts.truncate(LENGTH);
    }
    let fall = match place {
        Some(0) => 0.5 + random.below(300) as f64 / 100.0,
        _ => 0.2 + random.below(150) as f64 / 100.0,
    };
    let weights: Vec<f64> = (0..texts.len()).map(|rank| (-(fall * rank as f64)).exp()).collect();
    let whole: f64 = weights.iter().sum::<f64>() * 1.02;
    texts.into_iter().zip(weights).map(|(text, weight)| (text, (weight / whole).ln())).collect()
}

/// A game as a recogniser gives it.
fn recognised(game: &Known, random: &mut Random) -> Draft<'static> {
    let mut position = Chess::default();
    let mut cells = Vec::new();
    for (at, &mv) in (0u32..).zip(&game.moves) {
        let written = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
        // Players leave marks of check out as often as not.
        let written =
            if random.below(2) == 0 { written.trim_end_matches(['+', '#']).to_owned() } else { written };
        let side = if at.is_multiple_of(2) { Color::White } else { Color::Black };
        let alternatives: Vec<Alternative<'static>> = list(&written, random)
            .into_iter()
            .map(|(text, log)| Alternative { text: text.into(), cost: (-log * 1000.0).round() as u32 })
            .collect();
        let text = alternatives[0].text.clone();
        cells.push(Cell {
            text,
            alternatives,
            number: Some(at / 2 + 1),
            side: Some(side),
            ..Cell::default()
        });
    }
    Draft { mainline: CellLine { cells, ..CellLine::default() }, is_table: true, ..Draft::default() }
}

/// Reads the games as they were recognised.
fn score(games: &[Known], seed: u64) -> Score {
    let mut score = Score::default();
    let mut decoder = Decoder::new(Options::default());
    for (at, game) in games.iter().enumerate() {
        let mut random = Random::new(seed + at as u64);
        let reading = decoder.decode(&recognised(game, &mut random));
        score.add(game, &reading);
    }
    score
}

fn claims(reading: &Reading) -> bool {
    matches!(reading.verdict, Verdict::Verified | Verdict::Settled)
}

#[test]
fn lists_of_texts_are_read_by_the_rules() {
    let score = score(&games()[..6], 1);
    println!("{score}");
    assert!(score.right * 100 >= score.plies * 98, "{score}");
    assert_eq!(score.wrong_claimed, 0, "{score}");
    assert_eq!(score.verified, 0, "nothing that was guessed from lists is verified: {score}");
}

#[test]
#[ignore = "reads 500 games: see the head of this file"]
fn lists_of_texts_of_many_games() {
    let games = games();
    let score = score(&games[..games.len().min(500)], 100);
    println!("{score}");
    assert!(score.right * 100 >= score.plies * 99 && score.wrong_claimed == 0, "{score}");
}

#[test]
fn a_text_that_is_sure_is_settled_and_one_that_is_not_is_a_doubt() {
    let cell = |at: u32, texts: &[(&'static str, u32)]| {
        let alternatives: Vec<Alternative<'static>> =
            texts.iter().map(|&(text, cost)| Alternative { text: text.into(), cost }).collect();
        let side = if at.is_multiple_of(2) { Color::White } else { Color::Black };
        let text = texts[0].0.into();
        Cell { text, alternatives, number: Some(at / 2 + 1), side: Some(side), ..Cell::default() }
    };
    let game = |last: &[(&'static str, u32)]| {
        let first: [&[(&'static str, u32)]; 5] = [
            &[("e4", 10)],
            &[("e5", 10), ("c5", 5000)],
            &[("Nf8", 100), ("Nf3", 2500)],
            &[("Nc6", 1)],
            &[("Bb5", 20)],
        ];
        let cells = (0..).zip(first.into_iter().chain([last])).map(|(at, texts)| cell(at, texts)).collect();
        let mainline = CellLine { cells, ..CellLine::default() };
        Decoder::new(Options::default()).decode(&Draft { mainline, is_table: true, ..Draft::default() })
    };
    let sure = game(&[("a6", 20), ("b6", 4600)]);
    let moves: Vec<Move> = sure.game.moves().collect();
    assert_eq!(moves.len(), 6);
    assert_eq!(moves[2].to(), shakmaty::Square::F3, "Nf8 is no move of White's");
    let doubtful = game(&[("h6", 690), ("g6", 700)]);
    assert!(!claims(&doubtful));
    assert!(doubtful.findings.iter().any(|finding| finding.ply == Some(6)), "{:?}", doubtful.findings);
}
