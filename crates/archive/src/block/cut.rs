//! Cuts runs of games into blocks, and blocks into parts, so that one game is read from few bytes.
//!
//! Reading a game needs the table of its block and the game's part. Tables are kept short by limiting the
//! number of parts, so games with long annotations get blocks of their own, with small parts.

use std::ops::Range;

use super::super::moves::MoveCodec;
use super::super::stored::{Annotation, Body, Stored};
use super::WHOLE;
use super::tags::Remaining;

/// Approximate limit in bytes of a part's annotations and tags, so that about 16 KiB are read for a game.
const MOST: usize = 10 << 10;

/// The same for codecs chosen for size, since larger parts compress better.
const MOST_IF_SMALL: usize = 64 << 10;

/// Most parts of a block.
const PARTS: usize = 16;

/// Approximate size in bytes of annotations and tags of each game; 0 only if there are none.
pub(super) fn weights(games: &[Stored]) -> Vec<usize> {
    let mut tags = Remaining::default();
    games.iter().map(|game| weight(game, tags.of(&game.tags))).collect()
}

/// The same for a game whose tags have no column except at these places.
fn weight(game: &Stored, tags: &[usize]) -> usize {
    // In quarters of a byte.
    let tags = tags.iter().filter_map(|&at| game.tags.iter().nth(at));
    let mut weight = tags.map(|tag| 2 * tag.value.len() + 4).sum();
    match &game.body {
        Body::Text(text) => weight += 2 * text.len() + 1,
        Body::Moves(moves) => {
            for note in &moves.notes {
                weight += match &note.event {
                    Annotation::Comment(text) => comment(text),
                    Annotation::Nag(_) | Annotation::Open | Annotation::Close => 3,
                    Annotation::Move(_) => 5,
                };
            }
        }
    }
    usize::div_ceil(weight, 4)
}

/// The same for a comment, in quarters of a byte. Clocks and evaluations are kept as numbers, and comments of
/// nothing else are much alike.
fn comment(text: &str) -> usize {
    let (mut plain, mut numbers) = (text.len(), 0);
    for at in memchr::memmem::find_iter(text.as_bytes(), "[%") {
        let command = &text.as_bytes()[at..];
        plain -= memchr::memchr(b']', command).map_or(0, |end| end + 1).min(plain);
        numbers += if command.starts_with(b"[%eval") { 6 } else { 2 };
    }
    numbers + if plain <= 2 { 1 } else { 3 + 2 * plain }
}

/// Divides a run of games into blocks by their weights.
///
/// Independent of the codec: the same games have the same blocks, and the same hash, in every codec.
pub(super) fn blocks(weights: &[usize]) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    cut(weights, 0, &mut blocks);
    blocks
}

fn cut(weights: &[usize], first: usize, out: &mut Vec<Range<usize>>) {
    let part = weights.len().div_ceil(PARTS).next_power_of_two().max(2);
    let heavy: Vec<bool> = weights.chunks(part).map(|part| part.iter().sum::<usize>() > MOST).collect();
    if weights.len() <= 1 || !heavy.contains(&true) {
        if !weights.is_empty() {
            out.push(first..first + weights.len());
        }
        return;
    }
    // A game that is too large gets a block of its own.
    if let Some(at) = weights.iter().position(|&weight| weight > MOST) {
        cut(&weights[..at], first, out);
        out.push(first + at..first + at + 1);
        cut(&weights[at + 1..], first + at + 1, out);
        return;
    }
    if !heavy.contains(&false) {
        let (one, other) = weights.split_at(weights.len() / 2);
        cut(one, first, out);
        cut(other, first + one.len(), out);
        return;
    }
    let mut start = 0;
    for run in heavy.chunk_by(|a, b| a == b) {
        let end = (start + run.len() * part).min(weights.len());
        cut(&weights[start..end], first + start, out);
        start = end;
    }
}

/// Binary logarithm of the number of games per part; as few parts as possible, since larger ones compress
/// better.
pub(super) fn part(weights: &[usize], codec: MoveCodec) -> u8 {
    let most = match codec {
        MoveCodec::Words | MoveCodec::Digits => MOST,
        MoveCodec::Zstd | MoveCodec::Dense | MoveCodec::Densest => MOST_IF_SMALL,
    };
    let fits = |part: &u8| {
        weights.len() <= 1 || weights.chunks(1 << part).all(|part| part.iter().sum::<usize>() <= most)
    };
    let least = weights.len().div_ceil(PARTS).next_power_of_two().ilog2().max(1) as u8;
    (least..=WHOLE).rev().find(fits).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use scorebook_random::Random;

    use super::*;

    #[test]
    fn no_part_of_several_games_is_too_heavy() {
        let mut random = Random::new(3);
        for round in 0..300 {
            let count = round % 257;
            let weights: Vec<usize> = (0..count)
                .map(|_| {
                    let (size, chance) = (random.below(20_000), random.below(16));
                    if chance <= round / 40 { size } else { size / 40 }
                })
                .collect();
            let mut next = 0;
            for block in blocks(&weights) {
                assert!(block.start == next && block.end > next);
                next = block.end;
                let weights = &weights[block];
                let part = 1 << part(weights, MoveCodec::Words);
                for games in weights.chunks(part) {
                    assert!(games.len() == 1 || games.iter().sum::<usize>() <= MOST, "{games:?}");
                }
                assert!(weights.len().div_ceil(part) <= PARTS);
            }
            assert_eq!(next, count);
        }
        assert_eq!(blocks(&[0; 256]), vec![0..256]);
        assert_eq!(part(&[0; 256], MoveCodec::Words), WHOLE);
    }
}
