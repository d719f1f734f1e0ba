//! The dense codec: arithmetic coding of moves with a model of human play.
//!
//! Each game is coded separately, so any game can be read alone. `FORMAT.md` specifies the model's features.

pub(crate) mod coder;

use shakmaty::{Chess, Position};

use self::coder::{Decoder, Encoder};
use crate::international::Move16;
use crate::likely::{GameWalk, LIGHT, LightMoves, TargetSquares, WEIGHTS, candidates, model, shares};

/// Identifies the model: the first eight bytes of its weights' SHA-256.
#[must_use]
pub fn model_id() -> [u8; 8] {
    static ID: std::sync::OnceLock<[u8; 8]> = std::sync::OnceLock::new();
    *ID.get_or_init(|| id(WEIGHTS))
}

/// Most half-moves of a dense game, so that a malicious file cannot keep a reader busy.
const LONGEST: usize = 1 << 14;

/// The same of the light model.
#[must_use]
pub fn light_id() -> [u8; 8] {
    static ID: std::sync::OnceLock<[u8; 8]> = std::sync::OnceLock::new();
    *ID.get_or_init(|| id(LIGHT))
}

fn id(weights: &[u8]) -> [u8; 8] {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(weights);
    std::array::from_fn(|i| hash[i])
}

/// Appends the moves of a game; returns false, with invalid bytes appended, if one is illegal.
#[must_use]
pub fn encode(start: &Chess, line: &[Move16], out: &mut Vec<u8>) -> bool {
    let Some(model) = model().filter(|_| line.len() <= LONGEST) else { return false };
    let mode = start.castles().mode();
    let mut encoder = Encoder::new(out);
    let mut walk = GameWalk::new(start);
    let (mut moves, mut scores, mut goals) = (Vec::new(), Vec::new(), TargetSquares::default());
    for &word in line {
        let scene = walk.scene();
        candidates(&scene, mode, &mut moves);
        let Some(index) = moves.iter().position(|candidate| candidate.word == word) else { return false };
        let m = moves[index].m;
        if moves.len() > 1 {
            model.score(&scene, &moves, &mut goals, &mut scores);
            let total = shares(&mut scores);
            let before: i32 = scores[..index].iter().sum();
            encoder.encode(before as u32, scores[index] as u32, total);
        }
        walk.play(m);
    }
    encoder.finish();
    true
}

/// Reads `plies` moves; `None` if the game ends earlier.
#[must_use]
pub fn decode(start: &Chess, plies: usize, bytes: &[u8]) -> Option<Vec<Move16>> {
    let model = model().filter(|_| plies <= LONGEST)?;
    let mode = start.castles().mode();
    let mut decoder = Decoder::new(bytes);
    let mut walk = GameWalk::new(start);
    let (mut moves, mut scores, mut goals) = (Vec::new(), Vec::new(), TargetSquares::default());
    let mut line = Vec::with_capacity(plies.min(1 << 12));
    for _ in 0..plies {
        let scene = walk.scene();
        candidates(&scene, mode, &mut moves);
        let mut index = 0;
        if moves.len() > 1 {
            model.score(&scene, &moves, &mut goals, &mut scores);
            let total = shares(&mut scores);
            let target = decoder.peek(total) as i32;
            let mut before = 0;
            while target >= before + scores.get(index)? {
                before += scores[index];
                index += 1;
            }
            decoder.skip(before as u32, scores[index] as u32, total);
        }
        let candidate = moves.get(index)?;
        line.push(candidate.word);
        walk.play(candidate.m);
    }
    Some(line)
}

/// The same as [`encode`] with the light model.
#[must_use]
pub fn encode_light(start: &Chess, line: &[Move16], out: &mut Vec<u8>) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let mut encoder = Encoder::new(out);
    let mut walk = GameWalk::new(start);
    let mut moves = LightMoves::default();
    for &word in line {
        let Some(m) = word.to_move(&walk.position) else { return false };
        moves.fill(&walk);
        let Some((before, share)) = moves.position(&walk.position, m).and_then(|index| moves.share(index))
        else {
            return false;
        };
        if moves.len() > 1 {
            encoder.encode(before, share, moves.total());
        }
        walk.play(m);
    }
    encoder.finish();
    true
}

/// The same as [`decode`] with the light model.
#[must_use]
pub fn decode_light(start: &Chess, plies: usize, bytes: &[u8]) -> Option<Vec<Move16>> {
    if plies > LONGEST {
        return None;
    }
    let mode = start.castles().mode();
    let mut decoder = Decoder::new(bytes);
    let mut walk = GameWalk::new(start);
    let mut moves = LightMoves::default();
    let mut line = Vec::with_capacity(plies.min(1 << 12));
    for _ in 0..plies {
        moves.fill(&walk);
        let index = match moves.len() {
            0 => return None,
            1 => 0,
            _ => {
                let (index, before, share) = moves.at(decoder.peek(moves.total()))?;
                decoder.skip(before, share, moves.total());
                index
            }
        };
        let m = moves.get(&walk.position, index)?;
        line.push(Move16::of(m, mode)?);
        walk.play(m);
    }
    Some(line)
}
