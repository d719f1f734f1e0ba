//! Torn and misread books, made from real games, read back.
//!
//! `cargo bench --bench scans` prints the table of `RESULTS.md`; `-- GAMES` sets how many games each
//! book has (8 by default). `-- lookalikes` prints `tests/common/lookalikes.tsv` anew.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/page.rs"]
mod page;
#[path = "../tests/common/scans.rs"]
mod scans;

use std::fs::File;

use common::Random;
use page::{FONTS, Picture, font};
use rayon::prelude::*;
use scans::{COLUMNS, DIALECTS, Lookalikes, Score};
use shakmaty::Move;

/// Signs that chess columns are printed with, and what scans make of them.
const SIGNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;()[]-'!?*/|^~";

/// Prints for each sign its likes: by how much the inks of both overlap, at their usual place on the
/// line and shifted a little.
fn lookalikes() {
    const SIDE: usize = 48;
    let Some(font) = font(FONTS[0]) else { panic!("no font at {}", FONTS[0]) };
    let glyph = |c: char, shift: i32| {
        let mut picture = Picture::new(SIDE, SIDE);
        picture.set(&font, 36.0, 6.0 + shift as f32, 36.0, &c.to_string());
        picture.ink
    };
    println!("# truth, read, weight: shares of ink in common to the sixth power, in Liberation Serif.");
    println!("# Made by `cargo bench --bench scans -- lookalikes`.");
    for truth in SIGNS.chars() {
        let ink = glyph(truth, 0);
        let mut likes: Vec<(char, f32)> = SIGNS
            .chars()
            .filter(|&read| read != truth)
            .map(|read| {
                let overlap = (-4..=4).map(|shift| {
                    let other = glyph(read, shift);
                    let both: f32 = ink.iter().zip(&other).map(|(a, b)| a.min(*b)).sum();
                    let any: f32 = ink.iter().zip(&other).map(|(a, b)| a.max(*b)).sum();
                    both / any.max(1.0)
                });
                (read, overlap.fold(0.0, f32::max).powi(6))
            })
            .collect();
        likes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let best = likes[0].1;
        for (read, weight) in likes.iter().take(8).filter(|like| like.1 > best / 20.0) {
            println!("{truth}\t{read}\t{:.3}", weight / best);
        }
    }
}

/// Real games where the shared material is there, else random ones.
fn games(count: usize) -> Vec<Vec<Move>> {
    let Some(path) = common::shared("pgn/masters.pgn.zst") else {
        let mut random = Random::new(1);
        return (0..count).map(|_| common::random_game(&mut random, 80)).collect();
    };
    let all = scans::pgn(zstd::Decoder::new(File::open(path).expect("readable")).expect("zstd"));
    // Every 37th: the file is sorted by event.
    all.filter(|moves| (40..=160).contains(&moves.len())).step_by(37).take(count).collect()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if args.iter().any(|arg| arg == "lookalikes") {
        return lookalikes();
    }
    let count = args.iter().find_map(|arg| arg.parse().ok()).unwrap_or(8);
    let likes = Lookalikes::new();
    println!("| columns | misread | exact | plies | claimed | wrong | silent |");
    println!("|---|---|---|---|---|---|---|");
    let shares = [0.0, 0.005, 0.02, 0.05, 0.1];
    let cases: Vec<_> = COLUMNS.iter().flat_map(|&columns| shares.map(|share| (columns, share))).collect();
    let games = games(count);
    let scores: Vec<Score> = cases
        .par_iter()
        .enumerate()
        .map(|(seed, &(columns, share))| {
            let mut random = Random::new(seed as u64 + 1);
            let text = scans::book(&games, &DIALECTS, columns, share, &likes, &mut random);
            if let Some(dir) = std::env::var_os("SCANS_DIR") {
                let path = std::path::Path::new(&dir).join(format!("{columns:?}-{share}.txt"));
                std::fs::write(path, &text).expect("written");
            }
            scans::score(&games, &scans::read(&text, 0.95))
        })
        .collect();
    for ((columns, share), score) in cases.iter().zip(&scores) {
        println!(
            "| {columns:?} | {} % | {} of {} | {:.1} % | {} | {} | {} |",
            share * 100.0,
            score.exact,
            score.games,
            score.plies as f64 / score.of_plies as f64 * 100.0,
            score.claimed,
            score.wrong,
            score.silent
        );
    }
}
