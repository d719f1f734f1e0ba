//! `cargo bench --bench prior`: the weights of `crates/decode/src/ocr_channel/prior.tsv`, learned from games of masters.
//!
//! The chance of a legal move is a softmax over the weights of its kinds; they are fitted by stochastic
//! gradient over every second half-move of the games (a step of 0.05 that falls to a tenth). What a move
//! of other games costs under them is printed on standard error.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/scans.rs"]
mod scans;

use std::fs::File;

use scorebook::decode::GameState;
use scorebook::decode::ocr_channel::prior::{KINDS, Kinds, kinds, name};
use shakmaty::{Chess, Move, Position};

/// Games to learn from, and games to hold the weights against.
const GAMES: usize = 2_500;
const HELD_OUT: usize = 300;
const ROUNDS: usize = 2;

/// The legal moves of a position by their kinds, the one that was made first.
type Choice = Vec<Kinds>;

fn choices(moves: &[Move]) -> Vec<Choice> {
    let mut seat = GameState::new(&Chess::default());
    let mut choices = Vec::new();
    for (ply, &made) in moves.iter().enumerate() {
        if ply % 2 == moves.len() % 2 {
            let others = seat.position.legal_moves().into_iter().filter(|&other| other != made);
            choices.push(std::iter::once(made).chain(others).map(|mv| kinds(seat.scene(), mv)).collect());
        }
        seat.play(made);
    }
    choices
}

/// The chances of the moves of a choice.
fn chances(weights: &[f32; KINDS], choice: &Choice) -> Vec<f32> {
    let sums = choice.iter().map(|kinds| kinds.iter().map(|&kind| weights[usize::from(kind)]).sum::<f32>());
    let powers: Vec<f32> = sums.map(f32::exp).collect();
    let whole: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / whole).collect()
}

fn main() {
    let path = "../shared/pgn/masters.pgn.zst";
    let Ok(file) = File::open(path) else {
        println!("skipped: {path} is not here");
        return;
    };
    let all: Vec<Vec<Move>> = scans::pgn(zstd::Decoder::new(file).expect("zstd"))
        .filter(|moves| moves.len() >= 20)
        .step_by(5)
        .take(GAMES + HELD_OUT)
        .collect();
    let (learned, held_out) = all.split_at(all.len().saturating_sub(HELD_OUT));
    let mut weights = [0.0_f32; KINDS];
    let whole = (learned.len() * ROUNDS) as f32;
    let mut done = 0.0;
    for _ in 0..ROUNDS {
        for moves in learned {
            let step = 0.05 * (1.0 - 0.9 * done / whole);
            done += 1.0;
            for choice in choices(moves) {
                let chances = chances(&weights, &choice);
                for &kind in &choice[0] {
                    weights[usize::from(kind)] += step;
                }
                for (kinds, chance) in choice.iter().zip(chances) {
                    for &kind in kinds {
                        weights[usize::from(kind)] -= step * chance;
                    }
                }
            }
        }
    }
    let (mut nats, mut blind, mut count) = (0.0, 0.0, 0.0);
    for choice in held_out.iter().flat_map(|moves| choices(moves)) {
        nats -= chances(&weights, &choice)[0].ln();
        blind += (choice.len() as f32).ln();
        count += 1.0;
    }
    eprintln!(
        "{count} moves of other games: {:.2} nats each, {:.2} if all were alike",
        nats / count,
        blind / count
    );
    println!(
        "# weights of moves by kind: `cargo bench --bench prior`, {} games of ../shared/pgn/masters.pgn.zst",
        learned.len()
    );
    for (kind, weight) in weights.iter().enumerate() {
        println!("{}\t{weight:.2}", name(kind));
    }
}
