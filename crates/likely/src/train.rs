//! Trains the weights of both models on games; the same games give the same bytes.

use rustc_hash::FxHashMap;
use shakmaty::{CastlingMode, Chess, Move};

use super::features::{FEATURES, Origin, SLOTS, TargetSquare, features};
use super::legal::{LegalMove, candidates};
use super::light;
use super::model::{BOOK_PLIES, BUCKETS, BYTES, GameWalk, UNIT, book_place};
use super::scene::ModelInput;

/// Training parameters.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// Passes over all games.
    pub epochs: u32,
    /// Initial learning rate.
    pub rate: f32,
}

impl Default for Options {
    fn default() -> Options {
        Options { epochs: 5, rate: 0.1 }
    }
}

/// The opening book being made: bucket and tag to index of the weight.
type Book = FxHashMap<(usize, [u8; 2]), usize>;

/// A move must be played this often in a position to be in the book.
const OFTEN: u32 = 5;

/// Trains on games from the starting position; calls `progress` with the epoch and the average bits per move
/// so far.
pub fn train(games: &[Vec<Move>], options: Options, mut progress: impl FnMut(u32, f64)) -> Vec<u8> {
    let book = open_book(games);
    let mut weights = vec![0f32; SLOTS + BUCKETS * 4];
    let mut squares = vec![0.01f32; weights.len()];
    let mut order: Vec<usize> = (0..games.len()).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    for epoch in 0..options.epochs {
        shuffle(&mut order, &mut random);
        let rate = options.rate * (1.0 - epoch as f32 / options.epochs as f32);
        let (mut bits, mut moves) = (0f64, 0u64);
        for &game in &order {
            walk(&games[game], |scene, legal, played| {
                bits += learn(&mut weights, &mut squares, &book, rate, scene, legal, played);
                moves += 1;
            });
        }
        progress(epoch, bits / moves.max(1) as f64);
    }
    write(&weights, &book)
}

/// Trains the light model; calls `progress` as [`train`] does.
pub fn train_light(games: &[Vec<Move>], options: Options, mut progress: impl FnMut(u32, f64)) -> Vec<u8> {
    let mut weights = vec![0f32; light::BYTES];
    // Rare contexts learn slowly: there are many of them, and they say little about other games.
    let mut squares = vec![RARE; light::BYTES];
    let mut order: Vec<usize> = (0..games.len()).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    for epoch in 0..options.epochs {
        shuffle(&mut order, &mut random);
        let rate = options.rate * (1.0 - epoch as f32 / options.epochs as f32);
        let (mut bits, mut plies) = (0f64, 0u64);
        for &game in &order {
            let mut walk = GameWalk::new(&Chess::default());
            for &m in &games[game] {
                let Some(played) = light::numbers(&walk, m, &mut moves) else { break };
                if moves.len() > 1 {
                    bits += learn_light(&mut weights, &mut squares, rate, &moves, played, &mut scores);
                }
                plies += 1;
                walk.play(m);
            }
        }
        progress(epoch, bits / plies.max(1) as f64);
    }
    weights.into_iter().map(byte).collect()
}

/// What the sums of squares of the light model begin with.
const RARE: f32 = 10.0;

/// One step of Adagrad, as [`learn`].
fn learn_light(
    weights: &mut [f32],
    squares: &mut [f32],
    rate: f32,
    moves: &[[usize; light::FEATURES]],
    played: usize,
    scores: &mut Vec<f32>,
) -> f64 {
    scores.clear();
    scores.extend(moves.iter().map(|numbers| numbers.iter().map(|&n| weights[n]).sum::<f32>()));
    let best = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = exp(*score - best);
        sum += *score;
    }
    for (index, (numbers, share)) in moves.iter().zip(scores.iter()).enumerate() {
        let error = share / sum - if index == played { 1.0 } else { 0.0 };
        if error.abs() < 1e-3 {
            continue;
        }
        for &n in numbers {
            squares[n] += error * error;
            weights[n] -= rate * error / squares[n].sqrt();
        }
    }
    -f64::from(scores[played] / sum).log2()
}

/// Calls `see` for each position of a game with its legal moves and the index of the one played.
fn walk(game: &[Move], mut see: impl FnMut(&ModelInput<'_>, &[LegalMove], usize)) {
    let mut walk = GameWalk::new(&Chess::default());
    let mut legal = Vec::new();
    for &m in game {
        let scene = walk.scene();
        candidates(&scene, CastlingMode::Standard, &mut legal);
        let Some(played) = legal.iter().position(|candidate| candidate.m == m) else { return };
        see(&scene, &legal, played);
        walk.play(m);
    }
}

/// The most frequent moves in opening positions, four per bucket.
fn open_book(games: &[Vec<Move>]) -> Book {
    let mut counts = FxHashMap::<(usize, [u8; 2]), u32>::default();
    for game in games {
        walk(game, |scene, legal, played| {
            if scene.ply < u64::from(BOOK_PLIES) {
                *counts.entry(book_place(scene, legal[played].m)).or_default() += 1;
            }
        });
    }
    let mut often: Vec<_> = counts.into_iter().filter(|&(_, count)| count >= OFTEN).collect();
    often.sort_unstable_by_key(|&(place, count)| (std::cmp::Reverse(count), place));
    let mut used = [0usize; BUCKETS];
    let mut book = Book::default();
    for ((bucket, tag), _) in often {
        if used[bucket] < 4 {
            book.insert((bucket, tag), SLOTS + bucket * 4 + used[bucket]);
            used[bucket] += 1;
        }
    }
    book
}

/// One step of Adagrad; returns the cost of the move in bits before the step.
fn learn(
    weights: &mut [f32],
    squares: &mut [f32],
    book: &Book,
    rate: f32,
    scene: &ModelInput<'_>,
    legal: &[LegalMove],
    played: usize,
) -> f64 {
    if legal.len() < 2 {
        return 0.0;
    }
    let in_book = scene.ply < u64::from(BOOK_PLIES);
    let mut all: Vec<([u32; FEATURES], Option<usize>, f32)> = legal
        .iter()
        .map(|candidate| {
            let mut slots = [0; FEATURES];
            let (origin, goal) = (Origin::of(scene, candidate), TargetSquare::new(scene, candidate.to));
            features(scene, &origin, &goal, candidate.role, candidate, |template, slot| {
                slots[template] = slot
            });
            let entry = if in_book { book.get(&book_place(scene, candidate.m)).copied() } else { None };
            let score: f32 = slots.iter().map(|&slot| weights[slot as usize]).sum();
            (slots, entry, score + entry.map_or(0.0, |entry| weights[entry]))
        })
        .collect();
    let best = all.iter().map(|x| x.2).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for (.., score) in &mut all {
        *score = exp(*score - best);
        sum += *score;
    }
    let bits = -f64::from(all[played].2 / sum).log2();
    for (index, (slots, entry, share)) in all.iter().enumerate() {
        let error = share / sum - if index == played { 1.0 } else { 0.0 };
        if error.abs() < 1e-3 {
            continue;
        }
        let slots = slots.iter().map(|&slot| slot as usize);
        for slot in slots.chain(*entry) {
            squares[slot] += error * error;
            weights[slot] -= rate * error / squares[slot].sqrt();
        }
    }
    bits
}

/// e to the power of a number up to 0, with additions and multiplications only, so that every machine gets
/// the same result.
fn exp(x: f32) -> f32 {
    if x < -40.0 {
        return 0.0;
    }
    // (e^(x/1024))^1024, the former by its series.
    let y = x / 1024.0;
    let mut power = 1.0 + y * (1.0 + y * (0.5 + y * (1.0 / 6.0)));
    for _ in 0..10 {
        power *= power;
    }
    power
}

fn shuffle(order: &mut [usize], random: &mut u64) {
    for i in (1..order.len()).rev() {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        order.swap(i, (*random % (i as u64 + 1)) as usize);
    }
}

/// A weight in sixteenths of a bit.
fn byte(weight: f32) -> u8 {
    let scale = UNIT as f32 / std::f32::consts::LN_2;
    (weight * scale).round().clamp(-127.0, 127.0) as i8 as u8
}

/// The weights in sixteenths of a bit.
fn write(weights: &[f32], book: &Book) -> Vec<u8> {
    let mut bytes = vec![0; BYTES];
    let (hashed, rest) = bytes.split_at_mut(SLOTS);
    for (byte_out, &weight) in hashed.iter_mut().zip(weights) {
        *byte_out = byte(weight);
    }
    let (tags, entries) = rest.split_at_mut(BUCKETS * 8);
    for (&(_, tag), &place) in book {
        let entry = place - SLOTS;
        tags[entry * 2..entry * 2 + 2].copy_from_slice(&tag);
        entries[entry] = byte(weights[place]);
    }
    bytes
}
