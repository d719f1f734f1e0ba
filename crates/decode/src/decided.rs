//! Cells with a correction: exactly one move, in any notation.

use shakmaty::{Move, Position, san::SanPlus, uci::UciMove};

use super::Cost;
use super::reader::{Provenance, ScoredMove, Weighings};
use crate::notation::{self, Sense, Senses};
use crate::pass::Passing;
use crate::skeleton::{Mark, Scene};

/// The legal moves that the correction `said` denotes, at no cost, regardless of the printed text. `own` are its
/// meanings in the notation of the game.
pub fn weigh(said: &str, own: &[Sense], scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
    out.extend(named(said, own, scene, legal).into_iter().map(|mv| ScoredMove {
        mv,
        cost: Cost::EXACT,
        how: Provenance { decided: true, ..Provenance::default() },
        mark: mark(scene, mv),
    }));
}

/// The legal moves that a text denotes. SAN and UCI have priority, since corrections are written so, even if
/// the letters mean other pieces in another language. Then comes the notation of the game, then all
/// notations; if these disagree, all their moves are returned.
#[must_use]
pub fn named(said: &str, own: &[Sense], scene: Scene<'_>, legal: &[Move]) -> Vec<Move> {
    let text = said.trim();
    if let Ok(uci) = text.parse::<UciMove>() {
        return uci.to_move(scene.position).into_iter().filter(|mv| legal.contains(mv)).collect();
    }
    if let Ok(san) = text.parse::<SanPlus>() {
        return san.san.to_move(scene.position).into_iter().filter(|mv| legal.contains(mv)).collect();
    }
    let fits = |senses: &[Sense], mv: Move| senses.iter().any(|sense| sense.skeleton.admits(scene, mv));
    let moves: Vec<Move> = legal.iter().copied().filter(|&mv| fits(own, mv)).collect();
    if !moves.is_empty() {
        return moves;
    }
    let turn = scene.position.turn();
    let all: Vec<Senses> = notation::TABLE.iter().map(|notation| notation.read(text, turn)).collect();
    legal.iter().copied().filter(|&mv| all.iter().any(|senses| fits(senses, mv))).collect()
}

/// The correct mark of a move, so that a missing mark in a correction costs nothing.
fn mark(scene: Scene<'_>, mv: Move) -> Mark {
    let mut after = scene.position.clone();
    after.play_or_pass(mv);
    match (after.is_check(), after.is_checkmate()) {
        (_, true) => Mark::Mate,
        (true, false) => Mark::Check,
        (false, false) => Mark::None,
    }
}
